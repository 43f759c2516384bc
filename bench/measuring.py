"""CPU time of several functions side by side: interleaved rounds, so that a busy machine slows all of
them, and medians of the ratios within a round."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from statistics import median

Stages = Mapping[str, Callable[[], object]]


def ratios(stages: Stages, rounds: int) -> tuple[dict[str, float], float]:
    """Each stage's time relative to the first one's, and the first one's in seconds."""
    names = list(stages)
    for name in names:
        stages[name]()  # what is imported, compiled or cached at first use is not measured
    took: dict[str, list[float]] = {name: [] for name in names}
    for number in range(rounds):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            took[name].append(_cpu_time(stages[name]))
    base = took[names[0]]
    return {
        name: median(t / b for t, b in zip(times, base, strict=True)) for name, times in took.items()
    }, median(base)


def _cpu_time(stage: Callable[[], object]) -> float:
    """Without what the stages before left to the cyclic collector, and without freeing the result."""
    gc.collect()
    start = time.process_time()
    result = stage()
    took = time.process_time() - start
    del result
    return took
