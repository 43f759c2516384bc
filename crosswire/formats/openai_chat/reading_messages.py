"""From one message of Chat Completions to the model: a text, thoughts and calls; or what a
tool gave."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.openai_chat.reading_content import read_content
from crosswire.formats.openai_chat.variant import CHAT, Variant
from crosswire.formats.shared.reading import keep_message
from crosswire.model import (
    JsonObject,
    JsonValue,
    MediaPart,
    Part,
    ReasoningPart,
    RefusalPart,
    Role,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder, extras_of, opaque
from crosswire.model.call_id import CallId, no_call_id, read_call_id
from crosswire.model.json_values import joined, object_or_empty, text_or_empty, text_or_none
from crosswire.tools import arguments

_ROLES: dict[str | None, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
}
_REASONING = ("reasoning_content", "reasoning")
"""Fields that vendors added for what a model thought; some servers fill both alike."""
_TEXT = (str, type(None))
_FORMS = {
    "tool_calls": (list, type(None)),
    "refusal": _TEXT,
    "audio": (dict, type(None)),
    **dict.fromkeys(_REASONING, _TEXT),
}
"""Fields that are read where their value is of one of these types."""
_USUAL_KEYS = frozenset({"role", "content"})
_NO_CALL: JsonObject = {"name": "", "arguments": ""}
"""What servers write in Go where the model calls nothing."""
_SPOKEN_KEYS = frozenset({*_USUAL_KEYS, *_FORMS, "function_call"})
_RESULT_KEYS = frozenset({"role", "content", "tool_call_id", "name"})
_AUDIO_KEYS = frozenset({"id", "data", "transcript"})
_FUNCTION_KEYS = frozenset({"name", "arguments"})
_CUSTOM_KEYS = frozenset({"name", "input"})
FLAT_ARGUMENTS = ("arguments", "args", "input", "parameters")
"""Where a call without `function` may have its arguments."""
_CALL_KEYS = frozenset({"id", "type", "function", "index"})
_CUSTOM_CALL_KEYS = frozenset({"id", "type", "custom", "index"})


def read_message(
    value: JsonValue, at: Address, into: ConversationBuilder, variant: Variant = CHAT
) -> None:
    """Read one element of `messages`, or the message of an answer."""
    if not isinstance(value, dict):
        keep_message(value, at, into, "A message is an object.")
        return
    role = _ROLES.get(text_or_none(value.get("role")), "other")
    if role == "tool":
        message = into.message(role, at, value, [_read_result(value, at, variant)])
        message.extras = extras_of(value, _RESULT_KEYS)
    else:
        said = read_content(value.get("content"), Address(f"{at}/content"), variant)
        is_usual = value.keys() <= _USUAL_KEYS
        parts = said if is_usual else _read_spoken(value, said, at)
        message = into.message(role, at, value, parts)
        message.extras = None if is_usual else _spoken_extras(value)
    variant.complete(message, value)


def _spoken_extras(message: JsonObject) -> JsonObject | None:
    """Fields without a word in the model, and known ones that are not of the form they are
    read in."""
    extras = extras_of(message, _SPOKEN_KEYS) or {}
    for name, types in _FORMS.items():
        if name in message and not isinstance(message[name], types):
            extras[name] = message[name]
    if extras.get("annotations") == []:
        del extras["annotations"]  # every answer carries it, and empty it says nothing
    return extras or None


def _read_spoken(message: JsonObject, said: list[Part], at: Address) -> list[Part]:
    """What stands around the content, with it in its place."""
    parts = [*_read_reasoning(message, at), *said]
    refusal = message.get("refusal")
    if isinstance(refusal, str) and refusal:
        parts.append(RefusalPart(address=Address(f"{at}/refusal"), raw=refusal, text=refusal))
    parts += _read_audio(message, at)
    calls = message.get("tool_calls")
    if isinstance(calls, list):
        parts += [
            _read_call(call, Address(f"{at}/tool_calls/{i}")) for i, call in enumerate(calls)
        ]
    call = message.get("function_call")
    if call is not None and call != _NO_CALL:
        parts.append(_read_legacy_call(call, Address(f"{at}/function_call")))
    return parts


def _read_reasoning(message: JsonObject, at: Address) -> list[Part]:
    parts: list[Part] = []
    before = ""
    for name in _REASONING:
        text = message.get(name)
        if isinstance(text, str) and text not in ("", before):
            before = text
            parts.append(ReasoningPart(address=Address(f"{at}/{name}"), raw=text, text=text))
    return parts


def _read_audio(message: JsonObject, at: Address) -> list[Part]:
    """A spoken answer, with what it says; sent again, it is only named by its id."""
    audio = message.get("audio")
    if not isinstance(audio, dict):
        return []
    place, said = Address(f"{at}/audio"), audio.get("transcript")
    parts: list[Part] = []
    if isinstance(said, str) and said and said != message.get("content"):
        parts.append(TextPart(address=Address(f"{place}/transcript"), raw=said, text=said))
    sound = MediaPart(
        address=place,
        raw=audio,
        media="audio",
        given=text_or_none(audio.get("data")),
        file_id=text_or_none(audio.get("id")),
        extras=extras_of(audio, _AUDIO_KEYS),
    )
    return [*parts, sound]


def _read_result(message: JsonObject, at: Address, variant: Variant) -> Part:
    is_legacy = message["role"] == "function"
    return ToolResultPart(
        address=at,
        raw=message,
        call_id=_id_of_result(message, Address(f"{at}/tool_call_id"), is_legacy),
        wire_type="function" if is_legacy else "tool",
        content=read_content(message.get("content"), Address(f"{at}/content"), variant),
        name=text_or_none(message.get("name")),
    )


def _id_of_result(message: JsonObject, at: Address, is_legacy: bool) -> CallId:
    """The id of the call; the role `function` names its tool alone."""
    has_id = "tool_call_id" in message
    if is_legacy and not has_id:
        return no_call_id()
    raw = message.get("tool_call_id")
    return read_call_id(raw, address=at, present=has_id, required=not is_legacy)


def _read_call(call: JsonValue, at: Address) -> Part:
    if not isinstance(call, dict):
        return opaque(call, at, "A tool call is an object.")
    call_id = read_call_id(call.get("id"), address=Address(f"{at}/id"), present="id" in call)
    custom = call.get("custom")
    if isinstance(custom, dict):
        return ToolCallPart(
            address=at,
            raw=call,
            call_id=call_id,
            name=text_or_empty(custom.get("name")),
            arguments=arguments.free_text(custom.get("input"), Address(f"{at}/custom/input")),
            wire_type="custom",
            extras=joined(extras_of(custom, _CUSTOM_KEYS), extras_of(call, _CUSTOM_CALL_KEYS)),
        )
    if isinstance(call.get("name"), str) and not isinstance(call.get("function"), dict):
        return _read_flat_call(call, call_id, at)
    function, place = object_or_empty(call.get("function")), f"{at}/function/arguments"
    return ToolCallPart(
        address=at,
        raw=call,
        call_id=call_id,
        name=text_or_empty(function.get("name")),
        arguments=arguments.from_text(function.get("arguments"), Address(place)),
        wire_type="function",
        extras=joined(extras_of(function, _FUNCTION_KEYS), extras_of(call, _CALL_KEYS)),
    )


def _read_flat_call(call: JsonObject, call_id: CallId, at: Address) -> Part:
    """A call as frameworks keep it, with its name beside its id; this API refuses it so."""
    field = next((name for name in FLAT_ARGUMENTS if name in call), FLAT_ARGUMENTS[0])
    given, place = call.get(field), Address(f"{at}/{field}")
    is_value = isinstance(given, (dict, list))
    read = arguments.from_value if is_value else arguments.from_text
    return ToolCallPart(
        address=at,
        raw=call,
        call_id=call_id,
        name=text_or_empty(call.get("name")),
        arguments=read(given, place),
        wire_type="function",
        extras=extras_of(call, _CALL_KEYS | {"name", field}),
    )


def _read_legacy_call(call: JsonValue, at: Address) -> Part:
    if not isinstance(call, dict):
        return opaque(call, at, "A function call is an object.")
    return ToolCallPart(
        address=at,
        raw=call,
        call_id=no_call_id(),
        name=text_or_empty(call.get("name")),
        arguments=arguments.from_text(call.get("arguments"), Address(f"{at}/arguments")),
        wire_type="function_call",
        extras=extras_of(call, _FUNCTION_KEYS),
    )
