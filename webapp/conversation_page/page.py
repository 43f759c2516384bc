"""What the templates of the inspector ask for: a conversation, the choice of its panes, its
addresses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property

from flask import request

from crosswire.reading import DOCUMENT
from crosswire.rules import TARGETS
from webapp.conversation_page.answer_card import AnswerCard, known_answer
from webapp.conversation_page.bars import Bars, named, title_of_format
from webapp.conversation_page.in_upload import InUpload
from webapp.conversation_page.making import (
    are_all,
    ask_for_the_others,
    is_given_up,
    is_mendable,
    is_short,
    verdict_of,
    verdicts_so_far,
)
from webapp.conversation_page.pane import VIEWS, ListPart, Pane, another_pane, chosen_panes
from webapp.conversation_page.query import Asked
from webapp.conversation_page.remembered import chosen_last, order_chosen_last
from webapp.conversation_page.strip_picture import Picture
from webapp.database.tables import ConversationRow
from webapp.readmodel.answer import ShownCause
from webapp.readmodel.lists import Summary
from webapp.readmodel.outline import BLOCK_ROWS, Row
from webapp.readmodel.panes import ORIGINAL, REPAIRED
from webapp.readmodel.text import printable
from webapp.readmodel.verdicts import (
    FURTHER_TARGETS,
    TARGETS_ASKED,
    Refusal,
    TargetVerdict,
)
from webapp.request_scope import session
from webapp.services import services
from webapp.store import (
    call_words,
    listings,
    problems,
)
from webapp.wording.media import MEDIA_CHOICES

FEW_CALLS = 36
"""Calls that the list beside the panes shows at once: more than a usual screen has room for,
so that opening a page asks for no more of them."""
LIST_FROM = 7
"""Calls, or lone results, from which on a list of them stands beside the panes."""
MOST_FOUND = 200
"""Calls that a filter of the list shows."""
MAP_FROM = 30
"""Parts from which on a picture shows the whole length of a conversation."""


class Inspector(InUpload):
    """A conversation's page; with a target, that target's refusals stand in it too."""

    def __init__(self, row: ConversationRow, asked: Asked) -> None:
        self.row = row
        self.slug = row.slug
        self.summary: Summary = row.summary
        self.format = row.format
        self.format_title = title_of_format(row)
        self.shape = row.shape
        self.container = row.upload.container
        self.reason = printable(row.upload.reason)
        self.confidence = row.upload.confidence
        self.size = row.upload.size
        self.number = row.number + 1
        panes = asked.panes or chosen_last(mendable=self.is_mendable)
        mendable = not panes and self.is_mendable
        self.choices = chosen_panes(panes, row.format, mendable=mendable)
        # What was chosen last stands in every link, so that one page shows one choice.
        self.asked = replace(
            asked,
            panes=tuple(map(str, self.choices)) if panes else (),
            order=order_chosen_last() if asked.order == "usual" else asked.order,
            target=asked.target if asked.target in TARGETS else None,
        )

    @cached_property
    def can_fold_results(self) -> bool:
        """Whether a pane reads as a conversation, whose results can be one line."""
        return bool(self.summary["pairs"]) and any(pane.view == "read" for pane in self.panes)

    @cached_property
    def folds_results(self) -> bool:
        """Whether a result is one line that opens; of what is wrong with its order or its
        pairing, none is."""
        return self.asked.order != "wire" and self.can_fold_results

    @cached_property
    def moves_results(self) -> bool:
        """Whether a folded result stands under its call: JSON and what a fix changes are
        written in the order of the wire, so that beside them it keeps its row."""
        return self.folds_results and all(
            pane.view == "read" and pane.target != REPAIRED for pane in self.panes
        )

    @cached_property
    def is_mendable(self) -> bool:
        """Whether there is a fix to show: of a short log as its card says, of a long one where
        it has an error that a fix is known for."""
        is_told = is_short(self.row) and self.shape != DOCUMENT
        told = known_answer(self.row, None) if is_told else None
        if told is None:
            return is_mendable(self.row, self.finding_counts)
        return bool(told["causes"]) and told["changes"] > 0

    @cached_property
    def finding_counts(self) -> list[problems.Count]:
        """How many findings of its own the log has, by rule and severity."""
        return problems.finding_counts(session(), self.row)

    @property
    def name(self) -> str:
        return named(self.row, self.label)

    @cached_property
    def bars(self) -> Bars:
        """What stands in the two bars above it."""
        return Bars(self.row)

    @cached_property
    def label(self) -> str:
        """The name that was given to the upload; empty for those who do not manage it."""
        label = self.row.upload.label
        return label if label and self.may_manage else ""

    @cached_property
    def panes(self) -> list[Pane]:
        return [Pane(self, number, choice) for number, choice in enumerate(self.choices)]

    def mark(self, row: int | None, there: str) -> int | None:
        """Mark a place of a payload (`anthropic:0:/messages/1`) in its panes, and the row in
        the originals.

        Gives the row to bring into view: the one that was given, or that of the place.
        """
        target, _, address = there.partition(":")
        for pane in self.panes:
            if pane.target != target:
                continue
            # A part without a place in the payload still has its row, which says so.
            place = pane.kept.row_of(address) if address else row
            if place is not None:
                pane.marked.add(place)
                row = place if row is None else row
        for pane in self.panes:
            if there and row is not None and pane.target == ORIGINAL:
                pane.marked.add(row)
        return row

    @property
    def place_asked(self) -> dict[str, str]:
        """The place that the address names, to be shared."""
        return {name: request.args[name] for name in ("at", "there") if request.args.get(name)}

    @property
    def is_unified(self) -> bool:
        """Whether a narrow page shows both panes as one: a row once, a changed one twice."""
        shown = [(choice.target, choice.view) for choice in self.choices]
        return shown in [[(ORIGINAL, view), (REPAIRED, view)] for view in VIEWS]

    @property
    def view_urls(self) -> dict[str, str]:
        """The same page with all panes in each of the views."""
        return {
            view: self.changed(
                panes=tuple(str(replace(choice, view=view)) for choice in self.choices)
            )
            for view in VIEWS
        }

    @cached_property
    def waits(self) -> bool:
        """Whether a pane is still to be written."""
        return any(not pane.is_written for pane in self.panes)

    def lacking(self, tab: str) -> list[str]:
        """What a page of this tab shows, and is still to be made, by its names in
        `_LACKS`."""
        return [name for name in _MADE_LATER.get(tab, ("check",)) if _LACKS[name](self)]

    def made_url(self, lacks: Iterable[str]) -> str:
        """Where the page asks for what it still waits for."""
        lacked, cause = list(lacks), request.args.get("cause")
        shown = len(self.verdicts_so_far) if "verdicts" in lacked else None
        return self.link(
            "conversations.made", lacks=",".join(lacked), cause=cause, verdicts=shown
        )

    def ask_for(self, lacked: Iterable[str]) -> list[str]:
        """Let be made what a page lacks, at once where the log is short; what still is
        not."""
        if "check" in lacked:
            self.bars.ask()
        if "panes" in lacked:
            for pane in self.panes:
                if not pane.is_written:
                    pane.ask()
            ask_for_the_others(self.row)
        return [name for name in lacked if name in _LACKS and _LACKS[name](self)]

    @property
    def has_map(self) -> bool:
        """Whether it is long enough for a picture of all its rows."""
        return self.summary["parts"] >= MAP_FROM

    @property
    def strip(self) -> Picture:
        """The picture of all rows, which is drawn once for all who look at it."""
        key = (self.slug, self.row.upload.reading, "strip")
        return services().recent.get_or_make(
            key, lambda: Picture(listings.strip(session(), self.row))
        )

    @property
    def another_pane_url(self) -> str:
        """This page with one more pane; empty where it has all it can show."""
        another = another_pane(self.choices, self.format, mendable=self.is_mendable)
        return self.changed(panes=(*map(str, self.choices), str(another))) if another else ""

    media_choices = MEDIA_CHOICES

    @property
    def is_lone_answer(self) -> bool:
        """Whether it is a response whose request was not logged."""
        return self.shape == "response"

    @property
    def has_call_list(self) -> bool:
        """Whether it has so many calls, or so many lone results, that a list of them helps."""
        calls = self.summary["calls"]
        return max(calls, self.summary["entries"] - calls) >= LIST_FROM

    def calls_with(self, words: str) -> ListPart:
        """The entries of the list of calls that have all these words."""
        found = call_words.calls_with(session(), self.row, words, MOST_FOUND + 1)
        more = self.link("calls.table", find=words) if len(found) > MOST_FOUND else ""
        return ListPart(found[:MOST_FOUND], more, "", words=words)

    def calls(self, number: int, way: int = 0) -> ListPart:
        """A slice of the list of calls, with the way on in one direction, or in both."""
        last = (self.summary["entries"] - 1) // FEW_CALLS
        entries = listings.call_entries(session(), self.row, number * FEW_CALLS, FEW_CALLS)
        return ListPart(
            entries,
            self.link("conversations.calls", number=number + 1, way=1)
            if number < last and way >= 0
            else "",
            self.link("conversations.calls", number=number - 1, way=-1)
            if number > 0 and way <= 0
            else "",
        )

    def calls_around(self, row: Row | None) -> ListPart:
        """The slice of the list of calls that has a row, or the first one."""
        if row is None or row["call"] is None:
            return self.calls(0)
        # Results that answer no call stand in the list too, so that it runs ahead of the
        # numbers.
        number = (row["call"] - 1) // BLOCK_ROWS
        while (entries := listings.call_block(session(), self.row, number)) and (
            entries[-1]["row"] < row["number"]
        ):
            number += 1
        before = sum(
            entry["row"] < row["number"] and entry["call"] != row["call"] for entry in entries
        )
        at = min(number * BLOCK_ROWS + before, self.summary["entries"] - 1)
        return self.calls(max(at, 0) // FEW_CALLS)

    @cached_property
    def first_unpaired(self) -> tuple[str, int] | None:
        """Address and row of the first call or result without its other end."""
        return problems.first_unpaired(session(), self.row) if self.unpaired else None

    @property
    def unpaired(self) -> int:
        """How many calls and results miss their other end; calls under way do not count."""
        return sum(self.summary["pairing"][how] for how in ("missing", "orphan", "ambiguous"))

    @cached_property
    def refused(self) -> TargetVerdict | None:
        """The verdict of the chosen target; None if none is chosen, or while it is made."""
        target = self.asked.target
        if target is None:
            return None
        return verdict_of(self.row, target)

    @property
    def awaits_verdicts(self) -> bool:
        """Whether the verdict of the chosen target is still being made."""
        return self.asked.target is not None and self.refused is None

    @cached_property
    def refusals_by_row(self) -> dict[int, list[Refusal]]:
        """The target's refusals, by the row that each is about."""
        refusals: dict[int, list[Refusal]] = defaultdict(list)
        for refusal in self.refused["outcomes"][0]["findings"] if self.refused else ():
            refusals[refusal["row"]].append(refusal)
        return refusals

    @cached_property
    def answer_card(self) -> AnswerCard | None:
        """What is wrong, and the fix; None for a long log, while a worker makes it."""
        told = known_answer(self.row, self.asked.missing)
        return None if told is None else AnswerCard(self, told)

    @cached_property
    def causes(self) -> list[ShownCause]:
        """What is wrong, the true cause first; empty while a worker looks for it."""
        card = self.answer_card
        return [*card.told["causes"], *card.told["doubts"]] if card else []

    @cached_property
    def lines_known(self) -> dict[str, int]:
        """On which line of the upload a cause stands, by its address."""
        return {one["finding"]["address"]: one["line"] for one in self.causes if one["line"]}

    @cached_property
    def is_given_up(self) -> bool:
        """Whether its verdicts could not be made, so that they will not come."""
        return is_given_up(self.row)

    @cached_property
    def verdicts_so_far(self) -> dict[str, TargetVerdict]:
        """What targets say of it, as far as they were asked by now."""
        return verdicts_so_far(self.row)

    @property
    def awaits_more_verdicts(self) -> bool:
        """Whether a page that shows some verdicts (`?verdicts=` says how many) lacks the
        others, and none of them is there by now."""
        found = self.verdicts_so_far
        shown = request.args.get("verdicts", len(found), type=int)
        return not are_all(found) and len(found) <= shown and not self.is_given_up

    @property
    def verdict_targets(self) -> list[tuple[str, str]]:
        """Names and titles of the targets."""
        asked = self.asked.target
        further = [asked] if asked in FURTHER_TARGETS else []
        return [(name, TARGETS[name].title) for name in (*TARGETS_ASKED, *further)]


_LACKS: dict[str, Callable[[Inspector], bool]] = {
    "answer": lambda page: page.answer_card is None and not page.is_given_up,
    "check": lambda page: page.bars.check is None,
    "panes": lambda page: any(pane.will_come for pane in page.panes),
    "refusals": lambda page: page.awaits_verdicts and not page.is_given_up,
    "verdicts": lambda page: page.awaits_more_verdicts,
}
"""What a page may wait for, each with whether it is still to be made."""
_MADE_LATER = {
    "conversations.show": ("answer", "check", "panes", "refusals"),
    "answers.show": ("answer", "check"),
    "check.show": ("check", "verdicts"),
}
"""What the pages of a tab show of it; the others show the mark of the check alone."""
