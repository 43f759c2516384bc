"""Ids as text: whose shape they have, which look alike, what is hidden in them."""

from crosswire.ids.invisible import name_of as name_of_invisible
from crosswire.ids.invisible import runs as invisible_runs
from crosswire.ids.invisible import spelling, spelt
from crosswire.ids.lookalikes import difference, skeleton
from crosswire.ids.shapes import looks_like

__all__ = [
    "difference",
    "invisible_runs",
    "looks_like",
    "name_of_invisible",
    "skeleton",
    "spelling",
    "spelt",
]
