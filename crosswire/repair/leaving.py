"""What a repair leaves, each finding with the reason."""

from __future__ import annotations

from crosswire.diagnosis import walk
from crosswire.repair.asked import Asked
from crosswire.repair.change import Left, Missing
from crosswire.repair.view import View
from crosswire.rule import Diagnostic, Kind, Severity
from crosswire.rules import RULES

_WHY = {
    "missing-result": "Nothing tells which call lacks its result, or its type has no plain result to add.",
    "orphan-result": "Nothing tells which call it answers; a call is never made up for it.",
    "mismatched-id": "Several calls and results could belong together, and only their order says how.",
    "duplicate-call-id": "Fewer results than calls came under this id; nothing tells which they answer.",
    "duplicate-result": "The results of the call differ, and nothing tells which one is true.",
    "lookalike-ids": "Both ids tie what they should; only a reader takes the one for the other.",
    "item-id-as-call-id": "It ties call and result as it stands, or no call is known that it should name.",
    "composite-id": "The half that names the call is the id of another one already.",
    "smuggled-signature": "The id ties as it stands; where a target refuses it, the export makes another.",
    "arguments-double-encoded": "It holds equal keys, of which an object keeps only the last.",
    "arguments-not-object": "Nothing tells which parameters the values are for.",
    "arguments-not-json": "Nothing tells what the text was before it was broken.",
}
_ASK = {
    "missing-result": "It needs a choice: drop the call, or add a result that says that none was recorded.",
    "orphan-result": "Its call was not recorded; it can be dropped, and a call is never made up for it.",
}


def what_is_left(view: View, asked: Asked, missing: Missing) -> list[Left]:
    """The defects that are found after all, notes left out."""
    defects = [
        rule
        for rule in RULES.values()
        if rule.kind is Kind.DEFECT and rule.is_about(view.conversation.format)
    ]
    found = [one for one in walk(view, defects) if one.severity is not Severity.INFO]
    return [_left(one, view, asked, missing) for one in found]


def _left(found: Diagnostic, view: View, asked: Asked, missing: Missing) -> Left:
    source = view.sheet.origin(found.address)
    if not asked.is_about(found.name, source):
        return Left(found, source, "It was not asked for.")
    ambiguous = found.name == "missing-result" and (
        found.node in view.unsure_calls
        or found.node in {call.key for calls, _ in view.ambiguous.values() for call in calls}
    )
    if found.name in _ASK and missing == "leave" and not ambiguous:
        return Left(found, source, _ASK[found.name])
    return Left(found, source, why_left(found))


def why_left(found: Diagnostic) -> str:
    """Why a finding stays though it may be mended."""
    if RULES[found.code].repairable or found.name in _WHY:
        return _WHY.get(found.name, "Nothing in the log tells for certain what it was.")
    return "What would mend it is not in the log."
