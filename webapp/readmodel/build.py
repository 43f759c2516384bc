"""What is stored of an upload beside its bytes: conversations, parts with their places,
findings.

Everything here follows from the bytes and the code. Plain values only, no database.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal, NamedTuple, TypeVar

from msgspec import structs

import crosswire
from crosswire.answers import Known
from crosswire.containers import Data, Documents, size_of
from crosswire.facts import Clock, call_facts
from crosswire.model import Conversation
from crosswire.pairing import Pairing
from crosswire.reading import are_read_apart, collector_paused, one_by_one
from crosswire.rules import Diagnostic
from webapp.packing import json_bytes
from webapp.readmodel import VERSION
from webapp.readmodel.ahead import Ahead
from webapp.readmodel.beside import Beside, PlaceOfRow
from webapp.readmodel.blocks import packed_blocks
from webapp.readmodel.call_lines import call_lines
from webapp.readmodel.call_records import call_records
from webapp.readmodel.cells import original_cells
from webapp.readmodel.indexed import Block, IndexedConversation, Record, SearchBlock
from webapp.readmodel.indexers import AT_ONCE, in_indexers
from webapp.readmodel.lists import call_entries, findings, summary
from webapp.readmodel.outline import BLOCK_ROWS, outline
from webapp.readmodel.part_lines import Place, indexed_parts, part_lines
from webapp.readmodel.search_texts import search_blocks
from webapp.readmodel.signatures import signature_of
from webapp.readmodel.spool import Spool, ready_to_spool
from webapp.readmodel.strip import columns
from webapp.readmodel.turns import turns
from webapp.readmodel.unknown import index_document


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
        "notes": [structs.asdict(note) for note in log.notes],
    }


Step = Literal["pair", "check", "arrange", "ahead"]
Result = TypeVar("Result")


def result_of(steps: Generator[object, None, Result]) -> Result:
    """What some work gives in the end, whoever does not want to hear of its steps."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def index(log: crosswire.Log, data: Data) -> Sequence[IndexedConversation]:
    """Everything to store of the conversations of an upload, which leave its log."""
    return result_of(index_in_steps(log, data))


def index_in_steps(
    log: crosswire.Log,
    data: Data,
    beside: Data = b"",
    ahead: Ahead | None = None,
    processes: int = 1,
) -> Generator[tuple[Step, int], None, Sequence[IndexedConversation]]:
    """The same; it gives the step that begins, and how many conversations are done. What
    repeats the upload is packed `beside` its bytes where these are kept in the database; what
    is wanted `ahead` is made while each conversation is there. Where each can be read by
    itself, that is done in so many `processes`.

    The conversations are taken out of the log: each goes when it is done, with its documents,
    so that they do not stand in memory together; and what is stored of it waits in a file.
    """
    with collector_paused():
        if log.resemblances is not None:
            return [index_document(log, log.resemblances, data)]
        of = _Of(log, data, beside, ahead)
        indexed = Spool()
        if processes > 1 and are_read_apart(log):
            for made in in_indexers(_indexed, of, _tasks(log, data), processes):
                for number, one in zip(*(made or ((), ())), strict=True):
                    indexed.add(number, one)
                yield "arrange", len(indexed)
            return indexed
        places = _Places(log, data)
        for conversation in one_by_one(log):
            steps = _index(conversation, places, of)
            indexed.append((yield from _numbered(steps, len(indexed))))
        return indexed


