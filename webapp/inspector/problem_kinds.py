"""The kinds of problems that a list is filtered by: what is wrong, in the words of the field.

A rule is of one kind. The families of rules are ordered as their documentation is; a reader asks
whether something is missing, or stands twice, whoever says so.
"""

from __future__ import annotations

from crosswire.rules import RULES
from crosswire.rules.rule import Rule

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

_RULES: dict[str, str] = {
    "missing-result": "missing-result pending-call unanswered-call response-count settled",
    "orphan": "orphan-result unexpected-result excess-results answered-server-tool",
    "mismatched": "mismatched-id id-not-echoed id-verbatim lookalike-ids told-apart-by-order mismatched-kind "
    "dangling-edge",
    "absent-id": "absent-id empty-id placeholder-id id-required",
    "fabricated": "fabricated-id guessable-id foreign-id id-unguessable",
    "conflated": "tool-name-as-id result-text-as-id result-text-as-tool-name item-id-as-call-id "
    "call-id-as-item-id conflated-id composite-id smuggled-signature callId-sense",
    "duplicated": "duplicate-call-id duplicate-result id-reused-later duplicate-ids second-result "
    "duplicate-item-id id-unique-in-turn doubled-id",
    "repeated": "repeated-call parallel-duplicate checksum-repeat",
    "arguments": "arguments-not-json arguments-not-object arguments-double-encoded arguments-not-text "
    "arguments-mismatch-declaration input-not-object args-object partial-arguments parallel-wrapper",
    "id-form": "id-not-taken",
    "content": "output-only-item",
    "reasoning": "thought-signature-missing thought-signature-changed",
}
"""What the family does not say of a rule."""

_FAMILIES = {
    "id_form": "id-form",
    "uniqueness": "duplicated",
    "order": "order",
    "identity": "id-form",
    "reasoning": "reasoning",
    "gemini": "content",
    "content": "content",
    "logs": "content",
    "provenance": "fabricated",
    "records": "records",
}
_KIND_OF = {name: kind for kind, names in _RULES.items() for name in names.split()}


def kind_of(rule: Rule) -> str:
    """Which kind of problem a rule finds."""
    return _KIND_OF.get(rule.name) or _FAMILIES[rule.family]


KIND_OF_CODE: dict[str, str] = {code: kind_of(rule) for code, rule in RULES.items()}

_ENDS = {"missing-result", "orphan", "mismatched"}
_REFUSED_AS: dict[str, set[str]] = {
    "missing-result": {"missing-result"},
    "orphan": {"orphan", "missing-result", "order"},
    "mismatched": _ENDS,
    "absent-id": {"absent-id"},
    "conflated": _ENDS | {"id-form", "duplicated"},
    "duplicated": _ENDS | {"duplicated"},
    "order": _ENDS | {"order"},
    "arguments": {"arguments"},
    "reasoning": {"reasoning"},
}
"""Which refusals a defect of a kind leads to, at the place that it is about."""
_OF_ANY_ID = {"nine-characters", "id-not-taken"}
"""Refusals that meet sound ids of other providers as well."""


def is_answer_to(refusal: Rule, defect: Rule) -> bool:
    """Whether what a target says by the one may be said because of the other."""
    return refusal.name not in _OF_ANY_ID and kind_of(refusal) in _REFUSED_AS.get(kind_of(defect), ())
