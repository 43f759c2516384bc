"""What a target makes of a conversation in three states: as logged, with ids filled in, and repaired."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crosswire.acceptance import Verdict, verdict
from crosswire.formats import FORMATS
from crosswire.model import Conversation
from crosswire.pairing import pair
from crosswire.repair import Missing, Repaired, repair
from crosswire.targets import TARGETS


@dataclass(frozen=True, slots=True)
class Judgement:
    """The three verdicts of one target."""

    target: str
    logged: Verdict
    """With the ids of the log."""
    filled: Verdict
    """With ids made or rewritten where the target asks for it."""
    repaired: Verdict
    """After repair, with ids filled in; its findings point into the repaired conversation."""


def judge(conversation: Conversation, target: str, *, missing: Missing = "leave") -> Judgement:
    """All three states for one target; raises UnknownFormat where there is no such target."""
    return judgements(conversation, [target], missing=missing)[target]


def judgements(
    conversation: Conversation,
    targets: Iterable[str] | None = None,
    *,
    missing: Missing = "leave",
    repaired: Repaired | None = None,
) -> dict[str, Judgement]:
    """All three states for each target, or for these; they share one repair, or the one that is given."""
    asked = [name for name, one in TARGETS.items() if one.format in FORMATS] if targets is None else targets
    pairing = pair(conversation)
    found: dict[str, Judgement] = {}
    for target in asked:
        logged = verdict(conversation, target, ids="keep", pairing=pairing)
        filled = verdict(conversation, target, ids="fill", pairing=pairing)
        if repaired is None:
            repaired = repair(conversation, missing=missing)
        found[target] = Judgement(target, logged, filled, _after(conversation, repaired, filled, target))
    return found


def _after(conversation: Conversation, repaired: Repaired, filled: Verdict, target: str) -> Verdict:
    if repaired.conversation is conversation:
        return filled
    return verdict(repaired.conversation, target, ids="fill")
