"""Places in documents, and the JSON in texts that ways to them lead through."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct, field

from crosswire.address import Address, nested
from crosswire.containers import json_document
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonValue

_BEGINNINGS = ("{", "[", '"')


class Place(NamedTuple):
    """A value that a pattern found."""

    value: JsonValue
    at: Address
    taken: tuple[int, ...] = ()
    """Which of several values each step to many took; tells places in the document's order."""


class Texts(Struct):
    """The JSON in texts that steps went through; each is read once."""

    read: dict[int, JsonValue] = field(default_factory=dict)
    """By the identity of the text, which the documents keep alive."""
    passed: dict[Address, JsonValue] = field(default_factory=dict)
    """The objects and lists that were found so, by their addresses."""

    def opened(self, place: Place) -> Place:
        """The object or list in a text, be it packed several times; else the place itself."""
        value, at = place.value, place.at
        while isinstance(value, str) and value.lstrip()[:1] in _BEGINNINGS:
            if id(value) not in self.read:
                self.read[id(value)] = _json_in(value)
            value, at = self.read[id(value)], nested(at)
        if value is place.value or not isinstance(value, (dict, list)):
            return place
        self.passed[at] = value
        return Place(value, at, place.taken)


def json_in_text(text: str) -> JsonValue:
    """The object or list that a text holds, be it packed several times; None where it holds
    none."""
    value: JsonValue = text
    while isinstance(value, str) and value.lstrip()[:1] in _BEGINNINGS:
        value = _json_in(value)
    return value if isinstance(value, (dict, list)) else None


def _json_in(text: str) -> JsonValue:
    try:
        return json_document.read(text.encode("utf-8", "surrogatepass"))
    except UnreadableUpload:
        return None
