"""What the templates of the table and of the timeline of calls ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from webapp.calls.lanes import MOST_WAYS, Lanes, lanes, stretch_length
from webapp.calls.timeline import Timeline, timeline
from webapp.conversation_page.page import Inspector
from webapp.database.tables import CallRow
from webapp.readmodel.outline import BLOCK_ROWS
from webapp.readmodel.text import one_line
from webapp.request_scope import session
from webapp.store import calls as stored_calls
from webapp.store import panes
from webapp.store.call_choice import EMPTY, FACETS, SORTS, Axis, CallChoice, Facet
from webapp.wording.pairing import call_state
from webapp.wording.times import took_words

PAGE = 100
"""Calls of one page."""
MOST_LOOPS = 20
FEW = 24

_WORDS: dict[Facet, dict[str, str]] = {
    "how": {
        "by_id": "by id",
        "by_position": "by position",
        "by_name": "by name",
        "embedded": "in the same item",
    },
    "origin": {"wire": "a field of its own", "item": "only the item's id", "absent": "no id"},
    "ended": {
        "ok": "with a result",
        "error": "with an error",
        "no result": "without a result",
    },
    "again": {"once": "made once", "again": "made again", "loops": "in a loop"},
}
_NONE: dict[Facet, str] = {"tool": "no name", "looks": "no known shape", "worst": "none"}


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value that calls can be filtered by."""

    value: str
    words: str
    calls: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column."""

    name: str
    words: str
    url: str
    sorted: str
    """`ascending` or `descending` where calls are sorted by it."""


@dataclass(frozen=True, slots=True)
class Way:
    """A link along the lanes."""

    first: int
    """The first call that it leads to."""
    url: str
    x: float
    """Percent of the width."""
    width: float
    is_shown: bool


class CallPage:
    """A page of the calls of a conversation, as one of its two views."""

    def __init__(self, page: Inspector, choice: CallChoice, endpoint: str) -> None:
        self.page = page
        self.choice = choice
        self.endpoint = endpoint
        self.totals = stored_calls.call_totals(session(), page.row, choice)
        self.pages = max(1, -(-self.totals.calls // PAGE))
        self.number = min(choice.page, self.pages)

    def url(self, **changes: Any) -> str:
        """This page with some of its choices changed."""
        return self._to(self.endpoint, self.choice.query(**changes))

    def _to(self, endpoint: str, query: dict[str, Any]) -> str:
        return self.page.link(endpoint, **query)

    @cached_property
    def calls(self) -> Sequence[CallRow]:
        first = (self.number - 1) * PAGE
        return stored_calls.chosen_calls(session(), self.page.row, self.choice, first, PAGE)

    @cached_property
    def arguments(self) -> dict[int, str]:
        """The beginning of what each call was given, by its number."""
        pane = panes.original(session(), self.page.row)
        numbers = {call.row // BLOCK_ROWS for call in self.calls}
        blocks = {number: pane.block(number) for number in numbers}
        found = {}
        for call in self.calls:
            cell, *_ = blocks[call.row // BLOCK_ROWS][call.row % BLOCK_ROWS]
            found[call.number] = one_line(cell.get("json") or cell.get("text") or "")
        return found

    @property
    def first(self) -> int:
        return (self.number - 1) * PAGE + 1

    @property
    def last(self) -> int:
        return self.first + len(self.calls) - 1

    @property
    def ways(self) -> list[tuple[str, str, str]]:
        """The ways to other pages: address, words and relation."""
        found = []
        if self.number > 1:
            found += [
                (self.url(page=1), "First", ""),
                (self.url(page=self.number - 1), "Previous", "prev"),
            ]
        if self.number < self.pages:
            found += [
                (self.url(page=self.number + 1), "Next", "next"),
                (self.url(page=self.pages), "Last", ""),
            ]
        return found

    @property
    def has_times(self) -> bool:
        return self.totals.first is not None or self.totals.took is not None

    @property
    def columns(self) -> list[str]:
        """The columns for which the log has values."""
        return [name for name in SORTS if self.has_times or name not in ("started", "took")]

    @property
    def orders(self) -> list[tuple[str, bool, str]]:
        """The orders of the timeline: column, whether the largest come first, words."""
        timed = [("took", True, "longest first")] if self.has_times else []
        return [("number", False, "in order"), ("tool", False, "by tool"), *timed]

    def head(self, column: str) -> Head:
        way = "descending" if self.choice.descending else "ascending"
        return Head(
            column,
            SORTS[column],
            self._to(self.endpoint, self.choice.sorted_by(column)),
            way if column == self.choice.sort else "",
        )

    @cached_property
    def facets(self) -> list[tuple[Facet, str, list[FacetValue]]]:
        """The facets that have more than one value in this conversation."""
        variety = stored_calls.call_variety(session(), self.page.row)
        found = stored_calls.call_facets(session(), self.page.row, self.choice)
        every = [
            (name, words, self._values(name, found[name])) for name, words in FACETS.items()
        ]
        return [
            facet for facet in every if variety[facet[0]] > 1 or facet[0] in self.choice.facets
        ]

    def _values(self, name: Facet, counted: Sequence[tuple[str, int]]) -> list[FacetValue]:
        chosen = self.choice.facets.get(name)
        known = [(value or EMPTY, calls) for value, calls in counted]
        if chosen is not None and chosen not in dict(known):
            known.append((chosen, 0))
        return [
            FacetValue(value, self.words(name, value), calls, value == chosen)
            for value, calls in known
        ]

    def words(self, name: Facet, value: str) -> str:
        """A value of a facet as the page says it."""
        if value == EMPTY:
            return _NONE.get(name, "none")
        return _WORDS.get(name, {}).get(value, value)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """What the form sends along: everything that it has no field for."""
        query = self.choice.query(facets={}, id="")
        own = [(name, str(value)) for name, value in query.items() if value is not None]
        return [*self.page.asked.fields, *own]

    @property
    def cleared_url(self) -> str:
        return self.url(facets={}, id="", checksum="")

    def again_url(self, call: CallRow) -> str:
        """The address of the calls with the same checksum as this one."""
        choice = CallChoice(checksum=call.checksum or "", by=self.choice.by)
        return self._to(self.endpoint, choice.query())

    @cached_property
    def loops(self) -> list[tuple[stored_calls.Loop, str]]:
        found = stored_calls.looping_calls(session(), self.page.row, MOST_LOOPS)
        return [
            (one, self._to(self.endpoint, CallChoice(checksum=one.checksum).query()))
            for one in found
        ]

    @property
    def axis(self) -> Axis:
        """The axis that the query names; else time where most calls have it, else position."""
        timed = (
            self.totals.timed * 2 >= self.totals.calls
            and self.totals.last != self.totals.first
        )
        return self.choice.by or ("time" if self.totals.timed and timed else "position")

    @cached_property
    def timeline(self) -> Timeline:
        return timeline(self.calls, self.axis)

    def label(self, call: CallRow, name: str) -> str:
        """A call as a screen reader says it; its name as text that hides nothing."""
        took = f", {took_words(call.took)}" if call.took is not None else ""
        failed = ", an error" if call.failed else ""
        if call.result_row is None:
            return f"call {call.number}, {name}{took}, {call_state(call)}"
        place = "the same row" if call.result_row == call.row else f"row {call.result_row}"
        return f"call {call.number}, {name}{took}, result in {place}{failed}"

    @property
    def has_lanes(self) -> bool:
        """Whether there are so many calls that the lanes help."""
        return int(self.page.summary["calls"]) > FEW

    @cached_property
    def lanes(self) -> Lanes:
        """The lanes of all calls that pass the filters."""
        every = self.page.summary["calls"]
        length = stretch_length(every)
        stretches = -(-every // length)
        return lanes(
            stored_calls.call_shape(session(), self.page.row, self.choice, length), stretches
        )

    @property
    def stretch_ways(self) -> list[Way]:
        """Links along the lanes, each to the page that has the calls below which it stands."""
        if self.choice.is_filtered or self.pages < 2:
            return []
        step = -(-self.pages // MOST_WAYS)
        return [self._way(number, step) for number in range(1, self.pages + 1, step)]

    def _way(self, number: int, step: int) -> Way:
        drawn = self.lanes.stretches * stretch_length(self.totals.calls)
        first = (number - 1) * PAGE
        last = min(first + step * PAGE, self.totals.calls)
        return Way(
            first + 1,
            self.url(page=number, sort="number", descending=False),
            round(100 * first / drawn, 2),
            round(100 * (last - first) / drawn, 2),
            self.choice.is_in_order and number <= self.number < number + step,
        )

    def place_in_batch(self, index: int) -> str:
        """Where a call stands among those made at once with it: `first`, `middle`, `last`;
        empty if alone."""
        call = self.calls[index]
        if call.batch_size < 2 or not self.choice.is_in_order:
            return ""
        before = index > 0 and self.calls[index - 1].batch == call.batch
        after = index + 1 < len(self.calls) and self.calls[index + 1].batch == call.batch
        return "middle" if before and after else "last" if before else "first"

    def waited(self, call: CallRow) -> bool:
        """Whether the time before a call is worth a line of its own."""
        shortest = self.timeline.shortest_cut
        if call.waited is None or shortest is None or self.axis != "time":
            return False
        return (
            self.choice.is_in_order and not self.choice.is_filtered and call.waited >= shortest
        )
