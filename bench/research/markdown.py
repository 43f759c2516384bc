"""Pieces of a Markdown page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def page(*blocks: str) -> str:
    """A page of these blocks, with a line that says how it is made."""
    made_by = "*Written by `python -m bench.research`; do not edit.*"
    return "\n\n".join((*blocks, made_by)) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a `|` in a cell is escaped."""
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def bullets(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def codes(names: Iterable[str]) -> str:
    """Names as code, with commas between them."""
    return ", ".join(f"`{name}`" for name in names)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
