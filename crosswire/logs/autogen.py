"""What AutoGen 0.4 and later keeps: messages and events of teams, states of agents, replays.

{"source": "agent", "type": "ToolCallRequestEvent", "content": [{"id", "name", "arguments"}]}
{"type": "AssistantMessage", "source": "agent", "content": [...], "thought": null}
{"mode": "create", "messages": [...], "response": {"content": ..., "usage": {...}}}
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats.protocol import Recognition
from crosswire.logs.shared.blocks import Media
from crosswire.logs.shared.call_blocks import Call, Result
from crosswire.logs.shared.content import Content
from crosswire.logs.shared.dialect import Dialect, recognise
from crosswire.logs.shared.dialect_reading import extras_in, put, said_in
from crosswire.logs.shared.finding import Finder, Run
from crosswire.logs.shared.run_reading import begin, note_others, read_beside
from crosswire.model import JsonObject, JsonValue, Part, ReasoningPart, Role, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, object_or_empty, text_or_none, type_of

NAME = "autogen"
TITLE = "AutoGen"
# Its words are no provider's, so that nothing of it is ever written as it stands.
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset[str]()

_OF_MODELS: dict[str, Role] = {
    "SystemMessage": "system",
    "UserMessage": "user",
    "AssistantMessage": "assistant",
    "FunctionExecutionResultMessage": "tool",
}
_OF_TEAMS = frozenset(
    {"TextMessage", "MultiModalMessage", "StopMessage", "HandoffMessage", "ThoughtEvent"}
    | {"ToolCallRequestEvent", "ToolCallExecutionEvent", "ToolCallSummaryMessage"}
    | {"CodeGenerationEvent", "CodeExecutionEvent"}
)
_BOOKKEEPING = frozenset(
    {"ModelClientStreamingChunkEvent", "UserInputRequestedEvent", "MemoryQueryEvent"}
    | {"SelectSpeakerEvent", "SelectorEvent"}
)
_TYPES = _OF_MODELS.keys() | _OF_TEAMS | _BOOKKEEPING
_CALL = Call(id=("id",), name=("name",), arguments=("arguments",))
_RESULT = Result(
    id=("call_id",),
    output=("content",),
    content=Content(),
    name=("name",),
    error=("is_error",),
)
_CONTENT = Content(
    kind=(),
    blocks={".arguments": _CALL, ".call_id": _RESULT, ".data": Media(kind="image")},
    data=False,
)


def _is_structured(value: JsonObject) -> bool:
    return (type_of(value) or "").startswith("StructuredMessage")


def is_message(value: JsonValue) -> bool:
    """Whether a value is a message or an event."""
    if not isinstance(value, dict) or "content" not in value:
        return False
    return type_of(value) in _TYPES or (_is_structured(value) and "source" in value)


def is_sign(message: JsonObject) -> bool:
    """Whether no other format writes such a message."""
    return "source" in message or type_of(message) == "FunctionExecutionResultMessage"


def _word_of(message: JsonObject) -> str:
    kind = type_of(message) or ""
    if kind in _OF_MODELS:
        return kind
    return "UserMessage" if message.get("source") == "user" else "AssistantMessage"


DIALECT = Dialect(
    name=NAME,
    traits=TRAITS,
    is_message=is_message,
    is_sign=is_sign,
    reason="Messages with `source` and a `type` such as `ToolCallRequestEvent`.",
    role=("type",),
    roles=_OF_MODELS,
    content=_CONTENT,
    known=frozenset({"id", "source", "created_at", "type", "thought", "format_string"}),
    kept=frozenset(
        {"models_usage", "metadata", "tool_calls", "results", "context", "target"}
        | {"message_thread", "current_turn", "inner_messages", "usage", "logprobs", "cached"}
    ),
    word_of=_word_of,
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    return recognise(documents, DIALECT)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return [_read(run) for run in Finder(is_message).runs(documents, first)]


def _read(run: Run) -> ConversationBuilder:
    into = begin(DIALECT)
    answers = [one for one in run.beside if _is_answer(*one[:2])]
    run.beside = [one for one in run.beside if not _is_answer(*one[:2])]
    read_beside(run, into, DIALECT)
    for value, at in run.messages:
        raw = object_or_empty(value)
        if type_of(raw) in _BOOKKEEPING:
            into.set_aside.append(raw)
        else:
            _read_message(raw, at, DIALECT.roles[_word_of(raw)], into)
    for _, value, at in answers:
        _read_message(object_or_empty(value), at, "assistant", into)
    note_others(run, into)
    return into


def _is_answer(name: str, value: JsonValue) -> bool:
    """Whether a field beside messages is what a model answered to them."""
    return name == "response" and isinstance(value, dict) and "content" in value


def _read_message(raw: JsonObject, at: Address, role: Role, into: ConversationBuilder) -> None:
    parts: list[Part] = []
    thought = text_or_none(raw.get("thought"))
    if thought:
        place = child(at, "thought")
        parts.append(ReasoningPart(address=place, raw=thought, text=thought))
    if type_of(raw) == "ThoughtEvent":
        place, text = child(at, "content"), str(raw["content"])
        parts.append(ReasoningPart(address=place, raw=text, text=text))
    elif _is_structured(raw):
        parts += Content()(raw["content"], child(at, "content"))
    else:
        parts += said_in(raw, at, DIALECT)
    into.set_aside += [one for one in list_or_empty(raw["content"]) if isinstance(one, str)]
    put(parts, role, raw, at, into, extras_in(raw, DIALECT))
