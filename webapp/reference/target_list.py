"""The targets as pages show them: how a log names each, what it refuses, what it is known to
take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crosswire.explanations import error_texts
from crosswire.rules import (
    PROVIDER_RULES,
    TARGETS,
    Ground,
    GroundText,
    ProviderRule,
    Target,
    rule_text,
)

SURE = {"high": "sure", "medium": "fairly sure", "low": "unsure"}
"""How sure a ground is, in words; the surest first."""


@dataclass(frozen=True, slots=True)
class Line:
    """A target in the list of all."""

    target: Target
    counts: Mapping[str, int]
    """How sure -> how many grounds are that."""
    yes: str
    """What a yes of it stands on, in words."""


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

    target: Target
    named_by: Sequence[tuple[str, Sequence[str]]]
    """A kind of sign -> the signs."""
    refused: Mapping[str, Sequence[Refused]]
    """How sure -> the grounds that are that."""
    yes: str


def listing() -> list[Line]:
    """All targets, in the order of lists."""
    return [Line(target, _counts(target), _yes(target)) for target in TARGETS.values()]


def _counts(target: Target) -> Mapping[str, int]:
    counts: Counter[str] = Counter(
        ground.confidence for rule in PROVIDER_RULES for ground in rule.grounds_of(target.name)
    )
    return {words: counts[sure] for sure, words in SURE.items()}


def _yes(target: Target) -> str:
    if target.takes is None:
        return "its rules: a yes where none of them refuses"
    if not target.takes:
        return "nothing yet: it never says yes"
    return "what is known to be taken"


def shown(target: Target) -> Shown:
    """What the page of a target shows."""
    every = [one for rule in PROVIDER_RULES for one in _refused(rule, target)]
    by_sure = {
        words: [one for one in every if one.ground.confidence == sure]
        for sure, words in SURE.items()
    }
    refused = {words: found for words, found in by_sure.items() if found}
    return Shown(target, [*_signs(target)], refused, _yes(target))


def _refused(rule: ProviderRule[Ground], target: Target) -> list[Refused]:
    of_target = {id(ground) for ground in rule.grounds_of(target.name)}
    if not of_target:
        return []
    both = zip(rule.grounds, rule_text(rule).grounds, strict=True)
    return [
        Refused(rule, ground, words, [*_texts(ground)])
        for ground, words in both
        if id(ground) in of_target
    ]


def _texts(ground: Ground) -> list[tuple[str, str | None]]:
    pages = {one.text: slug for slug, one in error_texts().items()}
    texts = filter(None, (text.strip() for text in ground.error_text.split(" / ")))
    return [(text, pages.get(text)) for text in texts]


def _signs(target: Target) -> list[tuple[str, Sequence[str]]]:
    signs = target.signs
    kinds: list[tuple[str, Sequence[str]]] = [
        ("The host of an address", signs.hosts),
        ("A field of an answer", [name for name, _ in signs.answers]),
        ("A word for the provider", signs.providers),
        ("The model, by the pattern", [signs.models] if signs.models else []),
        ("The ids of calls, by the pattern", [signs.ids] if signs.ids else []),
    ]
    return [(kind, told) for kind, told in kinds if told]
