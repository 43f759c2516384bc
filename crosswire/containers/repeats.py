"""Lines that say earlier ones again: a program that shortens its history writes down what is
left of it, with all its images, each time.

Such lists are nine tenths of the longest logs. An element whose bytes stood in the file before
is not read again: all its places share one copy of the object that was read first. It is no
part of that object: what is known of one by its identity does not hold for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b

import msgspec
from msgspec import Struct, field

from crosswire.address import Address, child
from crosswire.containers import json_document
from crosswire.containers.lines import Lines
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonObject, JsonValue, Note
from crosswire.model.json_values import object_or_empty

_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ELEMENTS = msgspec.json.Decoder(list[msgspec.Raw])


class Repeated(Struct, frozen=True):
    """Where a program repeats what it wrote: in the list `key` of an object's field `within`,
    each element of which may have been that field of an earlier line."""

    within: str
    key: str


class _NotPlain(Exception):
    """An object or list that is not written without spaces, or has equal keys."""


class Repeats:
    """The lines of a file so far, as far as later ones repeat them."""

    def __init__(
        self, lines: Lines, declared: Sequence[Repeated], values: Sequence[JsonValue]
    ) -> None:
        self._lines, self._values = lines, values
        self._declared = [(one, b'"%b":[' % one.key.encode()) for one in declared]
        self._noted = 0
        """Lines of which is known what they hold."""
        self._seen: dict[bytes, JsonObject] = {}
        """By their digests, the objects that were read."""
        self._copies: dict[bytes, JsonObject] = {}

    def read(
        self, line: bytes, at: Address, offset: int, number: int
    ) -> tuple[JsonValue, list[Note]] | None:
        """A line with such a list; None of any other one, and of one that must be read whole
        to be understood."""
        for declared, mark in self._declared:
            if mark in line:
                self._note_lines(declared)
                try:
                    return _Line(declared, self, number).read(line, at, offset)
                except (UnreadableUpload, msgspec.DecodeError, _NotPlain):
                    return None
        return None

    def _note_lines(self, of: Repeated) -> None:
        """Note what stands in the lines since the last such list."""
        for number in range(self._noted, len(self._lines)):
            held = object_or_empty(self._values[number]).get(of.within)
            if type(held) is not dict or not held or of.key in held:
                continue  # one with equal keys holds more than a copy would
            with suppress(msgspec.DecodeError):
                line = _FIELDS.decode(self._lines.text(number))
                self._seen.setdefault(_digest(line[of.within]), held)
        self._noted = len(self._lines)

    def element(self, raw: msgspec.Raw) -> JsonObject | None:
        """The copy of what stood in the file before; None where nothing is the same."""
        key = _digest(raw)
        found = self._seen.get(key)
        return None if found is None else self._copies.setdefault(key, dict(found))

    def note(self, raw: msgspec.Raw, value: JsonValue) -> None:
        """An element that was read here for the first time."""
        if type(value) is dict and value:
            self._seen[_digest(raw)] = value


class _Line(Struct, frozen=True):
    """The reading of one line with such a list; raises UnreadableUpload, DecodeError,
    _NotPlain."""

    of: Repeated
    known: Repeats
    number: int
    notes: list[Note] = field(default_factory=list)

    def read(self, line: bytes, at: Address, offset: int) -> tuple[JsonValue, list[Note]]:
        value: JsonObject = {}
        for key, raw, place in _fields(line, offset):
            below = child(at, key)
            if key == self.of.within:
                value[key] = self._holder(raw, below, place)
            else:
                value[key] = self._value(raw, below, place)
        return value, self.notes

    def _holder(self, raw: msgspec.Raw, at: Address, offset: int) -> JsonObject:
        held: JsonObject = {}
        for key, inner, place in _fields(raw, offset):
            below = child(at, key)
            if key == self.of.key:
                held[key] = self._elements(inner, below, place)
            else:
                held[key] = self._value(inner, below, place)
        return held

    def _elements(self, raw: msgspec.Raw, at: Address, offset: int) -> list[JsonValue]:
        elements: list[JsonValue] = []
        place = offset + 1
        for number, inner in enumerate(_ELEMENTS.decode(raw)):
            value: JsonValue = self.known.element(inner)
            if value is None:
                value = self._value(inner, child(at, number), place)
                self.known.note(inner, value)
            elements.append(value)
            place += _length(inner) + 1
        _check_plain(raw, place - offset, is_empty=not elements)
        return elements

    def _value(self, raw: msgspec.Raw, at: Address, offset: int) -> JsonValue:
        value, notes = json_document.read_with_notes(
            bytes(raw), at, offset=offset, line=self.number
        )
        self.notes.extend(notes)
        return value


def _fields(text: bytes | msgspec.Raw, offset: int) -> list[tuple[str, msgspec.Raw, int]]:
    """The fields of an object as they stand, each with its place. Were keys equal, what was
    decoded would be shorter than the text."""
    fields, place = [], offset + 1
    for key, raw in _FIELDS.decode(text).items():
        place += len(key.encode()) + len('"":')
        fields.append((key, raw, place))
        place += _length(raw) + 1
    _check_plain(text, place - offset, is_empty=not fields)
    return fields


def _check_plain(text: bytes | msgspec.Raw, length: int, *, is_empty: bool) -> None:
    """Raise where there is more in a text than what was decoded of it, a mark behind each."""
    if _length(text) != length + is_empty:
        raise _NotPlain


def _length(text: bytes | msgspec.Raw) -> int:
    return memoryview(text).nbytes


def _digest(raw: msgspec.Raw) -> bytes:
    return blake2b(raw, digest_size=16).digest()
