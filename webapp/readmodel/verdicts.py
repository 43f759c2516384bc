"""What the targets make of a conversation, as the strip and the list of refusals show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any, NotRequired, TypedDict

from msgspec import structs

from crosswire import rules
from crosswire.address import Address
from crosswire.answers import Known, fix
from crosswire.formats import FORMATS
from crosswire.logs import LOGS
from crosswire.model import UNNAMED, Conversation
from crosswire.rendering import IdPolicy
from crosswire.repairs import (
    Repaired,
    VerdictStates,
    verdict_record,
    verdict_states,
    verdict_states_in_turn,
)
from crosswire.rules import (
    FIRST_TARGETS,
    TARGETS,
    UNKNOWN_SERVER,
    NotJudged,
    Verdict,
    own_target,
)
from crosswire.rules import Refusal as FoundRefusal
from crosswire.rules import Written as FoundWritten
from webapp.readmodel.lists import Finding, found_at
from webapp.readmodel.losses import kind_of
from webapp.readmodel.row_numbers import RowNumbers
from webapp.readmodel.text import one_line, printable


class Refusal(Finding):
    """A finding that speaks against a target, with what it goes by."""

    says: str
    """The provider's own words; empty where none are known."""
    status: int | None
    source: str
    confidence: str


class OpenPoint(TypedDict):
    """Something that may be refused, and that no rule judges."""

    code: str
    message: str
    address: str | None


class LossCount(TypedDict):
    """How many losses of one kind and code a target's request has."""

    kind: str
    code: str
    what: str
    """What the first of them is about."""
    count: int


class Written(TypedDict):
    """What differs between the log and what was judged."""

    losses: list[LossCount]
    ids: int
    names: int


class Outcome(TypedDict):
    """What a target says of the conversation in one state."""

    how: str
    """`logged`, `filled`, `repaired`."""
    word: str
    """`accepted`, `refused`, `unsure`."""
    findings: list[Refusal]
    undecided: list[OpenPoint]
    """Why it cannot be `accepted`."""
    written: NotRequired[Written]
    """Of the last state, which is what would be sent to another provider."""


class Fixed(TypedDict):
    """The fixed document of a log, and what the log's own provider says of that very
    document."""

    changes: dict[str, int]
    """Kinds of changes -> how many."""
    outcome: Outcome


class TargetVerdict(TypedDict):
    """What one target makes of a conversation."""

    target: str
    title: str
    outcomes: list[Outcome]
    """As logged first."""
    answer: dict[str, Any]
    """For programs: the same as `crosswire check --format json` says."""
    fixed: NotRequired[Fixed | None]
    """Of the log's own provider; None where nothing is to be fixed."""


TARGETS_ASKED = FIRST_TARGETS
"""The targets that are asked about every log, in the order of lists; its own one is asked
besides."""
FURTHER_TARGETS = tuple(
    name for name, one in TARGETS.items() if one.is_known and name not in FIRST_TARGETS
)
"""Those that are asked where somebody names them, or the log does."""


_WIRES = {name: name for name in FORMATS} | {
    log.NAME: log.WIRE_FORMAT for log in LOGS.values()
}
"""Format of a log -> the wire format that it is in."""


def _judged_formats() -> frozenset[str]:
    asked = {format for target in TARGETS.values() for format in target.formats}
    return frozenset(name for name, wire in _WIRES.items() if wire in asked)


JUDGED_FORMATS = _judged_formats()
"""Formats of logs that a target may have been asked for; of others no refusals are known."""
_WORDS = {True: "accepted", False: "refused", None: "unsure"}


def all_verdicts(conversation: Conversation) -> dict[str, TargetVerdict]:
    """Ask the server that the log names, and the first targets."""
    handed, judged = fix(conversation)
    found = verdicts_in_turn(Known(conversation), handed, judged)
    return {one["target"]: one for one in found}


def targets_in_turn(own: str | None) -> list[str]:
    """Who is asked about a log, in the order in which they are: its own target first."""
    first = [] if own is None else [own]
    return list(dict.fromkeys((*first, *TARGETS_ASKED)))


def likely_own(format: str) -> str | None:
    """The target that a log in a format most likely was made for, before it was asked."""
    wire = _WIRES.get(format)
    return next((name for name in TARGETS_ASKED if TARGETS[name].format == wire), None)


