"""Nearly JSON, mended where it can mean one thing alone.

The list of slips is closed: comments, a trailing comma, texts in single or typographic quotes,
keys without quotes, a missing comma between lines, control characters in a text, a text that
ends in the middle, and words of Ruby and JavaScript. Whatever else is refused with its place.
"""

from __future__ import annotations

import json
import re
from typing import Any

from crosswire.containers import foreign_words as others
from crosswire.containers.json_document import MAX_DEPTH
from crosswire.containers.mended import Mended, Path, Writing
from crosswire.containers.odd_texts import (
    PLAIN,
    QUOTES,
    NotUnderstood,
    Quotes,
    piece_at,
    why_no_value,
)
from crosswire.containers.open_container import CLOSING, OpenContainer

MAX_EDITS = 1_000_000
"""Each takes memory; no log that somebody wrote has so many slips."""

_SCANS = 8
"""How often the whole text may be tried at the speed of C, before all goes token by token."""

_PLAIN_TEXT = re.compile(r'"[^"\\\x00-\x1f]*"')
_BLANKS = re.compile(r"[ \t\r\n]*")
_COMMENT = re.compile(r"(?://|#)[^\n]*|/\*")
_WORD = re.compile(r"-?[^\W\d][\w$]*|\$[\w$]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_BEGUN_NUMBER = re.compile(r"-|-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][+-]?[0-9]*)?")
_NUMBER_LIKE = re.compile(r"[-+.\w]+")
_CUT = "the text ends in the middle of a value: the file was cut off"


def mend(text: str, *, may_be_cut: bool = True) -> Mended:
    """The JSON that a text means; raises NotUnderstood where it could mean two things, or
    none.

    A text that ends in the middle is mended only where it `may_be_cut`.
    """
    reader = _Reader(text, may_be_cut)
    reader.read()
    return reader.writing.finish()


