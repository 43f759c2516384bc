"""A change put into the text of a JSON document: what does not change stays to the byte.

What is written anew takes the looks of its surroundings: line breaks, margins, spaces.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence

from msgspec import Struct

from crosswire.address import at_pointer
from crosswire.containers import read_slice, spans_of, write_json
from crosswire.errors import CannotExport, UnreadableUpload
from crosswire.exports.json_patch import patch
from crosswire.model import JsonValue

MOST_OPERATIONS = 300
"""Each is put in by itself."""
_MARGIN = re.compile(rb"\n([ \t]+)")
_SPACED_COLON = re.compile(rb'":[ \t]')
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[,:]')
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_SPACE = b" \t\r\n"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def patched_text(data: bytes, before: JsonValue, after: JsonValue) -> bytes:
    """The text of the document `before`, changed so that it holds `after`.

    Raises CannotExport where that cannot be done in place: for too many changes, or in a text
    whose slips stand in the way.
    """
    operations = patch(before, after)
    if len(operations) > MOST_OPERATIONS:
        raise CannotExport(f"{len(operations):,} places would change, too many to be put in.")
    text = _Text(data)
    try:
        for operation in operations:
            text.apply(str(operation["op"]), str(operation["path"]), operation.get("value"))
        is_same = write_json(read_slice(text.data)) == write_json(after)
    except (UnreadableUpload, LookupError, ValueError):
        is_same = False
    if not is_same:
        raise CannotExport("The change cannot be put into this text as it is written.")
    return text.data


def patched_lines(
    data: bytes,
    before: Sequence[JsonValue],
    after: Sequence[JsonValue],
    lines: Sequence[int] | None,
    origins: Sequence[int | None] | None = None,
    without: Collection[int] = (),
) -> bytes:
    """The same for JSON Lines, where `lines` says on which line each document stands.

    `origins` says of each document of `after` which of `before` it was, None for a new one;
    without it they are the same, in the same order. A line that holds no document stays behind
    the one that it stood behind, unless its number, from 1, is among those to do `without`.
    """
    if origins is None:
        if len(before) != len(after):
            raise CannotExport("The change takes a whole line out or adds one.")
        origins = range(len(before))
    rows = _Rows(data, lines or range(1, len(before) + 1), frozenset(without))
    changed, like = list(rows.head), b"".join(rows.own[:1])
    for number, origin in enumerate(origins):
        if origin is None:
            changed.append(_written_like(like, after[number]))
            continue
        like = row = rows.own[origin]
        is_same = after[number] is before[origin]
        changed.append(row if is_same else patched_text(row, before[origin], after[number]))
        changed += rows.behind[origin]
    return rows.joined(changed)


def _written_like(like: bytes, value: JsonValue) -> bytes:
    """A new line in the looks of one that stands there."""
    return _Text(like).written(value) + (b"\r" if like.endswith(b"\r") else b"")


class _Rows:
    """The lines of a file: those of its documents, and the others behind each of them."""

    def __init__(self, data: bytes, lines: Sequence[int], without: Collection[int]) -> None:
        self._mark = _BYTE_ORDER_MARK if data.startswith(_BYTE_ORDER_MARK) else b""
        rows = data.removeprefix(self._mark).split(b"\n")
        self._is_ended = rows[-1] == b""
        if self._is_ended:
            rows.pop()
        elif len(rows) in without:
            self._is_ended = True  # whoever writes on begins a line
        elif len(rows) > 1 and rows[0].endswith(b"\r"):
            rows[-1] += b"\r"
        self.head: list[bytes] = []
        self.own: list[bytes] = []
        self.behind: list[list[bytes]] = []
        """Behind each document, the lines that hold none."""
        documents = frozenset(lines)
        for number, row in enumerate(rows, 1):
            if number in documents:
                self.own.append(row)
                self.behind.append([])
            elif number not in without:
                (self.behind[-1] if self.behind else self.head).append(row)

    def joined(self, rows: Sequence[bytes]) -> bytes:
        """The text of these lines, whose last one ends as that of the file."""
        text = self._mark + b"\n".join(rows)
        if self._is_ended:
            return text + b"\n" if rows else text
        return text.removesuffix(b"\r")


class _Text(Struct):
    """A text that changes, one operation after the other."""

    data: bytes

    def written(self, value: JsonValue) -> bytes:
        """A value on one line, in the looks of this text."""
        return self._written(value, "")

    def apply(self, operation: str, path: str, value: JsonValue) -> None:
        if operation == "replace":
            start, end = self._span(path)
            self._put(start, end, self._written(value, self._margin_at(start)))
        elif operation == "remove":
            self._put(*self._member(path), b"")
        else:
            self._add(path, value)

    def _put(self, start: int, end: int, new: bytes) -> None:
        self.data = self.data[:start] + new + self.data[end:]

    def _spans(self, *paths: str) -> dict[str, tuple[int, int]]:
        wanted = {at_pointer(path): path for path in paths}
        found = spans_of(self.data, "json", wanted)
        return {wanted[address]: span for address, span in found.items()}

    def _span(self, path: str) -> tuple[int, int]:
        return self._spans(path)[path]

    def _member(self, path: str) -> tuple[int, int]:
        """A field with its key, or an element, with the comma that goes with it."""
        start, end = self._span(path)
        above = self._span(path.rpartition("/")[0])[0]
        if self.data[above : above + 1] == b"{":
            start = self._key_before(start)
        behind = self._skip(end)
        if self.data[behind : behind + 1] == b",":
            return start, self._skip(behind + 1)
        begin = len(self.data[:start].rstrip(_SPACE))
        if self.data[begin - 1 : begin] == b",":
            return len(self.data[: begin - 1].rstrip(_SPACE)), end
        return begin, behind  # it was alone

    def _key_before(self, value: int) -> int:
        """Where the key of a value begins."""
        colon = len(self.data[:value].rstrip(_SPACE)) - 1
        last = len(self.data[:colon].rstrip(_SPACE)) - 1
        if self.data[colon : colon + 1] != b":" or self.data[last : last + 1] != b'"':
            raise ValueError("no key in quotes")
        first = self.data.rindex(b'"', 0, last)
        while (first - len(self.data[:first].rstrip(b"\\"))) % 2:  # it is within the key
            first = self.data.rindex(b'"', 0, first)
        return first

    def _skip(self, position: int) -> int:
        """The first byte that is no space."""
        return len(self.data) - len(self.data[position:].lstrip(_SPACE))

    def _add(self, path: str, value: JsonValue) -> None:
        above, _, step = path.rpartition("/")
        found = self._spans(above, path)
        start, end = found[above]
        first, last = self._skip(start + 1), len(self.data[: end - 1].rstrip(_SPACE))
        gap = self.data[start + 1 : first]
        between = gap if b"\n" in gap else self._comma[1:]
        is_object = self.data[start : start + 1] == b"{"
        if path in found and not is_object:
            place = found[path][0]
            new = self._written(value, self._margin_at(place)) + b"," + between
            self._put(place, place, new)
            return
        name = step.replace("~1", "/").replace("~0", "~")
        key = self._written(name, "") + self._colon if is_object else b""
        if first == end - 1:
            self._put(start + 1, end - 1, self._alone(key, value, self._margin_at(start)))
            return
        comma = b"" if self.data[last - 1 : last] == b"," else b","
        new = key + self._written(value, self._margin_at(first))
        self._put(last, last, comma + between + new)

    def _alone(self, key: bytes, value: JsonValue, margin: str) -> bytes:
        """What stands in an object or a list that was empty."""
        unit = _MARGIN.search(self.data)
        if unit is None:
            return key + self._written(value, margin)
        inner = margin + unit[1].decode()
        new = key + self._written(value, inner)
        return f"\n{inner}".encode() + new + f"\n{margin}".encode()

    @property
    def _colon(self) -> bytes:
        return b": " if _SPACED_COLON.search(self.data) else b":"

    @property
    def _comma(self) -> bytes:
        return b", " if self._colon == b": " else b","

    def _written(self, value: JsonValue, margin: str) -> bytes:
        """A value as the text around it is written."""
        unit = _MARGIN.search(self.data)
        is_laid_out = unit is not None and isinstance(value, (dict, list)) and bool(value)
        text = write_json(value, indent=is_laid_out).decode("utf-8", "surrogatepass")
        if is_laid_out and unit is not None:
            text = _with_margins(text, unit[1].decode(), margin)
        elif isinstance(value, (dict, list)):
            colon, comma = self._colon.decode(), self._comma.decode()
            marks = {":": colon, ",": comma}
            text = _TOKEN.sub(lambda found: marks.get(found[0], found[0]), text)
        if self.data.isascii():
            text = _NOT_ASCII.sub(lambda found: json.dumps(found[0])[1:-1], text)
        return text.encode("utf-8", "surrogatepass")

    def _margin_at(self, place: int) -> str:
        """What stands before the first character of a line."""
        line = self.data[self.data.rfind(b"\n", 0, place) + 1 : place]
        return line[: len(line) - len(line.lstrip(b" \t"))].decode()


def _with_margins(text: str, unit: str, margin: str) -> str:
    """JSON of lines with two spaces a level, with other ones."""
    first, *lines = text.split("\n")
    moved = [first]
    for line in lines:
        bare = line.lstrip(" ")
        moved.append(margin + unit * ((len(line) - len(bare)) // 2) + bare)
    return "\n".join(moved)
