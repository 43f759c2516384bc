"""Ids as text: whose shape they have, which look alike, what is hidden in them."""

from crosswire.ids.invisible import spelling, spelt

__all__ = [
    "spelling",
    "spelt",
]
