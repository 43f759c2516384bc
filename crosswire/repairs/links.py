"""Keeps the lines of a log tied where a repair puts lines in and takes them out.

Each line of such a log names the one before it by id; programs follow these names, and not the
order of the file.
"""

from __future__ import annotations

from collections.abc import Callable

from crosswire.model import JsonValue
from crosswire.repairs.tracked import TrackedList, TrackedObject

Write = Callable[[TrackedObject, str, JsonValue], None]
"""Writes a field of a line."""


class Links:
    """The names that lines have for each other: `own` is the field with the id of a line,
    `before` the one that names the line before it."""

    def __init__(self, own: str, before: str, lines: TrackedList, write: Write) -> None:
        self._own, self._before = own, before
        self._lines, self._write = lines, write
        self._put: dict[int, TrackedObject] = {}
        """The number of a line -> the last one that waits to be put behind it."""

    def taken_out(self, line: JsonValue) -> None:
        """What followed a line follows the one before it."""
        if isinstance(line, TrackedObject) and self._own in line and self._before in line:
            self._follow(line[self._own], line[self._before], line)

    def put_behind(self, line: JsonValue, behind: JsonValue) -> None:
        """A line follows another, and what followed that one follows it."""
        if not isinstance(line, TrackedObject) or not isinstance(behind, TrackedObject):
            return
        place = self._put.get(behind.number, behind)
        self._put[behind.number] = line
        if self._own in line and self._own in place:
            self._follow(place[self._own], line[self._own], line)
            self._write(line, self._before, place[self._own])

    def moved(self, line: JsonValue, behind: JsonValue) -> None:
        """A line goes elsewhere, unless it follows that place already."""
        if not isinstance(line, TrackedObject) or not isinstance(behind, TrackedObject):
            return
        if line.get(self._before) == behind.get(self._own):
            self._put[behind.number] = line
            return
        self.taken_out(line)
        self.put_behind(line, behind)

    def flushed(self) -> None:
        """What waited stands in the list now."""
        self._put.clear()

    def _follow(self, id: JsonValue, new: JsonValue, but: TrackedObject) -> None:
        """Let the lines that follow one follow another."""
        others = (one for one in self._lines if isinstance(one, TrackedObject))
        for line in others if id is not None else ():
            if line is not but and line.get(self._before) == id:
                self._write(line, self._before, new)
