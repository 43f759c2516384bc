"""Python's collector of cycles, which has nothing to do while much is made that stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Without the cyclic collector: over 100,000 messages it is the largest single cost of
    reading."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            # Straight to the oldest generation, or the first thing it did would be to go
            # through all of it.
            gc.freeze()
            gc.unfreeze()
            gc.enable()
