"""What pairing says: pairs, and the calls and results that stay alone."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct, field

from crosswire.model import Part, ToolCallPart, ToolResultPart, TurnEnd
from crosswire.model.node_key import NodeKey


class How(StrEnum):
    """How a result was tied to its call."""

    BY_ID = "by_id"
    BY_POSITION = "by_position"
    BY_NAME = "by_name"
    EMBEDDED = "embedded"


class Fate(StrEnum):
    """What became of a call that no result answers."""

    PENDING = "pending"
    """The log ends before its result could come."""
    MISSING = "missing"
    AMBIGUOUS = "ambiguous"
    """Results came that may be its own, and nothing tells which."""


class Pair(Struct, gc=False):
    """A call and its result."""

    call: ToolCallPart
    result: ToolResultPart
    how: How
    before_call: bool = False
    """The result stands before its call."""
    late: bool = False
    """Another turn stands between the call and its result."""


class Orphan(Struct):
    """A result that answers no call."""

    result: ToolResultPart
    likely_call: ToolCallPart | None = None
    """The unanswered call of the same turn that it most likely belongs to."""
    duplicate_of: Pair | None = None
    """The pair whose call it answers a second time."""
    ambiguous: bool = False
    elsewhere: bool = False
    """Its call may stand where this log does not show it."""

    @property
    def nearest_call(self) -> ToolCallPart | None:
        """The call that it answers a second time, else the one that it most likely answers."""
        return self.likely_call if self.duplicate_of is None else self.duplicate_of.call


class Unanswered(Struct):
    """A call without a result."""

    call: ToolCallPart
    fate: Fate
    likely_result: ToolResultPart | None = None
    """The result with another id that most likely was meant for it."""
    is_summarised: bool = False
    """The history was replaced by a summary before a result came."""
    goes_on: bool = True
    """Something stands behind its turn that had to wait for its result."""
    turn_end: TurnEnd | None = None
    """How the log says that its turn ended, where it says that."""


class Pairing(Struct):
    """The outcome for a whole conversation, with each list in the order of the upload."""

    pairs: list[Pair] = field(default_factory=list)
    unanswered: list[Unanswered] = field(default_factory=list)
    orphans: list[Orphan] = field(default_factory=list)
    unshown: list[ToolCallPart] = field(default_factory=list)
    """Hybrid items whose result the log does not show, and requests that were granted; nothing
    is missing."""
    turn_of: dict[NodeKey, int] = field(default_factory=dict)
    """Key of a call or result -> the number of the calling turn that it belongs to."""
    pair_of: dict[NodeKey, Pair] = field(default_factory=dict)
    """Key of a call or result -> its pair."""

    def partner(self, part: Part) -> Part | None:
        """The other end of the pair that a call or a result is in."""
        pair = self.pair_of.get(part.key)
        if pair is None:
            return None
        return pair.result if part is pair.call else pair.call

    def counts(self) -> dict[str, int]:
        """How many pairs of each kind, and what stayed alone; the keys are documented and
        stable.

        Every call is counted once: a hybrid item as embedded, whether or not its result is
        shown.
        """
        counts = dict.fromkeys((*How, *Fate, "orphan"), 0)
        counts[How.EMBEDDED] = len(self.unshown)
        for pair in self.pairs:
            counts[pair.how] += 1
        for alone in self.unanswered:
            counts[alone.fate] += 1
        counts["orphan"] = sum(not orphan.ambiguous for orphan in self.orphans)
        counts[Fate.AMBIGUOUS] += sum(orphan.ambiguous for orphan in self.orphans)
        order = (
            "by_id",
            "by_position",
            "by_name",
            "embedded",
            "pending",
            "missing",
            "orphan",
            "ambiguous",
        )
        return {name: counts[name] for name in order}
