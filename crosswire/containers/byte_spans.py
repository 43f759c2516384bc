"""Where values stand in the bytes of an upload: from addresses to byte ranges, by one walk.

Only objects and arrays that lead to an address are walked key by key; the standard library's
scanner (in C) steps over everything else. It is given a character for each byte: so its
positions are those of bytes, and a long text takes no more than its bytes do. What stands
inside a string (a nested document, a span of characters) has the range of that string.
"""

from __future__ import annotations

import codecs
import json
import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from json import decoder
from typing import Any, NewType, cast

from crosswire.address import Address, document_of, split, unescape
from crosswire.containers import lenient_json, sse, yaml_cassette
from crosswire.containers.bodies import Body
from crosswire.containers.lines import Lines
from crosswire.containers.source import Data, Source, bytes_of, source_of
from crosswire.lazy_names import module_on_demand

Span = tuple[int, int]
"""First byte, and the byte after the last one."""

CharacterSpan = NewType("CharacterSpan", Span)

_A_CHARACTER_A_BYTE = "latin-1"
_pastes = module_on_demand("crosswire.containers.pasted")
_literals = module_on_demand("crosswire.containers.literal_tree")
_SPACE = frozenset(" \t\n\r")
_NO_SPACE = re.compile(r"[^ \t\n\r]|\Z")
# The scanner of strings that the standard library's reader uses; its stubs leave it out.
_string: Callable[[str, int, bool], tuple[str, int]] = decoder.scanstring  # type: ignore[attr-defined]


def byte_spans(
    data: Data,
    container: str,
    addresses: Iterable[Address],
    lines: Lines | Sequence[int] | None = None,
    bodies: Sequence[Body] | None = None,
) -> dict[Address, Span]:
    """The byte range of each address at which something stands.

    `lines` says on which line (from 1) of JSON Lines each document stands, or where these
    lines are; `bodies` where in a paste, which is taken apart once more without it.
    """
    if container == "jsonl":
        by_line = _by_document(addresses)
        texts = (
            _texts_of(lines, by_line)
            if isinstance(lines, Lines)
            else _texts_in(source_of(data), lines or (), by_line)
        )
        return _spans_in_lines(texts, by_line)
    data = bytes_of(data)
    if container == "python":
        return _literal_spans(data, addresses)
    if container == "yaml":
        return yaml_cassette.spans(data, addresses)
    documents = _by_document(addresses)
    if container == "pasted":
        return _spans_of_bodies(
            _pastes().bodies_of(data) if bodies is None else bodies, documents
        )
    events = sse.events(data) if container == "sse" else []
    spans: dict[Address, Span] = {}
    for number, wanted in documents.items():
        root = _tree(wanted)  # of one document at a time: those of all take much memory
        if number < len(events):
            spans |= _spans_of_event(events[number], root)
        elif container == "json" and number == 0:
            spans |= _spans_of_document(data, _start(data), len(data), root)
    return spans


_Text = tuple[int, int, str]
"""The number of a document, where it begins, and its bytes, each as a character."""


def _texts_of(lines: Lines, wanted: Iterable[int]) -> Iterator[_Text]:
    for number in sorted(wanted):
        if number < len(lines):
            yield number, lines.begin(number), lines.a_character_a_byte(number)


def _texts_in(
    source: Source, lines: Sequence[int], wanted: Collection[int]
) -> Iterator[_Text]:
    """Each line is had by itself; a byte order mark belongs to none."""
    numbers = {line: number for number, line in enumerate(lines) if number in wanted}
    start = _start(source.slice(0, len(codecs.BOM_UTF8)))
    line, last = 0, max(numbers, default=0)
    for place, data in source.lines(start):
        line += 1  # noqa: SIM113 - `enumerate` would hold the line
        if line in numbers:
            yield numbers[line], place, data.decode(_A_CHARACTER_A_BYTE)
        if line >= last:
            break


def _spans_in_lines(
    texts: Iterable[_Text], documents: dict[int, list[Address]]
) -> dict[Address, Span]:
    spans: dict[Address, Span] = {}
    for number, place, text in texts:
        root = _tree(documents.pop(number))
        for address, (first, last) in _spans_of_text(text, root).items():
            spans[address] = (place + first, place + last)
        del text  # a line may be most of a file, and so may be the next one
    return spans


