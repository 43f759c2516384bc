"""A working copy of the JSON of one conversation, which knows where its pieces came from.

The copy is read again after each step, so that every step sees the conversation as it then
stands. Steps write values at once. What they put in, move or take out waits for `flush`, which
rebuilds each list once, so that positions hold until then.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from crosswire.address import (
    Address,
    ancestry,
    child,
    document_of,
    is_within,
    last_key,
    parent,
    position_of,
    rebase,
)
from crosswire.formats import FORMATS
from crosswire.logs import LOGS
from crosswire.logs.shared.own_results import OwnResults
from crosswire.model import (
    Conversation,
    JsonValue,
    Message,
    Part,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.json_patch import tokens_below, value_below
from crosswire.model.node_key import message_number
from crosswire.rendering.id_plan import made_id
from crosswire.repairs.change import Change, ChangeKind, ProposedChange
from crosswire.repairs.change_log import ChangeLog
from crosswire.repairs.copied import Copied
from crosswire.repairs.copied_entry import CopiedEntry
from crosswire.repairs.copied_file import CopiedFile
from crosswire.repairs.links import Links
from crosswire.repairs.message_list import ALL_DOCUMENTS
from crosswire.repairs.ordinals import Ordinals
from crosswire.repairs.tracked import (
    Element,
    Tracked,
    TrackedList,
    TrackedObject,
    Tracker,
    containers_in,
    piece_of,
)

_OF_NO_PROVIDER = "openai-chat"
"""Whose ids are made for a log that is written for no provider's API."""
Trace = Callable[[Address], "Address | None"]
"""From a place in the words that are repaired to the place in the upload."""


