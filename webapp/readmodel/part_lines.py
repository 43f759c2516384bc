"""The index of parts: where each stands in the upload, and who answers whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from crosswire.address import Address
from crosswire.model import Conversation, Message, Part, ToolCallPart, ToolResultPart
from crosswire.pairing import How, Pairing
from webapp.readmodel.outline import kind_of
from webapp.readmodel.places import address_hash, id_hash

Place: TypeAlias = tuple[int | None, int | None]
"""The first byte of a part, and the byte after its last one; None in a Python literal."""


class PartLine(Struct):
    """One part; the fields are those of its row in the database."""

    number: int
    row: int
    message: int | None
    address: Address
    address_hash: int
    start: int | None
    end: int | None
    kind: str
    role: str | None
    pair: int | None = None
    how: str | None = None
    partner: int | None = None
    tool_name: str | None = None
    call_id: str | None = None
    call_id_hash: int | None = None
    id_source: str | None = None
    id_state: str | None = None


def indexed_parts(conversation: Conversation) -> Iterator[tuple[int | None, Part | Message]]:
    """Every part with the number of its message; a message without parts stands for itself."""
    for part in conversation.settings_and_tools:
        yield None, part
    for number, message in enumerate(conversation.messages):
        yield from ((number, part) for part in message.parts)
        if not message.parts:
            yield number, message


def part_lines(
    conversation: Conversation, pairing: Pairing, places: Iterator[Place]
) -> list[PartLine]:
    """A line for each part, in the order of the rows; what is beside the messages stands in
    the first row. `places` says of each where it stands."""
    lines: list[PartLine] = []
    tied: dict[str, PartLine] = {}
    row = 0
    for message, part in indexed_parts(conversation):
        row += message is not None
        start, end = next(places)
        line = PartLine(
            number=len(lines),
            row=row,
            message=message,
            address=part.address,
            address_hash=address_hash(part.address),
            start=start,
            end=end,
            kind="empty" if isinstance(part, Message) else kind_of(part),
            role=None if message is None else conversation.messages[message].role,
        )
        if isinstance(part, (ToolCallPart, ToolResultPart)):
            _note_id(line, part)
            tied[part.key] = line
        lines.append(line)
    _note_pairs(tied, pairing)
    return lines


def _note_id(line: PartLine, part: ToolCallPart | ToolResultPart) -> None:
    call_id = part.call_id
    line.tool_name, line.call_id = part.name, call_id.value
    line.call_id_hash = None if call_id.value is None else id_hash(call_id.value)
    line.id_source, line.id_state = call_id.source.value, call_id.state.value


def _note_pairs(lines: Mapping[str, PartLine], pairing: Pairing) -> None:
    for number, pair in enumerate(pairing.pairs):
        call = lines[pair.call.key]
        result = lines.get(pair.result.key, call)  # an embedded result is shown by its call
        for one, other in ((call, result), (result, call)):
            one.pair, one.how, one.partner = number, pair.how.value, other.number
    for alone in pairing.unanswered:
        lines[alone.call.key].how = alone.fate.value
    for hybrid in pairing.unshown:
        lines[hybrid.key].how = How.EMBEDDED.value
    for orphan in pairing.orphans:
        lines[orphan.result.key].how = "ambiguous" if orphan.ambiguous else "orphan"
