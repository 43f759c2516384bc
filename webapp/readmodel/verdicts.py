"""What the targets make of a conversation, as the strip and the list of refusals show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypedDict

from crosswire.address import Address
from crosswire.formats import FORMATS
from crosswire.model import UNNAMED, Conversation
from crosswire.repairs import Repaired, VerdictStates, repair, verdict_record, verdict_states
from crosswire.rules import TARGETS
from crosswire.rules import Refusal as FoundRefusal
from webapp.readmodel.lists import Finding, found_at
from webapp.readmodel.outline import RowNumbers
from webapp.readmodel.text import printable


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


class Outcome(TypedDict):
    """What a target says of the conversation in one state."""

    how: str
    """`logged`, `filled`, `repaired`."""
    word: str
    """`accepted`, `refused`, `unsure`."""
    findings: list[Refusal]
    undecided: list[OpenPoint]
    """Why it cannot be `accepted`."""


class TargetVerdict(TypedDict):
    """What one target makes of a conversation."""

    target: str
    title: str
    outcomes: list[Outcome]
    """As logged first."""
    answer: dict[str, Any]
    """For programs: the same as `crosswire check --format json` says."""


TARGETS_ASKED = tuple(target.name for target in TARGETS.values() if target.format in FORMATS)
"""The targets whose format is written, in the order of lists."""
_WORDS = {True: "accepted", False: "refused", None: "unsure"}


def all_verdicts(conversation: Conversation) -> dict[str, TargetVerdict]:
    """Ask all targets."""
    rows = RowNumbers(conversation)
    return target_verdicts(conversation, TARGETS_ASKED, repair(conversation), rows)


def target_verdicts(
    conversation: Conversation, targets: Sequence[str], repaired: Repaired, rows: RowNumbers
) -> dict[str, TargetVerdict]:
    """Ask some targets."""
    found = verdict_states(conversation, targets, repaired=repaired)
    return {
        name: _target_verdict(one, conversation, repaired, rows) for name, one in found.items()
    }


def _target_verdict(
    one: VerdictStates, conversation: Conversation, repaired: Repaired, rows: RowNumbers
) -> TargetVerdict:
    states = {"logged": one.logged, "filled": one.filled, "repaired": one.repaired}
    outcomes = []
    for how, verdict in states.items():
        found = verdict.findings
        if how == "repaired" and repaired.conversation is not conversation:
            found = [_where_it_was(finding, repaired) for finding in found]
        shown = found_at(found, rows)
        outcomes.append(
            Outcome(
                how=how,
                word=_WORDS[verdict.accepts],
                findings=[
                    _refusal(finding, at) for finding, at in zip(found, shown, strict=True)
                ],
                undecided=[
                    OpenPoint(
                        code=point.code,
                        message=printable(point.message),
                        address=point.address and printable(point.address),
                    )
                    for point in verdict.undecided
                ],
            )
        )
    title = TARGETS[one.target].title
    return TargetVerdict(
        target=one.target, title=title, outcomes=outcomes, answer=verdict_record(one)
    )


def _where_it_was(found: FoundRefusal, repaired: Repaired) -> FoundRefusal:
    """A finding in what was repaired, told at the place of the upload that this part came
    from."""
    origin = repaired.origins.get(found.node, Address(""))
    return replace(found, address=origin, node=UNNAMED, related=())


def _refusal(found: FoundRefusal, shown: Finding) -> Refusal:
    return Refusal(
        **shown,
        says=printable(found.ground.error_text),
        status=found.ground.status,
        source=found.ground.source,
        confidence=found.ground.confidence,
    )
