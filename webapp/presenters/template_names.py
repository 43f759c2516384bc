"""The functions and words that templates may use."""

from __future__ import annotations

from crosswire.formats import FORMATS
from crosswire.logs import LOGS
from webapp.presenters import text, wire
from webapp.presenters.rule_text import rule_pieces, words

LONGEST_WIRE = 4_000
"""Characters of one wire text that a row shows before it asks whether to show the rest."""


def jinja_names() -> dict[str, object]:
    """What the app adds to the globals of its templates."""
    return {
        "LONGEST_TEXT": text.LONGEST_TEXT,
        "LONGEST_WIRE": LONGEST_WIRE,
        "laid_out": wire.laid_out,
        "lost_words": text.lost_words,
        "one_line": text.one_line,
        "place_words": place_words,
        "size": text.size,
        "words": words,
        "format_title": format_title,
        "rule_pieces": rule_pieces,
        "writable_formats": _WRITABLE,
        "readable_formats": _WRITABLE | _LOGGED,
    }


_WRITABLE = {name: format.TITLE for name, format in FORMATS.items()}
_LOGGED = {name: log.TITLE for name, log in LOGS.items()}


def format_title(name: str) -> str:
    """A format as the page names it."""
    return (_WRITABLE | _LOGGED).get(name, name)


def place_words(address: str) -> str:
    """An address as the page shows it: in an upload of one document its JSON Pointer alone."""
    return address.removeprefix("0:") or "the whole document"
