"""What the template of the Check page asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask import url_for

from crosswire.rules import TARGETS
from webapp.conversation_page.answer_card import known_answer
from webapp.conversation_page.making import are_all
from webapp.conversation_page.page import Inspector
from webapp.conversation_page.upload_lines import line_at
from webapp.readmodel.verdicts import (
    FURTHER_TARGETS,
    TARGETS_ASKED,
    Fixed,
    OpenPoint,
    Outcome,
    Refusal,
    TargetVerdict,
    is_of_unknown_server,
    likely_own,
)
from webapp.wording.checks import (
    State,
    change_words,
    is_of_this_log,
    left_by_a_yes,
    state_of,
    way_words,
)
from webapp.wording.paths import path_words

MOST_REASONS = 20
"""Reasons that one half of the own provider's card lists; the others are counted."""
LONGEST_REASON = 120
_ONCE_FIXED: dict[State, str] = {
    "passes": "passes once fixed",
    "fails": "still fails",
    "may fail": "may still fail",
    "not known": "not known once fixed",
}


_NO_FIX: dict[State, tuple[str, str]] = {
    "passes": ("nothing to fix", ""),
    "fails": ("still fails", "No certain fix is known"),
    "may fail": ("nothing certain to fix", ""),
    "not known": ("nothing certain to fix", ""),
}
"""Words and headline where there is no fixed document."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a provider refuses the log, may refuse it, or cannot be judged."""

    message: str
    address: str
    """Empty where it has no place in the upload."""
    code: str
    """Of its rule; empty for what no rule looked at."""
    says: str
    """The provider's own words; empty where none are known."""
    status: int | None

    @property
    def path(self) -> str:
        return path_words(self.address) if self.address else ""


@dataclass(frozen=True, slots=True)
class Half:
    """One half of the own provider's card: the log as it stands, or once fixed."""

    state: State
    words: str
    headline: str
    reasons: Sequence[Reason]
    """The first ones."""
    total: int
    """How many reasons there are."""
    beside: Sequence[str] = ()
    """What a yes leaves open, as large as the yes."""
    stands_on: Sequence[str] = ()
    """What a yes stands on, where that is what the server is known to take."""

    @property
    def more(self) -> int:
        """How many are not listed."""
        return self.total - len(self.reasons)


@dataclass(frozen=True, slots=True)
class Other:
    """Another provider, and what it would say to the log once fixed and its ids filled."""

    target: str
    state: State
    words: str
    """What changes on the way, or why it is not sure."""
    reason: str
    export_url: str
    choose_url: str
    is_chosen: bool
    reasons: Sequence[Reason] = ()
    is_awaited: bool = False
    """Whether it is still being asked."""
    stands_on: Sequence[str] = ()
    """See `Half.stands_on`."""


class OwnCheck:
    """What the log's own provider says of it, and of the fixed document."""

    def __init__(self, page: Inspector, verdict: TargetVerdict) -> None:
        self._page = page
        self._verdict = verdict
        self._fix: Fixed | None = verdict.get("fixed")
        self.target = verdict["target"]
        self.title = verdict["title"]

    @cached_property
    def logged(self) -> Half:
        """What it says of the log as it stands."""
        outcome = self._verdict["outcomes"][0]
        state = state_of(outcome)
        reasons = _reasons(outcome)
        if state == "fails":
            reasons = self._cause_first(reasons)
        half = _half(state, f"{state} as logged", _headline(state, reasons), reasons)
        return _with_what_a_yes_leaves(half, self._verdict["answer"])

    def _cause_first(self, reasons: list[Reason]) -> list[Reason]:
        """The cause that the card of the conversation names first, then what is refused at
        other places."""
        told = known_answer(self._page.row, None)
        causes = told["causes"] if told else []
        cause = next((one for one in causes if one["severity"] == "error"), None)
        if cause is None:
            return reasons
        found = cause["finding"]
        first = Reason(
            found["message"], found["address"], found["code"], cause["says"], cause["status"]
        )
        return [first, *(one for one in reasons if one.address != first.address)]

    @cached_property
    def fixed(self) -> Half:
        """What it says of the fixed document, or that there is none."""
        if self._fix is None:
            return _half(self.logged.state, *_NO_FIX[self.logged.state], ())
        state = state_of(self._fix["outcome"])
        reasons = () if state == "passes" else _reasons(self._fix["outcome"])
        half = _half(state, _ONCE_FIXED[state], change_words(self._fix["changes"]), reasons)
        return _with_what_a_yes_leaves(half, self._verdict["answer"]["repaired"])

    @property
    def fixed_url(self) -> str:
        """The address of the fixed document; empty where there is none."""
        return url_for("answers.fixed", slug=self._page.slug) if self._fix else ""

    @cached_property
    def line(self) -> int | None:
        """The line of the upload at which the first reason stands."""
        address = self.logged.reasons[0].address if self.logged.reasons else ""
        return line_at(self._page.row, address) if address else None

    @property
    def never_judged(self) -> list[str]:
        """What no log shows, and any request may fail by."""
        points = self._verdict["answer"].get("not_judged", ())
        return [point["message"] for point in points if not is_of_this_log(point)]


