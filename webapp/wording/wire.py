"""Wire JSON laid out over several lines and coloured, when a page shows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from webapp.readmodel.text import holdable
from webapp.readmodel.wire import ID_MARK, SHOWN_OF_LONGER, TOKEN
from webapp.recent import kept_lately

_NOTES = {
    "more": "{:,} more characters are not shown; the downloads have them all",
    "text": f"the first {SHOWN_OF_LONGER} of {{:,}} characters; the downloads have them all",
    "key": (
        f"the first {SHOWN_OF_LONGER} of a key of {{:,}} characters; the downloads have "
        "them all"
    ),
}
LINE_WIDTH = 84
"""A value that fits into so many characters stands on one line."""


INDENT = "  "


DEEPEST_INDENT = 20
"""Levels that are indented; the blanks before deeper ones would be more than the text."""


class Piece(NamedTuple):
    """A run of text of one colour."""

    kind: str
    """`key`, `id`, `word` (numbers, true, false, null), `note` (our words); empty for all
    else."""
    text: str


@dataclass
class Token:
    """A word of JSON, a bracket, a sign, or a comment."""

    kind: str
    text: str
    width: int = 0
    """Of an opening bracket: how long its container is on one line."""
    end: int = 0
    """Of an opening bracket: where its container ends."""


def tokens(text: str, limit: int | None) -> list[Token]:
    """The tokens of the text, or of its first `limit` characters."""
    # A little further, to know which of the brackets left open would fit on a line.
    last = len(text) if limit is None else limit + 2 * LINE_WIDTH
    tokens: list[Token] = []
    shown = 0
    for found in TOKEN.finditer(text):
        if found.start() >= last:
            break
        if tokens and tokens[-1].text == ID_MARK:
            tokens[-1] = Token("id", found.group())
        else:
            kind = _kind(found.group())
            tokens.append(
                Token(kind, _note(found.group()) if kind == "note" else found.group())
            )
        if found.group() == ":" and len(tokens) > 1 and tokens[-2].text[0] == '"':
            tokens[-2].kind = "key"
        if limit is None or found.start() < limit:
            shown = len(tokens)
            if limit is not None and found.end() > limit:
                tokens[-1].text = tokens[-1].text[: limit - found.end()]
    _measure(tokens)
    return tokens[:shown]


def _note(comment: str) -> str:
    """A comment that Crosswire put into the JSON, in words; the mark of an id stays."""
    if comment == ID_MARK:
        return comment
    what, _, count = comment.strip("/*").partition(" ")
    if what not in _NOTES or not count.isdigit():
        return f"/* {comment.strip('/*')} */"
    return f"/* {_NOTES[what].format(int(count))} */"


def _kind(text: str) -> str:
    if text[0] == "/":
        return "note"
    return "" if text[0] in '"{}[],:\n' else "word"


def _measure(tokens: list[Token]) -> None:
    open_ones: list[tuple[int, int]] = []
    width = 0
    for i, token in enumerate(tokens):
        if token.text in ("}", "]") and open_ones:
            start, before = open_ones.pop()
            tokens[start].width = width - before
            tokens[start].end = i
        if token.text in ("{", "["):
            open_ones.append((i, width))
        width += len(token.text) + (token.text in (",", ":", "{", "}"))
    for start, _ in open_ones:
        tokens[start].width = LINE_WIDTH + 1
        tokens[start].end = len(tokens)


@dataclass
class _Layout:
    pieces: list[Piece] = field(default_factory=list)
    depth: int = 0
    flat_until: int = -1

    def put(self, kind: str, text: str) -> None:
        if self.pieces and self.pieces[-1].kind == kind:
            self.pieces[-1] = Piece(kind, self.pieces[-1].text + text)
        else:
            self.pieces.append(Piece(kind, text))

    def line(self) -> None:
        self.put("", "\n" + INDENT * min(self.depth, DEEPEST_INDENT))

    def token(self, i: int, token: Token) -> None:
        flat = i <= self.flat_until
        if token.text in ("{", "["):
            self.open(i, token, flat=flat)
        elif token.text in ("}", "]"):
            self.close(token, flat=flat)
        elif token.text == ",":
            self.put("", ", " if flat else ",")
            if not flat:
                self.line()
        elif token.text == ":":
            self.put("", ": ")
        else:
            space = " " if self.needs_space(token) else ""
            self.put(token.kind, space + token.text)

    def needs_space(self, token: Token) -> bool:
        """Whether a comment of Crosswire's stands right before or after a value."""
        last = self.pieces[-1] if self.pieces else Piece("", " ")
        return "note" in (token.kind, last.kind) and last.text[-1] not in "[{ \n"

    def open(self, i: int, token: Token, *, flat: bool) -> None:
        empty = token.end == i + 1
        self.put("", f" {token.text}" if self.needs_space(token) else token.text)
        if flat or empty or token.width <= LINE_WIDTH:
            self.flat_until = max(self.flat_until, token.end)
            self.put("", " " if token.text == "{" and not empty else "")
        else:
            self.depth += 1
            self.line()

    def close(self, token: Token, *, flat: bool) -> None:
        if not flat:
            self.depth = max(0, self.depth - 1)
            self.line()
        elif token.text == "}" and not self.pieces[-1].text.endswith("{"):
            self.put("", " ")
        self.put("", token.text)


@kept_lately
def laid_out(text: str, limit: int | None = None) -> list[Piece]:
    """The pieces of a wire text over several lines, or of its first `limit` characters."""
    layout = _Layout()
    for i, token in enumerate(tokens(text, limit)):
        layout.token(i, token)
    return [Piece(piece.kind, holdable(piece.text)) for piece in layout.pieces]
