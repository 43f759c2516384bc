"""How a rule is declared: one module, whose docstring is its documentation.

    rule = Rule(__name__, code="CW201", title="...", severity=Severity.ERROR, doc=__doc__)

    @rule.on_unanswered
    def check(alone: Unanswered, context: RuleContext) -> Iterator[Diagnostic]:
        yield rule.at(alone.call, "...")

The name comes from the file (`missing_result.py` is `missing-result`). A rule subscribes to
calls, results, pairs, unanswered calls, orphans or ids with a fault, and sees them in one walk
over the conversation that all rules share; one that needs a walk of its own subscribes with
`on_conversation`. Where a quick look at the whole tells that there is nothing to find,
`only_where` says so. The docstring holds `## What it checks`, `## Why it matters`, `##
Example` (a failing one), `Use instead:` (a passing one) and `## Source`; the tests run both
examples.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, TypeVar

from crosswire.address import Address
from crosswire.model import Conversation, Message, Part, ToolCallPart, ToolResultPart
from crosswire.model.node_key import NodeKey
from crosswire.pairing import Orphan, Pair, Unanswered
from crosswire.rules.context import RuleContext as RuleContext
from crosswire.rules.evidence import FaultyId, IdFault


class Severity(StrEnum):
    ERROR = "error"
    """It cannot work as it stands, with any provider."""
    WARNING = "warning"
    """It works here or there, or it is wrong and harmless."""
    INFO = "info"
    """Worth knowing; nothing is wrong."""


class Kind(StrEnum):
    DEFECT = "defect"
    """A fault of the log itself, for every reader."""
    REFUSAL = "refusal"
    """A named target would not take it."""
    LOSS = "loss"
    """Our own rendering changed it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Why a target refuses something: one of its own rules, as data, with the evidence for it."""

    key: str
    """Its name in the catalogue of refusals: `ant-id-pattern`."""
    targets: tuple[str, ...]
    """See `crosswire/rules/targets.py`."""
    error_text: str
    """The provider's error text, an ellipsis for each thing that varies; empty where none is
    known."""
    source: str
    """Where that was seen: the provider's document, a schema, a thread."""
    status: int | None = 400
    """Of the HTTP answer; None where nothing is answered (it goes wrong silently, or in an
    SDK)."""
    confidence: Literal["high", "medium", "low"] = "high"
    """Only what is high decides; the rest leaves a verdict unsure."""
    since: str | None = None
    """`2026-03`, where it is known."""
    until: str | None = None
    """From when on it no longer holds; such a ground is history, and finds nothing."""
    limits: Mapping[str, Any] = field(default_factory=dict)
    """What the check goes by: `longest`, `pattern` ..."""

    def is_for(self, model: str | None) -> bool:
        """Whether it holds of a model: of `models` alone and of no `but_models`, where
        `limits` has them."""
        models, but_models = self.limits.get("models"), self.limits.get("but_models")
        if models is not None and not (model is not None and re.search(models, model)):
            return False
        return but_models is None or model is None or not re.search(but_models, model)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """What a rule found."""

    code: str
    name: str
    severity: Severity
    kind: Kind
    address: Address
    message: str
    node: NodeKey
    """Key of the part or message it is about."""
    targets: tuple[str, ...] = ()
    """For a refusal: the targets that would refuse."""
    related: tuple[tuple[str, Address], ...] = ()
    """Other places of the evidence, each with a word for what it is (`call`, `result`, `first
    use`)."""
    ground: Ground | None = None
    """For a refusal: the rule of the target's that it breaks."""
    payload: Address | None = None
    """For a refusal: the place in what would be sent."""
    of_log: bool = False
    """For a refusal: it is about a message that only the log has; the address is of the upload
    already."""


CallCheck = Callable[[ToolCallPart, RuleContext], Iterable[Diagnostic]]
ResultCheck = Callable[[ToolResultPart, RuleContext], Iterable[Diagnostic]]
PairCheck = Callable[[Pair, RuleContext], Iterable[Diagnostic]]
UnansweredCheck = Callable[[Unanswered, RuleContext], Iterable[Diagnostic]]
OrphanCheck = Callable[[Orphan, RuleContext], Iterable[Diagnostic]]
FaultyIdCheck = Callable[[FaultyId, RuleContext], Iterable[Diagnostic]]
ConversationCheck = Callable[[Conversation, RuleContext], Iterable[Diagnostic]]
QuickLook = Callable[[RuleContext], object]

_Check = TypeVar("_Check")


