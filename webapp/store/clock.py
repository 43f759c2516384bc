"""What the clock says, where it may jump: by hours when it is set right, by years after a
start without a network.

A sign of life from the future is none: whoever waits for it to grow old may wait for years.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import InstrumentedAttribute

JUMP = 60.0
"""Seconds by which a clock that goes evenly is off at most."""
EVENLY = 600.0
"""Seconds for which a clock has gone evenly before anything is deleted for being old."""


def is_recent(moment: datetime | None, within: timedelta) -> bool:
    """Whether something was written down of late."""
    return moment is not None and abs(datetime.now(UTC) - moment) < within


def of_late(column: InstrumentedAttribute[datetime], within: timedelta) -> ColumnElement[bool]:
    """The same of a column."""
    now = datetime.now(UTC)
    return column.between(now - within, now + within)


class EvenClock:
    """Watches whether the clock jumps."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._ahead = _ahead()

    def is_trusted(self) -> bool:
        """Whether it has not jumped for `EVENLY`, as seen by who asks now and then."""
        if abs(_ahead() - self._ahead) > JUMP:
            self._began, self._ahead = time.monotonic(), _ahead()
        return time.monotonic() - self._began > EVENLY


def _ahead() -> float:
    """How far the clock is ahead of one that never jumps."""
    return datetime.now(UTC).timestamp() - time.monotonic()
