"""Two conversations part by part, as a page shows them: rows of differences, and runs of what
is the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from markupsafe import Markup
from msgspec import structs

from crosswire.comparison import (
    Aspect,
    Comparison,
    Difference,
    Entry,
    Nothing,
    Run,
    Unit,
    text_runs,
)
from crosswire.counting import counted
from crosswire.model import JsonValue
from crosswire.rules import Diagnostic
from webapp.comparison.difference_words import (
    ASPECTS,
    BESIDE_WHAT_IS_SAID,
    gist_of,
    value_words,
)
from webapp.readmodel.text import printable
from webapp.wording.invisible import marked

Where = Literal["both", "first", "second"]

ALONE, FINDINGS = "alone", "findings"
CHOICES = {
    **{aspect.value: words for aspect, words in ASPECTS.items()},
    ALONE: "only in one",
    FINDINGS: "findings",
}
"""What a reader can choose to see of the differences."""

PAGE_COST = 900
"""Elements of one page of rows, more or less."""
ROW_COST, LINE_COST, TEXT_COST, FOLD_COST = 18, 7, 24, 5
OPENED_ROWS = 40
"""Rows of a run of equal parts that are opened at once."""
MOST_LINES = 12
"""Differences of one part that its row shows."""
MOST_PIECES = 24
LONGEST_PIECE = 700
AROUND = 60
"""Characters of an unchanged stretch that are shown beside a change."""
LONGEST_COMPARED = 200_000
"""Characters of both texts that are compared word by word for a page."""
SHORTEST_TEXT = 60
"""Characters of both values from which on they are compared word by word, as what is said
always is."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text: in both, or in one."""

    where: Where
    text: Markup


@dataclass(frozen=True, slots=True)
class Line:
    """One difference, with what stands on either side."""

    words: str
    path: str
    first: list[Piece]
    second: list[Piece]


