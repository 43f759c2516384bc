"""What a whole corpus costs: `python -m bench.corpus` writes made-up ones, works on them, and prints a table.

Times are taken from the processes themselves, on Linux: what they worked, and how long they waited for a core
that others had. So a busy machine changes the figures little.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import click

from bench.made_up import BASE62, WORDS

Item = dict[str, Any]
COMMANDS = {
    "check": ["check"],
    "check --no-own-verdict": ["check", "--no-own-verdict"],
    "convert --to anthropic": ["convert", "--to", "anthropic"],
    "mask": ["mask"],
}
WRONG = 0.05
"""Share of the rows in which a result answers a call that is not there."""
EVERY = 0.1
"""Seconds between two looks at the processes."""
PER_SECOND = os.sysconf("SC_CLK_TCK")


def lines(count: int) -> Iterator[bytes]:
    """Requests with two calls each, about 1 KB, half of OpenAI's form and half of Anthropic's; the same on
    every machine."""
    chance = random.Random(11)
    for number in range(count):
        ids = ["".join(chance.choices(BASE62, k=24)) for _ in range(2)]
        answered = [ids[0], "0" * 24 if chance.random() < WRONG else ids[1]]
        request = (_openai, _anthropic)[number % 2]
        yield json.dumps(request(chance, number, ids, answered), separators=(",", ":")).encode() + b"\n"


def _text(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(WORDS, k=words))


def _arguments(chance: random.Random, number: int) -> Item:
    return {"path": f"src/{number}.py", "limit": chance.randrange(99_999)}


def _openai(chance: random.Random, number: int, ids: list[str], answered: list[str]) -> Item:
    calls = [
        {
            "id": f"call_{id}",
            "type": "function",
            "function": {"name": "read_file", "arguments": json.dumps(_arguments(chance, number))},
        }
        for id in ids
    ]
    results = [
        {"role": "tool", "tool_call_id": f"call_{id}", "content": _text(chance, 25)} for id in answered
    ]
    asked = {"role": "user", "content": _text(chance, 30)}
    said = {"role": "assistant", "content": _text(chance, 20), "tool_calls": calls}
    return {"model": "gpt-5.1", "messages": [asked, said, *results]}


def _anthropic(chance: random.Random, number: int, ids: list[str], answered: list[str]) -> Item:
    calls = [
        {"type": "tool_use", "id": f"toolu_{id}", "name": "read_file", "input": _arguments(chance, number)}
        for id in ids
    ]
    results = [
        {"type": "tool_result", "tool_use_id": f"toolu_{id}", "content": _text(chance, 25)} for id in answered
    ]
    said = [{"type": "text", "text": _text(chance, 20)}, *calls]
    messages = [
        {"role": "user", "content": _text(chance, 30)},
        {"role": "assistant", "content": said},
        {"role": "user", "content": results},
    ]
    return {"model": "claude-opus-4-5", "max_tokens": 4_096, "messages": messages}


@dataclass
class Cost:
    """What the processes of a command took, each as it was last seen."""

    command: int = 0
    """The process that starts the others."""
    seconds: float = 0
    worked: dict[int, float] = field(default_factory=dict)
    waited: dict[int, float] = field(default_factory=dict)
    peaks: dict[int, int] = field(default_factory=dict)
    """The most memory that each held, in bytes."""

    def look(self) -> None:
        for process in Path("/proc").glob("[0-9]*"):
            try:
                fields = (process / "stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == self.command:  # its session
                    self._see(int(process.name), process, fields)
            except OSError:  # it is gone
                continue

    def _see(self, number: int, process: Path, fields: list[str]) -> None:
        self.worked[number] = (int(fields[11]) + int(fields[12])) / PER_SECOND
        self.waited[number] = int((process / "schedstat").read_text().split()[1]) / 1e9
        for line in (process / "status").read_text().splitlines():
            if line.startswith("VmHWM"):
                self.peaks[number] = int(line.split()[1]) * 1024

    @property
    def core_seconds(self) -> float:
        return sum(self.worked.values())

    def efficiency(self, alone: Cost, jobs: int) -> float:
        """Of `jobs` processes, beside one alone: of the time that each had, with its core to itself."""
        return alone.own_seconds(1) / (jobs * self.own_seconds(jobs))

    def own_seconds(self, jobs: int) -> float:
        """How long it takes where nobody else has the cores."""
        begun = self.waited[self.command]
        return self.seconds - begun - (sum(self.waited.values()) - begun) / jobs


def measured(command: list[str], corpus: Path, jobs: int) -> Cost:
    """The cost of a run over a corpus, in a folder that is gone afterwards."""
    out = Path(tempfile.mkdtemp(dir=corpus.parent))
    given = [*command, str(corpus), "--out", str(out), "--jobs", str(jobs)]
    start = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "crosswire", "corpus", *given],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    cost = Cost(process.pid)
    while process.poll() is None:
        cost.look()
        time.sleep(EVERY)
    cost.seconds = time.monotonic() - start
    assert process.returncode in (0, 1), "It could not be done."
    shutil.rmtree(out)
    return cost


@click.command()
@click.option("--rows", default=100_000, show_default=True, help="How many lines the corpus has.")
@click.option("--jobs", default=2, show_default=True, help="How many processes, beside one alone.")
@click.option("--only", multiple=True, type=click.Choice([*COMMANDS]), help="One of them; may be repeated.")
@click.option("--alone/--not-alone", default=True, help="Whether one process alone is measured too.")
@click.option("--write", type=click.Path(path_type=Path), help="Write the lines to this file, and no more.")
def main(rows: int, jobs: int, only: tuple[str, ...], alone: bool, write: Path | None) -> None:
    """Measure commands over a made-up corpus of JSON Lines, and print a table in Markdown."""
    if write is not None:
        _write(write, rows)
        return
    folder = Path(tempfile.mkdtemp(prefix="crosswire-corpus-"))
    try:
        _write(folder / "rows.jsonl", rows)
        size = (folder / "rows.jsonl").stat().st_size
        print(f"{rows:,} rows of {size // rows:,} bytes, {date.today()}\n")
        print(f"| command | processes | rows/s of one core | rows/s | largest process | of {jobs} cores |")
        print("|---|---:|---:|---:|---:|---:|")
        for name in only or COMMANDS:
            _report(name, folder / "rows.jsonl", rows, jobs, alone)
    finally:
        shutil.rmtree(folder)


def _write(path: Path, rows: int) -> None:
    with path.open("wb") as out:
        out.writelines(lines(rows))


def _report(name: str, corpus: Path, rows: int, jobs: int, alone: bool) -> None:
    one = measured(COMMANDS[name], corpus, 1) if alone else None
    several = measured(COMMANDS[name], corpus, jobs)
    for cost, count in ((one, 1), (several, jobs)):
        if cost is None:
            continue
        used = f"{several.efficiency(one, jobs):.2f}" if one and count > 1 else ""
        speeds = f"{rows / cost.core_seconds:,.0f} | {rows / cost.own_seconds(count):,.0f}"
        memory = f"{max(cost.peaks.values()) / 1e6:,.0f} MB"
        print(f"| `{name}` | {count} | {speeds} | {memory} | {used} |", flush=True)


if __name__ == "__main__":
    main(prog_name="python -m bench.corpus")
