"""A rule's documentation as data, for the command line and pages alike: sections, grounds,
examples."""

from __future__ import annotations

import re
import textwrap
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from crosswire.rules.registry import FAMILY_TITLES, RULES
from crosswire.rules.rule import Ground, Rule
from crosswire.rules.targets import TARGETS


@dataclass(frozen=True, slots=True)
class Example:
    """A conversation in a rule's documentation."""

    format: str
    text: str


_FENCE = re.compile(r"^```json ([\w-]+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def examples(doc: str) -> list[Example]:
    """The examples of a rule's documentation: the failing one, then the passing one."""
    return [Example(format, text.strip()) for format, text in _FENCE.findall(doc)]


def sections(doc: str) -> dict[str, str]:
    """A rule's documentation by heading; what stands before the first one is under ''."""
    pieces = _HEADING.split(doc)
    found: dict[str, str] = defaultdict(str)
    found[""] = pieces[0].strip()
    for heading, text in zip(pieces[1::2], pieces[2::2], strict=True):
        found[heading] = text.strip()
    return dict(found)


_FENCE = re.compile(r"^```json ([\w-]+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A paragraph, a quotation or an example."""

    kind: Literal["text", "quote", "example"]
    text: str
    format: str = ""
    """Of an example."""


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class GroundText:
    """A ground in words."""

    key: str
    targets: tuple[str, ...]
    """Their titles."""
    says: str
    answer: str
    """`HTTP 400`, or that nothing is answered."""
    holds: str
    """Since and until when, where that is known; else empty."""
    sure: str
    source: str


@dataclass(frozen=True, slots=True)
class RuleText:
    """All that is shown of a rule."""

    code: str
    name: str
    kind: str
    severity: str
    family: str
    """Its title."""
    title: str
    sections: tuple[Section, ...]
    grounds: tuple[GroundText, ...]
    failing: Example
    passing: Example


_SURE = {
    "high": "sure: it decides the verdict",
    "medium": "fairly sure: it leaves the verdict unsure",
    "low": "unsure: it leaves the verdict unsure",
}


def rule_text(rule: Rule) -> RuleText:
    """A rule's documentation, taken apart."""
    failing, passing = examples(rule.doc)
    found = sections(rule.doc)
    return RuleText(
        rule.code,
        rule.name,
        rule.kind.value,
        rule.severity.value,
        FAMILY_TITLES[rule.family],
        rule.title,
        tuple(
            Section(heading, tuple(_pieces(text)))
            for heading, text in found.items()
            if heading
        ),
        tuple(_ground(ground) for ground in rule.grounds),
        failing,
        passing,
    )


def by_family() -> dict[str, list[Rule]]:
    """All rules, under the titles of their families; families without rules are left out."""
    found = {
        title: [rule for rule in RULES.values() if rule.family == family]
        for family, title in FAMILY_TITLES.items()
    }
    return {title: rules for title, rules in found.items() if rules}


def named(name: str) -> Rule | None:
    """The rule with this code or name, in capitals or not."""
    by_name = {rule.name.lower(): rule for rule in RULES.values()}
    return RULES.get(name.upper()) or by_name.get(name.lower())


def summary(rule: Rule) -> str:
    """What a rule checks, in its first paragraph."""
    return next(
        (
            piece.text
            for piece in _pieces(sections(rule.doc).get("What it checks", ""))
            if piece.kind == "text"
        ),
        rule.title,
    )


def advice(rule: Rule) -> str:
    """What to write in place of what a rule finds, in a sentence of its own."""
    beginning = "Use instead: "
    told = (
        piece.text for piece in _pieces(sections(rule.doc)["Example"]) if piece.kind == "text"
    )
    found = next((text for text in told if text.startswith(beginning)), "")
    return found.removeprefix(beginning)


def quotations(rule: Rule) -> list[str]:
    """What providers are known to answer to it, as the documentation quotes them."""
    pieces = _pieces(sections(rule.doc).get("Why it matters", ""))
    return [piece.text for piece in pieces if piece.kind == "quote"]


def _pieces(text: str) -> Iterator[Piece]:
    plain_and_examples = _FENCE.split(text)
    for i in range(0, len(plain_and_examples), 3):
        for paragraph in re.split(r"\n\s*\n", plain_and_examples[i].strip("\n")):
            if paragraph.startswith("    "):
                yield Piece("quote", textwrap.dedent(paragraph).rstrip())
            elif paragraph.strip():
                yield Piece("text", " ".join(paragraph.split()))
        if i + 2 < len(plain_and_examples):
            yield Piece(
                "example", plain_and_examples[i + 2].strip(), plain_and_examples[i + 1]
            )


def _ground(ground: Ground) -> GroundText:
    spans = ((ground.since, "since"), (ground.until, "until"))
    return GroundText(
        ground.key,
        tuple(
            TARGETS[target].title if target in TARGETS else target for target in ground.targets
        ),
        ground.error_text,
        f"HTTP {ground.status}"
        if ground.status is not None
        else "no answer of the provider's",
        ", ".join(f"{word} {when}" for when, word in spans if when),
        _SURE[ground.confidence],
        ground.source,
    )
