"""Some lines of an upload as a page shows them: as they stand, or one long line laid out over
several."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

from crosswire.address import Address, root
from webapp.readmodel.json_walk import Kind, Token, Walk

LONGEST_LINE = 600
"""Bytes of one line that a page shows before it leads to the rest."""
LITTLE = 200
"""Bytes of a rest that stands with the others: a way to it would be as long."""
STRIDE = 256
"""Laid-out lines between two places that their index knows."""
INDENT, DEEPEST_INDENT = b"  ", 40


@dataclass(frozen=True, slots=True)
class Run:
    """Some text of a line."""

    text: str
    kind: str = ""
    """`key`, or empty."""
    found: Address | None = None
    """The address of a finding, where one is about this very value."""


@dataclass(slots=True)
class Line:
    """A line of the page."""

    number: int
    offset: int
    """Its first byte in the upload."""
    runs: list[Run] = field(default_factory=list)
    address: Address | None = None
    """Of the first thing on it; None where that is not known."""
    found: list[Address] = field(default_factory=list)
    """Addresses of findings that stand on it."""
    more: int = 0
    """Bytes of it that are not shown."""
    closes: int | None = None
    """The line on which the last object or array closes that opens on it, if that is
    shown."""


class _Maker:
    """Makes lines of tokens, and notes which line closes what another opened."""

    def __init__(self, data: bytes, offset: int, wanted: Collection[Address]) -> None:
        self._data = data
        self._offset = offset
        self._wanted = wanted
        self._opened: list[Line | None] = []
        self.room = LONGEST_LINE
        """Bytes of a line that are shown."""
        self.lines: list[Line] = []

    def begin(self, number: int, start: int) -> Line:
        line = Line(number, self._offset + start)
        self.lines.append(line)
        return line

    def add(self, line: Line, token: Token, walk: Walk | None) -> None:
        """Put a token on a line, with what is known of its place."""
        if walk is None:
            self._write(line, token, None)
            return
        if token.kind == "open":
            self._opened.append(line)
        elif token.kind == "close" and self._opened:
            opener = self._opened.pop()
            if opener is not None and opener is not line:
                opener.closes = line.number
        found = None
        if token.kind in ("open", "value", "key", "close"):
            at = walk.address(above=token.kind == "open")
            line.address = line.address or at
            if token.kind in ("open", "value") and at in self._wanted:
                line.found.append(at)
                found = at
        self._write(line, token, found)

    def _write(self, line: Line, token: Token, found: Address | None) -> None:
        text = self._data[token.start : token.end]
        self.text(line, text, "key" if token.kind == "key" else "", found)

    def text(
        self, line: Line, text: bytes, kind: str = "", found: Address | None = None
    ) -> None:
        """Put text on a line, as far as there is room."""
        shown = sum(len(run.text) for run in line.runs)
        if line.more or shown + len(text) > self.room:
            room = 0 if line.more else max(0, self.room - shown)
            cut = len(head_of(text, room))
            line.more += len(text) - cut
            text = text[:cut]
        if not text:
            return
        last = line.runs[-1] if line.runs else None
        written = text.decode("utf-8", "replace")
        if last is not None and last.kind == kind and last.found is found is None:
            line.runs[-1] = replace(last, text=last.text + written)
        else:
            line.runs.append(Run(written, kind, found))


def head_of(text: bytes, room: int) -> bytes:
    """The beginning of a text in UTF-8, which no character is cut in."""
    if len(text) <= room:
        return text
    while room and text[room] & 0xC0 == 0x80:
        room -= 1
    return text[:room]


def as_they_stand(
    data: bytes,
    first: int,
    offset: int,
    wanted: Collection[Address] = (),
    walk: Walk | None = None,
    documents: dict[int, int] | None = None,
) -> list[Line]:
    """The lines of a stretch of an upload that begins with line `first` at `offset`.

    `walk` is the place at its beginning, where that is known; of JSON Lines `documents` says
    which document stands on which line.
    """
    maker = _Maker(data, offset, wanted)
    start = 0
    for number, raw in enumerate(data.split(b"\n"), start=first):
        if start == len(data) and start:
            break
        end = start + len(raw)
        line = maker.begin(number, start)
        maker.room = len(raw) if len(raw) <= LONGEST_LINE + LITTLE else LONGEST_LINE
        if documents is not None:
            known = documents.get(number)
            walk = None if known is None else Walk.at(root(known))
        if walk is None:
            maker.text(line, raw.rstrip(b"\r"))
        else:
            _fill(maker, line, data, start, end, walk)
        start = end + 1
    return maker.lines


def cut_lines(pieces: Iterable[bytes], first: int, offset: int) -> list[Line]:
    """The beginnings of the lines of a stretch that is too long to be walked through."""
    maker = _Maker(b"", offset, ())
    place, line = 0, maker.begin(first, 0)
    for piece in pieces:
        *ended, rest = piece.split(b"\n")
        for raw in ended:
            maker.text(line, raw)
            place += len(raw) + 1
            line = maker.begin(line.number + 1, place)
        maker.text(line, rest)
        place += len(rest)
    return maker.lines if maker.lines[-1].runs else maker.lines[:-1]


def _fill(maker: _Maker, line: Line, data: bytes, start: int, end: int, walk: Walk) -> None:
    place = start
    for token in walk.tokens(data, start, end):
        maker.text(line, data[place : token.start])
        maker.add(line, token, walk)
        place = token.end
    maker.text(line, data[place:end].rstrip(b"\r"))


@dataclass(frozen=True, slots=True)
class Layout:
    """How one long line is laid out: where every STRIDE-th of its lines begins."""

    count: int
    offsets: array[int]
    places: list[Walk]
    """Before the first token of each of these lines."""

    def line_of(self, data: bytes, offset: int) -> int:
        """The laid-out line that has the byte at an offset."""
        number = max(0, bisect_right(self.offsets, offset) - 1)
        found = 1 + number * STRIDE
        begun = _breaks(data, self.offsets[number], self.places[number].copy())
        for at, (start, _, _) in enumerate(begun):
            if start > offset:
                break
            found = 1 + number * STRIDE + at
        return found


def lay_out(data: bytes, document: int = 0) -> Layout:
    """The index of a line of JSON."""
    walk = Walk(document)
    offsets, places, count = array("Q"), [], 0
    before = walk.copy()
    for start, _, place in _breaks(data, 0, walk, snapshots=True):
        if count % STRIDE == 0:
            offsets.append(start)
            places.append(place or before)
        count += 1
    return Layout(count, offsets, places)


def laid_out(
    data: bytes,
    layout: Layout,
    first: int,
    count: int,
    offset: int = 0,
    wanted: Collection[Address] = (),
) -> list[Line]:
    """Some of the lines that a long one is laid out over; `offset` is where it begins in the
    upload."""
    index = min((first - 1) // STRIDE, len(layout.places) - 1)
    walk = layout.places[index].copy()
    maker = _Maker(data, offset, wanted)
    number = index * STRIDE
    line: Line | None = None
    for token, begins, depth in _laid_tokens(data, layout.offsets[index], walk):
        if begins:
            number += 1
            if number >= first + count:
                break
            line = maker.begin(number, token.start) if number >= first else None
            if line is not None:
                maker.text(line, INDENT * min(depth, DEEPEST_INDENT))
        if line is not None:
            maker.add(line, token, walk)
            if token.kind == "colon":
                maker.text(line, b" ")
    return maker.lines


def _breaks(
    data: bytes, start: int, walk: Walk, *, snapshots: bool = False
) -> Iterator[tuple[int, int, Walk | None]]:
    """Where each laid-out line begins, its depth, and the place before it if asked for."""
    before, count = walk.copy() if snapshots else None, 0
    for token, begins, depth in _laid_tokens(data, start, walk):
        if begins:
            is_kept = snapshots and count % STRIDE == 0
            yield token.start, depth, before if is_kept else None
            count += 1
        if snapshots and count % STRIDE == 0:
            before = walk.copy()


_ENDS: frozenset[Kind] = frozenset({"comma"})


def _laid_tokens(data: bytes, start: int, walk: Walk) -> Iterator[tuple[Token, bool, int]]:
    """Each token, whether it begins a laid-out line, and how deep that is."""
    last: Kind = "comma"
    for token in walk.tokens(data, start):
        kind = token.kind
        if kind == "line":
            continue
        is_empty = last == "open" and kind == "close"
        begins = last in _ENDS or last == "open" or kind == "close"
        depth = len(walk.frames) - (kind == "open")
        yield token, begins and not is_empty, depth
        last = kind
