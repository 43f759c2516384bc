"""The rows that a page sends at once: as many as a browser shows without waiting."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any, TypeAlias

from flask import current_app
from markupsafe import Markup

from webapp.inspector.knots import Knot, knots
from webapp.readmodel.cell import Cell
from webapp.readmodel.outline import BLOCK_ROWS, Row
from webapp.request_scope import session
from webapp.security import csp_nonce
from webapp.services import services
from webapp.slots import Busy
from webapp.store import listings

if TYPE_CHECKING:
    from webapp.conversation_page.page import Inspector

SLICE_ROWS = 25
FIRST_NODES = 1_200
"""Elements of the rows that come with the page, by panes; what stands around them has about a
thousand."""
FIRST_TEXT = 6_000
"""Characters of text after which no further row comes with the page: more than a usual screen
has room for, and what shows of the rest is asked for at once."""
SLICE_NODES = 900
AROUND_NODES = 450
"""Of a slice around a row that somebody jumps to and waits for: more than a screen; the rest
follows."""
SLICE_CHARACTERS = 120_000
"""A slice ends before the row with which it would have more elements or characters."""
ROWS_BEFORE = 3
"""Rows that come along before the one that is asked for."""
CELL_PARTS = (40, 12, 4, 1)
"""Parts that a cell shows: settings, tools, contents of a result; the fewer, the larger they
are."""
LARGEST_ROW = (350, 60_000)
"""Elements and characters from which on a row shows fewer of its parts."""
ALONE_PARTS = 500
"""Parts of a cell in the page of one row, which can ask for more."""

PaneCells: TypeAlias = Sequence[Sequence[Cell]]
Run: TypeAlias = list[tuple[int, Markup]]
"""Rows that come together: one, or a call with its result and what lies between."""


@dataclass(frozen=True, slots=True)
class Slice:
    """Some rows, written as HTML; `first` and `last` are their numbers."""

    first: int
    last: int
    html: Sequence[Markup]
    total: int
    """Rows of the whole conversation."""

    @property
    def is_first(self) -> bool:
        return self.first == 0

    @property
    def is_last(self) -> bool:
        return self.last == self.total - 1

    @property
    def final(self) -> int:
        """Where the last rows begin for a browser without scripts."""
        return max(0, self.total - SLICE_ROWS // 2)


@dataclass(frozen=True, slots=True)
class Placed:
    """A row as it is shown, and where."""

    row: Row
    knot: int | None = None
    """The first row of those that come together with it."""
    under: bool = False
    """Whether it stands under its call."""
    folds: bool = False
    """Whether its result is one line that opens."""
    quiet: frozenset[int] = frozenset()
    """The calls that stand together with their results, so that no line need tie them."""

    @property
    def names(self) -> dict[str, Any]:
        """What its template asks for."""
        return {name: getattr(self, name) for name in self.__slots__}


class Rows:
    """The rows of a conversation in the panes that are asked for; `at_row` and `at_call` are
    marked."""

    def __init__(
        self,
        page: Inspector,
        at_row: int | None = None,
        at_call: int | None = None,
        *,
        most_nodes: int = SLICE_NODES,
        most_text: int = SLICE_CHARACTERS,
    ) -> None:
        self._page = page
        self._most_nodes = most_nodes
        self._most_text = most_text
        self._marks = {"at_row": at_row, "at_call": at_call}
        self._blocks: dict[int, list[tuple[Row, PaneCells]]] = {}
        self._knots: dict[int, dict[int, Knot]] = {}
        self.count: int = page.row.rows

    def row(self, number: int) -> tuple[Row, PaneCells]:
        """A row, and its cells in each pane. Raises Busy while the log is read anew."""
        block = number // BLOCK_ROWS
        if block not in self._blocks:
            outline = listings.outline_block(session(), self._page.row, block)
            columns = [pane.kept.block(block) for pane in self._page.panes]
            if any(len(column) != len(outline) for column in columns):
                raise Busy  # a worker has just read the log anew
            self._blocks[block] = [
                (row, cells) for row, *cells in zip(outline, *columns, strict=True)
            ]
        return self._blocks[block][number % BLOCK_ROWS]

    def other_end(self, row: Row, pane_cells: PaneCells) -> Row | None:
        """The row at the other end of a pair that is broken, or that a fix mends."""
        tied = [cell["tied"] for cells in pane_cells for cell in cells if "tied" in cell]
        mended = [one["partner"] for one in tied if one["became"]]
        partner = row["partner"] if row["state"] == "likely" else next(iter(mended), None)
        return None if partner is None else self.row(partner)[0]

    def starting_at(self, number: int) -> Slice:
        """The rows from this one on; what answers each other comes together."""
        return self._slice(self._fitting(range(min(self._run(number)), self.count)))

    def ending_at(self, number: int) -> Slice:
        """The rows up to this one."""
        last = max(self._run(number))
        return self._slice(self._fitting(range(last, -1, -1))[::-1])

    def around(self, number: int) -> Slice:
        """This row and those that follow, after a few that stand before it; near the end after
        more."""
        number = min(self._run(number))
        near = range(number - 1, max(number - 1 - ROWS_BEFORE, -1), -1)
        before = self._fitting(near, share=3, at_least=0)[::-1]
        runs = before + self._fitting(range(number, self.count), begun=before)
        if any(row == self.count - 1 for row, _ in runs[-1]):
            earlier = range(min(row for row, _ in runs[0]) - 1, -1, -1)
            runs = self._fitting(earlier, begun=runs, at_least=0)[::-1] + runs
        return self._slice(runs)

    def _slice(self, runs: Sequence[Run]) -> Slice:
        rows = [one for run in runs for one in run]
        numbers = [number for number, _ in rows]
        return Slice(min(numbers), max(numbers), [html for _, html in rows], self.count)

    def _knot(self, number: int) -> Knot | None:
        """The rows that a row belongs with, where results are folded."""
        if not self._page.folds_results:
            return None
        block = number // BLOCK_ROWS
        if block not in self._knots:
            self.row(number)
            rows = [row for row, _ in self._blocks[block]]
            self._knots[block] = {n: knot for knot in knots(rows) for n in knot.order}
        return self._knots[block].get(number)

    def placed(self, row: Row) -> Placed:
        """A row as it is shown, and where."""
        knot = self._knot(row["number"])
        if knot is None:
            return Placed(row)
        is_folded = row["number"] in knot.under
        if not self._page.moves_results:
            return Placed(row, folds=is_folded)
        return Placed(row, knot.first, is_folded, is_folded, knot.calls)

    def _run(self, number: int) -> Sequence[int]:
        """The rows that come together with a row, in the order in which they are shown."""
        knot = self._knot(number) if self._page.moves_results else None
        return [number] if knot is None else knot.order

    def _fitting(
        self,
        numbers: range,
        *,
        share: int = 1,
        at_least: int = 1,
        begun: Sequence[Run] = (),
    ) -> list[Run]:
        """The rows of these numbers while they fit into a slice, or into a share of it."""
        found: list[Run] = []
        htmls = [html for run in begun for _, html in run]
        count, nodes, characters = len(htmls), sum(map(_nodes, htmls)), sum(map(len, htmls))
        text = sum(map(_text, htmls))
        seen: set[int] = set()
        for number in numbers:
            if number in seen:
                continue
            order = self._run(number)
            is_full = text * share >= self._most_text and len(found) >= at_least
            if is_full or (count and count + len(order) > SLICE_ROWS):
                break
            run = [(one, self._html(one)) for one in order]
            seen.update(order)
            text += sum(_text(html) for _, html in run)
            nodes += sum(_nodes(html) for _, html in run)
            characters += sum(len(html) for _, html in run)
            too_much = (
                nodes * share > self._most_nodes or characters * share > SLICE_CHARACTERS
            )
            if too_much and len(found) >= at_least:
                break
            found.append(run)
            count += len(run)
        return found

    def _html(self, number: int) -> Markup:
        """A row, as it was written lately for others who opened the same page, or anew."""
        if not self._lately:
            return self._written(number)
        html: Markup = services().rows.get_or_make(
            (*self._lately, number),
            lambda: self._written(number).replace(csp_nonce(), _STAND_IN),
        )
        return html.replace(_STAND_IN, csp_nonce())

    @cached_property
    def _lately(self) -> tuple[object, ...]:
        """All that the rows hang on; empty where they are not kept, since somebody came for
        one of them, or for what a target refuses."""
        page = self._page
        is_marked = any(mark is not None for mark in self._marks.values())
        if self._most_text == SLICE_CHARACTERS or page.asked.target or is_marked:
            return ()
        shown = [(pane.value, pane.is_written) for pane in page.panes]
        reading = page.row.upload.reading
        return (page.link("conversations.show"), reading, page.asked, *shown)

    def _written(self, number: int) -> Markup:
        """A row, with fewer of its parts where it would be very large."""
        row, pane_cells = self.row(number)
        most_nodes, most_characters = LARGEST_ROW
        other = self.other_end(row, pane_cells)
        placed = self.placed(row)
        for most in CELL_PARTS:
            html = self._write(pane_cells=pane_cells, other=other, most=most, **placed.names)
            if _nodes(html) <= most_nodes and len(html) <= most_characters:
                break
        return html

    @cached_property
    def _write(self) -> Callable[..., Markup]:
        """Writes a row; what all rows have in common is made ready once."""
        known = {"page": self._page, "panes": self._page.panes, **self._marks}
        current_app.update_template_context(known)
        template = current_app.jinja_env.get_template("inspector/row_alone.html")
        written: Callable[..., Markup] = template.make_module(known).written  # type: ignore[attr-defined]
        return written


_STAND_IN = token_urlsafe(16)
"""Stands in rows that are kept for the nonce, which each answer has for itself."""
_TAG = re.compile("<[^>]*>")


def _text(html: str) -> int:
    """The characters of HTML that are no markup."""
    return len(_TAG.sub("", html))


def _nodes(html: str) -> int:
    """The elements of HTML that a template wrote."""
    return html.count("<") - html.count("</")
