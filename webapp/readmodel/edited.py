"""What of an upload can be edited as text, and how the text goes back into its bytes."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Literal

from crosswire.containers import read_json
from crosswire.errors import CrosswireError

Style = Literal["", "compact", "spaced"]
"""How one long line was written that is edited over several lines: `,` or `, `."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+|"', re.DOTALL)
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_ANY = ("utf-8", "surrogatepass")
SHORT_LINE = 80
"""Characters of a line that needs no layout."""


class NotEditable(Exception):
    """The bytes cannot stand in a text field and come back the same."""


@dataclass(frozen=True, slots=True)
class Editable:
    """Some bytes of an upload, as a text field shows them."""

    data: bytes
    text: str
    style: Style
    """Of one line that is laid out; empty where the text stands as in the upload."""

    def bytes_of(self, text: str) -> bytes:
        """The bytes in which an edited text is kept: lines that nobody touched keep theirs."""
        text = plain_lines(text)
        if text == self.text:
            return self.data
        mark = codecs.BOM_UTF8 if self.data.startswith(codecs.BOM_UTF8) else b""
        old = self.data[len(mark) :].decode()
        if self.style and _is_json(text):
            core = _rewritten(text, self.style)
            lead = len(old) - len(old.lstrip())
            return mark + (old[:lead] + core + old[len(old.rstrip()) :]).encode(*_ANY)
        return mark + _with_line_ends(old, text).encode(*_ANY)


def editable(data: bytes, *, may_lay_out: bool) -> Editable:
    """A text field's view of some bytes; raises NotEditable.

    With `may_lay_out`, one line of JSON is laid out over several, where it can be written back
    as it was.
    """
    if b"\0" in data:
        raise NotEditable("A text field cannot hold its NUL characters.")
    try:
        whole = data.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError:
        raise NotEditable("It is no UTF-8.") from None
    text = plain_lines(whole)
    core = text.strip()
    if may_lay_out and "\n" not in core and len(core) > SHORT_LINE and _is_json(core):
        for style in ("compact", "spaced"):
            if _rewritten(core, style) == core:
                return Editable(data, _laid_out(core), style)
    return Editable(data, text, "")


def plain_lines(text: str) -> str:
    """With the line ends that a text field gives."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _is_json(text: str) -> bool:
    try:
        read_json(text.encode("utf-8", "surrogatepass"))
    except CrosswireError:
        return False
    return True


def _rewritten(text: str, style: str) -> str:
    """JSON on one line."""
    space = " " if style == "spaced" else ""
    marks = {",": f",{space}", ":": f":{space}"}
    return "".join(marks.get(token, token) for token in _TOKEN.findall(text))


def _laid_out(text: str) -> str:
    """JSON over several lines."""
    out: list[str] = []
    level, opened = 0, False
    for piece in _TOKEN.findall(text):
        if piece in "]}":
            level -= 1
            out.append(piece if opened else f"\n{'  ' * level}{piece}")
        else:
            if opened:
                out.append(f"\n{'  ' * level}")
            out.append(piece)
            if piece == ",":
                out.append(f"\n{'  ' * level}")
            elif piece == ":":
                out.append(" ")
        opened = piece in "[{"
        level += opened
    return "".join(out)


def _with_line_ends(old: str, new: str) -> str:
    """A new text whose lines end as in the old one: those at the head and the tail that stayed
    keep their own ends, the others get the end that most have."""
    was, lines = _LINE.findall(old), _LINE.findall(new)
    most = "\r\n" if old.count("\r\n") * 2 > old.count("\n") else "\n"
    head, shared = 0, min(len(was), len(lines))
    while head < shared and plain_lines(was[head]) == lines[head]:
        head += 1
    tail = 0
    while tail < shared - head and plain_lines(was[-1 - tail]) == lines[-1 - tail]:
        tail += 1
    middle = (line.replace("\n", most) for line in lines[head : len(lines) - tail])
    return "".join([*was[:head], *middle, *was[len(was) - tail :]])
