"""A working copy of the JSON of one conversation, which knows where its pieces came from.

The copy is read again after each step, so that every step sees the conversation as it then
stands. Steps write values at once. What they put in, move or take out waits for `flush`, which
rebuilds each list once, so that positions hold until then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

from crosswire.address import (
    Address,
    ancestry,
    child,
    document_of,
    last_key,
    parent,
    position_of,
    rebase,
)
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
from crosswire.model.entry import Entry
from crosswire.model.json_patch import tokens_below, value_below
from crosswire.reading.choosing import read_entry
from crosswire.rendering.id_plan import made_id
from crosswire.repairs.change import Change, ChangeKind, ProposedChange
from crosswire.repairs.change_log import ChangeLog
from crosswire.repairs.message_list import ALL_DOCUMENTS, list_address, message_addresses
from crosswire.repairs.splicing import digest_of, spliced
from crosswire.repairs.tracked import (
    Element,
    Tracked,
    TrackedList,
    TrackedObject,
    Tracker,
    piece_of,
    plain,
    plain_object,
)

Trace = Callable[[Address], "Address | None"]
"""From a place in the words that are repaired to the place in the upload."""


class WorkingCopy:
    """The copy, with all that the steps of a repair do to it."""

    def __init__(self, conversation: Conversation, trace: Trace) -> None:
        entry = conversation.read_from
        assert entry is not None  # noqa: S101 - every wire format is read from one
        self.source, self._entry, self._trace = conversation, entry, trace
        self.wire = FORMATS[conversation.format]
        self.log = ChangeLog()
        self.letters_of_ids: dict[str, str] = {}
        """Kept from pass to pass; see `ids`."""
        self._tracker = Tracker()
        self._edited: dict[int, TrackedList] = {}
        self._request = self._body(entry.request)
        self._response = self._body(entry.response)
        self._list_address = list_address(conversation, entry)
        values = [value for value, _ in entry.messages]
        origins = [address for _, address in entry.messages]
        self._messages = self._tracker.list_of(values, origins, self._list_address)
        self.conversation = self.read()

    def _body(
        self, body: tuple[JsonObject, Address] | None
    ) -> tuple[TrackedObject, Address] | None:
        return None if body is None else (self._tracker.object(*body), body[1])

    # Reading

    def read(self) -> Conversation:
        """The conversation as it stands now."""
        entry = self.entry()
        self._roots = {address: value for value, address in _values(entry)}
        if self._list_address not in (None, ALL_DOCUMENTS):
            self._roots[self._list_address] = self._messages
        self.conversation = self._conversation(entry)
        return self.conversation

    def _conversation(self, entry: Entry) -> Conversation:
        source = self.source
        return read_entry(self.wire, entry).finish(
            container=source.container,
            shape=source.shape,
            documents=source.documents,
            others=(source.documents_before, source.documents_after),
            number=source.number,
            digest_of=lambda: source.digest,
            calls_may_be_elsewhere=source.calls_may_be_elsewhere,
            unread=source.unread,
            differences=source.differences,
        )

    def entry(self) -> Entry:
        """Where the conversation stands now, with the addresses that it will have."""
        read, values = self._entry, self._messages
        first = self.source.documents_before
        addresses = message_addresses(len(values), self._list_address, read, first)
        messages = list(zip(values, addresses, strict=True))
        bodies = self._request, self._response
        return Entry(
            read.shape,
            *bodies,
            read.choice,
            messages,
            read.title,
            read.unread,
            errors=read.errors,
        )

    def finished(self) -> Conversation:
        """The conversation in plain containers, among all documents of the upload."""
        entry = self.entry()
        entry.request, entry.response = _plain_body(entry.request), _plain_body(entry.response)
        entry.messages = [(plain(value), address) for value, address in entry.messages]
        documents = spliced(self.source, entry, self._list_address)
        return replace(
            self._conversation(entry),
            documents=documents,
            read_from=replace(entry, errors=[]),  # they were sent for what was logged
            digest_of=cache(partial(digest_of, documents)),
        )

    # Places

    def value_at(self, address: Address) -> JsonValue:
        """What stands at a place of the copy; None where nothing does."""
        for above in ancestry(address):
            if above in self._roots:
                return value_below(self._roots[above], tokens_below(address, above))
        return None

    def element_at(self, address: Address) -> Element | None:
        """The element of a list that stands at an address; None where none does."""
        above = parent(address)
        if above is not None:
            items, position = self.value_at(above), position_of(address)
        elif self._list_address == ALL_DOCUMENTS:
            items, position = self._messages, document_of(address)
        else:
            return None
        if not isinstance(items, TrackedList) or position is None or position >= len(items):
            return None
        return Element(items, position)

    def element_of(self, node: Message | Part) -> Element | None:
        """The element that a message or a part was read from; None where it stands in no
        list."""
        if isinstance(node, Message) and node.field is not None:
            return None
        element = self.element_at(node.address)
        return element if element is not None and element.value is node.raw else None

    def origin(self, address: Address) -> Address | None:
        """The place in the upload that a place of the copy comes from; None where it was put
        in."""
        for above in ancestry(address):
            value, element = self.value_at(above), self.element_at(above)
            if isinstance(value, (TrackedObject, TrackedList)):
                return self._traced(value.origin, address, above)
            if element is not None:
                return self._traced(element.origin, address, above)
        return self._trace(address)

    def _traced(
        self, origin: Address | None, address: Address, above: Address
    ) -> Address | None:
        """The place in the upload of an address below a piece that stands at `above`."""
        return None if origin is None else self._trace(rebase(address, above, origin))

    def made_id(self, part: ToolCallPart | ToolResultPart) -> str:
        """An id from the upload's digest and the place of a part, the same on any machine."""
        place = self.origin(part.address) or part.address
        seed = f"repair\0{self.source.digest}\0{self.source.number}\0{place}"
        return made_id(seed, self.wire.ID_RULE.of(part))

    # Changes

    def carry_out(self, proposal: ProposedChange) -> bool:
        """Make a change that was proposed; whether anything is different now."""
        before = len(self.log)
        self.log.proposal = proposal
        proposal.make()
        return len(self.log) > before

    def write(self, address: Address, value: JsonValue) -> None:
        """Write a value into a field or in the place of an element."""
        holder, key, source = self._field(address)
        before, after = self.value_at(address), self._tracker.value(value)
        if holder is None or (type(before) is type(after) and before == after):
            return
        if isinstance(holder, TrackedList):
            holder[int(key)] = after
        else:
            holder[key] = after
        self.log.written(source, holder, key, before)

    def remove_field(self, address: Address) -> None:
        """Take a field out of its object, where it has it."""
        holder, key, source = self._field(address)
        if isinstance(holder, TrackedObject) and key in holder:
            self.log.written(source, holder, key, holder.pop(key))

    def _field(self, address: Address) -> tuple[Tracked | None, str, Address | None]:
        """The container and the key that an address names, and its place in the upload."""
        above, key = parent(address), last_key(address)
        element = self.element_at(address)
        if element is not None:
            return (
                element.items,
                key,
                self._source(element.items.element_origins[element.position]),
            )
        holder = None if above is None else self.value_at(above)
        if not isinstance(holder, TrackedObject):
            return None, key, None
        return holder, key, self._source(holder.origin, key)

    def _source(self, origin: Address | None, *tokens: str) -> Address | None:
        return None if origin is None else self._trace(child(origin, *tokens))

    def move(
        self, element: Element, behind: Element, *, kind: ChangeKind | None = None
    ) -> None:
        """Take an element out of its list and put it behind another one."""
        self._take_out(element)
        self._put_in(element.value, element.origin, behind)
        self.log.moved(self._source(element.origin), element.piece, kind)

    def add(self, value: JsonValue, behind: Element) -> None:
        """Put something new behind an element."""
        added = self._tracker.value(value)
        self._put_in(added, None, behind)
        self.log.added(piece_of(added), added)

    def add_message(
        self, role: JsonValue, content: str, like: JsonValue, behind: Element
    ) -> Element:
        """Put in a message for blocks of another one, and count it as that one; the place for
        the blocks."""
        blocks = self._tracker.list([])
        message = self._tracker.object({"role": role, content: blocks})
        message.origin = like.origin if isinstance(like, TrackedObject) else None
        self._put_in(message, message.origin, behind)
        return Element(blocks, -1)

    def drop(self, element: Element, *, reason: str | None = None) -> None:
        """Take an element out for good."""
        self._take_out(element)
        self.log.dropped(self._source(element.origin), element.value, reason)

    def _take_out(self, element: Element) -> None:
        items = element.items
        items.remove_later(element.position)
        items.removed_for = self.log.proposal.rule if self.log.proposal else None
        self._edited[items.number] = items

    def _put_in(self, value: JsonValue, origin: Address | None, behind: Element) -> None:
        behind.items.insert_later(behind.position, value, origin)
        self._edited[behind.items.number] = behind.items

    def flush(self) -> None:
        """Put in and take out what waits."""
        for items in self._edited.values():
            items.rebuild()
        self._edited.clear()

    def changes(self) -> list[Change]:
        """All that was done, in order, with the places that the pieces have now."""
        return self.log.changes(_values(self.entry()))


def _plain_body(body: tuple[JsonObject, Address] | None) -> tuple[JsonObject, Address] | None:
    return None if body is None else (plain_object(body[0]), body[1])


def _values(entry: Entry) -> list[tuple[JsonValue, Address]]:
    bodies = [body for body in (entry.request, entry.response) if body is not None]
    return [*bodies, *entry.messages]


def emptied_for(message: JsonValue) -> str | None:
    """The rule that something was taken out of a message for; None where nothing was."""
    lists = message.values() if isinstance(message, dict) else ()
    rules = (items.removed_for for items in lists if isinstance(items, TrackedList))
    return next(filter(None, rules), None)
