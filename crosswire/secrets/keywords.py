"""Where the keywords of rules stand in a text.

Most keywords begin a long word. The long words of a text are taken apart once, and only the
keywords with which one of them begins are searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from crosswire.secrets.long_words import SIGNS, LongWords
from crosswire.secrets.secret_rule import SecretRule

_BEGIN = 3
"""Signs by which words are told apart."""

_SHARED = (b"KEY", b"TOKEN", b"_key", b"_token", b"")
"""Parts that several keywords have: where one is missing, none of these need be searched."""

_WORD_SIGNS = SIGNS[:62] + b"_-"
_APART = bytes(sign if sign in _WORD_SIGNS else b" "[0] for sign in range(256))

_BEFORE_WORDS = tuple(map(re.compile, (rb"\\[nrtbf]", rb"\[[0-9]{1,2}m", rb";[0-9]{1,2}m")))
"""Letters that are none of the word behind them; each pattern begins with a sign that is quick
to find."""

_PIECE = 256 * 1024
"""Bytes of a text, and what is missing to the end of a line, whose words are looked at
together."""

_Sought = tuple[SecretRule, bytes]


class KeywordPlaces:
    """The keywords of some rules, in the order in which they are cheapest to find."""

    __slots__ = ("_by_begin", "_by_part", "_everywhere", "_in_words")

    def __init__(self, rules: Iterable[SecretRule]) -> None:
        self._everywhere: list[_Sought] = []
        self._by_begin: dict[bytes, list[tuple[bytes, _Sought]]] = {}
        self._in_words: list[_Sought] = []
        self._by_part: dict[bytes, list[_Sought]] = {}
        for rule in rules:
            for keyword in rule.keywords:
                self._put(rule, keyword)

    def of(self, text: bytes, words: LongWords) -> Iterator[tuple[SecretRule, int]]:
        """Each place in a text where a keyword stands, with its rule."""
        for rule, keyword in self._everywhere:
            yield from ((rule, place) for place in _places(text, keyword))
        for part, sought in (
            (words.alone, self._worth_seeking(words.alone.text)),
            (words.with_names, self._of_parts(words.with_names.text)),
        ):
            for rule, keyword in sought:
                for place in _places(part.text, keyword):
                    yield rule, part.place(place)

    def _put(self, rule: SecretRule, keyword: bytes) -> None:
        word = keyword.translate(_APART).split(b" ")[0]
        sought = (rule, keyword)
        if rule.everywhere:
            self._everywhere.append(sought)
        elif not rule.is_one_word:
            part = next(part for part in _SHARED if part in keyword)
            self._by_part.setdefault(part, []).append(sought)
        elif rule.before == 0 and (len(word) >= _BEGIN or 0 < len(word) < len(keyword)):
            self._by_begin.setdefault(word[:_BEGIN], []).append((word, sought))
        else:
            self._in_words.append(sought)

    def _worth_seeking(self, text: bytes) -> set[_Sought]:
        """Those with which a word of a text begins, and those that stand within words."""
        if not text:
            return set()
        begun = {
            sought
            for word in self._likely(text)
            for begin, sought in self._by_begin[word[:_BEGIN]]
            if word.startswith(begin)
        }
        return begun.union(self._in_words)

    def _likely(self, text: bytes) -> set[bytes]:
        r"""The words of a text that begin as a keyword does.

        Also behind the escape of a line's end, as in `\nghp_`, and behind a colour of a
        terminal, as in `[32mghp_`.
        """
        begins, found = self._by_begin, set[bytes]()
        for lines in _in_pieces(text):  # all words at once would take thrice its memory
            for before in _BEFORE_WORDS:
                lines = before.sub(b" ", lines)
            words = lines.translate(_APART).split()
            found.update(word for word in words if word[:_BEGIN] in begins)
        return found

    def _of_parts(self, text: bytes) -> Iterator[_Sought]:
        for part, sought in self._by_part.items() if text else ():
            if part in text:
                yield from sought


def _in_pieces(text: bytes) -> Iterator[bytes]:
    """A text in pieces of whole lines."""
    start = 0
    while start < len(text):
        end = text.find(b"\n", start + _PIECE) + 1 or len(text)
        yield text[start:end]
        start = end


def _places(text: bytes, keyword: bytes) -> Iterator[int]:
    place = text.find(keyword)
    while place != -1:
        yield place
        place = text.find(keyword, place + 1)
