"""`crosswire corpus` on a made-up Ray cluster of two workers, one of which is killed in the midst.

    python -m tests.ray_run OUT ARGUMENT...

A row with `POISON` in it kills each process that looks at it. Runs apart from pytest, as Ray keeps threads
and settings for as long as its process lives.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from pathlib import Path

POISON = b"This row kills its reader."
TASK_BYTES = 50_000
ROWS_BEFORE = 20
"""Of a task that is under way when its machine is killed."""


def break_at_poison() -> None:
    """Called in each process of the cluster before its work."""
    from crosswire.corpus import Row, Wish, outcomes, work

    def outcome_of(row: Row, wish: Wish) -> object:
        if POISON in row.text:
            os.kill(os.getpid(), signal.SIGKILL)
        return outcomes.outcome_of(row, wish)

    work.outcome_of = outcome_of


def main(out: Path, arguments: list[str]) -> None:
    from crosswire.cli import main as crosswire
    from crosswire.corpus import plan
    from crosswire.corpus.on_ray import ray_data

    plan.TASK_BYTES, plan._BLOCK = TASK_BYTES, 1_000
    ray = ray_data()
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    workers = [cluster.add_node(num_cpus=1) for _ in range(2)]
    hook = {"worker_process_setup_hook": "tests.ray_run.break_at_poison"}
    ray.init(address=cluster.address, runtime_env=hook, log_to_driver=False, logging_level=logging.ERROR)
    killer = threading.Thread(target=_kill, args=(cluster, workers[0], out), daemon=True)
    killer.start()
    try:
        crosswire(["corpus", *arguments, "--out", str(out), "--engine", "ray"])
    finally:
        ended = not killer.is_alive()
        ray.shutdown()
        cluster.shutdown()
        sys.stderr.write("One machine was killed.\n" if ended else "No machine was killed.\n")


def _kill(cluster: object, worker: object, out: Path) -> None:
    """Kill a machine as soon as two tasks are in the midst of their rows."""
    while len([mark for mark in out.glob("under-way/*/*/at") if _rows_at(mark) >= ROWS_BEFORE]) < 2:
        time.sleep(0.005)
    cluster.remove_node(worker, allow_graceful=False)


def _rows_at(mark: Path) -> int:
    try:
        return int.from_bytes(mark.read_bytes())
    except FileNotFoundError:
        return 0


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
