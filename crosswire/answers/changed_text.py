"""A change as text: the line of the upload, and exactly the characters that change in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from crosswire.address import Address, last_key, parent
from crosswire.answers.places_in_texts import narrow_spans
from crosswire.containers import Data, Source, Span, json_document, source_of
from crosswire.model import JsonValue
from crosswire.reading import Log
from crosswire.repairs import Change

MOST_BEFORE, MOST_CHANGED, MOST_AFTER = 40, 240, 24
"""Characters of a line that are shown of what stands before, in and behind a change: it is cut
from the outside, so that the changed characters stay."""
_IN_PLACE = frozenset({"id", "name", "arguments"})
_LONGEST_QUOTE = 8
_QUOTE = re.compile(rb"\\{0,7}[\"']")
"""A mark at the beginning of a text, with the escapes that it has within another text."""


class Line(Struct, frozen=True):
    """A piece of a line, the changed characters in the middle."""

    before: str
    changed: str
    after: str


class ChangedLines(Struct, frozen=True):
    """One change, as it stands in the upload and in what was fixed."""

    change: Change
    line: int | None
    """The line of the upload, from 1; None where nothing of the upload changes."""
    old: Line | None
    """None where something is only added."""
    new: Line | None
    """None where something is only taken out."""


def changed_lines(log: Log, data: Data, changes: Sequence[Change]) -> list[ChangedLines]:
    """Each change with its line of the upload, or of the text of a packed one (`data`)."""
    wanted = {place for change in changes for place in _places(change)}
    source = source_of(data)
    spans = narrow_spans(log, data, source, wanted)
    starts = _line_starts(source, (span[0] for span in spans.values()))
    return [_shown(change, source, spans, starts) for change in changes]


def lines_at(
    log: Log, data: Data, addresses: Sequence[Address]
) -> list[tuple[int, Line] | None]:
    """Where each address stands in the upload: its line, from 1, with the value in the middle;
    of a field that is not there, what should have it; None where nothing has a place."""
    wanted = {address: _near(address) for address in addresses}
    source = source_of(data)
    places = {place for places in wanted.values() for place in places}
    spans = narrow_spans(log, data, source, places)
    starts = _line_starts(source, (span[0] for span in spans.values()))
    found: list[tuple[int, Line] | None] = []
    for address in addresses:
        span = next((spans[place] for place in wanted[address] if place in spans), None)
        if span is None:
            found.append(None)
            continue
        number, start = starts[span[0]]
        found.append((number, _line(source, start, span, inside_quotes=True)))
    return found


def _places(change: Change) -> Iterable[Address]:
    """The place of a change and, for a field that is absent yet, the object that gets it."""
    return () if change.source is None else _near(change.source)


def _near(address: Address) -> tuple[Address, ...]:
    """A place, and the one that holds it."""
    above = parent(address)
    return (address,) if above is None else (address, above)


def _line_starts(source: Source, positions: Iterable[int]) -> dict[int, tuple[int, int]]:
    """Position -> the number of its line, from 1, and where that begins."""
    found = {}
    line, place, start = 1, 0, 0
    for position in sorted(set(positions)):
        for piece in source.pieces(place, position):
            breaks = piece.count(b"\n")
            if breaks:
                line += breaks
                start = place + piece.rindex(b"\n") + 1
            place += len(piece)
        found[position] = (line, start)
    return found


def _shown(
    change: Change,
    source: Source,
    spans: dict[Address, Span],
    starts: dict[int, tuple[int, int]],
) -> ChangedLines:
    at = change.source
    new = None if change.kind == "dropped" else _text_of(change.after)
    if at is None:
        return ChangedLines(change, None, None, _alone(new))
    if at in spans:
        number, start = starts[spans[at][0]]
        old = _line(source, start, spans[at], inside_quotes=change.kind in _IN_PLACE)
        return ChangedLines(change, number, old, _replaced(change, old, new))
    above = parent(at)
    if above is None or above not in spans:
        return ChangedLines(change, None, None, _alone(new))
    number, start = starts[spans[above][0]]
    field = f"{_text_of(last_key(at))}: {new}"
    return ChangedLines(change, number, None, Line("", field, ""))


def _replaced(change: Change, old: Line, new: str | None) -> Line | None:
    if new is None:
        return None
    if change.kind not in _IN_PLACE:
        return None if change.after is None else Line(old.before, _cut(new), "")
    quoted = isinstance(change.after, str) and old.before.endswith(('"', "'"))
    new = new[1:-1] if quoted else new
    for _ in range((change.source or "").count("!")):
        new = _text_of(new)[1:-1]  # as the text around it has it
    return Line(old.before, _cut(new), old.after)


def _alone(new: str | None) -> Line | None:
    return None if new is None else Line("", _cut(new), "")


def _line(source: Source, start: int, span: Span, *, inside_quotes: bool) -> Line:
    """The line around a value; of a text in quotes the quotes do not change."""
    first, last = span
    quote = _QUOTE.match(source.slice(first, first + _LONGEST_QUOTE))
    if inside_quotes and quote and source.slice(last - len(quote[0]), last) == quote[0]:
        first, last = first + len(quote[0]), last - len(quote[0])
    behind = source.slice(last, last + 4 * MOST_AFTER)
    before = _decoded(source.slice(max(start, first - 4 * MOST_BEFORE), first))
    after = _decoded(behind.partition(b"\n")[0])
    changed = _decoded(source.slice(first, min(last, first + 4 * MOST_CHANGED)))
    words = before.lstrip()
    indent = before[: len(before) - len(words)]
    return Line(
        words if len(words) <= MOST_BEFORE else "…" + words[-MOST_BEFORE:],
        _cut(changed.replace("\n" + indent, "\n")),
        after.rstrip() if len(after) <= MOST_AFTER else after[:MOST_AFTER] + "…",
    )


def _decoded(piece: bytes) -> str:
    """Half characters at a cut are left out."""
    return piece.decode("utf-8", "ignore")


def _cut(text: str) -> str:
    return text if len(text) <= MOST_CHANGED else text[: MOST_CHANGED - 1] + "…"


def _text_of(value: JsonValue) -> str:
    return json_document.write(value).decode("utf-8", "replace")
