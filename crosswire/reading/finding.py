"""Finds what an upload holds of a format: bodies, exchanges, messages, one or several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from msgspec.structs import replace

from crosswire import address
from crosswire.address import Address
from crosswire.cached_property import cached_property
from crosswire.formats import FORMATS
from crosswire.formats.protocol import BodyFormat
from crosswire.model import JsonValue
from crosswire.model.json_values import list_or_empty
from crosswire.reading.envelopes import (
    MAX_NESTED_TEXTS,
    Envelope,
    Envelopes,
    in_text,
)
from crosswire.reading.exchanges import (
    Found,
    entries_as,
    exchange,
    may_be_exchange,
    with_answers,
)
from crosswire.reading.sockets import may_hold_socket, over_socket

SAMPLE = 40
"""Documents looked at before deciding what the lines of a file are."""
MAX_KEPT = 5_000
"""Values of which it is kept what they hold; those of a large file are more."""
_Named: TypeAlias = tuple[str | int, JsonValue, Address]
"""A field or an element: its name or position, its value, its place."""


class _Look:
    """What a value holds whatever the format: every format asks."""

    def __init__(self, value: JsonValue, at: Address, envelopes: Envelopes) -> None:
        self.value, self.at = value, at
        self._envelopes = envelopes

    @cached_property
    def over_socket(self) -> list[Envelope]:
        """The exchanges of a recorded WebSocket."""
        value = self.value
        if not isinstance(value, dict) or not may_hold_socket(value):
            return []
        return over_socket(value, self.at)

    @cached_property
    def envelope(self) -> Envelope | None:
        """It as what holds an exchange, where it may be that."""
        value = self.value
        if not isinstance(value, dict) or not may_be_exchange(value):
            return None
        return self._envelopes.of(value, self.at)

    @cached_property
    def recorded(self) -> list[Envelope]:
        """The exchanges of a recording."""
        return self._envelopes.recorded(self.value, self.at)

    @cached_property
    def first(self) -> list[_Named]:
        """The first fields of an object, or elements of an array, where each may hold
        others."""
        value = self.value
        held = value.values() if isinstance(value, dict) else list_or_empty(value)
        may_hold = all(isinstance(item, (dict, list)) for item in islice(held, SAMPLE))
        return [*islice(_named_values(value, self.at), SAMPLE)] if may_hold else []

    @cached_property
    def listed(self) -> _Look | None:
        """The list in an object that has nothing beside it but what tells of the list: a page
        of an interface that lists what was stored."""
        held = self.value.items() if isinstance(self.value, dict) else ()
        inner = [(key, one) for key, one in held if isinstance(one, (dict, list)) and one]
        if len(inner) != 1 or not isinstance(inner[0][1], list):
            return None
        return _Look(inner[0][1], address.child(self.at, inner[0][0]), self._envelopes)


class Finder:
    """Looks through the documents of one upload, for one format after the other."""

    def __init__(self) -> None:
        self._envelopes = Envelopes()
        self._looks: dict[tuple[int, Address], _Look] = {}
        """By the identity of a value, which is kept, and its place."""

    def _look(self, value: JsonValue, at: Address) -> _Look:
        key = id(value), at
        found = self._looks.get(key)
        if found is None:
            if len(self._looks) >= MAX_KEPT:
                self._looks.clear()
            found = self._looks[key] = _Look(value, at, self._envelopes)
        return found

    def find(
        self, wire: BodyFormat, value: JsonValue, at: Address, depth: int = 0
    ) -> Found | None:
        """What a JSON value holds of a format: a body, an exchange, messages, or several."""
        if isinstance(value, str):
            inner = in_text(value, at) if depth < MAX_NESTED_TEXTS else None
            return self.find(wire, *inner, depth + 1) if inner is not None else None
        look = self._look(value, at)
        over_sockets = _of_envelopes(wire, look.over_socket)
        if over_sockets is not None:
            return over_sockets
        recognition = wire.recognise(value)
        enveloped = None if look.envelope is None else exchange(wire, look.envelope)
        if recognition is not None and not _is_exchange(enveloped):
            shape = recognition.shape
            return Found(recognition, entries_as(wire, value, at, shape, self._envelopes))
        if depth > 0 or (enveloped is not None and enveloped.is_certain):
            return enveloped
        return (
            self._several(wire, look)
            or (None if look.listed is None else self._several(wire, look.listed))
            or self._recorded(wire, look)
            or enveloped
        )

    def _several(self, wire: BodyFormat, look: _Look) -> Found | None:
        """Conversations in an array, or in an object by their names."""
        sample = (self.find(wire, item, place, 1) for _, item, place in look.first)
        if not most_are_bodies(sample, len(look.first)):
            return None
        bodies: list[tuple[Found | None, Address]] = []
        for name, item, place in _named_values(look.value, look.at):
            body = self.find(wire, item, place, 1)
            bodies.append((body, place))
            if body is not None and isinstance(name, str):
                for entry in body.entries:
                    entry.title = entry.title or name
        if not most_are_bodies((body for body, _ in bodies), len(bodies)):
            return None
        return _exchanged(joined(bodies), look.value, look.at)

    def _recorded(self, wire: BodyFormat, look: _Look) -> Found | None:
        """Exchanges among those of a recording, which may be mostly of something else."""
        envelopes: list[Envelope] = []
        for one in look.recorded:
            envelopes += self._look(one.value, one.at).over_socket or [one]
        return _of_envelopes(wire, envelopes)

    def surest(self, value: JsonValue, at: Address) -> tuple[BodyFormat, Found] | None:
        """The format that is surest of an exchange or a body, and what it finds in it."""
        best: tuple[BodyFormat, Found] | None = None
        for wire in FORMATS.values():
            found = self.find(wire, value, at, 1)
            if found is not None and _is_body(found) and _is_surer(found, best):
                best = wire, found
        return best


def _of_envelopes(wire: BodyFormat, envelopes: Sequence[Envelope]) -> Found | None:
    """The exchanges of a format among some of which it may know none."""
    if not envelopes:
        return None
    found = [
        (exchange(wire, one) if one.may_be_of_a_model else None, one.at) for one in envelopes
    ]
    is_there = any(body is not None and body.is_certain for body, _ in found)
    return joined(found) if is_there else None


def _exchanged(found: Found, value: JsonValue, at: Address) -> Found:
    """A request and its answers as one, where they are all that an object holds."""
    asked, *answers = found.entries
    shapes = [entry.shape for entry in found.entries]
    is_one = asked.shape == "request" and set(shapes[1:]) == {"response"}
    if is_one and isinstance(value, dict) and len(value) == 2:
        found.entries = with_answers(asked, answers, at, value)
    return found


def _is_body(found: Found) -> bool:
    """Whether something of the format was sent or answered, and not a lone message."""
    return found.is_certain and found.recognition.shape in ("request", "response")


def _is_exchange(found: Found | None) -> bool:
    return found is not None and all(entry.shape == "exchange" for entry in found.entries)


def _is_surer(found: Found, best: tuple[BodyFormat, Found] | None) -> bool:
    return best is None or _sureness(found) > _sureness(best[1])


def _sureness(found: Found) -> tuple[bool, float]:
    """A format that knows both halves is surer than one that knows one."""
    is_whole = all(entry.unread is None for entry in found.entries)
    return is_whole, found.recognition.confidence


def of_several_formats(found: Sequence[tuple[BodyFormat, Found]]) -> Found:
    """Finds of several formats as one, each entry with the name of its own."""
    for wire, one in found:
        for entry in one.entries:
            entry.format = wire.NAME
    best = max((one.recognition for _, one in found), key=lambda why: why.confidence)
    counts: dict[str, int] = {}
    for wire, one in found:
        counts[wire.TITLE] = counts.get(wire.TITLE, 0) + len(one.entries)
    told = ", ".join(f"{count} of {title}" for title, count in counts.items())
    reason = f"Conversations in several formats: {told}."
    return Found(replace(best, reason=reason), [e for _, one in found for e in one.entries])


def _named_values(value: JsonValue, at: Address) -> Iterator[_Named]:
    """The fields of an object, or the elements of an array with their positions."""
    named = value.items() if isinstance(value, dict) else enumerate(list_or_empty(value))
    return ((name, item, address.child(at, name)) for name, item in named)


def most_are_bodies(found: Iterable[Found | None], count: int) -> bool:
    """Whether most of so many finds are conversations of a format; no further one is made
    where it is clear that they are not."""
    others, is_certain = 0, False
    for one in found:
        others += one is None or one.recognition.shape == "message"
        if 2 * others >= count:
            return False
        is_certain |= one is not None and one.is_certain
    return is_certain


def joined(found: Sequence[tuple[Found | None, Address]]) -> Found:
    """Several conversations as one find, decided by the surest of them."""
    known = [body for body, _ in found if body is not None]
    best = max((body.recognition for body in known), key=lambda why: why.confidence)
    skipped: list[Address] = []
    for body, place in found:
        skipped += [place] if body is None else body.skipped
    return Found(best, [entry for body in known for entry in body.entries], skipped)
