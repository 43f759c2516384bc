"""Uploads that begin with very many values of which none holds anything: refused before they
are read.

A million keys or empty arrays take little to write, and much memory as values; no log begins
so.
"""

from __future__ import annotations

import re

from crosswire.errors import UnreadableUpload

MAX_VALUES = 100_000
"""Values that hold nothing, from the begin of an upload on."""

_EMPTY = rb"\[[ \t\r\n]{0,8}\]|\{[ \t\r\n]{0,8}\}"
_SCALAR = rb'(?:"[^"\\]{0,100}"|-?[0-9][0-9.eE+-]{0,30}|true|false|null|' + _EMPTY + rb")"
_FIRST = re.compile(_EMPTY)
_BEGIN = re.compile(
    rb"(?:\xef\xbb\xbf)?[ \t\r\n]{0,16}(?:(?!" + _EMPTY + rb")[\[{])?[ \t\r\n]{0,16}"
)
_VALUE = re.compile(
    rb'(?:(?:data:[ \t]?)?(?:"[^"\\]{0,100}"[ \t\r\n]{0,8}:[ \t\r\n]{0,8})?'
    + _SCALAR
    + rb"|data:)[ \t\r\n,]{1,16}"
)


def begin(data: bytes) -> bool:
    """Whether the first value of an upload is an object or list that holds nothing."""
    value = _BEGIN.match(data)
    return value is not None and _FIRST.match(data, value.end()) is not None


def refuse(data: bytes) -> None:
    """Raise where the first values are so many, and hold so little, that this is no log."""
    value = _BEGIN.match(data)
    for _ in range(MAX_VALUES):
        value = value and _VALUE.match(data, value.end())
        if value is None:
            return
    raise UnreadableUpload(
        f"This begins with {MAX_VALUES:,} values that hold nothing else, as no log of a "
        "conversation does; it was not read.",
        offset=0,
    )
