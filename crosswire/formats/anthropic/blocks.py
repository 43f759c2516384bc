"""From content blocks to parts of the model."""

from __future__ import annotations

import base64
from collections.abc import Callable

from crosswire.address import Address
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
_SOURCE_KEYS = {
    "base64": frozenset({"type", "media_type", "data"}),
    "text": frozenset({"type", "media_type", "data"}),
    "url": frozenset({"type", "url"}),
    "file": frozenset({"type", "file_id"}),
}


def is_result(kind: JsonValue) -> bool:
    """Whether a type of block is a result: the client's own, or one of a tool that the
    provider runs."""
    return isinstance(kind, str) and (kind == "tool_result" or kind.endswith("_tool_result"))


def read_content(content: JsonValue, at: Address) -> list[Part]:
    """The content of a message."""
    if isinstance(content, list):
        return [_read_block(block, Address(f"{at}/{i}")) for i, block in enumerate(content)]
    return _read_single(content, at)


def _read_single(content: JsonValue, at: Address) -> list[Part]:
    if isinstance(content, str):
        return [TextPart(address=at, raw=content, text=content)] if content else []
    return (
        []
        if content is None
        else [opaque(content, at, "Content is text or a list of blocks.")]
    )


def _read_block(block: JsonValue, at: Address) -> Part:
    kind = block.get("type") if isinstance(block, dict) else None
    if not isinstance(block, dict) or not isinstance(kind, str) or kind == "text":
        return _read_plain(block, at)
    if kind in CALLS:
        return _read_call(block, kind, at)
    if is_result(kind):
        return _read_result(block, kind, at)
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
    text, signature = block.get("thinking"), block.get("signature")
    if not isinstance(text, str):
        return None
    return ReasoningPart(
        address=at,
        raw=block,
        text=text,
        signature=signature if isinstance(signature, str) else None,
        extras=extras_of(block, _THINKING_KEYS),
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
    name = block.get("name")
    call = ToolCallPart(
        address=at,
        raw=block,
        call_id=_call_id(block, "id", at),
        name=name if isinstance(name, str) else "",
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
    by_client = kind == "tool_result"
    failed = block.get("is_error") is True or (not by_client and _is_error_object(content))
    result = ToolResultPart(
        address=at,
        raw=block,
        call_id=_call_id(block, "tool_use_id", at),
        wire_type=kind,
        content=_read_result_content(content, place)
        if by_client
        else _read_found(content, place),
        is_error=failed,
        executed_by="client" if by_client else "server",
        extras=extras_of(block, _RESULT_KEYS),
    )
    if "caller" in block:
        _read_caller(result, block["caller"])
    return result


def _read_caller(part: ToolCallPart | ToolResultPart, caller: JsonValue) -> None:
    """The code that called a tool names its own call; what else it says of itself stays an
    extra."""
    called_by = caller.get("tool_id") if isinstance(caller, dict) else None
    if not isinstance(caller, dict) or not isinstance(called_by, str) or not called_by:
        return
    part.edges = (Edge("caller", called_by, Address(f"{part.address}/caller/tool_id")),)
    rest: JsonObject = {key: value for key, value in caller.items() if key != "tool_id"}
    extras = {key: value for key, value in (part.extras or {}).items() if key != "caller"}
    part.extras = ({**extras, "caller": rest} if rest else extras) or None


def _call_id(block: JsonObject, name: str, at: Address) -> CallId:
    return read_call_id(
        block.get(name), address=Address(f"{at}/{name}"), present=name in block
    )


def _read_result_content(content: JsonValue, at: Address) -> list[Part]:
    if isinstance(content, list):
        return [_read_returned(block, Address(f"{at}/{i}")) for i, block in enumerate(content)]
    return _read_single(content, at)


def _read_returned(block: JsonValue, at: Address) -> Part:
    kind = block.get("type") if isinstance(block, dict) else None
    if isinstance(kind, str) and kind in _STRUCTURES:
        return DataPart(address=at, raw=block, value=block)
    return _read_plain(block, at)


def _read_found(content: JsonValue, at: Address) -> list[Part]:
    """What a tool of the provider found: its own structures, kept as data, or text (MCP)."""
    if isinstance(content, dict):
        return [DataPart(address=at, raw=content, value=content)]
    if not isinstance(content, list):
        return _read_single(content, at)
    found = [_read_plain(block, Address(f"{at}/{i}")) for i, block in enumerate(content)]
    return [
        DataPart(address=part.address, raw=part.raw, value=part.raw)
        if isinstance(part.raw, dict) and not isinstance(part, (TextPart, MediaPart))
        else part
        for part in found
    ]


def _is_error_object(content: JsonValue) -> bool:
    kind = content.get("type") if isinstance(content, dict) else None
    return isinstance(kind, str) and kind.endswith("_error")


def _read_media(block: JsonObject, at: Address) -> Part | None:
    source = block.get("source")
    kind = source.get("type") if isinstance(source, dict) else None
    if not isinstance(source, dict) or not isinstance(kind, str) or kind not in _SOURCE_KEYS:
        return None
    value = source.get({"url": "url", "file": "file_id"}.get(kind, "data"))
    if not isinstance(value, str):
        return None
    extras = (extras_of(block, _MEDIA_KEYS) or {}) | (
        extras_of(source, _SOURCE_KEYS[kind]) or {}
    )
    mime, title = source.get("media_type"), block.get("title")
    part = MediaPart(
        address=at,
        raw=block,
        media="image" if block.get("type") == "image" else "file",
        mime_type=mime if isinstance(mime, str) else None,
        name=title if isinstance(title, str) else None,
        extras=extras or None,
    )
    if kind == "url":
        part.url = value
    elif kind == "file":
        part.file_id = value
    else:
        part.data = _base64_of(value) if kind == "text" else value
    return part


def _base64_of(text: str) -> str:
    return base64.b64encode(text.encode("utf-8", "surrogatepass")).decode()
