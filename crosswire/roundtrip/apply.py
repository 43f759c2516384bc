"""Puts what a sidecar holds back into a conversation that was read from the payload, however
it went on.

Messages that stand as they were written get their own words back. Those that somebody changed
stay as they are now, with the fields of their unchanged parts; those that are new stay in
their own words.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, takewhile

from msgspec import Struct, field
from msgspec.structs import replace

from crosswire.address import Address, at_pointer, is_pointer, pointer, root
from crosswire.errors import NotASidecar
from crosswire.formats import FORMATS
from crosswire.model import (
    Conversation,
    JsonValue,
    Message,
    Part,
    ToolCallPart,
    ToolResultPart,
    assign_keys,
)
from crosswire.model.json_patch import patched, tokens_below
from crosswire.model.json_values import field_of, object_or_empty
from crosswire.model.loss import Loss
from crosswire.model.node_key import NodeKey
from crosswire.roundtrip.changed_messages import LoggedWords, copied, losses_of
from crosswire.roundtrip.matching import in_payload, matched
from crosswire.roundtrip.settings import restored_settings
from crosswire.roundtrip.sidecar import (
    Entry,
    Sidecar,
    digest_of,
    format_of_place,
    place_of,
    read_body,
)


class Restored(Struct):
    """A conversation with what a sidecar holds of it."""

    conversation: Conversation
    losses: list[Loss] = field(default_factory=list)
    """What could not stand again, as the payload was changed since."""
    fields: dict[NodeKey, SidecarFields] = field(default_factory=dict)
    """Key of an unchanged part of a changed message -> what it may have again in its own
    format."""


class SidecarFields(Struct, frozen=True):
    """The fields that only one format has a word for, of a part in its words."""

    format: str
    part: Part


def apply_sidecar(conversation: Conversation, sidecar: Sidecar) -> Restored:
    """Put back what a sidecar holds; raises NotASidecar where nothing of it stands in the
    conversation."""
    payload = _Payload(conversation, sidecar)
    if not payload.standing_at and any(entry.at for entry in sidecar.messages):
        raise NotASidecar(
            "This map was made for another payload: no message of this one "
            f"is as {sidecar.written_as} "
            "had it written then."
        )
    return _Application(payload, _Log(payload)).restored()


class _Payload:
    """The conversation as it was read from the payload, and the entries that stand in it."""

    def __init__(self, conversation: Conversation, sidecar: Sidecar) -> None:
        self.conversation = conversation
        self.sidecar = sidecar
        self.messages: dict[Address, list[Message]] = defaultdict(list)
        for message in conversation.messages:
            self.messages[message.address].append(message)
        self.positions = {address: i for i, address in enumerate(self.messages)}
        digests = [(place, digest_of(read[0].raw)) for place, read in self.messages.items()]
        self.standing_at = matched(sidecar.messages, digests)
        """Number of an entry that stands as it was written -> its places now."""
        standing = {place for places in self.standing_at.values() for place in places}
        self.changed = [place for place in self.messages if place not in standing]
        """The places of the messages that are changed or new."""

    def is_listed(self, place: Address) -> bool:
        """Whether a message is an element of a list, and stands in no field of its own."""
        return self.messages[place][0].field is None

    def changed_ends(self) -> list[ToolCallPart | ToolResultPart]:
        """The calls and results in messages that are changed or new."""
        messages = [message for place in self.changed for message in self.messages[place]]
        parts = (part for message in messages for part in message.parts)
        return [part for part in parts if isinstance(part, (ToolCallPart, ToolResultPart))]

    def entries_changed(self) -> list[Entry]:
        """The entries whose messages were changed or taken out."""
        entries = enumerate(self.sidecar.messages)
        return [entry for number, entry in entries if number not in self.standing_at]

    def is_in_order(self) -> bool:
        """Whether what stands of the payload stands in the order that it was written in."""
        pairs = [
            (in_payload(place), self.positions[now])
            for number, places in self.standing_at.items()
            for place, now in zip(self.sidecar.messages[number].at, places, strict=True)
        ]
        positions = [now for _, now in sorted(pairs, key=lambda pair: pair[0])]
        return positions == sorted(positions)


class _Log:
    """The sidecar as a document of the conversation, with the messages of the log in it."""

    def __init__(self, payload: _Payload) -> None:
        self._document = len(payload.conversation.documents)
        self.document = _with_made_ids(payload)
        bodies = object_or_empty(field_of(self.document, "bodies"))
        self.bodies = {
            format: read_body(format, body, self.at(place_of(format, root())))
            for format, body in bodies.items()
            if isinstance(body, dict)
        }
        messages = [message for body in self.bodies.values() for message in body.messages]
        self.messages: dict[Address, list[Message]] = defaultdict(list)
        for message in messages:
            self.messages[message.address].append(message)
        self.fields = {m.address for m in messages if m.field is not None}
        """The places of messages in fields of their own."""

    def at(self, place: str) -> Address:
        """The address of a place of the sidecar."""
        return at_pointer(place, self._document)

    def settings(self, format: str | None) -> dict[str, Part]:
        """The settings and tools of a body, by their place in the sidecar."""
        body = None if format is None else self.bodies.get(format)
        parts = () if body is None else body.settings_and_tools
        return {pointer(part.address): part for part in parts}

    def parts(self) -> dict[Address, Part]:
        parts = (part for body in self.bodies.values() for _, part in body.parts())
        return {part.address: part for part in parts}


def _with_made_ids(payload: _Payload) -> JsonValue:
    """The sidecar's JSON, with the made ids that later messages answer to."""
    used = {end.call_id.value for end in payload.changed_ends()}
    changes: list[tuple[tuple[str, ...], JsonValue]] = [
        (tokens_below(at_pointer(made.was), root()), made.written)
        for made in payload.sidecar.ids
        if made.logged is None and made.was is not None and made.written in used
    ]
    value: JsonValue = payload.sidecar.as_json()
    try:
        return patched(value, changes) if changes else value
    except (LookupError, ValueError) as error:
        raise NotASidecar(
            "This map names the place of an id that it does not have."
        ) from error


