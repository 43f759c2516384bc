"""Runs with an input and an output, as tracing services keep them: what formats of such
services share. A format names the keys; what stands in them is read whatever it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct, field

from crosswire.address import Address, child
from crosswire.logs.shared.bodies import BodyReader
from crosswire.logs.shared.keyed_blocks import arguments_of_run, content_of
from crosswire.logs.spans.raw_spans import seconds
from crosswire.logs.spans.span import Kind, Span, usage_of
from crosswire.logs.spans.words import HISTORIES
from crosswire.model import (
    CallId,
    JsonObject,
    JsonValue,
    Message,
    SettingPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.call_id import no_call_id, read_call_id
from crosswire.model.json_values import object_or_empty, text_or_none

Keys: TypeAlias = tuple[str, ...]
_COUNTS = {"input": "input_tokens", "output": "output_tokens", "total": "total_tokens"}
_COUNTS |= {"promptTokens": "input_tokens", "completionTokens": "output_tokens"}
_AROUND_ARGUMENTS = frozenset({"input", "args", "arguments", "kwargs"})
_CALL_IDS = (
    "gen_ai.tool.call.id",
    "tool_call_id",
    "toolCallId",
    "ai.toolCall.id",
    "tool_use_id",
)


class Dialect(Struct, frozen=True):
    """The keys of a service's runs; of several the first that is there counts."""

    kinds: dict[str, Kind]
    """The word that says what a run is about -> what that is."""
    kind: Keys = ("type",)
    id: Keys = ("id",)
    parent: Keys = ("parent_id",)
    trace: Keys = ("trace_id",)
    session: Keys = ()
    start: Keys = ("start_time",)
    input: Keys = ("input",)
    output: Keys = ("output",)
    error: Keys = ("error",)
    metadata: Keys = ("metadata",)
    model: Keys = ("model",)
    tools: Keys = ()
    usage: Keys = ()
    again: Keys = ()
    """Fields that tell calls once more."""
    name: Keys = ("name",)
    bookkeeping: frozenset[str] = field(default_factory=frozenset)


def first_of(run: JsonObject, keys: Iterable[str]) -> tuple[JsonValue, str]:
    """The first of some fields that holds anything, with its name; a name may have dots."""
    for key in keys:
        value: JsonValue = run
        for step in key.split("."):
            value = object_or_empty(value).get(step)
        if value is not None:
            return value, key
    return None, ""


