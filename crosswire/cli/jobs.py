"""Does the same with many files, in several processes where that is asked for, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

ENDED = (
    "A process that read files was ended by the system, so that this file was not read. "
    "Memory may be short: give fewer --jobs."
)


def in_order(
    work: Callable[[Item], Outcome],
    items: Sequence[Item],
    jobs: int,
    lost: Callable[[Item], Outcome],
) -> Iterator[Outcome]:
    """The outcome of each, in the order of the items; `lost` gives that of one whose process
    came to its end. No more processes than items, and one for each core where `jobs` is 0."""
    if jobs == 1 or len(items) < 2:
        yield from map(work, items)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    with ProcessPoolExecutor(min(jobs, len(items)) or None) as pool:
        waiting = deque((item, pool.submit(work, item)) for item in items)
        try:
            while waiting:
                item, future = waiting.popleft()
                try:
                    outcome = future.result()
                except BrokenProcessPool:
                    outcome = lost(item)
                yield outcome
        finally:
            pool.shutdown(cancel_futures=True)
