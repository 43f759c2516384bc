"""The catalogue of rules and their grounds, as plain data whose fields are stable."""

from __future__ import annotations

from crosswire.model import JsonObject
from crosswire.rules.docs import Piece, rule_text, summary
from crosswire.rules.registry import RULES
from crosswire.rules.rule import Ground, ProviderRule, Rule
from crosswire.rules.targets import TARGETS


def catalogue() -> JsonObject:
    """All rules in the order of their codes, each with its grounds."""
    return {"rules": [rule_record(RULES[code]) for code in sorted(RULES)]}


def rule_record(rule: Rule) -> JsonObject:
    """A rule in short, with its grounds."""
    return {
        "code": rule.code,
        "name": rule.name,
        "kind": rule.kind.value,
        "severity": rule.severity.value,
        "family": rule.family,
        "subject": rule.subject.value,
        "title": rule.title,
        "checks": summary(rule),
        "repairable": rule.repairable,
        "grounds": [*map(ground_record, grounds_of(rule))],
    }


def whole_record(rule: Rule) -> JsonObject:
    """A rule with its whole documentation: each section as pieces in order."""
    sections: JsonObject = {
        section.heading: [*map(_piece, section.pieces)] for section in rule_text(rule).sections
    }
    return {**rule_record(rule), "sections": sections}


def grounds_of(rule: Rule) -> tuple[Ground, ...]:
    """All grounds of a rule, history too; a rule about logs has none."""
    return rule.grounds if isinstance(rule, ProviderRule) else ()


def ground_record(ground: Ground) -> JsonObject:
    """Who refuses, in whose words, since and until when, how sure that is, and where it was
    seen."""
    return {
        "key": ground.key,
        "targets": [*ground.targets],
        "providers": [TARGETS[name].title for name in ground.targets],
        "words": ground.error_text,
        "status": ground.status,
        "since": ground.since,
        "until": ground.until,
        "confidence": ground.confidence,
        "source": ground.source,
        "models": ground.models,
        "but_models": ground.but_models,
        "format": ground.format or None,
    }


def _piece(piece: Piece) -> JsonObject:
    of_format = {"format": piece.format} if piece.kind == "example" else {}
    return {"kind": piece.kind, "text": piece.text, **of_format}
