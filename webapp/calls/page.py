"""What the template of the calls asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from webapp.calls.lanes import MOST_WAYS, Lanes, lanes, stretch_length
from webapp.calls.timeline import Bar, Timeline, timeline
from webapp.calls.turns import MOST_TURNS, DrawnTurn, turn_numbers
from webapp.conversation_page.page import Inspector
from webapp.database.tables import CallRow
from webapp.readmodel.ids import IdChip, stored_chip
from webapp.request_scope import session
from webapp.store import call_words, listings
from webapp.store import calls as stored_calls
from webapp.store.call_choice import (
    EMPTY,
    FACETS,
    LARGEST_FIRST,
    MORE_SORTS,
    SORTS,
    Axis,
    CallChoice,
    Facet,
)
from webapp.wording.pairing import call_state
from webapp.wording.times import took_words

PAGE = 100
"""Calls of one page."""
MOST_FOUND = 20_000
"""Calls and lone results that words find; the page says where more have them."""
MOST_LOOPS = 20
LONG_WAIT = 60
"""Seconds without a call from which on a line says so."""
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


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table: a call, or an answer of the model."""

    call: CallRow | None
    turn: DrawnTurn | None
    bar: Bar | None
    row: int
    batch: str = ""
    """Where it stands among the calls that were made at once."""


class CallPage:
    """A page of the calls of a conversation."""

    def __init__(self, page: Inspector, choice: CallChoice) -> None:
        self.page = page
        self.has_more_found = False
        """Whether more calls have the words than are shown."""
        self.choice = replace(choice, numbers=self._numbers(choice.find))
        self.totals = stored_calls.call_totals(session(), page.row, self.choice)
        self.pages = max(1, -(-self.totals.calls // PAGE))
        self.number = min(choice.page, self.pages)

    def _numbers(self, words: str) -> list[int] | None:
        """The calls that have these words, also in their results."""
        if not words:
            return None
        found = call_words.calls_with(session(), self.page.row, words, MOST_FOUND + 1)
        self.has_more_found = len(found) > MOST_FOUND
        return sorted({one["call"] for one in found[:MOST_FOUND] if one["call"] is not None})

    def url(self, **changes: Any) -> str:
        """This page with some of its choices changed."""
        return self._to(self.choice.query(**changes))

    def _to(self, query: dict[str, Any]) -> str:
        return self.page.link("calls.table", **query)

    @cached_property
    def calls(self) -> Sequence[CallRow]:
        first = (self.number - 1) * PAGE
        return stored_calls.chosen_calls(session(), self.page.row, self.choice, first, PAGE)

    @cached_property
    def turns(self) -> list[DrawnTurn]:
        """The answers of the model that made the calls of this page, and those that lie
        between them."""
        if not self.shows_turns:
            return []
        numbers = [call.turn for call in self.calls if call.turn is not None]
        before = self._turn_before()
        is_last = self.number == self.pages
        first, last = turn_numbers(numbers, before, is_last=is_last)
        found = listings.turns_between(session(), self.page.row, first, last)
        return [DrawnTurn(**turn) for turn in found]

    def _turn_before(self) -> int:
        """The answer that made the last call of the page before."""
        first = (self.number - 1) * PAGE
        if not first:
            return 0
        [call] = stored_calls.chosen_calls(session(), self.page.row, self.choice, first - 1, 1)
        return call.turn or 0

    @property
    def can_show_turns(self) -> bool:
        """Whether the calls stand as they were made, so that answers can stand between."""
        return self.choice.is_in_order and not self.choice.is_filtered

    @property
    def shows_turns(self) -> bool:
        return self.choice.turns and self.can_show_turns

    @cached_property
    def lines(self) -> list[Line]:
        """The calls with their bars, and the answers of the model where they are asked
        for."""
        drawn = self.timeline.bars
        count = len(self.turns)
        lines = [
            Line(None, turn, bar, turn.row)
            for turn, bar in zip(self.turns, drawn[:count], strict=True)
        ]
        lines += [
            Line(call, None, bar, call.row, self.place_in_batch(index))
            for index, (call, bar) in enumerate(zip(self.calls, drawn[count:], strict=True))
        ]
        # An answer stands before the calls that it made, though its row may be the same.
        return (
            sorted(lines, key=lambda one: (one.row, one.call is not None)) if count else lines
        )

    @property
    def has_more_turns(self) -> bool:
        return len(self.turns) == MOST_TURNS

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
    def has_tokens(self) -> bool:
        return self.totals.tokens is not None

    @property
    def columns(self) -> list[str]:
        """The columns for which the log has values, and the one that is asked for beside."""
        shown = {"started": self.has_times, "took": self.has_times, "tokens": self.has_tokens}
        usual = [name for name in SORTS if shown.get(name, True)]
        return usual + ([self.more] if self.more else [])

    @property
    def more(self) -> str:
        """The column that stands there only as calls are sorted by it; empty for none."""
        return self.choice.sort if self.choice.sort in MORE_SORTS else ""

    @property
    def more_orders(self) -> list[tuple[str, str, bool]]:
        """What calls can be sorted by beside the columns: value, words, whether they are."""
        found = []
        for name, words in MORE_SORTS.items():
            value = f"-{name}" if name in LARGEST_FIRST else name
            found.append((value, words, name == self.choice.sort))
        return found

    def head(self, column: str) -> Head:
        way = "descending" if self.choice.descending else "ascending"
        return Head(
            column,
            SORTS.get(column) or MORE_SORTS[column],
            self._to(self.choice.sorted_by(column)),
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
    def fields_beside_facets(self) -> list[tuple[str, str]]:
        """What the form of the facets sends along: everything that it has no field for."""
        return self._fields(self.choice.query(facets={}) | {"sort": None})

    @property
    def fields_beside_words(self) -> list[tuple[str, str]]:
        """The same for the field of the words."""
        return self._fields(self.choice.query(find=""))

    def _fields(self, query: dict[str, Any]) -> list[tuple[str, str]]:
        own = [(name, str(value)) for name, value in query.items() if value is not None]
        return [*self.page.asked.fields, *own]

    @property
    def sort_value(self) -> str:
        """How the address says the order; empty for the usual one."""
        return str(self.choice.query()["sort"] or "")

    @property
    def cleared_url(self) -> str:
        return self.url(facets={}, find="", checksum="")

    def chip(self, call: CallRow) -> IdChip:
        return stored_chip(
            call.call_id, call.id_state, call.origin, call.id_field, required=call.id_required
        )

    def again_url(self, call: CallRow) -> str:
        """The address of the calls with the same checksum as this one."""
        choice = CallChoice(checksum=call.checksum or "", by=self.choice.by)
        return self._to(choice.query())

    @cached_property
    def loops(self) -> list[tuple[stored_calls.Loop, str]]:
        found = stored_calls.looping_calls(session(), self.page.row, MOST_LOOPS)
        return [(one, self._to(CallChoice(checksum=one.checksum).query())) for one in found]

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
        return timeline([*self.turns, *self.calls], self.axis)

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
        """Whether the time before a call is worth a word."""
        shortest = self.timeline.shortest_cut
        if call.waited is None or shortest is None or self.axis != "time":
            return False
        is_long = call.waited >= max(shortest, LONG_WAIT)
        return is_long and self.choice.is_in_order and not self.choice.is_filtered
