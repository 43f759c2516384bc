"""Moments and lengths of time for people."""

from __future__ import annotations

from datetime import UTC, datetime


def took_words(seconds: float | None) -> str:
    """A length of time for people; empty where it is not known."""
    if seconds is None:
        return ""
    if seconds < 0.0995:
        return f"{seconds * 1000:.0f} ms" if seconds >= 0.001 or seconds == 0 else "under 1 ms"
    if seconds < 59.95:
        return f"{seconds:.2g} s" if seconds < 1 else f"{seconds:.1f} s"
    return _joined(round(seconds))


def age_words(seconds: float) -> str:
    """How long ago something was, in its largest unit."""
    words = _joined(int(seconds)).split()
    return "now" if seconds < 60 or not words else " ".join(words[:2])


_PARTS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))


def _joined(seconds: int) -> str:
    """A length of time in its two largest units."""
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
    return (
        datetime.fromtimestamp(seconds, UTC)
        .isoformat(timespec="milliseconds")
        .replace("+00:00", "Z")
    )
