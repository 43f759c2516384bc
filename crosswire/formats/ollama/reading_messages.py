"""From Ollama's messages to the model: thoughts, a text, images, calls; or what a tool gave."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.ollama.images import read_image
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
from crosswire.model.call_id import read_call_id
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
_FORMS = {"thinking": str, "images": list, "tool_calls": list}
_CALL_KEYS = frozenset({"id", "type", "function"})
_FUNCTION_KEYS = frozenset({"name", "arguments", "index"})


def read_message(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(value, dict):
        into.message("other", at, value, [opaque(value, at, "A message is an object.")])
        return
    spoken = value.get("role")
    role = ROLES.get(spoken.lower(), "other") if isinstance(spoken, str) else "other"
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
    found = extras_of(message, known) or {}
    for name, form in _FORMS.items():
        value = message.get(name)
        if name in known and value is not None and not isinstance(value, form):
            found[name] = value
    return found or None


def _read_spoken(message: JsonObject, at: Address) -> list[Part]:
    parts: list[Part] = []
    thought = message.get("thinking")
    if isinstance(thought, str) and thought:
        parts.append(
            ReasoningPart(address=Address(f"{at}/thinking"), raw=thought, text=thought)
        )
    parts += _read_content(message, at)
    calls = message.get("tool_calls")
    if isinstance(calls, list):
        parts += [
            _read_call(call, Address(f"{at}/tool_calls/{i}")) for i, call in enumerate(calls)
        ]
    return parts


def _read_content(message: JsonObject, at: Address) -> list[Part]:
    """The text of a message, and the images beside it."""
    content, place = message.get("content"), Address(f"{at}/content")
    parts: list[Part] = []
    if isinstance(content, str):
        parts += [TextPart(address=place, raw=content, text=content)] if content else []
    elif isinstance(content, list):
        parts += [
            _read_piece(piece, Address(f"{place}/{i}")) for i, piece in enumerate(content)
        ]
    elif content is not None:
        parts.append(opaque(content, place, "Content is text."))
    images = message.get("images")
    if isinstance(images, list):
        parts += [
            read_image(image, Address(f"{at}/images/{i}")) for i, image in enumerate(images)
        ]
    return parts


def _read_piece(piece: JsonValue, at: Address) -> Part:
    """A part of a list, which Chat Completions takes and Ollama refuses."""
    text = piece.get("text") if isinstance(piece, dict) else piece
    if not isinstance(text, str):
        return opaque(piece, at, "Content is text.")
    extras = extras_of(piece, frozenset({"type", "text"})) if isinstance(piece, dict) else None
    return TextPart(address=at, raw=piece, text=text, extras=extras)


def _read_result(message: JsonObject, at: Address) -> Part:
    name = message.get("tool_name", message.get("name"))
    call_id = read_call_id(
        message.get("tool_call_id"),
        address=Address(f"{at}/tool_call_id"),
        present="tool_call_id" in message,
        required=False,
    )
    return ToolResultPart(
        address=at,
        raw=message,
        call_id=call_id,
        wire_type="tool",
        content=_read_content(message, at),
        name=name if isinstance(name, str) and name else None,
    )


def _read_call(call: JsonValue, at: Address) -> Part:
    if not isinstance(call, dict):
        return opaque(call, at, "A tool call is an object.")
    inner = call.get("function")
    function: JsonObject = inner if isinstance(inner, dict) else {}
    name = function.get("name")
    extras = {
        **(extras_of(function, _FUNCTION_KEYS) or {}),
        **(extras_of(call, _CALL_KEYS) or {}),
    }
    return ToolCallPart(
        address=at,
        raw=call,
        call_id=read_call_id(
            call.get("id"), address=Address(f"{at}/id"), present="id" in call, required=False
        ),
        name=name if isinstance(name, str) else "",
        arguments=arguments.from_text(
            function.get("arguments"), Address(f"{at}/function/arguments")
        ),
        wire_type="function",
        extras=extras or None,
    )
