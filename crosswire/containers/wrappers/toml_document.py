"""A document in TOML with objects in a list, as people write test cases and prompts: its
values as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crosswire.containers import json_document
from crosswire.containers.wrappers.budget import Budget
from crosswire.containers.wrappers.protocol import Member, Skipped
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonObject, JsonValue

NAME = "toml"
TITLE = "a document in TOML"
MAX_BYTES = 4_000_000
"""Bytes; what reads TOML takes far longer than what reads JSON."""
_BEGIN = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*"
    rb"""(?:\[\[?[ \t]*[A-Za-z_"'][\w."' \t-]*\]\]?[ \t]*(?:#[^\n]*)?\r?\n"""
    rb"|[\w.-]+[ \t]*=[^=])"
)
"""A header, or a field with its value."""
_LISTED = re.compile(
    rb"""^[ \t]*\[\[[ \t]*[A-Za-z_"'][\w."' \t-]*\]\]"""
    rb"""|=[ \t]*\[\s*\{[ \t]*[\w."'-]+[ \t]*=""",
    re.MULTILINE,
)
"""An object in a list: a header of it, or one within its line."""
_DEEP = re.compile(rb"""(?:^|[{,\[])[ \t]*(?:[\w"'-]+[ \t]*\.[ \t]*){60}""", re.MULTILINE)
"""A key that leads through so many objects takes the reader the square of their number."""
_WRITTEN = "The JSON that is shown was written from its TOML."


def fits(data: bytes) -> bool:
    """Whether it is TOML from end to end, and holds objects in a list."""
    if len(data) > MAX_BYTES or not (_BEGIN.match(data) and _LISTED.search(data)):
        return False
    return _parsed(data) is not None


def members(data: bytes, budget: Budget) -> Iterator[Member | Skipped]:
    document = _parsed(data)
    if document is None:
        raise UnreadableUpload(f"This is not {TITLE}.")
    json_document.refuse_too_deep(document)
    text = json_document.write(document, indent=True, newline=True)
    budget.take(len(text))
    yield Member(text, remarks=(_WRITTEN,), written_from=TITLE)


def _parsed(data: bytes) -> JsonObject | None:
    """The values of a document; None where it is no TOML."""
    import tomllib  # few files are TOML

    if _DEEP.search(data):
        return None
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
        document = tomllib.loads(text, parse_float=_number)
        return {key: _value(value) for key, value in document.items()}
    except (ValueError, RecursionError):
        return None


def _number(text: str) -> float | str:
    """A number, to the digit; of what JSON has no number for, the text."""
    plain = text.replace("_", "").removeprefix("+")
    return text if plain.endswith(("inf", "nan")) else json_document.exact_float(plain)


def _value(value: object) -> JsonValue:
    """A value as JSON has it; dates and times as the text that they are."""
    if isinstance(value, dict):
        return {key: _value(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_value(inner) for inner in value]
    if isinstance(value, (str, int, float)):
        return value
    return str(value)
