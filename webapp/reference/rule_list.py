"""The rules as a page lists them."""

from __future__ import annotations

from crosswire.rules import TARGETS, Rule


def targets_of(rule: Rule) -> list[str]:
    """The targets that refuse by a rule today, in the order of lists."""
    return [name for name in TARGETS if rule.grounds_of(name)]
