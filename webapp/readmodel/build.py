"""What is stored of an upload beside its bytes: conversations, parts with their places,
findings.

Everything here follows from the bytes and the code. Plain values only, no database.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeVar

import crosswire
from crosswire.address import Address
from crosswire.containers import Span, spans_of
from crosswire.facts import Clock, call_facts
from crosswire.model import Conversation, Message, Part, ToolCallPart, ToolResultPart
from crosswire.pairing import How, Pairing
from crosswire.reading import collector_paused
from webapp.packing import pack, pack_json
from webapp.readmodel import VERSION
from webapp.readmodel.call_lines import CallLine, call_lines
from webapp.readmodel.call_records import call_records
from webapp.readmodel.cells import cells
from webapp.readmodel.lists import Finding, call_entries, findings, summary
from webapp.readmodel.outline import BLOCK_ROWS, Row, find_row, kind_of, nodes, outline
from webapp.readmodel.places import address_hash, id_hash
from webapp.readmodel.search_texts import search_blocks
from webapp.readmodel.strip import columns

Record = dict[str, Any]
"""Columns of a row."""


@dataclass(slots=True)
class IndexedConversation:
    """A conversation, ready to be stored."""

    number: int
    record: Record
    parts: list[Record]
    findings: list[Finding]
    calls: list[CallLine]
    # Packed here, and not when they are written: while that goes on, nobody else writes.
    lists: dict[str, list[bytes]]
    """The blocks of each list, packed."""
    search: list[bytes]
    """The texts of each block of rows, packed."""
    cells: list[bytes]
    """The cells of each block of rows, packed."""


def describe(log: crosswire.Log) -> Record:
    """What was recognised in an upload."""
    detection = log.detection
    return {
        "digest": log.digest,
        "reading_version": VERSION,
        "container": log.container,
        "format": detection.format,
        "format_title": detection.title,
        "shape": detection.shape,
        "confidence": detection.confidence,
        "reason": detection.reason,
        "notes": [asdict(note) for note in log.notes],
    }


Step = Literal["pair", "check", "arrange"]
Result = TypeVar("Result")


def result_of(steps: Generator[object, None, Result]) -> Result:
    """What some work gives in the end, whoever does not want to hear of its steps."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def index(log: crosswire.Log, data: bytes) -> list[IndexedConversation]:
    """Everything to store of the conversations of an upload."""
    return result_of(index_in_steps(log, data))


def index_in_steps(
    log: crosswire.Log, data: bytes
) -> Generator[tuple[Step, int], None, list[IndexedConversation]]:
    """The same; it gives the step that begins, and how many conversations are done."""
    with collector_paused():
        addresses = [
            part.address
            for conversation in log.conversations
            for _, part in _indexed_parts(conversation)
        ]
        spans = spans_of(data, log.container, addresses, log.lines)
        indexed: list[IndexedConversation] = []
        for done, conversation in enumerate(log.conversations):
            steps = _index(conversation, spans)
            indexed.append((yield from _numbered(steps, done)))
        return indexed


def _numbered(
    steps: Generator[Step, None, IndexedConversation], done: int
) -> Generator[tuple[Step, int], None, IndexedConversation]:
    while True:
        try:
            yield next(steps), done
        except StopIteration as end:
            indexed: IndexedConversation = end.value
            return indexed


def _index(
    conversation: Conversation, spans: dict[Address, Span]
) -> Generator[Step, None, IndexedConversation]:
    yield "pair"
    pairing = crosswire.pair(conversation)
    yield "check"
    diagnostics = crosswire.diagnose(conversation, pairing)
    yield "arrange"
    rows = outline(conversation, pairing, diagnostics)
    original = cells(conversation, pairing, None)
    clock = Clock(conversation)
    counts = summary(conversation, pairing, diagnostics, rows, original, clock)
    return IndexedConversation(
        number=conversation.number,
        record={
            "format": conversation.format,
            "shape": conversation.shape,
            "title": conversation.title,
            "rows": len(rows),
            "summary": counts,
            "messages": counts["messages"],
            "calls": counts["calls"],
            "errors": counts["severities"]["error"],
            "warnings": counts["severities"]["warning"],
            "remarks": counts["severities"]["info"],
        },
        parts=_part_records(conversation, pairing, rows, spans),
        findings=findings(conversation, diagnostics),
        calls=call_lines(conversation, call_facts(conversation, pairing, clock), rows),
        lists={
            "outline": packed_blocks(rows),
            "calls": packed_blocks(call_entries(rows)),
            "call records": packed_blocks(call_records(conversation, pairing, rows)),
            "strip": packed_blocks(columns(rows)),
        },
        search=list(map(pack, search_blocks(conversation, rows))),
        cells=packed_blocks(original),
    )


def packed_blocks(items: Sequence[Any]) -> list[bytes]:
    """The items, so many in a block as a page shows rows."""
    return [
        pack_json(items[first : first + BLOCK_ROWS])
        for first in range(0, len(items), BLOCK_ROWS)
    ]


def _indexed_parts(conversation: Conversation) -> Iterator[tuple[int | None, Part | Message]]:
    """Every part with the number of its message; a message without parts stands for itself."""
    for part in conversation.settings_and_tools:
        yield None, part
    for number, message in enumerate(conversation.messages):
        yield from ((number, part) for part in message.parts)
        if not message.parts:
            yield number, message


def _part_records(
    conversation: Conversation,
    pairing: Pairing,
    rows: list[Row],
    spans: dict[Address, Span],
) -> list[Record]:
    by_node = dict(zip(nodes(conversation), rows, strict=True))
    records: dict[str, Record] = {}
    for message, part in _indexed_parts(conversation):
        start, end = spans.get(part.address, (None, None))
        records[part.key] = {
            "number": len(records),
            "row": find_row(part.key, by_node)["number"],
            "message": message,
            "address": part.address,
            "address_hash": address_hash(part.address),
            "start": start,
            "end": end,
            "kind": _kind(part),
            "role": None if message is None else conversation.messages[message].role,
            "pair": None,
            "how": None,
            "partner": None,
            **_call_id(part),
        }
    _note_pairs(records, pairing)
    return list(records.values())


def _kind(part: Part | Message) -> str:
    return "empty" if isinstance(part, Message) else kind_of(part)


def _call_id(part: Part | Message) -> Record:
    if not isinstance(part, (ToolCallPart, ToolResultPart)):
        names = ("tool_name", "call_id", "call_id_hash", "id_source", "id_state")
        return dict.fromkeys(names)
    call_id = part.call_id
    return {
        "tool_name": part.name,
        "call_id": call_id.value,
        "call_id_hash": None if call_id.value is None else id_hash(call_id.value),
        "id_source": call_id.source.value,
        "id_state": call_id.state.value,
    }


def _note_pairs(records: dict[str, Record], pairing: Pairing) -> None:
    for number, pair in enumerate(pairing.pairs):
        call = records[pair.call.key]
        result = records.get(pair.result.key, call)  # an embedded result is shown by its call
        for one, other in ((call, result), (result, call)):
            one |= {"pair": number, "how": pair.how.value, "partner": other["number"]}
    for alone in pairing.unanswered:
        records[alone.call.key]["how"] = alone.fate.value
    for hybrid in pairing.unshown:
        records[hybrid.key]["how"] = How.EMBEDDED.value
    for orphan in pairing.orphans:
        records[orphan.result.key]["how"] = "ambiguous" if orphan.ambiguous else "orphan"
