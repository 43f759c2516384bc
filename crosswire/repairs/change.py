"""What a repair gives back: every change with its reason, and what was left as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct, field

from crosswire.address import Address
from crosswire.model import Conversation, JsonObject, JsonValue, Part
from crosswire.model.loss import IdChange, Rendering
from crosswire.rules.rule import Diagnostic
from crosswire.rules.target_verdicts import Verdict

ChangeKind = Literal[
    "id",
    "name",
    "kind",
    "order",
    "group",
    "arguments",
    "split",
    "added",
    "dropped",
    "link",
    "schema",
]
"""`kind` writes a result in the kind that its call asks for, or a message in the words of the
format that it was sent in; `split` takes glued ids, or a message, apart; `group` joins what
belongs into one message; `link` is the name that a line of a log has for the one before it;
`schema` mends that of a tool."""
Missing = Literal["leave", "drop", "mark"]
MISSING: tuple[Missing, ...] = ("leave", "drop", "mark")
"""What becomes of the half of a pair whose other half was not recorded; see
`crosswire/repairs/missing.py`."""


class Change(Struct, frozen=True):
    """One difference between the repaired conversation and the upload."""

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
    """False where only the order, or the looks of an id, told which call and result belong
    together."""

    def record(self) -> JsonObject:
        """The fields that the command line and the HTTP API write; stable."""
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


class RemainingFinding(Struct, frozen=True):
    """A finding that the repair leaves: a defect, or a refusal by the chosen target."""

    finding: Diagnostic
    """As the rules find it in the repaired conversation."""
    source: Address | None
    """Its place in the upload; None where the repair added what it is about."""
    why: str

    def record(self) -> JsonObject:
        """The fields that the command line and the HTTP API write; stable."""
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


class Repaired(Struct):
    """A conversation after its repair; the upload stays as it was."""

    conversation: Conversation
    """Read from the repaired JSON; the same object where nothing was changed."""
    documents: Sequence[JsonValue]
    """All documents of the upload, with this conversation repaired in its place."""
    changes: list[Change] = field(default_factory=list)
    id_map: list[IdChange] = field(default_factory=list)
    """Every call id that the repair changed: `source` and `logged` in the upload, `target` and
    `written` in the repaired conversation."""
    remaining: list[RemainingFinding] = field(default_factory=list)
    """The findings that the repair left."""
    origins: dict[str, Address] = field(default_factory=dict)
    """Key of a repaired message or part -> its place in the upload; without what was added."""
    origins_of_documents: Sequence[Address | None] | None = None
    """Where each document of its file stood in the upload, None for one that was put in; None
    in place of the list where they are those of the upload, in their order."""
    rendering: Rendering | None = None
    """The rendering that was repaired, where the conversation was logged in another format."""
    verdict: Verdict | None = None
    """What the provider that it was repaired for makes of it; None where none is known, and
    after a plain repair, which asks nobody."""

    @property
    def payload(self) -> JsonValue:
        """The repaired JSON of its file: the one document, or a list of them."""
        own = list(self.conversation.own_documents)
        return own[0] if len(own) == 1 else own


class ProposedChange(Struct, frozen=True):
    """A change that a step would make; it is made if it was asked for."""

    rule: str
    """The name of the rule that asks for it."""
    kind: ChangeKind
    reason: str
    parts: tuple[Part, ...]
    """What it changes; the part that is at fault comes first."""
    make: Callable[[], None]
    certain: bool = True
