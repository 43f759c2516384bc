"""Puts the events of runs together: each message where its first event stands."""

from __future__ import annotations

from msgspec import Struct, field

from crosswire.address import Address, child
from crosswire.logs.ag_ui.messages import CONTENT, DIALECT, is_message
from crosswire.logs.shared.dialect_reading import read_message
from crosswire.logs.shared.fields import field_in, id_in, text_in
from crosswire.logs.shared.pieces import Pieces
from crosswire.model import (
    JsonObject,
    JsonValue,
    Message,
    ReasoningPart,
    Role,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, object_or_empty, text_or_empty
from crosswire.tools import arguments

_ID = ("toolCallId", "tool_call_id")
_MESSAGE = ("messageId", "message_id")
_PARENT = ("parentMessageId", "parent_message_id", *_MESSAGE)
_NAME = ("toolCallName", "tool_call_name")


class Stream(Struct):
    """What was told so far."""

    into: ConversationBuilder
    messages: dict[str, Message] = field(default_factory=dict)
    texts: dict[str, TextPart | ReasoningPart] = field(default_factory=dict)
    calls: dict[str, ToolCallPart] = field(default_factory=dict)
    answered: set[str] = field(default_factory=set)
    pieces: Pieces = field(default_factory=lambda: Pieces("delta"))

    def take(self, kind: str, event: JsonObject, at: Address) -> None:
        """Put one event where it belongs."""
        if kind.startswith(("TEXT_MESSAGE_", "THINKING_TEXT_", "REASONING_MESSAGE_")):
            self._say(kind, event, at)
        elif kind == "TOOL_CALL_RESULT":
            self._result(event, at)
        elif kind.startswith("TOOL_CALL_"):
            self._call(event, at)
        elif kind == "MESSAGES_SNAPSHOT":
            self._snapshot(event.get("messages"), child(at, "messages"))
        elif kind == "RUN_STARTED" and isinstance(event.get("input"), dict):
            given = object_or_empty(event["input"])
            self._snapshot(given.get("messages"), child(at, "input", "messages"))
        elif kind == "RUN_ERROR":
            place = child(at, "message")
            self.into.setting("error", event.get("message"), place, of_response=True)

    def _say(self, kind: str, event: JsonObject, at: Address) -> None:
        key, piece = text_in(event, _MESSAGE) or "", event.get("delta")
        if not isinstance(piece, str) or not piece:
            return
        thinks = not kind.startswith("TEXT_")
        part = self.texts.get(f"{thinks}{key}")
        if part is None:
            part = (ReasoningPart if thinks else TextPart)(address=at, raw=event, text="")
            self.texts[f"{thinks}{key}"] = part
            self._message(key, event, at).parts.append(part)
        self.pieces.add(part, piece)

    def _message(self, key: str, event: JsonObject, at: Address) -> Message:
        """The message of an id; one that answers no longer grows."""
        message = self.messages.get(key)
        last = self.into.messages[-1] if self.into.messages else None
        if message is None or message is not last:
            role: Role = "user" if event.get("role") == "user" else "assistant"
            message = self.into.message(role, at, {**event}, [])
            self.messages[key] = message
        return message

    def _call(self, event: JsonObject, at: Address) -> None:
        id = text_in(event, _ID) or ""
        call = self.calls.get(id)
        if call is None:
            call = ToolCallPart(
                address=at,
                raw=event,
                call_id=id_in(event, at, _ID),
                name=text_in(event, _NAME) or "",
                arguments=arguments.from_text(None, at),
                wire_type="function",
            )
            self.calls[id] = call
            self._caller(event, at).parts.append(call)
        piece = text_or_empty(event.get("delta"))
        if piece:
            self.pieces.add(call, piece)

    def _caller(self, event: JsonObject, at: Address) -> Message:
        """The message that a call is of: the one that it names, or else the last."""
        key = text_in(event, _PARENT) or ""
        last = self.into.messages[-1] if self.into.messages else None
        if last is not None and last.role == "assistant" and key not in self.messages:
            return last
        return self._message(key, event, at)

    def _result(self, event: JsonObject, at: Address) -> None:
        given = field_in(event, at, ("content",))
        result = ToolResultPart(
            address=at,
            raw=event,
            call_id=id_in(event, at, _ID),
            wire_type="tool",
            content=[] if given is None else CONTENT(given.value, given.at),
        )
        self.answered.add(result.call_id.text)
        self.into.message("tool", at, event, [result])

    def _snapshot(self, messages: JsonValue, at: Address) -> None:
        """Messages in whole: those that were not told yet."""
        for i, value in enumerate(list_or_empty(messages)):
            raw = object_or_empty(value)
            key = text_or_empty(raw.get("id"))
            answered = text_in(raw, _ID) or ""
            told = key in self.messages or answered in self.answered
            if told or not is_message(value):
                self.into.set_aside.append(value)
                continue
            for message in read_message(value, child(at, i), self.into, DIALECT):
                self.messages[key or str(message.address)] = message
                calls = [part for part in message.parts if isinstance(part, ToolCallPart)]
                self.calls |= {call.call_id.text: call for call in calls}
            self.answered |= {answered} if answered else set()
