"""Where the bars of a timeline stand: by the time that calls took, or by their place in the
conversation.

All places are percent of the width. A stretch in which nothing ran, and that would take much
of the width, is drawn short and says how long it was; the bars on both sides keep one scale.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from crosswire.counting import counted
from webapp.store.call_choice import Axis
from webapp.wording.times import moment_words, took_words

LONG = 0.03
"""A stretch without calls that takes more of what is drawn than this is cut short."""
MOST_CUTS = 30
LEAST_ROWS = 20
"""Rows without a call that are never cut short."""
CUT = 1.5
"""Percent of the width that a cut takes."""
NARROWEST = 0.4
"""Percent of the width that every bar has, however short its call was."""
TICKS = 4
"""Parts that the ruler has."""


class Drawn(Protocol):
    """What is drawn of a call."""

    @property
    def row(self) -> int: ...
    @property
    def result_row(self) -> int | None: ...
    @property
    def started(self) -> float | None: ...
    @property
    def ended(self) -> float | None: ...
    @property
    def took(self) -> float | None: ...


@dataclass(frozen=True, slots=True)
class Bar:
    """A call on the axis."""

    x: float
    width: float

    @property
    def end(self) -> float:
        return round(self.x + self.width, 2)

    @property
    def mark(self) -> float:
        """Where its mark stands; inside of it near the right edge."""
        return self.end if self.end < 97 else round(self.x - 1.6, 2) if self.x > 3 else 97.0


@dataclass(frozen=True, slots=True)
class Cut:
    """A stretch that is drawn short."""

    x: float
    width: float
    words: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """The bars of some calls, in their order, with the axis that they stand on."""

    axis: Axis
    bars: Sequence[Bar | None]
    """None for a call whose time is not known."""
    cuts: Sequence[Cut]
    shortest_cut: float | None
    """How long the shortest stretch is that is drawn short."""
    ticks: Sequence[tuple[float, str]]


def timeline(calls: Sequence[Drawn], axis: Axis) -> Timeline:
    """Draw some calls on one axis."""
    spans = [_span(call, axis) for call in calls]
    known = [span for span in spans if span is not None]
    if not known:
        return Timeline(axis, [None] * len(calls), [], None, [])
    scale = _Scale(known, LEAST_ROWS if axis == "position" else 0)
    cuts = [
        Cut(scale.at(a), round(scale.at(b) - scale.at(a), 2), _idle(b - a, axis))
        for a, b in scale.cuts
    ]
    shortest = min((end - start for start, end in scale.cuts), default=None)
    bars = [span and scale.bar(*span) for span in spans]
    return Timeline(axis, bars, cuts, shortest, _ticks(scale, axis))


def _span(call: Drawn, axis: Axis) -> tuple[float, float] | None:
    if axis == "position":
        rows = (call.row, call.row if call.result_row is None else call.result_row)
        return min(rows), max(rows) + 1
    if call.started is None:
        return None
    end = call.ended if call.ended is not None else call.started + (call.took or 0)
    return call.started, max(end, call.started)


def _idle(length: float, axis: Axis) -> str:
    return took_words(length) if axis == "time" else counted(round(length), "row")


def _ticks(scale: _Scale, axis: Axis) -> list[tuple[float, str]]:
    places = [100 * number / TICKS for number in range(TICKS + 1)]
    values = [scale.value(place) for place in places]
    if axis == "position":
        words = [f"row {value:,.0f}" for value in values]
    else:
        words = [moment_words(values[0], near=values[0])] + [
            f"+{took_words(value - values[0])}" for value in values[1:]
        ]
    return list(zip(places, words, strict=True))


class _Scale:
    """From a moment, or a row, to a place, with the long stretches between the spans cut
    short."""

    def __init__(self, spans: Sequence[tuple[float, float]], least: float) -> None:
        idle, self.last = _between(spans)
        idle = [(start, end) for start, end in idle if end - start > least]
        self.first = min(start for start, _ in spans)
        self.cuts, drawn = _cut(idle, self.last - self.first)
        self._unit = (100 - CUT * len(self.cuts)) / drawn if drawn > 0 else 0.0
        self._ends = [end for _, end in self.cuts]
        self._before = [0.0]
        """How much is left out before each cut, and after the last one."""
        for start, end in self.cuts:
            self._before.append(self._before[-1] + (end - start))

    def at(self, value: float) -> float:
        """The place of a value; inside a cut, that of its beginning."""
        number = bisect_right(self._ends, value)
        if number < len(self.cuts):
            value = min(value, self.cuts[number][0])
        return round(
            (value - self.first - self._before[number]) * self._unit + CUT * number, 2
        )

    def value(self, place: float) -> float:
        """The value at a place; inside a cut, its beginning."""
        for number in range(len(self.cuts) + 1):
            value = (place - CUT * number) / self._unit if self._unit else 0.0
            value += self.first + self._before[number]
            if number == len(self.cuts) or value <= self.cuts[number][0]:
                return value
            if place < self.at(self.cuts[number][1]):
                return self.cuts[number][0]
        return self.last

    def bar(self, start: float, end: float) -> Bar:
        x = min(self.at(start), 100 - NARROWEST)
        return Bar(x, round(max(self.at(end) - x, NARROWEST), 2))


def _cut(
    idle: Sequence[tuple[float, float]], whole: float
) -> tuple[list[tuple[float, float]], float]:
    """The stretches that are drawn short, in order, and how much is then left to draw."""
    cuts: list[tuple[float, float]] = []
    rest = whole
    for start, end in sorted(idle, key=lambda one: one[0] - one[1])[:MOST_CUTS]:
        if end - start <= LONG * rest or rest - (end - start) <= 0:
            break
        cuts.append((start, end))
        rest -= end - start
    return sorted(cuts), rest


def _between(spans: Sequence[tuple[float, float]]) -> tuple[list[tuple[float, float]], float]:
    """The stretches that no span covers, and the last end."""
    idle: list[tuple[float, float]] = []
    until: float | None = None
    for start, end in sorted(spans):
        if until is not None and start > until:
            idle.append((until, start))
        until = end if until is None else max(until, end)
    return idle, until or 0.0
