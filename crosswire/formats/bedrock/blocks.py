"""From content blocks to parts of the model. A block has no type: its one key tells what it
is."""

from __future__ import annotations

import base64
from collections.abc import Callable

from crosswire.address import Address
from crosswire.formats.bedrock.media_formats import KINDS, mime_type_of
from crosswire.model import (
    DataPart,
    JsonObject,
    JsonValue,
    MediaPart,
    OpaquePart,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import extras_of
from crosswire.model.call_id import CallId, read_call_id
from crosswire.tools import arguments

BY_SERVER = "server_tool_use"
"""What `type` says of a call that Bedrock runs itself."""

_USUAL_TYPES = ("tool_use", "tool_result")
"""What `type` says of an ordinary call in answers of some models; it is no value of the API."""
_CALL_KEYS = frozenset({"toolUseId", "name", "input"})
_RESULT_KEYS = frozenset({"toolUseId", "content"})
_MEDIA_KEYS = frozenset({"format", "name", "source"})

Reader = Callable[[JsonObject, JsonObject, Address], "Part | None"]
"""Takes a block, what stands under its key, and the block's address."""


def read_content(content: JsonValue, at: Address) -> list[Part]:
    """The content of a message, or the system prompt."""
    if isinstance(content, list):
        return [
            _read_block(block, Address(f"{at}/{i}"), _BLOCKS)
            for i, block in enumerate(content)
        ]
    if isinstance(content, str):
        return [TextPart(address=at, raw=content, text=content)] if content else []
    return [] if content is None else [_opaque(content, at, "Content is a list of blocks.")]


def _read_block(block: JsonValue, at: Address, readers: dict[str, Reader]) -> Part:
    if isinstance(block, str):
        return TextPart(address=at, raw=block, text=block)
    if not isinstance(block, dict):
        return _opaque(block, at, "A content block is an object.")
    key = key_of(block)
    if key == "text" and isinstance(block["text"], str):
        others = extras_of(block, frozenset({"text"}))
        return TextPart(address=at, raw=block, text=block["text"], extras=others)
    inner = block.get(key)
    read = readers.get(key)
    part = read(block, inner, at) if read is not None and isinstance(inner, dict) else None
    return part or _opaque(block, at, "The model has no part for a block of this kind.", key)


def key_of(block: JsonObject) -> str:
    """The key that tells what a block is; a null one says nothing."""
    said = [key for key, value in block.items() if value is not None]
    known = next(
        (key for key in said if key == "text" or key in _BLOCKS or key in _RETURNED), None
    )
    return known or (said[0] if said else "nothing")


def _opaque(raw: JsonValue, at: Address, reason: str, key: str | None = None) -> OpaquePart:
    return OpaquePart(address=at, raw=raw, wire_type=key or type(raw).__name__, reason=reason)


def _beside(block: JsonObject, key: str) -> JsonObject:
    return extras_of(block, frozenset({key})) or {}


# Calls and results


def _read_call(block: JsonObject, inner: JsonObject, at: Address) -> Part:
    name, place = inner.get("name"), Address(f"{at}/toolUse")
    return ToolCallPart(
        address=at,
        raw=block,
        call_id=_call_id(inner, place),
        name=name if isinstance(name, str) else "",
        arguments=arguments.from_value(inner.get("input"), Address(f"{place}/input")),
        wire_type="toolUse",
        executed_by="server" if inner.get("type") == BY_SERVER else "client",
        extras={**(extras_of(inner, _CALL_KEYS) or {}), **_beside(block, "toolUse")} or None,
    )


def _read_result(block: JsonObject, inner: JsonObject, at: Address) -> Part:
    place, kind, content = Address(f"{at}/toolResult"), inner.get("type"), inner.get("content")
    extras = {**(extras_of(inner, _RESULT_KEYS) or {}), **_beside(block, "toolResult")}
    if extras.get("status") in ("success", "error"):
        del extras["status"]
    by_server = isinstance(kind, str) and kind not in _USUAL_TYPES
    return ToolResultPart(
        address=at,
        raw=block,
        call_id=_call_id(inner, place),
        wire_type="toolResult",
        content=_read_returned(content, Address(f"{place}/content")),
        is_error=inner.get("status") == "error",
        executed_by="server" if by_server else "client",
        extras=extras or None,
    )


def _call_id(inner: JsonObject, at: Address) -> CallId:
    return read_call_id(
        inner.get("toolUseId"),
        address=Address(f"{at}/toolUseId"),
        present="toolUseId" in inner,
    )


def _read_returned(content: JsonValue, at: Address) -> list[Part]:
    if not isinstance(content, list):
        return read_content(content, at)
    parts: list[Part] = []
    for i, block in enumerate(content):
        place = Address(f"{at}/{i}")
        if isinstance(block, dict) and key_of(block) in ("json", "searchResult"):
            parts.append(_read_data(block, place))
        else:
            parts.append(_read_block(block, place, _RETURNED))
    return parts


def _read_data(block: JsonObject, at: Address) -> Part:
    """A structured result, or what a search found."""
    key = key_of(block)
    value = block[key] if key == "json" else block
    extras = _beside(block, key) if key == "json" else None
    return DataPart(address=at, raw=block, value=value, extras=extras or None)


# Reasoning


def _read_reasoning(block: JsonObject, inner: JsonObject, at: Address) -> Part | None:
    said, redacted = inner.get("reasoningText"), inner.get("redactedContent")
    extras = _beside(block, "reasoningContent")
    if isinstance(said, dict) and isinstance(said.get("text"), str):
        signature = said.get("signature")
        extras |= extras_of(said, frozenset({"text", "signature"})) or {}
        return ReasoningPart(
            address=at,
            raw=block,
            text=str(said["text"]),
            signature=signature if isinstance(signature, str) else None,
            extras=extras or None,
        )
    if not isinstance(redacted, str):
        return None
    return ReasoningPart(
        address=at,
        raw=block,
        text="",
        signature=redacted,
        redacted=True,
        extras=extras or None,
    )


# Text in other blocks


def _read_cited(block: JsonObject, inner: JsonObject, at: Address) -> Part | None:
    """What a model said with its sources; the sources are no text."""
    said = inner.get("content")
    blocks = said if isinstance(said, list) else []
    texts = [block.get("text") if isinstance(block, dict) else None for block in blocks]
    if not texts or not all(isinstance(text, str) for text in texts):
        return None
    extras = {
        **(extras_of(inner, frozenset({"content"})) or {}),
        **_beside(block, "citationsContent"),
    }
    return TextPart(
        address=at, raw=block, text="".join(map(str, texts)), extras=extras or None
    )


def _read_guarded(block: JsonObject, inner: JsonObject, at: Address) -> Part | None:
    """What a guardrail is to look at: text or an image like any other, for the model."""
    extras: JsonObject = {"guardContent": inner, **_beside(block, "guardContent")}
    text, image = inner.get("text"), inner.get("image")
    if isinstance(text, dict) and isinstance(text.get("text"), str):
        return TextPart(address=at, raw=block, text=str(text["text"]), extras=extras)
    part = _medium("image", block, image, at) if isinstance(image, dict) else None
    if part is not None:
        part.extras = extras
    return part


# Media


def _media_reader(key: str) -> Reader:
    def read(block: JsonObject, inner: JsonObject, at: Address) -> Part | None:
        return _medium(key, block, inner, at)

    return read


def _medium(key: str, block: JsonObject, inner: JsonObject, at: Address) -> MediaPart | None:
    source = inner.get("source")
    if not isinstance(source, dict):
        return None
    name = inner.get("name")
    part = MediaPart(
        address=at,
        raw=block,
        media=KINDS[key],
        mime_type=mime_type_of(key, inner.get("format")),
        name=name if isinstance(name, str) else None,
    )
    extras = {**(extras_of(inner, _MEDIA_KEYS) or {}), **_beside(block, key)}
    data, text, stored = source.get("bytes"), source.get("text"), source.get("s3Location")
    if isinstance(data, str):
        part.data = data
    elif isinstance(text, str):
        part.data = base64.b64encode(text.encode("utf-8", "surrogatepass")).decode()
        part.mime_type = part.mime_type or "text/plain"
    elif isinstance(stored, dict) and isinstance(stored.get("uri"), str):
        part.url = str(stored["uri"])
        extras |= extras_of(stored, frozenset({"uri"})) or {}
    else:
        return None
    part.extras = extras or None
    return part


_MEDIA: dict[str, Reader] = {key: _media_reader(key) for key in KINDS}
_BLOCKS: dict[str, Reader] = {
    **_MEDIA,
    "toolUse": _read_call,
    "toolResult": _read_result,
    "reasoningContent": _read_reasoning,
    "citationsContent": _read_cited,
    "guardContent": _read_guarded,
}
_RETURNED: dict[str, Reader] = {
    **_MEDIA,
    "json": lambda block, inner, at: _read_data(block, at),
    "searchResult": lambda block, inner, at: _read_data(block, at),
}
KEYS = frozenset(
    {"text", *_BLOCKS, "cachePoint", "searchResult", "toolAddition", "toolRemoval"}
)
"""The keys of blocks in messages."""
