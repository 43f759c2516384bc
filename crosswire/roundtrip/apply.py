"""Puts what a map holds back into a conversation that was read from the payload, however it
went on.

Messages that stand as they were written get their own words back. Those that somebody changed
stay as they are now, with the fields of their unchanged parts; those that are new stay in
their own words.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace

from crosswire.address import Address, root
from crosswire.conversion import render
from crosswire.errors import NotASidecar
from crosswire.formats import FORMATS
from crosswire.model import (
    Conversation,
    JsonValue,
    Message,
    Part,
    ReasoningPart,
    SettingPart,
    ToolCallPart,
    ToolResultPart,
    assign_keys,
)
from crosswire.model.call_id import CallId, IdState
from crosswire.model.json_patch import patched, tokens_below
from crosswire.model.loss import Loss, LossKind
from crosswire.model.node_key import NodeKey
from crosswire.rendering.builder import place_of_extra
from crosswire.rendering.name_plan import tokens_of_name
from crosswire.roundtrip.matching import in_payload, matched
from crosswire.roundtrip.sidecar import (
    Entry,
    Sidecar,
    digest_of,
    digest_of_beside,
    place_of,
    read_body,
)


@dataclass(slots=True)
class Restored:
    """A conversation with what was held of it."""

    conversation: Conversation
    losses: list[Loss] = field(default_factory=list)
    """What could not stand again, as the payload was changed since."""
    fields: dict[NodeKey, SidecarFields] = field(default_factory=dict)
    """Key of an unchanged part of a changed message -> what it may have again in its own
    format."""


@dataclass(frozen=True, slots=True)
class SidecarFields:
    """The fields that only one format has a word for, of a part in its words."""

    format: str
    part: Part


def apply_sidecar(conversation: Conversation, sidecar: Sidecar) -> Restored:
    """Put back what was held; raises NotASidecar where nothing of it stands in the
    conversation."""
    return _SidecarApplication(conversation, sidecar).restored()


@dataclass(slots=True)
class _Place:
    """Where a message of the conversation goes: its rank first, then the order of the
    payload."""

    rank: tuple[int, int, int]
    message: Message
    later: bool = False
    """Whether it is new, or changed."""


class _SidecarApplication:
    def __init__(self, conversation: Conversation, sidecar: Sidecar) -> None:
        self.now = conversation
        self.sidecar = sidecar
        self.document = len(conversation.documents)
        self.losses: list[Loss] = []
        self.units: dict[Address, list[Message]] = {}
        for message in conversation.messages:
            self.units.setdefault(message.address, []).append(message)
        self.addresses = list(self.units)
        self.positions = {address: position for position, address in enumerate(self.addresses)}
        self.found = matched(sidecar.messages, self._digests())
        self._must_be_the_same()
        self.standing = {at for places in self.found.values() for at in places}
        self.changed = [
            m for at in self.addresses if at not in self.standing for m in self.units[at]
        ]
        self.map = self._map()
        self.bodies = self._bodies()

    def _digests(self) -> list[tuple[Address, str]]:
        return [(at, digest_of(messages[0].raw)) for at, messages in self.units.items()]

    def _must_be_the_same(self) -> None:
        if any(entry.at for entry in self.sidecar.messages) and not self.found:
            raise NotASidecar(
                "This map was made for another payload: no message of this one "
                f"is as {self.sidecar.written_as} "
                "had it written then."
            )

    def restored(self) -> Restored:
        places = self._places()
        result = replace(
            self.now,
            messages=[place.message for place in places],
            settings_and_tools=self._envelope(),
            documents=[*self.now.documents, self.map],
            read_from=None,
        )
        own = self.sidecar.dialect
        if own is not None:
            result = replace(
                result,
                format=own,
                wire_format=own,
                traits=FORMATS[own].TRAITS,
                calls_may_be_elsewhere=any(
                    body.calls_may_be_elsewhere for body in self.bodies.values()
                ),
            )
        if self._all_lead(places):
            # Then the ids that are made for it are those that were made then.
            result = replace(
                result, digest_of=lambda: self.sidecar.digest, number=self.sidecar.number
            )
        assign_keys(result)
        fields = self._fields(result)
        return Restored(result, self.losses, fields)

    # The map as a document of the conversation

    def _map(self) -> JsonValue:
        """The map, with the made ids that later messages answer to."""
        asked = {part.call_id.value for message in self.changed for part in _ends(message)}
        changes: list[tuple[tuple[str, ...], JsonValue]] = [
            (tokens_below(Address(f"0:{one.was}"), root()), one.written)
            for one in self.sidecar.ids
            if one.logged is None and one.was is not None and one.written in asked
        ]
        value: JsonValue = self.sidecar.as_json()
        try:
            return patched(value, changes) if changes else value
        except (LookupError, ValueError) as error:
            raise NotASidecar(
                "This map names the place of an id that it does not have."
            ) from error

    def _bodies(self) -> dict[str, Conversation]:
        bodies = self.map.get("bodies") if isinstance(self.map, dict) else None
        return {
            name: read_body(name, body, Address(f"{self.document}:{place_of(name, root())}"))
            for name, body in (bodies.items() if isinstance(bodies, dict) else ())
            if isinstance(body, dict)
        }

    def _at(self, place: str) -> Address:
        return Address(f"{self.document}:{place}")

    # Messages

    def _all_lead(self, places: Sequence[_Place]) -> bool:
        """Whether all held messages stand, and before any other."""
        all_stand = not any(entry.was for entry in self._entries_changed())
        first_later = next(
            (number for number, place in enumerate(places) if place.later), len(places)
        )
        return all_stand and all(place.later for place in places[first_later:])

    def _places(self) -> list[_Place]:
        own = self._own_messages()
        ranks = {place: rank for rank, place in enumerate(self.sidecar.order)}
        places: list[_Place] = []
        in_order = self._is_in_order()
        anchors: dict[int, int] = {}
        for number, there in self.found.items():
            listed = [self.positions[at] for at in there if self._is_listed(at)]
            for was in self.sidecar.messages[number].was:
                rank = ranks.get(was, len(ranks))
                stays = not was.startswith("/")
                key = (rank, 0, 0) if in_order else (min(listed, default=-1), 0, rank)
                found = (
                    map(_copied_message, self.units[there[0]])
                    if stays
                    else own.get(self._at(was), ())
                )
                places += [_Place(key, message) for message in found]
                for position in listed:
                    anchors[position] = max(anchors.get(position, -1), rank)
        places += self._later(anchors, in_order)
        return sorted(places, key=lambda place: place.rank)

    def _own_messages(self) -> dict[Address, list[Message]]:
        found: dict[Address, list[Message]] = defaultdict(list)
        for body in self.bodies.values():
            for message in body.messages:
                found[message.address].append(message)
        return found

    def _is_listed(self, at: Address) -> bool:
        return self.units[at][0].field is None

    def _is_in_order(self) -> bool:
        """Whether what stands of the payload stands in the order that it was written in."""
        pairs = [
            (place, self.positions[now])
            for number, there in self.found.items()
            for place, now in zip(self.sidecar.messages[number].at, there, strict=True)
        ]
        positions = [now for _, now in sorted(pairs, key=lambda pair: in_payload(pair[0]))]
        return positions == sorted(positions)

    def _later(self, anchors: Mapping[int, int], in_order: bool) -> Iterable[_Place]:
        """The messages that are new or changed, each after what stood before it."""
        after = self._prompts()
        names, ids = self.sidecar.names, self._logged_ids()
        for position, at in enumerate(self.addresses):
            after = max(after, anchors.get(position, -1))
            if at in self.standing:
                continue
            for message in self.units[at]:
                rank = -1 if message.field is not None else after
                key = (rank, 1, position) if in_order else (position, 0, 0)
                yield _Place(key, _with_logged_ids(message, ids, names), later=True)

    def _prompts(self) -> int:
        """The rank of the last held message of those that lead the conversation in fields of
        their own."""
        fields = {
            m.address
            for body in self.bodies.values()
            for m in body.messages
            if m.field is not None
        }
        leading = -1
        for rank, place in enumerate(self.sidecar.order):
            if self._at(place) not in fields:
                break
            leading = rank
        return leading

    def _logged_ids(self) -> dict[str, str]:
        logged: dict[str, set[str | None]] = defaultdict(set)
        for one in self.sidecar.ids:
            logged[one.written].add(one.logged)
        single = {written: ids.pop() for written, ids in logged.items() if len(ids) == 1}
        return {written: value for written, value in single.items() if value is not None}

    # Settings and tools

    def _envelope(self) -> list[Part]:
        own = self.sidecar.dialect
        if own is None:
            return [copy(part) for part in self.now.settings_and_tools]
        beside = [
            (part.address, digest_of_beside(part)) for part in self.now.settings_and_tools
        ]
        found = matched(self.sidecar.envelope, beside)
        standing = {at for places in found.values() for at in places}
        kept = {self._at(was) for number in found for was in self.sidecar.envelope[number].was}
        body = self.bodies.get(own)
        parts = [
            part for part in (body.settings_and_tools if body else ()) if part.address in kept
        ]
        later = [part for part in self.now.settings_and_tools if part.address not in standing]
        new = self._told_by(later, own) if later else []
        names = {part.name for part in new if isinstance(part, SettingPart)}
        parts = [
            part
            for part in parts
            if not isinstance(part, SettingPart) or part.name not in names
        ]
        return [*map(copy, parts), *new]

    def _told_by(self, later: Sequence[Part], own: str) -> list[Part]:
        """Settings and tools that are new or changed, in the words of the others."""
        if self.now.wire_format == own:
            return [copy(part) for part in later]
        only = replace(
            self.now, settings_and_tools=[copy(part) for part in later], messages=[]
        )
        assign_keys(only)
        records = [
            {"after": after, "before": before} for after, before in self.sidecar.names.items()
        ]
        plain = render(only, own, ids="keep", names=records)
        written = read_body(own, plain.payload if isinstance(plain.payload, dict) else {})
        sources = {part.key: part.address for part in only.settings_and_tools}
        told: list[Part] = []
        for part in written.settings_and_tools:
            link = next(
                (
                    k
                    for k in plain.links
                    if k.node in sources and k.target and _meets(k.target, part.address)
                ),
                None,
            )
            if link is not None and link.node is not None:
                part.address = sources[link.node]
                told.append(part)
        known = set(sources.values())
        self.losses += [
            Loss(loss.kind, loss.code, loss.what, loss.why, loss.source, None, loss.fallback)
            for loss in plain.losses
            if loss.source in known
        ]
        return told

    # What changed messages may have again

    def _fields(self, result: Conversation) -> dict[NodeKey, SidecarFields]:
        """What unchanged parts of changed messages may have again; all else of them is said to
        be lost."""
        later = {message.address for message in self.changed}
        waiting: dict[str, deque[Part]] = defaultdict(deque)
        for message in result.messages:
            for part in message.parts if message.address in later else ():
                waiting[digest_of(part.raw)].append(part)
        sidecar = {
            part.address: part for body in self.bodies.values() for part in _all_parts(body)
        }
        fields: dict[NodeKey, SidecarFields] = {}
        again: set[Address] = set()
        for entry in self._entries_changed():
            for one in entry.parts:
                before = sidecar.get(self._at(one.was))
                if before is not None and waiting.get(one.digest):
                    now = waiting[one.digest].popleft()
                    fields[now.key] = SidecarFields(one.was.split("/")[2], before)
                    again.add(before.address)
                    if isinstance(now, ToolResultPart) and isinstance(before, ToolResultPart):
                        now.is_error = before.is_error
        self._say_what_is_gone(again)
        return fields

    def _entries_changed(self) -> list[Entry]:
        return [
            entry
            for number, entry in enumerate(self.sidecar.messages)
            if number not in self.found
        ]

    def _say_what_is_gone(self, again: set[Address]) -> None:
        gone = {self._at(was) for entry in self._entries_changed() for was in entry.was}
        for address, messages in self._own_messages().items():
            for message in messages if address in gone else ():
                for name, place in _special(message, again):
                    self.losses.append(changed_since(name, place))


def changed_since(name: str, place: Address) -> Loss:
    """What does not stand again, because the payload says something else by now."""
    why = f"The message was changed or taken out since; its {name} is not restored."
    return Loss(LossKind.DROPPED, "changed-since", name, why, place)


def _all_parts(conversation: Conversation) -> Iterable[Part]:
    return (part for _, part in conversation.parts())


def _meets(one: Address, other: Address) -> bool:
    return one == other or one.startswith(f"{other}/") or other.startswith(f"{one}/")


def _ends(message: Message) -> list[ToolCallPart | ToolResultPart]:
    return [part for part in message.parts if isinstance(part, (ToolCallPart, ToolResultPart))]


def _special(message: Message, again: set[Address]) -> Iterable[tuple[str, Address]]:
    """What only the message's own format has a word for, by name and place."""
    for part in message.parts:
        if isinstance(part, ReasoningPart):
            yield "reasoning", part.address
        elif part.address not in again:
            yield from ((name, place_of_extra(name, part)) for name in part.extras or ())
            if isinstance(part, ToolResultPart) and part.is_error:
                yield "is_error", part.address
    if message.item_id is not None:
        yield message.item_id, message.address