def _start(data: bytes) -> int:
    return len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0


def _spans_of_bodies(
    bodies: Sequence[Body], documents: dict[int, list[Address]]
) -> dict[Address, Span]:
    """What a shell's quotes break up has the range from its first byte to its last."""
    spans: dict[Address, Span] = {}
    for number, wanted in documents.items():
        if number >= len(bodies):
            continue
        body = bodies[number]
        if body.is_literal:
            found = _literal_spans(body.text, wanted)
        else:
            found = _spans_of_document(body.text, 0, len(body.text), _tree(wanted))
        begins = body.places_of(first for first, _ in found.values())
        ends = body.places_of(last - 1 for _, last in found.values())
        for address, begin, end in zip(found, begins, ends, strict=True):
            spans[address] = (begin, end + 1)
    return spans


def _literal_spans(data: bytes, addresses: Iterable[Address]) -> dict[Address, Span]:
    found: dict[Address, Span] = _literals().literal_spans(data, addresses)
    return found


def _spans_of_event(event: sse.EventData, root: _Node) -> dict[Address, Span]:
    """What stands on several lines of data has the range from its first line to its last."""
    text = event.text
    found = _spans_of_document(text, 0, len(text), root)
    begins = event.places_of(first for first, _ in found.values())
    ends = event.places_of(last - 1 for _, last in found.values())
    return {
        address: (begin, end + 1)
        for address, begin, end in zip(found, begins, ends, strict=True)
    }


class _Node:
    """A value on the way to an address, or at its end; there may be millions."""

    __slots__ = ("addresses", "children", "first", "last")

    def __init__(self) -> None:
        self.children: dict[str, _Node] | None = None
        self.addresses: list[Address] | None = None
        self.first = self.last = -1
        """Its characters; -1 where nothing stands."""

    def by_key(self) -> dict[str, list[tuple[int | None, _Node]]]:
        """The children of an object, each with which of equal keys it is (None: the last)."""
        wanted: dict[str, list[tuple[int | None, _Node]]] = {}
        for token, node in (self.children or {}).items():
            _, mark, number = token.rpartition("~4")
            wanted.setdefault(unescape(token), []).append(
                (int(number) if mark else None, node)
            )
        return wanted

    def child(self, token: str) -> _Node:
        if self.children is None:
            self.children = {}
        return self.children.get(token) or self.children.setdefault(token, _Node())


def _by_document(addresses: Iterable[Address]) -> dict[int, list[Address]]:
    documents: dict[int, list[Address]] = {}
    for address in addresses:
        documents.setdefault(document_of(address), []).append(address)
    return documents


def _tree(addresses: Iterable[Address]) -> _Node:
    """A document as far as these addresses lead into it."""
    root = _Node()
    tokens: dict[str, str] = {}  # the same one for all places that have it
    for address in addresses:
        node = root
        for token in split(address).levels[0]:
            node = node.child(tokens.setdefault(token, token))
        if node.addresses is None:
            node.addresses = []
        node.addresses.append(address)
    return root


def _spans_of_document(data: bytes, start: int, end: int, root: _Node) -> dict[Address, Span]:
    found = _spans_of_text(data[start:end].decode(_A_CHARACTER_A_BYTE), root)
    if not start:
        return found
    return {address: (start + first, start + last) for address, (first, last) in found.items()}


def _spans_of_text(text: str, root: _Node) -> dict[Address, Span]:
    """The bytes of a document, each as a character."""
    found = _walked(text, root, a_character_a_byte=True)
    return cast(dict[Address, Span], found) if found else _spans_of_mended(text, root)


def _walked(
    text: str, root: _Node, *, a_character_a_byte: bool = False
) -> dict[Address, CharacterSpan]:
    """Where the values stand in a text that is JSON; empty where it is none."""
    try:
        _Walk(text, a_character_a_byte).document(root)
    except (ValueError, StopIteration, IndexError, RecursionError):
        return {}
    found: dict[Address, CharacterSpan] = {}
    _collect(root, found)
    return found


def _spans_of_mended(of_bytes: str, root: _Node) -> dict[Address, Span]:
    """Where they stand in a text with slips."""
    text = lenient_json.text_of(of_bytes.encode(_A_CHARACTER_A_BYTE))
    mended = None if text is None else lenient_json.mended(text)
    if text is None or mended is None:
        return {}
    found = {
        address: CharacterSpan(mended.span(first, last))
        for address, (first, last) in _walked(mended.text, root).items()
    }
    return cast(dict[Address, Span], found) if text.isascii() else _in_bytes(text, found)


