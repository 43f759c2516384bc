"""What a conversation cost and how long it took, as far as its log says it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TypedDict

from crosswire.facts import usage as usages
from crosswire.facts.times import Clock
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
    """Seconds that the answer took, as measured by its provider or by the program that logged it."""
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
    """What it cost; None where no answer says it."""
    each = usages.usage(conversation)
    total = usages.total(each)
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
    """When it happened; None where the log has no moments."""
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


def took_words(seconds: float | None) -> str:
    """A length of time for people; empty where it is not known."""
    if seconds is None:
        return ""
    if seconds < 0.0995:
        return f"{seconds * 1000:.0f} ms" if seconds >= 0.001 or seconds == 0 else "under 1 ms"
    if seconds < 59.95:
        return f"{seconds:.2g} s" if seconds < 1 else f"{seconds:.1f} s"
    return _joined(round(seconds))


_PARTS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))


def _joined(seconds: int) -> str:
    """The two largest units."""
    words: list[str] = []
    for length, unit in _PARTS:
        count, seconds = divmod(seconds, length)
        if count or words:
            words.append(f"{count} {unit}" if count else "")
        if len(words) == 2:
            break
    return " ".join(filter(None, words))


def moment_words(seconds: float, *, near: float | None = None) -> str:
    """A moment in UTC; with only its time where another one of the same day stands near."""
    at = datetime.fromtimestamp(seconds, UTC)
    if near is not None and datetime.fromtimestamp(near, UTC).date() == at.date():
        return f"{at:%H:%M:%S}"
    return f"{at:%Y-%m-%d %H:%M:%S}"


def moment_whole(seconds: float) -> str:
    """A moment to the millisecond, as ISO 8601 has it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