class _Ranked(Struct, frozen=True):
    """A message of the restored conversation, with where it goes."""

    rank: tuple[int, int, int]
    message: Message
    is_later: bool = False
    """Whether it is new, or changed."""


class _Application:
    """Puts the messages of the log and those of the payload into one conversation."""

    def __init__(self, payload: _Payload, log: _Log) -> None:
        self.payload, self.log = payload, log
        self.sidecar = payload.sidecar
        self.ranks = {was: rank for rank, was in enumerate(self.sidecar.order)}
        self.in_order = payload.is_in_order()

    def restored(self) -> Restored:
        now, format = self.payload.conversation, self.sidecar.dialect
        ranked = sorted([*self._standing(), *self._later()], key=lambda ranked: ranked.rank)
        logged = self.log.settings(format)
        settings, losses = restored_settings(now, self.sidecar, logged)
        result = replace(
            now,
            messages=[ranked.message for ranked in ranked],
            settings_and_tools=settings,
            documents=[*now.documents, self.log.document],
            read_from=None,
        )
        if format is not None:
            bodies = self.log.bodies.values()
            result = replace(
                result,
                format=format,
                wire_format=format,
                traits=FORMATS[format].TRAITS,
                calls_may_be_elsewhere=any(body.calls_may_be_elsewhere for body in bodies),
            )
        if self._all_lead(ranked):
            # Then the ids that are made for it are those that were made then.
            digest, number = self.sidecar.digest, self.sidecar.number
            result = replace(result, digest_of=lambda: digest, number=number)
        assign_keys(result)
        fields, of_fields = self._fields(result)
        return Restored(result, [*losses, *of_fields], fields)

    def _all_lead(self, ranked: list[_Ranked]) -> bool:
        """Whether all messages of the log stand, and before any other."""
        later = [message.is_later for message in ranked]
        is_whole = not any(entry.was for entry in self.payload.entries_changed())
        return is_whole and later == sorted(later)

    def _standing(self) -> Iterator[_Ranked]:
        """The messages of the log for those that stand as they were written."""
        for number, places in self.payload.standing_at.items():
            position = min(self._listed_positions(places), default=-1)
            for was in self.sidecar.messages[number].was:
                rank = self.ranks.get(was, len(self.ranks))
                key = (rank, 0, 0) if self.in_order else (position, 0, rank)
                for message in self._logged(was, places):
                    yield _Ranked(key, message)

    def _logged(self, was: str, places: Sequence[Address]) -> Iterable[Message]:
        """The messages of the log at a place of the sidecar; where the payload has them in
        their own words, those of the payload."""
        if is_pointer(was):
            return self.log.messages.get(self.log.at(was), ())
        return map(copied, self.payload.messages[places[0]])

    def _listed_positions(self, places: Iterable[Address]) -> list[int]:
        listed = filter(self.payload.is_listed, places)
        return [self.payload.positions[place] for place in listed]

    def _later(self) -> Iterator[_Ranked]:
        """The messages that are new or changed, each after what stood before it."""
        after, anchors = self._last_leading_rank(), self._last_ranks()
        changed = set(self.payload.changed)
        words = LoggedWords(_logged_ids(self.sidecar), self.sidecar.names)
        for place, position in self.payload.positions.items():
            after = max(after, anchors.get(position, -1))
            rank = after if self.payload.is_listed(place) else -1
            key = (rank, 1, position) if self.in_order else (position, 0, 0)
            for message in self.payload.messages[place] if place in changed else ():
                yield _Ranked(key, words.put_into(message), is_later=True)

    def _last_ranks(self) -> dict[int, int]:
        """Position of a message that stands -> the last rank of what it was in the log."""
        last: dict[int, int] = defaultdict(lambda: -1)
        for number, places in self.payload.standing_at.items():
            was = self.sidecar.messages[number].was
            rank = max((self.ranks.get(place, len(self.ranks)) for place in was), default=-1)
            for position in self._listed_positions(places):
                last[position] = max(last[position], rank)
        return last

    def _last_leading_rank(self) -> int:
        """The rank of the last message of the log of those that lead it in fields of their
        own."""
        in_fields = (self.log.at(was) in self.log.fields for was in self.sidecar.order)
        return sum(1 for _ in takewhile(bool, in_fields)) - 1

    # What changed messages may have again

    def _fields(self, result: Conversation) -> tuple[dict[NodeKey, SidecarFields], list[Loss]]:
        """What unchanged parts of changed messages may have again, and the losses of all else
        that they had."""
        waiting = self._parts_of_later(result)
        logged = self.log.parts()
        fields: dict[NodeKey, SidecarFields] = {}
        restored: set[Address] = set()
        entries = self.payload.entries_changed()
        for kept in chain.from_iterable(entry.parts for entry in entries):
            before = logged.get(self.log.at(kept.was))
            if before is None or not waiting[kept.digest]:
                continue
            now = waiting[kept.digest].popleft()
            fields[now.key] = SidecarFields(format_of_place(kept.was), before)
            restored.add(before.address)
            if isinstance(now, ToolResultPart) and isinstance(before, ToolResultPart):
                now.is_error = before.is_error
        gone = {self.log.at(was) for entry in entries for was in entry.was}
        changed = [read for place, read in self.log.messages.items() if place in gone]
        losses = [losses_of(message, restored) for message in chain.from_iterable(changed)]
        return fields, list(chain.from_iterable(losses))

    def _parts_of_later(self, result: Conversation) -> dict[str, deque[Part]]:
        """Digest -> the parts with it in changed messages, in order."""
        later = set(self.payload.changed)
        waiting: dict[str, deque[Part]] = defaultdict(deque)
        for message, part in result.parts():
            if message.address in later:
                waiting[digest_of(part.raw)].append(part)
        return waiting


def _logged_ids(sidecar: Sidecar) -> Mapping[str, str]:
    """An id in the payload -> the logged one, where it stands for one alone."""
    logged: dict[str, set[str | None]] = defaultdict(set)
    for id in sidecar.ids:
        logged[id.written].add(id.logged)
    return {
        written: value
        for written, values in logged.items()
        for value in values
        if value is not None and len(values) == 1
    }
