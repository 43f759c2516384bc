"""What a call id looks like: whose shape it has, and whether it is no real id at all.

A shape is a hint, never proof: any program may write `call_` and 24 letters. What these functions
say is therefore shown as "looks like", and only raises a finding together with other evidence.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass

_UUID = r"[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}"
# Not mcpr_: an approval answers its request by the id of that item, rightly so.
_ITEM_PREFIXES = "fc|ctc|mcp|ws|ci|fs|ig|rs|msg"


@dataclass(frozen=True, slots=True)
class IdShape:
    """One shape of ids that is known from logs."""

    maker: str
    """Who is known to write ids like this."""
    pattern: re.Pattern[str]
    """Of the whole id."""
    note: str = ""
    """What else is worth knowing about such ids."""


def _shape(maker: str, pattern: str, note: str = "") -> IdShape:
    return IdShape(maker, re.compile(pattern, re.DOTALL), note)


SHAPES = (
    _shape("LiteLLM", r".+__thought__.+", "a Gemini thought signature is packed into the id"),
    _shape(
        "pi or pydantic-ai (older)",
        r"[^|\s]+\|[^|\s]+",
        "a call id and an item id of the Responses API, glued together",
    ),
    _shape("Anthropic", r"toolu_(?:vrtx_|bdrk_)?01[A-Za-z0-9]{20,24}"),
    _shape("Anthropic, of a server tool", r"srvtoolu_[A-Za-z0-9_]+"),
    _shape("Anthropic, of an MCP tool", r"mcptoolu_[A-Za-z0-9_]+"),
    _shape("a proxy before Anthropic", r"toolu_fallback_\d+"),
    _shape("Bedrock", r"tooluse_[A-Za-z0-9_-]+"),
    _shape("DeepSeek", r"call_\d\d_[A-Za-z0-9]+"),
    _shape("SGLang or llm-rosetta", r"call_[0-9a-f]{24}"),
    _shape("OpenAI", r"call_[A-Za-z0-9]{24}"),
    _shape("vLLM", r"chatcmpl-tool-[0-9a-f]+"),
    _shape("Kimi", r"(?:functions\.)?[\w.-]+:\d+", "the model reads these ids: renaming them makes it worse"),
    _shape("Gemini", r"call_\d{5,9}"),
    _shape("Mistral", r"[A-Za-z0-9]{9}"),
    _shape("Gemini", r"[A-Za-z0-9]{8}"),
    _shape("gemini-cli", r"[\w.-]+-\d{13}-[0-9a-f]+"),
    _shape("Copilot before Gemini", r"tool_\d+_[\w.-]+"),
    _shape("pydantic-ai", r"pyd_ai_[0-9a-f-]+"),
    _shape("google-adk", r"adk[-_].+"),
    _shape("agent-framework", rf"af-call-.+|tool-call-{_UUID}"),
    _shape("Portkey", rf"portkey-{_UUID}"),
    _shape("claude-code-router", r"ccr_tool_.+"),
    _shape(
        "the Responses API, of an item",
        rf"(?:{_ITEM_PREFIXES})_[A-Za-z0-9_-]+",
        "it names an item and answers no call",
    ),
    _shape("a client that counts its calls", r"(?:call|tool)[_-]?\d{1,3}"),
    _shape("a client that makes up UUIDs", rf"(?:call_|toolu_)?{_UUID}"),
)
"""The first that fits is the likeliest."""


def looks_like(value: str) -> IdShape | None:
    """Whose ids have this shape, if it is a known one."""
    return next((shape for shape in SHAPES if shape.pattern.fullmatch(value)), None)


_MINTED = re.compile(
    rf"(?:call_|toolu_|srvtoolu_|mcptoolu_|tooluse_|chatcmpl-tool-|(?:{_ITEM_PREFIXES})_)(?=\S*\d)\S+"
    rf"|(?=\D*\d)[A-Za-z0-9]{{8,9}}|{_UUID}"
)


def looks_minted(value: str) -> bool:
    """Whether a provider may well have made it: one word with a digit, of a provider's shape."""
    return _MINTED.fullmatch(value) is not None


_PREFIXED_UUID = re.compile(rf"(?:[A-Za-z_-]+[_-])?\{{?{_UUID}\}}?")


def is_uuid(value: str) -> bool:
    """A UUID, bare or after a prefix."""
    return len(value) >= 32 and _PREFIXED_UUID.fullmatch(value) is not None


# Four digits and more are no counter: Gemini itself writes call_4162774.
_COUNTER = re.compile(r"(?:(?P<before>[A-Za-z_.-]*?)[_.:-]?)?(?P<number>\d{1,3})")
_COUNTED = (
    "",
    "call",
    "tool",
    "tool_call",
    "toolcall",
    "function",
    "function_call",
    "functioncall",
    "id",
    "request",
)


def is_counter(value: str, names: Container[str] = ()) -> bool:
    """A position or a running number: `0`, `call_1`, or one of these names with a number."""
    if len(value) > 80 or not value[-1:].isdigit():
        return False
    found = _COUNTER.fullmatch(value)
    if found is None:
        return False
    before = (found["before"] or "").rstrip("_.:-")
    bare = re.sub(r"^(?:call|tool|functions?)[_.-]", "", before)
    return before.lower() in _COUNTED or before in names or bare in names


_PLACEHOLDERS = frozenset(
    {
        "null", "none", "nil", "undefined", "nan", "n/a", "unknown", "string", "todo", "tbd",
        "id", "call_id", "tool_call_id", "tool_use_id", "tool_id", "call_undefined", "call_null", "call_none",
        "__fake_id__", "fake_id", "placeholder", "dummy", "[object object]", "<call_id>", "<id>", "...", "-",
    }
)  # fmt: skip


def is_placeholder(value: str) -> bool:
    """A word that stands where an id should: what a program writes when it has none."""
    last = value.rpartition("|")[2] if "|" in value else value
    return last.strip().lower() in _PLACEHOLDERS


_ITEM_ID = re.compile(rf"(?:{_ITEM_PREFIXES})_[A-Za-z0-9-]{{16,}}")


def is_item_id(value: str) -> bool:
    """An id with a prefix that the Responses API gives to items, not to calls."""
    return _ITEM_ID.fullmatch(value) is not None


def has_item_prefix(value: str) -> bool:
    """Whether it begins as an id of an item does, however short it is."""
    return value.partition("_")[0] in _ITEM_PREFIXES.split("|") and "_" in value


def halves(value: str) -> tuple[str, str] | None:
    """The two ids that some programs glue into one: `call_abc|fc_def`."""
    first, bar, second = value.partition("|")
    if not (bar and first and second) or "|" in second or re.search(r"[\s\"{}\[\]]", value):
        return None
    return first, second
