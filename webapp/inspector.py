"""What the templates of the inspector ask for: a conversation, the choice of its panes, its addresses."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import url_for

import crosswire
from crosswire.repair import MISSING, Missing
from crosswire.targets import TARGETS
from webapp import manage, store
from webapp.database import session
from webapp.presenters import (
    BLOCK_ROWS,
    CallEntry,
    Cell,
    Finding,
    Refusal,
    Row,
    Summary,
    TargetVerdict,
)
from webapp.presenters.template_names import format_title, place_words
from webapp.presenters.text import one_line, printable
from webapp.tables import ConversationRow

VIEWS = ("read", "wire")
MOST_PANES = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """What one pane is to show."""

    target: str
    view: str

    def __str__(self) -> str:
        return f"{self.target}:{self.view}"


def chosen_panes(asked: Sequence[str], format: str) -> list[Choice]:
    """The panes that an address asks for; what it asks wrongly is left out."""
    choices = [_choice(text) for text in asked[:MOST_PANES]]
    known = [choice for choice in choices if choice is not None]
    other = "openai-chat" if format in ("anthropic", "claude-code") else "anthropic"
    return known or [Choice(store.ORIGINAL, "read"), Choice(other, "read")]


def _choice(text: str) -> Choice | None:
    target, _, view = text.partition(":")
    if target not in (store.ORIGINAL, store.REPAIRED) and target not in crosswire.FORMATS:
        return None
    return Choice(target, view if view in VIEWS else "read")


@dataclass(frozen=True, slots=True)
class Block:
    """Some rows of the page, or the place where they will stand."""

    number: int
    first: int
    last: int
    url: str
    page_url: str
    rows: list[tuple[Row, list[list[Cell]]]] | None = None

    @property
    def is_short(self) -> bool:
        return self.last - self.first < BLOCK_ROWS // 2


@dataclass(frozen=True, slots=True)
class ListPart:
    """Some entries of the list of calls or of findings, with the way to its neighbours."""

    entries: Sequence[CallEntry | Finding]
    next_url: str = ""
    previous_url: str = ""


class Pane:
    """A pane as the page shows it."""

    def __init__(self, page: Inspector, number: int, choice: Choice) -> None:
        self._page = page
        self._number = number
        self._choice = choice
        self.target = choice.target
        self.view = choice.view
        self.value = str(choice)
        if choice.target == store.REPAIRED:
            self.kept = store.repaired_pane(session(), page.row, page.missing)
        else:
            self.kept = store.pane(session(), page.row, choice.target)

    @property
    def title(self) -> str:
        return _title(self.target)

    @property
    def options(self) -> list[tuple[str, str]]:
        """Values and titles of the menu of formats; the view stays as it is."""
        targets = (store.ORIGINAL, store.REPAIRED, *crosswire.FORMATS)
        return [(str(Choice(target, self.view)), _title(target)) for target in targets]

    @property
    def view_urls(self) -> dict[str, str]:
        """The same page with this pane in each of the views."""
        urls = {}
        for view in VIEWS:
            choices = list(self._page.choices)
            choices[self._number] = Choice(self.target, view)
            urls[view] = self._page.link("conversations.show", pane=list(map(str, choices)))
        return urls

    @cached_property
    def losses(self) -> list[dict[str, Any]]:
        return self.kept.losses

    @cached_property
    def id_map(self) -> list[dict[str, Any]]:
        return self.kept.id_map

    @property
    def counted(self) -> str:
        """What became of the log in this pane, in a few words."""
        kinds = Counter(_LOSS_WORDS[loss["kind"]] for loss in self.losses)
        words = [f"{kinds[word]} {word}" for word in ("added", "changed", "lost") if kinds[word]]
        # The other ids of the map stood in the log, at the other end of their pair.
        ids = sum(change["how"] in ("made", "rewritten") for change in self.id_map)
        if ids:
            words.append(f"{ids} {'id' if ids == 1 else 'ids'} made or rewritten")
        nothing = "nothing to repair" if self.target == store.REPAIRED else "nothing lost"
        return ", ".join(words) or nothing


_LOSS_WORDS = {"added": "added", "changed": "changed", "moved": "changed", "dropped": "lost"}


_OWN_TITLES = {store.ORIGINAL: "Original", store.REPAIRED: "Repaired"}


def _title(target: str) -> str:
    return _OWN_TITLES.get(target) or format_title(target)


def as_missing(asked: str | None) -> Missing:
    """What becomes of a call without a result, by the query of a request; wrong words change nothing."""
    return next((choice for choice in MISSING if choice == asked), "leave")


class Inspector:
    """A conversation's page; with a target, that target's refusals stand in it too."""

    def __init__(
        self,
        row: ConversationRow,
        asked_panes: Sequence[str],
        target: str | None = None,
        missing: str | None = None,
    ) -> None:
        self.row = row
        self.slug = row.slug
        self.summary: Summary = row.summary
        self.format = row.upload.format
        self.format_title = row.upload.format_title
        self.shape = row.shape
        self.container = row.upload.container
        self.reason = printable(row.upload.reason)
        self.confidence = row.upload.confidence
        self.size = row.upload.size
        self.number = row.number + 1
        self.choices = chosen_panes(asked_panes, row.upload.format)
        self._asked = list(map(str, self.choices)) if asked_panes else []
        self.target = target if target in store.JUDGES else None
        self.missing = as_missing(missing)

    @property
    def name(self) -> str:
        """What the upload is called: its file, its title, or how it begins."""
        named = self.row.upload.name or self.row.title
        return one_line(named, 120) if named else f"{self.format_title} log"

    @property
    def how_read(self) -> str:
        return "as asked for" if self.row.upload.asked_format else "detected"

    @cached_property
    def panes(self) -> list[Pane]:
        return [Pane(self, number, choice) for number, choice in enumerate(self.choices)]

    @cached_property
    def may_manage(self) -> bool:
        return manage.may_manage(self.row)

    @property
    def notes(self) -> list[dict[str, Any]]:
        """What reading had to say: of the whole upload, and of this conversation."""
        return [*self.row.upload.notes, *self.summary["notes"]]

    @cached_property
    def siblings(self) -> list[dict[str, Any]]:
        """All conversations of the upload."""
        return [
            {
                "url": url_for("conversations.show", slug=one.slug),
                "title": f"{one.number + 1}. {one_line(one.title or one.shape, 60)}",
                "messages": one.summary["messages"],
                "current": one.id == self.row.id,
            }
            for one in store.siblings(session(), self.row)
        ]

    @cached_property
    def source(self) -> dict[str, Any] | None:
        """What it was repaired from, while that is there."""
        found = store.revision_of(session(), self.row)
        if found is None:
            return None
        from_row, changes = found
        return {
            "url": url_for("conversations.show", slug=from_row.slug),
            "name": one_line(from_row.upload.name or from_row.title or "another conversation", 80),
            "changes": changes,
        }

    @property
    def last_block(self) -> int:
        return (self.summary["rows"] - 1) // BLOCK_ROWS

    def block(self, number: int, *, filled: bool) -> Block:
        """Some rows with the cells of all panes, or only the way to them."""
        rows: list[tuple[Row, list[list[Cell]]]] | None = None
        if filled:
            outline = store.outline_block(session(), self.row, number)
            columns = [pane.kept.block(number) for pane in self.panes]
            rows = [(row, list(cells)) for row, *cells in zip(outline, *columns, strict=True)]
        first = number * BLOCK_ROWS
        return Block(
            number,
            first,
            min(first + BLOCK_ROWS, self.summary["rows"]) - 1,
            self.link("conversations.block", number=number),
            self.link("conversations.show", row=first),
            rows,
        )

    def link(self, endpoint: str, **values: Any) -> str:
        """An address of this conversation that keeps the choice of panes and of a target."""
        values.setdefault("pane", self._asked or None)
        values.setdefault("target", self.target)
        values.setdefault("missing", self.missing if self.missing != "leave" else None)
        return url_for(endpoint, slug=self.slug, **values)

    def at_url(self, address: str) -> str:
        return self.link("conversations.show", at=address, _anchor="at")

    def place(self, address: str) -> str:
        """An address of the upload as the page shows it; the lines of a file are told apart."""
        return address if self.container == "jsonl" else place_words(address)

    def row_url(self, number: int) -> str:
        return self.link("conversations.row", number=number)

    def rule_url(self, code: str) -> str:
        return url_for("rules.show", code=code)

    def wire_type_url(self, slug: str) -> str:
        return url_for("wire_types.show", slug=slug)

    def losses_url(self, format: str) -> str:
        """Of the answer for programs, which has all losses and all changed ids."""
        return url_for("api.converted", slug=self.slug, format=format)

    def export_url(self, format: str) -> str:
        return url_for("exports.conversation", slug=self.slug, format=format)

    def target_export_url(self, target: str) -> str:
        return self.export_url(TARGETS[target].format)

    @property
    def url(self) -> str:
        return url_for("conversations.show", slug=self.slug)

    @property
    def permalink(self) -> str:
        return url_for("conversations.show", slug=self.slug, _external=True)

    @property
    def original_url(self) -> str:
        return url_for("exports.original", slug=self.slug)

    @property
    def delete_url(self) -> str:
        return url_for("conversations.delete", slug=self.slug)

    @property
    def repair_url(self) -> str:
        missing = self.missing if self.missing != "leave" else None
        return url_for("repairs.show", slug=self.slug, missing=missing)

    @property
    def reread_url(self) -> str:
        return url_for("conversations.reread", slug=self.slug)

    def calls(self, number: int, way: int = 0) -> ListPart:
        """A block of the list of calls, with the way on in one direction, or in both."""
        last = (self.summary["entries"] - 1) // BLOCK_ROWS
        entries = store.call_block(session(), self.row, number)
        return self._list_part("conversations.calls", entries, number, last, way)

    def calls_around(self, row: Row | None) -> ListPart:
        """The block of the list of calls that has a row, or the first one."""
        if row is None or row["call"] is None:
            return self.calls(0)
        # Results that answer no call stand in the list too, so that it runs ahead of the numbers.
        number = (row["call"] - 1) // BLOCK_ROWS
        while (entries := store.call_block(session(), self.row, number)) and (
            entries[-1]["row"] < row["number"]
        ):
            number += 1
        return self.calls(min(number, (self.summary["entries"] - 1) // BLOCK_ROWS))

    def findings(self, number: int, way: int = 0) -> ListPart:
        """A block of the list of findings: the defects, or what the target refuses."""
        entries: Sequence[Finding]
        if self.refused is None:
            last = (self.summary["findings"] - 1) // BLOCK_ROWS
            entries = store.findings_block(session(), self.row, number)
        else:
            every = self.refused["outcomes"][0]["findings"]
            last = (len(every) - 1) // BLOCK_ROWS
            entries = every[number * BLOCK_ROWS : (number + 1) * BLOCK_ROWS]
        return self._list_part("conversations.findings", entries, number, last, way)

    @cached_property
    def verdicts(self) -> list[TargetVerdict]:
        """What every target makes of the conversation, asked for when it is not known yet."""
        return list(store.verdicts(session(), self.row).values())

    @cached_property
    def refused(self) -> TargetVerdict | None:
        """What the target makes of it, where one is chosen."""
        return store.verdicts(session(), self.row, [self.target])[self.target] if self.target else None

    @cached_property
    def refusals_by_row(self) -> dict[int, list[Refusal]]:
        """The target's refusals, by the row that each is about."""
        found: dict[int, list[Refusal]] = defaultdict(list)
        for one in self.refused["outcomes"][0]["findings"] if self.refused else ():
            found[one["row"]].append(one)
        return found

    def target_url(self, target: str | None) -> str:
        """The same page with the refusals of one target, or with none."""
        return self.link("conversations.show", target=target)

    @property
    def judges(self) -> list[tuple[str, str]]:
        """Names and titles of the targets."""
        return [(name, TARGETS[name].title) for name in store.JUDGES]

    def _list_part(
        self, endpoint: str, entries: Sequence[CallEntry | Finding], number: int, last: int, way: int
    ) -> ListPart:
        later = number < last and way >= 0
        earlier = number > 0 and way <= 0
        return ListPart(
            entries,
            self.link(endpoint, number=number + 1, way=1) if later else "",
            self.link(endpoint, number=number - 1, way=-1) if earlier else "",
        )
