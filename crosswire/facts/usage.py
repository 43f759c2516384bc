"""What the answers of a conversation cost, as their providers counted it: tokens, and what
money a log has.

Providers count differently, so that the same words are made to mean the same here: `input` is
all that the model read, with what came from a cache or went into one; `output` is all that it
wrote, with its reasoning. Anthropic and Bedrock leave the cache out of `input_tokens`; Gemini
leaves thoughts out of `candidatesTokenCount`. Nothing is estimated: what no provider counted
stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import fields

from crosswire.address import Address, child
from crosswire.model import Conversation, JsonObject, JsonValue, Message, SettingPart
from crosswire.model.json_values import field_of, is_number, object_or_empty, value_at
from crosswire.model.node_key import message_key

_IN_MESSAGES = ("usage", "usageMetadata", "usage_metadata", "metrics")
_OF_ANSWERS = ("usage", "usageMetadata", "usage_metadata")
_OLLAMA = ("prompt_eval_count", "eval_count")
"""Ollama counts in fields beside the message."""

Path = tuple[str, ...]
_Number = TypeVar("_Number", int, float)


class Tokens(Struct, frozen=True):
    """Counted tokens; None where nobody counted."""

    input: int | None = None
    """All that the model read."""
    output: int | None = None
    """All that it wrote, reasoning included."""
    cached: int | None = None
    """Of the input, what was read from a cache."""
    cache_written: int | None = None
    """Of the input, what was put into a cache."""
    reasoning: int | None = None
    """Of the output, what the model thought."""

    def __bool__(self) -> bool:
        return self != _NONE


_NONE = Tokens()


class Usage(Struct, frozen=True):
    """What one answer cost, by its own words."""

    tokens: Tokens
    address: Address
    """Where the log says it."""
    message: str | None = None
    """Key of the message that says it; None where the answer does, beside its messages."""
    cost: float | None = None
    """Money, in the unit of the log: dollars, or the credits of a router."""


class Total(Struct, frozen=True):
    """The sum over all answers that say what they cost."""

    tokens: Tokens
    answers: int
    cost: float | None


def usage(conversation: Conversation) -> list[Usage]:
    """What each answer cost, in their order; of the several lines of one answer the last
    counts."""
    usages: dict[str, Usage] = {}
    seen: set[int] = set()
    for message in conversation.messages:
        for of_message, raw in _of_message(message, conversation):
            seen.add(id(raw))
            # A log that has a line for each block writes the usage on each; it grows as the
            # answer does.
            usages[message.group or message.key] = of_message
    for of_answer, raw in _of_answers(conversation):
        if id(raw) not in seen:
            usages[of_answer.address] = of_answer
    return list(usages.values())


def total(each: Iterable[Usage]) -> Total | None:
    """The sum; None where no answer says anything."""
    every = list(each)
    if not every:
        return None
    sums = {
        count.name: _sum([getattr(use.tokens, count.name) for use in every])
        for count in fields(Tokens)
    }
    return Total(Tokens(**sums), len(every), _sum([use.cost for use in every]))


def _sum(counts: Sequence[_Number | None]) -> _Number | None:
    """The sum of what was counted; None where nothing was."""
    known = [count for count in counts if count is not None]
    return sum(known[1:], known[0]) if known else None


def _of_message(
    message: Message, conversation: Conversation
) -> Iterator[tuple[Usage, JsonValue]]:
    if message.role not in ("assistant", "other"):
        return
    cost = _number((message.extras or {}).get("costUSD"))
    for name in _IN_MESSAGES:
        raw = field_of(message.raw, name)
        if not isinstance(raw, dict):
            continue
        counted = tokens(raw)
        if counted or cost is not None:
            place = child(message.address, name)
            if conversation.places is not None:
                place = conversation.places.corrected(place)
            cost = _number(raw.get("cost")) if cost is None else cost
            yield Usage(counted, place, message.key, cost), raw
            return


def _of_answers(conversation: Conversation) -> Iterator[tuple[Usage, JsonValue]]:
    """What answers say outside of their messages, also one in a log's field `response`."""
    for one in conversation.earlier:
        yield from _of_settings(one.settings, message_key(one.message))
    yield from _of_settings(list(conversation.settings()))


