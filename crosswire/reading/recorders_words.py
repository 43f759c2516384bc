"""What the program that recorded an exchange says of it: when it was sent, and the status of
its answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import is_number, value_at

_TIMES = (
    ("startedDateTime",),
    ("recorded_at",),
    ("started_at",),
    ("start_time",),
    ("startTime",),
    ("created_at",),
    ("timestamp",),
    ("time",),
    ("ts",),
    ("date",),
    ("request", "timestamp"),
    ("request", "time"),
    ("response", "timestamp"),
)
_STATES = (
    ("response", "status"),
    ("response", "status_code"),
    ("response", "statusCode"),
    ("response", "status", "code"),
    ("status",),
    ("status_code",),
)
_LONGEST = 40
_YEARS = 631_152_000, 4_102_444_800
"""1990 and 2100, in seconds since 1970."""


def told_of(value: JsonObject) -> str:
    """When an exchange was sent and its status; empty where the recorder says neither."""
    time = next(filter(None, map(_time, _values(value, _TIMES))), None)
    status = next(filter(None, map(_status, _values(value, _STATES))), None)
    return ", ".join(filter(None, (time, status)))


def _values(value: JsonObject, paths: tuple[tuple[str, ...], ...]) -> Iterator[JsonValue]:
    return (value_at(value, *path) for path in paths if path[0] in value)


def _time(value: JsonValue) -> str | None:
    if isinstance(value, str):
        return value if 10 <= len(value) <= _LONGEST else None
    for unit in (1, 1_000, 1_000_000) if is_number(value) else ():
        if is_number(value) and _YEARS[0] <= value / unit <= _YEARS[1]:
            return f"{datetime.fromtimestamp(value / unit, UTC):%Y-%m-%d %H:%M:%S} UTC"
    return None


def _status(value: JsonValue) -> str | None:
    if is_number(value):
        return str(int(value)) if 100 <= value < 600 else None
    return value if isinstance(value, str) and 0 < len(value) <= _LONGEST else None
