"""What the template of the whole document asks for: some lines of it, and what stands on
them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import url_for

from crosswire.address import Address, document_of
from webapp.conversation_page.page import Inspector
from webapp.conversation_page.upload_lines import lines_of, offset_of
from webapp.database.tables import PartRow
from webapp.document.laid_out import LaidOut, laid_out_line
from webapp.readmodel.document_lines import (
    LONGEST_LINE,
    Line,
    as_they_stand,
    cut_lines,
    head_of,
)
from webapp.readmodel.json_walk import Walk
from webapp.readmodel.lists import Finding
from webapp.request_scope import session
from webapp.store import blobs, byte_places, problems
from webapp.wording.paths import path_words

LINES = 200
"""Lines of a page."""
MOST_BYTES = 4_000_000
"""Of a page whose lines are walked through; of longer ones only the beginnings are read."""
NEAR = 500_000
"""Bytes from the beginning of a document that are walked through to a line."""
BEFORE = 100
"""Bytes that a place in a very long line is shown with."""
PIECE = 20_000
"""Bytes of a very long line that are shown at once."""
MOST_PARTS, MOST_FOUND = 5_000, 500
_LOSES_ITS_WAY = re.compile("comment|quote|unquoted|missing-comma")
LARGEST_COPY = 2_000_000
"""Bytes of an upload that a button copies whole."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A finding on a line of the page."""

    line: int
    finding: Finding


@dataclass(frozen=True, slots=True)
class Piece:
    """Some of a very long line."""

    line: int
    text: str
    first: int
    last: int
    size: int
    before_url: str
    next_url: str


