"""Fields that stand beside what a part says: a line where they are short, else folded under
their names."""

from __future__ import annotations

from typing import NamedTuple

from webapp.inspector.reading.fields import LONGEST_FIELD, object_of
from webapp.inspector.reading.json_tree import flat
from webapp.inspector.reading.shown import Shown
from webapp.readmodel.invisible import shortened, spelt

LONGEST_LINE = 100
"""Characters of fields that stand open in one line."""
LONGEST_NAMES = 100
MOST_FOLDED = 1_000
"""Characters of folded fields that a row brings along; the row by itself has all of them."""


class Further(NamedTuple):
    """Further fields for a cell."""

    shown: Shown
    names: str = ""
    """What the fields are called, where they are folded; empty where they stand open."""


def further(text: str, *, whole: bool) -> Further:
    """The JSON of some fields, as a cell keeps it."""
    read = object_of(text)
    if read is not None and not read[1] and len(text) <= min(LONGEST_LINE, LONGEST_FIELD):
        line = read[0].rest()
        if line is not None:
            return Further(Shown(line))
    names = ", ".join(read[0].left) if read is not None else "more than once the same"
    if whole or len(text) <= MOST_FOLDED:
        return Further(Shown(flat(text)), _short(names))
    return Further(Shown(flat(text, MOST_FOLDED), len(text) - MOST_FOLDED), _short(names))


def _short(names: str) -> str:
    return spelt(shortened(names, LONGEST_NAMES))
