"""Ids, names and texts on the page: characters that a reader would not see are marked."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from crosswire.ids import invisible_runs, name_of_invisible, spelling
from webapp.readmodel.invisible import UNSEEN_IN_TEXT, shortened

MOST_MARKS, MOST_MARKS_OF_NAME = 100, 10
"""Marks of one text, and of an id or a name; what comes after them is spelt all the same, in
the colour of the text."""


_RUNS = re.compile(f"(?:{UNSEEN_IN_TEXT.pattern})+")


def seen(text: str, length: int = 400) -> Markup:
    """An id or a name for a page, set apart from the words around it."""
    shown = shortened(text, length)
    pieces = invisible_runs(shown)
    if len(pieces) == 1 and shown.isascii():
        return escape(shown)
    cut = 2 * MOST_MARKS_OF_NAME
    marked = [
        _mark(piece) if number % 2 else escape(piece)
        for number, piece in enumerate(pieces[:cut])
    ]
    rest = escape(
        "".join(
            _spelling(one) if number % 2 else one for number, one in enumerate(pieces[cut:])
        )
    )
    return Markup("<bdi>{}{}</bdi>").format(Markup("").join(marked), rest)


def marked(text: str) -> Markup:
    """A text as it stands, with a mark for each run of characters that nobody would see."""
    if not UNSEEN_IN_TEXT.search(text):
        return escape(text)
    out: list[Markup] = []
    rest: list[str] = []  # escaped at once: a text may have a hundred thousand of them
    at = 0
    for number, found in enumerate(_RUNS.finditer(text)):
        if number < MOST_MARKS:
            out += [escape(text[at : found.start()]), _mark(found.group())]
        else:
            rest += [text[at : found.start()], _spelling(found.group())]
        at = found.end()
    return Markup("").join([*out, escape("".join([*rest, text[at:]]))])


def _spelling(characters: str) -> str:
    return characters.translate(
        {ord(character): spelling(character) for character in set(characters)}
    )


def _mark(characters: str) -> Markup:
    """The mark of one character, or of some in a row."""
    names = [name_of_invisible(one) for one in dict.fromkeys(characters)]
    title, spelling = ", ".join(names[:4]), _spelling(characters)
    if len(characters) > len(names) or len(names) > 4:
        title += f" ({len(characters):,} characters)"
    return Markup('<span class="unseen" title="{}">{}</span>').format(title, spelling)
