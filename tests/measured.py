"""How much work something is, for tests that hold its growth: no test of the default run reads a clock."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from crosswire.collector import collector_paused
from tests.selection import is_thorough

LEAST_SECONDS = 0.02
"""Shorter times say nothing."""


def work_of(action: Callable[[], object]) -> float:
    """The lines of Python that an action runs; with `--thorough` its CPU seconds, which see C too."""
    return _seconds(action) if is_thorough() else lines_of(action)


def _seconds(action: Callable[[], object]) -> float:
    action()  # what is made once is not measured
    with collector_paused():  # its time grows with all that the tests before have left
        began = time.process_time()
        action()
        return max(time.process_time() - began, LEAST_SECONDS)


def lines_of(action: Callable[[], object]) -> int:
    """The lines of Python that an action runs."""
    count = 0

    def counted(_frame: FrameType, _event: str, _argument: object) -> Any:
        nonlocal count
        count += 1
        return counted

    before = sys.gettrace()
    sys.settrace(counted)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """With `--thorough`, fail what takes more CPU seconds than these."""
    began = time.process_time()
    yield
    if is_thorough():
        assert time.process_time() - began < seconds
