"""The kinds of problems that a list is filtered by: the subjects of rules, with their titles.

The families of rules are ordered as their documentation is; a reader asks whether something is
missing, or stands twice, by whichever rule.
"""

from __future__ import annotations

from crosswire.rules import RULES, ProviderRule, Rule, Subject

KINDS: dict[str, str] = {
    "missing-result": "Results missing",
    "orphan": "Results without a call",
    "mismatched": "Ids that differ at two ends",
    "absent-id": "Ids missing",
    "fabricated": "Ids made up or foreign",
    "conflated": "Ids that are something else",
    "duplicated": "Ids and results given twice",
    "id-form": "Ids of a form not taken",
    "order": "Out of order",
    "repeated": "Calls made again",
    "arguments": "Arguments",
    "content": "Content and tools",
    "reasoning": "Reasoning and signatures",
    "records": "Records of tool calls",
}
"""In the order of lists, each with its title."""

KIND_OF_CODE: dict[str, str] = {code: rule.subject.value for code, rule in RULES.items()}

_ENDS = {Subject.MISSING_RESULT, Subject.ORPHAN_RESULT, Subject.MISMATCHED_IDS}
_REFUSED_AS: dict[Subject, set[Subject]] = {
    Subject.MISSING_RESULT: {Subject.MISSING_RESULT},
    Subject.ORPHAN_RESULT: {Subject.ORPHAN_RESULT, Subject.MISSING_RESULT, Subject.ORDER},
    Subject.MISMATCHED_IDS: _ENDS,
    Subject.ABSENT_ID: {Subject.ABSENT_ID},
    Subject.CONFLATED_ID: _ENDS | {Subject.ID_FORM, Subject.DUPLICATE},
    Subject.DUPLICATE: _ENDS | {Subject.DUPLICATE},
    Subject.ORDER: _ENDS | {Subject.ORDER},
    Subject.ARGUMENTS: {Subject.ARGUMENTS},
    Subject.REASONING: {Subject.REASONING},
}
"""What the refusals are about that a defect about something leads to, at the same place."""


def is_answer_to(refusal: Rule, defect: Rule) -> bool:
    """Whether what a target says by the one may be said because of the other."""
    meets_sound_ids = isinstance(refusal, ProviderRule) and refusal.refuses_sound_ids
    return not meets_sound_ids and refusal.subject in _REFUSED_AS.get(defect.subject, ())
