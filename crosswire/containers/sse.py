"""A captured event stream (HTML Living Standard, "Server-sent events"): the data of each event
is a document.

Only `data` is read: what an event is, its data says itself. Comments (`: keep-alive`), names,
ids and events without data are passed over. `[DONE]` is no JSON and stays as that text, so
that documents and events with data have the same numbers.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Protocol

from msgspec import Struct, field

from crosswire import address
from crosswire.containers import json_document, lenient_json
from crosswire.containers.opened import MAX_NOTES, Opened, shortened
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonValue, Note

DONE = b"[DONE]"

_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:(?::|event:|id:|retry:)[^\r\n]*[\r\n]\s*){0,50}?data:"
)
_BYTE = re.compile(r"\(byte \d+, (?=[^()]*\)\Z)")
"""As messages tell a place within the event."""
_LINE = re.compile(rb"([^\r\n]*)(\r\n|\r|\n|\Z)")


class Stretch(Protocol):
    """Some lines of a longer text."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends."""

    @property
    def first(self) -> int:
        """The number of its first line, from 1."""


class EventData(Struct):
    """The data of one event, which may stand on several lines."""

    line: int
    """1-based, of the first of them."""
    starts: list[int] = field(default_factory=list)
    """Where the text of each line begins in the upload."""
    texts: list[bytes] = field(default_factory=list)
    indent: int = 0
    """Characters before the text of a line."""

    @property
    def text(self) -> bytes:
        return self.texts[0] if len(self.texts) == 1 else b"\n".join(self.texts)

    def place_of(self, position: int) -> int:
        """Where a byte of the text stands in the upload."""
        return self.places_of([position])[0]

    def places_of(self, positions: Iterable[int]) -> list[int]:
        """Where bytes of the text stand in the upload; the lines are measured once for all."""
        before = [0, *accumulate(len(text) + 1 for text in self.texts)]
        last = len(self.starts) - 1
        lines = [(min(bisect_right(before, one) - 1, last), one) for one in positions]
        return [self.starts[line] + one - before[line] for line, one in lines]

    def apart(self) -> list[EventData]:
        """Each line as an event of its own."""
        return [
            EventData(self.line + i, [start], [text], self.indent)
            for i, (start, text) in enumerate(zip(self.starts, self.texts, strict=True))
            if text.strip()
        ]


def is_stream(data: bytes) -> bool:
    """Whether an upload begins like an event stream."""
    return _START.match(data) is not None


def open(data: bytes) -> Opened:
    """Read an upload as an event stream; raises UnreadableUpload where the data of an event is
    no JSON."""
    _, notes = json_document.begin_of(data)
    found = list(_values(data, notes))
    values = [value for _, value in found]
    if not any(isinstance(value, (dict, list)) for value in values):
        raise UnreadableUpload(
            "This event stream holds no event with data: there is nothing to read."
        )
    return Opened("sse", values, shortened(notes), [event.line for event, _ in found])


def events(data: bytes) -> list[EventData]:
    """The data of the events, each as it was read by `open`, which has gone well."""
    return [event for event, _ in _values(data, [])]


def values_within(
    data: bytes, notes: list[Note], within: Stretch, number: int
) -> Iterator[tuple[EventData, JsonValue]]:
    """The events of a stretch of a text, of which the first is the document of this number;
    raises UnreadableUpload at data that is no JSON."""
    return _values(data, notes, within, number)


def read_text(text: str) -> list[JsonValue] | None:
    """The data of the events of a stream in a string; None where it is no stream."""
    data = text.encode("utf-8", "surrogatepass")
    if not is_stream(data):
        return None
    try:
        return [*open(data).documents]
    except UnreadableUpload:
        return None


def _values(
    data: bytes, notes: list[Note], within: Stretch | None = None, number: int = 0
) -> Iterator[tuple[EventData, JsonValue]]:
    last: EventData | None = None
    for event in _events(data, within):
        if last is not None:
            for found in _read(last, number, notes):
                yield found
                number += 1
        last = event
    if last is not None:
        yield from _read(last, number, notes, is_last=True)


def _read(
    event: EventData, number: int, notes: list[Note], *, is_last: bool = False
) -> Iterator[tuple[EventData, JsonValue]]:
    """The value of an event; several where the blank lines between events were lost on the
    way."""
    text = event.text.strip()
    if not text:
        return
    if text == DONE:
        yield event, DONE.decode()
        return
    try:
        value, odd = json_document.read_with_notes(event.text, address.root(number))
    except UnreadableUpload as fault:
        apart = event.apart()
        if len(apart) > 1 and all(_reads(one.text) for one in apart):
            for i, one in enumerate(apart):
                yield from _read(one, number + i, notes)
        elif is_last and isinstance(fault, json_document.CutOff):
            what = (
                f"The event on line {event.line}, the last one, was cut off and is left out."
            )
            notes.append(Note("cut-event", what))
        else:
            value, odd = _with_slips(event, number)
            notes += odd if len(notes) <= MAX_NOTES else []
            yield event, value
    else:
        notes += odd if len(notes) <= MAX_NOTES else []
        yield event, value


def _reads(text: bytes) -> bool:
    if text.strip() == DONE:
        return True
    try:
        return isinstance(json_document.read(text), (dict, list))
    except UnreadableUpload:
        return False


def _with_slips(event: EventData, number: int) -> tuple[JsonValue, list[Note]]:
    """The value that the data of an event means; raises UnreadableUpload with its place."""
    try:
        return lenient_json.read(
            event.text,
            address.root(number),
            line=event.line,
            indent=event.indent,
            may_be_cut=False,
        )
    except UnreadableUpload as fault:
        place = event.place_of(fault.offset or 0)
        cause = str(fault).removeprefix("Not JSON: ").rstrip(".")
        cause = _BYTE.sub(f"(byte {place}, ", cause)
        raise UnreadableUpload(
            f"This is a captured event stream, and the data of the event on line {event.line} "
            f"is no JSON: {cause}.",
            offset=place,
            line=fault.line,
        ) from fault


def _events(data: bytes, within: Stretch | None = None) -> Iterator[EventData]:
    """The events as the standard takes them apart, but for blanks before a field and a last
    blank line."""
    position = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    end, number = len(data), 0
    if within is not None:
        position, end, number = within.start, within.end, within.first - 1
    event: EventData | None = None
    while position < end:
        found = _LINE.match(data, position, end)
        assert found is not None  # noqa: S101 - any text matches
        number += 1
        line = found[1]
        start, position = position, found.end()
        if not line:
            if event is not None:
                yield event
            event = None
            continue
        stripped = line.lstrip(b" \t")
        if stripped.startswith(b"data:"):
            skipped = len(line) - len(stripped) + (6 if stripped[5:6] == b" " else 5)
            event = event or EventData(number, indent=skipped)
            event.starts.append(start + skipped)
            event.texts.append(line[skipped:])
    if event is not None:
        yield event
