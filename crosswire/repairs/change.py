"""What a repair gives back: every change with its reason, and what was left as it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from crosswire.address import Address
from crosswire.model import Conversation, JsonObject, JsonValue, Part
from crosswire.model.loss import IdChange, Rendering
from crosswire.rules.rule import Diagnostic

ChangeKind = Literal["id", "name", "order", "group", "arguments", "split", "added", "dropped"]
"""`split` takes glued ids, or a message, apart; `group` joins what belongs into one
message."""
Missing = Literal["leave", "drop", "mark"]
MISSING: tuple[Missing, ...] = ("leave", "drop", "mark")
"""What becomes of the half of a pair whose other half was not recorded; see
`crosswire/repair/missing.py`."""

Again = tuple[str, ChangeKind, int]
"""A rule, what it does, and the part that it does it to, by the identity of its JSON."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that the repaired conversation has otherwise than the upload."""

    rule: str
    """The name of the rule that asked for it."""
    kind: ChangeKind
    source: Address | None
    """Its place in the upload; None for what was added."""
    target: Address | None
    """Its place in what was repaired; None for what was dropped."""
    before: JsonValue
    after: JsonValue
    why: str
    certain: bool = True
    """False where the order alone, or the looks of an id, told what belongs together."""

    def record(self) -> JsonObject:
        """As programs are told of it, by the command line and over HTTP alike; stable."""
        return {
            "rule": self.rule,
            "kind": self.kind,
            "source": self.source,
            "target": self.target,
            "before": self.before,
            "after": self.after,
            "why": self.why,
            "certain": self.certain,
        }


@dataclass(frozen=True, slots=True)
class Left:
    """A finding that stays: a defect, or a refusal by the target that was asked for."""

    finding: Diagnostic
    """As it is found in what was repaired."""
    source: Address | None
    """Its place in the upload; None where it is about something that was added."""
    why: str

    def record(self) -> JsonObject:
        return {
            "code": self.finding.code,
            "rule": self.finding.name,
            "kind": self.finding.kind.value,
            "severity": self.finding.severity.value,
            "source": self.source,
            "target": self.finding.address,
            "message": self.finding.message,
            "why": self.why,
        }


@dataclass(slots=True)
class Repaired:
    """A conversation after its repair; the upload stays as it was."""

    conversation: Conversation
    """Read from what was repaired; the same object where nothing was changed."""
    documents: list[JsonValue]
    """All documents of the upload, with this conversation's places mended."""
    changes: list[Change] = field(default_factory=list)
    id_map: list[IdChange] = field(default_factory=list)
    """Every call id that is another now: `source` and `logged` there, `target` and `written`
    here."""
    left: list[Left] = field(default_factory=list)
    origins: dict[str, Address] = field(default_factory=dict)
    """Key of a message or part here -> its place in the upload; none for what was added."""
    rendering: Rendering | None = None
    """How the conversation got into these words, where it was not logged in them."""

    @property
    def payload(self) -> JsonValue:
        """The repaired JSON: the one document, or a list of them."""
        return self.documents[0] if len(self.documents) == 1 else self.documents


@dataclass(slots=True)
class Fix:
    """A change that a step of the repair would make, before it is known whether it was asked
    for."""

    rule: str
    kind: ChangeKind
    why: str
    about: tuple[Part, ...]
    do: Callable[[], None]
    certain: bool = True
