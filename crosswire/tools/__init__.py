"""Tools: how they are declared and called, schemas of their arguments, and those that a
provider runs."""

from crosswire.tools.builtin import MEANINGS

__all__ = [
    "MEANINGS",
]