def verdicts_in_turn(
    known: Known,
    handed: Repaired,
    judged: Verdict | None,
    before: Iterable[dict[IdPolicy, Verdict]] | None = None,
) -> Iterator[TargetVerdict]:
    """What each target says, as soon as it is known; `handed` is the fix that pages hand over,
    and `judged` what the log's own target says of it. `before` is as for
    `verdict_states_in_turn`."""
    conversation, plain = known.conversation, known.plain
    rows, own = RowNumbers(conversation), own_target(conversation)
    asked = targets_in_turn(own)
    # The last state is that of the fix that is handed over, which may add or take out what a
    # plain one leaves.
    beyond: Iterable[dict[IdPolicy, Verdict] | None] = repeat(None)
    if len(handed.changes) > len(plain.changes):
        beyond = rules.verdicts_in_turn(handed.conversation, asked, ("fill",), counted=True)
    found = verdict_states_in_turn(conversation, asked, plain, counted=True, before=before)
    for one, of_handed in zip(found, beyond, strict=False):
        made = _target_verdict(one, conversation, plain, rows)
        if one.target == own:
            made["fixed"] = _fixed(conversation, handed, judged, rows)
        if of_handed is not None:
            verdict = of_handed["fill"]
            made["outcomes"][-1] = _outcome("repaired", verdict, conversation, handed, rows)
        yield made


def further_verdict(conversation: Conversation, target: str) -> TargetVerdict:
    """Ask one target besides."""
    handed, _ = fix(conversation)
    found = verdict_states(conversation, [target], repaired=handed, counted=True)
    rows = RowNumbers(conversation)
    return _target_verdict(found[target], conversation, handed, rows)


def _target_verdict(
    one: VerdictStates, conversation: Conversation, repaired: Repaired, rows: RowNumbers
) -> TargetVerdict:
    states = {"logged": one.logged, "filled": one.filled, "repaired": one.repaired}
    outcomes = {
        how: _outcome(how, verdict, conversation, repaired, rows)
        for how, verdict in states.items()
    }
    return TargetVerdict(
        target=one.target,
        title=TARGETS[one.target].title,
        outcomes=list(outcomes.values()),
        answer=verdict_record(one),
    )


def _fixed(
    conversation: Conversation, handed: Repaired, judged: Verdict | None, rows: RowNumbers
) -> Fixed | None:
    """The document that the answer card hands over, judged by itself; None where nothing is
    changed."""
    if judged is None or not handed.changes:
        return None
    outcome = _outcome("repaired", judged, conversation, handed, rows)
    changes = dict(Counter[str](change.kind for change in handed.changes))
    return Fixed(changes=changes, outcome=outcome)


def _outcome(
    how: str,
    verdict: Verdict,
    conversation: Conversation,
    repaired: Repaired,
    rows: RowNumbers,
) -> Outcome:
    found = verdict.findings
    if how == "repaired" and repaired.conversation is not conversation:
        found = [_where_it_was(finding, repaired) for finding in found]
    shown = found_at(found, rows)
    outcome = Outcome(
        how=how,
        word=_WORDS[verdict.accepts],
        findings=[_refusal(finding, at) for finding, at in zip(found, shown, strict=True)],
        undecided=open_points(verdict.undecided),
    )
    if verdict.written is not None:
        outcome["written"] = _written(verdict.written)
    return outcome


def _written(written: FoundWritten) -> Written:
    return Written(
        losses=[
            LossCount(
                kind=kind_of(loss.kind.value, loss.code),
                code=loss.code,
                what=one_line(loss.what),
                count=loss.count,
            )
            for loss in written.losses
        ],
        ids=written.ids,
        names=written.names,
    )


def open_points(undecided: Iterable[NotJudged]) -> list[OpenPoint]:
    """Why a verdict is open, as a page shows it."""
    return [
        OpenPoint(
            code=point.code,
            message=printable(point.message),
            address=point.address and printable(point.address),
        )
        for point in undecided
    ]


def is_of_unknown_server(points: Iterable[OpenPoint]) -> bool:
    """Whether a verdict is open as nobody knows the server."""
    return any(one["code"] == UNKNOWN_SERVER for one in points)


def _where_it_was(found: FoundRefusal, repaired: Repaired) -> FoundRefusal:
    """A finding in what was repaired, told at the place of the upload that this part came
    from."""
    origin = repaired.origins.get(found.node, Address(""))
    return structs.replace(found, address=origin, node=UNNAMED, related=())


def _refusal(found: FoundRefusal, shown: Finding) -> Refusal:
    return Refusal(
        **shown,
        says=printable(found.ground.error_text),
        status=found.ground.status,
        source=found.ground.source,
        confidence=found.ground.confidence,
    )
