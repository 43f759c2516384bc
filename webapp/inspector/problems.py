"""The list of problems as the page shows it: by rule, filtered, some of each at a time.

Without a target these are the defects of the log, with one its refusals. Both are counted
whole and shown a slice at a time, so that ten thousand are as quick as ten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from crosswire.rules import RULES, advice
from webapp.conversation_page.pane import ListPart
from webapp.conversation_page.query import Asked
from webapp.inspector.ends import MOST_ENDS, NamedEnd, named_ends
from webapp.inspector.problem_kinds import KIND_OF_CODE, KINDS
from webapp.readmodel.lists import Finding
from webapp.readmodel.verdicts import Refusal
from webapp.request_scope import session
from webapp.store import permalinks, problems
from webapp.store.problems import Count

if TYPE_CHECKING:
    from webapp.conversation_page.page import Inspector

SLICE = 30
"""Problems that are sent at once when more of a rule's are asked for."""
AT_FIRST = 12
"""Problems that stand in the page at once, over all rules."""
FEWEST = 3
"""Problems of a rule that stands open."""
GROUPS = 10
"""Rules that stand in the page at once."""
SEVERITIES = ("error", "warning", "info")


@dataclass(frozen=True, slots=True)
class Option:
    """A value of a filter, and how many problems it leaves."""

    value: str
    title: str
    count: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Group:
    """The problems of one rule."""

    code: str
    name: str
    title: str
    advice: str
    """What to write instead."""
    severity: str
    """The worst."""
    count: int
    repairable: bool
    part: ListPart
    """Empty, with the way to the first ones, for a rule that stands closed."""
    only_url: str
    """This rule alone."""


class _Source(Protocol):
    """Where problems come from."""

    def counts(self) -> list[Count]: ...

    def some(
        self, codes: Collection[str], severity: str | None, offset: int, count: int
    ) -> list[Finding]: ...

    def place_of(
        self, row: int, codes: Collection[str], severity: str | None
    ) -> Finding | None: ...

    def before(self, number: int, codes: Collection[str], severity: str | None) -> int: ...


