"""Lines that are printed, in colours where a person reads them at a terminal."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple, TextIO

import click
from msgspec import Struct

TONES = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow"},
    "info": {"fg": "cyan"},
    "good": {"fg": "green"},
    "path": {"bold": True},
}


class Line(NamedTuple):
    """A line, and where it goes."""

    text: str
    err: bool = False


class Colours(Struct, frozen=True):
    """Whether the lines of each stream are coloured."""

    out: bool = False
    err: bool = False

    def paint(self, text: str, tone: str, *, err: bool = False) -> str:
        is_on = self.err if err else self.out
        return click.style(text, **TONES[tone]) if is_on else text  # type: ignore[arg-type]


PLAIN = Colours()


def colours_of_terminal() -> Colours:
    """Colours for each stream that a person reads, unless NO_COLOR says otherwise."""
    if os.environ.get("NO_COLOR"):
        return PLAIN
    return Colours(shows_colours(sys.stdout), shows_colours(sys.stderr))


def shows_colours(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM") != "dumb"
