"""The cells of one pane: for each row, what stands there in this format, ready for a template.

The original's cells are made from the conversation itself. A rendering's are made by reading
its payload with the target's own reader and following the links from the parts of the
conversation, so that every pane shows what a reader of that format would see, and nothing is
found by searching.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

import crosswire
from crosswire.address import Address, child, document_of, is_within, resolve, root
from crosswire.containers import read_in_text, read_json
from crosswire.errors import BadAddress, NotAConversation
from crosswire.model import (
    UNNAMED,
    Conversation,
    JsonValue,
    Link,
    Loss,
    Message,
    NodeKey,
    Part,
    Rendering,
    embedded_key,
)
from crosswire.pairing import Pairing
from crosswire.rendering import name_of
from webapp.readmodel import wire
from webapp.readmodel.cell import (
    Cell,
    LostThing,
    describe_envelope,
    describe_message,
    describe_part,
)
from webapp.readmodel.ids import changed
from webapp.readmodel.losses import kind_of as kind_of_loss
from webapp.readmodel.row_numbers import RowNumbers, nodes, parts_by_row, row_node
from webapp.readmodel.text import holdable, lost_thing, one_line, printable
from webapp.readmodel.written_ties import (
    alone_in,
    alone_tie,
    call_numbers,
    draw,
    pairings,
    written_ties,
)

MOST_LOST = 20
"""Losses that a cell says one by one; the list of its pane has all of them."""


def cells(
    conversation: Conversation, pairing: Pairing, rendering: Rendering | None
) -> list[list[Cell]]:
    """The cells of each row in one pane, the original's where there is no rendering."""
    if rendering is None:
        return list(original_cells(conversation))
    return _Pane(conversation, pairing, rendering).cells()


def original_cells(conversation: Conversation) -> Iterator[list[Cell]]:
    """The cells of each row in the pane that shows the log itself."""
    for message, parts in parts_by_row(conversation):
        yield _original(conversation, message, parts)


def _original(
    conversation: Conversation, message: Message | None, parts: Sequence[Part]
) -> list[Cell]:
    if message is None:
        return [describe_envelope(part, conversation.format) for part in parts]
    line = line_around(conversation, message)
    return [describe_part(part, message, line=line) for part in parts] or [
        describe_message(message, line)
    ]


def line_around(conversation: Conversation, message: Message) -> JsonValue:
    """The whole line of a program's log, which says more than the message in it; None where
    the message was put together of several lines."""
    if conversation.shape != "session" or conversation.container != "jsonl":
        return None
    if _is_put_together(message, conversation.documents):
        return None
    return conversation.documents[document_of(message.address)]


def _is_put_together(message: Message, documents: Sequence[JsonValue]) -> bool:
    """Whether what stands at a message's address is a piece of it alone."""
    try:
        there = resolve(message.address, documents, read_in_text)
    except BadAddress:
        return False
    return there is not message.raw and there != message.raw


@dataclass(slots=True)
class _Placed:
    """A part of the payload, and whether a row shows it already."""

    part: Part
    message: Message | None
    shown_in: int | None = None


