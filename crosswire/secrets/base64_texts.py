"""Texts in base64 in which a secret may stand: a key, a configuration file, JSON."""

from __future__ import annotations

import re
from binascii import Error, a2b_base64
from collections.abc import Iterator

# Of text, each fourth sign of base64 is one of these: it says that no high bit is set, and
# that a byte is no sign of control but a line's end or a tab.
_WORD = re.compile(
    rb"[CDI-Za-f](?<![A-Za-z0-9+/_-].)[A-Za-z0-9+/_-]{3}(?:[CDI-Za-f][A-Za-z0-9+/_-]{3}){5}"
    rb"[A-Za-z0-9+/_-]*={0,2}"
)
_BEGIN = 24
_LONGEST = 1_000_000
_AS_STANDARD = bytes.maketrans(b"-_", b"+/")
_IS_NO_TEXT = re.compile(rb"[^\t\n\r -~\x80-\xff]")


def base64_texts(text: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Where a word stands that is text in base64, and that text."""
    for found in _WORD.finditer(text):
        word = found[0].translate(_AS_STANDARD)
        begin = _decoded(word[:_BEGIN])
        if begin is None or not begin.isascii() or _IS_NO_TEXT.search(begin):
            continue
        told = _decoded(word[:_LONGEST])
        if told is not None and not _IS_NO_TEXT.search(told):
            yield found.start(), found.end(), told


def _decoded(word: bytes) -> bytes | None:
    bare = word.rstrip(b"=")
    if len(bare) % 4 == 1:
        bare = bare[:-1]
    try:
        return a2b_base64(bare + b"=" * (-len(bare) % 4))
    except Error:
        return None
