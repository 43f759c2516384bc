"""Names the interface of an upload that the registry knows and no format reads.

Many words belong to several interfaces (`function_call` to six). So an interface is named only
by what no other has: a word of its own on an item with its own fields.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from crosswire.address import root
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty
from crosswire.reading.envelopes import Envelopes
from crosswire.wire_types import WIRE_TYPES

MAX_VALUES = 20_000
"""Objects and lists that are looked at, the outer ones first."""

_MAX_NAMED = 4
_MAX_STEPS = 100


@dataclass(slots=True)
class _Seen:
    """The evidence for an interface."""

    evidence: int = 0
    words: dict[str, None] = field(default_factory=dict)


def describe(documents: Sequence[JsonValue]) -> str | None:
    """A sentence with the interface and its types; None where there is no evidence of one."""
    seen: dict[str, _Seen] = {}
    for item in _objects([*documents, *_recorded(documents)]):
        for api, is_evidence in _EVIDENCE_OF.items():
            if is_evidence(item):
                seen.setdefault(api, _Seen()).evidence += 1
        for api, word in _words(item):
            seen.setdefault(api, _Seen()).words.setdefault(word)
    told = {api: found for api, found in seen.items() if found.evidence}
    if not told:
        return None
    api = max(told, key=lambda name: told[name].evidence)
    if api in _READ_INSTEAD:
        return (
            f"It looks like {TITLES[api]}: Crosswire reads {_READ_INSTEAD[api]}, and not "
            "this one."
        )
    words = list(told[api].words)
    if not words:
        return (
            f"It looks like {TITLES[api]}: Crosswire knows its types and does not read "
            "them yet."
        )
    named = ", ".join([*words[:_MAX_NAMED], *(["..."] if len(words) > _MAX_NAMED else [])])
    return (
        f"It looks like {TITLES[api]} ({named}): Crosswire knows these types and does not "
        "read them yet."
    )


def tells_another(bodies: Sequence[JsonValue]) -> bool:
    """Whether one of these bodies or events is of an interface that no format reads."""
    return any(
        is_evidence(body)
        for body in bodies[:_MAX_STEPS]
        if isinstance(body, dict)
        for is_evidence in _EVIDENCE_OF.values()
    )


TITLES = {
    "openai-agents-sessions": "sessions of OpenAI's agents",
    "openai-realtime": "OpenAI Realtime",
    "gemini-interactions": "Gemini Interactions",
    "gemini-live": "Gemini Live",
    "cohere-v1-chat": "version 1 of Cohere's Chat",
}
"""Interfaces that can be named -> their names in sentences."""

_READ_INSTEAD = {
    "cohere-v1-chat": "version 2",
}
"""Interfaces that the registry leaves out -> what is read of the same provider instead."""


def _recorded(documents: Sequence[JsonValue]) -> list[JsonValue]:
    """The bodies in the envelopes of recorders, which mostly keep them as texts."""
    envelopes = Envelopes()
    found: list[JsonValue] = []
    for number, document in enumerate(documents):
        at = root(number)
        recorded = envelopes.recorded(document, at)
        if not recorded and isinstance(document, dict):
            recorded = [envelopes.of(document, at)]
        for one in recorded:
            found += (body for body, _ in (*one.requests, *one.responses))
            found += one.unknown
    return found


def _objects(documents: Sequence[JsonValue]) -> Iterator[JsonObject]:
    """The objects of an upload, outer ones first, and no more than so many."""
    waiting: deque[JsonValue] = deque(documents[:MAX_VALUES])
    for _ in range(MAX_VALUES):
        if not waiting:
            return
        value = waiting.popleft()
        inner = list(value.values()) if isinstance(value, dict) else list_or_empty(value)
        room = max(0, MAX_VALUES - len(waiting))
        waiting.extend(one for one in inner[:room] if isinstance(one, (dict, list)))
        if isinstance(value, dict):
            yield value


# What tells


def _kind(item: JsonObject) -> str:
    kind = item.get("type")
    return kind if isinstance(kind, str) else ""


def _has_text(item: JsonObject, *names: str) -> bool:
    return all(isinstance(item.get(name), str) for name in names)


def _is_step(item: JsonObject) -> bool:
    """A result with its call's id, or a call of a tool that only Interactions names so."""
    own = _kind(item) in _OWN["gemini-interactions"]
    return own and (
        _has_text(item, "call_id") or ("call_id" not in item and _has_text(item, "id"))
    )


