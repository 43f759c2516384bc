"""Finds the spans in an export: OTLP in JSON, what SDKs print, a list, attributes alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import chain, islice

from msgspec import Struct

from crosswire.address import Address, child, root
from crosswire.logs.shared.finding import ends_of, fields_in_ends, once
from crosswire.logs.spans.attributes import FLAT, HOLDERS, holder_of
from crosswire.logs.spans.words import PREFIXES
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import is_number, list_or_empty, text_or_none, value_at

_DEPTH = 8
_TELLING = (*PREFIXES, *(FLAT + prefix for prefix in PREFIXES))
_Paths = tuple[tuple[str, ...], ...]
_IDS: _Paths = (
    *(("context", "span_id"), ("spanContext", "spanId"), ("SpanContext", "SpanID")),
    *(("spanId",), ("span_id",), ("spanID",), ("SpanId",), ("context.span_id",)),
)
_TRACES: _Paths = (
    *(("context", "trace_id"), ("spanContext", "traceId"), ("SpanContext", "TraceID")),
    *(("traceId",), ("trace_id",), ("traceID",), ("TraceId",), ("context.trace_id",)),
)
_PARENTS: _Paths = (
    *(("parent_id",), ("parentSpanId",), ("parentSpanContext", "spanId"), ("parentId",)),
    *(
        ("Parent", "SpanID"),
        ("parent_span_id",),
        ("ParentSpanId",),
        ("parent", "span_id"),
        ("parentSpanID",),
    ),
)
_STARTS = (
    *("startTimeUnixNano", "start_time", "startTime", "StartTime", "start_timestamp"),
    *("start", "timeUnixNano", "Timestamp", "timestamp", "observedTimeUnixNano"),
)
_NAMES = ("name", "operationName", "Name", "eventName", "SpanName", "body", "span_name")


class RawSpan(Struct, frozen=True):
    """A span or a log record as it stands."""

    raw: JsonObject
    at: Address

    @property
    def id(self) -> str | None:
        return _text(self.raw, _IDS)

    @property
    def trace(self) -> str | None:
        return _text(self.raw, _TRACES)

    @property
    def parent(self) -> str | None:
        return _text(self.raw, _PARENTS) or self._referred

    @property
    def _referred(self) -> str | None:
        """Jaeger names the parent in a list."""
        references = self.raw.get("references")
        first = references[0] if isinstance(references, list) and references else None
        return _text(first, _IDS) if isinstance(first, dict) else None

    @property
    def start(self) -> tuple[float, str | None, Address | None]:
        """When it began, in seconds, as logged, and where that stands."""
        for name in _STARTS:
            value = self.raw.get(name)
            if value is not None:
                logged = value if isinstance(value, str) else None
                return seconds(value), logged, child(self.at, name)
        return 0.0, None, None


def raw_spans(documents: Sequence[JsonValue], first: int = 0) -> Iterator[RawSpan]:
    """All spans in some documents."""
    for number, document in enumerate(documents, first):
        if _has_span([document], _DEPTH, _all):
            yield from _within(document, root(number), _DEPTH)


SAMPLE = 60
"""Spans that decide what they are written by."""


def sample_of_spans(documents: Sequence[JsonValue]) -> list[RawSpan]:
    """The first spans."""
    return once(documents, _first_spans)


def _first_spans(documents: Sequence[JsonValue]) -> list[RawSpan]:
    """Those of documents that have one in the ends of their lists."""
    fields = fields_in_ends(documents)
    if fields is not None and not any(map(_may_be_of_a_span, fields)):
        return []
    likely = (
        _within(document, root(number), _DEPTH)
        for number, document in enumerate(documents)
        if _has_span([document], _DEPTH, ends_of)
    )
    return [*islice(chain.from_iterable(likely), SAMPLE)]


def _has_span(
    value: JsonValue, depth: int, looked_at: Callable[[list[JsonValue]], list[JsonValue]]
) -> bool:
    """Whether there is one below a value; looks as `_within` does, without addresses, as in
    most logs there is none. `looked_at` gives the elements of a list that are looked at."""
    inner = value.values() if isinstance(value, dict) else looked_at(list_or_empty(value))
    for one in inner:
        if isinstance(one, dict) and is_span(one):
            return True
        if depth and isinstance(one, (dict, list)) and _has_span(one, depth - 1, looked_at):
            return True
    return False


def _all(values: list[JsonValue]) -> list[JsonValue]:
    return values


def _within(value: JsonValue, at: Address, depth: int) -> Iterator[RawSpan]:
    if isinstance(value, dict) and is_span(value):
        yield RawSpan(value, at)
    elif depth and isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, (dict, list)):
                yield from _within(inner, child(at, key), depth - 1)
    elif depth and isinstance(value, list):
        for i, inner in enumerate(value):
            if isinstance(inner, (dict, list)):
                yield from _within(inner, Address(f"{at}/{i}"), depth - 1)


def is_span(value: JsonObject) -> bool:
    """Whether an object is a span, a log record, or the attributes of one."""
    if holder_of(value) is not None:
        return any(key in value for key in _NAMES)
    told = _telling_keys(tuple(value))
    return bool(told) and any(_is_plain(value[key]) for key in told)


def _may_be_of_a_span(field: str) -> bool:
    """Whether `is_span` looks further where an object has this field."""
    return field in HOLDERS or field.startswith(_TELLING)


@lru_cache(maxsize=1_024)
def _telling_keys(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Each object of each log is asked, and most have the keys of others."""
    return tuple(key for key in keys if key.startswith(_TELLING))


def _is_plain(value: JsonValue) -> bool:
    """Whether a field may be an attribute, and not what somebody filed under such a name."""
    inner = value[0] if isinstance(value, list) and value else value
    return not (isinstance(inner, dict) and is_span(inner))


def seconds(value: JsonValue) -> float:
    """A moment in seconds: nanoseconds since 1970, a date, or JavaScript's pair of both."""
    if isinstance(value, list) and len(value) == 2 and all(map(is_number, value)):
        whole, rest = value
        return float(whole) + float(rest) / 1e9  # type: ignore[arg-type]  # both are numbers
    if isinstance(value, str):
        if value.isascii() and value.isdigit() and len(value) < 25:
            return seconds(int(value))
        try:
            return datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp()
        except (ValueError, OverflowError):
            return 0.0
    if not is_number(value):
        return 0.0
    number = float(value)
    for limit, unit in ((1e17, 1e9), (1e14, 1e6), (1e11, 1e3)):
        if abs(number) >= limit:
            return number / unit
    return number


def _text(value: JsonObject, paths: _Paths) -> str | None:
    for path in paths:
        found = text_or_none(value.get(path[0]) if len(path) == 1 else value_at(value, *path))
        if found:
            return found
    return None
