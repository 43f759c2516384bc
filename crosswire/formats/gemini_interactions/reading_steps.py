"""From one step, turn or piece of content to a message of the model."""

from __future__ import annotations

from typing import cast

from crosswire.address import Address
from crosswire.formats.gemini_interactions.names import (
    CONTENT,
    FOR_CLIENTS,
    MEDIA,
    SPOKEN,
    TURNS,
    is_call,
    is_result,
)
from crosswire.formats.shared.reading import keep_message, read_parts
from crosswire.model import (
    DataPart,
    JsonObject,
    JsonValue,
    MediaPart,
    Part,
    ReasoningPart,
    Role,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    text_of,
)
from crosswire.model.builder import ConversationBuilder, extras_of, opaque
from crosswire.model.call_id import read_call_id
from crosswire.model.json_values import objects_in, text_or_none, type_of
from crosswire.tools import arguments

_OF_CALLS = frozenset({"type", "id", "name", "arguments"})
_OF_RESULTS = frozenset({"type", "call_id", "name", "result", "is_error"})
_OF_THOUGHTS = frozenset({"type", "summary", "signature"})
_OF_SPOKEN = frozenset({"type", "role", "content"})
_OF_TEXTS = frozenset({"type", "text"})
_OF_MEDIA = frozenset({"type", "mime_type", "data", "uri"})


def read_message(
    value: JsonValue, at: Address, into: ConversationBuilder, role: Role = "user"
) -> None:
    """Read a step or a turn; content that stands by itself is what `role` says."""
    if not isinstance(value, dict):
        keep_message(value, at, into, "A step is an object.")
        return
    kind, turn = type_of(value) or "", TURNS.get(text_or_none(value.get("role")) or "")
    speaker = cast("Role | None", SPOKEN.get(kind) or turn)
    if speaker is not None:
        parts = read_content(value.get("content"), Address(f"{at}/content"))
        message = into.message(speaker, at, value, parts)
        message.extras = extras_of(value, _OF_SPOKEN)
    else:
        part = read_block(value, at)
        into.message(_role_of(part, role), at, value, [part])


def read_content(content: JsonValue, at: Address) -> list[Part]:
    """What a step says: a text, or a list of pieces."""
    return read_parts(content, at, read_block, "Content is a text or a list.")


def read_block(value: JsonValue, at: Address) -> Part:
    """A piece of content, a thought, a call or a result."""
    kind = type_of(value) or ""
    if not isinstance(value, dict):
        return opaque(value, at, "A piece of content is an object.")
    if kind == "text" and isinstance(value.get("text"), str):
        extras = extras_of(value, _OF_TEXTS)
        return TextPart(address=at, raw=value, text=str(value["text"]), extras=extras)
    if kind in MEDIA:
        return _read_medium(value, at, kind)
    if kind == "thought":
        return _read_thought(value, at)
    if is_call(kind):
        return _read_call(value, at, kind)
    if is_result(kind) and "tool_use_id" not in value:  # that is Anthropic's
        return _read_result(value, at, kind)
    return opaque(value, at, "It is neither said, called nor answered.")


def _role_of(part: Part, role: Role) -> Role:
    if isinstance(part, ToolResultPart) and part.executed_by == "client":
        return "tool"
    of_model = (ReasoningPart, ToolCallPart, ToolResultPart)
    return "assistant" if isinstance(part, of_model) else role


def _read_medium(value: JsonObject, at: Address, kind: str) -> MediaPart:
    return MediaPart(
        address=at,
        raw=value,
        media=MEDIA[kind],
        mime_type=text_or_none(value.get("mime_type")),
        given=text_or_none(value.get("data")),
        url=text_or_none(value.get("uri")),
        extras=extras_of(value, _OF_MEDIA),
    )


def _read_thought(value: JsonObject, at: Address) -> ReasoningPart:
    summary = text_of(read_content(value.get("summary"), Address(f"{at}/summary")))
    signature = text_or_none(value.get("signature"))
    return ReasoningPart(
        address=at,
        raw=value,
        text=summary,
        signature=signature,
        redacted=not summary and signature is not None,
        extras=extras_of(value, _OF_THOUGHTS),
    )


def _read_call(value: JsonObject, at: Address, kind: str) -> ToolCallPart:
    place = Address(f"{at}/id")
    return ToolCallPart(
        address=at,
        raw=value,
        call_id=read_call_id(value.get("id"), address=place, present="id" in value),
        name=text_or_none(value.get("name")) or kind.removesuffix("_call"),
        arguments=arguments.from_value(value.get("arguments"), Address(f"{at}/arguments")),
        wire_type=kind,
        executed_by="client" if kind in FOR_CLIENTS else "server",
        extras=extras_of(value, _OF_CALLS),
    )


def _read_result(value: JsonObject, at: Address, kind: str) -> ToolResultPart:
    place = Address(f"{at}/call_id")
    return ToolResultPart(
        address=at,
        raw=value,
        call_id=read_call_id(value.get("call_id"), address=place, present="call_id" in value),
        wire_type=kind,
        content=_read_output(value.get("result"), Address(f"{at}/result")),
        name=text_or_none(value.get("name")),
        is_error=value.get("is_error") is True,
        executed_by="client" if kind in FOR_CLIENTS else "server",
        extras=extras_of(value, _OF_RESULTS),
    )


def _read_output(value: JsonValue, at: Address) -> list[Part]:
    """What a tool gave: a text, pieces of content, or any JSON."""
    pieces = objects_in(value)
    if isinstance(value, str) or (pieces and all(type_of(one) in CONTENT for one in pieces)):
        return read_content(value, at)
    return [] if value is None else [DataPart(address=at, raw=value, value=value)]
