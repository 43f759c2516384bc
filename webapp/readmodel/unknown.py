"""What is stored of documents that no format knows: what in them looks like a conversation."""

from __future__ import annotations

import crosswire
from crosswire.address import Address
from crosswire.containers import Data
from crosswire.model import Conversation, JsonValue, Note, Traits
from crosswire.reading import Resemblance, Resemblances
from webapp.readmodel.indexed import IndexedConversation
from webapp.readmodel.lists import Summary, summary
from webapp.readmodel.part_lines import PartLine
from webapp.readmodel.places import address_hash
from webapp.readmodel.titles import title_line

MOST_KEYS = 6
"""That a title names."""
_WORDS = {"call": "a tool call", "result": "a tool result", "message": "a message"}


def index_document(log: crosswire.Log, found: Resemblances, data: Data) -> IndexedConversation:
    """The documents of a log of no format, ready to be stored as its one conversation."""
    counts = _counts(log, found)
    return IndexedConversation(
        number=0,
        record={
            "format": log.format,
            "shape": log.detection.shape,
            "title": _title(log.documents[0]),
            "rows": 0,
            "summary": counts,
            "messages": 0,
            "calls": 0,
            "errors": 0,
            "warnings": 0,
            "remarks": 0,
            "unread": len(counts["unread"]),
        },
        findings=[],
        calls=[],
        lists={},
        search=[],
        parts=_parts(log, data, found.places),
    )


def _counts(log: crosswire.Log, found: Resemblances) -> Summary:
    """Nothing was read, and each place that looks like something is told."""
    empty = Conversation(
        format=log.format,
        container=log.container,
        wire_format="",
        shape=log.detection.shape,
        traits=Traits(),
        messages=(),
        unread=[_note(one) for one in found.places],
    )
    return summary(empty, crosswire.pair(empty), [], [], 0)


def _note(found: Resemblance) -> Note:
    told = [_WORDS[found.looks_like], found.name, found.id and f"id {found.id}"]
    what = ", ".join(filter(None, told))
    return Note(f"looks-like-{found.looks_like}", f"Looks like {what}.", found.address)


def _title(document: JsonValue) -> str | None:
    """What the document is made of: nothing in it is known to be somebody's words."""
    if isinstance(document, dict) and document:
        keys = ", ".join(list(document)[:MOST_KEYS])
        return title_line(f"JSON with {keys}")
    return None


def _parts(log: crosswire.Log, data: Data, found: list[Resemblance]) -> list[PartLine]:
    """The places, in the order of the bytes."""
    addresses: list[Address] = [one.address for one in found]
    spans = log.spans(data, addresses)
    return [
        PartLine(
            number=number,
            row=number,
            message=None,
            address=one.address,
            address_hash=address_hash(one.address),
            start=spans.get(one.address, (None, None))[0],
            end=spans.get(one.address, (None, None))[1],
            kind=one.looks_like,
            role=None,
            tool_name=one.name or None,
        )
        for number, one in enumerate(found)
    ]
