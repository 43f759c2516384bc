"""Does tasks in processes, one for each at a time, and goes on where one came to its end."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from crosswire.corpus.plan import Task
from crosswire.corpus.row import Wish
from crosswire.corpus.work import Parts, in_process
from crosswire.errors import CrosswireError

TRIES = 2
"""How often a row may be the one at which a process ends, before it is left."""


class Stopped(CrosswireError):
    """A run that cannot go on; what is done is kept."""

    def __init__(self) -> None:
        super().__init__("The run stopped. The same command goes on with it.")


class _Running(Struct):
    task: Task
    process: Any
    ends: Counter[int] = field(default_factory=Counter)
    """How often a process ended at each row of the task."""

    @property
    def left(self) -> list[int]:
        return [row for row, times in self.ends.items() if times >= TRIES]


def do_all(tasks: Sequence[Task], wish: Wish, folder: Path, jobs: int) -> Iterator[Task]:
    """Do the tasks in at most `jobs` processes, or one for each core; gives each when its part
    is there. Raises Stopped."""
    context, jobs = _context(), jobs or multiprocessing.cpu_count()
    waiting, running = list(reversed(tasks)), list[_Running]()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                task = waiting.pop()
                running.append(_Running(task, _started(context, task, wish, folder, ())))
            wait([one.process.sentinel for one in running])
            for one in [each for each in running if not each.process.is_alive()]:
                if one.process.exitcode == 0:
                    running.remove(one)
                    yield one.task
                else:
                    _again(one, context, wish, folder)
    finally:
        for one in running:
            one.process.terminate()
            one.process.join()


def _again(one: _Running, context: Any, wish: Wish, folder: Path) -> None:
    """Start a task anew whose process the system, or somebody, ended; raises Stopped where it
    ended by itself, or before any row."""
    mark = Parts(folder).mark(one.task.number)
    written = mark.read_bytes() if mark.exists() else b""
    mark.unlink(missing_ok=True)
    at = int.from_bytes(written) if written else -1
    one.ends[at] += 1
    if one.process.exitcode > 0 or one.ends[-1] >= TRIES or one.ends[at] > TRIES:
        raise Stopped
    one.process = _started(context, one.task, wish, folder, one.left)


def _context() -> Any:
    """Processes that share what was loaded, where the system has such."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([in_process.__module__, "pyarrow.parquet"])
    return context


def _started(context: Any, task: Task, wish: Wish, folder: Path, left: Collection[int]) -> Any:
    encoded = msgspec.json.encode(task)
    process = context.Process(
        target=in_process, args=(encoded, wish, folder, left), daemon=True
    )
    process.start()
    return process
