"""Where the keywords of rules stand in a text.

Most keywords begin a word. The words of a text are taken apart once, and only the keywords
that begin as one of them does are searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crosswire.secrets.long_words import SIGNS, LongWords
from crosswire.secrets.secret_rule import SecretRule

_BEGIN = 3
"""Signs by which words are told apart."""

_SHARED = (b"KEY", b"TOKEN", b"_key", b"_token", b"")
"""Parts that several keywords have: where one is missing, none of these need be searched."""

_WORD_SIGNS = SIGNS[:62] + b"_-"
_APART = bytes(sign if sign in _WORD_SIGNS else b" "[0] for sign in range(256))

_ESCAPES = (b"\\n", b"\\t", b"\\r", b"\\b", b"\\f")

_Sought = tuple[SecretRule, bytes]


class KeywordPlaces:
    """The keywords of some rules, in the order in which they are cheapest to find."""

    __slots__ = ("_by_begin", "_by_part", "_everywhere")

    def __init__(self, rules: Iterable[SecretRule]) -> None:
        self._everywhere: list[_Sought] = []
        self._by_begin: dict[bytes, list[_Sought]] = {}
        self._by_part: dict[bytes, list[_Sought]] = {}
        for rule in rules:
            for keyword in rule.keywords:
                self._group(rule, keyword).append((rule, keyword))

    def of(self, text: bytes, stretches: LongWords) -> Iterator[tuple[SecretRule, int]]:
        """Each place in a text where a keyword stands, with its rule."""
        for rule, keyword in self._everywhere:
            yield from ((rule, place) for place in _places(text, keyword))
        if stretches.text:
            for rule, keyword in self._worth_seeking(stretches.text):
                for place in _places(stretches.text, keyword):
                    yield rule, stretches.place(place)

    def _group(self, rule: SecretRule, keyword: bytes) -> list[_Sought]:
        if rule.everywhere:
            return self._everywhere
        begin = _begin(keyword) if rule.begins_words else None
        if begin is not None:
            return self._by_begin.setdefault(begin, [])
        part = next(part for part in _SHARED if part in keyword)
        return self._by_part.setdefault(part, [])

    def _worth_seeking(self, text: bytes) -> Iterator[_Sought]:
        for begin in _begins(text) & self._by_begin.keys():
            yield from self._by_begin[begin]
        for part, sought in self._by_part.items():
            if part in text:
                yield from sought


def _begin(keyword: bytes) -> bytes | None:
    """How a word begins that has this keyword; None where that may be in many ways."""
    word = keyword.translate(_APART).split(b" ")[0]
    return word[:_BEGIN] if len(word) >= _BEGIN or 0 < len(word) < len(keyword) else None


def _begins(text: bytes) -> set[bytes]:
    r"""How the words of a text begin, also behind the escape of a line's end, as in `\nghp_`,
    and behind a colour of a terminal, as in `[32mghp_`."""
    for escape in _ESCAPES:
        text = text.replace(escape, b"  ")
    words = text.translate(_APART).split()
    begins = {word[:_BEGIN] for word in words}
    if b"u001b" in text or b"\x1b" in text or b"\\x1b" in text:
        begins.update(word[start : start + _BEGIN] for word in words for start in (2, 3))
    return begins


def _places(text: bytes, keyword: bytes) -> Iterator[int]:
    place = text.find(keyword)
    while place != -1:
        yield place
        place = text.find(keyword, place + 1)