def _with_logged_ids(
    message: Message, ids: Mapping[str, str], names: Mapping[str, str]
) -> Message:
    """A message whose calls and results have the log's ids and names, where the payload's are
    others."""
    changes: list[tuple[tuple[str, ...], JsonValue]] = []
    parts: list[Part] = []
    for part in message.parts:
        again = _copied(part)
        if isinstance(again, (ToolCallPart, ToolResultPart)):
            below = _put_back(again, ids, names)
            inner = tokens_below(part.address, message.address)
            changes += [((*inner, *tokens), value) for tokens, value in below]
            again.raw = patched(part.raw, below) if below else part.raw
        parts.append(again)
    found = copy(message)
    found.raw = patched(message.raw, changes) if changes else message.raw
    found.parts = parts
    return found


def _copied_message(message: Message) -> Message:
    again = copy(message)
    again.parts = [*map(_copied, message.parts)]
    return again


def _copied(part: Part) -> Part:
    """A part whose key may be another, with all that it holds."""
    again = copy(part)
    if isinstance(again, ToolResultPart):
        again.content = [*map(copy, again.content)]
    elif isinstance(again, ToolCallPart) and again.embedded is not None:
        again.embedded = copy(again.embedded)
        again.embedded.content = [*map(copy, again.embedded.content)]
    return again


def _put_back(
    part: ToolCallPart | ToolResultPart, ids: Mapping[str, str], names: Mapping[str, str]
) -> list[tuple[tuple[str, ...], JsonValue]]:
    changes: list[tuple[tuple[str, ...], JsonValue]] = []
    call_id = part.call_id
    logged = ids.get(call_id.value) if call_id.value is not None else None
    if logged is not None and call_id.address is not None:
        changes.append((tokens_below(call_id.address, part.address), logged))
        part.call_id = CallId(
            logged, call_id.source, IdState.PRESENT, call_id.required, call_id.address
        )
    named = names.get(part.name) if part.name else None
    if named is not None and part.name is not None:
        tokens = tokens_of_name(part.raw, part.name)
        changes += [] if tokens is None else [(tokens, named)]
        part.name = named
    return changes
