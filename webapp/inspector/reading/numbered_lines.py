"""Files as tools show them: each line behind its number (`   12→text`, or with a tab)."""

from __future__ import annotations

import re

_NUMBERED = re.compile(r"( *\d{1,7}(?:→|\t))(.*)")


def without_numbers(text: str) -> tuple[list[str], str, str]:
    """The numbers, the lines without them, and what comes after the last numbered line."""
    numbers, bare = [], []
    lines = text.split("\n")
    for line in lines:
        found = _NUMBERED.fullmatch(line)
        if found is None:
            break
        numbers.append(found.group(1))
        bare.append(found.group(2))
    return numbers, "\n".join(bare), "\n".join(lines[len(numbers) :])
