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
from dataclasses import dataclass, fields

from crosswire.address import Address, child
from crosswire.model import Conversation, JsonObject, JsonValue, Message
from crosswire.model.json_values import field_of

_IN_MESSAGES = ("usage", "usageMetadata", "usage_metadata", "metrics")
_OF_ANSWERS = ("usage", "usageMetadata", "usage_metadata")
_OLLAMA = ("prompt_eval_count", "eval_count")
"""Ollama counts in fields beside the message."""

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tokens:
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
        return any(getattr(self, one.name) is not None for one in fields(self))


@dataclass(frozen=True, slots=True)
class Usage:
    """What one answer cost, by its own words."""

    tokens: Tokens
    address: Address
    """Where the log says it."""
    message: str | None = None
    """Key of the message that says it; None where the answer does, beside its messages."""
    cost: float | None = None
    """Money, in the unit of the log: dollars (Claude Code), or the credits of a router."""


@dataclass(frozen=True, slots=True)
class Total:
    """The sum over all answers that say what they cost."""

    tokens: Tokens
    answers: int
    cost: float | None


def usage(conversation: Conversation) -> list[Usage]:
    """What each answer cost, in their order; of the several lines of one answer the last
    counts."""
    found: dict[str, Usage] = {}
    seen: set[int] = set()
    for message in conversation.messages:
        for one, raw in _of_message(message, conversation):
            seen.add(id(raw))
            # A log that has a line for each block writes the usage on each; it grows as the
            # answer does.
            found[message.group or message.key] = one
    for one, raw in _beside(conversation):
        if id(raw) not in seen:
            found[one.address] = one
    return list(found.values())


def total(each: Iterable[Usage]) -> Total | None:
    """The sum; None where no answer says anything."""
    every = list(each)
    if not every:
        return None
    sums = {
        one.name: _sum([getattr(use.tokens, one.name) for use in every])
        for one in fields(Tokens)
    }
    costs = [use.cost for use in every if use.cost is not None]
    return Total(Tokens(**sums), len(every), sum(costs) if costs else None)


def _sum(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _of_message(
    message: Message, conversation: Conversation
) -> Iterator[tuple[Usage, JsonValue]]:
    raw = message.raw
    if not isinstance(raw, dict) or message.role not in ("assistant", "other"):
        return
    cost = _number((message.extras or {}).get("costUSD"))
    for name in _IN_MESSAGES:
        counted = raw.get(name)
        if not isinstance(counted, dict):
            continue
        found = tokens(counted)
        if found or cost is not None:
            at = child(message.address, name)
            if conversation.places is not None:
                at = conversation.places.corrected(at)
            yield (
                Usage(
                    found,
                    at,
                    message.key,
                    _number(counted.get("cost")) if cost is None else cost,
                ),
                counted,
            )
            return


def _beside(conversation: Conversation) -> Iterator[tuple[Usage, JsonValue]]:
    """Of the answer itself; and of one that stands, unread, in a log's field `response`."""
    ollama: JsonObject = {}
    at: Address | None = None
    for part in conversation.settings():
        value, place = part.value, part.address
        if part.name == "response" and isinstance(value, dict):
            value, place = value.get("usage"), child(place, "usage")
        elif part.name in _OLLAMA:
            ollama[part.name], at = value, at or place
            continue
        elif part.name not in _OF_ANSWERS:
            continue
        if isinstance(value, dict):
            found, cost = tokens(value), _number(value.get("cost"))
            if found or cost is not None:
                yield Usage(found, place, None, cost), value
    if at is not None and (found := tokens(ollama)):
        yield Usage(found, at), None


def tokens(counted: JsonObject) -> Tokens:
    """What a provider's object of counts says, in the common words."""
    if isinstance(
        inner := counted.get("tokens"), dict
    ):  # Cohere's, beside the units that it bills
        counted = {**inner, "cached_tokens": counted.get("cached_tokens")}
    cached, written = _first(counted, _CACHED), _first(counted, _WRITTEN)
    read = _first(counted, _INPUT)
    if read is not None and _counts_apart(counted):
        read += (cached or 0) + (written or 0)
    reasoning = _first(counted, _REASONING)
    return Tokens(
        input=_plus(read, _first(counted, _TOOL_PROMPT)),
        output=_output(counted),
        cached=cached,
        cache_written=written,
        reasoning=reasoning,
    )


def _counts_apart(counted: JsonObject) -> bool:
    """Whether the cache is no part of the input; a relay that writes `prompt_tokens` adds it
    up itself."""
    named = "input_tokens" in counted or "inputTokens" in counted
    return named and not _CACHE_APART.isdisjoint(counted)


def _output(counted: JsonObject) -> int | None:
    """Gemini counts thoughts apart from the candidates."""
    wrote = _first(counted, _OUTPUT)
    return (
        wrote
        if wrote is not None
        else _plus(_first(counted, _CANDIDATES), _first(counted, _THOUGHTS))
    )


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
        value: JsonValue = counted
        for name in path:
            value = field_of(value, name)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST:
            return value
    return None


_MOST = 10**12
"""Tokens; what is more is no count."""


def _plus(one: int | None, other: int | None) -> int | None:
    return one if other is None else other if one is None else one + other


def _number(value: JsonValue) -> float | None:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < _MOST:
        return float(value)
    return None
