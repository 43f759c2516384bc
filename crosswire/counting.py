"""Counts in sentences."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """`1 call`, `2 calls`, `1,000 calls`; `many` is the plural that is not made with an s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
