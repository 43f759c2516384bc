"""Addresses of the strings that hold given bytes of an upload.

This is the reverse of `crosswire.containers.byte_spans`: one walk over the structural
characters of a document, and one more over each string that is JSON itself.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from crosswire import address
from crosswire.address import Address
from crosswire.containers import Body, Opened, json_document, lenient_json, open_upload, sse
from crosswire.errors import CrosswireError
from crosswire.secrets.literal_places import literal_addresses

_BOM = b"\xef\xbb\xbf"
# `(?=(...))\1` takes escapes by the thousand and gives none back: each alone costs memory.
_TOKEN = re.compile(rb'"[^"\\]*(?:(?=((?:\\.[^"\\]*){1,1000}))\1)*"|[{}\[\],]', re.DOTALL)
_QUOTE, _OBJECT, _ARRAY, _COMMA = b'"{[,'
_MAX_LEVELS = 8
"""JSON in a string in JSON in a string ..."""


def addresses_at(data: bytes, places: Sequence[int]) -> dict[int, Address]:
    """The address of the string around each of these bytes (in order); what stands in no
    document has none.

    A key, and what stands below one, has the address of its object: an address would tell the
    key.
    """
    if not places:
        return {}
    try:
        opened = open_upload(data, limits=None)
    except CrosswireError:
        return {}
    if opened.container == "python":
        return literal_addresses(data, places)
    found = _in_literals(opened.bodies or [], places)
    for number, bytes_of_document, its_places in _texts(data, opened, places):
        text, inside = _as_json(bytes_of_document, its_places)
        found |= {
            inside[place]: at
            for place, at in _in_document(text, address.root(number), list(inside)).items()
        }
    return found


def _texts(
    data: bytes, opened: Opened, places: Sequence[int]
) -> Iterator[tuple[int, bytes, dict[int, int]]]:
    """The documents that hold these bytes, with their places in the text and in the upload."""
    if opened.container == "json":
        start = len(_BOM) if data.startswith(_BOM) else 0
        yield 0, data[start:], {place - start: place for place in places}
    elif opened.container == "jsonl":
        yield from _lines(data, opened.lines or [], places)
    elif opened.container == "pasted":
        yield from _bodies(opened.bodies or [], places)
    else:
        yield from _events(data, places)


def _as_json(text: bytes, inside: dict[int, int]) -> tuple[bytes, dict[int, int]]:
    """A document without its slips, with the same places in it."""
    try:
        json_document.read(text)
    except CrosswireError:
        moved = lenient_json.moved(text, list(inside))
        if moved is not None:
            return moved[0], {there: inside[place] for place, there in moved[1].items()}
    return text, inside


def _lines(
    data: bytes, lines: Sequence[int], places: Sequence[int]
) -> Iterator[tuple[int, bytes, dict[int, int]]]:
    numbers = {line: number for number, line in enumerate(lines)}
    ends = [found.start() for found in re.finditer(b"\n", data)] + [len(data)]
    on_line: dict[int, list[int]] = {}
    for place in places:
        on_line.setdefault(bisect_left(ends, place), []).append(place)
    for line, inside in on_line.items():
        if line + 1 in numbers:
            start = ends[line - 1] + 1 if line else 0
            yield (
                numbers[line + 1],
                data[start : ends[line]],
                {place - start: place for place in inside},
            )


def _in_literals(bodies: Sequence[Body], places: Sequence[int]) -> dict[int, Address]:
    """The same for the Python literals of a paste."""
    found: dict[int, Address] = {}
    for number, body in enumerate(bodies):
        if body.is_literal:
            start = body.places[0]
            first = bisect_left(places, start)
            last = bisect_left(places, start + len(body.text), first)
            inside = [place - start for place in places[first:last]]
            for place, at in literal_addresses(body.text, inside).items():
                found[place + start] = address.rebase(at, address.root(), address.root(number))
    return found


def _bodies(
    bodies: Sequence[Body], places: Sequence[int]
) -> Iterator[tuple[int, bytes, dict[int, int]]]:
    """Each byte belongs to one document at most, and the documents stand in order."""
    for number, body in enumerate(bodies):
        if body.is_literal:
            continue  # found by Python's own parser
        first = bisect_left(places, body.places[0])
        last = bisect_left(places, body.places_of([len(body.text) - 1])[0] + 1)
        found = ((body.position_of(place), place) for place in places[first:last])
        inside = {position: place for position, place in found if position is not None}
        if inside:
            yield number, body.text, inside


def _events(data: bytes, places: Sequence[int]) -> Iterator[tuple[int, bytes, dict[int, int]]]:
    for number, event in enumerate(sse.events(data)):
        inside: dict[int, int] = {}
        before = 0
        for start, text in zip(event.starts, event.texts, strict=True):
            first, last = bisect_left(places, start), bisect_left(places, start + len(text))
            inside |= {place - start + before: place for place in places[first:last]}
            before += len(text) + 1
        if inside:
            yield number, event.text, inside


class _Container:
    """An object or array on the way to a string."""

    __slots__ = ("counts", "is_secret", "key", "position", "wants_key")

    def __init__(self, is_object: bool) -> None:
        self.counts: dict[str, int] | None = {} if is_object else None
        """How often each key occurred, which tells equal keys apart."""
        self.wants_key = is_object
        self.key = ""
        self.position = 0
        self.is_secret = False
        """Whether the current key must not be shown."""

    def take_key(self, token: bytes, *, is_secret: bool) -> None:
        self.key = json.loads(token, strict=False)
        self.wants_key = False
        self.is_secret = is_secret
        if self.counts is not None:
            self.counts[self.key] = self.counts.get(self.key, 0) + 1

    def go_on(self) -> None:
        """To the next key or position."""
        self.position += 1
        self.wants_key = self.counts is not None
        self.is_secret = False

    def step(self) -> tuple[_Container, str, int]:
        """Where the walk is in it; which of equal keys that is, its end must say."""
        if self.counts is None:
            return self, str(self.position), 0
        return self, self.key, self.counts[self.key] - 1


_Way = list[tuple[_Container, str, int]]


def _in_document(
    text: bytes, root: Address, places: Sequence[int], level: int = 0
) -> dict[int, Address]:
    """The address of the string around each of these bytes of a document."""
    found: dict[int, Address] = {}
    for start, end, way, is_whole in list(_strings_around(text, places)):
        inside = places[bisect_left(places, start) : bisect_left(places, end)]
        at = _address(root, way)
        found |= dict.fromkeys(inside, at)
        if is_whole and level < _MAX_LEVELS:
            found |= _in_string(
                text[start:end], at, [place - start for place in inside], level + 1, start
            )
    return found


def _strings_around(
    text: bytes, places: Sequence[int]
) -> Iterator[tuple[int, int, _Way, bool]]:
    """Each string that holds one of these bytes, its path, and whether the path leads all the
    way."""
    stack: list[_Container] = []
    following = 0
    for token in _TOKEN.finditer(text):
        start, end = token.span()
        first = text[start]
        if first == _QUOTE:
            following = bisect_left(places, start, following)
            holds = following < len(places) and places[following] < end
            if stack and stack[-1].wants_key:
                stack[-1].take_key(token[0], is_secret=holds)
            if holds:
                whole = not any(one.is_secret for one in stack)
                yield start, end, _way(stack), whole
        elif first in (_OBJECT, _ARRAY):
            stack.append(_Container(first == _OBJECT))
        elif stack and first == _COMMA:
            stack[-1].go_on()
        elif stack:
            stack.pop()


def _way(stack: Sequence[_Container]) -> _Way:
    """The steps down to the place of the walk, or to an object whose key must not be shown."""
    way = []
    for one in stack:
        if one.is_secret:
            break
        way.append(one.step())
    return way


def _address(root: Address, way: _Way) -> Address:
    """Known only after the walk: the last of equal keys has no number."""
    at = root
    for one, token, number in way:
        if one.counts is not None and number < one.counts[token] - 1:
            at = address.occurrence(at, token, number)
        else:
            at = address.child(at, token)
    return at


def _in_string(
    token: bytes, at: Address, places: Sequence[int], level: int, offset: int
) -> dict[int, Address]:
    """The same inside a string that is JSON itself; empty for any other string."""
    written = json.loads(token, strict=False)
    if written.lstrip()[:1] not in ("{", "["):
        return {}
    text = written.encode("utf-8", "surrogatepass")
    try:
        json_document.read(text)
    except CrosswireError:
        return {}
    inside: dict[int, int] = {}
    before, size = 1, 0
    for place in places:
        size += len(
            json.loads(b'"' + token[before:place] + b'"', strict=False).encode(
                "utf-8", "surrogatepass"
            )
        )
        inside[size] = place + offset
        before = place
    return {
        inside[place]: deeper
        for place, deeper in _in_document(
            text, address.nested(at), list(inside), level
        ).items()
    }
