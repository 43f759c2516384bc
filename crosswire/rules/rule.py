"""How a rule is declared: one module, whose docstring is its documentation.

    rule = LogRule(
        __name__,
        code="CW201",
        title="A call has no result.",
        severity=Severity.ERROR,
        subject=Subject.MISSING_RESULT,
        doc=__doc__,
    )

    @rule.on_unanswered
    def check(unanswered: Unanswered, context: RuleContext) -> Iterator[Defect]:
        yield rule.at(unanswered.call, "...")

The name comes from the file (`missing_result.py` is `missing-result`). A rule subscribes to
calls, results, pairs, unanswered calls, orphans or ids with a fault, and sees them in one walk
over the conversation that all rules share; one that needs a walk of its own subscribes with
`on_conversation`, or with `on_message` to one message after the other. Where a quick look at
the whole tells that there is nothing to find, `only_where` says so. The docstring holds
`## What it checks`, `## Why it matters`, `## Example` (a failing one), `Use instead:` (a
passing one) and `## Source`; the tests run both examples.

A `LogRule` finds defects of a log. A `ProviderRule` finds what targets refuse, and has a
ground for each of them:

    @rule.on_call
    def check(call: ToolCallPart, context: TargetContext) -> Iterator[Refusal]:
        yield from rule.refuse(context, call, "...")

With `on_ground` a check is asked once for each ground that holds, as where each has a limit of
its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, field
from itertools import chain
from typing import ClassVar, Generic, TypeVar

from crosswire.address import Address
from crosswire.model import Conversation, Message, Part, ToolCallPart, ToolResultPart
from crosswire.pairing import Orphan, Pair, Unanswered
from crosswire.rules.context import RuleContext, TargetContext
from crosswire.rules.evidence import FaultyId, IdFault
from crosswire.rules.finding import (
    Defect,
    Diagnostic,
    Ground,
    Kind,
    Refusal,
    Severity,
    Subject,
)
from crosswire.rules.parts import IS_MASKED, has_masked_id

__all__ = [
    "CallOrResult",
    "CheckingRule",
    "Defect",
    "Diagnostic",
    "Ground",
    "Kind",
    "LogRule",
    "ProviderRule",
    "Refusal",
    "Related",
    "Rule",
    "RuleContext",
    "Severity",
    "Subject",
    "TargetContext",
]

ContextT = TypeVar("ContextT", bound=RuleContext)
FindingT = TypeVar("FindingT", bound=Diagnostic)
GroundT = TypeVar("GroundT", bound=Ground, covariant=True)
CheckT = TypeVar("CheckT")
_Thing = TypeVar("_Thing")

Check = Callable[[_Thing, ContextT], Iterable[FindingT]]
"""What is run for each thing of a kind, a call for example."""
CallOrResult = ToolCallPart | ToolResultPart
Related = tuple[tuple[str, Address], ...]
"""See `Diagnostic.related`."""


@dataclass(eq=False)
class Rule:
    """What every rule has: its identity and its documentation."""

    kind: ClassVar[Kind]

    module: str
    _: KW_ONLY
    code: str
    """`CW` and three digits, grouped by family; it never changes."""
    title: str
    """One short sentence, for lists."""
    severity: Severity
    subject: Subject
    doc: str
    name: str = ""
    """Given where no file can be called so (`callId-sense`); else made from the module."""
    kin: tuple[str, ...] = ()
    """Names of rules that people may mean too: an error that is explained by this one names
    them behind it."""
    repairable: bool = False
    """Whether `crosswire/repairs` mends what it finds, where nothing there is ambiguous."""

    def __post_init__(self) -> None:
        self.name = self.name or self.module.rpartition(".")[2].replace("_", "-")

    @property
    def family(self) -> str:
        """The folder that it lies in; see `crosswire/rules/__init__.py`."""
        return self.module.rpartition(".")[0].rpartition(".")[2]

    @property
    def is_history(self) -> bool:
        """Whether nobody refuses by it any longer, so that it only explains old errors."""
        return False

    def grounds_of(self, target: str) -> tuple[Ground, ...]:
        """The grounds on which a target refuses by it today; none for a rule about logs."""
        return ()


class Subscribers(list[CheckT]):
    """The checks that subscribed to one kind of thing; as a decorator, it adds another."""

    def __call__(self, check: CheckT) -> CheckT:
        self.append(check)
        return check


@dataclass(eq=False)
class CheckingRule(Rule, Generic[ContextT, FindingT]):
    """A rule with the checks that subscribed."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.on_call: Subscribers[Check[ToolCallPart, ContextT, FindingT]] = Subscribers()
        self.on_result: Subscribers[Check[ToolResultPart, ContextT, FindingT]] = Subscribers()
        self.on_pair: Subscribers[Check[Pair, ContextT, FindingT]] = Subscribers()
        self.on_unanswered: Subscribers[Check[Unanswered, ContextT, FindingT]] = Subscribers()
        self.on_orphan: Subscribers[Check[Orphan, ContextT, FindingT]] = Subscribers()
        self.on_conversation: Subscribers[Check[Conversation, ContextT, FindingT]] = (
            Subscribers()
        )
        self.on_faulty_ids: Subscribers[Check[FaultyId, ContextT, FindingT]] = Subscribers()
        self.only_where: Subscribers[Callable[[ContextT], object]] = Subscribers()
        """Quick looks at the whole: where one says no, the rule is left out, and must have
        nothing to find there."""

    def on_message(
        self, check: Check[Message, ContextT, FindingT]
    ) -> Check[Message, ContextT, FindingT]:
        """Subscribe to messages, after the walk that all rules share."""

        def check_all(conversation: Conversation, context: ContextT) -> Iterable[FindingT]:
            return chain.from_iterable(check(m, context) for m in conversation.messages)

        self.on_conversation.append(check_all)
        return check

    def on_faulty_id(
        self, fault: IdFault
    ) -> Callable[[Check[FaultyId, ContextT, FindingT]], Check[FaultyId, ContextT, FindingT]]:
        """Subscribe to the ids that have this fault; see `crosswire/rules/evidence`."""

        def subscribe(
            check: Check[FaultyId, ContextT, FindingT],
        ) -> Check[FaultyId, ContextT, FindingT]:
            def check_fault(faulty: FaultyId, context: ContextT) -> Iterable[FindingT]:
                return check(faulty, context) if faulty.fault is fault else ()

            self.on_faulty_ids.append(check_fault)
            return check

        return subscribe

    def on_end(
        self, check: Check[CallOrResult, ContextT, FindingT]
    ) -> Check[CallOrResult, ContextT, FindingT]:
        """Subscribe to calls and results alike."""
        self.on_call.append(check)
        self.on_result.append(check)
        return check

    def on_id(
        self, check: Check[CallOrResult, ContextT, FindingT]
    ) -> Check[CallOrResult, ContextT, FindingT]:
        """Subscribe to ids: to calls that wait for a result, and to results whose id is not
        that of their call."""

        def check_call(call: ToolCallPart, context: ContextT) -> Iterable[FindingT]:
            return () if call.hybrid else check(call, context)

        def check_result(result: ToolResultPart, context: ContextT) -> Iterable[FindingT]:
            return () if context.echoes_call(result) else check(result, context)

        self.on_call.append(check_call)
        self.on_result.append(check_result)
        return check

    def may_find_some(self, context: ContextT) -> bool:
        """Whether it has to be run at all."""
        return not self.only_where or all(look(context) for look in self.only_where)


