"""From content blocks to parts of the model. A block has no type: its one key tells what it
is."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from functools import partial

from crosswire.address import Address
from crosswire.formats.bedrock.media_formats import KINDS, mime_type_of
from crosswire.formats.shared.reading import read_parts
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
from crosswire.model.json_values import (
    joined,
    list_or_empty,
    object_or_empty,
    text_field,
    text_or_empty,
    text_or_none,
    type_of,
)
from crosswire.tools import arguments

BY_SERVER = "server_tool_use"
"""What `type` says of a call that Bedrock runs itself."""

_USUAL_TYPES = (None, "tool_use", "tool_result")
"""What `type` says of a client's call: nothing, or a word of some models alone."""
_CALL_KEYS = frozenset({"toolUseId", "name", "input"})
_RESULT_KEYS = frozenset({"toolUseId", "content"})
_MEDIA_KEYS = frozenset({"format", "name", "source"})
_NONE: frozenset[str] = frozenset()
_CONTENT = "Content is a list of blocks."

Reader = Callable[[JsonObject, JsonObject, Address], "Part | None"]
"""Takes a block, what stands under its key, and the block's address."""


def read_content(content: JsonValue, at: Address) -> list[Part]:
    """The content of a message, or the system prompt."""
    if isinstance(content, dict):
        return [_opaque(content, at, _CONTENT)]
    return read_parts(content, at, _read_block, _CONTENT)


def _read_block(
    block: JsonValue, at: Address, readers: Mapping[str, Reader] | None = None
) -> Part:
    """A block of a message, or with `readers` one of a result."""
    if isinstance(block, str):
        return TextPart(address=at, raw=block, text=block)
    if not isinstance(block, dict):
        return _opaque(block, at, "A content block is an object.")
    key = key_of(block)
    if key == "text" and isinstance(block["text"], str):
        others = extras_of(block, frozenset({"text"}))
        return TextPart(address=at, raw=block, text=block["text"], extras=others)
    inner = block.get(key)
    read = (_BLOCKS if readers is None else readers).get(key)
    part = read(block, inner, at) if read is not None and isinstance(inner, dict) else None
    return part or _opaque(block, at, "The model has no part for a block of this kind.", key)


def key_of(block: JsonObject) -> str:
    """The key that tells what a block is; a null one says nothing."""
    keys = [key for key, value in block.items() if value is not None]
    return next((key for key in keys if key in _KNOWN), next(iter(keys), "nothing"))


def _opaque(raw: JsonValue, at: Address, reason: str, key: str | None = None) -> OpaquePart:
    return OpaquePart(address=at, raw=raw, wire_type=key or type(raw).__name__, reason=reason)


def _extras(
    block: JsonObject, key: str, inner: JsonObject | None = None, known: frozenset[str] = _NONE
) -> JsonObject | None:
    """Fields without a word in the model, of what stands under the key and of the block."""
    inside = None if inner is None else extras_of(inner, known)
    return joined(inside, extras_of(block, frozenset({key})))


# Calls and results


def _read_call(block: JsonObject, inner: JsonObject, at: Address) -> Part:
    place = Address(f"{at}/toolUse")
    return ToolCallPart(
        address=at,
        raw=block,
        call_id=_call_id(inner, place),
        name=text_or_empty(inner.get("name")),
        arguments=arguments.from_value(inner.get("input"), Address(f"{place}/input")),
        wire_type="toolUse",
        executed_by="server" if inner.get("type") == BY_SERVER else "client",
        extras=_extras(block, "toolUse", inner, _CALL_KEYS),
    )


