"""Copies for others, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

TERMS = ((7, "7 days"), (30, "30 days"), (None, "never"))
"""After how many days a copy may run out, the usual first."""
MOST_DAYS = 3_650


def day(moment: datetime) -> str:
    """A day as people write it: in UTC."""
    at = moment.astimezone(UTC)
    return f"{at.day} {at:%b %Y}"


def minute(moment: datetime) -> str:
    """A moment to the minute, in UTC."""
    return f"{day(moment)}, {moment.astimezone(UTC):%H:%M} UTC"


def until_words(expires_at: datetime | None) -> str:
    """Until when a copy can be read."""
    return (
        f"readable until {minute(expires_at)}"
        if expires_at
        else ("readable until it is taken back")
    )


def masked_words(places: int) -> str:
    """How many secrets of a copy are masked, in words."""
    if not places:
        return "nothing in it is masked"
    return f"secrets are masked in {places:,} {'place' if places == 1 else 'places'}"


class Scanned(Protocol):
    """What a scan counted: different secrets."""

    @property
    def sure(self) -> int: ...

    @property
    def probable(self) -> int: ...


def scanned_words(scan: Scanned | None) -> str:
    """How many secrets stand in a log."""
    if scan is None:
        return "not scanned for secrets yet"
    if not scan.sure and not scan.probable:
        return "no secret found in this log"
    likely = f"{scan.probable:,} probable {'secret' if scan.probable == 1 else 'secrets'}"
    if not scan.sure:
        return f"{likely} in this log"
    sure = f"{scan.sure:,} {'secret' if scan.sure == 1 else 'secrets'}"
    return f"{sure}{f' and {likely}' if scan.probable else ''} in this log"


def kinds_words(kinds: Sequence[Mapping[str, Any]]) -> str:
    """What was masked: kinds and numbers."""
    return ", ".join(f"{kind['title']} ({kind['count']:,})" for kind in kinds)
