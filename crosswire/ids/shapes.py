"""What a call id looks like: whose shape it has, and whether it is no real id at all.

A shape is a hint, never proof: any program may write `call_` and 24 letters. What these
functions say is therefore shown as "looks like", and only raises a finding together with other
evidence. Ids come from uploads and may be megabytes long, so that every pattern here takes
linear time.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import cache

from msgspec import Struct

_UUID = r"[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}"
# Not mcpr_: an approval answers its request by the id of that item, rightly so.
_ITEM_PREFIXES = "fc|ctc|mcp|ws|ci|fs|ig|rs|msg"
_MORE_PREFIXES = "om|fco|ctco|mcpl|mcpr|mcpa|cuo?|lsho?|tsc|tso|apc?|apo|wfa|cmp|progo?"
_ALL_ITEM_PREFIXES = f"{_ITEM_PREFIXES}|{_MORE_PREFIXES}"
_SHORTUUID = "[2-9A-HJ-NP-Za-km-z]{22}"
_EPOCH = r"1[4-9]\d{8}(?:\d{3}){0,3}"


_FLAGS = re.DOTALL | re.ASCII


class IdShape(Struct, frozen=True):
    """One shape of ids that is known from logs."""

    maker: str
    """Who is known to write ids like this."""
    pattern: str
    """Of the whole id."""
    note: str = ""
    """What else is worth knowing about such ids."""
    provider: str | None = None
    """The provider whose own ids these are; None for what programs in between make."""

    def fits(self, value: str) -> bool:
        """Whether an id has this shape."""
        return re.fullmatch(self.pattern, value, _FLAGS) is not None


def _shape(maker: str, pattern: str, note: str = "", *, of: str | None = None) -> IdShape:
    return IdShape(maker, pattern, note, of)


_THOUGHT = _shape(
    "LiteLLM",
    r".+?__thought__.*",
    "a Gemini thought signature is packed into the id; whoever packed it needs it back to "
    "the letter",
)
_GLUED = _shape(
    "pi or pydantic-ai (older)",
    r"[^|\s\"{}\[\]]+\|[^|\s\"{}\[\]]+",
    "a call id and an item id of the Responses API, glued together",
)
_FAKE = _shape(
    "a program of openai-agents",
    "__fake_id__",
    "stands where there was no id; the library takes it off before it asks OpenAI",
)
_PLACEHOLDER = _shape("a placeholder", r"\S.*", "a word that stands where an id should")

SHAPES = (
    _THOUGHT,
    _GLUED,
    # Anthropic and what speaks its language
    _shape("Anthropic", r"toolu_01[A-Za-z0-9]{20,24}", of="anthropic"),
    _shape("Anthropic on Vertex AI", r"toolu_vrtx_01[A-Za-z0-9]{20,24}", of="anthropic"),
    _shape("Anthropic on Bedrock", r"toolu_bdrk_01[A-Za-z0-9]{20,24}", of="anthropic"),
    _shape(
        "Crosswire",
        r"srvtoolu_cw_[A-Za-z0-9]{22}",
        "made for an export, which was uploaded again",
    ),
    _shape("Anthropic, of a server tool", r"srvtoolu_[A-Za-z0-9_]{16,}", of="anthropic"),
    _shape("Anthropic, of an MCP tool", r"mcptoolu_[A-Za-z0-9_]{16,}", of="anthropic"),
    _shape("Anthropic, of an agent's event", r"sevt_01[A-Za-z0-9]{20,24}", of="anthropic"),
    _shape("a proxy before Anthropic", r"toolu_fallback_\d+", "a counter or a time"),
    _shape("Bedrock", r"tooluse_[A-Za-z0-9_-]{16,}", of="bedrock"),
    _shape("Bedrock's Responses API", r"resp_[a-z2-7]{40,60}:call_\d+", of="bedrock"),
    # What begins with `call`, the narrower shapes first
    _shape("DeepSeek", rf"call_\d\d_[A-Za-z0-9]{{16,}}|call_\d_{_UUID}", of="deepseek"),
    _shape("claude-code-router", r"ccr_tool_.+|ccr_\d{13}|call_\d{13}_\d+"),
    _shape("SGLang or llm-rosetta", r"call_[0-9a-f]{24}"),
    _shape("OpenAI", r"call_[A-Za-z0-9]{24}", of="openai"),
    _shape("Z.ai (GLM)", r"call_-?\d{17,20}", of="zai"),
    _shape("Gemini", r"call_\d{7}|function-call-\d{15,20}", of="gemini"),
    _shape("xAI (Grok)", r"call_\d{8}", of="xai"),
    _shape("GPUStack", r"call-[A-Za-z0-9]{32}"),
    _shape(
        "a client that counts its calls",
        r"(?:call|CALL|Call|tool|TOOL|tool_call|toolu|tooluse)?[_-]?\d{1,3}",
    ),
    _shape("Ollama", r"call_(?=[a-z]*\d)[a-z0-9]{8}", of="ollama"),
    _shape("Copilot before Gemini", r"tool_\d+_[\w.-]+", "the tool's name with its position"),
    _shape("vLLM", r"chatcmpl-tool-[0-9a-f]+"),
    _shape(
        "Kimi",
        r"(?:functions\.)?[A-Za-z_][\w.-]*:\d{1,5}",
        "the model reads these ids: renaming them makes it worse",
        of="moonshot",
    ),
    # Programs in between
    _shape("Crosswire", r"cw_[0-9a-f]{24}", "made for an export, which was uploaded again"),
    _shape("gemini-cli", rf"[\w.-]+-{_EPOCH}-[0-9a-f]+", "the tool's name and the time"),
    _shape("pydantic-ai", r"pyd_ai_.+"),
    _shape(
        "google-adk", r"adk[-_].+", "google-adk takes it off again before it asks the model"
    ),
    _shape("agent-framework", rf"af-call-.+|tool-call-{_UUID}"),
    _shape("Portkey", rf"portkey-{_UUID}"),
    _FAKE,
    # Ids of items
    _shape(
        "Azure AI Foundry, of an item",
        rf"(?:{_ALL_ITEM_PREFIXES})_(?=[0-9a-f]{{18}}[0-9a-f]*[G-Zg-zA-F])[0-9a-f]{{18}}[A-Za-z0-9]{{32}}",
        "it names an item; its first 18 digits are the same all through a response",
        of="azure-foundry",
    ),
    _shape("Groq", rf"fc_{_UUID}", of="groq"),
    _shape(
        "Anthropic, of a message",
        r"msg_01[A-Za-z0-9]{22}",
        "it names a message and answers no call",
    ),
    _shape(
        "the Responses API, of an item",
        rf"(?:{_ALL_ITEM_PREFIXES})_(?=\D*\d)[A-Za-z0-9_-]+",
        "it names an item and answers no call",
        of="openai",
    ),
    # Without a prefix
    _shape("a UUID that some client made", rf"(?:call[_-]|toolu_)?(?:{_UUID}|\{{{_UUID}\}})"),
    _shape(
        "a ToolCall record",
        r"[0-9a-f]{64}",
        "a checksum of the call: a call that is repeated has the same again, so that it is "
        "no id",
    ),
    _shape("Mistral", r"(?=\d*[A-Za-z])[A-Za-z0-9]{9}", of="mistral"),
    _shape("LM Studio", r"\d{9}"),
    _shape("Gemini", r"(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{8}", of="gemini"),
    _shape("the AI SDK", r"(?=[a-z0-9]*[A-Z])(?=[A-Za-z]*\d)[A-Za-z0-9]{16}"),
    # After the name of a tool
    _shape("inspect_ai", rf"[A-Za-z_][\w.-]*_{_SHORTUUID}"),
    _shape(
        "llm-messages", r"call_[A-Za-z][\w.-]*_\d{1,4}", "the tool's name with its position"
    ),
    _shape("Cohere", r"(?!call_|tool)[A-Za-z]\w*_(?=[a-z]*\d)[a-z0-9]{12}", of="cohere"),
    _shape(
        "a client that puts the time into ids",
        rf"(?:[A-Za-z_][\w.]*[-_])?{_EPOCH}(?:[-_]\w{{1,8}})?",
    ),
)
"""The first that fits is the likeliest."""


@cache
def _any_shape() -> re.Pattern[str]:
    """All at once, as every id of a long log is asked for: the number of the group is that of
    the shape. Compiled when it is asked for, as it would be a twentieth of the time that a
    command takes to start."""
    return re.compile("|".join(f"({shape.pattern})" for shape in SHAPES), _FLAGS)


_MAX_LENGTH = 160
"""From here on only what packs something else into an id is likely."""


def looks_like(value: str) -> IdShape | None:
    """Whose ids have this shape, if it is a known one."""
    if len(value) > _MAX_LENGTH:
        packed = (shape for shape in (_THOUGHT, _GLUED) if shape.fits(value))
        return next(packed, None)
    if is_placeholder(value):
        return _FAKE if _FAKE.fits(value) else _PLACEHOLDER
    match = _any_shape().fullmatch(value)
    return SHAPES[match.lastindex - 1] if match and match.lastindex else None


_MINTED = re.compile(
    rf"(?:call_|toolu_|srvtoolu_|mcptoolu_|tooluse_|chatcmpl-tool-|(?:{_ITEM_PREFIXES})_)(?=\S*\d)\S+"
    rf"|(?=\D*\d)[A-Za-z0-9]{{8,9}}|{_UUID}"
)


def looks_minted(value: str) -> bool:
    """Whether a provider may have made the id: a word with a digit, of a provider's shape."""
    return _MINTED.fullmatch(value) is not None


