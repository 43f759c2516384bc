"""A text that was nearly JSON, as JSON: what was understood, and where each character came
from."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from io import StringIO

from msgspec import Struct, field

from crosswire import address
from crosswire.address import Address
from crosswire.containers.json_document import ObjectWithEqualKeys
from crosswire.model import JsonValue, Note

TOLD_OF_A_KIND = 10
"""Slips of one kind that have a note of their own; one more note counts the others."""

Path = tuple[tuple[str | int, int], ...]
"""From the root: positions, and keys, each with how many equal ones stood before it."""


class Slip(Struct, frozen=True):
    """A place where the text is no JSON, and says all the same what is meant."""

    code: str
    """Of the note."""
    position: int
    """The character of the text."""
    understood: str
    """The sentence of the note, without the place."""
    path: Path
    """To the value in which it stands."""


class SlipsOfAKind(Struct):
    """The first slips of a kind, how many there are, and where the last one is."""

    told: list[Slip] = field(default_factory=list)
    count: int = 0
    last: int = 0


class Mended(Struct):
    """JSON text, what was understood in making it, and the way back.

    An edit put the characters `starts` to `ends` of this text in place of `firsts` to `lasts`
    of the text as it was.
    """

    original: str
    text: str = ""
    slips: dict[str, SlipsOfAKind] = field(default_factory=dict)
    starts: array[int] = field(default_factory=lambda: array("q"))
    ends: array[int] = field(default_factory=lambda: array("q"))
    firsts: array[int] = field(default_factory=lambda: array("q"))
    lasts: array[int] = field(default_factory=lambda: array("q"))

    def span(self, begin: int, end: int) -> tuple[int, int]:
        """Where a value of this text stands in the text as it was."""
        return self._begin(begin), self._end(end)

    def place(self, position: int) -> int | None:
        """Where a character of the text as it was stands in this one; None where it was left
        out."""
        number = bisect_right(self.firsts, position) - 1
        if number < 0:
            return position
        later = position - self.lasts[number]
        if later >= 0:
            return self.ends[number] + later
        left_out = self.starts[number] == self.ends[number]
        return None if left_out else self.starts[number]

    def _begin(self, position: int) -> int:
        """After what was taken out right before a value."""
        number = bisect_right(self.starts, position) - 1
        if number < 0:
            return position
        later = position - self.ends[number]
        return self.lasts[number] + later if later >= 0 else self.firsts[number]

    def _end(self, position: int) -> int:
        """Before what was taken out right after a value."""
        number = bisect_left(self.starts, position) - 1
        if number < 0:
            return position
        return self.lasts[number] + max(0, position - self.ends[number])

    def notes(
        self, value: JsonValue, at: Address, line: int = 1, indent: int = 0
    ) -> list[Note]:
        """A note for each slip in what was read as the value; for very many of a kind one that
        counts the rest."""
        found = [
            (slip.position, slip.code, slip.understood, _address(at, slip.path, value))
            for slips in self.slips.values()
            for slip in slips.told
        ]
        found += [
            (slips.last, code, f"There are {more} more places of this kind, the last", at)
            for code, slips in self.slips.items()
            if (more := slips.count - len(slips.told))
        ]
        lines = _Lines(self.original, line, indent)
        return [
            Note(code, f"{understood} ({lines.place(position)}).", place)
            for position, code, understood, place in sorted(found)
        ]


class Writing:
    """The mended text while it is written: what is copied, and what stands in its place."""

    def __init__(self, text: str) -> None:
        self.into = Mended(text)
        self._out = StringIO()
        self._copied = 0

    def replace(self, first: int, last: int, by: str) -> None:
        """Copy up to `first`, and go on after `last`."""
        self._out.write(self.into.original[self._copied : first])
        self.into.starts.append(self._out.tell())
        self._out.write(by)
        self.into.ends.append(self._out.tell())
        self.into.firsts.append(first)
        self.into.lasts.append(last)
        self._copied = last

    def slip(
        self, code: str, position: int, understood: str, path: Callable[[], Path]
    ) -> None:
        """Keep a slip; the path to it is asked for only where it is told."""
        slips = self.into.slips.setdefault(code, SlipsOfAKind())
        slips.count += 1
        slips.last = position
        if slips.count <= TOLD_OF_A_KIND:
            slips.told.append(Slip(code, position, understood, path()))

    def state(self) -> tuple[int, int, int]:
        """To return to; slips stay noted."""
        return self._out.tell(), self._copied, len(self.into.starts)

    def return_to(self, state: tuple[int, int, int]) -> None:
        written, self._copied, edits = state
        self._out.seek(written)
        self._out.truncate()
        for places in (self.into.starts, self.into.ends, self.into.firsts, self.into.lasts):
            del places[edits:]

    def finish(self) -> Mended:
        self._out.write(self.into.original[self._copied :])
        self.into.text = self._out.getvalue()
        return self.into


class _Lines:
    """The lines and columns of a text, for positions that come in order."""

    def __init__(self, text: str, line: int, indent: int) -> None:
        self._text = text
        self._indent = indent
        self._line = line
        self._seen = 0

    def place(self, position: int) -> str:
        self._line += self._text.count("\n", self._seen, position)
        self._seen = position
        column = position - self._text.rfind("\n", 0, position) + self._indent
        return f"line {self._line}, column {column}"


def _address(at: Address, path: Path, value: JsonValue) -> Address:
    """The address of what stands at the path, as far as that was read."""
    for token, number in path:
        earlier = (
            [inner for key, inner in value.shadowed if key == token]
            if isinstance(value, ObjectWithEqualKeys)
            else []
        )
        if number < len(earlier):
            value, at = earlier[number], address.occurrence(at, str(token), number)
        elif isinstance(value, dict) and token in value:
            value, at = value[str(token)], address.child(at, token)
        elif isinstance(value, list) and isinstance(token, int) and token < len(value):
            value, at = value[token], address.child(at, token)
        else:
            break
    return at