def _of_settings(
    settings: Sequence[SettingPart], message: str | None = None
) -> Iterator[tuple[Usage, JsonValue]]:
    for part in settings:
        value, place = part.value, part.address
        if part.name == "response":
            value, place = field_of(value, "usage"), child(place, "usage")
        elif part.name not in _OF_ANSWERS:
            continue
        counted = object_or_empty(value)
        usage = Usage(tokens(counted), place, message, _number(counted.get("cost")))
        if usage.tokens or usage.cost is not None:
            yield usage, value
    yield from _of_ollama(settings, message)


def _of_ollama(
    settings: Sequence[SettingPart], message: str | None
) -> Iterator[tuple[Usage, JsonValue]]:
    parts = [part for part in settings if part.name in _OLLAMA]
    counted = tokens({part.name: part.value for part in parts})
    if counted:
        yield Usage(counted, parts[0].address, message), None


def tokens(counted: JsonObject) -> Tokens:
    """What a provider's object of counts says, in the common words."""
    inner = counted.get("tokens")
    if isinstance(inner, dict):  # Cohere's; what it bills stands next to it
        counted = {**inner, "cached_tokens": counted.get("cached_tokens")}
    cached, written = _first(counted, _CACHED), _first(counted, _WRITTEN)
    read = _first(counted, _INPUT)
    if read is not None and _counts_apart(counted):
        read = _sum([read, cached, written])
    return Tokens(
        input=_sum([read, _first(counted, _TOOL_PROMPT)]),
        output=_output(counted),
        cached=cached,
        cache_written=written,
        reasoning=_first(counted, _REASONING),
    )


def _counts_apart(counted: JsonObject) -> bool:
    """Whether the cache is no part of the input; a relay that writes `prompt_tokens` adds it
    up itself."""
    of_input = {"input_tokens", "inputTokens"}
    return not (of_input.isdisjoint(counted) or _CACHE_APART.isdisjoint(counted))


def _output(counted: JsonObject) -> int | None:
    """Gemini counts thoughts apart from the candidates."""
    wrote = _first(counted, _OUTPUT)
    if wrote is not None:
        return wrote
    return _sum([_first(counted, _CANDIDATES), _first(counted, _THOUGHTS)])


_INPUT: tuple[Path, ...] = (
    ("input_tokens",),
    ("prompt_tokens",),
    ("promptTokenCount",),
    ("prompt_token_count",),
    ("inputTokens",),
    ("prompt_eval_count",),
)
_TOOL_PROMPT: tuple[Path, ...] = (
    ("toolUsePromptTokenCount",),
    ("tool_use_prompt_token_count",),
)
_OUTPUT: tuple[Path, ...] = (
    ("output_tokens",),
    ("completion_tokens",),
    ("outputTokens",),
    ("eval_count",),
)
_CANDIDATES: tuple[Path, ...] = (("candidatesTokenCount",), ("candidates_token_count",))
_THOUGHTS: tuple[Path, ...] = (("thoughtsTokenCount",), ("thoughts_token_count",))
_CACHED: tuple[Path, ...] = (
    ("cache_read_input_tokens",),
    ("input_tokens_details", "cached_tokens"),
    ("prompt_tokens_details", "cached_tokens"),
    ("cachedContentTokenCount",),
    ("cached_content_token_count",),
    ("cacheReadInputTokens",),
    ("cacheReadTokens",),
    ("prompt_cache_hit_tokens",),
    ("cached_tokens",),
)
_WRITTEN: tuple[Path, ...] = (
    ("cache_creation_input_tokens",),
    ("cacheWriteInputTokens",),
    ("cacheWriteTokens",),
    ("input_tokens_details", "cache_write_tokens"),
    ("prompt_tokens_details", "cache_write_tokens"),
)
_REASONING: tuple[Path, ...] = (
    ("output_tokens_details", "reasoning_tokens"),
    ("completion_tokens_details", "reasoning_tokens"),
    ("output_tokens_details", "thinking_tokens"),
    *_THOUGHTS,
)
_CACHE_APART = frozenset(
    {
        "cache_read_input_tokens",
        "cache_creation_input_tokens",
        "cacheReadInputTokens",
        "cacheWriteInputTokens",
        "cacheReadTokens",
        "cacheWriteTokens",
    }
)
"""Fields of those who count the cache apart from the input: Anthropic, Bedrock."""


def _first(counted: JsonObject, paths: Sequence[Path]) -> int | None:
    for path in paths:
        value = value_at(counted, *path)
        if type(value) is int and 0 <= value < _MAX:
            return value
    return None


_MAX = 10**12
"""Tokens; what is more is no count."""


def _number(value: JsonValue) -> float | None:
    return float(value) if is_number(value) and 0 <= value < _MAX else None
