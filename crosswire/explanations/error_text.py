"""Compares a provider's message with texts that are known, whatever stands around it.

Known texts hold an ellipsis for each thing that varies. Messages come wrapped in JSON, in a
traceback or in another program's words, with quotes or backticks or none, broken over lines
and cut off at either end. Both are therefore brought to one plain form first. A message is
compared with a text by its pieces, in order; where that fails, by its words. All of it takes
time in proportion to the message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from urllib.parse import unquote

from msgspec import Struct

from crosswire.cached_property import cached_property
from crosswire.explanations.fields import Field, field_of_gap, fields_in
from crosswire.explanations.likeness import spelled, words

FIRST = 20_000
LAST = 5_000
"""Characters of a message that are read, of its beginning and of its end."""

_WINDOW = 2_000
"""How far the pieces of one text may stand apart: what varies may be a long id."""
_SPAN = 10_000
_OCCURRENCES = 5
"""How many places of the longest piece of a text are tried."""
MIN_PIECE = 8
"""Size of the longest piece; a text of shorter pieces is not looked for."""

_BACKSLASHES = re.compile(r"\\+")
_UNICODE = re.compile(r"\\u([0-9a-fA-F]{4})")
_LINK = re.compile(r"\[([^\[\]\n]{1,200})\]\(https?://[^()\s]{1,300}\)")
"""A word that a mail or chat program has made a link of: `[response.name](https://…)`."""
_LINE_ENDS = re.compile(r"\\[nr]")
_QUOTES = re.compile("[\"'`\u00b4\u2018\u2019\u201c\u201d\\\\]")
_WIDE = {0xFF01 + place: 0x21 + place for place in range(94)} | {0x3001: ",", 0x3002: ". "}
"""Signs as wide as a Chinese letter -> the common ones."""
_BESIDE_CHINESE = re.compile(
    r"(?<=[\u4e00-\u9fff])(?=[a-z0-9_\[(])|(?<=[a-z0-9_\])])(?=[\u4e00-\u9fff])"
)
"""Where a Latin word touches a Chinese one, with no space between."""
_PERCENT = re.compile(r"(?:%[0-9a-f]{2}){1,8}", re.IGNORECASE)
"""Signs as an address has them: `%20` for a space."""
_SPACE = re.compile(r"\s+")
_DOTS = re.compile(r"\.\.\.+|…+")
_OF_ANY_FIELD = frozenset(
    words(
        "invalid value supported values are and missing required parameter parameters "
        "expected string array object list dictionary integer number boolean null got type "
        "for instead input should be a an valid field with maximum minimum length but too "
        "long short empty at least most characters character none is not of unknown "
        "unsupported extra inputs permitted property in constraint satisfy failed to must "
        "have less greater than or equal member items item pattern match does matches that "
        "the validation error detected tag tags found using variant any za text image_url "
        "this model doesnt support remove try again"
    )
)
"""Words that say nothing without the field that they are said of."""
_AROUND = " .,:;()<>{}\n"
_QUOTED = re.compile(r"['\"`]([a-z_]{2,60})['\"`]")
_NAME = re.compile(r"[a-z_]{2,60}")
_ID = re.compile(r"[a-z][^\W\d]*\d[^\W\d]*\d\w*")
"""A word with two digits, of which none is sought twice."""
_LIMIT = re.compile(r"\b\d\d+\b")
_TELLING = 40
"""Size of a sentence that tells as much as the text that it is of."""
_SENTENCE = re.compile(r"(?<=[.!?]) +(?=[A-Z`'])")
_LEADING_FIELD = re.compile(r"^\w+\.[\w.…]+: ")
_INDEX = re.compile(r"\[(?:\d+|n)\]|(?<=[a-z])\.(?:\d+|[nm])(?=[.: ])")


def is_too_long(message: str) -> bool:
    return len(message) > FIRST + LAST


def shortened(message: str) -> str:
    """The part of a message that is read; an ellipsis marks each end of a cut."""
    return f"{message[:FIRST]}…\n…{message[-LAST:]}" if is_too_long(message) else message


def unescaped(message: str) -> str:
    """A message without the escapes of the JSON that it stands in, however often it was
    wrapped."""
    text = _BACKSLASHES.sub(r"\\", _LINK.sub(r"\1", message))
    text = _UNICODE.sub(lambda match: chr(int(match[1], 16)), text)
    if "%20" in text:
        text = _PERCENT.sub(lambda match: unquote(match[0]), text)
    return _LINE_ENDS.sub("\n", text).replace("\\t", " ").replace("\\", "")


_BROKEN = re.compile(r"(\w{1,40})\n[ \t]{0,40}(\w{1,40})")
"""Two halves of a word between which a terminal has broken the line, or two words."""


def rejoined(text: str, is_word: Callable[[str], bool]) -> str:
    """An unescaped message with the words whole that a line end has broken: where both sides
    together are a word that is known, and one of them alone is none."""

    def whole(match: re.Match[str]) -> str:
        first, second = match.groups()
        is_broken = is_word(first + second) and not (is_word(first) and is_word(second))
        return first + second if is_broken else match[0]

    return _BROKEN.sub(whole, text)


def plain(text: str) -> str:
    """An unescaped message in the form in which it is compared: small letters of common width,
    single spaces, no quotes."""
    text = _QUOTES.sub("", text.translate(_WIDE).lower())
    if not text.isascii():
        text = _BESIDE_CHINESE.sub(" ", text)
    text = _SPACE.sub(" ", _DOTS.sub("…", text))
    return text.replace(" .", ".").replace(" ,", ",").replace(" :", ":").strip()


def size(piece: str) -> int:
    """How much a piece says: a letter of Chinese as much as three of Latin."""
    return len(piece.encode())


class Found(Struct, frozen=True):
    """Where a text stands in a message."""

    start: int
    end: int
    gaps: tuple[tuple[str, str], ...]
    """What stands before each gap of the text, and what fills it."""

    @property
    def is_quoted(self) -> bool:
        """Whether a gap is left open in the message too, or filled with an id."""
        return any(filled == "…" or _ID.fullmatch(filled) for _, filled in self.gaps)

    def fields(self, message: str) -> list[Field]:
        """The fields that the message names inside of the text."""
        in_gaps = (field_of_gap(before, filled) for before, filled in self.gaps)
        found = [field for field in in_gaps if field is not None]
        start = message.rfind(" ", max(0, self.start - _WINDOW), self.start) + 1
        end = message.find(" ", self.end, self.end + _WINDOW)
        return [*found, *fields_in(message[start : end if end > 0 else None][:_SPAN])]


class Template(Struct, frozen=True, dict=True):
    """A text that is known."""

    text: str
    part_of: str = ""
    """The text that it is a sentence of."""

    @property
    def whole(self) -> str:
        return self.part_of or self.text

    @cached_property
    def parts(self) -> tuple[Template, ...]:
        """Its sentences that tell as much by themselves, and the text without the field that
        it begins with."""
        texts = dict.fromkeys([_LEADING_FIELD.sub("", self.text), *_SENTENCE.split(self.text)])
        parts = (Template(text, self.text) for text in texts if text != self.text)
        return tuple(part for part in parts if part.weight >= _TELLING and not part.is_general)

    @cached_property
    def is_open(self) -> bool:
        """Whether it is what is said of any field in a place."""
        return self.is_general and any(field.is_open for field in self.fields)

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """What stands between the things that vary; numbers of a path vary too."""
        varied = _INDEX.sub(
            lambda match: "[…]" if match[0][0] == "[" else ".…", plain(self.text)
        )
        return tuple(filter(None, (piece.strip(" .") for piece in varied.split("…"))))

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields that it names itself."""
        return tuple(fields_in(plain(self.text)))

    @cached_property
    def is_general(self) -> bool:
        """Whether a provider says it of any field, so that only the field tells what it is
        about."""
        said = words(plain(self.text))
        return bool(said or self.fields) and all(word in _OF_ANY_FIELD for word in said)

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names in quotes in it: of fields, blocks and roles."""
        return frozenset(spelled(name) for name in _QUOTED.findall(self.text.lower()))

    def is_named_in(self, message: str) -> bool:
        """Whether a plain message has its limits, and at least half of the names that stand in
        quotes in it: a sentence about another name is another sentence."""
        if not all(limit in message for limit in self.limits):
            return False
        if not self._names:
            return True
        said = {spelled(name) for name in _NAME.findall(message)}
        return 2 * len(self._names & said) >= len(self._names)

    @cached_property
    def limits(self) -> tuple[str, ...]:
        """The numbers that it names, which tell what field it is said of."""
        return tuple(_LIMIT.findall(self.text))

    @cached_property
    def weight(self) -> int:
        """How much must agree: the more, the surer."""
        return sum(map(size, self.pieces))

    def found_in(self, message: str) -> Found | None:
        """Where the text stands in a plain message; None where it is not there."""
        if not self._longest or self._longest not in message:
            return None
        starts = _occurrences(self._longest, message)
        places = (self._around(self._longest, start, message) for start in starts)
        return next((place for place in places if place is not None), None)

    @cached_property
    def _longest(self) -> str:
        """The longest piece; empty where the text is not looked for."""
        longest = max(self.pieces, key=size, default="")
        return longest if size(longest) >= MIN_PIECE else ""

    def _around(self, longest: str, start: int, message: str) -> Found | None:
        """The whole text around the place where its longest piece stands."""
        middle = self.pieces.index(longest)
        spans = [(start, start + len(longest))]
        for piece in reversed(self.pieces[:middle]):
            first = spans[0][0]
            place = message.rfind(piece, max(0, first - _WINDOW), first)
            if place < 0:
                return None
            spans.insert(0, (place, place + len(piece)))
        for piece in self.pieces[middle + 1 :]:
            last = spans[-1][1]
            place = message.find(piece, last, last + _WINDOW + len(piece))
            if place < 0:
                return None
            spans.append((place, place + len(piece)))
        gaps = [
            (message[first:end].strip(), message[end:following].strip(_AROUND))
            for (first, end), (following, _) in pairwise(spans)
        ]
        first, last = spans[-1]
        if self._ends_open:
            rest = message[last : last + _WINDOW].lstrip(_AROUND).partition(" ")[0]
            gaps.append((message[first:last].strip(), rest.strip(_AROUND)))
        return Found(spans[0][0], last, tuple(gaps))

    @cached_property
    def _ends_open(self) -> bool:
        return plain(self.text).rstrip(_AROUND).endswith("…")


def _occurrences(piece: str, message: str) -> Iterator[int]:
    start = -1
    for _ in range(_OCCURRENCES):
        start = message.find(piece, start + 1)
        if start < 0:
            return
        yield start
