"""What is wrong with a conversation, as the card at the head of its page shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NotRequired, TypedDict

from crosswire.answers import (
    Answer,
    Cause,
    ChangedLines,
    Choice,
    Known,
    Line,
    answer,
    changed_lines,
    fix,
    lines_at,
)
from crosswire.containers import Data
from crosswire.model import Conversation
from crosswire.reading import Log
from crosswire.repairs import Missing, Repaired, before_repair_in_turn
from crosswire.rules import Verdict, own_target
from webapp.readmodel.lists import Finding, found_at
from webapp.readmodel.row_numbers import RowNumbers
from webapp.readmodel.text import printable
from webapp.readmodel.verdicts import (
    OpenPoint,
    TargetVerdict,
    open_points,
    targets_in_turn,
    verdicts_in_turn,
)

CARD = "card"
"""In place of a target: what is wrong, which every page shows and no list of reasons has to be
read for."""
MOST_CAUSES = 50
MOST_CHANGES = 3
"""Changes of one cause that are shown as text."""

Piece = tuple[str, str, str]
"""Of a line: what stands before the changed characters, these, and what stands behind them."""


class ShownChange(TypedDict):
    """A change that mends a cause."""

    kind: str
    certain: bool
    why: str
    address: str
    """Its place in the upload; empty for what is added."""
    line: int | None
    old: Piece | None
    new: Piece | None


class ShownCause(TypedDict):
    """One thing that is wrong."""

    finding: Finding
    """That which explains the others."""
    line: int | None
    """Its line of the upload, from 1."""
    text: Piece | None
    """What stands in that line, the value at fault in the middle."""
    also: list[str]
    """Codes of the others."""
    severity: str
    """How surely the provider refuses it: `error`, `warning`; empty where it does not."""
    says: str
    status: int | None
    is_fixed: bool
    why_left: str
    by_hand: list[str]
    changes: list[ShownChange]
    more_changes: int


class ShownChoice(TypedDict):
    """A way to treat halves of pairs that nobody logged."""

    missing: str
    word: str
    """`accepted`, `refused`, `unsure`: the target, once fixed so."""


class ShownAnswer(TypedDict):
    """The card."""

    target: str | None
    logged: str
    """`accepted`, `refused`, `unsure`; empty where nobody was asked."""
    fixed: str
    undecided: list[OpenPoint]
    """Why the log as it stands cannot be `accepted`."""
    undecided_fixed: list[OpenPoint]
    not_judged: NotRequired[list[OpenPoint]]
    """What an `accepted` leaves open about this very log, where there is some."""
    missing: str
    choices: list[ShownChoice]
    causes: list[ShownCause]
    doubts: list[ShownCause]
    total: int
    """All causes, whatever is shown."""
    doubts_total: int
    changes: int
    is_other_format: bool
    """Whether the fix is the request that the log makes, and no longer its file."""


_WORDS = {True: "accepted", False: "refused", None: "unsure"}


def shown_answer(
    log: Log, data: Data, conversation: Conversation, missing: Missing | None
) -> ShownAnswer:
    """The card of one conversation of an upload."""
    return _shown(log, data, conversation, answer(conversation, missing=missing))


def _shown(log: Log, data: Data, conversation: Conversation, told: Answer) -> ShownAnswer:
    rows = RowNumbers(conversation)
    causes, doubts = told.causes[:MOST_CAUSES], told.doubts[:MOST_CAUSES]
    changes = [change for cause in causes for change in cause.changes[:MOST_CHANGES]]
    lines = iter(changed_lines(log, data, changes))
    places = lines_at(log, data, [one.lead.address for one in causes])
    shown = ShownAnswer(
        target=told.target,
        logged=_word(told.logged),
        fixed=_word(told.fixed),
        undecided=[] if told.logged is None else open_points(told.logged.undecided),
        undecided_fixed=[] if told.fixed is None else open_points(told.fixed.undecided),
        missing=told.missing,
        choices=list(map(_choice, told.choices)),
        causes=[
            _cause(cause, place, [next(lines) for _ in cause.changes[:MOST_CHANGES]], rows)
            for cause, place in zip(causes, places, strict=True)
        ],
        doubts=[_cause(doubt, None, [], rows) for doubt in doubts],
        total=len(told.causes),
        doubts_total=len(told.doubts),
        changes=len(told.repaired.changes),
        is_other_format=_is_other_format(told),
    )
    never = () if told.logged is None else told.logged.not_judged
    left = open_points(point for point in never if point.is_of_this)
    return {**shown, "not_judged": left} if left and shown["logged"] == "accepted" else shown


def _is_other_format(told: Answer) -> bool:
    return told.repaired.rendering is not None


def _word(verdict: Verdict | None) -> str:
    return "" if verdict is None else _WORDS[verdict.accepts]


def _choice(choice: Choice) -> ShownChoice:
    return ShownChoice(missing=choice.missing, word=_WORDS[choice.accepts])


def _cause(
    cause: Cause,
    place: tuple[int, Line] | None,
    lines: Sequence[ChangedLines],
    rows: RowNumbers,
) -> ShownCause:
    refusal = cause.refusal
    return ShownCause(
        finding=found_at([cause.lead], rows)[0],
        line=None if place is None else place[0],
        text=None if place is None else _piece(place[1]),
        also=list(dict.fromkeys(one.code for one in cause.findings[1:])),
        severity="" if refusal is None else refusal.severity.value,
        says=printable(cause.says),
        status=None if refusal is None else refusal.ground.status,
        is_fixed=cause.is_fixed,
        why_left=printable(cause.why_left),
        by_hand=list(map(printable, cause.by_hand)),
        changes=list(map(_change, lines)),
        more_changes=max(0, len(cause.changes) - MOST_CHANGES),
    )


def _change(shown: ChangedLines) -> ShownChange:
    change = shown.change
    return ShownChange(
        kind=change.kind,
        certain=change.certain,
        why=printable(change.why),
        address=printable(change.source or ""),
        line=shown.line,
        old=_piece(shown.old),
        new=_piece(shown.new),
    )


def _piece(line: Line | None) -> Piece | None:
    if line is None:
        return None
    return printable(line.before), printable(line.changed), printable(line.after)


def answer_and_verdicts(
    log: Log, data: Data, conversation: Conversation, known: Known | None = None
) -> Iterator[tuple[str, ShownAnswer | TargetVerdict]]:
    """What is wrong with one conversation of an upload, as `CARD`, then what each target makes
    of it, each as soon as it is known. `known` is what was worked out before."""
    known, own = known or Known(conversation), own_target(conversation)
    before = before_repair_in_turn(
        conversation, targets_in_turn(own), known.plain, pairing=known.pairing, counted=True
    )
    first = [] if own is None else [next(before)]  # the log's own target
    told = answer(conversation, known=known, logged=first[0]["keep"] if first else None)
    yield CARD, _shown(log, data, conversation, told)
    for one in verdicts_in_turn(known, told.repaired, told.fixed, chain(first, before)):
        yield one["target"], one


def conversation_of(log: Log, number: int) -> Conversation:
    """The conversation of this number."""
    return log.conversations[number]


def fixed(log: Log, number: int, missing: Missing | None) -> Repaired:
    """One conversation of an upload, fixed as its card says."""
    return fix(conversation_of(log, number), missing=missing)[0]
