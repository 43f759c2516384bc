"""Calls that repeat an earlier checksum: in the same batch, or in a later one."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator
from enum import StrEnum
from itertools import groupby

from msgspec import Struct

from crosswire.cached_property import cached_property
from crosswire.counting import counted
from crosswire.facts import checksum
from crosswire.facts.checksum import Checksum
from crosswire.logs import toolcall_record
from crosswire.model import Conversation, Part, TextPart, ToolCallPart, ToolResultPart
from crosswire.pairing import Pairing


class Outcome(StrEnum):
    """What repeating a call brought."""

    SAME = "the results were the same"
    OTHERS = "the results were not the same"
    ONE = "only one of them has a result"
    NONE = "none of them has a result"


class Repeated(Struct, frozen=True):
    """A call that was made again."""

    checksum: Checksum
    calls: list[ToolCallPart]
    """In order; of several in one batch the first."""
    outcome: Outcome
    calls_between: int
    """How many other calls stand between the last one and the one before it."""
    turns_between: int
    """How many turns further down the last one is."""

    @property
    def distance(self) -> str:
        """In words, how far the one before is."""
        turns = f"{counted(self.turns_between, 'turn')} back"
        calls = f"{counted(self.calls_between, 'other call')} between them"
        return f"{turns if self.turns_between else 'in the same turn'}, with {calls}"

    @property
    def loops(self) -> bool:
        """Often enough, and always for the same."""
        return len(self.calls) > 2 and self.outcome is Outcome.SAME

    @property
    def last(self) -> ToolCallPart:
        return self.calls[-1]

    @property
    def earlier(self) -> list[ToolCallPart]:
        """The others, the latest of them first."""
        return self.calls[-2::-1]

    @property
    def looks_at_a_state(self) -> bool:
        """A call without arguments that brought something else: a screenshot, a clock, a list
        of tasks."""
        nothing_asked = not checksum.normalised(self.last.arguments)
        return nothing_asked and self.outcome is Outcome.OTHERS


class Doubled(Struct, frozen=True):
    """A call that stands in its batch a second time."""

    checksum: Checksum
    call: ToolCallPart
    first: ToolCallPart
    outcome: Outcome

    @property
    def is_idle(self) -> bool:
        """Whether the second one brings nothing, as far as the log shows."""
        asks = bool(checksum.normalised(self.call.arguments))
        return self.outcome is Outcome.SAME or (self.outcome is Outcome.NONE and asks)


BatchOf = Callable[[ToolCallPart], Hashable]
"""What is the same for calls that were made at once."""


def batches(conversation: Conversation, pairing: Pairing) -> BatchOf:
    """The calls that were made at once, as the format of the log tells them."""
    return (
        batch_of_records(pairing)
        if conversation.format == toolcall_record.NAME
        else batch_of(pairing)
    )


def batch_of_records(pairing: Pairing) -> BatchOf:
    """Records follow each other; those of one turn with one number of iteration were made at
    once."""

    def batch(call: ToolCallPart) -> Hashable:
        record = toolcall_record.record_of(call)
        return pairing.turn_of[call.key], toolcall_record.iteration_of(record) or call.key

    return batch


def batch_of(pairing: Pairing) -> BatchOf:
    """A client's calls of one turn are made at once; what a provider runs itself, it runs one
    by one."""

    def batch(call: ToolCallPart) -> Hashable:
        return pairing.turn_of[call.key] if call.is_for_client else call.key

    return batch


class Repeats:
    """All calls of a conversation that are not alone with their checksum; those without a name
    are none."""

    def __init__(
        self, conversation: Conversation, pairing: Pairing, batch: BatchOf | None = None
    ) -> None:
        self.pairing = pairing
        self.batch = batch or batch_of(pairing)
        self.conversation = conversation
        self.groups = checksum.equal_calls(
            call for call in conversation.calls() if _is_made(call)
        )

    @cached_property
    def position(self) -> dict[str, int]:
        """Key of a call -> how many stand before it."""
        return {call.key: i for i, call in enumerate(self.conversation.calls())}

    def repeated(self) -> Iterator[Repeated]:
        """Calls that come again in a later batch, one entry for each checksum; none for those
        that look at a state."""
        for value, calls in self.groups.items():
            steps = [next(batch) for _, batch in groupby(calls, self.batch)]
            if len(steps) > 1:
                before, last = steps[-2:]
                between = self.position[last.key] - self.position[before.key] - 1
                turns = self.pairing.turn_of[last.key] - self.pairing.turn_of[before.key]
                repeated = Repeated(value, steps, self._outcome(steps), between, turns)
                if not repeated.looks_at_a_state:
                    yield repeated

    def doubled(self) -> Iterator[Doubled]:
        """Calls that stand in one batch with an equal one.

        One id written twice is no second call; nor can it be told of calls that lack theirs.
        """
        for value, calls in self.groups.items():
            for _, batch in groupby(calls, self.batch):
                first, *others = batch
                ids = {first.call_id.value}
                for call in others:
                    if call.call_id.value not in ids or not call.call_id.required:
                        yield Doubled(value, call, first, self._outcome([first, call]))
                    ids.add(call.call_id.value)

    def _outcome(self, calls: list[ToolCallPart]) -> Outcome:
        pairs = filter(None, (self.pairing.pair_of.get(call.key) for call in calls))
        results = [pair.result for pair in pairs]
        if len(results) < 2:
            return Outcome.ONE if results else Outcome.NONE
        said = _said(results[0])
        are_same = all(_said(result) == said for result in results[1:])
        return Outcome.SAME if are_same else Outcome.OTHERS


def _is_made(call: ToolCallPart) -> bool:
    """Asking whether a call may be made is not making it."""
    return bool(call.name) and call.wire_type != "mcp_approval_request"


def _said(result: ToolResultPart) -> tuple[bool, list[str]]:
    return result.is_error, [_content(part) for part in result.content]


def _content(part: Part) -> str:
    return (
        part.text
        if isinstance(part, TextPart)
        else json.dumps(part.raw, sort_keys=True, default=str)
    )