_ORDINARY = re.compile(
    r"(?:call_|toolu_|srvtoolu_|mcptoolu_|tooluse_|chatcmpl-tool-)(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]+"
    r"|(?=[A-Za-z]*[0-9])[A-Za-z0-9]{8,9}"
)


def is_ordinary(value: str) -> bool:
    """One word with a digit and of a shape that providers write, and no other thing known here
    but a UUID.

    No item id, no two ids and no placeholder has such a shape; a counter may.
    """
    return _ORDINARY.fullmatch(value) is not None


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
    "toolu",
    "tooluse",
    "tool_use",
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
    counted = _COUNTER.fullmatch(value)
    if counted is None:
        return False
    before = (counted["before"] or "").rstrip("_.:-")
    bare = re.sub(r"^(?:call|tool|functions?)[_.-]", "", before)
    return before.lower() in _COUNTED or before in names or bare in names


_PLACEHOLDERS = frozenset(
    {
        "null", "none", "nil", "undefined", "nan", "n/a", "unknown", "string", "todo", "tbd",
        "id", "call_id", "tool_call_id", "tool_use_id", "tool_id", "call_undefined",
        "call_null", "call_none", "__fake_id__", "fake_id", "placeholder", "dummy",
        "[object object]", "<call_id>", "<id>", "...", "-",
    }
)  # fmt: skip


