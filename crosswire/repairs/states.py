"""What a target makes of a conversation in three states: as logged, with ids filled in, and
repaired."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

from msgspec import Struct

from crosswire.model import Conversation
from crosswire.pairing import Pairing
from crosswire.rendering.id_plan import IdPolicy
from crosswire.repairs.change import Missing, Repaired
from crosswire.repairs.repairing import plain_repair
from crosswire.rules.target_verdicts import Verdict, verdicts_in_turn
from crosswire.rules.targets import FIRST_TARGETS


class VerdictStates(Struct, frozen=True):
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
    pairing: Pairing | None = None,
    counted: bool = False,
) -> dict[str, VerdictStates]:
    """All three states for each of some targets, or of the first ones. They share one repair:
    `repaired`, if it is given. `counted` is as for `verdicts`, for the last state."""
    names = list(dict.fromkeys(FIRST_TARGETS if targets is None else targets))
    if not names:
        return {}
    repaired = repaired or plain_repair(conversation, missing=missing)
    before = before_repair_in_turn(
        conversation, names, repaired, pairing=pairing, counted=counted
    )
    found = verdict_states_in_turn(
        conversation, names, repaired, counted=counted, before=before
    )
    return {one.target: one for one in found}


def before_repair_in_turn(
    conversation: Conversation,
    targets: Sequence[str],
    repaired: Repaired,
    *,
    pairing: Pairing | None = None,
    counted: bool = False,
) -> Iterator[dict[IdPolicy, Verdict]]:
    """The first two states of each, one target after the other; losses are `counted` where
    nothing was repaired, so that the second is the last state too."""
    is_same = repaired.conversation is conversation
    policies: Sequence[IdPolicy] = ("keep", "fill")
    return verdicts_in_turn(
        conversation, targets, policies, pairing=pairing, counted=counted and is_same
    )


def verdict_states_in_turn(
    conversation: Conversation,
    targets: Sequence[str],
    repaired: Repaired,
    *,
    counted: bool = False,
    before: Iterable[dict[IdPolicy, Verdict]] | None = None,
) -> Iterator[VerdictStates]:
    """The same, one target after the other, each as soon as it is known; none twice. `before`
    is what `before_repair_in_turn` gives, where somebody has begun to ask."""
    if before is None:
        before = before_repair_in_turn(conversation, targets, repaired, counted=counted)
    after = (
        repeat(None)
        if repaired.conversation is conversation
        else verdicts_in_turn(repaired.conversation, targets, ("fill",), counted=counted)
    )
    for name, of_log, of_repaired in zip(targets, before, after, strict=False):
        filled = of_log["fill"]
        last = filled if of_repaired is None else of_repaired["fill"]
        yield VerdictStates(name, of_log["keep"], filled, last)
