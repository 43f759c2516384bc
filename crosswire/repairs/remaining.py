"""The findings that a repair leaves, each with the reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from crosswire.address import Address
from crosswire.repairs.change import RemainingFinding, Repaired
from crosswire.repairs.context import RepairContext
from crosswire.repairs.options import RepairOptions
from crosswire.repairs.tracked import Piece, piece_of_part
from crosswire.rules import LOG_RULES, PROVIDER_RULES, RULES
from crosswire.rules.rule import Diagnostic, FindingT, Severity, TargetContext
from crosswire.rules.runner import walk
from crosswire.rules.target_verdicts import Verdict

_REASONS = {
    "missing-result": (
        "Nothing tells which call lacks its result, or its type has no plain result to add."
    ),
    "orphan-result": "Nothing tells which call it answers; a call is never made up for it.",
    "mismatched-id": (
        "Several calls and results could belong together, and only their order says how."
    ),
    "duplicate-call-id": (
        "Fewer results than calls came under this id; nothing tells which they answer."
    ),
    "duplicate-result": "The results of the call differ, and nothing tells which one is true.",
    "lookalike-ids": (
        "Both ids tie what they should; only a reader takes the one for the other."
    ),
    "item-id-as-call-id": (
        "It ties call and result as it stands, or no call is known that it should name."
    ),
    "composite-id": "The half that names the call is the id of another one already.",
    "smuggled-signature": (
        "The id ties as it stands; where a target refuses it, the export makes another."
    ),
    "arguments-double-encoded": "It holds equal keys, of which an object keeps only the last.",
    "arguments-not-object": "Nothing tells which parameters the values are for.",
    "duplicate-item-id": (
        "The items are not the same, and nothing tells which of them the id is of."
    ),
    "rewritten-id": (
        "Call and result agree in each request; a repair mends the last one, as it was sent."
    ),
    "copies-differ": "Both stand in the log, and a repair does not choose between them.",
    "mismatched-kind": (
        "Nothing tells which kind the tool is, or which call the result answers."
    ),
    "foreign-container": "The log's own format has no words that say all of the same.",
    "arguments-not-json": "Nothing tells what the text was before it was broken.",
}
_NOT_TOLD_APART = (
    "Several calls may be the one whose result is missing, this one or another; nothing tells "
    "which."
)
_NEEDS_CHOICE = {
    "missing-result": (
        "It needs a choice: drop the call, or add a result that says that none was recorded."
    ),
    "orphan-result": (
        "Its call was not recorded; it can be dropped, and a call is never made up for it."
    ),
}


_REASONS_OF_REFUSALS = {
    "tool-name-pattern": (
        "A tool's name is the program's own; nothing tells what it should be."
    ),
    "no-tools-declared": "The log declares no tools, and a repair makes none up.",
    "empty-text": (
        "Nothing else was said here, and nothing tells what was; an export to another format "
        "leaves it out."
    ),
    "input-not-object": _REASONS["arguments-not-object"],
    "tool-declaration-properties": (
        "The fields of a tool are its own; nothing tells what they should be called."
    ),
    "tool-declaration-strict": (
        "What a tool takes is its own; without `strict` its schema is not enforced."
    ),
    "tool-declaration-limits": (
        "Which tools are enforced is for the program to choose; a repair leaves all."
    ),
    **dict.fromkeys(
        ("tool-declaration-root", "tool-declaration-keyword", "tool-declaration-value"),
        "Nothing says the same in the words that this target takes.",
    ),
}
_DEFECTS_OF_REFUSALS = {
    "unanswered-call": "missing-result",
    "unexpected-result": "orphan-result",
}
"""Refusals that stay for the same reasons as a defect."""
_ABOUT_SPEAKERS = frozenset(
    {"starts-with-user", "ends-with-assistant", "gemini-turn-order", "role-order"}
)
_REPAIRED_REFUSALS = [rule for rule in PROVIDER_RULES if rule.name == "duplicate-item-id"]
"""Rules of refusals that a repair mends whatever the target, where the log is in the format of
the provider that refuses."""
NOT_ASKED = "It was not asked for."
_GIVEN_UP = (
    "It was mended several times, and another repair undid it each time; it was given up."
)


def remaining_defects(
    context: RepairContext,
    options: RepairOptions,
    given_up: Collection[tuple[str, Piece]] = (),
) -> list[RemainingFinding]:
    """The defects that the rules still find, notes left out; `given_up` are rules that another
    rule undid, each with the JSON of the part that it changed."""
    reasons = _Reasons(context, options, given_up)
    return [reasons.remaining(finding) for finding in _findings(context)]


def _findings(context: RepairContext) -> Iterator[Diagnostic]:
    format = context.conversation.format
    as_sent = TargetContext(context.conversation, context.pairing, format)
    yield from without_notes(walk(context, (r for r in LOG_RULES if r.is_about(format))))
    yield from without_notes(walk(as_sent, _REPAIRED_REFUSALS))


def without_notes(findings: Iterable[FindingT]) -> list[FindingT]:
    """The findings that are more than notes."""
    return [finding for finding in findings if finding.severity is not Severity.INFO]


class _Reasons:
    """Why the defects of a conversation stay after its repair."""

    def __init__(
        self,
        context: RepairContext,
        options: RepairOptions,
        given_up: Collection[tuple[str, Piece]],
    ) -> None:
        self._context = context
        self._options = options
        parts = context.conversation.parts() if given_up else ()
        self._given_up = {
            (rule, part.key)
            for _, part in parts
            for rule, piece in given_up
            if piece == piece_of_part(part)
        }

    def remaining(self, finding: Diagnostic) -> RemainingFinding:
        source = self._context.working_copy.origin(finding.address)
        return RemainingFinding(finding, source, self._reason(finding, source))

    def _reason(self, finding: Diagnostic, source: Address | None) -> str:
        if (finding.name, finding.node) in self._given_up:
            return _GIVEN_UP
        if _may_be_mended(finding) and not self._options.includes_finding(
            finding.name, source
        ):
            return NOT_ASKED
        if self._is_ambiguous(finding):
            return _NOT_TOLD_APART
        if self._options.missing == "leave":
            return _NEEDS_CHOICE.get(finding.name) or reason_left(finding)
        return reason_left(finding)

    def _is_ambiguous(self, finding: Diagnostic) -> bool:
        """Whether a call lacks a result that may have been tied to another call."""
        context = self._context
        return finding.name == "missing-result" and (
            finding.node in context.unsure_calls or finding.node in context.ambiguous_calls
        )


def _may_be_mended(finding: Diagnostic) -> bool:
    """Whether a repair could have mended it: of results that come twice, it drops the
    copies."""
    return RULES[finding.code].repairable or finding.name == "duplicate-result"


def reason_left(finding: Diagnostic) -> str:
    """Why a repair that may change everything leaves a finding."""
    if finding.name in _REASONS:
        return _REASONS[finding.name]
    if RULES[finding.code].repairable:
        return "Nothing in the log tells for certain what it was."
    return "What would mend it is not in the log."


def remaining_refusals(
    repaired: Repaired, judged: Verdict, options: RepairOptions
) -> list[RemainingFinding]:
    """What a target would refuse about a repaired conversation by its verdict, where no
    remaining defect has the same place."""
    places = {remaining.finding.address for remaining in repaired.remaining}
    findings = without_notes(judged.findings)
    return [
        _remaining_refusal(finding, repaired.origins.get(finding.node), options)
        for finding in findings
        if finding.address not in places
    ]


def _remaining_refusal(
    finding: Diagnostic, source: Address | None, options: RepairOptions
) -> RemainingFinding:
    is_included = options.includes_finding(finding.name, source)
    reason = _reason_refused(finding, options) if is_included else NOT_ASKED
    return RemainingFinding(finding, source, reason)


def _reason_refused(finding: Diagnostic, options: RepairOptions) -> str:
    if finding.name in _ABOUT_SPEAKERS:
        return (
            "Who spoke when is as it was logged; a repair puts no words into anybody's mouth."
        )
    defect = _DEFECTS_OF_REFUSALS.get(finding.name)
    if defect is not None:
        return (_NEEDS_CHOICE if options.missing == "leave" else _REASONS)[defect]
    return _REASONS_OF_REFUSALS.get(
        finding.name, "What this target wants here is not in the log."
    )
