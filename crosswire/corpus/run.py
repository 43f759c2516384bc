"""A run over a corpus: what is not done yet is done, and all of it summed up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from shutil import rmtree
from typing import Any, Literal

from crosswire.configuration import NO_SETTINGS, Lookup
from crosswire.containers import WORDS_OF_LEFT, json_document
from crosswire.corpus import on_ray, processes
from crosswire.corpus.out import PARTS, Out, out_of
from crosswire.corpus.page import page
from crosswire.corpus.plan import Plan, Task, planned
from crosswire.corpus.row import Wish
from crosswire.corpus.summary import Summary, lines_of
from crosswire.corpus.table import arrow
from crosswire.corpus.work import summary_of

Told = Callable[[Iterable[Task], int], Iterable[Task]]
"""Passes on the tasks that are done, and may tell somebody."""
Engine = Literal["processes", "ray"]
ENGINES: tuple[Engine, ...] = ("processes", "ray")
"""What does the tasks: processes of this machine, or a cluster."""
_DoAll = Callable[[Sequence[Task], Wish, Out, int], Iterator[Task]]


def run(
    sources: Sequence[str],
    wish: Wish,
    at: str | Path,
    jobs: int,
    told: Told,
    engine: Engine = "processes",
    lookup: Lookup = NO_SETTINGS,
) -> Summary:
    """Do all that is not done, and write the summary; raises CrosswireError, OSError. How rows
    are judged is looked up for each file where the plan is made, and kept in it."""
    arrow()
    do_all = _doing(engine)
    out = out_of(at)
    try:
        return _run(sources, wish, out, jobs, told, do_all, lookup)
    finally:
        if out.is_remote:  # else what is not whole tells the next run where this one ended
            rmtree(out.under_way, ignore_errors=True)


def _run(
    sources: Sequence[str],
    wish: Wish,
    out: Out,
    jobs: int,
    told: Told,
    do_all: _DoAll,
    lookup: Lookup,
) -> Summary:
    plan = planned(sources, wish, out, lookup)
    rmtree(out.under_way, ignore_errors=True)
    done = out.names(PARTS)
    todo = [one for one in plan.tasks if Path(out.table(one.number)).name not in done]
    for _ in told(do_all(todo, wish, out, jobs), len(todo)):
        pass
    rmtree(out.under_way, ignore_errors=True)
    summary = Summary()
    for why in plan.left.values():
        summary.count("left", WORDS_OF_LEFT[why][1], "files")
    for task in plan.tasks:
        summary.merge(summary_of(out, task.number))
    _write(summary, plan, out)
    rmtree(out.under_way, ignore_errors=True)
    return summary


def _doing(engine: Engine) -> _DoAll:
    if engine == "processes":
        return processes.do_all
    on_ray.ray_data()  # so that nothing is planned where it is missing
    return on_ray.do_all


def _write(summary: Summary, plan: Plan, out: Out) -> None:
    record: dict[str, Any] = {
        "verb": plan.wish.verb,
        **summary.groups(),
        "files_left": [*plan.left],
    }
    text = "\n".join(lines_of(summary)) + "\n"
    out.write("summary.json", json_document.write(record, indent=True) + b"\n")
    out.write("summary.txt", text.encode("utf-8", "backslashreplace"))
    html = page(summary, f"crosswire corpus {plan.wish.verb}")
    out.write("summary.html", html.encode("utf-8", "backslashreplace"))
