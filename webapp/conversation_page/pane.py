"""A pane as the page shows it: what it may show, what it lost and renamed, and the ways to all
of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import crosswire
from crosswire.rendering import IdPolicy
from webapp.conversation_page.making import ask_for_pane, is_given_up, pane, pane_at_once
from webapp.conversation_page.query import MOST_PANES
from webapp.readmodel.losses import IDS, NAMES, LossGroup, loss_list
from webapp.readmodel.outline import BLOCK_ROWS
from webapp.readmodel.panes import (
    ORIGINAL,
    REPAIRED,
    PaneChoice,
    PaneContent,
    Unwritten,
    usual_target,
)
from webapp.readmodel.text import one_line
from webapp.wording.cells import lost_words
from webapp.wording.formats import short
from webapp.wording.losses import KINDS, code_says, counted, counted_ids, counted_kinds
from webapp.wording.template_names import format_title

if TYPE_CHECKING:
    from webapp.conversation_page.page import Inspector

VIEWS = ("read", "wire")
FEW = 10
"""Losses, or renamed ids, that stand in a page of one or two panes at once; more of them are
asked for, a block at a time."""
POLICIES: dict[IdPolicy, tuple[str, str]] = {
    "keep": ("as logged", "No id is changed, and one that is absent stays so."),
    "fill": (
        "filled",
        ("Absent ids are made where {} needs them; those that it refuses are rewritten."),
    ),
    "native": ("native", "Every id is rewritten in the style of {}."),
}
"""The id policies, each with its word and its sentence."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What one pane is to show."""

    target: str
    view: str

    def __str__(self) -> str:
        return f"{self.target}:{self.view}"


def chosen_panes(asked: Sequence[str], format: str, *, mendable: bool = False) -> list[Choice]:
    """The panes that an address asks for, what it asks wrongly left out; else the usual ones:
    a log that a fix mends beside the fixed one, any other beside another provider's JSON."""
    choices = [_choice(text) for text in asked]
    known = [choice for choice in choices if choice is not None][:MOST_PANES]
    if known:
        return known
    if mendable:
        return [Choice(ORIGINAL, "read"), Choice(REPAIRED, "read")]
    return [Choice(ORIGINAL, "read"), Choice(usual_target(format), "wire")]


def another_pane(choices: Sequence[Choice], format: str, *, mendable: bool) -> Choice | None:
    """What a further pane shows at first: the first that no pane shows; None where there are
    enough."""
    if len(choices) >= MOST_PANES:
        return None
    shown = {choice.target for choice in choices}
    usual = [*chosen_panes((), format, mendable=mendable), *chosen_panes((), format)]
    further = [Choice(target, "read") for target in (REPAIRED, *crosswire.FORMATS)]
    return next(one for one in (*usual, *further) if one.target not in shown)


def _choice(text: str) -> Choice | None:
    target, _, view = text.partition(":")
    if target not in (ORIGINAL, REPAIRED) and target not in crosswire.FORMATS:
        return None
    return Choice(target, view if view in VIEWS else "read")


@dataclass(frozen=True, slots=True)
class ListPart:
    """Some entries of a list, with the way to its neighbours."""

    entries: Sequence[Mapping[str, Any]]
    next_url: str = ""
    previous_url: str = ""
    words: str = ""
    """Those that its entries have, where it is filtered."""


@dataclass(frozen=True, slots=True)
class Group:
    """Losses of one kind and code, as the list shows them."""

    kind: str
    """The page's word for the kind."""
    code: str
    says: str
    """What the code means; empty for a rule of a repair."""
    count: int
    things: list[tuple[str, int]]
    part: ListPart


