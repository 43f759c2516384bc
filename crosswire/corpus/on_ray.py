"""Does tasks on a Ray cluster, whose machines all see the folder of the run.

Ray Data hands out the tasks, and hands one out again when its process or its machine is gone.
Rows are read by Crosswire's own reader, not by Ray's. Ray is an extra, loaded here alone.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager, nullcontext, redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import IO, Any

import msgspec

from crosswire.corpus.out import Out
from crosswire.corpus.plan import KEPT, Task
from crosswire.corpus.row import Wish
from crosswire.corpus.work import Stopped, do_task, said
from crosswire.errors import CrosswireError

LOG = "ray.log"


class NoRay(CrosswireError):
    """Ray is not installed."""

    def __init__(self) -> None:
        super().__init__("A cluster needs Ray Data: pip install 'crosswire[ray]'.")


def ray_data() -> Any:
    """Ray, with Ray Data, which tells its makers nothing of this; raises NoRay."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import_module("ray.data")
    except ModuleNotFoundError as error:
        raise NoRay from error
    return import_module("ray")


def do_all(tasks: Sequence[Task], wish: Wish, out: Out, jobs: int) -> Iterator[Task]:
    """Do the tasks on the cluster, at most `jobs` at once; gives each when its part is there.
    Raises Stopped, NoRay."""
    if not tasks:
        return
    given = [{"at": at, "json": msgspec.json.encode(task)} for at, task in enumerate(tasks)]
    out = _seen_by_all(out)
    with _log(out) as told, redirect_stdout(told), _cluster() as ray:
        done = ray.data.from_items(given, override_num_blocks=len(given)).map(
            _done,
            fn_args=(wish, out, Path.cwd()),
            concurrency=jobs or None,
        )
        try:
            for one in done.iter_rows():
                if one["error"]:
                    raise Stopped(one["error"])
                yield tasks[one["at"]]
        except ray.exceptions.RayError as error:
            raise Stopped(said(error)) from error


def _seen_by_all(out: Out) -> Out:
    """The same folder by a path that is the same on each machine."""
    if out.is_remote:
        return out
    return Out(str(Path(out.at).resolve()), out.under_way.resolve())


@contextmanager
def _log(out: Out) -> Iterator[IO[str]]:
    """What Ray says goes beside the tables."""
    if not out.is_remote:
        with Path(out.place(LOG)).open("a") as told:
            yield told
        return
    out.under_way.mkdir(parents=True, exist_ok=True)
    made = out.under_way / LOG
    try:
        with made.open("a") as told:
            yield told
    finally:
        out.put(LOG, made)


def _done(given: dict[str, Any], wish: Wish, out: Out, beside: Path) -> dict[str, Any]:
    """What a machine of the cluster does; paths mean what they mean to whoever asked."""
    error = ""
    try:
        if not out.has(KEPT):
            raise CrosswireError(f"A machine of the cluster does not see {out.at}.")
        with chdir(beside) if beside.is_dir() else nullcontext():
            do_task(msgspec.json.decode(given["json"], type=Task), wish, out)
    except Exception as fault:  # noqa: BLE001 - whoever asked is told, in another process
        error = said(fault)
    return {"at": given["at"], "error": error}


@contextmanager
def _cluster() -> Iterator[Any]:
    """Ray with the cluster that RAY_ADDRESS names or that runs here, or else with a new one of
    this machine's cores."""
    ray = ray_data()
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    ray.data.DataContext.get_current().enable_progress_bars = False
    if ray.is_initialized():
        yield ray
        return
    ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    try:
        yield ray
    finally:
        ray.shutdown()
