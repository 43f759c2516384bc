"""Keeps the lines of a log tied where a repair puts lines in and takes them out.

Each line of such a log names the one before it by id; programs follow these names, and not the
order of the file, so that a session ends where a name leads nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Literal

from crosswire.logs.shared.own_results import LineNames
from crosswire.model import JsonObject, JsonValue
from crosswire.repairs.tracked import TrackedList, TrackedObject

Write = Callable[[TrackedObject, str, JsonValue], None]
"""Writes a field of a line."""
State = Literal["kept", "new", "gone"]
"""What a repair did to a line."""


class Links:
    """The names that the lines of a file have for each other."""

    def __init__(self, names: LineNames, lines: TrackedList, write: Write) -> None:
        self._names, self._lines, self._write = names, lines, write
        self._put: dict[int, TrackedObject] = {}
        """The number of a line -> the last one that waits to be put behind it."""
        self._until_now: list[TrackedObject] = []
        """The lines that have names, before the changes that wait."""
        self._following: dict[JsonValue, list[TrackedObject]] = {}
        """An id -> the lines that follow the line with it, then."""
        self._owners: Counter[JsonValue] = Counter()
        """How many lines have an id, then; where several do, it says nothing."""

    @property
    def own(self) -> str:
        """The field with the id of a line."""
        return self._names.own

    def taken_out(self, line: JsonValue) -> None:
        """What followed a line follows the one before it."""
        own, before = self._names.own, self._names.before
        self._begin()
        if isinstance(line, TrackedObject) and own in line and before in line:
            self._follow(line[own], line[before], line)

    def put_behind(self, line: JsonValue, behind: JsonValue) -> None:
        """A line follows another, and what followed that one follows it."""
        if not isinstance(line, TrackedObject) or not isinstance(behind, TrackedObject):
            return
        self._begin()
        own = self._names.own
        place = self._put.get(behind.number, behind)
        self._put[behind.number] = line
        if own in line and own in place:
            self._follow(place[own], line[own], line)
            self._name(line, place[own])

    def moved(self, line: JsonValue, behind: JsonValue) -> None:
        """A line goes elsewhere, unless it follows that place already."""
        if not isinstance(line, TrackedObject) or not isinstance(behind, TrackedObject):
            return
        if line.get(self._names.before) == behind.get(self._names.own):
            self._put[behind.number] = line
            return
        self.taken_out(line)
        self.put_behind(line, behind)

    def ids(self) -> set[JsonValue]:
        """The ids that lines have."""
        return {line[self._names.own] for line in self._named()}

    def flushed(self) -> None:
        """What waited stands in the list now; what followed a line that was lost there follows
        the one that stands there instead."""
        if self._until_now:
            entries = _entries(self._until_now, list(self._named()))
            for line, behind in list(loose_lines(self._names, entries)):
                if isinstance(line, TrackedObject):
                    self._write(line, self._names.before, behind[self._names.own])
        self._put.clear()
        self._until_now, self._following = [], {}

    def _begin(self) -> None:
        """See the lines as they are before the first change."""
        if not self._until_now:
            self._until_now = list(self._named())
            self._owners = Counter(line[self._names.own] for line in self._until_now)
            for line in self._until_now:
                self._following.setdefault(line[self._names.before], []).append(line)

    def _named(self) -> Iterator[TrackedObject]:
        lines = (line for line in self._lines if isinstance(line, TrackedObject))
        return (line for line in lines if self._names.are_in(line))

    def _follow(self, id: JsonValue, new: JsonValue, but: TrackedObject) -> None:
        """Let the lines that follow one follow another."""
        says_which = id is not None and self._owners[id] < 2
        for line in self._following.get(id, ())[:] if says_which else ():
            if line is not but:
                self._name(line, new)

    def _name(self, line: TrackedObject, new: JsonValue) -> None:
        """Let a line follow the one with this id."""
        followed = self._following.get(line.get(self._names.before), [])
        followed[:] = [one for one in followed if one is not line]
        self._write(line, self._names.before, new)
        self._following.setdefault(new, []).append(line)


def _entries(
    until_now: Sequence[TrackedObject], now: Sequence[TrackedObject]
) -> Iterator[tuple[JsonObject, State]]:
    """The lines that stand in the file now, and where they stood those that went."""
    known, kept = {line.number for line in until_now}, {line.number for line in now}
    gone_before: dict[int, list[TrackedObject]] = {}
    gone: list[TrackedObject] = []
    for line in until_now:
        if line.number in kept:
            gone_before[line.number], gone = gone, []
        else:
            gone.append(line)
    for line in now:
        yield from ((one, "gone") for one in gone_before.get(line.number, ()))
        yield line, "kept" if line.number in known else "new"


def loose_lines(
    names: LineNames, entries: Iterable[tuple[JsonObject | None, State]]
) -> Iterator[tuple[JsonObject, JsonObject]]:
    """The first line behind each place where lines came or went that names a line which is not
    there, with the line to follow: the one that came, or the one that stands before it. A gone
    line may be None: one that nothing could be read from."""
    listed = list(entries)
    ids = {line[names.own] for line, state in listed if line is not None and state != "gone"}
    last: dict[Hashable, JsonObject] = {}
    waiting: dict[Hashable, JsonObject | None] = {}
    ids.add(None)  # begins a chain
    for line, state in listed:
        if line is None:
            waiting.update((side, None) for side in last if side not in waiting)
            continue
        side = names.side(line)
        if state == "gone":
            waiting.setdefault(side, None)
            continue
        if state == "new":
            waiting[side] = line
        elif side in waiting and line[names.before] not in ids:
            behind = waiting.pop(side) or last.get(side)
            if behind is not None:
                yield line, behind
        last[side] = line
