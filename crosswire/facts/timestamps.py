"""Moments and lengths of time as logs write them: ISO 8601 text, or a number counted from
1970.

A moment is kept as seconds since 1970 in UTC. A text without a time zone is taken as UTC. A
number counts seconds, or thousandths, millionths or billionths of one, which its size tells:
no two of the four fit between 1990 and 2100. What lies outside of these years is a field that
nobody filled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from msgspec import Struct

from crosswire.address import Address, child
from crosswire.model import JsonValue
from crosswire.model.json_values import is_number

EARLIEST, LATEST = 631_152_000, 4_102_444_800
"""1990 and 2100, in seconds since 1970."""
MAX_SECONDS = 366 * 86_400
"""Seconds that one call or one answer may take; a larger number counts something else."""

MAX_TEXT = 40
"""Characters of a text that may be a moment."""

_ISO = re.compile(
    r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d{1,12})?)? ?([Zz]|[+-]\d\d:?\d\d)?", re.ASCII
)
_DIGITS = re.compile(r"\d{9,19}(\.\d{1,9})?", re.ASCII)
_UNITS = (1, 1_000, 1_000_000, 1_000_000_000)

BEGAN = (
    "started_at",
    "startedAt",
    "start_time",
    "startTime",
    "created_at",
    "createdAt",
    "create_time",
    "createTime",
    "created",
    "timestamp",
)
"""Names of fields that say when something began or was made."""
ENDED = (
    "completed_at",
    "completedAt",
    "finished_at",
    "finishedAt",
    "ended_at",
    "endedAt",
    "end_time",
    "endTime",
)
"""Names of fields that say when something was done."""
LENGTHS = {
    "durationMs": 1e-3,
    "duration_ms": 1e-3,
    "totalDurationMs": 1e-3,
    "elapsed_ms": 1e-3,
    "elapsedMs": 1e-3,
    "latencyMs": 1e-3,
    "latency_ms": 1e-3,
    "executionTimeMs": 1e-3,
    "execution_time_ms": 1e-3,
    "durationSeconds": 1.0,
    "duration_seconds": 1.0,
    "elapsed_seconds": 1.0,
    "elapsedTimeSeconds": 1.0,
}
"""Names of fields that say how long something took -> their unit in seconds."""


class Moment(Struct, frozen=True, gc=False):
    """A point in time, and where the log says it."""

    at: float
    """Seconds since 1970, UTC."""
    address: Address


class Length(Struct, frozen=True, gc=False):
    """How long something took."""

    seconds: float
    measured: bool
    """A program timed it; else it is the distance between two messages, with all that lay
    between."""
    address: Address | None = None
    """Where the log says it; None for a distance."""


def seconds_of(value: JsonValue) -> float | None:
    """Seconds since 1970 of a moment as a log has it; None for what is none."""
    if isinstance(value, str):
        return _of_text(value)
    return _of_number(value) if is_number(value) else None


def moment(fields: JsonValue, names: Iterable[str], at: Address) -> Moment | None:
    """The first of some fields of an object that holds a moment."""
    if not isinstance(fields, dict):
        return None
    for name in names:
        seconds = seconds_of(fields[name]) if name in fields else None
        if seconds is not None:
            return Moment(seconds, child(at, name))
    return None


def length(
    fields: JsonValue, at: Address, names: Mapping[str, float] = LENGTHS
) -> Length | None:
    """How long it took, by the first field of an object that says so."""
    if not isinstance(fields, dict) or names.keys().isdisjoint(fields):
        return None
    for name, unit in names.items():
        value = fields.get(name)
        if is_number(value) and 0 <= value <= MAX_SECONDS / unit:
            return Length(round(value * unit, 9), True, child(at, name))
    return None


def _of_text(text: str) -> float | None:
    if len(text) > MAX_TEXT:
        return None
    if _DIGITS.fullmatch(text):
        return _of_number(float(text))
    if not _ISO.fullmatch(text):
        return None
    try:
        time = datetime.fromisoformat(
            text.upper().replace(" +", "+").replace(" Z", "Z").replace(",", ".")
        )
        seconds = (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
    return seconds if EARLIEST <= seconds <= LATEST else None


def _of_number(number: float) -> float | None:
    for unit in _UNITS:
        if EARLIEST * unit <= number <= LATEST * unit:
            return number / unit
    return None
