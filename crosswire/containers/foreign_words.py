"""Words of JSON, and what other languages write where it has a colon, a word or a text: hashes
of Ruby, objects as consoles of JavaScript show them."""

from __future__ import annotations

import re

ARROW = "=>"
"""Between a key and its value in Ruby."""
NOTHING = {
    "nil": "Ruby's nil was read as null",
    "undefined": "JavaScript's undefined was left out of an object, or read as null in a list",
}
"""A word for nothing -> what became of it."""
WORDS = frozenset({"true", "false", "null", "NaN", "Infinity", "-Infinity"})
OF_PYTHON = {"None": "null", "True": "true", "False": "false"}
NO_KEYS = WORDS | frozenset(OF_PYTHON) | NOTHING.keys()
"""Without quotes these are values, and as keys languages spell them differently."""
OPERATORS = frozenset("+-*/%|&?")
"""What a language puts between two values, and JSON does not."""
_SYMBOL = re.compile(r":([A-Za-z_]\w*)")


def symbol_at(text: str, position: int) -> tuple[str, int] | None:
    """The name that a symbol of Ruby (`:role`) says at a place, and where it ends; None where
    there is none."""
    found = _SYMBOL.match(text, position)
    return None if found is None else (found[1], found.end())