class _Reader:
    """One pass over the text: what is JSON is stepped over, and slips are mended."""

    def __init__(self, text: str, may_be_cut: bool) -> None:
        self.text = text
        self.may_be_cut = may_be_cut
        self.position = 0
        self.stack: list[OpenContainer] = []
        self.writing = Writing(text)
        self.left_to_scan = _SCANS * len(text)
        context: Any = json.JSONDecoder(parse_int=len, parse_float=len, parse_constant=len)
        self.scan = context.scan_once

    def read(self) -> None:
        self._space()
        if self._here() not in CLOSING:
            raise self._no_value()
        self._open()
        while self.stack:
            self._go_on(self.stack[-1])
        self._space()
        if self._here():
            raise NotUnderstood(
                "the JSON ends before this place, and something else follows", self.position
            )

    def _here(self) -> str:
        return self.text[self.position : self.position + 1]

    def _no_value(self) -> NotUnderstood:
        return NotUnderstood("a value should stand here, and this is none", self.position)

    def _slip(self, code: str, position: int, understood: str) -> None:
        self.writing.slip(code, position, understood, self._path)

    def _path(self) -> Path:
        return tuple(step for one in self.stack if (step := one.step()) is not None)

    def _replace(self, first: int, last: int, by: str) -> None:
        if len(self.writing.into.starts) >= MAX_EDITS:
            raise NotUnderstood(f"up to here it has {MAX_EDITS:,} slips", first)
        self.writing.replace(first, last, by)

    # Between entries

    def _space(self) -> bool:
        """Step over blanks and comments; whether a line ended among them."""
        start = self.position
        while (comment := self._comment_after(self.position)) is not None:
            first, end = comment
            shown = self.text[first : min(end, first + 40)].rstrip()
            self._slip("comment", first, f"A comment was left out, {shown!r}")
            self._replace(first, end, "")
            self.position = end
        self.position = self._after_blanks(self.position)
        return "\n" in self.text[start : self.position]

    def _after_blanks(self, position: int) -> int:
        found = _BLANKS.match(self.text, position)
        return position if found is None else found.end()

    def _comment_after(self, position: int) -> tuple[int, int] | None:
        found = _COMMENT.match(self.text, self._after_blanks(position))
        if found is None or found[0] != "/*":
            return None if found is None else found.span()
        end = self.text.find("*/", found.end())
        if end == -1:
            raise NotUnderstood("a comment begins here and does not end", found.start())
        return found.start(), end + 2

    def _go_on(self, inside: OpenContainer) -> None:
        """One step in the innermost container: its end, a comma, or an entry."""
        line_ended = self._space()
        here = self._here()
        if not here:
            self._cut(left_out=inside.wants and inside.number > 0)
        elif here == inside.closing:
            self._close()
        elif here in ("]", "}"):
            what = f"{inside.closing!r} should close what is open, and this is {here!r}"
            raise NotUnderstood(what, self.position)
        elif inside.wants:
            self._entry(inside)
        elif here == ",":
            self._comma(inside)
        else:
            self._missing_comma(inside, line_ended)

    def _comma(self, inside: OpenContainer) -> None:
        inside.before_entry = (self.position, self.writing.state())
        after = self.position + 1
        while (comment := self._comment_after(after)) is not None:
            after = comment[1]
        after = self._after_blanks(after)
        if self.text.startswith(inside.closing, after):
            what = "A comma before a closing bracket was left out"
            self._slip("trailing-comma", self.position, what)
            self._replace(self.position, self.position + 1, "")
        else:
            inside.wants = True
        self.position += 1

    def _missing_comma(self, inside: OpenContainer, line_ended: bool) -> None:
        if self._here() in others.OPERATORS:
            what = f"JSON puts no values together with {self._here()!r}: write the outcome"
            raise NotUnderstood(what, self.position)
        if not line_ended:
            what = f"a comma or {inside.closing!r} should stand here"
            raise NotUnderstood(what, self.position)
        if inside.closing == "]" and inside.last_is_text and self._here() in QUOTES:
            what = "two texts without a comma between them may be two, or one in two pieces"
            raise NotUnderstood(what, self.position)
        inside.before_entry = (self.position, self.writing.state())
        what = "A comma is missing before this line; it was read as if it stood there"
        self._slip("missing-comma", self.position, what)
        self._replace(self.position, self.position, ",")
        inside.wants = True

    def _open(self) -> None:
        if len(self.stack) == MAX_DEPTH:
            raise NotUnderstood("", self.position, too_deep=True)
        bracket = self._here()
        self.position += 1
        self.stack.append(OpenContainer(bracket, (self.position, self.writing.state())))

    def _close(self) -> None:
        self.stack.pop()
        self.position += 1
        if self.stack:
            self.stack[-1].ended_entry()

    def _cut(self, *, left_out: bool) -> None:
        """The text ends here: close what is open, without the entry that is not whole."""
        if not self.may_be_cut:
            raise NotUnderstood(_CUT, self.position)
        first = end = len(self.text)
        what = "The text was cut off here; "
        if left_out:
            first, before = self.stack[-1].before_entry
            rest = self.text[first : first + 41]
            shown = rest if len(rest) <= 40 else f"{rest[:40]}..."
            what += f"what is not whole was left out, {shown!r}, and "
            self.writing.return_to(before)
        self._slip("cut-end", first, what + "what was open was closed")
        self._end_with("", first, end)

    def _end_with(self, last: str, first: int, end: int) -> None:
        closing = "".join(one.closing for one in reversed(self.stack))
        self._replace(first, end, last + closing)
        self.stack.clear()
        self.position = len(self.text)

    # Entries

    def _entry(self, inside: OpenContainer) -> None:
        if inside.closing == "}" and not self._key(inside):
            self._cut(left_out=True)
            return
        here = self._here()
        inside.last_is_text = here in QUOTES
        if here in QUOTES:
            if self._text() is not None:
                inside.ended_entry()
        elif here not in CLOSING:
            self._plain(inside)
        elif self._scanned():
            inside.ended_entry()
        else:
            self._open()

    def _scanned(self) -> bool:
        """Step over an object or array that is JSON, at the speed of C."""
        if self.left_to_scan <= 0:
            return False
        start = self.position
        try:
            self.position = end = self.scan(self.text, start)[1]
        except (json.JSONDecodeError, StopIteration, RecursionError) as error:
            end = getattr(error, "pos", None) or getattr(error, "value", None) or start + 1000
        # An error counts the lines before it, which is quick, and yet grows with the text.
        self.left_to_scan -= end - start + (end // 16 if self.position == start else 0)
        return self.position != start

    def _key(self, inside: OpenContainer) -> bool:
        """Read a key and its colon; False where the text ends before the value begins."""
        start = self.position
        key = self._text(is_key=True) if self._here() in QUOTES else self._bare_key()
        if key is None:
            return False
        inside.key = key
        inside.counts[key] = inside.counts.get(key, 0) + 1
        self._space()
        if self.text.startswith(others.ARROW, self.position):
            self._slip("arrow", self.position, "An arrow behind a key was read as a colon")
            self._replace(self.position, self.position + 2, ":")
            self.position += 1
        elif self._here() not in (":", ""):
            what = f"a colon should follow the key {self.text[start : start + 40]!r}"
            raise NotUnderstood(what, self.position)
        self.position += 1
        self._space()
        return bool(self._here())

    def _bare_key(self) -> str | None:
        if symbol := others.symbol_at(self.text, self.position):
            return self._symbol(*symbol)
        found = _WORD.match(self.text, self.position)
        if found is None or found[0] in others.NO_KEYS or found[0].startswith("-"):
            raise NotUnderstood("a key in quotes should stand here", self.position)
        if found.end() == len(self.text):
            return None
        what = f"The key {found[0][:40]!r} stands without quotes"
        self._slip("unquoted-key", self.position, what)
        self._replace(*found.span(), f'"{found[0]}"')
        self.position = found.end()
        return found[0]

    def _symbol(self, name: str, end: int) -> str:
        self._slip("symbol", self.position, f"The symbol :{name[:40]} was read as a text")
        self._replace(self.position, end, f'"{name}"')
        self.position = end
        return name

    def _foreign(self, inside: OpenContainer) -> bool:
        """Step over what another language writes for a value; what is undefined is left out of
        an object, as JavaScript itself does."""
        symbol = others.symbol_at(self.text, self.position)
        word = _WORD.match(self.text, self.position)
        if symbol is not None:
            self._symbol(*symbol)
        elif word is None or word[0] not in others.NOTHING:
            return False
        else:
            self._slip("foreign-word", self.position, others.NOTHING[word[0]])
            self.position = word.end()
            if word[0] == "undefined" and inside.closing == "}":
                self._leave_out(inside)
                return True
            self._replace(*word.span(), "null")
        inside.ended_entry()
        return True

    def _leave_out(self, inside: OpenContainer) -> None:
        """The entry that ends here, with the comma before it; of the first one that behind."""
        first, before = inside.before_entry
        self.writing.return_to(before)
        inside.counts[str(inside.key)] -= 1
        inside.key = None
        inside.wants = False
        if not inside.number:
            end = self._after_blanks(self.position)
            inside.wants = self.text[end : end + 1] in (",", inside.closing)
            self.position = end + self.text.startswith(",", end)
        self._replace(first, self.position, "")
        inside.before_entry = self.position, self.writing.state()

    def _plain(self, inside: OpenContainer) -> None:
        """A number or a word."""
        if self._foreign(inside):
            return
        found = _WORD.match(self.text, self.position)
        begun = False
        if found is not None:
            whole = found[0] in others.WORDS
            begun = any(word.startswith(found[0]) for word in others.WORDS)
        else:
            found = _NUMBER_LIKE.match(self.text, self.position)
            whole = found is not None and _NUMBER.fullmatch(found[0]) is not None
            begun = found is not None and _BEGUN_NUMBER.fullmatch(found[0]) is not None
            # A number at the very end may have had more digits.
            whole = whole and found is not None and found.end() < len(self.text)
        if found is not None and whole:
            self.position = found.end()
            inside.ended_entry()
        elif found is not None and begun and found.end() == len(self.text):
            self._cut(left_out=True)
        elif found is not None and found[0] in others.OF_PYTHON:
            what = f"{found[0]} is Python's word, and JSON writes {others.OF_PYTHON[found[0]]}"
            raise NotUnderstood(what, self.position)
        elif found is not None:
            raise NotUnderstood(why_no_value(found[0]), self.position)
        else:
            raise self._no_value()

    # Texts

    def _text(self, *, is_key: bool = False) -> str | None:
        """Step over a text, which it gives; None where the text was cut off, and all ends."""
        start = self.position
        found = _PLAIN_TEXT.match(self.text, start)
        if found is None:
            return self._odd_text(start, QUOTES[self.text[start]], is_key)
        self.position = found.end()
        return found[0][1:-1]

    def _odd_text(self, start: int, quotes: Quotes, is_key: bool) -> str | None:
        written = ['"']
        if quotes is not PLAIN:
            what = f"A text in {quotes.name} quotes was read as if in double ones"
            self._slip(quotes.code, start, what)
            self._replace(start, start + 1, '"')
        position = start + 1
        while True:
            found = quotes.stop.search(self.text, position)
            stop = len(self.text) if found is None else found.start()
            written.append(self.text[position:stop])
            position = stop + 1
            if found is not None and found[0] in quotes.closing:
                break
            piece = None if found is None else piece_at(self.text, stop, quotes)
            if piece is None:
                self._cut_text(start, stop, is_key)
                return None
            position = self._put(stop, *piece)
            written.append(piece[0])
        if quotes is not PLAIN:
            self._replace(stop, position, '"')
        self.position = position
        text: str = json.loads("".join([*written, '"']))
        return text

    def _put(self, position: int, by: str, end: int) -> int:
        """Put a piece of a text in its place; the place after it."""
        character = self.text[position]
        if character < " ":
            what = f"A text holds the control character U+{ord(character):04X}, which was kept"
            self._slip("control-character", position, what)
        if self.text[position:end] != by:
            self._replace(position, end, by)
        return end

    def _cut_text(self, start: int, end: int, is_key: bool) -> None:
        """The text ends within a text of its own, which is kept as far as it stands."""
        is_closed = self.text.rstrip().endswith(self.stack[0].closing)
        if "\n" in self.text[start:end] or (is_closed and not is_key):
            # Cut off, or a forgotten quote: nobody can say.
            line = self.text.count("\n", 0, start) + 1
            what = f"the text {self.text[start : start + 20]!r} of line {line} has no end"
            raise NotUnderstood(what, len(self.text))
        if is_key:
            return
        if not self.may_be_cut:
            raise NotUnderstood(_CUT, len(self.text))
        what = "A text was cut off here; it was kept as far as it stands, and what was open"
        self._slip("cut-end", end, f"{what} was closed")
        self._end_with('"', end, len(self.text))
