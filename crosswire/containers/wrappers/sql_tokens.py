"""The words, texts and signs of a dump in SQL. Nothing is run: a dump is taken for what it
says of rows.

Each pattern takes a character once and gives none back, so that time grows with the length.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["word", "name", "text", "bytes", "number", "sign", "cut"]


class Token(NamedTuple):
    kind: Kind
    value: str
    """A name and a text without their quotes."""
    end: int
    """Where in the dump it ends."""


_OFTEN = 4_096
_COMMENTS = r"\s+|--[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/"
_REST = (
    r"|(?P<hex>[xX]'[0-9a-fA-F]*'|0x[0-9a-fA-F]+)"
    r"|(?P<text>(?:[nN]|_\w+ ?)?'{inner}'(?!')|[eE]'{escaped}'(?!'))"
    r"|(?P<dollar>\$\w*\$)"
    r'|(?P<name>"[^"]*(?:""[^"]*)*"(?!")|`[^`]*(?:``[^`]*)*`(?!`)|\[[^\]\n]*\])'
    r"|(?P<number>[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<word>[^\W\d][\w$]*)"
    r"|(?P<open>'|/\*)"
    r"|(?P<sign>.)"
)
_STANDARD = r"[^']*(?:''[^']*)*"
_ESCAPED = r"[^'\\]*(?:(?:\\.|'')[^'\\]*)*"


@cache
def _pattern(*, is_mysql: bool) -> re.Pattern[str]:
    skipped = rf"{_COMMENTS}|#[^\n]*" if is_mysql else _COMMENTS
    inner = _ESCAPED if is_mysql else _STANDARD
    rest = _REST.replace("{inner}", inner).replace("{escaped}", _ESCAPED)
    return re.compile(f"(?P<skip>{skipped}){rest}", re.DOTALL)


_IS_MYSQL = re.compile(r"/\*!\d{5}|\) ?ENGINE ?=")
"""Comments that MySQL alone runs, and what it says of tables; in its texts `\\` escapes."""
_ESCAPE = re.compile(r"\\(.)|''", re.DOTALL)
_SIGNS = {"0": "\0", "b": "\b", "n": "\n", "r": "\r", "t": "\t", "f": "\f", "Z": "\x1a"}


class Dump:
    """The text of a dump, read from its beginning to its end."""

    def __init__(self, text: str, while_reading: Callable[[], None]) -> None:
        self.text = text
        self.place = 0
        self.is_mysql = _IS_MYSQL.search(text) is not None
        self._pattern = _pattern(is_mysql=self.is_mysql)
        self._while_reading = while_reading
        """Called now and then; raises where it took too long."""

    def tokens(self) -> Iterator[Token]:
        """From the place on; whoever moves the place goes on from there."""
        for number in count(1):
            found = self._pattern.match(self.text, self.place)
            if found is None:
                return
            if number % _OFTEN == 0:
                self._while_reading()
            self.place = found.end()
            kind = found.lastgroup
            if kind == "open":
                yield Token("cut", "", self.place)
                return
            if kind == "dollar":
                yield self._in_dollars(found.group())
            elif kind != "skip":
                yield self._token(str(kind), found.group())

    def _token(self, kind: str, text: str) -> Token:
        if kind == "hex":
            return Token("bytes", text[2:].rstrip("'"), self.place)
        if kind == "text":
            begins = text.index("'")
            is_escaped = self.is_mysql or text[0] in "eE"
            return Token("text", _unquoted(text[begins + 1 : -1], is_escaped), self.place)
        if kind == "name":
            quote = text[-1]
            return Token("name", text[1:-1].replace(quote * 2, quote), self.place)
        kinds: dict[str, Kind] = {"number": "number", "word": "word"}
        return Token(kinds.get(kind, "sign"), text, self.place)

    def _in_dollars(self, mark: str) -> Token:
        """A text of PostgreSQL between two equal marks."""
        end = self.text.find(mark, self.place)
        if end < 0:
            return Token("sign", mark, self.place)
        held, self.place = self.text[self.place : end], end + len(mark)
        return Token("text", held, self.place)

    def line(self) -> str | None:
        """The line at the place, without its end; None behind the last."""
        if self.place >= len(self.text):
            return None
        end = self.text.find("\n", self.place)
        end = len(self.text) if end < 0 else end
        begin, self.place = self.place, end + 1
        return self.text[begin:end].removesuffix("\r")


def _unquoted(text: str, is_escaped: bool) -> str:
    if not is_escaped:
        return text.replace("''", "'")
    return _ESCAPE.sub(lambda one: _SIGNS.get(one[1], one[1]) if one[1] else "'", text)


def in_copy(field: str) -> str | None:
    """A field of a line that PostgreSQL copies; None for its null."""
    if field == r"\N":
        return None
    return _ESCAPE.sub(lambda one: _SIGNS.get(one[1], one[1]) if one[1] else "''", field)
