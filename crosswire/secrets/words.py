"""Words that somebody wants masked, whatever they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from crosswire.secrets.secret_rule import SecretKind

WORD = SecretKind(
    "word",
    "Word masked by hand",
    "whoever shares a log names it",
    b"",
)
SHORTEST_WORD = 3
_ESCAPED = re.compile(r"\\{1,16}u([0-9a-fA-F]{4})")
_HALVES = re.compile("[\ud800-\udbff][\udc00-\udfff]")


class Words:
    """Some words, each to be found however JSON escapes its letters."""

    def __init__(self, words: Sequence[str]) -> None:
        longest_first = sorted({word for word in words if word}, key=len, reverse=True)
        self._patterns = [(word, re.compile(_pattern(word))) for word in longest_first]

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def spans(self, text: bytes) -> Iterator[tuple[int, int]]:
        """The places of the words in a text whose ASCII letters are not escaped."""
        for _, pattern in self._patterns:
            yield from (found.span() for found in pattern.finditer(text))


def plain_word(found: bytes) -> bytes:
    """A word as it reads, which is the same for all the ways to escape it."""
    text = found.decode("utf-8", "replace")
    text = _ESCAPED.sub(lambda escape: chr(int(escape[1], 16)), text).replace("\\", "")
    return _HALVES.sub(_joined, text).encode("utf-8", "replace")


def _joined(halves: re.Match[str]) -> str:
    return halves[0].encode("utf-16", "surrogatepass").decode("utf-16")


def _pattern(word: str) -> bytes:
    return b"".join(_letter(letter) for letter in word)


def _letter(letter: str) -> bytes:
    """One letter as it is, or as JSON may write it; a backslash may be doubled."""
    if letter == "\\":
        return rb"\\{1,16}"
    if letter in "\"'":
        return rb"\\{0,16}" + letter.encode()
    written = letter.encode("utf-8", "replace")
    if letter.isascii():
        return re.escape(written)
    units = letter.encode("utf-16-be", "surrogatepass")
    codes = (units[start : start + 2].hex().encode() for start in range(0, len(units), 2))
    escaped = b"".join(rb"\\{1,16}u(?i:" + code + b")" for code in codes)
    return b"(?:" + re.escape(written) + b"|" + escaped + b")"
