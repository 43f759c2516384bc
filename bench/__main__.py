"""`python -m bench`: what Crosswire costs, as ratios to orjson.loads of the same bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from platform import python_version

import click
import crosswire
import orjson
from crosswire.collector import collector_paused
from crosswire.containers import json_document

from bench import starting
from bench.made_up import upload
from bench.measuring import Stages, ratios
from bench.small_messages import report as small_messages

TITLE = "# What it costs"
METHOD = """\
CPU time, relative to `orjson.loads` of the same bytes in the same round: medians of {rounds} interleaved
rounds, on {versions}. The cyclic collector is paused for
`orjson.loads` and `json.loads`, as Crosswire pauses it for itself. The conversation is made up by
`bench/made_up.py`: about 2 KB a message, half of the messages results, often several calls at once.
`./dev bench` prints this table."""
GOALS = {
    "load": "<= 1.6",
    "load, pair, diagnose": "<= 2.8",
    "load, pair, diagnose, write": "<= 4.0",
}
Column = dict[tuple[str, str], float]
"""(format, stage) -> ratio."""
DEFECTS, VERDICT = "diagnose / load", "verdict / (write, diagnose)"
COMPARED = """\
Two ratios of a stage to others in the same round, goal 1: all defect rules, in their one walk over what
is read and paired, to reading; and the verdict of a target to writing for it and that walk. A verdict
also reads and pairs what it wrote."""


@click.command()
@click.option("--rounds", default=7, show_default=True, help="How often each stage is measured.")
@click.option("--messages", "sizes", multiple=True, type=int, help="How long; may be repeated.")
@click.option("--ratios", "only_ratios", is_flag=True, help="Only what diagnosing and verdicts cost.")
@click.option("--write", "path", type=click.Path(dir_okay=False), help="Write the report here too.")
@click.argument("more_sizes", nargs=-1, type=int)
def main(
    rounds: int, sizes: tuple[int, ...], only_ratios: bool, path: str | None, more_sizes: tuple[int, ...]
) -> None:
    """Measure reading, diagnosing and converting, and print a table in Markdown."""
    asked = (*sizes, *more_sizes) or (1_000, 10_000)
    lines: list[str] = []
    if not only_ratios:
        lines += _report({size: _column(size, rounds) for size in asked}, rounds)
    lines += _report_compared({size: _compared(size, rounds) for size in asked})
    if not only_ratios:
        lines += small_messages(rounds)
    text = "\n".join(lines)
    click.echo(text)
    if path is not None:
        Path(path).write_text(text + "\n", encoding="utf-8")


def _column(size: int, rounds: int) -> tuple[Column, float]:
    column: Column = {}
    base = 0.0
    for number, source in enumerate(crosswire.FORMATS):
        data = upload(size, source)
        found, seconds = ratios(_stages(data, targets=number == 0), rounds)
        column |= {(source, stage): ratio for stage, ratio in found.items()}
        base = base or seconds
    return column, base


def _compared(size: int, rounds: int) -> Column:
    """What diagnosing and verdicts cost, each relative to what it may cost."""
    column: Column = {}
    for source in crosswire.FORMATS:
        data = upload(size, source)
        (conversation,) = crosswire.load(data).conversations
        pairing = crosswire.pair(conversation)
        walk = partial(crosswire.diagnose, conversation, pairing)
        found, _ = ratios({"load": partial(crosswire.load, data), DEFECTS: walk}, rounds)
        column[source, DEFECTS] = found[DEFECTS]
    (conversation,) = crosswire.load(upload(size)).conversations
    pairing = crosswire.pair(conversation)
    for name in crosswire.TARGETS:
        if crosswire.TARGETS[name].format in crosswire.FORMATS:
            verdict = partial(crosswire.verdict, conversation, name, pairing=pairing)
            allowed = partial(_written_and_walked, conversation, pairing, name)
            stages: Stages = {"allowed": allowed, VERDICT: verdict}
            column[name, VERDICT] = ratios(stages, rounds)[0][VERDICT]
    return column


def _written_and_walked(
    conversation: crosswire.Conversation, pairing: crosswire.Pairing, target: str
) -> object:
    rendering = crosswire.render(conversation, crosswire.TARGETS[target].format, ids="keep", pairing=pairing)
    return rendering, crosswire.diagnose(conversation, pairing)


def _stages(data: bytes, *, targets: bool) -> dict[str, Callable[[], object]]:
    """What is measured on one upload; conversions only on request."""
    stages: dict[str, Callable[[], object]] = {
        "orjson.loads": partial(_paused, orjson.loads, data),
        "json.loads": partial(_paused, json.loads, data),
        "load": partial(crosswire.load, data),
        "load, pair, diagnose": partial(_diagnosed, data),
    }
    if not targets:
        return stages
    (conversation,) = crosswire.load(data).conversations
    pairing = crosswire.pair(conversation)
    for target in crosswire.FORMATS:
        render = partial(crosswire.render, conversation, target, pairing=pairing)
        stages[f"write {target}"] = render
        stages[f"write {target}, no links"] = partial(render, links=False)
        stages[f"load, pair, diagnose, write {target} as bytes"] = partial(_converted, data, target)
    return stages


def _paused(stage: Callable[[bytes], object], data: bytes) -> object:
    with collector_paused():
        return stage(data)


def _diagnosed(data: bytes) -> object:
    log = crosswire.load(data)
    (conversation,) = log.conversations
    pairing = crosswire.pair(conversation)
    return log, pairing, crosswire.diagnose(conversation, pairing)


def _converted(data: bytes, target: str) -> object:
    log = crosswire.load(data)
    (conversation,) = log.conversations
    pairing = crosswire.pair(conversation)
    found = crosswire.diagnose(conversation, pairing)
    rendering = crosswire.render(conversation, target, pairing=pairing)
    return log, found, rendering, json_document.write(rendering.payload)


def _report(columns: dict[int, tuple[Column, float]], rounds: int) -> Iterator[str]:
    versions = f"Python {python_version()}, " + ", ".join(
        f"{name} {version(name)}" for name in ("orjson", "msgspec")
    )
    yield from (TITLE, "", METHOD.format(rounds=rounds, versions=versions), "")
    yield "| bytes | stage | " + " | ".join(f"{size:,} messages" for size in columns) + " | goal |"
    yield "|---|---|" + "---:|" * len(columns) + "---|"
    for source, stage in next(iter(columns.values()))[0]:
        found = [column[source, stage] for column, _ in columns.values()]
        yield f"| {source} | {stage} | " + " | ".join(f"{x:.2f}" for x in found) + f" | {_goal(stage)} |"
    times = ", ".join(f"{seconds * 1e3:.1f} ms for {size:,}" for size, (_, seconds) in columns.items())
    yield from ("", f"1.00 is {times} messages.")
    for what, took in starting.seconds().items():
        yield f"{what} takes {took:.2f} s of CPU (goal: {starting.GOALS[what]} s)."


def _report_compared(columns: dict[int, Column]) -> Iterator[str]:
    yield from ("", COMPARED, "")
    yield "| format or target | ratio | " + " | ".join(f"{size:,} messages" for size in columns) + " |"
    yield "|---|---|" + "---:|" * len(columns)
    for key in next(iter(columns.values())):
        numbers = " | ".join(f"{column[key]:.2f}" for column in columns.values())
        yield f"| {key[0]} | {key[1]} | {numbers} |"


def _goal(stage: str) -> str:
    whole = stage.partition(" write ")[0] + " write" if stage.startswith("load") else stage
    return GOALS.get(stage) or (GOALS.get(whole, "") if " write " in stage else "")


main(prog_name="python -m bench")
