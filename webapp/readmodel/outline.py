"""The rows of a conversation: one for each part of each message, and a first one for all
beside them.

A row says what every pane shares: which call it is or answers, how that is known, which
findings stand there, and how the connectors run through the gutter.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypedDict

from crosswire.address import Address
from crosswire.model import (
    Conversation,
    DataPart,
    MediaPart,
    NodeKey,
    OpaquePart,
    Part,
    ReasoningPart,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    told_copies,
)
from crosswire.pairing import How, Orphan, Pair, Pairing
from crosswire.rules import Diagnostic
from webapp.readmodel.between import RowEvent, RowStart, events_by_row, starts_by_address
from webapp.readmodel.call_facts import CallChecksum, Tie, call_checksums, ties
from webapp.readmodel.call_files import file_of
from webapp.readmodel.connectors import Connection, Strand, strands
from webapp.readmodel.ids import IdChip, id_chip
from webapp.readmodel.invisible import shortened
from webapp.readmodel.margin_numbers import OriginOf, margin_numbers
from webapp.readmodel.row_numbers import nodes, row_node
from webapp.readmodel.text import holdable, one_line, printable

BLOCK_ROWS = 100
"""Rows that are stored and sent together."""

State = Literal["", "late", "result first", "not shown", "likely"]
"""What is special about a pairing: the result comes late or before its call, the one item
shows no result, or what is not paired most likely belongs to a call or a result."""


class Mark(TypedDict):
    """A finding, as its row shows it."""

    number: int
    """Counts the findings of the conversation from 1."""
    code: str
    name: str
    severity: str


class Row(TypedDict):
    """What all panes share of one part."""

    number: int
    address: str
    message: int | None
    """Which message it belongs to, from 1; None for the envelope."""
    starts_message: bool
    kind: str
    """`envelope`, `empty` (a message without parts), or the kind of the part, as in
    `parts/`."""
    role: str
    label: str
    """What a list says of it: the tool's name, or the first words; empty where there are
    none."""
    call: int | None
    """The number of the call that it is, or that it answers."""
    end: str
    """`call`, `result`, or empty."""
    how: str
    """`by_id` and so on where paired, `pending` and so on where a call is alone, `orphan`,
    `report`."""
    state: State
    likely_call: int | None
    """Of a result that answers no call: the number of the call that is likely meant."""
    id: IdChip | None
    """As it was on the wire."""
    file: str
    """The file that a call is about, at both of its ends; empty where its arguments name
    none."""
    checksum: CallChecksum | None
    ties: Sequence[Tie]
    """Its ties beside the one between call and result."""
    partner: int | None
    """The row at the other end; for what is not paired, the one that it most likely belongs
    to."""
    strands: Sequence[Strand]
    marks: Sequence[Mark]
    events: Sequence[RowEvent]
    """What happened before it; of the last one also what happened behind it."""
    starts: Sequence[RowStart]
    """The conversations that began there."""
    also: Sequence[str]
    """Further places of the part in the upload: the first, where it was said, and the last
    ones."""
    copies: int
    """How many there are."""
    line: int | None
    """The line of its file that its message stands on, where lines tell messages apart."""
    list: str
    """The list that counts its message, where no line does; see `margin_numbers`."""
    flags: Mapping[str, str]
    """What of it a finding is about (`id`, `name`, `arguments`) -> how bad the worst one
    is."""


def outline(
    conversation: Conversation,
    pairing: Pairing,
    diagnostics: Sequence[Diagnostic],
    origin_of: OriginOf | None = None,
) -> list[Row]:
    """The rows of a conversation, the envelope first."""
    rows = list(_bare_rows(conversation))
    _number(conversation, rows, origin_of)
    by_node = {node: row for row, node in zip(rows, nodes(conversation), strict=True)}
    connections = _tie(conversation, pairing, by_node)
    for number, row_strands in strands(connections).items():
        rows[number]["strands"] = row_strands
    _mark(rows, by_node, diagnostics)
    for node, checksum in call_checksums(conversation).items():
        by_node[node]["checksum"] = checksum
    tied: dict[int, list[Tie]] = defaultdict(list)
    for key, found in ties(conversation, lambda key: find_row(key, by_node)["number"]).items():
        tied[find_row(key, by_node)["number"]] += found
    for number, some in tied.items():
        rows[number]["ties"] = some
    _put_between(conversation, rows)
    return rows


def _number(conversation: Conversation, rows: list[Row], origin_of: OriginOf | None) -> None:
    """Say at each row what the margin shows of its message."""
    numbers = margin_numbers(conversation, origin_of)
    for row in rows:
        if row["message"] is not None:
            row["line"], row["list"] = numbers[row["message"] - 1]


def _put_between(conversation: Conversation, rows: list[Row]) -> None:
    """Say at each row what happened before it, and which conversations began there."""
    if not conversation.events and not conversation.starts:
        return
    first_rows = {
        row["message"] - 1: row["number"]
        for row in rows
        if row["message"] is not None and row["starts_message"]
    }
    for number, events in events_by_row(conversation, first_rows, len(rows) - 1).items():
        rows[number]["events"] = events
    starts = starts_by_address(conversation)
    numbers = {row["address"]: row["number"] for row in reversed(rows)}
    for m, message in enumerate(conversation.messages):
        if message.address in starts and m in first_rows:
            numbers[message.address] = first_rows[m]
    for address, began in starts.items():
        if address in numbers:
            rows[numbers[address]]["starts"] = began


def find_row(key: str, by_node: dict[str, Row]) -> Row:
    """The row that shows a node; a message with parts is shown by that of its first."""
    node = row_node(NodeKey(key))
    return by_node.get(node) or by_node.get(f"{node}.p0") or by_node["e"]


def kind_of(part: Part) -> str:
    """The word for a part in templates and rows."""
    return _KINDS.get(type(part), "opaque")


_KINDS: dict[type[Part], str] = {
    TextPart: "text",
    ReasoningPart: "reasoning",
    MediaPart: "media",
    DataPart: "data",
    RefusalPart: "refusal",
    ToolCallPart: "call",
    ToolResultPart: "result",
    OpaquePart: "opaque",
}


def _bare_rows(conversation: Conversation) -> Iterator[Row]:
    envelope = conversation.settings_and_tools
    address = envelope[0].address if envelope else Address(f"{_document(conversation)}:")
    yield _row(0, address, "envelope", label="")
    number = 1
    for m, message in enumerate(conversation.messages, start=1):
        for part in message.parts:
            row = _row(
                number, part.address, kind_of(part), role=message.role, label=_label(part)
            )
            row["message"], row["starts_message"] = m, part is message.parts[0]
            if isinstance(part, (ToolCallPart, ToolResultPart)):
                row["end"] = "call" if isinstance(part, ToolCallPart) else "result"
                row["id"] = id_chip(part.call_id)
            if isinstance(part, ToolCallPart):
                row["file"] = file_of(part)
            if part.also:
                row["also"] = [printable(at) for at in told_copies(part)]
                row["copies"] = len(part.also)
            yield row
            number += 1
        if not message.parts:
            row = _row(number, message.address, "empty", role=message.role, label="")
            row["message"], row["starts_message"] = m, True
            yield row
            number += 1


def _document(conversation: Conversation) -> str:
    return conversation.messages[0].address.partition(":")[0] if conversation.messages else "0"


_NO_FLAGS: Mapping[str, str] = {}
"""Those of most rows: one object for all, as `()` is."""


def _row(number: int, address: Address, kind: str, *, label: str, role: str = "") -> Row:
    return Row(
        number=number,
        address=address,
        message=None,
        starts_message=False,
        kind=kind,
        role=role,
        label=label,
        call=None,
        end="",
        how="",
        state="",
        likely_call=None,
        id=None,
        file="",
        checksum=None,
        ties=(),
        partner=None,
        strands=(),
        marks=(),
        events=(),
        starts=(),
        also=(),
        copies=0,
        line=None,
        list="",
        flags=_NO_FLAGS,
    )


def _label(part: Part) -> str:
    if isinstance(part, ToolCallPart):
        return shortened(holdable(part.name), 80)
    if isinstance(part, ToolResultPart):
        return shortened(
            holdable(part.name or ("" if part.expects_call else part.wire_type)), 80
        )
    if isinstance(part, (TextPart, ReasoningPart, RefusalPart)):
        return one_line(part.text)
    if isinstance(part, MediaPart):
        return part.mime_type or part.media
    return part.wire_type if isinstance(part, OpaquePart) else ""


def _tie(
    conversation: Conversation, pairing: Pairing, by_node: dict[str, Row]
) -> list[Connection]:
    """Number the calls, and say on each row how its pairing came out; returns what to draw."""
    for number, call in enumerate(conversation.calls(), start=1):
        row = by_node[call.key]
        row["call"] = number
    connections = [_tie_pair(pair, by_node) for pair in pairing.pairs]
    for alone in pairing.unanswered:
        row = by_node[alone.call.key]
        row["how"] = alone.fate.value
        if alone.likely_result is not None:
            row["state"] = "likely"
            row["partner"] = by_node[alone.likely_result.key]["number"]
    for call in pairing.unshown:
        by_node[call.key]["how"], by_node[call.key]["state"] = How.EMBEDDED.value, "not shown"
    for result in conversation.results():
        if not result.expects_call:
            by_node[result.key]["how"] = "report"
    connections += [_tie_orphan(orphan, by_node) for orphan in pairing.orphans]
    return [connection for connection in connections if connection is not None]


def _tie_pair(pair: Pair, by_node: dict[str, Row]) -> Connection | None:
    call = by_node[pair.call.key]
    call["how"], call["state"] = pair.how.value, pair_state(pair)
    if pair.how == How.EMBEDDED:
        return None
    result = by_node[pair.result.key]
    result["how"], result["state"] = call["how"], call["state"]
    result["call"] = call["call"]
    result["label"] = result["label"] or call["label"]
    result["file"] = call["file"]
    call["partner"], result["partner"] = result["number"], call["number"]
    sure = pair.how == How.BY_ID
    return Connection(
        call["number"], result["number"], call["call"] or 0, "sure" if sure else "inferred"
    )


def pair_state(pair: Pair) -> State:
    """What is special about a pair."""
    if pair.before_call:
        return "result first"
    return "late" if pair.late else ""


def _tie_orphan(orphan: Orphan, by_node: dict[str, Row]) -> Connection | None:
    row = by_node[orphan.result.key]
    row["how"] = "ambiguous" if orphan.ambiguous else "orphan"
    call = orphan.duplicate_of.call if orphan.duplicate_of else orphan.likely_call
    if call is None:
        return None
    call_row = by_node[call.key]
    row["partner"] = call_row["number"]
    if orphan.duplicate_of:
        row["how"] = "duplicate"
        row["call"] = call_row["call"]
    else:
        row["state"], row["likely_call"] = "likely", call_row["call"]
    return Connection(call_row["number"], row["number"], call_row["call"] or 0, "broken")


_BADNESS = ("info", "warning", "error")
_ABOUT = {
    "name": re.compile(r"as-tool-name$"),
    "id": re.compile(r"(^|-)id(-|$)"),
    "arguments": re.compile(r"^arguments-"),
}


def _mark(rows: list[Row], by_node: dict[str, Row], diagnostics: Iterable[Diagnostic]) -> None:
    marks: dict[int, list[Mark]] = defaultdict(list)
    flags: dict[int, dict[str, str]] = defaultdict(dict)
    for number, diagnostic in enumerate(diagnostics, start=1):
        row = find_row(diagnostic.node or "e", by_node)["number"]
        severity = diagnostic.severity.value
        marks[row].append(
            Mark(number=number, code=diagnostic.code, name=diagnostic.name, severity=severity)
        )
        about = next(
            (word for word, names in _ABOUT.items() if names.search(diagnostic.name)), None
        )
        if about is not None:
            worst = max(severity, flags[row].get(about, "info"), key=_BADNESS.index)
            flags[row][about] = worst
    for row, some in marks.items():
        rows[row]["marks"] = some
    for row, found in flags.items():
        rows[row]["flags"] = found
