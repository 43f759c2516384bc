"""From a span with attributes to what it says: whichever convention its names follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crosswire.address import Address, child
from crosswire.logs.shared.bodies import Body, BodyReader
from crosswire.logs.shared.keyed_blocks import arguments_of_run, content_of, read_blocks
from crosswire.logs.spans import words
from crosswire.logs.spans.attributes import (
    Attribute,
    Attributes,
    attribute,
    attributes_of,
)
from crosswire.logs.spans.events import DETAILS, is_of_conversation, name_of, read_event
from crosswire.logs.spans.indexed import read_indexed
from crosswire.logs.spans.raw_spans import RawSpan
from crosswire.logs.spans.span import Retold, Span, usage_of
from crosswire.model import (
    Message,
    Part,
    ReasoningPart,
    SettingPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.call_id import no_call_id, read_call_id
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    text_or_none,
    value_at,
)
from crosswire.streams.readdressing import move_messages


class Filler:
    """Reads the spans of one log."""

    def __init__(self, own: str, reader: BodyReader) -> None:
        self.own = own
        self.reader = reader
        self.opened = reader.opened

    def span(self, raw: RawSpan) -> Span:
        """What a span says."""
        held = attributes_of(raw.raw, raw.at, self.opened)
        span = self._named(raw, held)
        self._fill(span, held)
        error = _error(span)
        if error is not None and error[0] is not None and span.kind != "tool":
            span.failure = error[0], error[1]
        for event, place in _events(raw):
            self._event(span, event, place)
        self._rest(held)
        if not span.says_anything and span.call is None and not _unknown(held):
            self.opened.set_aside(raw.raw, raw.at)
        return span

    def _named(self, raw: RawSpan, held: Attributes) -> Span:
        texts = {n: a.value for n, a in held.by_name.items() if isinstance(a.value, str)}
        kind = raw.raw.get("span_kind", raw.raw.get("spanKind"))
        if isinstance(kind, str):
            texts.setdefault(words.KIND, kind)
        span = Span(raw.at, raw.raw, words.kind_of(texts, list(held.by_name)))
        span.id, span.parent, span.trace = raw.id, raw.parent, raw.trace
        span.start, span.time, span.time_at = raw.start
        span.session = held.text(*words.SESSIONS)
        named = [held.first(name) for name in words.ELSEWHERE]
        span.elsewhere = [one.at for one in named if one is not None]
        names = (
            text_or_none(raw.raw.get(key)) for key in ("name", "span_name", "operationName")
        )
        own = next(filter(None, names), None)
        span.name = held.text(*words.NAMES_OF_AGENTS) or own or ""
        return span

    def _fill(self, span: Span, held: Attributes) -> None:
        if span.kind == "tool":
            self._fill_tool(span, held)
            return
        span.input = self._system(held) + self._input(span, held)
        span.output = self._output(span, held)
        span.history = self._of(held, words.HISTORIES, span)
        self._events_of_attribute(span, held)
        span.beside += self._settings(held)
        span.usage = span.usage or _usage(held)
        for name in words.TOOLS:
            found = held.first(name)
            if found is not None:
                span.beside += self.reader.tools(found.value, found.at)
        for _, found in held.beginning("llm.tools."):
            span.beside += self.reader.tool(found.value, found.at)
            self.opened.set_aside(found.holder, found.at)
        span.beside = self._once(span.beside)

    def _system(self, held: Attributes) -> list[Message]:
        found = held.first(*words.SYSTEM)
        if found is None:
            return []
        value, at = self.opened.value(found.value, found.at)
        parts = read_blocks(value, at)
        message = Message("system", at, value, self.own, parts)
        if found.structured is not None:
            move_messages([message], found.structured.places)
            self.opened.set_aside(found.holder, found.at)
        return [message] if parts else []

    def _input(self, span: Span, held: Attributes) -> list[Message]:
        return self._fullest(span, held, words.INPUTS, words.INDEXED_INPUTS, asks=True)

    def _output(self, span: Span, held: Attributes) -> list[Message]:
        of_sdk = self._of_ai_sdk(held)
        told = self._fullest(span, held, words.OUTPUTS, words.INDEXED_OUTPUTS, asks=False)
        if of_sdk and told:
            span.retold.append(Retold(told))
        return of_sdk or told

    def _fullest(
        self,
        span: Span,
        held: Attributes,
        names: Sequence[str],
        indexed: Sequence[str],
        *,
        asks: bool,
    ) -> list[Message]:
        """Of the attributes that tell the same, what the fullest one tells."""
        told = [read_indexed(held, indexed, self.own)]
        for name in names:
            found = held.first(name)
            if found is not None:
                told.append(Retold(self._body(span, found, asks=asks).messages))
        best = max(told, key=lambda one: _size(one.messages))
        for piece in best.pieces:
            self.opened.set_aside(*piece)
        span.retold += [one for one in told if one is not best and one.messages]
        return best.messages

    def _once(self, beside: list[Part]) -> list[Part]:
        """Settings and declarations, of equal ones the first."""
        kept: dict[tuple[type, str], Part] = {}
        for part in beside:
            if isinstance(part, (SettingPart, ToolPart)):
                first = kept.setdefault((type(part), part.name), part)
                if first is not part:
                    self.opened.set_aside(part.raw, part.address)
        return list(kept.values())

    def _body(self, span: Span, found: Attribute, *, asks: bool) -> Body:
        read = self.reader.input if asks else self.reader.output
        body = read(found.value, found.at)
        if found.structured is not None:
            places = found.structured.places
            move_messages(body.messages, places)
            self.opened.roots.append((found.value, found.at, places))
            self.opened.set_aside(found.holder, found.at)
        span.beside += body.beside
        return body

    def _of(self, held: Attributes, names: Iterable[str], span: Span) -> list[Message]:
        found = held.first(*names)
        return [] if found is None else self._body(span, found, asks=True).messages

    def _of_ai_sdk(self, held: Attributes) -> list[Message]:
        parts: list[Part] = []
        for name in words.OF_AI_SDK:
            found = held.first(name)
            if found is not None:
                value, at = found.value, found.at
                if name.endswith("toolCalls"):
                    value, at = self.opened.value(value, at)
                if name.endswith("reasoning") and isinstance(value, str):
                    parts.append(ReasoningPart(address=at, raw=value, text=value))
                else:
                    parts += read_blocks(value, at)
        whole = held.first(words.OBJECT_OF_AI_SDK)
        if whole is not None:
            parts = parts or read_blocks(whole.value, whole.at)
            self.opened.set_aside(whole.holder, whole.at)
        if not parts:
            return []
        for name in words.OF_AI_SDK:
            if name in held:
                self.opened.set_aside(held.by_name[name].holder, held.by_name[name].at)
        names = (*words.OF_AI_SDK, words.OBJECT_OF_AI_SDK)
        raw = {name: held.by_name[name].value for name in names if name in held}
        return [Message("assistant", parts[0].address, raw, self.own, parts)]

    def _settings(self, held: Attributes) -> list[Part]:
        found: list[Part] = []
        for meaning, names in words.SETTINGS.items():
            one = held.first(*names)
            if one is not None:
                found.append(
                    SettingPart(
                        address=one.at,
                        raw=one.value,
                        name=meaning,
                        value=one.value,
                        meaning=meaning,
                        neutral=one.value,
                    )
                )
        return found

    # Tools

    def _fill_tool(self, span: Span, held: Attributes) -> None:
        id, given = held.first(*words.CALL_IDS), held.first(*words.CALL_ARGUMENTS)
        name = held.text(*words.CALL_NAMES) or span.name.removeprefix("execute_tool ")
        call_id = no_call_id()
        if id is not None:
            call_id = read_call_id(id.value, address=id.at, required=False)
        value, at = (None, child(span.at, "")) if given is None else (given.value, given.at)
        span.call = ToolCallPart(
            address=span.at,
            raw=span.raw,
            call_id=call_id,
            name=name,
            arguments=arguments_of_run(value, at),
            wire_type="execute_tool",
        )
        span.result = self._result(span, held)
        for one in (given, held.first(*words.CALL_RESULTS)):
            if one is not None:
                self.opened.set_aside(one.holder, one.at)

    def _result(self, span: Span, held: Attributes) -> ToolResultPart | None:
        found, error = held.first(*words.CALL_RESULTS), _error(span)
        if (found is None and error is None) or span.call is None:
            return None
        content: list[Part] = []
        if found is not None:
            content = content_of(found.value, found.at)
        elif error is not None:
            content = read_blocks(*error)
        return ToolResultPart(
            address=span.at if found is None else found.at,
            raw=span.raw if found is None else found.value,
            call_id=span.call.call_id,
            wire_type="execute_tool",
            content=content,
            name=span.call.name or None,
            is_error=error is not None,
        )

    # Events

    def _event(self, span: Span, event: RawSpan, at: Address) -> None:
        held = attributes_of(event.raw, at)
        plain = {name: one.value for name, one in held.by_name.items()}
        name = name_of(event.raw, plain)
        if name == DETAILS:
            self._fill(span, held)
        elif is_of_conversation(name):
            place = next((one.at for one in held.by_name.values()), at)
            asked, said = read_event(name, plain, _above(place), self.reader)
            span.input += asked
            span.output += said
            for one in held.by_name.values():
                self.opened.set_aside(one.holder, one.at)
        elif not _unknown(held):
            self.opened.set_aside(event.raw, at)
            error = held.by_name.get(_EXCEPTION)
            if error is not None and isinstance(error.value, str):
                span.failure = error.value, error.at

    def record(self, span: Span, record: RawSpan) -> None:
        """Add what a log record tells of a span."""
        held = attributes_of(record.raw, record.at)
        plain = {name: one.value for name, one in held.by_name.items()}
        name = name_of(record.raw, plain)
        if name == DETAILS:
            self._fill(span, held)
            return
        at = child(record.at, "body")
        body = attribute(record.raw.get("body"), at, record.raw.get("body"))
        if isinstance(body.value, dict):
            asked, said = read_event(name, body.value, at, self.reader)
            if body.structured is not None:
                move_messages([*asked, *said], body.structured.places)
            span.input += asked
            span.output += said
            self.opened.set_aside(body.holder, at)

    def _events_of_attribute(self, span: Span, held: Attributes) -> None:
        found = held.first(words.EVENTS)
        if found is None:
            return
        value, at = self.opened.value(found.value, found.at)
        for i, one in enumerate(list_or_empty(value)):
            event = object_or_empty(one)
            place = Address(f"{at}/{i}")
            asked, said = read_event(name_of(event, {}), event, place, self.reader)
            span.input += asked
            span.output += said
            self.opened.set_aside(one, place)

    def _rest(self, held: Attributes) -> None:
        for name, one in held.by_name.items():
            said = name in held.taken and isinstance(one.value, str) and name in _CONTENT
            if name.startswith(words.BOOKKEEPING) and one.structured is None and not said:
                self.opened.set_aside(one.holder, one.at)


_CONTENT = frozenset(
    {*words.INPUTS, *words.OUTPUTS, *words.SYSTEM, *words.HISTORIES, *words.TOOLS}
    | {*words.OF_AI_SDK, words.EVENTS, words.OBJECT_OF_AI_SDK}
)


_EXCEPTION = "exception.message"


def _usage(held: Attributes) -> SettingPart | None:
    found = {count: held.first(*names) for count, names in words.USAGE.items()}
    there = {count: one for count, one in found.items() if one is not None}
    if not there:
        return None
    at = next(iter(there.values())).at
    counts = {count: one.value for count, one in there.items()}
    for count, (around, name) in words.PARTS_OF_USAGE.items():
        if count in counts:
            counts[around] = {name: counts.pop(count)}
    return usage_of(counts, at)


def _unknown(held: Attributes) -> bool:
    names = (name for name in held.by_name if name not in held.taken)
    return any(not name.startswith(words.BOOKKEEPING) for name in names)


def _size(messages: list[Message]) -> tuple[int, int]:
    parts = [part for message in messages for part in message.parts]
    ends = sum(isinstance(part, (ToolCallPart, ToolResultPart)) for part in parts)
    return ends, len(parts)


def _above(at: Address) -> Address:
    return Address(at.rpartition("/")[0])


def _events(raw: RawSpan) -> list[tuple[RawSpan, Address]]:
    at = child(raw.at, "events")
    found = enumerate(list_or_empty(raw.raw.get("events")))
    return [
        (RawSpan(one, Address(f"{at}/{i}")), Address(f"{at}/{i}"))
        for i, one in found
        if isinstance(one, dict)
    ]


def _error(span: Span) -> tuple[str | None, Address] | None:
    """The words of a span that failed, with their place."""
    status = object_or_empty(value_at(span.raw, "status"))
    code = status.get("code", status.get("status_code"))
    if code not in (2, "STATUS_CODE_ERROR", "ERROR", "Error"):
        return None
    for key in ("message", "description"):
        if isinstance(status.get(key), str):
            return str(status[key]), child(span.at, "status", key)
    return None, child(span.at, "status")
