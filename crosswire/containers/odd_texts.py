"""What stands in a text that JSON does not allow, as JSON writes it."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_BEGUN_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?\Z")
_SHORT = {"\n": r"\n", "\t": r"\t", "\r": r"\r"}


class NotUnderstood(Exception):
    """No slip of the list: where, and why that is no JSON."""

    def __init__(self, cause: str, position: int, *, too_deep: bool = False) -> None:
        super().__init__(cause)
        self.cause = cause
        self.position = position
        self.too_deep = too_deep


class Quotes:
    """How texts are delimited, and what stops the reading of one."""

    def __init__(self, closing: str, name: str, code: str) -> None:
        self.closing = frozenset(closing)
        self.name = name
        self.code = code
        self.stop = re.compile(f'[{closing}"\\\\\x00-\x1f]')


PLAIN = Quotes('"', "double", "")
_CURLY = Quotes("\u201c\u201d\u201e\u201f", "typographic", "smart-quotes")
_CURLY_SINGLE = Quotes("\u2018\u2019\u201a\u201b", "typographic", "smart-quotes")
QUOTES = {
    '"': PLAIN,
    "'": Quotes("'", "single", "single-quotes"),
    **dict.fromkeys(_CURLY.closing, _CURLY),
    **dict.fromkeys(_CURLY_SINGLE.closing, _CURLY_SINGLE),
}


def piece_at(text: str, position: int, quotes: Quotes) -> tuple[str, int] | None:
    """What JSON writes for what stands at a place of a text, and where that ends; None where
    an escape was cut off. Raises NotUnderstood."""
    character = text[position]
    if character == "\\":
        return _escape(text, position, quotes)
    if character == '"' and quotes is _CURLY:
        what = "a double quote within typographic ones may end the text, or belong to it"
        raise NotUnderstood(what, position)
    if character == '"':
        return '\\"', position + 1
    if quotes is not PLAIN:
        what = f"the text in {quotes.name} quotes has no end on its line"
        raise NotUnderstood(what, position)
    return _SHORT.get(character, f"\\u{ord(character):04x}"), position + 1


def _escape(text: str, position: int, quotes: Quotes) -> tuple[str, int] | None:
    found = _ESCAPE.match(text, position)
    if found is not None:
        return found[0], found.end()
    if quotes is not PLAIN and text.startswith("'", position + 1):
        return "'", position + 2
    if _BEGUN_ESCAPE.match(text, position):
        return None
    what = f"JSON has no escape {text[position : position + 2]!r}"
    raise NotUnderstood(what, position)


def why_no_value(word: str) -> str:
    """Why what begins like a number or a word is neither in JSON."""
    shown = repr(word[:40])
    if word.startswith("+"):
        return f"JSON writes no plus before a number, as in {shown}"
    if word[0] in "-.0123456789":
        return f"{shown} is no number as JSON writes it"
    return f"{shown} is no word of JSON, and a text stands in quotes"
