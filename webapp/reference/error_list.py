"""The catalogue of error texts as pages show it: chosen by words and by subject."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crosswire.explanations import ErrorText, error_texts, other_spellings
from crosswire.rules import GroundText, Rule, RuleText, advice, rule_text, summary
from webapp.readmodel.text import one_line

SUBJECTS = {"history": "the history", "other": "something else"}
"""What an error may be about."""
MOST_SPELLINGS = 12


@dataclass(frozen=True, slots=True)
class Listing:
    """The texts that were asked for, by who says them."""

    asked: str
    about: str
    speakers: Mapping[str, Sequence[ErrorText]]
    count: int
    total: int


@dataclass(frozen=True, slots=True)
class Meant:
    """A rule that a text speaks of."""

    rule: RuleText
    what: str
    advice: str


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the page of a text shows."""

    one: ErrorText
    meant: list[Meant]
    grounds: list[GroundText]
    spellings: list[ErrorText]
    more: int
    """Spellings that are not listed."""


def listing(words: str, about: str) -> Listing:
    """The texts in which all words stand, of one subject or of any."""
    asked, about = one_line(words, 200), about if about in SUBJECTS else ""
    every = list(error_texts().values())
    found = [one for one in every if about in ("", _about(one)) and _holds(one, asked)]
    speakers: dict[str, list[ErrorText]] = {}
    for one in found:
        speakers.setdefault(one.who[0], []).append(one)
    ordered = sorted(speakers.items(), key=lambda entry: _place(entry[0]))
    return Listing(asked, about, dict(ordered), len(found), len(every))


def _about(one: ErrorText) -> str:
    return "other" if one.subject else "history"


def _place(who: str) -> tuple[bool, str]:
    return who.startswith(("any ", "a ")), who.casefold()


def _holds(one: ErrorText, asked: str) -> bool:
    names = (name for rule in one.rules for name in (rule.code, rule.name))
    text = " ".join((one.text, *one.who, one.meaning, *names)).casefold()
    return all(word in text for word in asked.casefold().split())


def shown(one: ErrorText) -> Shown:
    """What the page of a text shows."""
    spellings = other_spellings(one)
    return Shown(
        one,
        [_meant(rule) for rule in one.rules],
        _grounds(one),
        spellings[:MOST_SPELLINGS],
        max(0, len(spellings) - MOST_SPELLINGS),
    )


def _meant(rule: Rule) -> Meant:
    return Meant(rule_text(rule), summary(rule), advice(rule))


def _grounds(one: ErrorText) -> list[GroundText]:
    """The grounds that have this very text, in words."""
    of_rules = (ground for rule in one.rules for ground in rule_text(rule).grounds)
    found = (
        ground
        for ground in of_rules
        if one.text in (text.strip() for text in ground.error_text.split(" / "))
    )
    return list(dict.fromkeys(found))