@dataclass(eq=False, kw_only=True)
class LogRule(CheckingRule[RuleContext, Defect]):
    """A rule that finds defects: faults of a log itself."""

    kind: ClassVar[Kind] = Kind.DEFECT

    formats: frozenset[str] = frozenset()
    """The formats whose logs it looks at, or logs of programs that talk to them; empty for
    all."""
    excluded_formats: frozenset[str] = frozenset()
    """Formats for whose logs another rule finds the same."""

    def is_about(self, format: str, wire_format: str = "") -> bool:
        """Whether it looks at logs of a format whose messages are in a wire format."""
        named = {format, wire_format} & self.formats
        return format not in self.excluded_formats and bool(named or not self.formats)

    def at(
        self,
        part: Part | Message,
        message: str,
        *,
        severity: Severity | None = None,
        address: Address | None = None,
        related: Related = (),
    ) -> Defect:
        """A finding at a part or a message, or at a narrower address within it."""
        place = address or part.address
        severity = severity or self.severity
        return Defect(self.code, self.name, severity, place, message, part.key, related)

    def at_id(
        self, faulty: FaultyId, message: str, severity: Severity | None = None
    ) -> Defect:
        """A finding at an id with a fault, with all places that show it."""
        return self.at(
            faulty.end.part,
            message,
            severity=severity,
            address=faulty.address,
            related=faulty.related(),
        )


