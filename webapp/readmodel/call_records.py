"""The calls of a conversation as a program is told of them: text to the character, nothing
shortened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict

from crosswire.model import Conversation, NodeKey, ToolCallPart
from crosswire.pairing import How, Pairing, Tie, resolve_edges
from webapp.readmodel.call_facts import CallChecksum
from webapp.readmodel.outline import Row
from webapp.readmodel.row_numbers import nodes
from webapp.readmodel.type_names import known_type


class IdRecord(TypedDict):
    """An id as it was on the wire."""

    value: str | None
    state: str
    source: str
    required: bool


class EdgeRecord(TypedDict):
    """A tie to another part."""

    field: str
    value: str
    address: str
    target: str | None
    """Address of the part that has this id; None where nothing here has it."""
    phrase: str


class CallRecord(TypedDict):
    """One call."""

    number: int
    address: str
    name: str
    wire_type: str
    dialect: str
    """The wire format in whose words it is written."""
    category: str | None
    """What becomes of the ids of such items; None for a type that the registry does not
    have."""
    id: IdRecord
    item_id: str | None
    checksum: CallChecksum | None
    how: str
    """How its result was found, or why there is none; the keys of `summary.pairing`."""
    result: str | None
    """Address of its result."""
    embedded: bool
    """The item is call and result at once."""
    edges: list[EdgeRecord]


def call_records(
    conversation: Conversation, pairing: Pairing, rows: Sequence[Row]
) -> list[CallRecord]:
    """All calls, in the order of the upload."""
    checksums = {
        node: row["checksum"] for node, row in zip(nodes(conversation), rows, strict=True)
    }
    fates = {alone.call.key: alone.fate.value for alone in pairing.unanswered}
    ties = _edges(conversation)
    return [
        _record(number, call, dialect, pairing, checksums, fates, ties)
        for number, (call, dialect) in enumerate(_calls(conversation), start=1)
    ]


def _record(
    number: int,
    call: ToolCallPart,
    dialect: str,
    pairing: Pairing,
    checksums: Mapping[str, CallChecksum | None],
    fates: Mapping[NodeKey, str],
    ties: Mapping[str, list[EdgeRecord]],
) -> CallRecord:
    pair = pairing.pair_of.get(call.key)
    known = known_type(call, dialect)
    unpaired = How.EMBEDDED.value if call.hybrid else fates.get(call.key, "")
    return CallRecord(
        number=number,
        address=call.address,
        name=call.name,
        wire_type=call.wire_type,
        dialect=dialect,
        category=None if known is None else known["category"],
        id=IdRecord(
            value=call.call_id.value,
            state=call.call_id.state.value,
            source=call.call_id.source.value,
            required=call.call_id.required,
        ),
        item_id=call.item_id,
        checksum=checksums.get(call.key),
        how=unpaired if pair is None else pair.how.value,
        result=None if pair is None else pair.result.address,
        embedded=call.hybrid,
        edges=ties.get(call.key, []),
    )


def _calls(conversation: Conversation) -> Iterator[tuple[ToolCallPart, str]]:
    for message, part in conversation.parts():
        if isinstance(part, ToolCallPart):
            yield part, message.wire_format


def _edges(conversation: Conversation) -> dict[str, list[EdgeRecord]]:
    return {
        key: [_edge(tie) for tie in ties if tie.names_it]
        for key, ties in resolve_edges(conversation).items()
    }


def _edge(tie: Tie) -> EdgeRecord:
    return EdgeRecord(
        field=tie.edge.field,
        value=tie.edge.value,
        address=tie.edge.address,
        target=None if tie.other is None else tie.other.address,
        phrase=tie.phrase,
    )
