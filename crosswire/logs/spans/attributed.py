"""Reads exports of spans with attributes, by whichever convention; formats differ in their
names and in what tells them."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.logs.shared.bodies import BodyReader
from crosswire.logs.shared.opening import Opened
from crosswire.logs.spans.building import conversations
from crosswire.logs.spans.filling import Filler
from crosswire.logs.spans.raw_spans import RawSpan, raw_spans
from crosswire.logs.spans.span import Span
from crosswire.model import JsonValue, Traits
from crosswire.model.builder import ConversationBuilder


def read_spans(
    documents: Sequence[JsonValue], first: int, own: str, traits: Traits
) -> list[ConversationBuilder]:
    """The conversations in spans and in log records beside them."""
    opened = Opened()
    filler = Filler(own, BodyReader(own, opened))
    raws = list(raw_spans(documents, first))
    spans = [filler.span(raw) for raw in raws if not is_record(raw)]
    by_id = {span.id: span for span in spans if span.id is not None}
    for raw in raws:
        if is_record(raw):
            id = raw.id or raw.trace or ""
            if id not in by_id:
                span = Span(raw.at, raw.raw, "model", raw.id, None, raw.trace)
                span.start, span.time, span.time_at = raw.start
                spans.append(span)
                by_id[id] = span
            filler.record(by_id[id], raw)
    return conversations(spans, opened, own=own, traits=traits)


def is_record(raw: RawSpan) -> bool:
    """Whether it is a log record, and no span."""
    return "body" in raw.raw
