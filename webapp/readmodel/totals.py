"""What a conversation cost and how long it took, as far as its log says it."""

from __future__ import annotations

from typing import TypedDict

from crosswire.facts import Clock, total_usage, usage_of
from crosswire.model import Conversation
from webapp.readmodel.text import printable


class UsageTotals(TypedDict):
    """The sums over all answers that say what they cost, as counted by their provider."""

    input: int | None
    """All tokens that the model read, with those of a cache."""
    output: int | None
    """All that it wrote, with its reasoning."""
    cached: int | None
    """Of the input, what was read from a cache."""
    cache_written: int | None
    reasoning: int | None
    """Of the output."""
    answers: int
    """How many answers say it."""
    cost: float | None
    """Money, in the unit of the log."""
    took: float | None
    """Seconds that the answer took, as measured by its provider or by the program that logged
    it."""
    address: str
    """Where the first answer says it."""


class TimeSpan(TypedDict):
    """From the first moment to the last one that the log has; seconds since 1970, UTC."""

    first: float
    last: float
    span: float
    moments: int
    address: str
    """Where the first one stands."""


def usage_totals(conversation: Conversation, clock: Clock) -> UsageTotals | None:
    """The tokens of all answers; None where no answer tells them."""
    each = usage_of(conversation)
    total = total_usage(each)
    if total is None:
        return None
    tokens = total.tokens
    return UsageTotals(
        input=tokens.input,
        output=tokens.output,
        cached=tokens.cached,
        cache_written=tokens.cache_written,
        reasoning=tokens.reasoning,
        answers=total.answers,
        cost=total.cost,
        took=None if clock.answer.took is None else clock.answer.took.seconds,
        address=printable(each[0].address),
    )


def time_span(clock: Clock) -> TimeSpan | None:
    """From when to when the conversation went; None where the log has no times."""
    moments = sorted(clock.moments(), key=lambda moment: moment.at)
    if not moments:
        return None
    first, last = moments[0], moments[-1]
    return TimeSpan(
        first=first.at,
        last=last.at,
        span=round(last.at - first.at, 6),
        moments=len(moments),
        address=printable(first.address),
    )
