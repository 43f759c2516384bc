"""Tells them from other documents, and reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.address import Address, child, root
from crosswire.formats.protocol import Recognition
from crosswire.logs.braintrust.names import DIALECT, NAME, TRAITS
from crosswire.logs.shared.bodies import BodyReader
from crosswire.logs.shared.opening import Opened
from crosswire.logs.spans.building import of_runs
from crosswire.logs.spans.runs import RunReader
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder

_DEPTH = 3
_HOLDERS = ("events", "rows", "data", "spans", "logs")


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    if next(_spans(documents, 0), None) is None:
        return None
    return Recognition("messages", 0.89, "Rows with `span_attributes` and `root_span_id`.")


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    reader = RunReader(DIALECT, NAME, BodyReader(NAME, Opened()))
    return of_runs([reader.span(*one) for one in _spans(documents, first)], reader, TRAITS)


def _spans(documents: Sequence[JsonValue], first: int) -> Iterator[tuple[JsonObject, Address]]:
    for number, document in enumerate(documents, first):
        yield from _within(document, root(number), _DEPTH)


def _within(value: JsonValue, at: Address, depth: int) -> Iterator[tuple[JsonObject, Address]]:
    if isinstance(value, list) and depth:
        for i, one in enumerate(value):
            yield from _within(one, Address(f"{at}/{i}"), depth - 1)
    elif isinstance(value, dict):
        if isinstance(value.get("span_attributes"), dict) and _stands_in_trace(value):
            yield value, at
        else:
            for key in _HOLDERS if depth else ():
                if isinstance(value.get(key), list):
                    yield from _within(value[key], child(at, key), depth - 1)


def _stands_in_trace(value: JsonObject) -> bool:
    return any(key in value for key in ("root_span_id", "span_id", "_xact_id"))
