"""Does tasks in processes, one for each at a time, and goes on where one came to its end."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from multiprocessing.connection import wait
from typing import Any

import msgspec
from msgspec import Struct

from crosswire.corpus.out import Out
from crosswire.corpus.plan import Task
from crosswire.corpus.row import Wish
from crosswire.corpus.work import Stopped, in_process


class _Running(Struct):
    task: Task
    process: Any


def do_all(tasks: Sequence[Task], wish: Wish, out: Out, jobs: int) -> Iterator[Task]:
    """Do the tasks in at most `jobs` processes, or one for each core; gives each when its part
    is there. One that the system, or somebody, ended is started anew; raises Stopped where one
    ended by itself."""
    context, jobs = _context(), jobs or multiprocessing.cpu_count()
    waiting, running = list(reversed(tasks)), list[_Running]()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                task = waiting.pop()
                running.append(_Running(task, _started(context, task, wish, out)))
            wait([one.process.sentinel for one in running])
            for one in [each for each in running if not each.process.is_alive()]:
                if one.process.exitcode == 0:
                    running.remove(one)
                    yield one.task
                elif one.process.exitcode > 0:
                    raise Stopped
                else:
                    one.process = _started(context, one.task, wish, out)
    finally:
        for one in running:
            one.process.terminate()
            one.process.join()


def _context() -> Any:
    """Processes that share what was loaded, where the system has such."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["crosswire.corpus.made_ready", in_process.__module__])
    return context


def _started(context: Any, task: Task, wish: Wish, out: Out) -> Any:
    encoded = msgspec.json.encode(task)
    process = context.Process(target=in_process, args=(encoded, wish, out), daemon=True)
    process.start()
    return process
