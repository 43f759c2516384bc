"""A sample's events as spans: what each model was asked and answered, and which tools ran, by
the agents that they did it in."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.inspect_ai.chunks import Pieces, Placed, referred
from crosswire.logs.inspect_ai.messages import read_message, read_messages
from crosswire.logs.inspect_ai.names import NAME
from crosswire.logs.shared.bodies import BodyReader
from crosswire.logs.shared.keyed_blocks import content_of
from crosswire.logs.shared.opening import Opened
from crosswire.logs.spans.raw_spans import seconds
from crosswire.logs.spans.span import Kind, Span
from crosswire.model import JsonObject, JsonValue, Message, ToolCallPart, ToolResultPart
from crosswire.model.call_id import read_call_id
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    text_or_empty,
    text_or_none,
)
from crosswire.tools import arguments

_KINDS: dict[str, Kind] = {"model": "model", "tool": "tool"}
_AGENTS = ("agent", "subagent", "subtask")
MOST_POOLED = 100_000
"""Messages that the references of one sample may name in all."""


class EventReader:
    """Reads the events of one sample."""

    def __init__(
        self, sample: JsonObject, at: Address, opened: Opened, pieces: Pieces | None = None
    ) -> None:
        self.at = at
        self.bodies = BodyReader(NAME, opened)
        pool, place = sample.get("message_pool"), child(at, "message_pool")
        data = object_or_empty(sample.get("events_data"))
        if pool is None and isinstance(data.get("messages"), list):
            pool, place = data["messages"], child(at, "events_data", "messages")
        self.pool = _placed(pool, place)
        self.events = _placed(sample.get("events"), child(at, "events"))
        if pieces is not None:
            self.pool, self.events = pieces.messages, pieces.events
        self.left = MOST_POOLED

    def spans(self) -> list[Span]:
        """The spans, in the order of the events."""
        found: list[Span] = []
        for i, (event, at) in enumerate(self.events):
            if isinstance(event, dict):
                span = self._span(event, at)
                if span is not None:
                    span.start = span.start or float(i)
                    found.append(span)
        return found

    def _span(self, event: JsonObject, at: Address) -> Span | None:
        kind = text_or_empty(event.get("event"))
        if kind == "span_begin":
            return self._begin(event, at)
        if kind not in _KINDS:
            return None
        span = Span(at, event, _KINDS[kind])
        span.trace, span.name = str(self.at), text_or_empty(event.get("model"))
        span.parent = text_or_none(event.get("span_id"))
        span.time, span.time_at = text_or_none(event.get("timestamp")), child(at, "timestamp")
        span.start = seconds(event.get("timestamp"))
        if kind == "model":
            self._read_model(span, event)
        else:
            self._read_tool(span, event)
        return span

    def _begin(self, event: JsonObject, at: Address) -> Span:
        is_agent = event.get("type") in _AGENTS
        span = Span(at, event, "agent" if is_agent else "other", text_or_none(event.get("id")))
        span.parent, span.name = (
            text_or_none(event.get("parent_id")),
            text_or_empty(event.get("name")),
        )
        span.trace = str(self.at)
        return span

    def _read_model(self, span: Span, event: JsonObject) -> None:
        span.input = read_messages(event.get("input"), child(span.at, "input"))
        span.input += self._pooled(event.get("input_refs"))
        span.beside = self.bodies.tools(event.get("tools"), child(span.at, "tools"))
        choices = list_or_empty(object_or_empty(event.get("output")).get("choices"))
        for i, choice in enumerate(choices[:1]):
            message = object_or_empty(choice).get("message")
            if isinstance(message, dict):
                place = child(span.at, "output", "choices", i, "message")
                span.output.append(read_message(message, place))

    def _pooled(self, references: JsonValue) -> list[Message]:
        """The messages of the pool that references name."""
        found: list[Message] = []
        for number in referred(references, min(self.left, MOST_POOLED)):
            if number < len(self.pool):
                self.left -= 1
                found.append(read_message(*self.pool[number]))
        return found

    def _read_tool(self, span: Span, event: JsonObject) -> None:
        at = span.at
        call_id = read_call_id(event.get("id"), address=child(at, "id"), required=False)
        name = text_or_empty(event.get("function"))
        span.call = ToolCallPart(
            address=at,
            raw=event,
            call_id=call_id,
            name=name,
            arguments=arguments.from_text(event.get("arguments"), child(at, "arguments")),
            wire_type="tool",
        )
        error = event.get("error")
        if event.get("result") is None and error is None:
            return
        key = "result" if event.get("result") is not None else "error"
        span.result = ToolResultPart(
            address=child(at, key),
            raw=event[key],
            call_id=call_id,
            wire_type="tool",
            content=content_of(event[key], child(at, key)),
            name=name or None,
            is_error=error is not None,
        )


def _placed(value: JsonValue, at: Address) -> list[Placed]:
    return [(one, child(at, number)) for number, one in enumerate(list_or_empty(value))]