class CheckPage:
    """The verdicts of all providers on one conversation, its own provider's first."""

    def __init__(self, page: Inspector) -> None:
        self.page = page

    @cached_property
    def _verdicts(self) -> dict[str, TargetVerdict]:
        return self.page.verdicts_so_far

    @property
    def is_waiting(self) -> bool:
        """Whether some verdicts of a long log are still being made."""
        return not are_all(self._verdicts) and not self.page.is_given_up

    @property
    def is_given_up(self) -> bool:
        """Whether some of them could not be made."""
        return not are_all(self._verdicts) and self.page.is_given_up

    @property
    def asked(self) -> int:
        """How many providers were asked by now."""
        return len(self._verdicts)

    @property
    def every(self) -> int:
        """How many are asked in all."""
        return len({*TARGETS_ASKED, *self._verdicts})

    @property
    def waits_for_own(self) -> bool:
        """Whether the log's own provider, which is asked first, was not asked yet."""
        return not self._verdicts and not self.page.is_given_up

    @property
    def is_read(self) -> bool:
        """Whether anything was read that a provider could say something to."""
        return bool(self.page.summary["messages"])

    @cached_property
    def own(self) -> OwnCheck | None:
        """What the log's own provider says; None where no refusals of it are known."""
        every = self._verdicts.values()
        own = next((verdict for verdict in every if "fixed" in verdict), None)
        return OwnCheck(self.page, own) if own else None

    @cached_property
    def others(self) -> list[Other]:
        """The other providers, in the order of lists; each has its place before it was
        asked."""
        own = self.own.target if self.own else None
        if self.waits_for_own:  # it stands above, and so leaves no gap when it comes
            own = likely_own(self.page.format)
        found: dict[str, TargetVerdict | None] = dict.fromkeys(TARGETS_ASKED)
        found |= self._verdicts
        asked = self.page.asked.target
        if asked is not None and asked not in found and self.page.refused is not None:
            found[asked] = self.page.refused
        return [self._other(name, one) for name, one in found.items() if name != own]

    @property
    def further(self) -> list[tuple[str, str]]:
        """The servers that are asked where somebody chooses them, each with the address that
        does it."""
        shown = {other.target for other in self.others}
        shown |= {self.own.target} if self.own else set()
        return [
            (name, self.page.link("check.show", target=name, _anchor=name))
            for name in FURTHER_TARGETS
            if name not in shown
        ]

    def _other(self, target: str, verdict: TargetVerdict | None) -> Other:
        fixed = "1" if self.own and self.own.fixed_url else None
        is_chosen = self.page.asked.target == target
        other = Other(
            target=target,
            state="not known",
            words="",
            reason="It could not be asked here." if self.is_given_up else "",
            export_url=url_for(
                "exports.conversation",
                slug=self.page.slug,
                format=TARGETS[target].format,
                fixed=fixed,
            ),
            choose_url=self.page.link("check.show", target=target, _anchor=target),
            is_chosen=is_chosen,
            is_awaited=self.is_waiting,
        )
        if verdict is None:
            return other
        outcome = verdict["outcomes"][-1]
        state, reasons = state_of(outcome), _reasons(outcome)
        left = left_by_a_yes(verdict["answer"]["repaired"]) if state == "passes" else []
        told = left if state == "passes" else [one.message for one in reasons]
        return replace(
            other,
            state=state,
            words=way_words(outcome.get("written")),
            reason=_short(told[0]) if told else "",
            reasons=reasons if is_chosen else (),
            stands_on=verdict["answer"]["repaired"].get("stands_on", ()),
            is_awaited=False,
        )


def _half(state: State, words: str, headline: str, reasons: Sequence[Reason]) -> Half:
    return Half(state, words, headline, reasons[:MOST_REASONS], len(reasons))


def _with_what_a_yes_leaves(half: Half, answer: dict[str, Any]) -> Half:
    """A half with what was not judged of this very log beside its yes, and with what the yes
    stands on."""
    if half.state != "passes":
        return half
    return replace(half, beside=left_by_a_yes(answer), stands_on=answer.get("stands_on", ()))


def _headline(state: State, reasons: Sequence[Reason]) -> str:
    if state == "passes" or not reasons:
        return "Nothing that is known speaks against it"
    first = reasons[0]
    if state == "not known":
        return first.message
    at = f"at {first.path}" if first.path else "the whole request"
    return f"{first.status} {at}" if state == "fails" and first.status else at.capitalize()


def _reasons(outcome: Outcome) -> list[Reason]:
    """Why it is no yes: what is refused first, then what may be, then what is not known."""
    by_weight = sorted(
        (one for one in outcome["findings"] if one["severity"] != "info"),
        key=lambda one: one["severity"] != "error",
    )
    points = list(map(_open_point, outcome["undecided"]))
    first = points[:1] if is_of_unknown_server(outcome["undecided"]) else []
    return [*first, *map(_refusal, by_weight), *points[len(first) :]]


def _refusal(found: Refusal) -> Reason:
    return Reason(
        found["message"], found["address"], found["code"], found["says"], found["status"]
    )


def _open_point(point: OpenPoint) -> Reason:
    return Reason(point["message"], point["address"] or "", "", "", None)


def _short(message: str) -> str:
    return message if len(message) <= LONGEST_REASON else message[: LONGEST_REASON - 1] + "…"
