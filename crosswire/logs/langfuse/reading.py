"""Tells them from other documents, and reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from crosswire.address import Address, child, root
from crosswire.formats.protocol import Recognition
from crosswire.logs.langfuse.names import DIALECT, KINDS, NAME, TRAITS
from crosswire.logs.shared.bodies import BodyReader
from crosswire.logs.shared.opening import Opened
from crosswire.logs.spans.building import of_runs
from crosswire.logs.spans.runs import RunReader
from crosswire.logs.spans.span import Span
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, type_of

_SAMPLE = 40
_DEPTH = 3
_PARENTS = ("parentObservationId", "parent_observation_id")
_TIMES = ("startTime", "start_time")


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    found = next(islice(_observations(documents, 0), _SAMPLE), None)
    if found is None:
        return None
    return Recognition("messages", 0.96, "Observations with `type`, `startTime` and a parent.")


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    opened = Opened()
    reader = RunReader(DIALECT, NAME, BodyReader(NAME, opened))
    spans = [
        reader.span(run, at) for run, at in _once(_observations(documents, first), opened)
    ]
    spans += [_of_trace(reader, trace, at) for trace, at in _traces(documents, first)]
    return of_runs(spans, reader, TRAITS)


def _of_trace(reader: RunReader, trace: JsonObject, at: Address) -> Span:
    """What the trace itself says it was asked, and what came of it."""
    span = reader.span(trace, at)
    span.trace, span.call, span.result = span.id, None, None
    return span


def _once(
    observations: Iterable[tuple[JsonObject, Address]], opened: Opened
) -> list[tuple[JsonObject, Address]]:
    """Each observation where it is told most fully; a trace may list them once more."""
    best: dict[str, tuple[JsonObject, Address]] = {}
    for run, at in observations:
        id = str(run["id"])
        other = best.setdefault(id, (run, at))
        if other[0] is run:
            continue
        fuller, lesser = (run, at), other
        if len(other[0]) >= len(run):
            fuller, lesser = other, (run, at)
        best[id] = fuller
        opened.set_aside(*lesser)
    return list(best.values())


def _observations(
    documents: Sequence[JsonValue], first: int
) -> Iterator[tuple[JsonObject, Address]]:
    for number, document in enumerate(documents, first):
        for value, at in _objects(document, root(number), _DEPTH):
            if _is_observation(value):
                yield value, at


def _traces(
    documents: Sequence[JsonValue], first: int
) -> Iterator[tuple[JsonObject, Address]]:
    for number, document in enumerate(documents, first):
        for value, at in _objects(document, root(number), _DEPTH):
            if isinstance(value.get("observations"), list):
                inner = value.get("trace")
                named = isinstance(inner, dict)
                yield (object_or_empty(inner), child(at, "trace")) if named else (value, at)


def _objects(
    value: JsonValue, at: Address, depth: int
) -> Iterator[tuple[JsonObject, Address]]:
    """Objects that may be traces or observations, outer ones first."""
    if isinstance(value, list):
        for i, one in enumerate(value):
            yield from _objects(one, Address(f"{at}/{i}"), depth)
    elif isinstance(value, dict) and depth:
        yield value, at
        for key in ("observations", "data", "traces", "trace"):
            if isinstance(value.get(key), (list, dict)):
                yield from _objects(value[key], child(at, key), depth - 1)


def _is_observation(value: JsonObject) -> bool:
    known = type_of(value) in KINDS and "id" in value
    return known and any(key in value for key in _PARENTS) and any(k in value for k in _TIMES)
