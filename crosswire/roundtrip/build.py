"""Makes the sidecar of a conversation and its rendering: which of its own messages became
which of the payload."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

from crosswire.address import Address, is_pointer
from crosswire.conversion import render
from crosswire.formats import FORMATS
from crosswire.model import Conversation, Message, Part, ToolCallPart, ToolResultPart
from crosswire.model.loss import Rendering
from crosswire.model.node_key import message_number
from crosswire.roundtrip.groups import Groups
from crosswire.roundtrip.sidecar import (
    Entry,
    Sidecar,
    SidecarId,
    SidecarPart,
    digest_of,
    digest_of_setting,
    place_of,
)
from crosswire.roundtrip.written import PrunedBody, Written

T = TypeVar("T")
_Place = tuple[str, Address]
"""A format, and an address in the body that is written in it."""


def build_sidecar(conversation: Conversation, rendering: Rendering) -> Sidecar:
    """What must be kept beside a payload, so that the conversation can stand in its own words
    again.

    The rendering is one of this conversation, with its links.
    """
    return _SidecarBuilder(conversation, rendering).build()


class _SidecarBuilder:
    def __init__(self, conversation: Conversation, rendering: Rendering) -> None:
        self.conversation = conversation
        self.rendering = rendering
        self.payload = Written(rendering)
        messages = conversation.messages
        formats = [conversation.wire_format, *(message.wire_format for message in messages)]
        self.bodies = {
            format: Written(render(conversation, format, ids="keep"))
            for format in dict.fromkeys(formats)
            if format in FORMATS
        }
        """The conversation in each of the formats of its messages, ids and names as logged."""
        self.formats = [
            message.wire_format
            if message.wire_format in self.bodies
            else conversation.wire_format
            for message in messages
        ]
        """The format that each message is kept in: its own, where that can be written."""
        self._order = {place: i for i, place in enumerate(self.payload.messages)}
        self.nodes = [_nodes(message) for message in messages]
        self.written = [self.payload.messages_of(nodes) for nodes in self.nodes]
        """The messages of the payload that tell of each message."""
        self.own = self._own_places()
        """Where each message stands in the body of its own format."""

    def build(self) -> Sidecar:
        groups = list(self._groups())
        same = {number for group in groups if self._is_the_same(group) for number in group}
        kept = {self.own[number] for group in groups for number in group if number not in same}
        format = self.conversation.wire_format
        is_other = format in self.bodies and format != self.rendering.target
        settings = self._settings() if is_other else []
        self.pruned = {
            name: PrunedBody(
                body,
                {place[1] for place in kept if place is not None and place[0] == name},
                with_settings=bool(settings) and name == format,
            )
            for name, body in self.bodies.items()
        }
        was = [self._was(number, kept, same) for number in range(len(self.own))]
        entries = [self._entry(group, was) for group in groups]
        told = set(chain.from_iterable(self.written))
        entries += [
            Entry([], [place], [digest_of(raw)])
            for place, raw in self.payload.messages.items()
            if place not in told
        ]
        return Sidecar(
            written_as=self.rendering.target,
            dialect=format if is_other else None,
            digest=self.conversation.digest,
            number=self.conversation.number,
            bodies={name: pruned.body for name, pruned in self.pruned.items() if pruned.body},
            order=[*dict.fromkeys(filter(None, was))],
            messages=entries,
            envelope=settings,
            ids=list(self._ids()),
            names={change.written: change.logged for change in self.rendering.name_map},
        )

    # Which messages became which

    def _own_places(self) -> list[_Place | None]:
        """Each message's only place in the body of its own format; None where that also tells
        of a message of another format."""
        own: list[_Place | None] = []
        foreign: set[_Place] = set()
        for format, nodes in zip(self.formats, self.nodes, strict=True):
            places = {
                name: {(name, address) for address in body.messages_of(nodes)}
                for name, body in self.bodies.items()
            }
            mine = places.pop(format, set())
            own.append(mine.pop() if len(mine) == 1 else None)
            foreign.update(*places.values())
        return [None if place in foreign else place for place in own]

    def _groups(self) -> Iterator[list[int]]:
        """Messages that share a place, in their own body or in the payload, in order.

        One that has no place in the payload goes with the message that it leads to, or comes
        after.
        """
        groups = Groups(len(self.own))
        groups.join_by(
            [
                [*filter(None, [own]), *written]
                for own, written in zip(self.own, self.written, strict=True)
            ]
        )
        for number, written in enumerate(self.written):
            if not written and len(self.own) > 1:
                groups.join(number, self._neighbour(number))
        for group in groups.all():
            if all(self.own[number] or not self.written[number] for number in group):
                yield [number for number in group if self.own[number]]

    def _neighbour(self, number: int) -> int:
        messages, following = self.conversation.messages, number + 1
        if following < len(messages) and messages[following].role == messages[number].role:
            return following
        return number - 1 if number else following

    def _is_the_same(self, group: Sequence[int]) -> bool:
        """Whether the payload has these messages in their own words, so that nothing needs to
        be kept."""
        for number in group:
            format, address = self.own[number] or ("", Address(""))
            if format != self.payload.format or len(self.written[number]) != 1:
                return False
            [place] = self.written[number]
            if self.payload.messages[place] != self.bodies[format].messages[address]:
                return False
        return True

    # What is written down

    def _was(self, number: int, kept: set[_Place | None], same: set[int]) -> str | None:
        """Where a message stands in the sidecar, or in the payload where it is the same."""
        own = self.own[number]
        if number in same:
            return next(iter(self.written[number]))
        return self.pruned[own[0]].place(own[1]) if own is not None and own in kept else None

    def _entry(self, group: Sequence[int], was: Sequence[str | None]) -> Entry:
        written = set(chain.from_iterable(self.written[number] for number in group))
        places = sorted(written, key=self._order.__getitem__)
        digests = [digest_of(self.payload.messages[place]) for place in places]
        logged = dict.fromkeys(filter(None, (was[number] for number in group)))
        has_kept = any(map(is_pointer, logged))
        parts = chain.from_iterable(map(self._parts, group if has_kept else ()))
        return Entry([*logged], [*places], digests, [*parts])

    def _parts(self, number: int) -> Iterator[SidecarPart]:
        """The parts with fields of their own format that became one part, alone, at its own
        place."""
        format = self.formats[number]
        for part in self.conversation.messages[number].parts if self.own[number] else ():
            mine = self.bodies[format].part_of(part.key)
            theirs = self.payload.part_of(part.key)
            if mine is not None and theirs is not None and _has_own_fields(mine):
                place = self.pruned[format].place(mine.address)
                yield SidecarPart(place, digest_of(theirs.raw))

    def _settings(self) -> list[Entry]:
        """Settings and tools, each with its places; joined where they share one."""
        body = self.bodies[self.conversation.wire_format]
        keys = [part.key for part in self.conversation.settings_and_tools]
        written = [*map(self.payload.settings_of, keys)]
        own = [[place_of(body.format, at) for at in body.settings_of(key)] for key in keys]
        groups = Groups(len(keys))
        groups.join_by([[*mine, *theirs] for mine, theirs in zip(own, written, strict=True)])
        entries = [
            self._settings_entry(_all_of(own, group), _all_of(written, group))
            for group in groups.all()
        ]
        told = set(chain.from_iterable(written))
        untold = [place for place in self.payload.settings_and_tools if place not in told]
        entries += [self._settings_entry([], [place]) for place in untold]
        return [entry for entry in entries if entry.was or entry.at]

    def _settings_entry(self, was: list[str], places: list[Address]) -> Entry:
        parts = map(self.payload.settings_and_tools.__getitem__, places)
        return Entry(was, [*places], [*map(digest_of_setting, parts)])

    def _ids(self) -> Iterator[SidecarId]:
        ends = {end.key for end in self.conversation.ends()}
        for change in self.rendering.id_map:
            number = message_number(change.node)
            is_kept = change.node in ends and self.own[number] is not None
            was = self._place_of_id(change.node, self.formats[number]) if is_kept else None
            yield SidecarId(was, change.logged or None, change.written)

    def _place_of_id(self, node: str, format: str) -> str | None:
        """Where the id of a call or a result stands in the body of a format."""
        part = self.bodies[format].part_of(node)
        if not isinstance(part, (ToolCallPart, ToolResultPart)):
            return None
        place = part.call_id.address
        return None if place is None else self.pruned[format].place(place)


def _nodes(message: Message) -> list[str]:
    """The keys of a message, its parts, and what is in them."""
    calls = [part for part in message.parts if isinstance(part, ToolCallPart)]
    embedded = [call.embedded.key for call in calls if call.embedded]
    results = [part for part in message.parts if isinstance(part, ToolResultPart)]
    # A medium of a result may stand in a message of its own.
    content = [part.key for result in results for part in result.content]
    return [message.key, *(part.key for part in message.parts), *embedded, *content]


def _has_own_fields(part: Part) -> bool:
    """Whether a part has fields that only its own format has a word for."""
    return bool(part.extras) or (isinstance(part, ToolResultPart) and part.is_error)


def _all_of(lists: Sequence[Iterable[T]], group: Iterable[int]) -> list[T]:
    """What the lists of a group hold, each once."""
    return list(dict.fromkeys(chain.from_iterable(lists[number] for number in group)))
