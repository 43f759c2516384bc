"""Moves the addresses of an assembled answer to the events of its stream."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from crosswire.address import Address, document_of, is_within
from crosswire.model import (
    Arguments,
    ArgumentsState,
    Edge,
    Message,
    Note,
    Part,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder, opaque
from crosswire.model.entry import Assembled
from crosswire.model.event import Event
from crosswire.model.source_map import Places


def keep_broken_arguments(into: ConversationBuilder, stream: Assembled) -> None:
    """Restore the wire text of arguments that broke off.

    This comes before the addresses are moved.
    """
    broken = {Address(stream.root + pointer) for pointer in stream.table.not_json}
    for message in into.messages if broken else ():
        for part in message.parts:
            if not isinstance(part, ToolCallPart):
                continue
            text, at = part.arguments.value, part.arguments.address
            if at in broken and isinstance(text, str):
                part.arguments = Arguments(ArgumentsState.INVALID, None, text, at)


def keep_unread(into: ConversationBuilder, stream: Assembled) -> None:
    """Put what no word of the format fits behind the answer, as it stands; no format writes
    it, and each rendering tells its loss."""
    if not stream.kept:
        return
    why = "The stream held this, and no word of the format fits it."
    parts: list[Part] = [opaque(raw, at, why) for raw, at in stream.kept]
    if into.places is not None:
        for part in parts:
            into.places.stands(part.address)
    raw, at = stream.kept[0]
    message = into.message("assistant", at, raw, parts)
    message.wire_format = "stream-event"


def readdress(into: ConversationBuilder, places: Places) -> None:
    """Move every address of what was read below the root of `places`."""
    into.places = places
    built = _built_from(into.messages, places)
    _move(into.settings_and_tools, places)
    for message in into.messages:
        _move_message(message, places)
    for part, pieces in built:
        part.also = _of_other_events(part.address, pieces, places.root)
    into.notes = [_moved_note(note, places) for note in into.notes]
    into.events = [_moved_event(event, places) for event in into.events]


def _built_from(
    messages: Iterable[Message], places: Places
) -> list[tuple[Part, Sequence[Address]]]:
    """The parts of an answer, each with where its pieces stand."""
    parts = {
        part.address[len(places.root) :]: part
        for message in messages
        for part in message.parts
        if places.holds(part.address)
    }
    return [(parts[at], found) for at, found in places.table.all_within(parts.keys()).items()]


def _of_other_events(
    own: Address, pieces: Iterable[Address], root: Address
) -> Sequence[Address]:
    """Where the first of the pieces stands in each event but that of the part itself."""
    first: dict[tuple[int, int], Address] = {}
    for at in pieces:
        first.setdefault(_event_of(at, root), at)
    first.pop(_event_of(own, root), None)
    return [first[event] for event in sorted(first)]


def _event_of(at: Address, root: Address) -> tuple[int, int]:
    """The event that an address stands in: its document, and its number in the list there
    that holds the events."""
    number = at[len(root) :].split("/", 2)[1:2] if is_within(at, root) else []
    in_list = bool(number) and number[0].isdecimal()
    return document_of(at), int(number[0]) if in_list else 0


def move_messages(messages: Iterable[Message], places: Places) -> None:
    """Move the addresses of messages that stand in a value of which `places` knows the
    pieces."""
    for message in messages:
        _move_message(message, places)


def _moved_note(note: Note, places: Places) -> Note:
    at = None if note.address is None else places.in_upload(note.address)
    return Note(note.code, note.message, at)


def _moved_event(event: Event, places: Places) -> Event:
    by, ends = event.replaced_by, event.replaced
    return replace(
        event,
        address=places.in_upload(event.address),
        replaced_by=None if by is None else places.in_upload(by),
        replaced=ends and (places.in_upload(ends[0]), places.in_upload(ends[1])),
    )


def _move_message(message: Message, places: Places) -> None:
    if places.holds(message.address):
        message.places = places
    message.address = places.moved(message.address)
    if message.extras_at is not None:
        message.extras_at = {
            name: places.in_upload(at) for name, at in message.extras_at.items()
        }
    _move(message.parts, places)


def _move(parts: Iterable[Part], places: Places) -> None:
    for part in parts:
        part.address = places.moved(part.address)
        if isinstance(part, (ToolCallPart, ToolResultPart)):
            _move_ends(part, places)
        if isinstance(part, ToolCallPart):
            if part.arguments.address is not None:
                part.arguments.address = places.moved(part.arguments.address)
            if part.embedded is not None:
                _move([part.embedded], places)
        elif isinstance(part, ToolResultPart):
            _move(part.content, places)
        _move(part.declares, places)


def _move_ends(part: ToolCallPart | ToolResultPart, places: Places) -> None:
    if part.call_id.address is not None:
        part.call_id.address = places.moved(part.call_id.address)
    part.edges = tuple(
        Edge(edge.field, edge.value, places.moved(edge.address)) for edge in part.edges
    )
