"""Text that a page can print: no character is lost, and none is invisible that a reader must
see."""

from __future__ import annotations

import re

from crosswire.ids import spelling
from webapp.readmodel.invisible import UNSEEN_IN_TEXT, spelt

LONGEST_TEXT = 4_000
"""Characters of one text that a row shows before it asks whether to show the rest."""

_UNHELD = r"\ud800-\udfff\x00-\x08\x0b\x0c\x0e-\x1f\x7f"
_UNHOLDABLE = re.compile(f"[{_UNHELD}]")


def printable(text: str) -> str:
    """The text with what no page can hold, and what nobody would see of it, spelt as in
    JSON."""
    if text.isascii() and text.isprintable():
        return text  # which most are: addresses, names, types
    return UNSEEN_IN_TEXT.sub(lambda found: spelling(found.group()), text)


def holdable(text: str) -> str:
    """What a page will mark, as an id or a name: only what no page can hold, as NUL, is
    spelt."""
    return _UNHOLDABLE.sub(lambda found: spelling(found.group()), text)


def one_line(text: str, length: int = 80) -> str:
    """The beginning of a text, on one line."""
    words = " ".join(text[: length * 4].split())
    return printable(words if len(words) <= length else words[: length - 1].rstrip() + "…")


def lost_thing(code: str, what: str) -> str:
    """What a loss is about; characters of an id or a name that a reader would not see are
    spelt."""
    return spelt(what) if code in ("item-id", "tool-name") else what
