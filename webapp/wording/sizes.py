"""Sizes for people."""

from __future__ import annotations


def size(count: int) -> str:
    """A number of bytes for people."""
    if count < 1_000:
        return f"{count} bytes"
    for unit in ("KB", "MB"):
        count_in_unit = count / 1_000 if unit == "KB" else count / 1_000_000
        if count_in_unit < 1_000 or unit == "MB":
            return (
                f"{count_in_unit:.1f} {unit}"
                if count_in_unit < 10
                else f"{count_in_unit:,.0f} {unit}"
            )
    raise AssertionError("a size always has a unit")