def _read_result(block: JsonObject, inner: JsonObject, at: Address) -> Part:
    place = Address(f"{at}/toolResult")
    extras = _extras(block, "toolResult", inner, _RESULT_KEYS) or {}
    if extras.get("status") in ("success", "error"):
        del extras["status"]
    by_client = type_of(inner) in _USUAL_TYPES
    return ToolResultPart(
        address=at,
        raw=block,
        call_id=_call_id(inner, place),
        wire_type="toolResult",
        content=_read_returned(inner.get("content"), Address(f"{place}/content")),
        is_error=inner.get("status") == "error",
        executed_by="client" if by_client else "server",
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
    return [
        _read_data(block, Address(f"{at}/{i}"))
        if isinstance(block, dict) and key_of(block) in ("json", "searchResult")
        else _read_block(block, Address(f"{at}/{i}"), _RETURNED)
        for i, block in enumerate(content)
    ]


def _read_data(block: JsonObject, at: Address) -> Part:
    """A structured result, or what a search found."""
    key = key_of(block)
    value = block[key] if key == "json" else block
    extras = _extras(block, key) if key == "json" else None
    return DataPart(address=at, raw=block, value=value, extras=extras)


# Reasoning


def _read_reasoning(block: JsonObject, inner: JsonObject, at: Address) -> Part | None:
    thought, redacted = inner.get("reasoningText"), inner.get("redactedContent")
    extras, text = _extras(block, "reasoningContent"), text_field(thought, "text")
    if text is not None and isinstance(thought, dict):
        return ReasoningPart(
            address=at,
            raw=block,
            text=text,
            signature=text_or_none(thought.get("signature")),
            extras=joined(extras, extras_of(thought, frozenset({"text", "signature"}))),
        )
    if not isinstance(redacted, str):
        return None
    return ReasoningPart(
        address=at, raw=block, text="", signature=redacted, redacted=True, extras=extras
    )


# Text in other blocks


def _read_cited(block: JsonObject, inner: JsonObject, at: Address) -> Part | None:
    """What a model said with its sources; the sources are no text."""
    texts = [text_field(block, "text") for block in list_or_empty(inner.get("content"))]
    if not texts or None in texts:
        return None
    extras = _extras(block, "citationsContent", inner, frozenset({"content"}))
    return TextPart(address=at, raw=block, text="".join(map(str, texts)), extras=extras)


def _read_guarded(block: JsonObject, inner: JsonObject, at: Address) -> Part | None:
    """What a guardrail is to look at: text or an image like any other, for the model."""
    extras = joined({"guardContent": inner}, _extras(block, "guardContent"))
    text = text_field(inner.get("text"), "text")
    if text is not None:
        return TextPart(address=at, raw=block, text=text, extras=extras)
    part = _medium("image", block, object_or_empty(inner.get("image")), at)
    if part is not None:
        part.extras = extras
    return part


# Media


def _medium(key: str, block: JsonObject, inner: JsonObject, at: Address) -> MediaPart | None:
    source = object_or_empty(inner.get("source"))
    part = MediaPart(
        address=at,
        raw=block,
        media=KINDS[key],
        mime_type=mime_type_of(key, inner.get("format")),
        name=text_or_none(inner.get("name")),
        given=text_or_none(source.get("bytes")),
        extras=_extras(block, key, inner, _MEDIA_KEYS),
    )
    if part.given is not None:
        return part
    text, stored = source.get("text"), object_or_empty(source.get("s3Location"))
    if isinstance(text, str):
        part.given = base64.b64encode(text.encode("utf-8", "surrogatepass")).decode()
        part.mime_type = part.mime_type or "text/plain"
        return part
    part.url = text_or_none(stored.get("uri"))
    part.extras = joined(part.extras, extras_of(stored, frozenset({"uri"})))
    return None if part.url is None else part


_MEDIA: dict[str, Reader] = {key: partial(_medium, key) for key in KINDS}
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
_KNOWN = frozenset({"text", *_BLOCKS, *_RETURNED})
KEYS = frozenset(
    {"text", *_BLOCKS, "cachePoint", "searchResult", "toolAddition", "toolRemoval"}
)
"""The keys of blocks in messages."""
