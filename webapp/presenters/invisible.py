"""Ids and names on the page: what nobody would see of them is marked, and they turn no words around them."""

from __future__ import annotations

from markupsafe import Markup, escape

from crosswire import invisible
from crosswire.invisible import spelt as spelt_whole


def shortened(text: str, length: int) -> str:
    """The beginning of an id or a name, blanks and all."""
    return text if len(text) <= length else text[: length - 1] + "…"


def spelt(text: str, length: int = 400) -> str:
    """An id or a name where there is only room for text, as in a title."""
    return spelt_whole(shortened(text, length))


def seen(text: str, length: int = 400) -> Markup:
    """An id or a name for a page, set apart from the words around it."""
    shown = shortened(text, length)
    pieces = invisible.runs(shown)
    if len(pieces) == 1 and shown.isascii():
        return escape(shown)
    marked = (_mark(piece) if number % 2 else escape(piece) for number, piece in enumerate(pieces))
    return Markup("<bdi>{}</bdi>").format(Markup("").join(marked))


def _mark(character: str) -> Markup:
    title, spelling = invisible.name_of(character), invisible.spelling(character)
    return Markup('<span class="unseen" title="{}">{}</span>').format(title, spelling)
