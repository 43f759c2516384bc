"""From Ollama's messages to the model: thoughts, text, images, calls; or what a tool gave."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.ollama.reading_images import read_image
from crosswire.formats.shared.reading import keep_message, read_parts
from crosswire.model import (
    JsonObject,
    JsonValue,
    Part,
    ReasoningPart,
    Role,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder, extras_of, opaque
from crosswire.model.call_id import CallId, read_call_id
from crosswire.model.json_values import (
    joined,
    list_or_empty,
    object_or_empty,
    text_field,
    text_or_empty,
)
from crosswire.tools import arguments

ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}
"""The server takes them in capitals too."""
_SPOKEN_KEYS = frozenset({"role", "content", "thinking", "images", "tool_calls"})
_RESULT_KEYS = frozenset({"role", "content", "images", "tool_name", "tool_call_id"})
_FORMS = {
    "thinking": (str, type(None)),
    "images": (list, type(None)),
    "tool_calls": (list, type(None)),
}
"""Fields that are read where their value is of one of these types."""
_CALL_KEYS = frozenset({"id", "type", "function"})
_FUNCTION_KEYS = frozenset({"name", "arguments", "index"})


def read_message(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(value, dict):
        keep_message(value, at, into, "A message is an object.")
        return
    role = ROLES.get(text_or_empty(value.get("role")).lower(), "other")
    if role == "tool":
        message = into.message(role, at, value, [_read_result(value, at)])
        known = _RESULT_KEYS if "tool_name" in value else _RESULT_KEYS | {"name"}
    else:
        message = into.message(role, at, value, _read_spoken(value, at))
        known = _SPOKEN_KEYS
    message.extras = _extras(value, known)


def _extras(message: JsonObject, known: frozenset[str]) -> JsonObject | None:
    """Fields without a word in the model, and known ones that are not of the form they are
    read in."""
    extras = extras_of(message, known) or {}
    for name, types in _FORMS.items():
        if name in known and not isinstance(message.get(name), types):
            extras[name] = message[name]
    return extras or None


def _read_spoken(message: JsonObject, at: Address) -> list[Part]:
    parts: list[Part] = []
    thought, place = message.get("thinking"), Address(f"{at}/thinking")
    if isinstance(thought, str) and thought:
        parts.append(ReasoningPart(address=place, raw=thought, text=thought))
    parts += _read_content(message, at)
    for i, call in enumerate(list_or_empty(message.get("tool_calls"))):
        parts.append(_read_call(call, Address(f"{at}/tool_calls/{i}")))
    return parts


def _read_content(message: JsonObject, at: Address) -> list[Part]:
    """The text of a message, and the images beside it."""
    content, place = message.get("content"), Address(f"{at}/content")
    parts = read_parts(content, place, _read_piece, "Content is text.")
    for i, image in enumerate(list_or_empty(message.get("images"))):
        parts.append(read_image(image, Address(f"{at}/images/{i}")))
    return parts


def _read_piece(piece: JsonValue, at: Address) -> Part:
    """A part of a list, which Chat Completions takes and Ollama refuses."""
    text = piece if isinstance(piece, str) else text_field(piece, "text")
    if text is None:
        return opaque(piece, at, "Content is text.")
    extras = extras_of(object_or_empty(piece), frozenset({"type", "text"}))
    return TextPart(address=at, raw=piece, text=text, extras=extras)


def _read_result(message: JsonObject, at: Address) -> Part:
    name = message.get("tool_name", message.get("name"))
    return ToolResultPart(
        address=at,
        raw=message,
        call_id=_call_id(message, "tool_call_id", at),
        wire_type="tool",
        content=_read_content(message, at),
        name=text_or_empty(name) or None,
    )


def _call_id(fields: JsonObject, name: str, at: Address) -> CallId:
    place = Address(f"{at}/{name}")
    return read_call_id(
        fields.get(name), address=place, present=name in fields, required=False
    )


def _read_call(call: JsonValue, at: Address) -> Part:
    if not isinstance(call, dict):
        return opaque(call, at, "A tool call is an object.")
    function, place = object_or_empty(call.get("function")), f"{at}/function/arguments"
    return ToolCallPart(
        address=at,
        raw=call,
        call_id=_call_id(call, "id", at),
        name=text_or_empty(function.get("name")),
        arguments=arguments.from_text(function.get("arguments"), Address(place)),
        wire_type="function",
        extras=joined(extras_of(function, _FUNCTION_KEYS), extras_of(call, _CALL_KEYS)),
    )
