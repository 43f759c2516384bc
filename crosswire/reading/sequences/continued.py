"""Which conversation a request goes on from whose history is not that of any before it: cut at
its beginning, changed on the way, or given as a summary."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from crosswire.model import TextPart
from crosswire.reading.sequences.exchange import Exchange, Said, ids_of

Why = Literal["cut", "edited", "summary"]
_TELLING = 40
"""Characters of a text that nobody says twice by chance."""
_A_TALK = 3
"""Things said before a summary of them."""
_Answer = tuple[tuple[int, ...], tuple[str, ...]]


class Continuation(Struct, frozen=True):
    """What a request goes on from."""

    exchange: int
    """The position of the exchange whose answer it has."""
    why: Why
    repeated: int = 0
    """How many things of the request were said up to the end of that answer."""


class Continued:
    """Finds an earlier answer in a request that repeats no history."""

    def __init__(self, exchanges: Sequence[Exchange]) -> None:
        self.exchanges = exchanges
        self.answers: dict[_Answer, list[int]] = defaultdict(list)
        for position, one in enumerate(exchanges):
            if one.answered:
                self.answers[_answer(one.answered)].append(position)

    def by(self, position: int) -> Continuation | None:
        """The last answer before an exchange that its request has, or is a summary of."""
        one = self.exchanges[position]
        for began, run in _last_answers(one.asked):
            found = self.answers.get(_answer(run), [])
            earlier = bisect_left(found, position)
            if not earlier:
                continue
            before, history = found[earlier - 1], one.asked[:began]
            is_cut = _is_end(history, self.exchanges[before].asked)
            known = [said for said in history if said.by_model] if is_cut else []
            if _is_telling(run) or _is_telling(known):
                why: Why = "cut" if is_cut else "edited"
                return Continuation(before, why, began + len(run))
        if position and _begins_with_summary(one, self.exchanges[position - 1]):
            return Continuation(position - 1, "summary")
        return None


def _answer(said: Sequence[Said]) -> _Answer:
    return tuple(one.content for one in said), ids_of(said)


def _is_telling(said: Sequence[Said]) -> bool:
    """Whether an answer can be told from others: by the ids of its calls, or a long text."""
    return bool(ids_of(said)) or any(len(text) >= _TELLING for text in _texts(said))


def _texts(said: Iterable[Said]) -> Iterator[str]:
    parts = (part for one in said for part in one.parts)
    return (part.text for part in parts if isinstance(part, TextPart))


def _last_answers(asked: Sequence[Said]) -> Iterator[tuple[int, Sequence[Said]]]:
    """The answers in a request, the last first, each with where it begins."""
    end: int | None = None
    for number in range(len(asked) - 1, -2, -1):
        if number >= 0 and asked[number].by_model:
            end = number + 1 if end is None else end
        elif end is not None:
            yield number + 1, asked[number + 1 : end]
            end = None


def _is_end(history: Sequence[Said], of: Sequence[Said]) -> bool:
    """Whether a history is the end of another."""
    cut = of[len(of) - len(history) :] if len(history) < len(of) else []
    contents = [one.content for one in history]
    return len(cut) == len(history) and contents == [one.content for one in cut]


def _begins_with_summary(one: Exchange, before: Exchange) -> bool:
    """Whether a request begins with most of the lines of the answer before it, which ended a
    talk."""
    if len(before.asked) < _A_TALK or any(said.by_model for said in one.asked[:1]):
        return False
    summary = set(_long_lines(_texts(before.answered)))
    found = summary & set(_long_lines(_texts(one.asked[:1])))
    return bool(summary) and 2 * len(found) >= len(summary)


def _long_lines(texts: Iterable[str]) -> Iterator[str]:
    lines = (line.strip() for text in texts for line in text.splitlines())
    return (line for line in lines if len(line) >= _TELLING)