def _collect(root: _Node, found: dict[Address, CharacterSpan]) -> None:
    """Take what lies within its parent: earlier equal keys left spans that do not count."""
    stack = [root]
    while stack:
        node = stack.pop()
        first, last = node.first, node.last
        if first < 0:
            continue
        if node.addresses:
            found |= dict.fromkeys(node.addresses, CharacterSpan((first, last)))
        stack += [
            child
            for child in (node.children or {}).values()
            if first < child.first and child.last < last
        ]
        node.children = None  # so that it goes while what was found of it comes


def _in_bytes(text: str, found: dict[Address, CharacterSpan]) -> dict[Address, Span]:
    """Character positions as byte positions; the text is encoded once, piece by piece."""
    positions = sorted({position for span in found.values() for position in span})
    places = []
    place = before = 0
    for position in positions:
        place += len(text[before:position].encode())
        before = position
        places.append(place)
    return {
        address: (places[bisect_left(positions, first)], places[bisect_left(positions, last)])
        for address, (first, last) in found.items()
    }


class _Walk:
    """One pass over the text of a document, noting on the nodes where their values stand."""

    def __init__(self, text: str, a_character_a_byte: bool) -> None:
        self.text = text
        self.is_encoded = a_character_a_byte and not text.isascii()
        # Any number and any control character may pass: what was read once is JSON enough.
        context: Any = json.JSONDecoder(
            parse_int=len, parse_float=len, parse_constant=len, strict=False
        )
        self.skip = context.scan_once

    def document(self, root: _Node) -> None:
        self._value(root, self._space(0))

    def _space(self, position: int) -> int:
        if self.text[position] not in _SPACE:
            return position
        found = _NO_SPACE.search(self.text, position)
        return len(self.text) if found is None else found.start()

    def _value(self, node: _Node, start: int) -> int:
        """Walk a value that is, or leads to, an address; returns the position after it."""
        first = self.text[start]
        if node.children and first == "{":
            end = self._object(node, start)
        elif node.children and first == "[":
            end = self._array(node, start)
        else:
            end = self._skipped(start)
        node.first, node.last = start, end
        return end

    def _skipped(self, start: int) -> int:
        if self.text[start] == '"':
            return _string(self.text, start + 1, False)[1]
        end: int = self.skip(self.text, start)[1]
        return end

    def _object(self, node: _Node, start: int) -> int:
        wanted = node.by_key()
        seen: dict[str, int] = {}
        position = self._space(start + 1)
        while self.text[position] == '"':
            key, position = self._key(position)
            position = self._space(self._past(":", self._space(position)))
            if key in wanted:
                position = self._one_of_equal_keys(wanted[key], seen.get(key, 0), position)
                seen[key] = seen.get(key, 0) + 1
            else:
                position = self._skipped(position)
            position = self._space(position)
            if self.text[position] == ",":
                position = self._space(position + 1)
        return self._past("}", position)

    def _key(self, start: int) -> tuple[str, int]:
        """A key as it reads, and the position after it."""
        key, end = _string(self.text, start + 1, False)
        if self.is_encoded and not key.isascii():
            written = self.text[start + 1 : end].encode(_A_CHARACTER_A_BYTE).decode()
            key, _ = _string(written, 0, False)
        return key, end

    def _one_of_equal_keys(
        self, nodes: list[tuple[int | None, _Node]], number: int, start: int
    ) -> int:
        end = None
        for wanted, node in nodes:
            if wanted is None or wanted == number:
                end = self._value(node, start)
        return self._skipped(start) if end is None else end

    def _array(self, node: _Node, start: int) -> int:
        wanted = node.children or {}
        number = 0
        position = self._space(start + 1)
        while self.text[position] != "]":
            child = wanted.get(str(number))
            position = (
                self._skipped(position) if child is None else self._value(child, position)
            )
            number += 1
            position = self._space(position)
            if self.text[position] == ",":
                position = self._space(position + 1)
        return position + 1

    def _past(self, mark: str, position: int) -> int:
        if self.text[position] != mark:
            raise ValueError(f"{mark} expected")
        return position + 1
