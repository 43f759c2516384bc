"""The rows of the databases in which ADK keeps its sessions.

    {"id", "app_name", "user_id", "session_id", "author", "content", "actions", ...}  version 0
    {"id", "app_name", "user_id", "session_id", "timestamp", "event_data": {...}}     version 1

It reads the events of a session in the order of their times.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec.structs import replace

from crosswire.logs.sessions.row_order import RowOrder, row_order
from crosswire.logs.shared.finding import Placed, Run
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import is_number, object_or_empty

EVENT = "event_data"
"""The column of version 1 that holds an event."""
_SESSION = ("app_name", "user_id", "session_id")
_TICK = timedelta(microseconds=1)


def is_row(value: JsonObject) -> bool:
    """Whether an object is a row of the table of events."""
    return all(isinstance(value.get(name), str) for name in _SESSION)


def sessions_in(runs: Iterable[Run]) -> list[Run]:
    """The events of rows by session and time; others as they stand."""
    return [session for run in runs for session in _sessions(run)]


def _sessions(run: Run) -> list[Run]:
    if is_row(object_or_empty(run.holder)):
        return [replace(run, messages=sorted(run.messages, key=_order))]
    if not all(is_row(object_or_empty(value)) for value, _ in run.messages):
        return [run]
    sessions: dict[tuple[str, ...], list[Placed]] = {}
    for value, at in sorted(run.messages, key=_order):
        row = object_or_empty(value)
        sessions.setdefault(tuple(str(row[name]) for name in _SESSION), []).append((value, at))
    apart = [
        replace(
            run, messages=events, others=[], beside=[], holder=object_or_empty(events[0][0])
        )
        for events in sessions.values()
    ]
    apart[0].others, apart[0].beside = run.others, run.beside
    return apart


def _order(placed: Placed) -> RowOrder:
    return row_order(object_or_empty(placed[0]))


def next_moment(moment: JsonValue) -> JsonValue:
    """The time right behind another one, as it is written."""
    if is_number(moment):
        return moment + _TICK.total_seconds()
    try:
        later = datetime.fromisoformat(str(moment)) + _TICK
    except ValueError:
        return moment
    return later.isoformat("T" if "T" in str(moment) else " ", "microseconds")
