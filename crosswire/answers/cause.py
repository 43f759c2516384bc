"""What an answer holds: causes, each with its findings and its fix, and what to choose."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from crosswire.repairs import Change, Missing, Repaired
from crosswire.rules import Diagnostic, Refusal, Verdict


class Cause(Struct):
    """One thing that is wrong, however many rules find it."""

    lead: Diagnostic
    """The finding that explains the others: a defect of the log where there is one."""
    findings: list[Diagnostic]
    """All of them, the lead first."""
    refusal: Refusal | None
    """What the provider refuses because of it; None where it refuses nothing."""
    says: str = ""
    """The provider's words, with the id of this place where they have room for one; empty
    where none are known."""
    changes: list[Change] = field(default_factory=list)
    """What the fix changes because of it."""
    is_fixed: bool = False
    """Whether nothing of it stays after the fix."""
    why_left: str = ""
    """Why the fix leaves it; empty where it does not, or where no reason is known."""
    by_hand: Sequence[str] = ()
    """What one can do where nothing certain mends it, in order."""


class Choice(Struct, frozen=True):
    """A way to treat halves of pairs that nobody logged, and what comes of it."""

    missing: Missing
    accepts: bool | None
    """See `Verdict.accepts`, after this fix."""
    changes: int


class Answer(Struct):
    """What to tell somebody who asks what is wrong with a conversation."""

    target: str | None
    """Who is asked: the log's own provider unless another one was named; None where no rules
    of that provider are known."""
    logged: Verdict | None
    """What the target makes of the log as it stands."""
    fixed: Verdict | None
    """The same after the fix; None without a target."""
    repaired: Repaired
    """The fix."""
    missing: Missing
    """How the fix treats halves of pairs that nobody logged."""
    causes: list[Cause] = field(default_factory=list)
    """What the target refuses or may refuse, and what is an error whoever reads it; the worst
    first, then in the order of the log."""
    doubts: list[Cause] = field(default_factory=list)
    """What the target does not refuse, and that is no sound log either: made-up, duplicated,
    ambiguous ids."""
    choices: list[Choice] = field(default_factory=list)
    """Where halves of pairs were not logged: the ways to treat them; else empty."""