@dataclass(eq=False, kw_only=True)
class ProviderRule(CheckingRule[TargetContext, Refusal], Generic[GroundT]):
    """A rule that finds refusals: what a target would not take."""

    kind: ClassVar[Kind] = Kind.REFUSAL

    severity: Severity = Severity.ERROR
    """At most: the evidence for a ground decides."""
    grounds: tuple[GroundT, ...] = ()
    """Who refuses it, and how that is known; the profiles of targets add theirs."""
    refuses_sound_ids: bool = False
    """Whether it also meets ids of other providers that have no fault."""
    _grounds_of: dict[str, tuple[GroundT, ...]] = field(default_factory=dict, repr=False)
    _grounds_for: dict[tuple[str, str], tuple[GroundT, ...]] = field(
        default_factory=dict, repr=False
    )

    def add(self, grounds: Iterable[GroundT]) -> None:
        """Take further grounds, which the profiles of targets declare."""
        self.grounds = (*self.grounds, *grounds)

    @property
    def is_history(self) -> bool:
        return all(ground.until is not None for ground in self.grounds)

    def grounds_of(self, target: str) -> tuple[GroundT, ...]:
        grounds = self._grounds_of.get(target)
        if grounds is None:
            grounds = tuple(g for g in self.grounds if target in g.targets and g.until is None)
            self._grounds_of[target] = grounds
        return grounds

    def grounds_for(self, target: str, format: str) -> tuple[GroundT, ...]:
        """The grounds on which a target refuses what comes in a wire format."""
        grounds = self._grounds_for.get((target, format))
        if grounds is None:
            grounds = tuple(g for g in self.grounds_of(target) if g.format in ("", format))
            self._grounds_for[target, format] = grounds
        return grounds

    def may_find_some(self, context: TargetContext) -> bool:
        """Whether the target refuses anything on its grounds in the format of what is sent."""
        return bool(self.grounds_at(context)) and super().may_find_some(context)

    def grounds_at(self, context: TargetContext) -> tuple[GroundT, ...]:
        """The grounds of the target that is asked, whatever the model is."""
        return self.grounds_for(context.target, context.format)

    def grounds_in(self, context: TargetContext) -> list[GroundT]:
        """The grounds on which the target refuses what goes to the model of this log."""
        return [g for g in self.grounds_at(context) if g.is_for(context.model)]

    def on_ground(
        self, check: Check[GroundT, TargetContext, Refusal]
    ) -> Check[GroundT, TargetContext, Refusal]:
        """Subscribe to the grounds that hold, each for the whole conversation."""

        def check_all(conversation: Conversation, context: TargetContext) -> Iterable[Refusal]:
            grounds = self.grounds_in(context)
            return chain.from_iterable(check(ground, context) for ground in grounds)

        self.on_conversation.append(check_all)
        return check

    def at(
        self,
        part: Part | Message,
        message: str,
        ground: Ground,
        *,
        severity: Severity | None = None,
        address: Address | None = None,
        related: Related = (),
        is_of_log: bool = False,
    ) -> Refusal:
        """A refusal at a part or a message of what would be sent, or at an address within it.

        It is an error where the evidence for the ground is sure, else a warning; one about the
        form of an id that is masked is a warning too.
        """
        is_sure = ground.confidence == "high"
        if self.subject is Subject.ID_FORM and has_masked_id(part):
            is_sure, message = False, f"{message} {IS_MASKED}"
        by_evidence = Severity.ERROR if is_sure else Severity.WARNING
        return Refusal(
            self.code,
            self.name,
            severity or by_evidence,
            address or part.address,
            message,
            part.key,
            related,
            ground=ground,
            targets=(),
            is_of_log=is_of_log,
        )

    def refuse(
        self,
        context: TargetContext,
        part: Part | Message,
        message: str,
        *,
        severity: Severity | None = None,
        address: Address | None = None,
        related: Related = (),
    ) -> Iterator[Refusal]:
        """The same refusal for each ground of the target that is asked, and its model."""
        for ground in self.grounds_in(context):
            yield self.at(
                part, message, ground, severity=severity, address=address, related=related
            )
