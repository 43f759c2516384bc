"""Keeps the lines of a log numbered in sequence where a repair puts lines in and takes them
out."""

from __future__ import annotations

from itertools import pairwise

from crosswire.repairs.links import Write
from crosswire.repairs.tracked import TrackedList, TrackedObject


class Ordinals:
    """The numbers of the lines of a file, each higher than that before it; a number that was
    left out in the file stays so, unless a line is put in there."""

    def __init__(self, name: str, lines: TrackedList, write: Write) -> None:
        self._name, self._lines, self._write = name, lines, write
        self._known = self._numbers()
        rising = all(one < other for one, other in pairwise(self._known.values()))
        self._are_kept = rising and len(self._known) == len(lines) > 1

    def _numbers(self) -> dict[int, int]:
        """The number of each line that has one."""
        lines = (line for line in self._lines if isinstance(line, TrackedObject))
        named = ((line.number, line.get(self._name)) for line in lines)
        return {own: number for own, number in named if type(number) is int}

    def flushed(self) -> None:
        """Lines came, went, or stand elsewhere now."""
        if not self._are_kept:
            return
        lines = [line for line in self._lines if isinstance(line, TrackedObject)]
        free = iter(self._free({line.number for line in lines}))
        last, pushed = min(self._known.values()) - 1, 0
        for line in lines:
            wanted = next(free) + pushed if line.number in self._known else last + 1
            if wanted <= last:
                pushed, wanted = pushed + last + 1 - wanted, last + 1
            if line.get(self._name) != wanted:
                self._write(line, self._name, wanted)
            last = wanted
        self._known = self._numbers()

    def _free(self, kept: set[int]) -> list[int]:
        """The numbers for the lines that are kept, in order, moved up to where lines went."""
        free, gone = [], 0
        for line, number in self._known.items():
            if line in kept:
                free.append(number - gone)
            else:
                gone += 1
        return free
