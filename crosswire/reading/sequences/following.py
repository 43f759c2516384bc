"""Which exchange each recorded request goes on from: the one whose messages and answer it
repeats, word for word or with the same calls, or whose response it names.

Each thing that is said is hashed once, with all before it, so that a request is compared with
all others in as many steps as it says things.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from crosswire.logs.shared.links import without_rings
from crosswire.model import TextPart, ToolCallPart
from crosswire.reading.sequences.continued import Continued
from crosswire.reading.sequences.exchange import Exchange, Said, ids_of

How = Literal["words", "calls", "response id", "conversation", "window"]
"""It repeats the history; it repeats it with the calls of the answer, and something
differs; it names the response, or the conversation, and the history is at the provider; it
repeats the end of the history, whose beginning was left out."""

Calls = tuple[str | int, ...]
"""The calls of an answer, by their ids or by their words."""
Answer = tuple[int, list[Calls]]
"""Where an answer with calls begins in a request, and these calls."""


class Step(Struct, frozen=True):
    """How a request goes on from the exchange before it."""

    before: int
    how: How
    repeated: int = 0
    """How many things of the request are of the exchange before it, or before that."""


def steps(exchanges: Sequence[Exchange]) -> list[Step | None]:
    """Of each exchange the one before it, as its position in the list; None where it is the
    first."""
    finder = _Finder(exchanges)
    continued = Continued(exchanges)
    found = [
        finder.step(position, one) or _window(position, one, continued)
        for position, one in enumerate(exchanges)
    ]
    parents = without_rings([None if step is None else step.before for step in found])
    return [None if parents[n] is None else step for n, step in enumerate(found)]


def _window(position: int, one: Exchange, continued: Continued) -> Step | None:
    """Of a request whose history is the end of an earlier one with its answer: that it goes on
    from there. What begins in the middle of a call is judged by itself, as it was sent."""
    if one.goes_on_from is not None or one.failed:
        return None
    found = continued.by(position)
    if found is None or found.why != "cut" or not 0 < found.repeated < len(one.asked):
        return None
    before = continued.exchanges[found.exchange]
    if before.rules != one.rules or before.builder.format != one.builder.format:
        return None
    first = one.asked[0]
    is_whole = not first.by_model and isinstance(first.parts[-1], TextPart)
    return Step(found.exchange, "window", found.repeated) if is_whole else None


class _Finder:
    def __init__(self, exchanges: Sequence[Exchange]) -> None:
        self.exchanges = exchanges
        self.by_words: dict[tuple[int, bool], list[int]] = defaultdict(list)
        """What was said up to the end of an exchange, and whether it was answered."""
        self.by_calls: dict[tuple[int, Calls], list[int]] = defaultdict(list)
        """What was said up to an answer, and its calls."""
        self.by_id: dict[str, list[int]] = defaultdict(list)
        self.by_conversation: dict[str, list[int]] = defaultdict(list)
        """What was kept of each stored conversation; a request that failed was not."""
        for position, one in enumerate(exchanges):
            self.by_words[one.end, bool(one.answered)].append(position)
            for calls in _calls_of(one.answered):
                self.by_calls[one.states[-1], calls].append(position)
            if one.id is not None:
                self.by_id[one.id].append(position)
            if one.conversation is not None and not one.failed:
                self.by_conversation[one.conversation].append(position)

    def step(self, position: int, one: Exchange) -> Step | None:
        if one.goes_on_from is not None:
            stored = _nearest(self.by_id.get(one.goes_on_from, ()), position)
            return None if stored is None else Step(stored, "response id")
        answers = _ends_of_answers(one.asked)
        for repeated in range(len(one.asked), 0, -1):
            before = self._with_words(one, repeated, position)
            if before is not None:
                return Step(before, "words", repeated)
            before = self._with_calls(one, answers.get(repeated), position)
            if before is not None:
                return Step(before, "calls", repeated)
        return self._in_conversation(position, one)

    def _in_conversation(self, position: int, one: Exchange) -> Step | None:
        """What was said before in the stored conversation that it names."""
        kept = self.by_conversation.get(one.conversation or "", ())
        earlier = bisect_left(kept, position)
        return Step(kept[earlier - 1], "conversation") if earlier else None

    def _with_words(self, one: Exchange, repeated: int, position: int) -> int | None:
        state = one.states[repeated]
        found = self.by_words.get((state, True), ())
        if not found and repeated < len(one.asked):
            # What asks for the same is another try, and not what comes next.
            found = self.by_words.get((state, False), ())
        return _nearest(found, position)

    def _with_calls(self, one: Exchange, answer: Answer | None, position: int) -> int | None:
        if answer is None:
            return None
        began, calls = answer
        states = ((one.states[began], some) for some in calls)
        found = next(filter(None, (self.by_calls.get(state) for state in states)), ())
        return _nearest(found, position)


def _nearest(found: Sequence[int], position: int) -> int | None:
    """The last before a position, or else the first behind it."""
    behind = bisect_left(found, position)
    if behind > 0:
        return found[behind - 1]
    return next((one for one in found[:2] if one != position), None)


def _ends_of_answers(asked: Sequence[Said]) -> Mapping[int, Answer]:
    """Where each answer with calls ends in a request -> that answer."""
    found: dict[int, Answer] = {}
    began: int | None = None
    for number, one in enumerate([*asked, None]):
        if one is not None and one.by_model:
            began = number if began is None else began
        elif began is not None:
            calls = _calls_of(asked[began:number])
            if calls:
                found[number] = began, calls
            began = None
    return found


def _calls_of(said: Sequence[Said]) -> list[Calls]:
    """The calls of an answer by their ids, where all have one, and by their words."""
    words = tuple(one.content for one in said if isinstance(one.parts[-1], ToolCallPart))
    return [calls for calls in (ids_of(said), words) if calls]