class WorkingCopy:
    """The copy, with all that the steps of a repair do to it."""

    def __init__(self, conversation: Conversation, trace: Trace) -> None:
        self.source, self._trace = conversation, trace
        self.wire = FORMATS.get(conversation.wire_format) or FORMATS[_OF_NO_PROVIDER]
        self.log = ChangeLog()
        self.letters_of_ids: dict[str, str] = {}
        """Kept from pass to pass; see `ids`."""
        self._tracker = Tracker()
        self._edited: dict[int, TrackedList] = {}
        self.copied = _copied(conversation, self._tracker)
        self.own_results = own_results_of(conversation)
        """Of a program's log that says how it holds results; None of others."""
        self._lines = _lines_of(self.copied)
        own = self.own_results or OwnResults()
        self.links: Links | None = None
        """Of a log whose lines name each other."""
        self._numbers: Ordinals | None = None
        if own.names is not None:
            self.links = Links(own.names, self._lines, self._write_link)
        if own.ordinal is not None:
            self._numbers = Ordinals(own.ordinal, self._lines, self._write_link)
        self.conversation = self.read()

    def read(self) -> Conversation:
        """The conversation as it stands now."""
        copied = self.copied
        self._roots = {address: value for value, address in copied.roots()}
        if copied.list_address not in (None, ALL_DOCUMENTS):
            self._roots[copied.list_address] = copied.elements
        self.conversation = copied.read()
        return self.conversation

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
        elif self.copied.list_address == ALL_DOCUMENTS:
            first = self.source.documents_before
            items, position = self.copied.elements, document_of(address) - first
        else:
            return None
        if not isinstance(items, TrackedList) or position is None:
            return None
        return Element(items, position) if 0 <= position < len(items) else None

    def element_of(self, node: Message | Part) -> Element | None:
        """The element that a message or a part was read from; None where it stands in no
        list."""
        if isinstance(node, Message) and node.field is not None:
            return None
        element = self.element_at(node.address)
        if element is not None and element.value is node.raw:
            return element
        return self._line_of(node) if self.source.read_from is None else None

    def _line_of(self, node: Message | Part) -> Element | None:
        """Of a log: the line, or the element, that holds a message and nothing else that was
        said; or one part of it and no other."""
        messages = self.conversation.messages
        number = message_number(node.key)
        message = messages[number]
        is_whole = isinstance(node, Message) or len(message.parts) == 1
        above = self.element_around(message.address if is_whole else node.address)
        if above is None:
            return None
        beside = [*messages[max(number - 1, 0) : number], *messages[number + 1 :][:1]]
        others: list[Message | Part] = [*beside]
        if not is_whole:
            others += [message, *(part for part in message.parts if part is not node)]
        shared = any(is_within(other.address, above) for other in others)
        return None if shared else self.element_at(above)

    def element_around(self, address: Address) -> Address | None:
        """The nearest element of a list that an address is, or lies in."""
        return next(filter(self.element_at, ancestry(address)), None)

    def origin(self, address: Address) -> Address | None:
        """The place in the upload that a place of the copy comes from; None where it was put
        in."""
        before = self._before(address)
        return None if before is None else self._trace(before)

    def _before(self, address: Address) -> Address | None:
        """The same, in the words that are repaired."""
        for above in ancestry(address):
            value = self.value_at(above)
            if isinstance(value, (TrackedObject, TrackedList)):
                return None if value.origin is None else rebase(address, above, value.origin)
            element = self.element_at(above)
            if element is not None:
                origin = element.origin
                return None if origin is None else rebase(address, above, origin)
        return address

    def made_id(self, part: ToolCallPart | ToolResultPart) -> str:
        """An id from the upload's digest and the place of a part, the same on any machine."""
        return made_id(self._seed(part), self.wire.ID_RULE.of(part))

    def digits(self, part: ToolCallPart, again: int) -> str:
        """32 hexadecimal digits for the line of the result of a call, made in the same way;
        other ones where those before were taken."""
        seed = f"line\0{again}\0{self._seed(part)}".encode("utf-8", "surrogatepass")
        return hashlib.sha256(seed).hexdigest()[:32]

    def _seed(self, part: ToolCallPart | ToolResultPart) -> str:
        place = self.origin(part.address) or part.address
        return f"repair\0{self.source.digest}\0{self.source.number}\0{place}"

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

    def _write_link(self, line: TrackedObject, key: str, value: JsonValue) -> None:
        """Let a line name another one as that before it, or have another number."""
        before = line.get(key)
        line[key] = value
        if line.origin is not None and before != value:
            self.log.linked(self._source(line.origin, key), line, key, before)

    def rename(self, address: Address, key: str) -> None:
        """Let what stands under a key that is an id stand under another one."""
        holder, old, source = self._field(address)
        if isinstance(holder, TrackedObject) and old in holder and key not in holder:
            holder[key] = holder.pop(old)
            self.log.renamed(source, holder, old, key)

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
        if self.links is not None and element.items is behind.items is self._lines:
            self.links.moved(element.value, behind.value)
        self.log.moved(self._source(element.origin), element.piece, kind)

    def add(self, value: JsonValue, behind: Element) -> None:
        """Put something new behind an element."""
        added = self._tracker.value(value)
        self._put_in(added, None, behind)
        if self.links is not None and behind.items is self._lines:
            self.links.put_behind(added, behind.value)
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

    def rewrite(
        self, element: Element, values: Sequence[tuple[Address, JsonValue]], trace: Trace
    ) -> None:
        """Say what an element says in these values, each with its place in a rendering;
        `trace` leads from there to the place in the copy that it was written from."""
        self._take_out(element)
        written = [self._tracker.value(value) for _, value in values]
        for (place, _), value in zip(values, written, strict=True):
            for piece, at in containers_in(value, place):
                source = trace(at)
                piece.origin = None if source is None else self._before(source)
            self._put_in(value, getattr(value, "origin", element.origin), element)
        self.log.rewritten(self._source(element.origin), element.value, written)

    def drop(self, element: Element, *, reason: str | None = None) -> None:
        """Take an element out for good."""
        self._take_out(element)
        if self.links is not None and element.items is self._lines:
            self.links.taken_out(element.value)
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
        edited, self._edited = self._edited, {}
        for items in edited.values():
            items.rebuild()
        if self.links is not None:
            self.links.flushed()
        if self._numbers is not None and self._lines.number in edited:
            self._numbers.flushed()

    def changes(self) -> list[Change]:
        """All that was done, in order, with the places that the pieces have now."""
        return self.log.changes(self.copied.roots())


def own_results_of(conversation: Conversation) -> OwnResults | None:
    """How the program that wrote a log holds results; None of others."""
    log = LOGS.get(conversation.format)
    own = getattr(log, "RESULTS", None)
    return own if isinstance(own, OwnResults) else None


def _lines_of(copied: Copied) -> TrackedList:
    """The lines of a file, which may stand in one list."""
    lines = copied.elements
    if copied.list_address is None and len(lines) == 1 and isinstance(lines[0], TrackedList):
        return lines[0]
    return lines


def _copied(conversation: Conversation, tracker: Tracker) -> Copied:
    """What a conversation is read from: places of a wire format, or the file of a log."""
    if conversation.read_from is None:
        return CopiedFile(conversation, tracker)
    return CopiedEntry(conversation, conversation.read_from, tracker)


def emptied_for(message: JsonValue) -> str | None:
    """The rule that something was taken out of a message for; None where nothing was. A log
    may hold the message a level deeper."""
    values = list(message.values()) if isinstance(message, dict) else []
    values += [one for value in values if isinstance(value, dict) for one in value.values()]
    rules = (items.removed_for for items in values if isinstance(items, TrackedList))
    return next(filter(None, rules), None)
