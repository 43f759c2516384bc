"""Texts of the catalogues as Markdown, in which no character of them means anything else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence

_CODE = re.compile(r"(`[^`\n]+`)")
_MEANS_SOMETHING = re.compile(r"[&<>*_\[\]`|#\\~^{}]")


def plain(text: str) -> str:
    """A text whose every character stands for itself, in one line."""
    line = " ".join(text.split())
    return _MEANS_SOMETHING.sub(lambda match: f"&#{ord(match[0])};", line)


def prose(text: str) -> str:
    """A sentence in which code stands between backticks."""
    return "".join(
        piece if index % 2 else plain_ends(piece)
        for index, piece in enumerate(_CODE.split(text))
    )


def plain_ends(text: str) -> str:
    """As `plain`, with the blanks at both ends kept, as code may follow."""
    inner = plain(text)
    return f"{text[:1].isspace() * ' '}{inner}{(text[-1:].isspace() and bool(inner)) * ' '}"


def code(text: str) -> str:
    """A text as code, which may hold backticks and stand in a table."""
    shown = " ".join(text.split()).replace("|", "&#124;")
    if "`" in shown or "&#124;" in shown:
        return f"<code>{plain(text)}</code>"
    return f"`{shown}`" if shown else ""


def titled(title: str, *, boost: int = 1) -> Iterator[str]:
    """The head of a page and its heading."""
    yield from (
        "---",
        f"title: {json.dumps(title)}",
        "search:",
        f"  boost: {boost}",
        "---",
        "",
    )
    yield from (f"# {plain(title)}", "")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def example(format: str, text: str) -> Iterator[str]:
    yield from (f'```json title="{format}"', text, "```", "")
