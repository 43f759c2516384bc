"""One problem of a conversation: its evidence, what providers say of it, what mends it, and
its extract."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from crosswire.address import Address, is_within
from crosswire.repairs import RemainingFinding
from crosswire.rules import RULES, TARGETS, Kind, Rule, advice, quotations, summary
from webapp.conversation_page.making import known_verdicts
from webapp.conversation_page.page import Inspector
from webapp.conversation_page.query import Asked
from webapp.conversation_page.repair_steps import Step
from webapp.conversation_page.repairing import Repairing
from webapp.conversation_page.upload_lines import line_at
from webapp.inspector.ends import NamedEnd, named_ends
from webapp.inspector.extract import Around, Told, extract
from webapp.inspector.problem_kinds import is_answer_to
from webapp.readmodel.lists import Finding
from webapp.readmodel.text import printable
from webapp.readmodel.verdicts import TARGETS_ASKED, Refusal
from webapp.request_scope import session
from webapp.store import listings, permalinks, problems, steps

MOST_MENDED = 2_000
"""Rows of a conversation whose repair is tried out for one problem."""
MOST_WORDS = 4
"""Different answers of providers that are shown."""
MOST_PLACES = 20


@dataclass(frozen=True, slots=True)
class Answer:
    """What some targets say to a place of the conversation."""

    titles: str
    status: int | None
    says: str


class Problem:
    """A problem that an address and a rule's code name."""

    def __init__(self, page: Inspector, address: str, code: str) -> None:
        found = self._find(page, printable(address), code)
        if found is None:
            raise permalinks.Gone
        self._page = page
        self.finding: Finding = found
        self.rule: Rule = RULES[found["code"]]

    @staticmethod
    def _find(page: Inspector, address: str, code: str) -> Finding | None:
        if page.refused is None:
            return problems.finding_of(session(), page.row, address, code)
        every = page.refused["outcomes"][0]["findings"]
        return next(
            (one for one in every if one["address"] == address and one["code"] == code), None
        )

    @property
    def what(self) -> str:
        """What the rule checks."""
        return summary(self.rule)

    @property
    def advice(self) -> str:
        return advice(self.rule)

    @property
    def places(self) -> list[tuple[str, str, int | None]]:
        """Words, addresses and rows of all that it names."""
        found = self.finding
        more = [
            (one["word"], one["address"], one["row"]) for one in found["related"][:MOST_PLACES]
        ]
        return [("here", found["address"], found["row"]), *more]

    @property
    def line(self) -> int | None:
        """On which line of the upload it stands; None where nothing tells."""
        return line_at(self._page.row, self.finding["address"])

    @cached_property
    def ends(self) -> dict[str, NamedEnd]:
        """What stands at the places that it names, by address."""
        found = problems.ends_at(
            session(), self._page.row, [address for _, address, _ in self.places]
        )
        return named_ends(found)

    @property
    def rows(self) -> set[int]:
        """The rows that it names."""
        return {row for _, _, row in self.places if row is not None}

    @cached_property
    def answers(self) -> list[Answer]:
        """What the providers say because of it, as far as it is known."""
        found: dict[tuple[str, int | None], list[str]] = {}
        for target, refusal in self._refusals():
            if refusal["says"]:
                found.setdefault((refusal["says"], refusal["status"]), []).append(
                    TARGETS[target].title
                )
        told = [
            Answer(", ".join(dict.fromkeys(who)), *key[::-1]) for key, who in found.items()
        ]
        return told[:MOST_WORDS]

    def _refusals(self) -> Iterator[tuple[str, Refusal]]:
        target = self._page.asked.target
        if target and TARGETS[target].is_known and self._page.refused is not None:
            every = self._page.refused["outcomes"][0]["findings"]
            yield from (
                (target, one) for one in every if one["number"] == self.finding["number"]
            )
            return
        for name, verdict in known_verdicts(self._page.row, TARGETS_ASKED).items():
            here = (
                finding
                for finding in verdict["outcomes"][0]["findings"]
                if finding["row"] == self.finding["row"]
            )
            yield from (
                (name, one) for one in here if is_answer_to(RULES[one["code"]], self.rule)
            )

    @property
    def quotations(self) -> list[str]:
        """What providers say to such a problem, where nothing is known of this place."""
        return [] if self.answers else quotations(self.rule)[:MOST_WORDS]

    @property
    def is_tried_out(self) -> bool:
        """Whether the repair of the conversation is short enough to say what it does here."""
        return self._page.row.rows <= MOST_MENDED

    @cached_property
    def _repairing(self) -> Repairing:
        return Repairing(self._page.row, "leave")

    @cached_property
    def step(self) -> Step | None:
        """The step of the repair that mends it."""
        if not self.is_tried_out:
            return None
        here = [
            step
            for step in self._repairing.steps
            if any(line.row in self.rows for line in step.lines)
        ]
        own = [one for one in here if one.rule == self.rule.name]
        return next(iter(own or (here if self._page.refused else [])), None)

    @property
    def why_left(self) -> str:
        """Why the repair leaves it, where it says so."""
        if not self.is_tried_out or self.step is not None:
            return ""
        return next((printable(one.why) for one in self._left if self._is_here(one)), "")

    @property
    def _left(self) -> list[RemainingFinding]:
        """What the repair leaves of this kind."""
        return [
            one
            for one in self._repairing.everything.remaining
            if one.finding.name == self.rule.name
        ]

    def _is_here(self, left: RemainingFinding) -> bool:
        return is_within(Address(self.finding["address"]), left.source or Address(""))

    @property
    def is_gone_after(self) -> bool:
        """Whether the repair of something else mends it."""
        if (
            not self.is_tried_out
            or self.finding["kind"] != Kind.DEFECT
            or not self._repairing.carried_out
        ):
            return False
        return not any(self._is_here(one) for one in self._left)

    @property
    def extract(self) -> str:
        """The problem as text for an issue."""
        found, page = self.finding, self._page
        told = Told(
            f"{found['code']} {found['name']} ({found['severity']})",
            found["message"],
            f"{page.format_title} {page.shape}, {page.container}",
            [(word.capitalize(), page.place(address)) for word, address, _ in self.places],
        )
        return extract(told, list(self._around()))

    def _around(self) -> Iterator[Around]:
        """The parts that it names, with their neighbours."""
        near = {row + step for row in self.rows for step in (-1, 0, 1)}
        for number in sorted(near):
            part = steps.part_of_row(session(), self._page.row, number)
            if part is not None:
                yield Around(
                    self._page.place(printable(part.address)),
                    part.role or part.kind,
                    listings.part_bytes(session(), self._page.row, part) or b"",
                    frozenset(filter(None, (part.call_id, part.tool_name))),
                    number in self.rows,
                )

    @property
    def permalink(self) -> str:
        """The inspector with this problem marked, and the list at its rule."""
        asked = Asked(target=self._page.asked.target, rule=self.finding["code"])
        return self._page.link(
            "conversations.show",
            asked=asked,
            at=self.finding["address"],
            _anchor="at",
            _external=True,
        )