def is_placeholder(value: str) -> bool:
    """A word that stands where an id should: what a program writes when it has none."""
    return len(value) < 40 and value.strip().lower() in _PLACEHOLDERS


_TIMED = re.compile(
    rf"(?:[A-Za-z_.][\w.-]*[-_.:]|)(?:{_EPOCH})(?:[-_.:][0-9A-Za-z]{{1,16}})?", re.ASCII
)
_EPOCH_WITHIN = re.compile(r"1[4-9][0-9]{8}|20[0-9]{2}-?[01][0-9]-?[0-3][0-9]")
_DATED = re.compile(
    r"(?:[A-Za-z_.][\w.-]*[-_.:])?20\d\d-?[01]\d-?[0-3]\d"
    r"[T_ -]?[0-2]\d[:.-]?[0-5]\d[:.-]?[0-5]\d"
    r"(?:\.?\d{1,9})?Z?(?:[-_.:][0-9A-Za-z]{1,8})?",
    re.ASCII,
)


def is_timed(value: str) -> bool:
    """The time, as a date or in seconds down to nanoseconds, alone or beside a name and a few
    characters."""
    if not 10 <= len(value) <= _MAX_LENGTH or _EPOCH_WITHIN.search(value) is None:
        return False
    return (_TIMED.fullmatch(value) or _DATED.fullmatch(value)) is not None


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


_BEGINS_AS_AN_ID = re.compile(rf"(?:call|toolu|tooluse|chatcmpl-tool|{_ITEM_PREFIXES})[_-]")


def is_composite(value: str) -> bool:
    """Two ids glued into one, at least one of them known to be an id or to be missing."""
    return any(
        _BEGINS_AS_AN_ID.match(half) or is_placeholder(half) or looks_minted(half)
        for half in halves(value) or ()
    )
