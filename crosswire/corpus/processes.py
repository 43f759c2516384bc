"""Does tasks in processes, one for each at a time, and goes on where one came to its end.

One process more than work is started already, so that none waits for the start of the next.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any

import msgspec
from msgspec import Struct

from crosswire.corpus.out import Out
from crosswire.corpus.plan import Task
from crosswire.corpus.row import Wish
from crosswire.corpus.work import Stopped, in_process


class _Worker(Struct, eq=False):
    """A process, which waits until it is given a task."""

    process: Any
    pipe: Any

    def give(self, task: Task) -> None:
        with suppress(OSError):  # it came to its end, which whoever waits for it sees
            self.pipe.send_bytes(msgspec.json.encode(task))


def do_all(tasks: Sequence[Task], wish: Wish, out: Out, jobs: int) -> Iterator[Task]:
    """Do the tasks in at most `jobs` processes, or one for each core; gives each when its part
    is there. One that the system, or somebody, ended is started anew; raises Stopped where one
    ended by itself."""
    start = _starting(wish, out)
    jobs = jobs or multiprocessing.cpu_count()
    waiting, running, spare = [*reversed(tasks)], dict[_Worker, Task](), list[_Worker]()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                worker, task = spare.pop() if spare else start(), waiting.pop()
                running[worker] = task
                worker.give(task)
            if waiting and not spare:
                spare.append(start())
            wait([one.process.sentinel for one in running])
            for one in [each for each in running if not each.process.is_alive()]:
                task = running.pop(one)
                one.pipe.close()
                if one.process.exitcode > 0:
                    raise Stopped
                if one.process.exitcode == 0:
                    yield task
                else:
                    waiting.append(task)
    finally:
        for one in (*running, *spare):
            one.process.terminate()
            one.process.join()


def _starting(wish: Wish, out: Out) -> Callable[[], _Worker]:
    """What starts a process; they share what was loaded, where the system has such."""
    context: Any = multiprocessing.get_context("spawn")
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["crosswire.corpus.made_ready", in_process.__module__])

    def start() -> _Worker:
        own, pipe = context.Pipe()
        process = context.Process(target=in_process, args=(pipe, wish, out), daemon=True)
        process.start()
        pipe.close()
        return _Worker(process, own)

    return start
