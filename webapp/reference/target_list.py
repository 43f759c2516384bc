"""The targets as pages show them, each ground with the pages of its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crosswire.explanations import error_texts
from crosswire.rules import (
    TARGETS,
    Ground,
    GroundText,
    ProviderRule,
    Target,
    TargetText,
    rule_text,
    target_text,
)


@dataclass(frozen=True, slots=True)
class Refused:
    """A ground of a target, with its rule and the pages of its words."""

    rule: ProviderRule[Ground]
    ground: Ground
    words: GroundText
    texts: Sequence[tuple[str, str | None]]
    """Each wording of its error text, with the name of that one's page."""


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the page of a target shows."""

    text: TargetText
    refused: Mapping[str, Sequence[Refused]]
    """How sure -> the grounds that are that."""


def listing() -> list[TargetText]:
    """All targets, in the order of lists."""
    return [*map(target_text, TARGETS.values())]


def shown(target: Target) -> Shown:
    """What the page of a target shows."""
    text = target_text(target)
    refused = {
        sure: [_refused(rule, ground) for rule, ground in found]
        for sure, found in text.grounds.items()
        if found
    }
    return Shown(text, refused)


def _refused(rule: ProviderRule[Ground], ground: Ground) -> Refused:
    both = zip(rule.grounds, rule_text(rule).grounds, strict=True)
    words = next(words for one, words in both if one is ground)
    return Refused(rule, ground, words, [*_texts(ground)])


def _texts(ground: Ground) -> list[tuple[str, str | None]]:
    pages = {one.text: slug for slug, one in error_texts().items()}
    texts = filter(None, (text.strip() for text in ground.error_text.split(" / ")))
    return [(text, pages.get(text)) for text in texts]