@dataclass
class _Pane:
    conversation: Conversation
    pairing: Pairing
    rendering: Rendering
    rows: list[list[Cell]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.payload = _read_back(self.rendering)
        self.placed: dict[str, _Placed] = {}
        for part in (part for read in self.payload for part in read.settings_and_tools):
            self.placed[part.address] = _Placed(part, None)
        self.messages: dict[str, Message] = {}
        for message in (message for read in self.payload for message in read.messages):
            self.messages[message.address] = message
            for part in message.parts:
                self.placed[part.address] = _Placed(part, message)
        self.changes = {change.node: change for change in self.rendering.id_map}
        self.renamed = {
            change.logged: holdable(change.written) for change in self.rendering.name_map
        }
        self.links: dict[str, list[Link]] = defaultdict(list)
        self.message_links: dict[str, Link] = {}
        for link in self.rendering.links:
            if link.node is None:
                continue
            if "." in link.node or link.node.startswith("e"):
                self.links[row_node(link.node)].append(link)
            else:
                self.message_links[link.node] = link

    def cells(self) -> list[list[Cell]]:
        losses = self._losses_by_row()
        for number, (node, (_, parts)) in enumerate(
            zip(nodes(self.conversation), parts_by_row(self.conversation), strict=True)
        ):
            self.rows.append([])
            for link in self._links_of(node):
                self._place(number, link, losses.get(number, []))
            if parts and not self.rows[number] and number:
                self.rows[number].append(_absent(losses.get(number, [])))
            if not number and not self.rows[number] and losses.get(number):
                self.rows[number].append(_absent(losses[number]))
            if self.rows[number] and number in losses:
                _say_lost(self.rows[number][0], losses[number])
        self._add_the_rest()
        self._say_what_was_added()
        self._tie()
        return self.rows

    def _tie(self) -> None:
        """The lines between calls and results, as the payload ties them; what the log alone
        pairs has no other end."""
        written = pairings(self.payload)
        numbers = call_numbers(self.conversation, RowNumbers(self.conversation))
        draw(self.rows, numbers, [tie for one in written for tie in written_ties(one)])
        fates: dict[str, str] = {}
        for one in written:
            fates |= {part.address: how for part, how in alone_in(one)}
        for number, node in enumerate(nodes(self.conversation)):
            if NodeKey(node) not in self.pairing.pair_of:
                continue
            for cell in self.rows[number]:
                if cell["address"] in fates and cell["kind"] in ("call", "result"):
                    cell["tied"] = alone_tie(cell, fates[cell["address"]], numbers.get(number))

    def _links_of(self, node: str) -> Iterable[Link]:
        if node in self.links:
            return self.links[node]
        return filter(None, [self.message_links.get(node)])

    def _place(self, number: int, link: Link, losses: Sequence[Loss]) -> None:
        row = self.rows[number]
        if link.target is None:
            # The envelope's row says what it lacks in one list.
            if number and not any(cell["kind"] == "absent" for cell in row):
                row.append(_absent(losses))
            return
        found = self._part_at(link.target)
        if found is None:
            row.append(self._bare(link))
        elif found.shown_in is None:
            found.shown_in = number
            row.append(self._described(found, link))
        elif found.shown_in != number:
            row.append(_merged(found, link))

    def _part_at(self, target: Address) -> _Placed | None:
        """The part of the payload that an address lies in."""
        at: str = target
        while at:
            if at in self.placed:
                return self.placed[at]
            if at in self.messages:
                return self._only_part(self.messages[at], target)
            at = (
                at[: max(at.rfind("/"), at.rfind("!"), at.rfind("@"))] if at[-1] != ":" else ""
            )
        return None

    def _only_part(self, message: Message, target: Address) -> _Placed | None:
        """The part of a message that lies below a target, or the message's only one."""
        below = [part for part in message.parts if is_within(part.address, target)]
        inside = below or (message.parts if len(message.parts) == 1 else [])
        return self.placed[inside[0].address] if inside else None

    def _described(self, found: _Placed, link: Link) -> Cell:
        change = self.changes.get(row_node(link.node or UNNAMED))
        cell = describe_part(found.part, found.message, change)
        cell["relation"] = link.relation
        if cell["kind"] == "result" and not cell["name"]:
            cell["name"] = self._name_there(row_node(link.node or UNNAMED))
        inner = self.changes.get(embedded_key(row_node(link.node or UNNAMED)))
        result = cell.get("result")
        if inner is not None and result is not None:
            result["id"]["change"] = changed(inner)
        return cell

    def _name_there(self, result: NodeKey) -> str:
        """The name that the call of a result has in this pane, where it is another than in the
        log."""
        pair = self.pairing.pair_of.get(result) if self.renamed else None
        return "" if pair is None else self.renamed.get(name_of(pair.call) or "", "")

    def _bare(self, link: Link) -> Cell:
        """A place of the payload that its reader makes no part of."""
        address = link.target or Address("0:")
        message = self.messages.get(address)
        if message is not None:
            return describe_message(message)
        try:
            value = cast(JsonValue, resolve(address, [self.rendering.payload], _read_text))
        except BadAddress:
            value = None
        cell = Cell(
            kind="data", relation=link.relation, address=address, wire=wire.compact(value)
        )
        cell["json"] = cell["wire"]
        return cell

    def _losses_by_row(self) -> dict[int, list[Loss]]:
        by_address: dict[str, int] = {}
        for number, (message, parts) in enumerate(parts_by_row(self.conversation)):
            for part in parts:
                by_address[part.address] = number
                # A call and its result may be one object, whose fields are one of both's.
                for name in part.extras or ():
                    by_address.setdefault(child(part.address, name), number)
            if message is not None:
                # Its own fields are lost where it begins, and so are those of the line around
                # it.
                by_address.setdefault(message.address, number)
                if line_around(self.conversation, message) is not None:
                    by_address.setdefault(root(document_of(message.address)), number)
        found: dict[int, list[Loss]] = defaultdict(list)
        for loss in self.rendering.losses:
            if loss.source is not None:
                # What stands in no row is said in the envelope's.
                found[_owner(loss.source, by_address) or 0].append(loss)
        return found

    def _add_the_rest(self) -> None:
        """What the rendering added stands with the row before which it comes, or with the last
        one."""
        waiting: list[Cell] = []
        for found in self.placed.values():
            if found.shown_in is None:
                cell = describe_part(found.part, found.message)
                cell["relation"] = "added"
                if found.message is None:
                    self.rows[0].append(cell)
                else:
                    waiting.append(cell)
            elif waiting and found.message is not None:
                row = self.rows[found.shown_in]
                place = next(
                    (i for i, cell in enumerate(row) if cell["address"] == found.part.address),
                    0,
                )
                row[place:place] = waiting
                waiting = []
        if waiting:
            self.rows[-1] += waiting

    def _say_what_was_added(self) -> None:
        """What the upload has no place for is said where it stands in the payload."""
        added: dict[int, list[Loss]] = defaultdict(list)
        cells = [cell for row in self.rows for cell in row]
        by_address = {
            cell["address"]: n
            for n, cell in reversed(list(enumerate(cells)))
            if cell["address"]
        }
        for loss in self.rendering.losses:
            if loss.source is None and cells:
                added[_owner(loss.target, by_address) or 0].append(loss)
        for number, losses in added.items():
            _say_lost(cells[number], losses)


def _read_back(rendering: Rendering) -> list[Conversation]:
    try:
        return crosswire.parse(rendering.payload, rendering.target)
    except NotAConversation:  # nothing of it has a place in this format
        return []


def _read_text(text: str) -> JsonValue:
    return read_json(text.encode("utf-8", "surrogatepass"))


def _owner(address: Address | None, by_address: Mapping[str, int]) -> int | None:
    at: str = address or ""
    while at:
        number = by_address.get(at)
        if number is not None:
            return number
        at = at[: max(at.rfind("/"), at.rfind("!"), at.rfind("@"), 0)]
    return None


def _say_lost(cell: Cell, losses: Sequence[Loss]) -> None:
    told = cell.setdefault("lost", [])
    told += [_lost(loss) for loss in losses[: MOST_LOST - len(told)]]
    cell["lost_count"] = cell.get("lost_count", 0) + len(losses)


def _lost(loss: Loss) -> LostThing:
    return LostThing(
        kind=kind_of_loss(loss.kind.value, loss.code),
        code=loss.code,
        what=printable(lost_thing(loss.code, loss.what)),
        why=printable(loss.why),
        fallback=one_line(loss.fallback or "", 200),
    )


def _absent(losses: Sequence[Loss]) -> Cell:
    """For a part without a place in the payload."""
    dropped = [loss for loss in losses if loss.kind.value == "dropped"]
    cell = Cell(kind="absent", relation="dropped", address="", wire="")
    reasons = dict.fromkeys(loss.why for loss in dropped)
    cell["note"] = printable(" ".join(reasons))
    if not cell["note"]:
        cell["about"] = "no place"
    fallback = next((loss.fallback for loss in dropped if loss.fallback), None)
    cell["text"] = fallback or ""
    return cell


def _merged(found: _Placed, link: Link) -> Cell:
    """For a part that stands in the same place of the payload as an earlier one."""
    return Cell(kind="merged", relation=link.relation, address=found.part.address, wire="")
