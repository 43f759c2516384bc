"""What the page of a comparison asks for: which two conversations, what of it is shown, and
its links."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from flask import abort, url_for

import crosswire
from crosswire.comparison import Comparison, compare
from crosswire.model import Conversation
from crosswire.pairing import Pairing
from webapp import access
from webapp.comparison.aligned import (
    ALONE,
    CHOICES,
    FINDINGS,
    OPENED_ROWS,
    ComparedRow,
    Fold,
    Item,
    chosen,
    compared_row,
    items,
    pages,
    shown,
)
from webapp.conversation_page.bars import named
from webapp.conversation_page.page import Inspector
from webapp.conversation_page.query import Asked
from webapp.conversation_page.repairing import Repairing
from webapp.database.tables import ConversationRow
from webapp.readmodel.text import one_line
from webapp.request_scope import cost_of, leave_to_reader, session, whole
from webapp.settings import LARGEST_NUMBER
from webapp.store import conversations, growing, owners, permalinks, uploads

REPAIRED = "repaired"
MOST_OWN = 12
_SLUG = re.compile(r"(?:^|/c/)([\w-]{22})(?=$|[/?#\s])", re.ASCII)
_REVISION = re.compile(r"revision-(\d{1,9})", re.ASCII)
_ROWS = re.compile(r"(\d{1,9})-(\d{1,9})", re.ASCII)


class Candidate(NamedTuple):
    """A conversation that this one may well be compared with."""

    url: str
    name: str
    about: str


class Choice(NamedTuple):
    """A kind of difference that can be chosen, and how many parts have it."""

    value: str
    words: str
    parts: int
    checked: bool
    alone_url: str
    """Shows nothing but this."""


class Earlier(NamedTuple):
    """A conversation as it was in a revision of before."""

    number: int
    read: tuple[Conversation, Pairing]


def _earlier(row: ConversationRow, number: int) -> Earlier | None:
    """What a conversation was then; None where there is no such revision, or it was not in
    it."""
    revision = growing.earlier_revision(session(), row.upload_id, number)
    if revision is None:
        return None
    leave_to_reader(cost_of(row.upload), row.rows)
    found = conversations.read_earlier(session(), row, revision)
    return None if found is None else Earlier(number, found)


def slug_in(text: str) -> str:
    """The name of a conversation in what somebody pasted: a link, or the name itself."""
    found = _SLUG.search(text.strip()[:2_000])
    return found[1] if found else ""


@dataclass
class Comparing:
    """The comparison of one conversation with another, or with its own repair."""

    page: Inspector
    wanted: str
    """`repaired`, or the name of a conversation; empty as long as none is chosen."""
    other_row: ConversationRow | None
    asked_only: Sequence[str] = ()
    asked_page: int = 1
    earlier: Earlier | None = None
    """What it was before its upload grew, where that is compared."""

    @classmethod
    def of(cls, page: Inspector, wanted: str, only: Sequence[str], number: int) -> Comparing:
        kept = [value for value in CHOICES if value in only]
        if wanted == REPAIRED:
            return cls(page, REPAIRED, None, kept, number)
        revision = _REVISION.fullmatch(wanted)
        if revision is not None:
            earlier = _earlier(page.row, min(int(revision[1]), LARGEST_NUMBER))
            return cls(page, wanted if earlier else "", None, kept, number, earlier)
        slug = slug_in(wanted)
        row = access.find(slug) if slug else None
        return cls(page, slug if row is not None else "", row, kept, number)

    @cached_property
    def only(self) -> list[str]:
        """The kinds of differences that are chosen; none where all are that there are."""
        there = {value for value, count in self._counts.items() if count}
        return [] if there <= set(self.asked_only) else list(self.asked_only)

    @cached_property
    def _counts(self) -> dict[str, int]:
        totals = self.whole.totals
        return {
            **totals.aspects,
            ALONE: totals.only_first + totals.only_second,
            FINDINGS: totals.findings_gone + totals.findings_new,
        }

    @property
    def is_chosen(self) -> bool:
        return bool(self.wanted)

    @cached_property
    def other(self) -> Inspector | None:
        return None if self.other_row is None else Inspector(self.other_row, Asked())

    @cached_property
    def _other_side(self) -> tuple[Conversation, Pairing]:
        if self.other_row is not None:
            return whole(self.other_row)
        if self.earlier is not None:
            return self.earlier.read
        asked = self.page.asked
        repaired = Repairing(
            self.page.row, asked.missing or "leave", asked.left_out
        ).asked.conversation
        return repaired, crosswire.pair(repaired)

    @cached_property
    def whole(self) -> Comparison:
        """The comparison with all differences."""
        sides = [whole(self.page.row), self._other_side]
        if self.earlier is not None:  # what came first stands first
            sides.reverse()
        (first, pairing), (second, other_pairing) = sides
        return compare(first, second, pairings=(pairing, other_pairing))

    @cached_property
    def comparison(self) -> Comparison:
        """The comparison with only the chosen kinds of differences."""
        return chosen(self.whole, self.only)

    @cached_property
    def items(self) -> list[Item]:
        return items(self.comparison, alone=not self.only or ALONE in self.only)

    @cached_property
    def pages(self) -> list[list[Item]]:
        return pages(self.items)

    @property
    def number(self) -> int:
        """The number of the page, from 1."""
        return min(max(self.asked_page, 1), len(self.pages))

    @property
    def differing(self) -> int:
        """Parts with something to show."""
        return sum(not item.folded for item in self.items)

    @property
    def first_difference(self) -> int:
        """The number of the first difference on this page, from 1."""
        before = self.pages[: self.number - 1]
        return 1 + sum(not item.folded for page in before for item in page)

    @cached_property
    def rows(self) -> list[ComparedRow | Fold]:
        return list(shown(self.comparison, self.pages[self.number - 1]))

    @property
    def choices(self) -> list[Choice]:
        return [
            Choice(
                value,
                words,
                self._counts[value],
                not self.only or value in self.only,
                self.url(only=[value], page=None),
            )
            for value, words in CHOICES.items()
            if self._counts.get(value)
        ]

    def opened(self, asked: str) -> tuple[list[ComparedRow], Fold | None]:
        """Some rows of a run of parts that is folded (`12-49`), and what stays folded behind
        them."""
        found = _ROWS.fullmatch(asked)
        if found is None or not int(found[1]) <= int(found[2]) < len(self.comparison.entries):
            abort(404)
        first, last = int(found[1]), int(found[2])
        entries = islice(
            enumerate(self.comparison.entries), first, min(last, first + OPENED_ROWS - 1) + 1
        )
        rows = [compared_row(number, entry) for number, entry in entries]
        rest = first + OPENED_ROWS
        return rows, Fold(rest, last) if rest <= last else None

    def url(self, **changes: Any) -> str:
        """The address of this comparison, some of its choices changed."""
        asked: dict[str, Any] = {
            "with": self.wanted or None,
            "only": self.only or None,
            "page": self.number if self.is_chosen and self.number > 1 else None,
        }
        if self.wanted == REPAIRED:
            repair = Asked(missing=self.page.asked.missing, left_out=self.page.asked.left_out)
            asked |= repair.query()
        return url_for("comparisons.show", slug=self.page.slug, **(asked | changes))

    def fold_url(self, fold: Fold) -> str:
        return self.url(rows=f"{fold.first}-{fold.last}", page=None)

    @property
    def turned_url(self) -> str:
        """The address of this comparison with both sides swapped; empty for a repair, which is
        always the second."""
        if self.other is None:
            return ""
        return _compare_url(self.other.slug, self.page.slug, only=self.only or None)

    @property
    def other_name(self) -> str:
        if self.earlier is not None:
            return f"revision {self.earlier.number}"
        return self.other.name if self.other is not None else "its fixed log"

    @property
    def names(self) -> tuple[str, str]:
        """What the first and the second are called."""
        if self.earlier is not None:
            return self.other_name, "now"
        return self.page.name, self.other_name

    @property
    def other_url(self) -> str:
        if self.earlier is not None:
            return url_for("revisions.show", slug=self.page.slug)
        return self.other.url if self.other is not None else self._repaired_pane()

    def first_url(self, address: str) -> str:
        return url_for("conversations.show", slug=self.page.slug, at=address, _anchor="at")

    def second_url(self, address: str) -> str:
        if self.other is not None:
            return self.other.at_url(address)
        if self.earlier is not None:
            return self.first_url(address)
        return self._repaired_pane(there=f"{REPAIRED}:{address}")

    def _repaired_pane(self, **place: str) -> str:
        asked = Asked(
            panes=("original:read", "repaired:read"),
            missing=self.page.asked.missing,
            left_out=self.page.asked.left_out,
        )
        anchor = {"_anchor": "at"} if place else {}
        query: dict[str, Any] = asked.query() | place | anchor
        return url_for("conversations.show", slug=self.page.slug, **query)

    @property
    def candidates(self) -> list[Candidate]:
        """Its own repair, what it was repaired from, the others of its upload, and this
        browser's newest."""
        row = self.page.row
        repair = Candidate(
            self.with_url(REPAIRED), "The fixed log", "what Crosswire would change in it"
        )
        known = {row.upload_id}
        others = []
        revision = uploads.revision_of(session(), row)
        if revision is not None:
            known.add(revision[0].upload_id)
            others.append(
                (revision[0], f"what it was {'repaired' if revision[1] else 'edited'} from")
            )
        siblings = permalinks.siblings(session(), row)
        others += [(other, "of the same upload") for other in siblings if other.id != row.id]
        newest = owners.newest_of(session(), access.identity().owner, MOST_OWN)
        new = [other for other in newest if other.upload_id not in known]
        others += [(other, "sent by this browser") for other in new]
        return [repair, *(self._candidate(other, about) for other, about in others)]

    def _candidate(self, row: ConversationRow, about: str) -> Candidate:
        number = f" · {row.number + 1}" if row.upload.conversation_count > 1 else ""
        name = one_line(named(row), 80)
        messages = row.summary["messages"]
        words = f"{about}, {messages:,} {'message' if messages == 1 else 'messages'}"
        return Candidate(self.with_url(row.slug), name + number, words)

    def with_url(self, wanted: str) -> str:
        return _compare_url(self.page.slug, wanted)


def _compare_url(slug: str, wanted: str, **choices: Any) -> str:
    return url_for("comparisons.show", slug=slug, **{**choices, "with": wanted})
