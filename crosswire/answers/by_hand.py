"""What somebody can do by hand where nothing certain mends a cause, in order."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.rules import RULES, Diagnostic, Subject, advice

_STEPS: dict[Subject, tuple[str, ...]] = {
    Subject.MISSING_RESULT: (
        "Look for the result in the log of the program that ran the tool, and put it directly "
        "behind the call, with the call's id.",
        "Where it never ran: add a result that says so, with the call's id.",
        "Or take the call out, with what stands in the log only because of it.",
    ),
    Subject.ORPHAN_RESULT: (
        "Look for the call in an earlier part of the log: a history that was cut or compacted "
        "often begins behind it. Put it back in front of the result.",
        "Or take the result out: no provider takes one without its call.",
    ),
    Subject.MISMATCHED_IDS: (
        "Find out which call the result belongs to: tool, arguments and order tell.",
        "Write that call's id into the result, to the letter.",
    ),
    Subject.DUPLICATE: (
        "Find out which of the equal ones is true: their contents and order tell.",
        "Take the others out, or give each call an id of its own and its result the same.",
    ),
    Subject.ARGUMENTS: (
        "Look up what the tool was called with, and write it as one JSON object.",
        "Where that is lost: take the call out together with its result.",
    ),
}
_OF_NO_ID = (
    "Write an id of any kind, the same into the call and into its result.",
    "Where the log has the one without the other: look for it in an earlier part of the log, "
    "or take out the one that is there.",
)
_OF_SPLIT_RESULTS = (
    "Move this result into the message that holds the other results of its turn.",
    "Take out the message that has nothing left.",
    "Or export the conversation: in a request the results of a turn are joined.",
)
_RULES: dict[str, tuple[str, ...]] = {
    "absent-id": _OF_NO_ID,
    "empty-id": _OF_NO_ID,
    "split-results": _OF_SPLIT_RESULTS,
}


def steps(finding: Diagnostic) -> Sequence[str]:
    """The steps for what a finding is about; else what its rule says to write."""
    rule = RULES[finding.code]
    if finding.name in _RULES:
        return _RULES[finding.name]
    if rule.subject in _STEPS:
        return _STEPS[rule.subject]
    text = advice(rule)
    return (f"Write {text[:1].lower()}{text[1:]}",) if text else ()