def _tasks(log: crosswire.Log, data: Data) -> list[range]:
    """The numbers of all conversations, those of some bytes of the upload together."""
    every = range(len(log.conversations))
    step = max(1, len(every) * AT_ONCE // size_of(data))
    return [every[first : first + step] for first in range(0, len(every), step)]


def _indexed(of: _Of, numbers: range) -> tuple[range, list[bytes]]:
    """Some conversations of a log, ready to be stored, with their numbers."""
    places = _Places(of.log, of.data)
    return numbers, [
        ready_to_spool(result_of(_index(of.log.conversations[number], places, of)))
        for number in numbers
    ]


class _Places:
    """Where each part of each conversation stands in the bytes: looked up for one conversation
    after the other, where its lines are had by themselves; else for all in one walk over the
    text, and kept as numbers alone, which take a tenth of what the mapping takes."""

    def __init__(self, log: crosswire.Log, data: Data) -> None:
        self._log, self._data = log, data
        self._all: Iterator[Place] | None = None
        if not isinstance(log.documents, Documents):
            self._all = self._of_each(log.conversations)

    def of(self, conversation: Conversation) -> list[Place]:
        if self._all is None:
            return list(self._of_each([conversation]))
        return [
            place for _, place in zip(indexed_parts(conversation), self._all, strict=False)
        ]

    def _of_each(self, conversations: Sequence[Conversation]) -> Iterator[Place]:
        addresses = [
            part.address
            for conversation in conversations
            for _, part in indexed_parts(conversation)
        ]
        spans = self._log.spans(self._data, addresses)
        starts, ends = (
            array("q", (spans.get(at, _NOWHERE)[side] for at in addresses)) for side in (0, 1)
        )
        return (
            (None, None) if start < 0 else (start, end)
            for start, end in zip(starts, ends, strict=True)
        )


_NOWHERE = (-1, -1)


def _numbered(
    steps: Generator[Step, None, IndexedConversation], done: int
) -> Generator[tuple[Step, int], None, IndexedConversation]:
    while True:
        try:
            yield next(steps), done
        except StopIteration as end:
            indexed: IndexedConversation = end.value
            return indexed


class _Of(NamedTuple):
    """What the conversations stand in."""

    log: crosswire.Log
    data: Data
    beside: Data
    ahead: Ahead | None


def _index(
    conversation: Conversation, every: _Places, of: _Of
) -> Generator[Step, None, IndexedConversation]:
    yield "pair"
    places = every.of(conversation)
    pairing = crosswire.pair(conversation)
    yield "check"
    diagnostics = crosswire.diagnose(conversation, pairing)
    yield "arrange"
    clock = Clock(conversation)
    beside = Beside(of.beside, _places_of_rows(conversation, places) if of.beside else ())
    packed, shown = _packed_cells(conversation, beside)
    ahead = None
    if of.ahead is not None and conversation.number < of.ahead.most:
        yield "ahead"
        known = Known(conversation, pairing, diagnostics)
        ahead = of.ahead.made_of(of.log, of.data, known, beside)
        yield "arrange"
    # What takes the most memory comes last: the rows, which are gone before the parts come.
    made = _of_rows(conversation, pairing, diagnostics, shown, clock, of.log, beside)
    parts = part_lines(conversation, pairing, iter(places))
    return replace(made, parts=parts, cells=packed, ahead=ahead)


def _places_of_rows(
    conversation: Conversation, places: Sequence[Place]
) -> Iterator[PlaceOfRow]:
    """The row of each part, and where it stands."""
    row = 0
    for (message, _), place in zip(indexed_parts(conversation), places, strict=True):
        row += message is not None
        yield row, *place


def _of_rows(
    conversation: Conversation,
    pairing: Pairing,
    diagnostics: Sequence[Diagnostic],
    shown: int,
    clock: Clock,
    log: crosswire.Log,
    beside: Beside,
) -> IndexedConversation:
    """What the rows are needed for, without the rest."""
    rows = outline(conversation, pairing, diagnostics, log.origin_of)
    facts = call_facts(conversation, pairing, clock)
    answers, turn_of = turns(conversation, clock, rows)
    counts = summary(conversation, pairing, diagnostics, rows, shown, clock)
    return IndexedConversation(
        number=conversation.number,
        record={
            "format": conversation.format,
            "shape": conversation.shape,
            "title": counts["title"] or None,
            "rows": len(rows),
            "summary": counts,
            "messages": counts["messages"],
            "calls": counts["calls"],
            "errors": counts["severities"]["error"],
            "warnings": counts["severities"]["warning"],
            "remarks": counts["severities"]["info"],
            "unread": len(counts["unread"]),
        },
        findings=findings(conversation, diagnostics),
        calls=call_lines(conversation, facts, rows, turn_of),
        lists={
            "outline": packed_blocks(rows),
            "calls": packed_blocks(call_entries(rows, facts)),
            "call records": packed_blocks(call_records(conversation, pairing, rows)),
            "turns": packed_blocks(answers),
            "strip": packed_blocks(columns(rows)),
        },
        search=[
            SearchBlock(beside.packed(number, block), signature_of(block))
            for number, block in enumerate(search_blocks(conversation, rows))
        ],
    )


def _packed_cells(conversation: Conversation, beside: Beside) -> tuple[list[Block], int]:
    """The cells of each block of rows, packed, and how many there are; never all at once."""
    packed: list[Block] = []
    shown = 0
    cells = original_cells(conversation)
    while block := list(islice(cells, BLOCK_ROWS)):
        packed.append(beside.packed(len(packed), json_bytes(block)))
        shown += sum(map(len, block))
    return packed, shown
