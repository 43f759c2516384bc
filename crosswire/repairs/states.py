"""What a target makes of a conversation in three states: as logged, with ids filled in, and
repaired."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crosswire.formats import FORMATS
from crosswire.model import Conversation
from crosswire.pairing import pair
from crosswire.repairs.change import Missing, Repaired
from crosswire.repairs.repairing import repair
from crosswire.rules.target_verdicts import Verdict, verdicts
from crosswire.rules.targets import TARGETS


@dataclass(frozen=True, slots=True)
class VerdictStates:
    """The three verdicts of one target."""

    target: str
    logged: Verdict
    """With the ids of the log."""
    filled: Verdict
    """With ids made or rewritten where the target asks for it."""
    repaired: Verdict
    """After repair, with ids filled in; its findings point into the repaired conversation."""


def verdict_states(
    conversation: Conversation,
    targets: Iterable[str] | None = None,
    *,
    missing: Missing = "leave",
    repaired: Repaired | None = None,
) -> dict[str, VerdictStates]:
    """All three states for each target, or for these; they share one repair, or the one that
    is given."""
    asked = (
        [name for name, one in TARGETS.items() if one.format in FORMATS]
        if targets is None
        else targets
    )
    asked, pairing = list(asked), pair(conversation)
    logged = verdicts(conversation, asked, ids="keep", pairing=pairing)
    filled = verdicts(conversation, asked, ids="fill", pairing=pairing)
    if repaired is None and asked:
        repaired = repair(conversation, missing=missing)
    after = filled
    if repaired is not None and repaired.conversation is not conversation:
        after = verdicts(repaired.conversation, asked, ids="fill")
    return {
        target: VerdictStates(target, logged[target], filled[target], after[target])
        for target in asked
    }
