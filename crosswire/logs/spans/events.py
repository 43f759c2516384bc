"""Messages that stand in events: those of a span, log records beside it, a list in an
attribute. Each event is a message, or the choice that a model made."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.shared.bodies import BodyReader
from crosswire.logs.shared.keyed_blocks import read_result
from crosswire.logs.shared.keyed_messages import ROLES, read_message
from crosswire.model import JsonObject, JsonValue, Message, Role
from crosswire.model.json_values import text_or_empty, text_or_none

_MESSAGES: dict[str, Role] = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}
_CHOICE = "gen_ai.choice"
_CONTENTS = {"gen_ai.content.prompt": "gen_ai.prompt"}
_CONTENTS |= {"gen_ai.content.completion": "gen_ai.completion"}
DETAILS = "gen_ai.client.inference.operation.details"
"""An event that has the attributes which spans of later versions have themselves."""
_NAMES = ("event.name", "event_name", "eventName", "name")


def name_of(event: JsonObject, attributes: JsonObject) -> str:
    """The name of an event, wherever it stands."""
    named = (text_or_none(held.get(key)) for held in (attributes, event) for key in _NAMES)
    return next((name for name in named if name is not None and "." in name), "")


def is_of_conversation(name: str) -> bool:
    """Whether an event holds a message."""
    return name in _MESSAGES or name in (_CHOICE, DETAILS) or name in _CONTENTS


def read_event(
    name: str, held: JsonObject, at: Address, reader: BodyReader
) -> tuple[list[Message], list[Message]]:
    """What an event tells of the input and of the output of a model."""
    if name in _CONTENTS:
        value, place = held.get(_CONTENTS[name]), child(at, _CONTENTS[name])
        if name.endswith("prompt"):
            return reader.input(value, place).messages, []
        return [], reader.output(value, place).messages
    if name == _CHOICE:
        return [], _spoken(held, at, "assistant", reader)
    if name in _MESSAGES:
        return _spoken(held, at, _MESSAGES[name], reader), []
    return [], []


def _spoken(held: JsonObject, at: Address, role: Role, reader: BodyReader) -> list[Message]:
    inner, place = reader.opened.value(held.get("message"), child(at, "message"))
    if isinstance(inner, str):
        return read_message(inner, place, reader.own, role)
    if not isinstance(inner, dict):
        inner, place = held, at
    if role == "tool":
        return [Message("tool", place, inner, reader.own, [read_result(inner, place, "tool")])]
    opened = {key: _opened(inner, key, place, reader) for key in ("content", "tool_calls")}
    if any(value is not inner.get(key) for key, value in opened.items()):
        return _from_texts(inner, opened, place, role, reader.own)
    named = text_or_empty(inner.get("role")).lower()
    told = inner if named in ROLES else {"role": role, **inner}
    return read_message(told, place, reader.own, role)


def _opened(inner: JsonObject, key: str, at: Address, reader: BodyReader) -> JsonValue:
    value = inner.get(key)
    if isinstance(value, str) and value.lstrip()[:1] not in ("[", "{"):
        return value
    return reader.opened.value(value, child(at, key))[0]


def _from_texts(
    inner: JsonObject, opened: JsonObject, at: Address, role: Role, own: str
) -> list[Message]:
    """A message whose calls or content stand as JSON in texts."""
    rest = {key: value for key, value in inner.items() if key not in opened}
    whole: JsonObject = {**rest, "role": inner.get("role") or role}
    whole |= {key: value for key, value in opened.items() if value is not None}
    return read_message(whole, at, own, role)