class DocumentPage:
    """Some lines of an upload, around the one that was asked for."""

    def __init__(
        self, page: Inspector, line: int | None, start: int | None, record: int | None
    ) -> None:
        self.page = page
        self.lost = ""
        """An address that was asked for, and at which nothing stands."""
        self._asked = line
        self._start = start
        self._record = record
        self._index = lines_of(page.row)
        self.size = self._index.size

    def read(self, start: int, end: int) -> bytes:
        """Some bytes of the upload."""
        return blobs.slice_of_upload(session(), self.page.row, start, end)

    # Which lines

    @cached_property
    def laid_out(self) -> LaidOut | None:
        """The one line of the upload, or the record that was asked for, laid out over several
        lines; None where lines are shown as they stand."""
        row = self.page.row
        if self._record and row.upload.container == "jsonl":
            if self._record > self._index.count:
                return None
            start, end = self.span_of(self._record)
            known = self._documents(self._record, start, end)
            return laid_out_line(row, start, end, known.get(self._record, 0), self.read)
        if self._index.count == 1 and row.upload.container == "json":
            return laid_out_line(row, 0, self.size, 0, self.read)
        return None

    @property
    def too_long(self) -> bool:
        """Whether the upload is one line that is not laid out for its length."""
        is_one = self._index.count == 1 and self.page.row.upload.container == "json"
        return is_one and self.laid_out is None

    def upload_place(self, line: Line) -> str:
        """Where a laid-out line begins in the upload."""
        start = self.laid_out.start if self.laid_out else 0
        return f"line {self._record or 1} of the upload, byte {line.offset - start + 1:,}"

    @property
    def record(self) -> int | None:
        """The line of JSON Lines that is laid out."""
        return self._record if self.laid_out else None

    @property
    def upload_lines(self) -> int:
        """How many lines the upload has."""
        return self._index.count

    @property
    def count(self) -> int:
        """How many lines the page counts."""
        return self.laid_out.layout.count if self.laid_out else self._index.count

    @property
    def chosen(self) -> int:
        """The line that was asked for, or the last one where there are fewer."""
        return min(max(self._asked or 1, 1), self.count)

    @property
    def beyond(self) -> int | None:
        """The line that was asked for, where there is none such."""
        return self._asked if self._asked and self._asked > self.count else None

    @property
    def first(self) -> int:
        return (self.chosen - 1) // LINES * LINES + 1

    @property
    def last(self) -> int:
        return min(self.first + LINES - 1, self.count)

    def span_of(self, line: int) -> tuple[int, int]:
        """First byte of a line, and the byte after its end."""
        start = self._index.start_of(line, self.read)
        return start, self._index.start_of(line + 1, self.read)

    # What stands on them

    @cached_property
    def lines(self) -> list[Line]:
        wanted = {_place_of(one["address"]) for one in self._findings}
        if self.laid_out is not None:
            return self.laid_out.lines(self.first, LINES, wanted)
        start, end = self._span
        if end - start > MOST_BYTES:
            pieces = (
                self.read(at, min(at + PIECE * 50, end))
                for at in range(start, end, PIECE * 50)
            )
            return cut_lines(pieces, self.first, start)
        data, container = self.read(start, end), self.page.row.upload.container
        if container == "jsonl":
            documents = self._documents(self.first, start, end)
            return as_they_stand(data, self.first, start, wanted, documents=documents)
        is_walked = container == "json" and not self._has_slips
        walk = self._walk_to(start) if is_walked else None
        return as_they_stand(data, self.first, start, wanted, walk)

    @property
    def _has_slips(self) -> bool:
        """Whether the upload is no JSON to the letter, so that a walk would lose its way."""
        return any(_LOSES_ITS_WAY.search(note["code"]) for note in self.page.row.upload.notes)

    @cached_property
    def _span(self) -> tuple[int, int]:
        """The bytes of the upload that the page shows."""
        if self.laid_out is not None:
            return self.laid_out.span(self.first, LINES)
        start = self._index.start_of(self.first, self.read)
        return start, self._index.start_of(self.last + 1, self.read)

    @cached_property
    def parts(self) -> Sequence[PartRow]:
        return byte_places.parts_within(session(), self.page.row, *self._span, MOST_PARTS)

    @cached_property
    def _findings(self) -> list[Finding]:
        """The findings about parts that the page shows."""
        rows = [part.row for part in self.parts]
        if not rows or not self.page.summary["findings"]:
            return []
        return problems.findings_of_rows(
            session(), self.page.row, min(rows), max(rows), MOST_FOUND
        )

    def _walk_to(self, offset: int) -> Walk | None:
        """The place in the document at an offset; None where nothing near tells."""
        walk, start = Walk(), 0
        if offset > NEAR:
            part = byte_places.part_before(session(), self.page.row, offset)
            if part is None or part.start is None or offset - part.start > MOST_BYTES:
                return None
            walk, start = Walk.at(Address(part.address)), part.start
        for _ in walk.tokens(self.read(start, offset)):
            pass
        return walk

    def _documents(self, first: int, start: int, end: int) -> dict[int, int]:
        """Which document stands on which line of JSON Lines, from a line on: between two that
        are known the others are counted."""
        found = byte_places.places_within(session(), self.page.row, start, end, MOST_PARTS)
        known: dict[int, int] = {}
        line, at = first, start
        for offset, address in found:
            line += self.read(at, offset).count(b"\n")
            at = offset
            known[line] = document_of(Address(address))
        for one, other in zip(list(known), list(known)[1:], strict=False):
            if known[other] - known[one] == other - one:
                known |= {one + step: known[one] + step for step in range(1, other - one)}
        return known

    @cached_property
    def marks(self) -> list[Mark]:
        """The findings with their lines: that of the value, or else of the part around it."""
        exact = {address: line.number for line in self.lines for address in line.found}
        found = []
        for finding in self._findings:
            line = exact.get(_place_of(finding["address"])) or self._line_of_part(finding)
            if line is not None:
                found.append(Mark(line, finding))
        return sorted(found, key=lambda mark: mark.line)

    @cached_property
    def marks_by_line(self) -> dict[int, list[Mark]]:
        by_line: dict[int, list[Mark]] = {}
        for mark in self.marks:
            by_line.setdefault(mark.line, []).append(mark)
        return by_line

    def _line_of_part(self, finding: Finding) -> int | None:
        part = next((part for part in self.parts if part.row == finding["row"]), None)
        return None if part is None else self.line_at(part.start)

    def line_at(self, offset: int | None) -> int | None:
        """The line of the page that has a byte of the upload."""
        offsets = [line.offset for line in self.lines]
        if offset is None or not offsets or offset < offsets[0]:
            return None
        return self.lines[bisect_right(offsets, offset) - 1].number

    @property
    def path(self) -> str:
        """The path of the line that was asked for; empty where it is not known."""
        if not self._asked:
            return ""
        number = self.chosen - self.first
        address = self.lines[number].address if number < len(self.lines) else None
        return path_words(address) if address else ""

    @cached_property
    def piece(self) -> Piece | None:
        """The chosen line from one of its bytes on, where that was asked for."""
        if self._start is None or self.laid_out is not None:
            return None
        start, end = self.span_of(self.chosen)
        at = min(start + self._start, max(start, end - 1))
        data = self.read(at, min(at + PIECE + 4, end))
        skipped = next((n for n, byte in enumerate(data[:4]) if byte & 0xC0 != 0x80), 0)
        text = head_of(data[skipped:], PIECE)
        first = at + skipped - start
        last = first + len(text)
        before = max(0, first - PIECE)
        return Piece(
            self.chosen,
            text.decode("utf-8", "replace").rstrip("\r\n"),
            first,
            last,
            end - start,
            self.rest_url(self.chosen, before) if first else "",
            self.rest_url(self.chosen, last) if start + last < end else "",
        )

    # Ways

    def link(self, **values: Any) -> str:
        """An address of this page that keeps the record which is laid out."""
        return self.page.link("document.show", **{"record": self.record, **values})

    def line_url(self, line: int, **values: Any) -> str:
        return self.link(line=line, _anchor=f"L{line}", **values)

    def rest_url(self, line: int, start: int) -> str:
        """A very long line from one of its bytes on."""
        return self.link(line=line, **{"from": start})

    def line_of(self, offset: int) -> int:
        """The line, as the page counts, that has the byte at an offset of the upload."""
        if self.laid_out is not None and self.laid_out.has(offset):
            return self.laid_out.line_of(offset)
        return self._index.line_of(offset, self.read)

    def way_to(self, offset: int, find: str) -> tuple[int, str]:
        """The line of a byte and the way there; out of a record that is laid out it leads to
        the lines of the upload."""
        if self.laid_out is not None and not self.record:
            line = self.line_of(offset)
            return line, self.line_url(line, find=find)
        line = self._index.line_of(offset, self.read)
        into = self._far_into(line, offset)
        if into:
            return line, self.link(line=line, record=None, **{"from": into})
        return line, self.line_url(line, find=find, record=None)

    def _far_into(self, line: int, offset: int) -> int:
        """How far into its line a byte is, where the page cuts that line before it; else 0."""
        into = offset - self._index.start_of(line, self.read)
        return max(into - BEFORE, 1) if into > LONGEST_LINE - BEFORE else 0

    def url_of(self, address: str) -> str:
        """The way to the line of an address, or into a very long one; empty where nothing
        stands there."""
        offset = offset_of(self.page.row, address)
        if offset is None:
            return ""
        if self.laid_out is not None and self.laid_out.has(offset):
            return self.line_url(self.laid_out.line_of(offset))
        line = self._index.line_of(offset, self.read)
        into = self._far_into(line, offset)
        if into and self.record_url(line) and not self._record:
            return self.page.link("document.show", record=line, at=address)
        return self.rest_url(line, into) if into else self.line_url(line)

    @property
    def ways(self) -> list[tuple[str, str, str]]:
        """The ways to other lines: address, words and relation."""
        found = []
        if self.first > 1:
            found += [
                (self.line_url(1), "First", ""),
                (self.line_url(self.first - 1), "Previous", "prev"),
            ]
        if self.last < self.count:
            found += [
                (self.line_url(self.last + 1), "Next", "next"),
                (self.line_url(self.count), "Last", ""),
            ]
        return found

    @property
    def finding_ways(self) -> list[tuple[str, str]]:
        """The ways to findings that are not on this page: addresses and words."""
        rows = [part.row for part in self.parts]
        if not rows or not self.page.summary["findings"]:
            return []
        row = self.page.row
        ways = ((min(rows), -1, "Previous finding"), (max(rows), 1, "Next finding"))
        found = [
            (problems.finding_beyond(session(), row, number, way), words)
            for number, way, words in ways
        ]
        return [
            (self.page.link("document.show", at=one["address"]), words)
            for one, words in found
            if one is not None
        ]

    def conversation_url(self, finding: Finding) -> str:
        return self.page.at_url(finding["address"])

    def record_url(self, line: int) -> str:
        """A line of JSON Lines, laid out; empty for anything else."""
        if self.page.row.upload.container != "jsonl" or self.laid_out:
            return ""
        return self.page.link("document.show", record=line)

    @property
    def edit_url(self) -> str:
        """Where the text is edited: near the chosen line, or the record that is laid out."""
        line = self.chosen if self.chosen > 1 and not self.record else None
        return url_for("editing.show", slug=self.page.slug, line=line, record=self.record)

    @property
    def copy_url(self) -> str:
        """Where the whole text is, if a button may copy it."""
        return self.page.original_url if self.size <= LARGEST_COPY else ""


def _place_of(address: str) -> Address:
    """The value of the document that holds an address: not what is written in its text."""
    return Address(address.partition("!")[0].partition("@")[0])