class Pane:
    """A pane as the page shows it."""

    def __init__(self, page: Inspector, number: int, choice: Choice) -> None:
        self._page = page
        self._number = number
        self._choice = choice
        self.target = choice.target
        self.view = choice.view
        self.value = str(choice)
        self.marked: set[int] = set()
        """Rows in which something that the reader came for stands in this pane."""
        self.kept: PaneContent = pane(page.row, self.content) or Unwritten(
            choice.target, page.row.rows
        )

    @property
    def content(self) -> PaneChoice:
        """The stored or made cells and losses of the pane."""
        asked = self._page.asked
        return PaneChoice(self.target, asked.ids, asked.media, asked.missing, asked.left_out)

    @property
    def is_written(self) -> bool:
        return not isinstance(self.kept, Unwritten)

    def write(self) -> None:
        """Make the pane unless it is stored, which may take long; raises Busy."""
        self.kept = pane_at_once(self._page.row, self.content)

    @property
    def will_come(self) -> bool:
        """Whether it is still to be written, and was not tried in vain."""
        return not self.is_written and not is_given_up(self._page.row, self.content)

    def ask(self) -> None:
        """Put the pane into the queue of a worker."""
        ask_for_pane(self._page.row, self.content)

    @property
    def title(self) -> str:
        in_part = self.target == REPAIRED and self._page.asked.left_out
        return "Fixed in part" if in_part else _title(self.target)

    @property
    def tab(self) -> str:
        """A short title, for several panes on one line."""
        return short(self.target) if self.target in crosswire.FORMATS else self.title

    @property
    def options(self) -> list[tuple[str, str]]:
        """Values and titles of the menu of formats; the view stays as it is."""
        targets = (ORIGINAL, REPAIRED, *crosswire.FORMATS)
        return [(str(Choice(target, self.view)), _title(target)) for target in targets]

    @property
    def view_urls(self) -> dict[str, str]:
        """The same page with this pane in each of the views."""
        urls = {}
        for view in VIEWS:
            choices = list(self._page.choices)
            choices[self._number] = Choice(self.target, view)
            urls[view] = self._page.changed(panes=tuple(map(str, choices)))
        return urls

    @property
    def without_url(self) -> str:
        """The same page without this pane; empty where it is the only one."""
        choices = [str(choice) for choice in self._page.choices]
        del choices[self._number]
        return self._page.changed(panes=tuple(choices)) if choices else ""

    @property
    def counted(self) -> str:
        """How many things are otherwise in this pane than in the log."""
        noun = "change" if self.target == REPAIRED else "conversion note"
        return counted(self.kept.told, noun=noun)

    @property
    def counted_kinds(self) -> str:
        """The same by kind."""
        return counted_kinds(self.kept.told)

    @property
    def counted_ids(self) -> str:
        """By which policy ids are written, and how many are not the log's."""
        words = (
            "Ids" if self.target == REPAIRED else f"Ids {POLICIES[self._page.asked.ids][0]}"
        )
        return ": ".join(filter(None, [words, counted_ids(self.kept.told)]))

    @property
    def policies(self) -> list[tuple[str, str, str, str]]:
        """Name, word, sentence and page of each id policy; it holds for all panes."""
        if self.target == REPAIRED:
            return []
        return [
            (name, word, says.format(self.title), self._page.changed(ids=name))
            for name, (word, says) in POLICIES.items()
        ]

    @property
    def _few(self) -> int:
        return FEW if len(self._page.choices) <= 2 else 0

    @property
    def loss_count(self) -> int:
        return sum(self.kept.told["kinds"].values())

    @cached_property
    def groups(self) -> list[Group]:
        """The losses by kind and code, their entries only where there are few."""
        few = self.loss_count <= self._few
        return [self._group(group, few=few) for group in self.kept.told["groups"]]

    def _group(self, group: LossGroup, *, few: bool) -> Group:
        kind, code = group["kind"], group["code"]
        part = (
            self.losses(kind, code, 0) if few else ListPart((), self._loss_url(kind, code, 0))
        )
        things = [(one_line(lost_words(code, what)), times) for what, times in group["things"]]
        return Group(KINDS[kind], code, code_says(code), group["count"], things, part)

    def losses(self, kind: str, code: str, number: int) -> ListPart:
        """A block of the losses of one kind and code; without entries where there is none
        such."""
        entries = self.kept.listed(loss_list(kind, code), number)
        total = next(
            (
                group["count"]
                for group in self.kept.told["groups"]
                if (group["kind"], group["code"]) == (kind, code)
            ),
            0,
        )
        more = (number + 1) * BLOCK_ROWS < total
        return ListPart(entries, self._loss_url(kind, code, number + 1) if more else "")

    def _loss_url(self, kind: str, code: str, number: int) -> str:
        return self._page.link(
            "losses.group", format=self.target, kind=kind, code=code, number=number
        )

    @property
    def id_count(self) -> int:
        return sum(self.kept.told["ids"].values())

    @property
    def id_part(self) -> ListPart:
        """The beginning of the id map where it is short, else the way to it."""
        return (
            self.ids(0)
            if self.id_count <= self._few
            else ListPart((), self._renamed_url(IDS, 0))
        )

    @property
    def name_part(self) -> ListPart:
        """The beginning of the map of tools' names where it is short, else the way to it."""
        return (
            self.names(0)
            if self.kept.told["names"] <= self._few
            else ListPart((), self._renamed_url(NAMES, 0))
        )

    def ids(self, number: int) -> ListPart:
        """A block of the id map."""
        return self._renamed(IDS, number, self.id_count)

    def names(self, number: int) -> ListPart:
        """A block of the map of tools' names."""
        return self._renamed(NAMES, number, self.kept.told["names"])

    def _renamed(self, name: str, number: int, total: int) -> ListPart:
        more = (number + 1) * BLOCK_ROWS < total
        return ListPart(
            self.kept.listed(name, number), self._renamed_url(name, number + 1) if more else ""
        )

    def _renamed_url(self, name: str, number: int) -> str:
        return self._page.link(f"losses.{name}", format=self.target, number=number)

    def both_url(self, source: str, target: str) -> str:
        """The page at a place of the upload and one of this pane's payload, both marked."""
        there = f"{self.target}:{target}"
        return self._page.link(
            "conversations.show", at=source or None, there=there, _anchor="at"
        )


_OWN_TITLES = {ORIGINAL: "Original", REPAIRED: "Fixed"}


def _title(target: str) -> str:
    return _OWN_TITLES.get(target) or format_title(target)
