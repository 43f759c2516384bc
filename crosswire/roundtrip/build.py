"""Makes the map of a conversation and its rendering: which of its own words became which of
the payload."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from crosswire.address import Address, ancestry, child, parent, root
from crosswire.conversion import render
from crosswire.formats import FORMATS
from crosswire.model import (
    Conversation,
    JsonObject,
    JsonValue,
    Message,
    Part,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.json_patch import tokens_below
from crosswire.model.loss import Link, Rendering
from crosswire.model.node_key import message_number
from crosswire.roundtrip.sidecar import (
    Entry,
    Sidecar,
    SidecarId,
    SidecarPart,
    digest_of,
    digest_of_beside,
    place_of,
    read_body,
)


def build_sidecar(conversation: Conversation, rendering: Rendering) -> Sidecar:
    """What must be kept beside a payload, so that the conversation can stand in its own words
    again.

    The rendering is one of this conversation, with its links.
    """
    return _SidecarBuilder(conversation, rendering).build()


class _Body:
    """The conversation written in one of the formats that its messages are in, ids and names
    as logged."""

    def __init__(self, conversation: Conversation, format: str) -> None:
        self.format = format
        self.rendering = render(conversation, format, ids="keep")
        self.units = _Units(format, self.rendering.payload)
        self.links = _by_node(self.rendering.links)


class _Units:
    """The messages, settings and tools of a payload by their addresses."""

    def __init__(self, format: str, payload: JsonValue) -> None:
        self.read = read_body(format, payload if isinstance(payload, dict) else {})
        self.messages: dict[Address, JsonValue] = {}
        self.parts: dict[Address, Part] = {}
        for message in self.read.messages:
            self.messages.setdefault(message.address, message.raw)
            self.parts |= {part.address: part for part in message.parts}
        self.beside: dict[Address, Part] = {
            part.address: part for part in self.read.settings_and_tools
        }
        self.order = {address: number for number, address in enumerate(self.messages)}

    def message_at(self, target: Address) -> Address | None:
        return _around(target, self.messages)

    def beside_at(self, target: Address) -> list[Address]:
        """The setting or tool that holds this place, or those that the place holds."""
        found = _around(target, self.beside)
        if found is not None:
            return [found]
        return [address for address in self.beside if address.startswith(f"{target}/")]


def _around(target: Address, places: Iterable[Address]) -> Address | None:
    known = places if isinstance(places, dict) else set(places)
    return next((above for above in ancestry(target) if above in known), None)


def _by_node(links: Iterable[Link]) -> dict[str, list[Address]]:
    found: dict[str, list[Address]] = defaultdict(list)
    for link in links:
        if link.node is not None and link.target is not None:
            found[link.node].append(link.target)
    return found


class _SidecarBuilder:
    def __init__(self, conversation: Conversation, rendering: Rendering) -> None:
        self.conversation = conversation
        self.rendering = rendering
        self.target = rendering.target
        variants = dict.fromkeys(
            [
                conversation.wire_format,
                *(message.wire_format for message in conversation.messages),
            ]
        )
        self.bodies = {name: _Body(conversation, name) for name in variants if name in FORMATS}
        self.units = _Units(self.target, rendering.payload)
        self.links = _by_node(rendering.links)
        self.there = [
            self._messages_there(number) for number in range(len(conversation.messages))
        ]
        self.own = [self._own_place(number) for number in range(len(conversation.messages))]
        self._leave_mixed()

    def build(self) -> Sidecar:
        groups = list(self._groups())
        same = {number for group in groups if self._says_the_same(group) for number in group}
        kept = dict.fromkeys(
            self.own[number] for group in groups for number in group if number not in same
        )
        wanted = [place for place in kept if place is not None]
        dialect = self.conversation.wire_format
        beside = self._beside() if dialect in self.bodies and dialect != self.target else None
        pruned = {
            name: _Pruned(body, wanted, dialect if beside else None)
            for name, body in self.bodies.items()
        }
        place = {at: pruned[at[0]].place(at[1]) for at in wanted}
        was = [self._was(number, place, same) for number in range(len(self.own))]
        entries = [self._entry(group, was, pruned) for group in groups]
        entries += [self._needed(at) for at in self._unlinked()]
        return Sidecar(
            written_as=self.target,
            dialect=dialect if beside is not None else None,
            digest=self.conversation.digest,
            number=self.conversation.number,
            bodies={name: one.body for name, one in pruned.items() if one.body},
            order=[one for one in dict.fromkeys(was) if one is not None],
            messages=entries,
            envelope=beside or [],
            ids=list(self._ids(pruned)),
            names={change.written: change.logged for change in self.rendering.name_map},
        )

    # Which messages became which

    def _nodes(self, number: int) -> list[str]:
        message = self.conversation.messages[number]
        inner = [
            part.embedded.key
            for part in message.parts
            if isinstance(part, ToolCallPart) and part.embedded
        ]
        # A medium of a result may stand in a message of its own.
        inner += [
            part.key
            for result in message.parts
            if isinstance(result, ToolResultPart)
            for part in result.content
        ]
        return [message.key, *(part.key for part in message.parts), *inner]

    def _messages_there(self, number: int) -> set[Address]:
        """The messages of the payload that tell of one of the conversation."""
        targets = (
            target for node in self._nodes(number) for target in self.links.get(node, ())
        )
        return {
            unit for target in targets if (unit := self.units.message_at(target)) is not None
        }

    def _words_of(self, message: Message) -> str:
        """The format that a message is held in: its own, where that can be written."""
        return (
            message.wire_format
            if message.wire_format in self.bodies
            else self.conversation.wire_format
        )

    def _own_place(self, number: int) -> tuple[str, Address] | None:
        """Where a message stands in the body of its own format."""
        dialect = self._words_of(self.conversation.messages[number])
        body = self.bodies.get(dialect)
        if body is None:
            return None
        targets = (
            target for node in self._nodes(number) for target in body.links.get(node, ())
        )
        units = {
            unit for target in targets if (unit := body.units.message_at(target)) is not None
        }
        return (dialect, units.pop()) if len(units) == 1 else None

    def _leave_mixed(self) -> None:
        """Hold no message whose place in its own body also tells of one in other words."""
        foreign = {
            (name, unit)
            for name, body in self.bodies.items()
            for number, message in enumerate(self.conversation.messages)
            if self._words_of(message) != name
            for node in self._nodes(number)
            for target in body.links.get(node, ())
            if (unit := body.units.message_at(target)) is not None
        }
        self.own = [None if place in foreign else place for place in self.own]

    def _groups(self) -> Iterator[list[int]]:
        """Messages that share a place, here or there, in the order of the conversation.

        One that has no place in the payload goes with the message that it leads to, or comes
        after.
        """
        groups = _Groups(len(self.own))
        places: dict[object, int] = {}
        for number, (own, there) in enumerate(zip(self.own, self.there, strict=True)):
            for place in (own, *there):
                if place is not None:
                    groups.join(places.setdefault(place, number), number)
        for number, there in enumerate(self.there):
            if not there and len(self.own) > 1:
                groups.join(number, self._neighbour(number))
        for group in groups.all():
            if all(self.own[number] is not None or not self.there[number] for number in group):
                yield [number for number in group if self.own[number] is not None]

    def _neighbour(self, number: int) -> int:
        messages = self.conversation.messages
        following = number + 1
        if following < len(messages) and messages[following].role == messages[number].role:
            return following
        return number - 1 if number else following

    def _says_the_same(self, group: Sequence[int]) -> bool:
        """Whether the payload has these messages in their own words, so that nothing is to be
        held."""
        for number in group:
            own, there = self.own[number], self.there[number]
            if own is None or own[0] != self.target or len(there) != 1:
                return False
            [at] = there
            if self.units.messages[at] != self.bodies[own[0]].units.messages[own[1]]:
                return False
        return True

    def _unlinked(self) -> list[Address]:
        """Messages of the payload that tell of none of the conversation."""
        told = {at for there in self.there for at in there}
        return [at for at in self.units.messages if at not in told]

    # What is written down

    def _was(
        self, number: int, place: Mapping[tuple[str, Address], str], same: set[int]
    ) -> str | None:
        own = self.own[number]
        if number in same:
            return next(iter(self.there[number]))
        return None if own is None else place.get(own)

    def _entry(
        self, group: Sequence[int], was: Sequence[str | None], pruned: dict[str, _Pruned]
    ) -> Entry:
        at = sorted(
            {at for number in group for at in self.there[number]},
            key=self.units.order.__getitem__,
        )
        places = dict.fromkeys(place for number in group if (place := was[number]) is not None)
        digests = [digest_of(self.units.messages[address]) for address in at]
        sidecar = any(place.startswith("/") for place in places)
        parts = [part for number in group if sidecar for part in self._parts(number, pruned)]
        return Entry(list(places), list(at), digests, parts)

    def _needed(self, at: Address) -> Entry:
        return Entry([], [at], [digest_of(self.units.messages[at])])

    def _parts(self, number: int, pruned: dict[str, _Pruned]) -> Iterator[SidecarPart]:
        """The parts with fields of their own format that became one part, alone, at its own
        place."""
        own = self.own[number]
        if own is None:
            return
        for part in self.conversation.messages[number].parts:
            mine = self._single(
                self.bodies[own[0]].links.get(part.key, ()), self.bodies[own[0]].units
            )
            theirs = self._single(self.links.get(part.key, ()), self.units)
            if mine is not None and theirs is not None and _is_special(mine):
                yield SidecarPart(pruned[own[0]].place(mine.address), digest_of(theirs.raw))

    @staticmethod
    def _single(targets: Sequence[Address], units: _Units) -> Part | None:
        found = [
            units.parts[target] for target in dict.fromkeys(targets) if target in units.parts
        ]
        return found[0] if len(found) == 1 == len(set(targets)) else None

    def _beside(self) -> list[Entry]:
        """Settings and tools, each with its places; joined where they share one."""
        body = self.bodies[self.conversation.wire_format]
        parts = self.conversation.settings_and_tools
        there = [self._all_beside(self.links, part, self.units) for part in parts]
        own = [self._all_beside(body.links, part, body.units) for part in parts]
        groups = _Groups(len(parts))
        places: dict[object, int] = {}
        for number in range(len(parts)):
            for place in (*(("own", at) for at in own[number]), *there[number]):
                groups.join(places.setdefault(place, number), number)
        found = []
        for group in groups.all():
            was = dict.fromkeys(
                place_of(body.format, at) for number in group for at in own[number]
            )
            at = list(dict.fromkeys(at for number in group for at in there[number]))
            found.append(
                Entry(
                    list(was),
                    list(at),
                    [digest_of_beside(self.units.beside[one]) for one in at],
                )
            )
        told = {at for places_there in there for at in places_there}
        needed = [at for at in self.units.beside if at not in told]
        found += [Entry([], [at], [digest_of_beside(self.units.beside[at])]) for at in needed]
        return [entry for entry in found if entry.was or entry.at]

    @staticmethod
    def _all_beside(
        links: dict[str, list[Address]], part: Part, units: _Units
    ) -> list[Address]:
        return list(
            dict.fromkeys(
                at for target in links.get(part.key, ()) for at in units.beside_at(target)
            )
        )

    def _ids(self, pruned: dict[str, _Pruned]) -> Iterator[SidecarId]:
        ends: dict[str, ToolCallPart | ToolResultPart] = {
            c.key: c for c in self.conversation.calls()
        }
        ends |= {result.key: result for result in self.conversation.results()}
        for change in self.rendering.id_map:
            number = message_number(change.node)
            own = self.own[number]
            was = None
            if own is not None and change.node in ends:
                body = self.bodies[own[0]]
                part = self._single(body.links.get(change.node, ()), body.units)
                place = (
                    part.call_id.address
                    if isinstance(part, (ToolCallPart, ToolResultPart))
                    else None
                )
                was = None if place is None else pruned[own[0]].place(place)
            yield SidecarId(was, change.logged or None, change.written)


class _Groups:
    """Numbers that belong together (union and find)."""

    def __init__(self, count: int) -> None:
        self.leader = list(range(count))

    def find(self, number: int) -> int:
        while self.leader[number] != number:
            self.leader[number] = number = self.leader[self.leader[number]]
        return number

    def join(self, one: int, other: int) -> None:
        first, second = sorted((self.find(one), self.find(other)))
        self.leader[second] = first

    def all(self) -> list[list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for number in range(len(self.leader)):
            found[self.find(number)].append(number)
        return list(found.values())


class _Pruned:
    """A body without the messages that it does not hold, and where the others stand in it
    now."""

    def __init__(
        self, body: _Body, order: Iterable[tuple[str, Address]], with_beside: str | None
    ) -> None:
        self.format = body.format
        wanted = {at for name, at in order if name == body.format}
        self.moved: dict[Address, Address] = {}
        payload = body.rendering.payload
        self.body: JsonObject = dict(payload) if isinstance(payload, dict) else {}
        if wanted != set(body.units.messages):
            self._leave_out([at for at in body.units.messages if at not in wanted], wanted)
        if with_beside != body.format:
            fields = {_first_token(at) for at in wanted}
            self.body = {
                name: value
                for name, value in self.body.items()
                if name in fields or "" in fields
            }

    def _leave_out(self, unwanted: Sequence[Address], wanted: set[Address]) -> None:
        lists: dict[Address, list[Address]] = defaultdict(list)
        for at in unwanted:
            lists[parent(at) or at].append(at)
        for above, gone in lists.items():
            tokens = tokens_below(above, root())
            if len(tokens) != 1 or not isinstance(values := self.body.get(tokens[0]), list):
                for at in gone:
                    self.body.pop(_first_token(at), None)
                continue
            kept = [
                number for number in range(len(values)) if child(above, number) not in gone
            ]
            self.body[tokens[0]] = [values[number] for number in kept]
            for new, old in enumerate(kept):
                self.moved[child(above, old)] = child(above, new)

    def place(self, at: Address) -> str:
        """Where what stands at an address of the whole body stands in the map."""
        message = _around(at, self.moved)
        if message is not None:
            at = Address(self.moved[message] + at[len(message) :])
        return place_of(self.format, at)


def _is_special(part: Part) -> bool:
    return bool(part.extras) or (isinstance(part, ToolResultPart) and part.is_error)


def _first_token(at: Address) -> str:
    tokens = tokens_below(at, Address("0:"))
    return tokens[0] if tokens else ""
