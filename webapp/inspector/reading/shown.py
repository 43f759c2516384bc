"""What a reader gets of a text: markup, and how much of it is left for the row's own page."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from webapp.readmodel.text import LONGEST_TEXT
from webapp.wording.invisible import marked


class Shown(NamedTuple):
    """Markup for a cell."""

    html: Markup
    more: int = 0
    """Characters that are not in it."""


def beginning(text: str, *, whole: bool) -> str:
    """As much of a text as a row shows, cut where a paragraph, a line or a word ends."""
    if whole or len(text) <= LONGEST_TEXT:
        return text
    for end in ("\n\n", "\n", " "):
        cut = text.rfind(end, LONGEST_TEXT // 2, LONGEST_TEXT)
        if cut >= 0:
            return text[: cut + len(end)]
    return text[:LONGEST_TEXT]


def plain(text: str, *, whole: bool) -> Shown:
    """A text as it stands."""
    start = beginning(text, whole=whole)
    return Shown(
        Markup('<div class="text">{}</div>').format(marked(start)), len(text) - len(start)
    )