class RunReader:
    """Fills spans from the runs of one log."""

    def __init__(self, dialect: Dialect, own: str, reader: BodyReader) -> None:
        self.dialect = dialect
        self.own = own
        self.reader = reader
        self.around: list[tuple[JsonValue, Address]] = []
        """What went in and came out, whatever it is."""

    def span(self, run: JsonObject, at: Address) -> Span:
        """What a run says."""
        of = self.dialect
        word = text_or_none(first_of(run, of.kind)[0]) or ""
        span = Span(at, run, of.kinds.get(word.lower(), "other"))
        span.id, span.parent = self._text(run, of.id), self._text(run, of.parent)
        span.trace, span.session = self._text(run, of.trace), self._text(run, of.session)
        span.name = self._text(run, of.name) or ""
        started, key = first_of(run, of.start)
        span.start, span.time = seconds(started), text_or_none(started)
        span.time_at = _place(at, key) if key else None
        self._fill(span, run)
        return span

    def _text(self, run: JsonObject, keys: Keys) -> str | None:
        value = first_of(run, keys)[0]
        return text_or_none(value[0] if isinstance(value, list) and value else value)

    def _fill(self, span: Span, run: JsonObject) -> None:
        of = self.dialect
        given, given_key = first_of(run, of.input)
        gave, gave_key = first_of(run, of.output)
        asked_at, said_at = _place(span.at, given_key), _place(span.at, gave_key)
        for key in (given_key, gave_key, *of.again):
            value = first_of(run, (key,))[0] if key else None
            self.around.append(self._whole(value, _place(span.at, key)))
        if span.kind in ("tool", "other"):
            self._fill_tool(span, run, (given, asked_at), (gave, said_at))
        if span.kind != "tool":
            asked = self.reader.input(given, asked_at)
            said = self.reader.output(gave, said_at)
            span.input, span.output = asked.messages, said.messages
            span.beside = [*asked.beside, *said.beside]
            span.history = self._history(span, run)
            self._settings(span, run)

    def _whole(self, value: JsonValue, at: Address) -> tuple[JsonValue, Address]:
        value, at = self.reader.opened.value(value, at)
        if isinstance(value, list):
            for i, one in enumerate(value):
                if isinstance(one, str):
                    self.around.append(self.reader.opened.value(one, Address(f"{at}/{i}")))
        return value, at

    def _history(self, span: Span, run: JsonObject) -> list[Message]:
        """What an agent's attributes tell of all that was said."""
        held, key = first_of(run, self.dialect.metadata)
        metadata, at = self.reader.opened.value(held, _place(span.at, key))
        self.reader.opened.set_aside(metadata, at)
        named, place = object_or_empty(metadata).get("attributes"), child(at, "attributes")
        for name in HISTORIES:
            told = object_or_empty(named).get(name)
            if told is not None:
                return self.reader.input(told, child(place, name)).messages
        return []

    def _settings(self, span: Span, run: JsonObject) -> None:
        of = self.dialect
        model, key = first_of(run, of.model)
        if isinstance(model, str) and span.kind == "model":
            at = _place(span.at, key)
            span.beside.insert(
                0,
                SettingPart(
                    address=at,
                    raw=model,
                    name="model",
                    value=model,
                    meaning="model",
                    neutral=model,
                ),
            )
        counts, key = first_of(run, of.usage)
        if isinstance(counts, dict) and span.kind == "model":
            named = {_COUNTS.get(name, name): value for name, value in counts.items()}
            span.usage = usage_of(named, _place(span.at, key))
        tools, key = first_of(run, of.tools)
        if tools and not any(not isinstance(part, SettingPart) for part in span.beside):
            span.beside += self.reader.tools(tools, _place(span.at, key))

    def _fill_tool(
        self,
        span: Span,
        run: JsonObject,
        given: tuple[JsonValue, Address],
        gave: tuple[JsonValue, Address],
    ) -> None:
        asked, asked_at = self.reader.opened.value(*given)
        said, said_at = self.reader.opened.value(*gave)
        value, place = _unwrapped(asked, asked_at)
        call_id = self._call_id(span, run, asked, asked_at)
        span.call = ToolCallPart(
            address=asked_at if asked is not None else span.at,
            raw=asked if asked is not None else span.raw,
            call_id=call_id,
            name=span.name.removeprefix("execute_tool ").removeprefix("running tool: "),
            arguments=arguments_of_run(value, place),
            wire_type="run",
        )
        error, key = first_of(run, self.dialect.error)
        if said is None and error is None:
            return
        told = self._told(said, said_at)
        span.result = told or ToolResultPart(
            address=said_at if said is not None else _place(span.at, key),
            raw=said if said is not None else error,
            call_id=call_id,
            wire_type="run",
            content=content_of(said if said is not None else error, said_at),
            name=span.call.name or None,
            is_error=said is None or error is not None,
        )

    def _told(self, said: JsonValue, at: Address) -> ToolResultPart | None:
        """The result where a tool gave it as a message."""
        held: Sequence[Message] = ()
        if isinstance(said, (dict, list)):
            held = self.reader.output(said, at).messages
        parts = [part for message in held for part in message.parts]
        results = [part for part in parts if isinstance(part, ToolResultPart)]
        return results[0] if len(parts) == len(results) == 1 else None

    def _call_id(self, span: Span, run: JsonObject, asked: JsonValue, at: Address) -> CallId:
        held, key = first_of(run, self.dialect.metadata)
        metadata, place = self.reader.opened.value(held, _place(span.at, key))
        self.reader.opened.set_aside(metadata, place)
        inner = object_or_empty(metadata).get("attributes")
        for value, where in (
            (inner, child(place, "attributes")),
            (metadata, place),
            (asked, at),
        ):
            for name in _CALL_IDS:
                found = object_or_empty(value).get(name)
                if isinstance(found, str) and found:
                    return read_call_id(found, address=child(where, name), required=False)
        is_call = object_or_empty(asked).get("type") == "tool_call"
        found = object_or_empty(asked).get("id") if is_call else None
        return read_call_id(found, address=child(at, "id")) if found else no_call_id()


def _place(at: Address, key: str) -> Address:
    return child(at, *key.split(".")) if key else at


def _unwrapped(value: JsonValue, at: Address) -> tuple[JsonValue, Address]:
    """The arguments alone, where a service puts them into an object."""
    if isinstance(value, dict) and value.get("type") == "tool_call" and "args" in value:
        return value["args"], child(at, "args")
    if isinstance(value, dict) and len(value) == 1:
        (key,) = value
        if key in _AROUND_ARGUMENTS:
            return value[key], child(at, key)
    return value, at
