"""Which server a document of a paste was sent to: the address that stands with it."""

from __future__ import annotations

import re

_NEAR = 1_000
"""Characters around a document in which its address is looked for."""
_LONGEST = 300
"""Characters of a host and a path; a longer one is cut, as only its host is of use."""
_SERVER = re.compile(
    r"(?:https?://)?(?:[^/\s?#@\"']{1,200}@)?"
    r"(?P<kept>(?P<host>[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}|localhost)(?::\d{1,5})?"
    r"(?:/[^\s?#\"'`<>\\]{0,500})?)",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"""
      \bcurl[ \t][^\n]{0,200}?(?P<called>https?://[^\s"'`<>]{4,500})
    | \b(?:POST|GET|PUT)[ \t]{1,9}(?P<sent>https?://[^\s"'`<>]{4,500})
    | ["'`](?P<quoted>https?://[^\s"'`<>]{4,500})
    | \b(?:url|uri|endpoint|base|host)[ \t]{0,9}[:=][ \t]{0,9}(?P<named>[^\s"'`<>,;]{4,500})
    """,
    re.VERBOSE | re.IGNORECASE,
)
_BEHIND = re.compile(r"HTTP Request: [A-Z]{3,7} (https?://[^\s\"'`<>]{4,500})")
_STATUS_LINE = re.compile(r"\bHTTP/\d(?:\.\d)? [1-5]\d\d\b")


def server_of(address: str) -> str:
    """The host and the path of an address, without a password before it and a query behind
    it; empty where it is none."""
    found = _SERVER.match(address.strip())
    return "" if found is None else found["kept"][:_LONGEST]


def server_before(text: str, first: int, start: int) -> str:
    """The server that the last address names that stands before a document; `first` is where
    what belongs to another one ends."""
    servers = (
        server_of(one[one.lastgroup or 0])
        for one in _BEFORE.finditer(text, max(first, start - _NEAR), start)
    )
    return next(filter(None, reversed([*servers])), "")


def server_behind(text: str, end: int) -> str:
    """The server that an SDK's log names where it tells that it sent a request."""
    found = _BEHIND.search(text, end, end + 4 * _NEAR)
    return "" if found is None else server_of(found[1])


def answers(text: str, first: int, start: int) -> bool:
    """Whether a document is what a server answered to the one before it, which ends at
    `first`: the status line of the answer stands between them."""
    return _STATUS_LINE.search(text, first, min(start, first + _NEAR)) is not None
