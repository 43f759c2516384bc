"""Tools: how they are declared and called, schemas of their arguments, and those that a
provider runs."""

from crosswire.tools.builtin import MEANINGS
from crosswire.tools.builtin_matrix import TODAY

__all__ = [
    "MEANINGS",
    "TODAY",
]