@dataclass(slots=True)
class Rule:
    """A rule: its identity, its documentation, and the checks that subscribed."""

    module: str
    code: str
    """`CW` and three digits, grouped by family; it never changes."""
    title: str
    """One short sentence, for lists."""
    severity: Severity
    doc: str
    kind: Kind = Kind.DEFECT
    grounds: tuple[Ground, ...] = ()
    """Of a refusal: who refuses it, and how that is known."""
    spelled: str | None = None
    """The name, where a file cannot be called so (`callId-sense`)."""
    only: frozenset[str] = frozenset()
    """The formats that it is about; empty for all."""
    besides: frozenset[str] = frozenset()
    """Formats whose logs another rule says the same of."""
    repairable: bool = False
    """Whether `crosswire/repairs` mends what it finds, where nothing about that is ambiguous."""
    call_checks: list[CallCheck] = field(default_factory=list)
    result_checks: list[ResultCheck] = field(default_factory=list)
    pair_checks: list[PairCheck] = field(default_factory=list)
    unanswered_checks: list[UnansweredCheck] = field(default_factory=list)
    orphan_checks: list[OrphanCheck] = field(default_factory=list)
    faulty_id_checks: list[FaultyIdCheck] = field(default_factory=list)
    conversation_checks: list[ConversationCheck] = field(default_factory=list)
    quick_looks: list[QuickLook] = field(default_factory=list)
    _held: dict[str, tuple[Ground, ...]] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        return self.spelled or self.module.rpartition(".")[2].replace("_", "-")

    @property
    def family(self) -> str:
        """The folder that it lies in; see `crosswire/rules/__init__.py`."""
        return self.module.rpartition(".")[0].rpartition(".")[2]

    def grounds_of(self, target: str) -> tuple[Ground, ...]:
        """What still holds of a target's."""
        held = self._held.get(target)
        if held is None:
            held = tuple(g for g in self.grounds if target in g.targets and g.until is None)
            self._held[target] = held
        return held

    def is_about(self, format: str) -> bool:
        """Whether it looks at logs of a format."""
        return format not in self.besides and (not self.only or format in self.only)

    def on_call(self, check: CallCheck) -> CallCheck:
        return _append(self.call_checks, check)

    def on_result(self, check: ResultCheck) -> ResultCheck:
        return _append(self.result_checks, check)

    def on_pair(self, check: PairCheck) -> PairCheck:
        return _append(self.pair_checks, check)

    def on_unanswered(self, check: UnansweredCheck) -> UnansweredCheck:
        return _append(self.unanswered_checks, check)

    def on_orphan(self, check: OrphanCheck) -> OrphanCheck:
        return _append(self.orphan_checks, check)

    def on_faulty_id(self, fault: IdFault) -> Callable[[FaultyIdCheck], FaultyIdCheck]:
        """Subscribe to the ids that have a fault; see `crosswire/rules/evidence`."""

        def subscribe(check: FaultyIdCheck) -> FaultyIdCheck:
            def check_that_fault(
                faulty: FaultyId, context: RuleContext
            ) -> Iterable[Diagnostic]:
                return check(faulty, context) if faulty.fault is fault else ()

            _append(self.faulty_id_checks, check_that_fault)
            return check

        return subscribe

    def on_conversation(self, check: ConversationCheck) -> ConversationCheck:
        return _append(self.conversation_checks, check)

    def only_where(self, look: QuickLook) -> QuickLook:
        """Leave the rule out where a quick look at the whole says no; there it must have
        nothing to find."""
        return _append(self.quick_looks, look)

    def may_find_some(self, context: RuleContext) -> bool:
        """Whether it has to be run at all."""
        return all(look(context) for look in self.quick_looks)

    def at(
        self,
        part: Part | Message,
        message: str,
        *,
        severity: Severity | None = None,
        address: Address | None = None,
        targets: tuple[str, ...] = (),
        related: tuple[tuple[str, Address], ...] = (),
        ground: Ground | None = None,
    ) -> Diagnostic:
        """A finding at a part or a message, or at a narrower address within it."""
        if ground is not None and severity is None:
            severity = Severity.ERROR if ground.confidence == "high" else Severity.WARNING
        return Diagnostic(
            self.code,
            self.name,
            severity or self.severity,
            self.kind,
            address or part.address,
            message,
            part.key,
            targets,
            related,
            ground,
        )


def _append(checks: list[_Check], check: _Check) -> _Check:
    checks.append(check)
    return check


def quoted(value: str, longest: int = 60) -> str:
    """An id or a name as it stands in a message: quoted, and cut where it is long."""
    return (
        f"{value!r}"
        if len(value) <= longest
        else f"{value[:longest]!r}… ({len(value)} characters)"
    )


def tool(name: str) -> str:
    """A tool's name as it stands in a message: bare where it is one, quoted and cut where it
    is not."""
    if re.fullmatch(r"[\w.:/-]{1,64}", name):
        return name
    return quoted(name, 40) if name else "a tool without a name"


def named(call: ToolCallPart) -> str:
    """A call as it stands in a message: `'call_abc' (get_weather)`."""
    if call.call_id.value is None:
        return f"to {tool(call.name)}"
    return (
        f"{quoted(call.call_id.value)} ({tool(call.name)})"
        if call.name
        else quoted(call.call_id.value)
    )


def sharing(faulty: FaultyId) -> str:
    """For a message: that other calls of the turn have the id too."""
    if not faulty.sharers:
        return ""
    if faulty.sharers == 1:
        return " Another call of this turn has the same id."
    return f" {faulty.sharers} other calls of this turn have the same id."


def likely_partner(faulty: FaultyId) -> str:
    """For a message: the other end that the id keeps apart from its own."""
    end = faulty.end
    if not end.severed:
        return ""
    if end.call is None:
        return " No call of its turn is left that it could answer."
    if not faulty.on_call:
        return f" The call it most likely answers is {named(end.call)}."
    if end.result is None or end.result.call_id.value is None:
        return ""
    return (
        f" Its result most likely is the one with the id {quoted(end.result.call_id.value)}."
    )
