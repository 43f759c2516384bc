"""The lines of a file that was read in pieces, and their values: what nobody needs any more is
let go, and read again from the file where somebody asks for it all the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, overload

from crosswire.containers.source import Source
from crosswire.model import JsonValue


class Lines:
    """Where the lines stand that hold a document each."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._begins, self._ends = array("q"), array("q")

    def __len__(self) -> int:
        return len(self._begins)

    def add(self, begin: int, line: bytes) -> None:
        self._begins.append(begin)
        self._ends.append(begin + len(line))

    def begin(self, number: int) -> int:
        return self._begins[number]

    def text(self, number: int) -> bytes:
        """The bytes of a line, from the file."""
        return self._source.slice(self._begins[number], self._ends[number])

    def a_character_a_byte(self, number: int) -> str:
        """The same as text, in which each position is that of a byte. It may be most of a
        file: half of it is there at once at most beside its bytes, and grows in its place."""
        begin, end = self._begins[number], self._ends[number]
        middle = (begin + end) // 2
        text = self._source.slice(begin, middle).decode("latin-1")
        for piece in self._source.pieces(middle, end):
            text += piece.decode("latin-1")
        return text


class _Gone:
    """In the place of a value that was let go; the same one in every process."""

    def __reduce__(self) -> str:
        return "_GONE"


_GONE: Any = _Gone()


HELD_BYTES = 16_000_000
"""Of a file: what its first lines hold says whether the values of all need be held."""
MayGo: TypeAlias = Callable[[Sequence[JsonValue]], bool]
"""Whether lines, the first of which hold these values, can be looked at one by one."""


class Values:
    """The values of the lines so far, as far as they are held."""

    def __init__(self, may_go: MayGo | None) -> None:
        self.held: list[JsonValue] = []
        self.objects = 0
        """How many are objects or lists."""
        self.are_gone = False
        self._may_go = may_go

    def __len__(self) -> int:
        return len(self.held)

    def add(self, value: JsonValue, begin: int) -> None:
        """The value of the line that begins at this byte."""
        self.objects += isinstance(value, (dict, list))
        if self._may_go is not None and begin > HELD_BYTES:
            self.are_gone, self._may_go = self._may_go(self.held), None
            if self.are_gone:
                self.held[:] = [_GONE] * len(self.held)
        self.held.append(_GONE if self.are_gone else value)


class Documents(Sequence[JsonValue]):
    """The values of lines. One that was let go is read again by `read_again`, which gives an
    equal one: who asks for it sees no difference."""

    def __init__(
        self,
        lines: Lines,
        values: list[JsonValue],
        read_again: Callable[[int], JsonValue],
        *,
        are_gone: bool = False,
    ) -> None:
        self.lines = lines
        self.are_gone = are_gone
        """Whether none was ever held."""
        self._values, self._read_again = values, read_again
        self._own: tuple[int, JsonValue] = (-1, None)
        self._last: tuple[int, JsonValue] = (-1, None)
        """The value that was read again last: most is asked for several times in a row."""
        self._is_whole = not are_gone

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, number: int) -> JsonValue: ...
    @overload
    def __getitem__(self, number: slice) -> list[JsonValue]: ...
    def __getitem__(self, number: int | slice) -> JsonValue:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        number = range(len(self))[number]
        if number == self._own[0]:
            return self._own[1]
        value = self._values[number]
        return value if value is not _GONE else self._again(number)

    def __iter__(self) -> Iterator[JsonValue]:
        return (
            iter(self._values) if self._is_whole else map(self.__getitem__, range(len(self)))
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]

    def let_go(self, first: int, end: int) -> None:
        """Hold the values of these lines no longer."""
        self._last, self._is_whole = (-1, None), self._is_whole and first >= end
        for number in range(first, end):
            self._values[number] = _GONE

    def hold(self) -> None:
        """Hold the values of all lines, where none was."""
        if self.are_gone:
            self._values[:] = map(self._read_again, range(len(self)))
            self.are_gone, self._is_whole = False, True

    def around(self, number: int) -> tuple[JsonValue, Documents]:
        """The value of a line that was let go, and all documents with that very value among
        them, as long as somebody has these."""
        value = self._again(number)
        held = Documents(self.lines, self._values, self._read_again, are_gone=True)
        held._own = number, value
        return value, held

    def with_value(self, number: int, value: JsonValue) -> Documents:
        """The same with another value in the place of one."""
        changed = Documents(
            self.lines, [*self._values], self._read_again, are_gone=self.are_gone
        )
        changed._values[number], changed._is_whole = value, self._is_whole
        changed._own = self._own if number != self._own[0] else (-1, None)
        return changed

    def _again(self, number: int) -> JsonValue:
        last, value = self._last
        if last != number:
            value = self._read_again(number)
            self._last = number, value
        return value