def _is_interaction(item: JsonObject) -> bool:
    """A body of Interactions or an event of its streams, by its own fields."""
    event = item.get("event_type")
    if isinstance(event, str) and event.startswith(("interaction.", "step.")):
        return True
    usage = item.get("usage")
    is_answer = isinstance(item.get("steps"), list) and isinstance(usage, dict)
    is_asked = "previous_interaction_id" in item or isinstance(
        item.get("generation_config"), dict
    )
    return (
        item.get("object") == "interaction"
        or (is_answer and "total_input_tokens" in object_or_empty(usage))
        or ("input" in item and is_asked)
    )


def _has_steps(item: JsonObject) -> bool:
    """Whether steps have a call with an id of its own and an object of arguments; Responses
    has neither."""
    steps = item.get("steps")
    return isinstance(steps, list) and any(
        isinstance(step, dict)
        and _kind(step) == "function_call"
        and _has_text(step, "id", "name")
        and isinstance(step.get("arguments"), dict)
        and "call_id" not in step
        for step in steps[:_MAX_STEPS]
    )


def _is_of_session(item: JsonObject) -> bool:
    if item.get("object") == "agent.session" or _kind(item).startswith("agent.session."):
        return True
    return _kind(item) in _OWN["openai-agents-sessions"] and _has_text(item, "turn_id")


def _is_realtime(item: JsonObject) -> bool:
    held = item.get("item")
    event = _kind(item).startswith("conversation.item.") and isinstance(held, dict)
    return event or item.get("object") == "realtime.item"


def _live_words(item: JsonObject) -> Iterator[str]:
    for key, inner in (("toolCall", "functionCalls"), ("toolResponse", "functionResponses")):
        held = item.get(key)
        if isinstance(held, dict) and isinstance(held.get(inner), list):
            yield key


def _is_first_cohere(item: JsonObject) -> bool:
    """A turn, an answer, a result with its call inside, or a tool with parameters of Python's
    types."""
    if item.get("role") in ("USER", "CHATBOT", "SYSTEM") and _has_text(item, "message"):
        return True
    if _has_text(item, "text", "generation_id") and (
        "finish_reason" in item or "chat_history" in item
    ):
        return True
    call = item.get("call")
    if isinstance(call, dict) and isinstance(item.get("outputs"), list):
        return _has_text(call, "name") and isinstance(call.get("parameters"), dict)
    return _has_text(item, "name") and isinstance(item.get("parameter_definitions"), dict)


_EVIDENCE_OF: dict[str, Callable[[JsonObject], bool]] = {
    "openai-agents-sessions": _is_of_session,
    "openai-realtime": _is_realtime,
    "gemini-interactions": lambda item: (
        _is_step(item) or _has_steps(item) or _is_interaction(item)
    ),
    "gemini-live": lambda item: any(_live_words(item)),
    "cohere-v1-chat": _is_first_cohere,
}


def _words(item: JsonObject) -> Iterator[tuple[str, str]]:
    """The types that an item may be of, in each interface that is not read."""
    for api in _BY_TYPE.get(_kind(item), ()):
        yield api, _kind(item)
    for word in _live_words(item):
        yield "gemini-live", word


def _by_type() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in WIRE_TYPES:
        if row.format is None and row.discriminator.kind == "type" and row.api in TITLES:
            found.setdefault(row.discriminator.value, []).append(row.api)
    return found


_BY_TYPE = _by_type()
_SHARED = {row.discriminator.value for row in WIRE_TYPES if row.format is not None} | {
    word for word, apis in _BY_TYPE.items() if len(apis) > 1
}
_OWN = {
    api: frozenset(
        word for word, apis in _BY_TYPE.items() if api in apis and word not in _SHARED
    )
    for api in TITLES
}
"""Words that one interface alone has."""
