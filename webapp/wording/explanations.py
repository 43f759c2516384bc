"""What a provider's error message means for a conversation, as the page shows it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from crosswire.containers import speaker_of, words_of
from crosswire.explanations import (
    Explanation,
    FurtherText,
    IdHint,
    Place,
    Recognised,
    page_of,
    shortened,
)
from crosswire.rules import TARGETS, Diagnostic, advice, summary
from webapp.readmodel.lists import Finding, found_at
from webapp.readmodel.row_numbers import RowNumbers
from webapp.readmodel.text import one_line, printable

MOST_SHOWN = 50
"""Findings and places of one kind that the page lists; it counts them all."""


LONGEST_QUOTED = 20_000
"""Characters of an error in which the provider's sentence is looked for."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A rule that the message speaks of."""

    code: str
    name: str
    title: str
    what: str
    said_by: str
    text: str
    exact: bool
    repairable: bool
    advice: str
    """What to write instead."""
    page: str
    """Slug of the page about this text."""


@dataclass(frozen=True, slots=True)
class OfNoRule:
    """A known text that no rule is about."""

    title: str
    """What it is about where that is not the history; else empty."""
    meaning: str
    who: str
    page: str


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """An id or a place that the message names; without an address the log has none such."""

    words: str
    address: str = ""
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Explained:
    """An explanation, ready to be shown."""

    error: str
    """The message, or what was read of it."""
    note: str | None
    """What was not read of the message; None where all of it was."""
    meanings: list[Meaning]
    nearest: list[Meaning]
    of_no_rule: list[OfNoRule]
    """Known texts that are no rule's matter."""
    places: list[NamedPlace]
    findings: list[Finding]
    elsewhere: list[Finding]
    total: int
    """Findings at the places that are named, those that are not shown too."""
    total_elsewhere: int
    hints: tuple[IdHint, ...] = ()
    """Without a log: what the ids that it names tell by their shape."""
    said_by: str = ""
    """Without a log: whose words these seem to be."""
    words: str = ""
    """Without a log: what was said, without what programs put around it."""

    @property
    def first(self) -> tuple[str, int] | None:
        """Address and row of the place to jump to."""
        for found in self.findings:
            return found["address"], found["row"]
        for place in self.places:
            if place.row is not None:
                return place.address, place.row
        for found in self.elsewhere:
            return found["address"], found["row"]
        return None


def causes_first(told: Explained, causes: Collection[tuple[str, str]]) -> Explained:
    """The same, what is wrong by itself (a code and an address) before what follows from
    it."""

    def follows(one: Finding) -> bool:
        return (one["code"], one["address"]) not in causes

    return replace(told, findings=sorted(told.findings, key=follows))


def explained(error: str, found: Explanation, rows: RowNumbers) -> Explained:
    """What a page says of a message."""
    here: list[Diagnostic] = [*found.findings, *found.defects]
    named = [place for one in found.ids for place in (one.places or (one.value,))]
    places = [_place(one, rows) for one in (*named, *found.places, *found.out_of_reach)]
    return Explained(
        printable(shortened(error)),
        found.note,
        list(map(_meaning, found.recognised)),
        list(map(_meaning, found.nearest)),
        list(map(_of_no_rule, found.of_no_rule)),
        list(dict.fromkeys(places))[:MOST_SHOWN],
        found_at(here[:MOST_SHOWN], rows),
        found_at(found.elsewhere[:MOST_SHOWN], rows),
        len(here),
        len(found.elsewhere),
    )


def explained_alone(error: str, found: Explanation) -> Explained:
    """What a page says of a message that came without a log."""
    names = dict.fromkeys([*(one.value for one in found.ids), *found.out_of_reach])
    return Explained(
        printable(shortened(error)),
        found.note,
        list(map(_meaning, found.recognised)),
        list(map(_meaning, found.nearest)),
        list(map(_of_no_rule, found.of_no_rule)),
        [NamedPlace(one_line(name, 120)) for name in list(names)[:MOST_SHOWN]],
        [],
        [],
        0,
        0,
        tuple(found.hints),
        speaker_of(error) or next((_meaning(one).said_by for one in found.recognised), ""),
        one_line(words_of(error[:LONGEST_QUOTED]), 600),
    )


def _meaning(one: Recognised) -> Meaning:
    said_by = ", ".join(TARGETS[name].title for name in one.targets) or one.who
    return Meaning(
        one.rule.code,
        one.rule.name,
        one.rule.title,
        summary(one.rule),
        said_by,
        one.text,
        one.exact,
        one.rule.repairable,
        advice(one.rule),
        page_of(one),
    )


def _of_no_rule(one: FurtherText) -> OfNoRule:
    return OfNoRule(one.says if one.subject else "", one.meaning, one.who, page_of(one))


def _place(one: Place | str, rows: RowNumbers) -> NamedPlace:
    if isinstance(one, str):
        return NamedPlace(one_line(one, 120))
    row = rows.of_node(one.node) if one.node else rows.of_address(one.address)
    return NamedPlace(one_line(one.words, 120), printable(one.address), row)
