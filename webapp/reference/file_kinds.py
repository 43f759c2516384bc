"""The catalogue of files as a page lists it: chosen by words and by whether they are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crosswire.reading import FILE_KINDS, Shape, Where, reader_title
from webapp.readmodel.text import one_line

STATES = {"read": "read", "not": "not read yet", "none": "no readable conversation"}
"""What Crosswire makes of such a file."""
_SYSTEMS = ("Linux", "macOS", "Windows")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a file lies, on the systems that have it there."""

    systems: str
    """Empty where it is the same on all."""
    path: str

    @property
    def is_path(self) -> bool:
        return self.path.startswith(("~", "%", "."))


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of file, with what is said of it."""

    shape: Shape
    state: str
    format_title: str
    """Of the reader that reads it; empty where there is none."""
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """The rows that were asked for, by program."""

    asked: str
    state: str
    programs: Mapping[str, Sequence[Row]]
    count: int
    total: int


def listing(words: str, state: str) -> Listing:
    """The kinds of files in which all words stand, of one state or of any."""
    asked, state = one_line(words, 80), state if state in STATES else ""
    rows = [_row(shape) for shape in FILE_KINDS]
    found = [
        row for row in rows if state in ("", row.state) and _holds(row.shape, asked.casefold())
    ]
    programs: dict[str, list[Row]] = {}
    for row in sorted(found, key=lambda row: row.shape.program.casefold()):
        programs.setdefault(row.shape.program, []).append(row)
    return Listing(asked, state, programs, len(found), len(rows))


def _row(shape: Shape) -> Row:
    title = reader_title(shape)
    state = "read" if title else "not" if shape.format or not shape.take else "none"
    return Row(shape, state, title, _places(shape.at))


def _places(at: Where) -> tuple[Place, ...]:
    """The places, those of several systems together."""
    systems: dict[str, list[str]] = {}
    for system, path in zip(_SYSTEMS, at, strict=True):
        if path:
            systems.setdefault(path, []).append(system)
    return tuple(
        Place("" if len(names) == len(_SYSTEMS) else ", ".join(names), path)
        for path, names in systems.items()
    )


def _holds(shape: Shape, words: str) -> bool:
    fields = (
        shape.program,
        shape.what,
        shape.kind,
        shape.called,
        shape.take,
        shape.name,
        *shape.at,
    )
    text = " ".join(fields).casefold()
    return all(word in text for word in words.split())
