"""What the command line answers about many files, before and after a change.

\b
python -m bench.answers record FOLDER [INPUT...]
python -m bench.answers compare BEFORE AFTER

`record` runs the commands in this process and keeps every answer. It needs nothing of Crosswire
but `crosswire.cli.main` and public names, so it runs unchanged wherever modules stand. `compare`
also takes two files of the answers that tests get of the API (`tests/recorded_answers.py`).
"""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import shutil
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import Any

import click
import crosswire
from crosswire.cli import main as crosswire_main

from bench.answers_compared import compare
from bench.answers_kept import SUFFIX, TIMEOUT

ROOT = Path(__file__).resolve().parent.parent
SHARED = next((path / "shared" for path in ROOT.parents if (path / "shared").is_dir()), ROOT / "shared")
FOLDERS = {
    "corpus": SHARED / "corpus",
    "battery": SHARED / "battery",
    "data": SHARED / "data",
    "tests-corpus": ROOT / "tests/corpus",
    "examples": ROOT / "webapp/examples",
}
"""The first part of an input's name -> the folder that has such inputs, where it is there."""
ERROR_TEXTS = "data/error_texts.json"
"""The input that lists messages of providers."""
EXPLAINED = 3
"""So many of these messages are explained for each input."""
ARCHIVED_LINES = 50
"""So many lines of a compressed file of lines are one input."""
CPU_SECONDS = 20
"""What one command may take; its exit code is TIMEOUT otherwise."""
SHAPES = ("messages", "jsonl", "fine-tune", "stream", "curl", "python")
"""Those without messages to users in them."""
WORK = "../work"
"""Where commands write files, relative to the inputs: every run gives the same names."""
LOSSES, CHANGES = f"{WORK}/losses.json", f"{WORK}/changes.json"
HELD, CONVERTED = f"{WORK}/held.json", f"{WORK}/converted"

Command = list[str]
Answer = dict[str, Any]
"""`command`, `exit`, and as text `stdout`, `stderr` and `files` by name."""


class OutOfTime(BaseException):
    """A command took more than its seconds; nothing that handles `Exception` catches it."""


@click.group(help=__doc__)
def main() -> None:
    pass


main.add_command(compare)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("sources", nargs=-1, type=click.Path(exists=True, path_type=Path), metavar="[INPUT]...")
def record(folder: Path, sources: tuple[Path, ...]) -> None:
    """Keep the answers about every INPUT (a file or a folder) in FOLDER, which must be new.

    FOLDER/inputs holds the inputs. Given as INPUT to a later run, it gives them the same names
    again, wherever the project keeps its files by then.
    """
    answers, inputs = folder.resolve() / "answers", folder.resolve() / "inputs"
    inputs.mkdir(parents=True)
    (inputs / WORK).mkdir()
    names = sorted({_laid_out(inputs / name, data, inputs) for name, data in _inputs(sources)})
    with chdir(inputs):
        asked = {"catalogues": CATALOGUES} | {name: _commands(name, _messages()) for name in names}
        counts = [_write(answers, name, commands) for name, commands in asked.items()]
        shutil.rmtree(WORK)
    seconds = time.process_time()
    print(f"{sum(counts):,} answers about {len(names)} inputs, {seconds:.0f} s of CPU")


# What is asked

CATALOGUES = [
    ["rules"],
    ["losses"],
    ["formats", "--format", "json"],
    ["wire-types", "--format", "json"],
    *(["rules", code] for code in crosswire.RULES),
    *(["formats", format, "--format", "json"] for format in crosswire.FORMATS),
]


def _commands(name: str, messages: Sequence[str]) -> Iterator[Command]:
    """The commands about one input, whose name picks a target or shape where one is enough."""
    target = _picked(name, crosswire.FORMATS)
    explained = sorted(messages, key=lambda text: _digest(name + text))[:EXPLAINED]
    yield ["detect", name, "--format", "json"]
    yield ["detect", name]
    yield ["check", name, "--format", "json"]
    yield ["check", name, "--target", _picked(name, crosswire.TARGETS)]
    yield ["check", name, "--format", "json", "--no-verdicts", "--from", target]
    yield ["convert", name, "--to", target]
    yield ["repair", name]
    yield from (["explain", name, "--format", "json", "--error", text] for text in explained)
    source = _format(name)
    if source is not None:
        yield ["check", name, "--format", "sarif"]
        yield ["calls", name, "--format", "json"]
        yield from (["explain", name, "--error", text] for text in explained[:1])
        yield from _conversions(name, target, source)
        yield from _repairs(name)


