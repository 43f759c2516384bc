"""What a repair leaves, each finding with the reason."""

from __future__ import annotations

from collections.abc import Collection

from crosswire.repairs.asked import Asked
from crosswire.repairs.change import Again, Left, Missing, Repaired
from crosswire.repairs.view import View
from crosswire.rules import LOG_RULES, PROVIDER_RULES, RULES
from crosswire.rules.rule import Diagnostic, Severity, TargetContext
from crosswire.rules.runner import walk
from crosswire.rules.target_verdicts import verdict

_WHY = {
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
    "arguments-not-json": "Nothing tells what the text was before it was broken.",
}
_ASK = {
    "missing-result": (
        "It needs a choice: drop the call, or add a result that says that none was recorded."
    ),
    "orphan-result": (
        "Its call was not recorded; it can be dropped, and a call is never made up for it."
    ),
}


_WHY_REFUSED = {
    "unanswered-call": _ASK["missing-result"],
    "unexpected-result": _ASK["orphan-result"],
    "tool-name-pattern": (
        "A tool's name is the program's own; nothing tells what it should be."
    ),
    "no-tools-declared": "The log declares no tools, and a repair makes none up.",
    "empty-text": (
        "Nothing tells what was said here; an export to another format leaves it out."
    ),
    "input-not-object": _WHY["arguments-not-object"],
}
_OF_WHAT_WAS_SAID = frozenset(
    {"starts-with-user", "ends-with-assistant", "gemini-turn-order", "role-order"}
)
_MENDED_REFUSALS = [rule for rule in PROVIDER_RULES if rule.name == "duplicate-item-id"]
"""Refusals that a repair mends in any context, where the log is in the words of the one that
refuses."""
NOT_ASKED = "It was not asked for."
_UNDONE = (
    "It was mended several times, and another repair undid it each time; it was given up."
)


def what_is_left(
    view: View, asked: Asked, missing: Missing, given_up: Collection[Again] = ()
) -> list[Left]:
    """The defects that are found after all, notes left out."""
    format = view.conversation.format
    defects = walk(view, (rule for rule in LOG_RULES if rule.is_about(format)))
    context = TargetContext(view.conversation, view.pairing, format)
    refused = walk(context, _MENDED_REFUSALS)
    found = [d for d in (*defects, *refused) if d.severity is not Severity.INFO]
    tired = {(rule, piece) for rule, _, piece in given_up}
    pieces = {part.key: id(part.raw) for _, part in view.conversation.parts()} if tired else {}
    return [
        Left(one, view.sheet.origin(one.address), _UNDONE)
        if (one.name, pieces.get(one.node)) in tired
        else _left(one, view, asked, missing)
        for one in found
    ]


def _left(found: Diagnostic, view: View, asked: Asked, missing: Missing) -> Left:
    source = view.sheet.origin(found.address)
    if not asked.is_about(found.name, source) and _may_be_mended(found):
        return Left(found, source, NOT_ASKED)
    ambiguous = found.name == "missing-result" and (
        found.node in view.unsure_calls
        or found.node in {call.key for calls, _ in view.ambiguous.values() for call in calls}
    )
    if found.name in _ASK and missing == "leave" and not ambiguous:
        return Left(found, source, _ASK[found.name])
    return Left(found, source, why_left(found))


def _may_be_mended(found: Diagnostic) -> bool:
    """Whether asking for it could have helped: of results that come twice, the copies are
    dropped."""
    return RULES[found.code].repairable or found.name == "duplicate-result"


def why_left(found: Diagnostic) -> str:
    """Why a finding stays though it may be mended."""
    if RULES[found.code].repairable or found.name in _WHY:
        return _WHY.get(found.name, "Nothing in the log tells for certain what it was.")
    return "What would mend it is not in the log."


def what_is_refused(
    repaired: Repaired, target: str, asked: Asked, missing: Missing
) -> list[Left]:
    """What a target would refuse about a repaired conversation, where no defect that is left
    says it."""
    told = {left.finding.address for left in repaired.left}
    found = []
    for one in verdict(repaired.conversation, target, ids="keep").findings:
        if one.severity is Severity.INFO or one.address in told:
            continue
        source = repaired.origins.get(one.node)
        wanted = asked.is_about(one.name, source)
        found.append(Left(one, source, _why_refused(one, missing) if wanted else NOT_ASKED))
    return found


def _why_refused(found: Diagnostic, missing: Missing) -> str:
    if found.name in _OF_WHAT_WAS_SAID:
        return (
            "Who spoke when is as it was logged; a repair puts no words into anybody's mouth."
        )
    if found.name in ("unanswered-call", "unexpected-result") and missing != "leave":
        return _WHY["missing-result" if found.name == "unanswered-call" else "orphan-result"]
    return _WHY_REFUSED.get(found.name, "What this target wants here is not in the log.")