@dataclass(frozen=True, slots=True)
class Half:
    """A part of one of the two."""

    address: str
    kind: str
    role: str
    name: str
    gist: Markup
    findings: list[tuple[str, str, str, str]] = field(default_factory=list)
    """Code, name, severity and message of those that the other side does not have."""


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A part and its counterpart."""

    number: int
    """Of the entry."""
    state: str
    first: Half | None
    second: Half | None
    what: list[str]
    """The aspects that differ, in words."""
    lines: list[Line]
    more: int
    """Differences beyond those that are shown."""
    says_the_same: bool
    """Whether both sides say the same, so that no line tells what that is."""


@dataclass(frozen=True, slots=True)
class Fold:
    """A run of parts of which there is nothing to show."""

    first: int
    last: int

    @property
    def count(self) -> int:
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Item:
    """An entry to be shown, or a run of entries that is folded."""

    first: int
    last: int
    folded: bool
    cost: int


def chosen(comparison: Comparison, only: Collection[str]) -> Comparison:
    """The comparison as if there were no differences but those that are asked for; none is
    all."""
    if not only:
        return comparison
    found = comparison.without({aspect for aspect in Aspect if aspect.value not in only})
    if FINDINGS not in only:
        entries = [structs.replace(entry, gone=[], new=[]) for entry in found.entries]
        found = structs.replace(found, entries=entries, gone=[], new=[])
    return found


def items(comparison: Comparison, *, alone: bool) -> list[Item]:
    """The entries that have something to show, and the folded runs between them."""
    found: list[Item] = []
    for number, entry in enumerate(comparison.entries):
        quiet = entry.is_quiet or (
            not alone and entry.state in ("first", "second") and not _found(entry)
        )
        if not quiet:
            found.append(Item(number, number, False, _cost(entry)))
        elif found and found[-1].folded:
            found[-1] = replace(found[-1], last=number)
        else:
            found.append(Item(number, number, True, FOLD_COST))
    return found


def _found(entry: Entry) -> bool:
    return bool(entry.gone or entry.new)


def _cost(entry: Entry) -> int:
    texts = sum(_is_text(difference) for difference in entry.differences[:MOST_LINES])
    lines = min(len(entry.differences), MOST_LINES)
    findings = min(len(entry.gone) + len(entry.new), 2 * MOST_LINES)
    return ROW_COST + LINE_COST * (lines + findings) + TEXT_COST * texts


def pages(listed: list[Item]) -> list[list[Item]]:
    """The items in pages of about the same size; one page where there are none."""
    found: list[list[Item]] = [[]]
    cost = 0
    for item in listed:
        if found[-1] and cost + item.cost > PAGE_COST:
            found.append([])
            cost = 0
        found[-1].append(item)
        cost += item.cost
    return found


def shown(comparison: Comparison, listed: list[Item]) -> Iterator[ComparedRow | Fold]:
    """The rows of a page."""
    budget = _Budget()
    for item in listed:
        if item.folded:
            yield Fold(item.first, item.last)
        else:
            yield compared_row(item.first, comparison.entries[item.first], budget)


@dataclass(slots=True)
class _Budget:
    """Characters that a page still compares word by word."""

    characters: int = 2 * LONGEST_COMPARED


def compared_row(number: int, entry: Entry, budget: _Budget | None = None) -> ComparedRow:
    budget = budget or _Budget()
    differences = entry.differences
    return ComparedRow(
        number,
        entry.state,
        _half(entry.first, entry.gone),
        _half(entry.second, entry.new),
        [ASPECTS[aspect] for aspect in entry.aspects],
        [_line(difference, budget) for difference in differences[:MOST_LINES]],
        max(0, len(differences) - MOST_LINES),
        BESIDE_WHAT_IS_SAID.issuperset(entry.aspects),
    )


def _half(unit: Unit | None, findings: list[Diagnostic]) -> Half | None:
    if unit is None:
        return None
    told = [
        (found.code, found.name, found.severity.value, printable(found.message[:600]))
        for found in findings[:MOST_LINES]
    ]
    return Half(
        printable(unit.address),
        unit.kind,
        unit.role,
        unit.name or unit.tool,
        marked(gist_of(unit)),
        told,
    )


def _is_text(one: Difference) -> bool:
    first, second = one.first, one.second
    if not isinstance(first, str) or not isinstance(second, str):
        return False
    return (
        one.aspect in (Aspect.TEXT, Aspect.RESULT) or len(first) + len(second) > SHORTEST_TEXT
    )


def _line(one: Difference, budget: _Budget) -> Line:
    words, path = ASPECTS[one.aspect], printable(one.path[:200])
    if isinstance(one.first, str) and isinstance(one.second, str) and _is_text(one):
        budget.characters -= len(one.first) + len(one.second)
        if budget.characters > 0:
            runs = text_runs(one.first, one.second)
        else:
            runs = [Run("first", one.first), Run("second", one.second)]
        return Line(words, path, _pieces(runs, "first"), _pieces(runs, "second"))
    return Line(words, path, _whole(one, "first"), _whole(one, "second"))


def _whole(one: Difference, where: Where) -> list[Piece]:
    value: JsonValue | Nothing = one.first if where == "first" else one.second
    said = value_words(one.aspect, value)
    return [] if said is None else [Piece(where, marked(_cut(said)))]


def _pieces(runs: list[Run], where: Where) -> list[Piece]:
    own = [run for run in runs if run.where in ("both", where)]
    found = [
        Piece(
            run.where,
            marked(_cut(run.text) if run.where != "both" else _around(run.text, n, len(own))),
        )
        for n, run in enumerate(own[:MOST_PIECES])
    ]
    if len(own) > MOST_PIECES:
        found.append(Piece("both", Markup("…")))
    return found


def _around(text: str, number: int, count: int) -> str:
    """An unchanged stretch: only its ends, where a change stands before it or behind it."""
    before, after = (AROUND if number else 0), (AROUND if number < count - 1 else 0)
    if not before and not after:
        before = 2 * AROUND
    if len(text) <= before + after + AROUND:
        return text
    return f"{text[:before]}…{text[len(text) - after :]}" if after else f"{text[:before]}…"


def _cut(text: str) -> str:
    if len(text) <= LONGEST_PIECE:
        return text
    left = counted(len(text) - LONGEST_PIECE, "more character")
    return f"{text[:LONGEST_PIECE]}… ({left})"
