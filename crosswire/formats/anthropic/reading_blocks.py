"""From content blocks to parts of the model."""

from __future__ import annotations

import base64
from collections.abc import Callable

from crosswire.address import Address
from crosswire.formats.anthropic.reading_tools import DECLARING, read_declaring
from crosswire.formats.shared.reading import read_parts
from crosswire.model import (
    DataPart,
    Edge,
    JsonObject,
    JsonValue,
    MediaPart,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import extras_of, opaque
from crosswire.model.call_id import CallId, read_call_id
from crosswire.model.json_values import (
    joined,
    object_or_empty,
    text_field,
    text_or_empty,
    text_or_none,
    type_of,
    without,
)
from crosswire.tools import arguments

CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})

_TEXT_KEYS = frozenset({"type", "text"})
_THINKING_KEYS = frozenset({"type", "thinking", "signature"})
_REDACTED_KEYS = frozenset({"type", "data"})
_CALL_KEYS = frozenset({"type", "id", "name", "input"})
_RESULT_KEYS = frozenset({"type", "tool_use_id", "content", "is_error"})
_MEDIA_KEYS = frozenset({"type", "source", "title"})
_STRUCTURES = frozenset({"browser_state", "search_result", "tool_reference"})
"""Blocks of a result that are structures, not text."""
_SOURCES = {"base64": "data", "text": "data", "url": "url", "file": "file_id"}
"""The type of a source -> the field that says where the medium lies."""
_CONTENT = "Content is text or a list of blocks."


def is_result(kind: JsonValue) -> bool:
    """Whether a type of block is a result: the client's own, or one of a tool that the
    provider runs."""
    return isinstance(kind, str) and (kind == "tool_result" or kind.endswith("_tool_result"))


def read_content(content: JsonValue, at: Address) -> list[Part]:
    """The content of a message: a text, or a list of blocks."""
    return read_parts(content, at, read_block, _CONTENT)


def read_block(block: JsonValue, at: Address) -> Part:
    kind = type_of(block)
    if kind is None or kind == "text" or not isinstance(block, dict):
        return _read_plain(block, at)
    if kind in CALLS:
        return _read_call(block, kind, at)
    if is_result(kind):
        return _read_result(block, kind, at)
    if kind in DECLARING:
        return read_declaring(block, kind, at)
    if kind in _REASONING:
        return _REASONING[kind](block, at) or opaque(block, at, "The block lacks its text.")
    return _read_plain(block, at)


def _read_plain(block: JsonValue, at: Address) -> Part:
    """A block that may also stand inside a result."""
    if isinstance(block, str):
        return TextPart(address=at, raw=block, text=block)
    if not isinstance(block, dict):
        return opaque(block, at, "A content block is an object.")
    kind = block.get("type")
    text = block.get("text")
    if kind == "text" and isinstance(text, str):
        return TextPart(address=at, raw=block, text=text, extras=extras_of(block, _TEXT_KEYS))
    media = _read_media(block, at) if kind in ("image", "document") else None
    return media or opaque(block, at, "The model has no part for a block of this type.")


def _read_thinking(block: JsonObject, at: Address) -> Part | None:
    text = block.get("thinking")
    if not isinstance(text, str):
        return None
    signature, extras = block.get("signature"), extras_of(block, _THINKING_KEYS)
    return ReasoningPart(
        address=at, raw=block, text=text, signature=text_or_none(signature), extras=extras
    )


def _read_redacted(block: JsonObject, at: Address) -> Part | None:
    data = block.get("data")
    if not isinstance(data, str):
        return None
    extras = extras_of(block, _REDACTED_KEYS)
    return ReasoningPart(
        address=at, raw=block, text="", signature=data, redacted=True, extras=extras
    )


_REASONING: dict[str, Callable[[JsonObject, Address], Part | None]] = {
    "thinking": _read_thinking,
    "redacted_thinking": _read_redacted,
}


def _read_call(block: JsonObject, kind: str, at: Address) -> Part:
    call = ToolCallPart(
        address=at,
        raw=block,
        call_id=_call_id(block, "id", at),
        name=text_or_empty(block.get("name")),
        arguments=arguments.from_value(block.get("input"), Address(f"{at}/input")),
        wire_type=kind,
        executed_by="client" if kind == "tool_use" else "server",
        extras=extras_of(block, _CALL_KEYS),
    )
    if "caller" in block:
        _read_caller(call, block["caller"])
    return call


def _read_result(block: JsonObject, kind: str, at: Address) -> Part:
    content, place = block.get("content"), Address(f"{at}/content")
    result = ToolResultPart(
        address=at,
        raw=block,
        call_id=_call_id(block, "tool_use_id", at),
        wire_type=kind,
        is_error=block.get("is_error") is True,
        extras=extras_of(block, _RESULT_KEYS),
    )
    if kind == "tool_result":
        result.content = read_parts(content, place, _read_returned, _CONTENT)
    else:
        result.executed_by = "server"
        result.content = _read_hits(content, place)
        result.is_error |= (type_of(content) or "").endswith("_error")
    if "caller" in block:
        _read_caller(result, block["caller"])
    return result


def _read_caller(part: ToolCallPart | ToolResultPart, caller: JsonValue) -> None:
    """The code that called a tool names its own call; what else it says of itself stays an
    extra."""
    called_by = text_field(caller, "tool_id")
    if not called_by:
        return
    part.edges = (Edge("caller", called_by, Address(f"{part.address}/caller/tool_id")),)
    rest = without(object_or_empty(caller), "tool_id")
    extras = without(part.extras or {}, "caller")
    part.extras = joined(extras, {"caller": rest} if rest else None)


def _call_id(block: JsonObject, name: str, at: Address) -> CallId:
    return read_call_id(
        block.get(name), address=Address(f"{at}/{name}"), present=name in block
    )


def _read_returned(block: JsonValue, at: Address) -> Part:
    """A block of a client's result."""
    if type_of(block) in _STRUCTURES:
        return DataPart(address=at, raw=block, value=block)
    return _read_plain(block, at)


def _read_hits(content: JsonValue, at: Address) -> list[Part]:
    """What a tool of the provider found: its own structures, kept as data, or text (MCP)."""
    if isinstance(content, dict):
        return [DataPart(address=at, raw=content, value=content)]
    return read_parts(content, at, _read_hit, _CONTENT)


def _read_hit(block: JsonValue, at: Address) -> Part:
    part = _read_plain(block, at)
    if isinstance(block, dict) and not isinstance(part, (TextPart, MediaPart)):
        return DataPart(address=at, raw=block, value=block)
    return part


def _read_media(block: JsonObject, at: Address) -> Part | None:
    """An image or a document; None for a source of another form."""
    source = object_or_empty(block.get("source"))
    kind = type_of(source) or ""
    field = _SOURCES.get(kind, "")
    value = source.get(field)
    if not isinstance(value, str):
        return None
    known = frozenset({"type", field, "media_type" if field == "data" else field})
    part = MediaPart(
        address=at,
        raw=block,
        media="image" if block.get("type") == "image" else "file",
        mime_type=text_or_none(source.get("media_type")),
        name=text_or_none(block.get("title")),
        extras=joined(extras_of(block, _MEDIA_KEYS), extras_of(source, known)),
    )
    if kind == "text":
        value = base64.b64encode(value.encode("utf-8", "surrogatepass")).decode()
    setattr(part, "given" if field == "data" else field, value)
    return part
