"""Puts the events of a stream together: what each step says and calls, then its results."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, field

from crosswire.address import Address, child
from crosswire.logs.ai_sdk.parts import PARTS, VALUE, is_of_provider
from crosswire.logs.shared.fields import field_in, text_in
from crosswire.logs.shared.pieces import Pieces
from crosswire.model import (
    Event,
    JsonObject,
    JsonValue,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder
from crosswire.model.call_id import CallId, no_call_id, read_call_id
from crosswire.model.json_values import text_or_empty
from crosswire.tools import arguments


class Stream(Struct):
    """What was told so far."""

    into: ConversationBuilder
    said: list[Part] = field(default_factory=list)
    results: list[Part] = field(default_factory=list)
    texts: dict[JsonValue, TextPart | ReasoningPart] = field(default_factory=dict)
    calls: dict[str, ToolCallPart] = field(default_factory=dict)
    """All calls so far, by their id."""
    answered: dict[str, ToolResultPart] = field(default_factory=dict)
    pieces: Pieces = field(default_factory=lambda: Pieces("inputTextDelta"))

    def take(self, kind: str, event: JsonObject, at: Address) -> None:
        """Put one event where it belongs."""
        if kind in ("start-step", "finish-step"):
            self.end_step()
        elif kind.startswith(("text", "reasoning")) and kind != "reasoning-file":
            self._say(kind, event, at)
        elif (read := _READERS.get(kind)) is not None:
            read(self, event, at)
            self._note_denial(kind, event, at)
        elif kind in ("file", "reasoning-file"):
            self.said += PARTS.block(event, at)

    def end_step(self) -> None:
        """The messages of what came since the step before."""
        for role, parts in (("assistant", self.said), ("tool", self.results)):
            if parts:
                first = parts[0]
                self.into.message(role, first.address, first.raw, list(parts))  # type: ignore[arg-type]  # one of two roles
        self.said, self.results, self.texts = [], [], {}

    def _say(self, kind: str, event: JsonObject, at: Address) -> None:
        key = (kind.partition("-")[0], event.get("id"))
        piece = event.get("delta", event.get("text", event.get("textDelta")))
        if kind.endswith(("-start", "-end")) or not isinstance(piece, str):
            return
        part = self.texts.get(str(key))
        if part is None:
            make = ReasoningPart if key[0] == "reasoning" else TextPart
            part = make(address=at, raw=event, text="")
            self.texts[str(key)] = part
            self.said.append(part)
        self.pieces.add(part, piece)

    def call(self, event: JsonObject, at: Address) -> None:
        """The beginning of a call, a piece of its arguments, or all of them."""
        key = "toolCallId" if "toolCallId" in event else "id"
        id = text_or_empty(event.get(key))
        call = self.calls.get(id)
        if call is None:
            call = ToolCallPart(
                address=at,
                raw=event,
                call_id=_id(event, at, key),
                name=text_or_empty(event.get("toolName")),
                arguments=arguments.from_text(None, at),
                wire_type="tool-call",
                executed_by="server" if is_of_provider(event) else "client",
            )
            self.calls[id] = call
            self.said.append(call)
        given = field_in(event, at, ("input", "args", "rawInput"))
        piece = text_in(event, ("inputTextDelta", "argsTextDelta", "delta"))
        if given is not None:
            call.arguments = arguments.from_text(given.value, given.at)
            call.raw, call.address = event, at
            self.pieces.drop(call)
        elif piece:
            self.pieces.add(call, piece)

    def result(self, event: JsonObject, at: Address) -> None:
        """What a tool gave; a later output stands for those before it."""
        id = text_or_empty(event.get("toolCallId"))
        names = ("output", "result", "errorText", "error", "reason")
        name = next((one for one in names if event.get(one) is not None), "output")
        place, call = child(at, name), self.calls.get(id)
        failed = name.startswith("error") or event.get("type") == "tool-output-denied"
        result = self.answered.get(id)
        if result is None:
            result = ToolResultPart(
                address=at, raw=event, call_id=no_call_id(), wire_type="tool-result"
            )
            self.answered[id] = result
            by_server = is_of_provider(event) or (call and call.executed_by == "server")
            result.executed_by = "server" if by_server else "client"
            (self.said if by_server else self.results).append(result)
        result.address, result.raw = at, event
        result.call_id = _id(event, at, "toolCallId")
        result.name = call.name if call else None
        result.content, result.is_error = VALUE(event.get(name), place), failed
        self.into.calls_may_be_elsewhere |= call is None

    def _note_denial(self, kind: str, event: JsonObject, at: Address) -> None:
        if kind == "tool-output-denied":
            before = len(self.into.messages) + bool(self.said)
            self.into.events.append(Event("denied", at, before))


def _id(event: JsonObject, at: Address, key: str) -> CallId:
    return read_call_id(event.get(key), address=child(at, key), present=key in event)


_READERS: dict[str, Callable[[Stream, JsonObject, Address], None]] = {
    **dict.fromkeys(
        ("tool-input-start", "tool-input-delta", "tool-input-available", "tool-call"),
        Stream.call,
    ),
    "tool-input-error": Stream.call,
    **dict.fromkeys(
        ("tool-output-available", "tool-output-error", "tool-result", "tool-error"),
        Stream.result,
    ),
    "tool-output-denied": Stream.result,
}
