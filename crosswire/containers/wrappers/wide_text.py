"""UTF-16 and UTF-32: text of wider characters, as Windows writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crosswire.containers.wrappers.budget import Budget
from crosswire.containers.wrappers.protocol import Member, Skipped
from crosswire.errors import UnreadableUpload

NAME = "wide-text"
TITLE = "UTF-16 or UTF-32 text"
_ENCODINGS: tuple[tuple[re.Pattern[bytes], str, int], ...] = (
    (re.compile(rb"\xff\xfe\x00\x00"), "utf-32", 4),
    (re.compile(rb"\x00\x00\xfe\xff"), "utf-32", 4),
    (re.compile(rb"\xff\xfe|\xfe\xff"), "utf-16", 2),
    (re.compile(rb"[\[{]\x00\x00\x00"), "utf-32-le", 4),
    (re.compile(rb"\x00\x00\x00[\[{]"), "utf-32-be", 4),
    (re.compile(rb"[\[{]\x00"), "utf-16-le", 2),
    (re.compile(rb"\x00[\[{]"), "utf-16-be", 2),
)
"""By the byte order mark, or by the bracket that JSON begins with between zeros; with the
bytes of a unit."""


def fits(data: bytes) -> bool:
    return _encoding(data) is not None


def _encoding(data: bytes) -> tuple[str, int] | None:
    found = ((name, width) for mark, name, width in _ENCODINGS if mark.match(data))
    return next(found, None)


def members(data: bytes, budget: Budget) -> Iterator[Member | Skipped]:
    encoding = _encoding(data)
    if encoding is None:
        raise UnreadableUpload(f"This is not {TITLE}.")
    name, width = encoding
    rest = len(data) % width
    bits = 8 * width
    try:
        text = data[: len(data) - rest].decode(name).encode()
    except (UnicodeDecodeError, UnicodeEncodeError) as fault:
        place = fault.start if isinstance(fault, UnicodeDecodeError) else 0
        message = f"This is UTF-{bits} text, and byte {place} fits no character."
        raise UnreadableUpload(message, offset=place) from fault
    budget.take(len(text))
    cut = "The text ends within a character, which was left out." if rest else None
    yield Member(text, cut=cut, remarks=(f"It is UTF-{bits} text; it was read as UTF-8.",))


def written_like(data: bytes, text: bytes) -> bytes:
    """A text in UTF-8, written as another one is: in its characters, with its mark."""
    name, _ = _encoding(data) or ("utf-8", 1)
    has_mark = name in ("utf-16", "utf-32")
    if has_mark:
        is_big = data.startswith((b"\xfe\xff", b"\x00\x00\xfe\xff"))
        name = f"{name}-{'be' if is_big else 'le'}"
    mark = "\ufeff" if has_mark else ""
    return (mark + text.decode()).encode(name)
