"""The words of a command as a shell takes them, each with the places that its characters had.

It knows the quotes of POSIX shells (`'..'`, `"..."`, `$'..'`), and the carets of Windows.
Texts have a character for each byte. Nothing is looked at twice.
"""

from __future__ import annotations

import re

from msgspec import Struct, field

from crosswire.containers.bodies import Body

_PLAIN = re.compile(r"[^\s'\"\\^`$;|&)]+")
_IN_SINGLE = re.compile(r"[^']*")
_IN_DOUBLE = re.compile(r"[^\"\\^`]+")
_IN_ANSI = re.compile(r"[^'\\]+")
_CONTINUED = re.compile(r"[ \t]{0,100}\r?\n")
_BLANK = re.compile(r"[ \t\r]+")
_QUOTE = re.compile(r"['\"]")
_ANSI = re.compile(
    r"u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|(.)", re.DOTALL
)
_ANSI_LETTERS = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "b": "\b",
    "f": "\f",
    "a": "\a",
    "v": "\v",
    "e": "\x1b",
}
_LOOK = 4_000
"""Characters of a command in which its first quote is looked for."""


class Word(Struct):
    """A word of a command."""

    start: int
    end: int
    runs: list[tuple[int, str]] = field(default_factory=list)
    """Where a run of its characters stands, and the run."""
    is_open: bool = False
    """Whether the text ended within a quote of it."""

    @property
    def value(self) -> str:
        return "".join(run for _, run in self.runs)

    def body(self, skipped: int = 0) -> Body:
        """Its characters as the bytes of a document, without the first ones."""
        text: list[str] = []
        starts: list[int] = []
        places: list[int] = []
        size = 0
        for place, run in self.runs:
            if skipped >= len(run):
                skipped -= len(run)
                continue
            if not places or place + skipped != places[-1] + size - starts[-1]:
                starts.append(size)
                places.append(place + skipped)
            text.append(run[skipped:])
            size += len(run) - skipped
            skipped = 0
        joined = "".join(text).encode("latin-1")
        return Body(joined, tuple(starts) or (0,), tuple(places) or (self.start,))

    def place(self, position: int) -> int:
        """Where a character of its value stands."""
        for place, run in self.runs:
            if position < len(run):
                return place + position
            position -= len(run)
        return self.end


def command_at(text: str, start: int, end: int) -> tuple[list[Word], int]:
    """The words of the command that begins at a place, and where it ends."""
    reader = _Reader(text, start, end)
    while reader.go_on():
        pass
    return reader.words, reader.position


class _Reader:
    """One pass over a command."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.position, self.end = text, start, end
        self.words: list[Word] = []
        self.word: Word | None = None
        quote = _QUOTE.search(text, start, min(end, start + _LOOK))
        self.is_of_windows = quote is not None and text.startswith('^"', quote.start() - 1)

    def go_on(self) -> bool:
        """Read a run of characters that are alike; False where the command is over."""
        if self.position >= self.end:
            return False
        here = self.text[self.position]
        if (plain := _PLAIN.match(self.text, self.position, self.end)) is not None:
            self._put(self.position, plain[0])
            self.position = plain.end()
        elif (blank := _BLANK.match(self.text, self.position, self.end)) is not None:
            self.position, self.word = blank.end(), None
        elif here == "'" and not self.is_of_windows:
            self._single()
        elif here == '"':
            self._double()
        elif self.text.startswith("$'", self.position):
            self._ansi()
        elif here in "\\^`":
            return self._escape(here)
        elif here == "\n" or (here in ";|&)" and self._ends_here()):
            return False
        elif here.isspace():
            self.position, self.word = self.position + 1, None
        else:
            self._put(self.position, here)
            self.position += 1
        return True

    def _ends_here(self) -> bool:
        """Whether a mark ends the command; within a word it may be of an address."""
        return (
            self.word is None or not self.text[self.position + 1 : self.position + 2].strip()
        )

    def _begun(self) -> Word:
        if self.word is None:
            self.word = Word(self.position, self.position)
            self.words.append(self.word)
        return self.word

    def _put(self, place: int, run: str) -> None:
        word = self._begun()
        if run:
            word.runs.append((place, run))
        word.end = place + len(run)

    def _escape(self, here: str) -> bool:
        """What stands outside of quotes after a mark that continues a line or takes a
        meaning away."""
        goes_on = _CONTINUED.match(self.text, self.position + 1, self.end)
        if goes_on is not None:
            self.position, self.word = goes_on.end(), None
            return True
        if here == "`":
            return False
        if here == "\\":
            self.position += 1
            self._put(
                self.position, self.text[self.position : min(self.position + 1, self.end)]
            )
        elif not self.is_of_windows:
            self._put(self.position, here)
        self.position += 1
        return True

    def _single(self) -> None:
        word = self._begun()
        found = _IN_SINGLE.match(self.text, self.position + 1, self.end)
        last = self.end if found is None else found.end()
        self._put(self.position + 1, self.text[self.position + 1 : last])
        self._close(word, last)

    def _close(self, word: Word, last: int) -> None:
        word.is_open = last >= self.end
        self.position = min(last + 1, self.end)
        word.end = max(word.end, self.position)

    def _double(self) -> None:
        word = self._begun()
        position = self.position + 1
        while position < self.end:
            plain = _IN_DOUBLE.match(self.text, position, self.end)
            if plain is not None:
                self._put(position, plain[0])
                position = plain.end()
            elif self.text[position] == '"':
                break
            else:
                position = self._escaped(position)
        self._close(word, position)

    def _escaped(self, position: int) -> int:
        """Put what a backslash or caret within double quotes stands for."""
        here = self.text[position]
        after = position + 1
        if here == "^" and self.is_of_windows:
            if self.text.startswith(("\\", "^"), after):
                return self._escaped(after) if self.text[after] == "\\" else self._kept(after)
            return after if self.text.startswith('"', after) else self._kept(after)
        if here != "\\":
            return self._kept(position)
        if self.is_of_windows and self.text.startswith("^", after):
            after += 1
        following = self.text[after : after + 1]
        if following == "\n":
            return after + 1
        if following and following in '"\\$`':
            return self._kept(after)
        return self._kept(position)

    def _kept(self, position: int) -> int:
        self._put(position, self.text[position : min(position + 1, self.end)])
        return position + 1

    def _ansi(self) -> None:
        word = self._begun()
        position = self.position + 2
        while position < self.end and self.text[position] != "'":
            plain = _IN_ANSI.match(self.text, position, self.end)
            if plain is not None:
                self._put(position, plain[0])
                position = plain.end()
                continue
            found = _ANSI.match(self.text, position + 1, self.end)
            self._put(position, "\\" if found is None else _meant(found))
            position = position + 1 if found is None else found.end()
        self._close(word, position)


def _meant(found: re.Match[str]) -> str:
    """The bytes, a character each, that an escape of `$'..'` stands for."""
    code = found[1] or found[2]
    if code:
        number = int(code, 16)
        return chr(min(number, 0x10FFFF)).encode("utf-8", "surrogatepass").decode("latin-1")
    if found[3] or found[4]:
        return chr((int(found[3], 16) if found[3] else int(found[4], 8)) & 0xFF)
    letter: str = found[5]
    if letter in "\\'\"?":
        return letter
    return _ANSI_LETTERS.get(letter, f"\\{letter}")
