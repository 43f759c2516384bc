"""What Crosswire makes of each history of the battery in each format, converted and repaired, and scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import crosswire
from crosswire.cached_property import cached_property
from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.model.loss import LossKind, Rendering
from crosswire.pairing import How
from crosswire.repairs import Repaired, repair_all
from crosswire.rules.target_verdicts import Verdict
from tests.battery import SOURCES, histories, load, scorers

Way = Literal["faithful", "repaired"]
WAYS: tuple[Way, ...] = ("faithful", "repaired")
"""Converted as it was logged, with ids filled in; and repaired with `--missing drop` before that."""
LISTS = {"chat": "messages", "responses": "input", "anthropic": "messages", "gemini": "contents"}
"""The battery's word for a format -> the field of a request that its scorer looks at."""


@dataclass
class Cell:
    """One history in one format, by one of the two ways."""

    source: str
    name: str
    target: str
    way: Way
    conversation: Conversation
    repaired: Repaired

    @property
    def where(self) -> tuple[str, str, str]:
        return self.source, self.name, self.target

    @cached_property
    def rendering(self) -> Rendering:
        return crosswire.render(self.conversation, SOURCES[self.target], ids="fill")

    @cached_property
    def wrong(self) -> list[str]:
        """What the battery's scorer has against it."""
        payload: Any = self.rendering.payload
        return scorers()[self.target](payload[LISTS[self.target]])

    @cached_property
    def verdict(self) -> Verdict:
        return crosswire.verdict(self.conversation, SOURCES[self.target], ids="fill")

    @cached_property
    def again(self) -> Conversation:
        """What is read from what was written."""
        (conversation,) = crosswire.parse(self.rendering.payload, SOURCES[self.target])
        return conversation

    @property
    def warnings(self) -> int:
        """How many losses are said; what was only added is none."""
        return sum(loss.kind is not LossKind.ADDED for loss in self.rendering.losses)

    def __str__(self) -> str:
        score = f"!{','.join(self.wrong)}" if self.wrong else "ok"
        counts = {"W": self.warnings, "R": len(self.repaired.changes) if self.way == "repaired" else 0}
        return " ".join([score, *(f"{letter}{count}" for letter, count in counts.items() if count)])


@cache
def cells() -> dict[tuple[str, str, str], dict[Way, Cell]]:
    """Source, name and target -> the two cells."""
    found: dict[tuple[str, str, str], dict[Way, Cell]] = {}
    for (source, name), (history, _) in histories().items():
        log = load(history)
        _, (repaired,) = repair_all(log, missing="drop")
        ways: dict[Way, Conversation] = {
            "faithful": log.conversations[0],
            "repaired": repaired.conversation,
        }
        for target in SOURCES:
            found[source, name, target] = {
                way: Cell(source, name, target, way, conversation, repaired)
                for way, conversation in ways.items()
            }
    return found


def calls_and_results(conversation: Conversation) -> Iterator[ToolCallPart | ToolResultPart]:
    for _, part in conversation.parts():
        if isinstance(part, (ToolCallPart, ToolResultPart)):
            yield part


def counted(conversation: Conversation) -> Counter[str]:
    """How many calls and how many results there are."""
    return Counter(type(part).__name__ for part in calls_and_results(conversation))


def pairs(conversation: Conversation) -> Iterator[tuple[ToolCallPart, ToolResultPart]]:
    """The calls that have a result of their own."""
    for pair in crosswire.pair(conversation).pairs:
        if pair.how is not How.EMBEDDED:
            yield pair.call, pair.result
