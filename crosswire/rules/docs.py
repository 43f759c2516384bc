"""A rule's documentation as data, for the command line and pages alike: sections, grounds,
examples."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from crosswire.rules.registry import FAMILY_TITLES, RULES
from crosswire.rules.rule import Ground, ProviderRule, Rule
from crosswire.rules.targets import TARGETS


class Example(Struct, frozen=True):
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
    pieces = ["", *_HEADING.split(doc)]
    return {
        heading: text.strip() for heading, text in zip(pieces[::2], pieces[1::2], strict=True)
    }


class Piece(Struct, frozen=True):
    """A paragraph, a quotation or an example."""

    kind: Literal["text", "quote", "example"]
    text: str
    format: str = ""
    """Of an example."""


class Section(Struct, frozen=True):
    heading: str
    pieces: tuple[Piece, ...]


class GroundText(Struct, frozen=True):
    """A ground in words."""

    key: str
    targets: tuple[str, ...]
    """Their titles."""
    names: tuple[str, ...]
    """The names of the same, as in options and addresses."""
    error_text: str
    """See `Ground.error_text`."""
    answer: str
    """`HTTP 400`, or that nothing is answered."""
    holds: str
    """Since and until when, where that is known; else empty."""
    sure: str
    source: str


class RuleText(Struct, frozen=True):
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
    of_rule = [
        Section(heading, tuple(_pieces(t))) for heading, t in sections(rule.doc).items()
    ]
    grounds = rule.grounds if isinstance(rule, ProviderRule) else ()
    return RuleText(
        code=rule.code,
        name=rule.name,
        kind=rule.kind.value,
        severity=rule.severity.value,
        family=FAMILY_TITLES[rule.family],
        title=rule.title,
        sections=tuple(section for section in of_rule if section.heading),
        grounds=tuple(map(_ground, grounds)),
        failing=failing,
        passing=passing,
    )


def by_family() -> dict[str, list[Rule]]:
    """All rules, under the titles of their families; families without rules are left out."""
    families: dict[str, list[Rule]] = {}
    order = list(FAMILY_TITLES)
    for rule in sorted(RULES.values(), key=lambda rule: order.index(rule.family)):
        families.setdefault(FAMILY_TITLES[rule.family], []).append(rule)
    return families


def named(name: str) -> Rule | None:
    """The rule with this code or name, in capitals or not."""
    by_name = {rule.name.lower(): rule for rule in RULES.values()}
    return RULES.get(name.upper()) or by_name.get(name.lower())


def summary(rule: Rule) -> str:
    """What a rule checks, in its first paragraph."""
    return next(_paragraphs(rule, "What it checks", "text"), rule.title)


def advice(rule: Rule) -> str:
    """What to write in place of what a rule finds, in a sentence of its own."""
    beginning = "Use instead: "
    texts = _paragraphs(rule, "Example", "text")
    advice = next((text for text in texts if text.startswith(beginning)), "")
    return advice.removeprefix(beginning)


def quotations(rule: Rule) -> list[str]:
    """What providers are known to answer to it, as the documentation quotes them."""
    return list(_paragraphs(rule, "Why it matters", "quote"))


def pieces_under(rule: Rule, heading: str) -> Iterator[Piece]:
    """What stands under a heading of its documentation."""
    return _pieces(sections(rule.doc).get(heading, ""))


def _paragraphs(rule: Rule, heading: str, kind: str) -> Iterator[str]:
    """The pieces of a kind that stand under a heading."""
    return (piece.text for piece in pieces_under(rule, heading) if piece.kind == kind)


def _pieces(text: str) -> Iterator[Piece]:
    plain_and_examples = [*_FENCE.split(text), "", ""]
    triples = zip(*(plain_and_examples[i::3] for i in range(3)), strict=True)
    for plain, format, example in triples:
        for paragraph in re.split(r"\n\s*\n", plain.strip("\n")):
            if paragraph.startswith("    "):
                yield Piece("quote", textwrap.dedent(paragraph).rstrip())
            elif paragraph.strip():
                yield Piece("text", " ".join(paragraph.split()))
        if format:
            yield Piece("example", example.strip(), format)


def _ground(ground: Ground) -> GroundText:
    since = f"since {ground.since}" if ground.since else ""
    until = f"until {ground.until}" if ground.until else ""
    status = ground.status
    return GroundText(
        key=ground.key,
        targets=tuple(TARGETS[target].title for target in ground.targets),
        names=tuple(ground.targets),
        error_text=ground.error_text,
        answer="no answer of the provider's" if status is None else f"HTTP {status}",
        holds=", ".join(filter(None, (since, until))),
        sure=_SURE[ground.confidence],
        source=ground.source,
    )
