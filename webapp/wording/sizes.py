"""Numbers and sizes for people."""

from __future__ import annotations

from crosswire.counting import counted


def grouped(count: int) -> str:
    """A number with its thousands apart."""
    return f"{count:,}"


def size(count: int) -> str:
    """A number of bytes for people."""
    if count < 1_000:
        return counted(count, "byte")
    if count < 1_000_000:
        return _in_unit(count / 1_000, "KB")
    return _in_unit(count / 1_000_000, "MB")


def _in_unit(count: float, unit: str) -> str:
    return f"{count:.1f} {unit}" if count < 10 else f"{count:,.0f} {unit}"