def _conversions(name: str, target: str, source: str) -> Iterator[Command]:
    for format in crosswire.FORMATS:
        for ids in ("keep", "fill", "native"):
            yield ["convert", name, "--to", format, "--ids", ids, "--losses", LOSSES]
    for media in ("beside", "text"):
        yield ["convert", name, "--to", target, "--media", media, "--losses", LOSSES]
    yield ["convert", name, "--to", target, "--as", _picked(name, SHAPES), "--losses", LOSSES]
    if source in crosswire.FORMATS:
        yield ["convert", name, "--to", target, "--hold", HELD, "--output", CONVERTED]
        yield ["convert", CONVERTED, "--from", target, "--to", source, "--held", HELD, "--losses", LOSSES]


def _repairs(name: str) -> Iterator[Command]:
    for missing in ("leave", "drop", "mark"):
        yield ["repair", name, "--missing", missing, "--changes", CHANGES]
    for format in crosswire.FORMATS:
        yield ["repair", name, "--to", format, "--changes", CHANGES]


def _format(name: str) -> str | None:
    """The format that an input is recognised as; None where it cannot be read."""
    answer = _answer(["detect", name, "--format", "json"])
    return None if answer["exit"] else json.loads(answer["stdout"])["files"][0]["format"]


def _picked(name: str, choices: Iterable[str]) -> str:
    return min(choices, key=lambda choice: _digest(name + choice))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _messages() -> list[str]:
    path = Path(ERROR_TEXTS)
    return [entry["text"] for entry in json.loads(path.read_bytes())] if path.exists() else []


# What it is asked about


def _inputs(sources: Sequence[Path]) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each input."""
    for source in sources:
        if source.is_file():
            yield from _taken_apart(source.name, source.read_bytes())
    named = [("", source) for source in sources] or list(FOLDERS.items())
    for name, folder in named:
        for path in folder.rglob("*"):
            if path.is_file() and not path.suffix.startswith(".py"):
                yield from _taken_apart(str(Path(name, path.relative_to(folder))), path.read_bytes())


def _taken_apart(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """An input, and what is in it: histories of the battery, lines of a compressed file."""
    yield name, data
    if name.startswith("battery/") and name.endswith(".json") and "#" not in name:
        for key, history in json.loads(data).items():
            yield f"{name}#{key}", json.dumps(history).encode()
    if name.endswith(".jsonl.gz"):
        lines = gzip.decompress(data).splitlines(keepends=True)
        for first in range(0, len(lines), ARCHIVED_LINES):
            yield f"{name}#{first:05}", b"".join(lines[first : first + ARCHIVED_LINES])


def _laid_out(path: Path, data: bytes, inputs: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return str(path.relative_to(inputs))


# What it answers


def _write(folder: Path, name: str, commands: Iterable[Command]) -> int:
    """Keep the answers to some commands in a file of their own; says how many there are."""
    path = folder / f"{name}{SUFFIX}"
    path.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(path, "wt", encoding="ascii", preset=1) as file:
        return sum(bool(file.write(json.dumps(_answer(command)) + "\n")) for command in commands)


def _answer(command: Command) -> Answer:
    for path in Path(WORK).iterdir():
        if str(path) not in command:
            path.unlink()
    try:
        with _limited(CPU_SECONDS):
            code, stdout, stderr = _run(command)
    except OutOfTime:
        print(f"out of time: {command}", file=sys.stderr)
        return {"command": command, "exit": TIMEOUT, "stdout": "", "stderr": "", "files": {}}
    files = {path.name: _text(path.read_bytes()) for path in sorted(Path(WORK).iterdir())}
    return {"command": command, "exit": code, "stdout": stdout, "stderr": stderr, "files": files}


def _run(command: Command) -> tuple[int | str, str, str]:
    """Exit code, standard output and standard error; a crash gives what it raised as code."""
    code: int | str = 0
    outputs = TextIOWrapper(BytesIO(), "utf-8"), TextIOWrapper(BytesIO(), "utf-8")
    with redirect_stdout(outputs[0]), redirect_stderr(outputs[1]):
        try:
            crosswire_main(command, "main")
        except SystemExit as stop:
            code = stop.code or 0
        except Exception as error:  # noqa: BLE001 - a crash is an answer too
            code = repr(error)
    return code, *map(_taken, outputs)


def _taken(output: TextIOWrapper) -> str:
    """What was written. Click remembers every standard output for good, so it is emptied."""
    output.seek(0)
    text = _text(output.buffer.read())
    output.truncate(0)
    return text


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


@contextmanager
def _limited(seconds: int) -> Iterator[None]:
    """Stop what takes more CPU time. A busy machine stops nothing."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise OutOfTime

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)  # again each second, where one was swallowed
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    main()
