"""Characters that nobody sees, or that turn the words around them: spelt, so that a reader
sees them."""

from __future__ import annotations

import re
import unicodedata

TURNING = "\u202a-\u202e\u2066-\u2069"
"""What sets the direction of all that follows, our own words included; for a class of
characters."""

_UNSEEN = re.compile(
    # Controls and blanks that look like a space or like nothing, then signs without a shape,
    r"[\x00-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f"
    r"\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    # and spaces that a page leaves out: at the ends, and beside another.
    r"|^ | \Z|(?<= ) | (?= )"
)


def spelling(character: str) -> str:
    """One of them as it is shown: escaped as in JSON."""
    number = ord(character)
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\u{{{number:x}}}"


def name_of(character: str) -> str:
    """What it is called: `U+200B ZERO WIDTH SPACE`."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


def _is_plain(text: str) -> bool:
    """Whether all of it is seen, as is so of nearly every id: quicker than a look at each
    character."""
    is_ascii = text.isascii() and text.isprintable()
    return is_ascii and "  " not in text and text.strip(" ") == text


def spelt(text: str) -> str:
    """An id or a name, with every character that nobody would see spelt."""
    return _UNSEEN.sub(lambda found: spelling(found.group()), text)


def runs(text: str) -> list[str]:
    """A text in pieces: visible text and a single invisible character by turns, text first."""
    if _is_plain(text):
        return [text]
    pieces, at = [], 0
    for found in _UNSEEN.finditer(text):
        pieces += [text[at : found.start()], found.group()]
        at = found.end()
    return [*pieces, text[at:]]
