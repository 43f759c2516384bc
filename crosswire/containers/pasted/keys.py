"""Cuts keys out of what stands around the documents of a paste: values of headers, passwords
of curl, keys in addresses.

What stands within a document is left alone: it is what somebody wants to see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from crosswire.containers.pasted.pieces import Paste
from crosswire.containers.pasted.splitting import MAX_BYTES, split

CUT = "[left-out]"
"""Stands where a key stood."""

_NAME = (
    r"(?:proxy-)?authorization|(?:set-)?cookie"
    r"|(?:[\w-]{1,40}[-_])?(?:api[-_]?key|apikey|token|secret|password)"
)
_HEADER = re.compile(
    rf"(?<![\w-])(?P<name>{_NAME})[\"']?\s{{0,9}}[:=]\s{{0,9}}"
    r"(?:[bfru]{0,2}[\"'`](?P<quoted>[^\"'`\r\n]{1,8000})|(?P<bare>[^\s\"'`,;{}()\[\]][^\r\n\"'`]{0,8000}))",
    re.IGNORECASE,
)
_IN_ADDRESS = re.compile(
    r"[?&](?P<name>key|api[-_]?key|access_token|token|sig|signature)=(?P<bare>[^&\s\"'`\\^]{1,4000})",
    re.IGNORECASE,
)
_BEARER = re.compile(
    r"(?i)(?:(?:bearer|basic|token)\s{1,9})?(?:\$\{?\w+\}?|\{\w[\w.]*\}|%\w+%|<[^<>]{1,60}>)\Z"
)
"""A variable, or a place to be filled, which is no key."""


_WORDS = (
    *(b"authorization", b"cookie", b"apikey", b"api-key", b"api_key", b"token", b"secret"),
    *(b"password", b"signature", b"sig=", b"?key=", b"&key=", b"curl"),
)


def may_hold_keys(data: bytes) -> bool:
    """Whether a key may stand around the documents of a text."""
    if len(data) > MAX_BYTES:
        return False
    small = (
        data.lower()
    )  # to look for words in is faster than a pattern without regard to case
    return any(word in small for word in _WORDS)


class CutKeys(Struct, frozen=True):
    """A paste without keys, and whose values were cut."""

    data: bytes
    names: tuple[str, ...]


def without_keys(data: bytes) -> CutKeys:
    """A paste without the keys around its documents; what is no paste stays as it is."""
    paste = split(data)
    if paste is None:
        return CutKeys(data, ())
    text = data.decode("latin-1")
    names: dict[str, None] = {}
    out: list[str] = []
    copied = 0
    for start, end, name in _ordered(text, paste):
        if start < copied or end <= start or not _is_key(text[start:end]):
            continue
        out += (text[copied:start], CUT)
        copied = end
        names[name] = None
    if not names:
        return CutKeys(data, ())
    out.append(text[copied:])
    return CutKeys("".join(out).encode("latin-1"), tuple(names))


def _is_key(value: str) -> bool:
    bare = value.strip()
    return bare not in ("", CUT) and _BEARER.match(bare) is None


def _ordered(text: str, paste: Paste) -> list[tuple[int, int, str]]:
    """What may be a key outside of all documents, in order."""
    found: list[tuple[int, int, str]] = []
    for first, last in _around(text, paste):
        for pattern in (_HEADER, _IN_ADDRESS):
            for one in pattern.finditer(text, first, last):
                group = "bare" if one["bare"] is not None else "quoted"
                found.append((*one.span(group), one["name"]))
    found += ((start, end, name) for name, start, end in paste.keys)
    return sorted(found)


def _around(text: str, paste: Paste) -> Iterator[tuple[int, int]]:
    """The stretches that no document takes."""
    position = 0
    for piece in paste.of("log"):
        yield position, max(position, piece.span.start)
        position = max(position, piece.span.end)
    yield position, len(text)