class Problems:
    """The list of problems of a page, as its query filters it."""

    def __init__(self, page: Inspector, at_row: int | None = None) -> None:
        self._page = page
        self._source: _Source = (
            _Refusals(page.refused["outcomes"][0]["findings"])
            if page.refused
            else _Defects(page)
        )
        self._asked = page.asked
        self._at_row = at_row

    @cached_property
    def _counts(self) -> list[Count]:
        return self._source.counts()

    @property
    def total(self) -> int:
        """All of them, whatever is filtered."""
        return sum(count.count for count in self._counts)

    @property
    def left(self) -> int:
        """Those that the filter leaves."""
        return sum(one.count for one in self._left())

    def _left(self, *, besides: str = "") -> list[Count]:
        """What the filter leaves; one of its fields may stand aside."""
        asked = {
            "severity": self._asked.severity,
            "kind": self._asked.kind,
            "rule": self._asked.rule,
        }
        asked[besides] = None
        return [
            count
            for count in self._counts
            if asked["severity"] in (None, count.severity)
            and asked["kind"] in (None, KIND_OF_CODE[count.code])
            and asked["rule"] in (None, count.code)
        ]

    @property
    def worst(self) -> str:
        """The worst severity of all of them; empty where there are none."""
        found = {one.severity for one in self._counts}
        return next((one for one in SEVERITIES if one in found), "")

    @property
    def counted(self) -> str:
        """How many there are, in words: remarks where none of them is more."""
        noun = "refusal" if self._page.refused else "finding"
        noun = "remark" if self.worst == "info" else noun
        return f"{self.total:,} {noun}{'' if self.total == 1 else 's'}"

    @property
    def severities(self) -> list[Option]:
        found = _summed((one.severity, one.count) for one in self._left(besides="severity"))
        return [
            Option(word, word, found[word], word == self._asked.severity)
            for word in SEVERITIES
            if word in found or word == self._asked.severity
        ]

    @property
    def kinds(self) -> list[Option]:
        found = _summed(
            (KIND_OF_CODE[one.code], one.count) for one in self._left(besides="kind")
        )
        return [
            _option(kind, KINDS[kind], found, self._asked.kind)
            for kind in KINDS
            if kind in found or kind == self._asked.kind
        ]

    @property
    def is_filtered(self) -> bool:
        return any((self._asked.severity, self._asked.kind, self._asked.rule))

    @property
    def is_wanted(self) -> bool:
        """Whether the reader comes for the list, or for a problem in it."""
        return self.is_filtered or self._asked.target is not None or self.current is not None

    @property
    def groups_url(self) -> str:
        """Where the list begins."""
        return self._page.link("problems.groups", first=0)

    @property
    def all_url(self) -> str:
        return self._page.changed(severity=None, kind=None, rule=None)

    @cached_property
    def _codes(self) -> list[str]:
        """The rules that find something: as the answer card has its causes, each before its
        consequences; then the worst first, in the order of the log."""
        worst: dict[str, int] = {}
        first: dict[str, int] = {}
        for one in self._left():
            rank = SEVERITIES.index(one.severity)
            worst[one.code] = min(rank, worst.get(one.code, rank))
            first[one.code] = min(one.first, first.get(one.code, one.first))
        told = [[one["finding"]["code"], *one["also"]] for one in self._page.causes]
        causes = list(dict.fromkeys(code for codes in told for code in codes))
        place = {code: number for number, code in enumerate(causes)}
        last = len(place)
        return sorted(
            worst, key=lambda code: (place.get(code, last), worst[code], first[code])
        )

    @cached_property
    def current(self) -> Finding | None:
        """The problem at the row that the reader comes for."""
        if self._at_row is None or not self._codes:
            return None
        return self._source.place_of(self._at_row, self._codes, self._asked.severity)

    def groups(self, first: int = 0) -> list[Group]:
        """Some of the rules, each with some of its problems while there is room."""
        codes = self._codes[first : first + GROUPS]
        room, share = AT_FIRST, max(FEWEST, AT_FIRST // len(codes)) if codes else 0
        groups = []
        for code in codes:
            group = self._group(code, min(share, room) if not first else 0)
            room -= len(group.part.entries)
            groups.append(group)
        return groups

    def more_groups_url(self, first: int = 0) -> str:
        """The way to the rules after those."""
        later = first + GROUPS
        return (
            self._page.link("problems.groups", first=later) if later < len(self._codes) else ""
        )

    def _group(self, code: str, most: int) -> Group:
        found = [one for one in self._left() if one.code == code]
        rule, count = RULES[code], sum(one.count for one in found)
        severity = min((one.severity for one in found), key=SEVERITIES.index)
        offset = 0
        if self.current is not None and self.current["code"] == code:
            before = self._source.before(self.current["number"], [code], self._asked.severity)
            offset, most = max(0, before - 1), max(most, FEWEST)
        return Group(
            code,
            rule.name,
            rule.title,
            advice(rule),
            severity,
            count,
            rule.repairable,
            self.part(code, offset, most, count),
            self._page.changed(rule=code),
        )

    def part(self, code: str, offset: int, most: int, total: int, way: int = 0) -> ListPart:
        """Some problems of a rule, with the way on in one direction, or in both."""
        entries = self._source.some([code], self._asked.severity, offset, most) if most else []
        end = offset + len(entries)
        return ListPart(
            entries,
            self._slice_url(code, end, 1) if end < total and way >= 0 else "",
            self._slice_url(code, max(0, offset - SLICE), -1, offset)
            if offset and way <= 0
            else "",
        )

    def slice(self, code: str, offset: int, most: int, way: int) -> ListPart:
        """Some problems of a rule, from one of them on; raises Gone after the last one."""
        total = sum(one.count for one in self._left() if one.code == code)
        if offset and offset >= total:
            raise permalinks.Gone
        return self.part(code, offset, min(most, SLICE), total, way)

    def _slice_url(self, code: str, offset: int, way: int, end: int | None = None) -> str:
        """Where the problems before or after stand; those before may be fewer than a slice."""
        most = None if end is None or end - offset == SLICE else end - offset
        return self._page.link("problems.listed", number=offset, of=code, way=way, most=most)

    def ends(self, part: ListPart) -> dict[str, NamedEnd]:
        """What stands at the places that some problems name, by address."""
        named = [entry["address"] for entry in part.entries]
        named += [
            place["address"] for one in part.entries for place in one["related"][:MOST_ENDS]
        ]
        return named_ends(problems.ends_at(session(), self._page.row, named))

    def about_url(self, finding: Finding) -> str:
        """The page of one problem."""
        return self._of(finding, "problems.show")

    def _of(self, finding: Finding, endpoint: str) -> str:
        target = self._asked.target
        asked = Asked(target=target)
        return self._page.link(
            endpoint, asked=asked, at=finding["address"], of=finding["code"]
        )


def _option(value: str, title: str, counts: Counter[str], chosen: str | None) -> Option:
    return Option(value, title, counts[value], value == chosen)


def _summed(pairs: Iterable[tuple[str, int]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for word, count in pairs:
        found[word] += count
    return found


class _Defects:
    """What is wrong with the log, from the database."""

    def __init__(self, page: Inspector) -> None:
        self._page = page
        self._row = page.row

    def counts(self) -> list[Count]:
        return self._page.finding_counts

    def some(
        self, codes: Collection[str], severity: str | None, offset: int, most: int
    ) -> list[Finding]:
        return problems.findings_of(
            session(), self._row, codes, severity, offset=offset, count=most
        )

    def place_of(
        self, row: int, codes: Collection[str], severity: str | None
    ) -> Finding | None:
        return problems.finding_at(session(), self._row, row, codes, severity)

    def before(self, number: int, codes: Collection[str], severity: str | None) -> int:
        return problems.findings_before(session(), self._row, number, codes, severity)


class _Refusals:
    """What a target refuses, from its verdict."""

    def __init__(self, found: Sequence[Refusal]) -> None:
        self._found = found

    def counts(self) -> list[Count]:
        first: dict[tuple[str, str], int] = {}
        times: Counter[tuple[str, str]] = Counter()
        for one in self._found:
            key = one["code"], one["severity"]
            first.setdefault(key, one["number"])
            times[key] += 1
        return [
            Count(code, severity, n, first[code, severity])
            for (code, severity), n in times.items()
        ]

    def _chosen(self, codes: Collection[str], severity: str | None) -> list[Refusal]:
        return [
            one
            for one in self._found
            if one["code"] in codes and severity in (None, one["severity"])
        ]

    def some(
        self, codes: Collection[str], severity: str | None, offset: int, most: int
    ) -> list[Finding]:
        return [*self._chosen(codes, severity)[offset : offset + most]]

    def place_of(
        self, row: int, codes: Collection[str], severity: str | None
    ) -> Finding | None:
        return next((one for one in self._chosen(codes, severity) if one["row"] == row), None)

    def before(self, number: int, codes: Collection[str], severity: str | None) -> int:
        return sum(one["number"] < number for one in self._chosen(codes, severity))
