"""The card at the head of a conversation's page: what is wrong, who says so, and the fix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flask import request, url_for

from crosswire.repairs import Missing
from crosswire.rules import RULES, Kind
from webapp.conversation_page.making import is_short, verdicts_of
from webapp.database.objects import ObjectsUnreachable
from webapp.readmodel.answer import ShownAnswer, ShownCause, conversation_of, shown_answer
from webapp.readmodel.lists import Finding
from webapp.readmodel.verdicts import is_of_unknown_server
from webapp.request_scope import session, whole_log
from webapp.services import services
from webapp.store import permalinks, verdicts
from webapp.wording.paths import path_words
from webapp.wording.providers import PROVIDERS

if TYPE_CHECKING:
    from webapp.conversation_page.page import Inspector
    from webapp.database.tables import ConversationRow

_NEED_A_CHOICE = ("missing-result", "orphan-result")
_WAYS: dict[str, tuple[str, str]] = {
    "mark": ("Add a result", "It says that none was recorded."),
    "drop": ("Take it out", "What stands beside it stays."),
    "leave": ("Leave it", "As it was logged."),
}


@dataclass(frozen=True, slots=True)
class Way:
    """A choice that the card offers."""

    value: str
    title: str
    says: str
    chosen: bool
    url: str


def answer_of(row: ConversationRow, missing: Missing | None) -> ShownAnswer:
    """What is wrong with a conversation, made in this request or lately."""
    made: ShownAnswer = services().recent.get_or_make(
        _key(row, missing), lambda: _made(row, missing)
    )
    return made


def _made(row: ConversationRow, missing: Missing | None) -> ShownAnswer:
    log, data = whole_log(row)
    return shown_answer(log, data, conversation_of(log, row.number), missing)


def _key(row: ConversationRow, missing: Missing | None) -> tuple[object, ...]:
    return (row.slug, row.upload.reading, "answer", missing)


def told_lately(row: ConversationRow) -> str | None:
    """What the log's own provider says of it by an answer that was made lately: `accepted`,
    `refused`, `unsure`; None where there is none."""
    told: ShownAnswer | None = services().recent.get(_key(row, None))
    return told["logged"] if told and told["target"] else None


def known_answer(row: ConversationRow, missing: Missing | None) -> ShownAnswer | None:
    """The same; None for a long log, while a worker makes it, and where the upload cannot be
    reached now: the page stands without it."""
    if is_short(row) or missing is not None:
        try:
            return answer_of(row, missing)
        except ObjectsUnreachable:
            return None
    found: ShownAnswer | None = verdicts.card(session(), row)
    if found is None:
        verdicts_of(row)  # a worker makes them, and the answer with them
    return found


class AnswerCard:
    """What the template asks for."""

    def __init__(self, page: Inspector, told: ShownAnswer | None = None) -> None:
        self._page = page
        self._missing = page.asked.missing
        self.told = told or answer_of(page.row, self._missing)
        self.total = self.told["total"]
        asked = request.args.get("cause", 1, type=int)
        self.number = min(max(asked, 1), max(1, len(self.told["causes"])))
        self.was_pasted = False
        """Whether somebody pasted an error that this cause explains."""
        self.is_unexplained = False
        """Whether somebody pasted an error that nothing in this log explains."""

    @property
    def cause(self) -> ShownCause | None:
        """The cause that is shown; None where nothing is wrong."""
        causes = self.told["causes"]
        return causes[self.number - 1] if causes else None

    def turn_to(self, findings: Sequence[Finding]) -> None:
        """Show the cause of what an error speaks of, where it is one."""
        spoken_of = {(one["code"], one["address"]) for one in findings}
        for number, cause in enumerate(self.told["causes"], 1):
            lead = cause["finding"]
            codes = (lead["code"], *cause["also"])
            if not spoken_of.isdisjoint((code, lead["address"]) for code in codes):
                self.number, self.was_pasted = number, True
                return

    @property
    def state(self) -> str:
        """`fails`, `unsure`, `wrong` where only the log itself is, `doubtful`, `open` or
        `sound`."""
        if self.told["causes"]:
            severities = {cause["severity"] for cause in self.told["causes"]}
            if self.is_of_unknown_server:
                return "wrong" if "" in severities else "open"
            return next((word for key, word in _STATES if key in severities), "wrong")
        if self.told["doubts"]:
            return "doubtful"
        is_sound = self.told["logged"] == "accepted" and not self.is_unexplained
        return "sound" if is_sound else "open"

    @property
    def is_of_unknown_server(self) -> bool:
        """Whether the log names a server that nobody knows, so that the maker of the format
        speaks in its place."""
        return is_of_unknown_server(self.told["undecided"])

    @property
    def provider(self) -> str:
        """The name of who is asked."""
        target = self.told["target"]
        return PROVIDERS[target] if target else ""

    @property
    def is_answer(self) -> bool:
        """Whether the log is an answer alone, which is sent back with the next request."""
        return self._page.row.shape == "response"

    @property
    def title(self) -> str:
        """The cause in a sentence."""
        return "" if self.cause is None else RULES[self.cause["finding"]["code"]].title

    @property
    def place(self) -> str:
        """Where the cause stands, as people write it."""
        return "" if self.cause is None else path_words(self.cause["finding"]["address"])

    @property
    def ways(self) -> list[Way]:
        """What becomes of halves of pairs that nobody logged, where the cause is one."""
        if self.cause is None or self.cause["finding"]["name"] not in _NEED_A_CHOICE:
            return []
        chosen = self.told["missing"]
        words = [choice["missing"] for choice in self.told["choices"]]
        return [
            Way(word, *_WAYS[word], word == chosen, self._url(missing=word)) for word in words
        ]

    @property
    def is_fixable(self) -> bool:
        """Whether there is a fix to hand over."""
        return self.told["changes"] > 0

    @property
    def is_fixed_whole(self) -> bool:
        """Whether nothing stays after the fix that the provider would refuse."""
        return self.told["fixed"] == "accepted"

    @property
    def doubt_left(self) -> str:
        """What may still be refused once fixed, where nothing else is: its cause in a
        clause."""
        left = [cause for cause in self.told["causes"] if not cause["is_fixed"]]
        if self.told["fixed"] != "unsure" or not left:
            return ""
        title = RULES[left[0]["finding"]["code"]].title.rstrip(".")
        return title[:1].lower() + title[1:]

    @property
    def left(self) -> int:
        """Causes that the fix leaves."""
        return sum(not cause["is_fixed"] for cause in self.told["causes"])

    @property
    def once_fixed(self) -> str:
        """How much the fix mends where the provider takes what it leaves; the file that is
        handed over has all of it, whichever cause is shown."""
        fixed = sum(cause["is_fixed"] for cause in self.told["causes"])
        if self.total == 1 or self.total > len(self.told["causes"]):
            return "once fixed"
        if fixed == self.total:
            return f"once all {self.total} are fixed"
        return f"with {fixed} of {self.total} fixed"

    @cached_property
    def broken_elsewhere(self) -> tuple[int, str] | None:
        """How many other conversations of the upload have errors, and where the first is."""
        if self._page.row.upload.conversation_count == 1:
            return None
        count, slug = permalinks.broken_siblings(session(), self._page.row)
        return (count, url_for("conversations.show", slug=slug)) if count else None

    @property
    def open_point(self) -> str:
        """Why nobody knows whether the provider takes it; what was not read is told above."""
        first = self.told["undecided"][0]
        return "not all of it was read." if first["code"] == "unread" else first["message"]

    @property
    def fixed_url(self) -> str:
        """The fixed JSON as a file."""
        return url_for("answers.fixed", slug=self._page.slug, missing=self._missing)

    def why_url(self, finding: Finding) -> str:
        """All that is known of a finding; a refusal is one of the provider's that is asked."""
        target = self.told["target"] if finding["kind"] == Kind.REFUSAL.value else None
        return url_for(
            "problems.show",
            slug=self._page.slug,
            at=finding["address"],
            of=finding["code"],
            target=target,
        )

    @property
    def previous_url(self) -> str:
        return self._url(cause=self.number - 1) if self.number > 1 else ""

    @property
    def next_url(self) -> str:
        last = len(self.told["causes"])
        return self._url(cause=self.number + 1) if self.number < last else ""

    @property
    def rows(self) -> list[int]:
        """The row of each cause, in their order."""
        return [cause["finding"]["row"] for cause in self.told["causes"]]

    @property
    def turn_url(self) -> str:
        """The card alone, at the cause that is shown."""
        return self.part_url(self._url())

    def part_url(self, url: str) -> str:
        """The card alone, for an address of the whole page."""
        return url.replace(self._page.url, url_for("answers.show", slug=self._page.slug), 1)

    def _url(self, **changes: str | int) -> str:
        asked: dict[str, Any] = {"missing": self._missing, "cause": self.number, **changes}
        return self._page.link("conversations.show", **asked)


_STATES = (("error", "fails"), ("warning", "unsure"))
