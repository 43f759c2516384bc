"""The lists beside the panes, and the counts above them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from crosswire.facts import CallFacts, Clock
from crosswire.model import Conversation, Note
from crosswire.pairing import Pairing
from crosswire.rules import Diagnostic
from webapp.readmodel.call_facts import CallChecksum
from webapp.readmodel.ids import IdChip
from webapp.readmodel.outline import Row, State
from webapp.readmodel.row_numbers import RowNumbers
from webapp.readmodel.telling import telling_argument
from webapp.readmodel.text import one_line, printable
from webapp.readmodel.thread_lists import Threads, threads_of
from webapp.readmodel.titles import title_of
from webapp.readmodel.totals import TimeSpan, UsageTotals, time_span, usage_totals


class CallEntry(TypedDict):
    """A call, or a result that answers none, in the list of calls."""

    row: int
    address: str
    kind: str
    """`call` or `result`."""
    call: int | None
    name: str
    how: str
    state: State
    likely_call: int | None
    id: IdChip | None
    checksum: CallChecksum | None
    worst: str
    """The worst severity of the findings on it, or empty."""
    telling: str
    """The argument that tells what the call does."""
    took: float | None
    """Seconds; None where the log does not say."""
    failed: bool
    """The result says that it is an error."""


class Place(TypedDict):
    """Another place that a finding names."""

    word: str
    address: str
    row: int | None


class Finding(TypedDict):
    """A diagnostic, in the list of findings."""

    number: int
    code: str
    name: str
    severity: str
    kind: str
    message: str
    address: str
    targets: list[str]
    row: int
    related: list[Place]


class Summary(TypedDict):
    """What the header says of a conversation."""

    rows: int
    messages: int
    parts: int
    """What was read, and what stood in the file and was not."""
    shown: int
    unread: list[ReaderNote]
    """What stood in the file and was not read."""
    calls: int
    results: int
    """Those that stand apart from their call."""
    embedded: int
    """Those inside the item of their call."""
    reports: int
    """What no call asked for."""
    pairs: int
    pairing: dict[str, int]
    findings: int
    severities: dict[str, int]
    entries: int
    """Length of the list of calls."""
    notes: list[ReaderNote]
    title: str
    model: str
    """As the log names it; empty where it does not."""
    usage: UsageTotals | None
    """What it cost, as counted by the provider; None where the log does not say."""
    time: TimeSpan | None
    """When it happened; None where the log does not say."""
    copies: int
    """How many of its parts the upload has several times."""
    threads: Threads
    """How it hangs together with others of the upload."""


class ReaderNote(TypedDict):
    """Something that reading had to do or leave."""

    code: str
    message: str
    address: str


LONGEST_MODEL = 60
"""Characters of a model's name."""
_SEVERITIES = ("error", "warning", "info")


def call_entries(rows: Sequence[Row], facts: Sequence[CallFacts]) -> list[CallEntry]:
    """The calls in order, and among them the results that are not simply a call's answer."""
    by_call = {fact.number: fact for fact in facts}
    listed = (row for row in rows if is_listed(row))
    return [
        _entry(row, by_call.get(row["call"] or 0) if row["end"] == "call" else None)
        for row in listed
    ]


def is_listed(row: Row) -> bool:
    """Whether a row stands in the list of calls."""
    return row["end"] == "call" or row["how"] in _LONE_RESULTS


_LONE_RESULTS = ("orphan", "ambiguous", "duplicate", "report")


def _entry(row: Row, fact: CallFacts | None) -> CallEntry:
    severities = {mark["severity"] for mark in row["marks"]}
    return CallEntry(
        row=row["number"],
        address=row["address"],
        kind=row["end"],
        call=row["call"],
        name=row["label"],
        how=row["how"],
        state=row["state"],
        likely_call=row["likely_call"],
        id=row["id"],
        checksum=row["checksum"],
        worst=next((severity for severity in _SEVERITIES if severity in severities), ""),
        telling="" if fact is None else telling_argument(fact.call),
        took=None if fact is None or fact.took is None else round(fact.took.seconds, 6),
        failed=fact is not None and fact.failed,
    )


def findings(conversation: Conversation, diagnostics: Sequence[Diagnostic]) -> list[Finding]:
    """The diagnostics, each with the row that it is about."""
    return found_at(diagnostics, RowNumbers(conversation))


def found_at(diagnostics: Sequence[Diagnostic], rows: RowNumbers) -> list[Finding]:
    return [
        Finding(
            number=number,
            code=found.code,
            name=found.name,
            severity=found.severity.value,
            kind=found.kind.value,
            message=printable(found.message),
            address=printable(found.address),
            targets=list(found.targets),
            row=rows.of_node(found.node)
            if found.node
            else rows.of_address(found.address) or 0,
            related=[
                Place(word=word, address=printable(address), row=rows.of_address(address))
                for word, address in found.related
            ],
        )
        for number, found in enumerate(diagnostics, start=1)
    ]


def summary(
    conversation: Conversation,
    pairing: Pairing,
    diagnostics: Sequence[Diagnostic],
    rows: Sequence[Row],
    shown: int,
    clock: Clock | None = None,
) -> Summary:
    """The counts that prove that nothing is missing; `shown` cells show the log itself."""
    clock = clock or Clock(conversation)
    severities = dict.fromkeys(_SEVERITIES, 0)
    for found in diagnostics:
        severities[found.severity.value] += 1
    calls, results = list(conversation.calls()), list(conversation.results())
    reports = sum(not result.expects_call for result in results)
    parts = sum(max(1, len(message.parts)) for message in conversation.messages)
    return Summary(
        rows=len(rows),
        messages=len(conversation.messages),
        parts=parts + len(conversation.settings_and_tools) + len(conversation.unread),
        unread=[_note(note) for note in conversation.unread],
        shown=shown,
        calls=len(calls),
        results=len(results) - reports,
        embedded=sum(call.embedded is not None for call in calls),
        reports=reports,
        pairs=len(pairing.pairs),
        pairing=pairing.counts(),
        findings=len(diagnostics),
        severities=severities,
        entries=sum(map(is_listed, rows)),
        notes=[_note(note) for note in conversation.notes],
        title=title_of(conversation),
        model=_model_of(conversation),
        usage=usage_totals(conversation, clock),
        time=time_span(clock),
        copies=sum(row["copies"] > 0 for row in rows),
        threads=threads_of(conversation),
    )


def _model_of(conversation: Conversation) -> str:
    named = (
        setting.value
        for setting in conversation.settings()
        if setting.name == "model" and isinstance(setting.value, str)
    )
    return one_line(next(named, ""), LONGEST_MODEL)


def _note(note: Note) -> ReaderNote:
    return ReaderNote(
        code=note.code, message=printable(note.message), address=printable(note.address or "")
    )
