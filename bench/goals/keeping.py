"""Goals of the command line and of what is kept: time, memory, size of the database, search."""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import quote

from flask.testing import FlaskClient
from tests.shared_corpus import CORPUS

from bench import library, starting
from bench.goals.row import Row, at_most, number
from bench.large_files import KINDS

EVERY = 0.2
"""Seconds between two looks at the memory of all processes."""
UPLOADS = 500
ROUNDS = 21
LEAST_RECORDED = 200_000
"""Bytes of a recorded log that is kept."""
EXCHANGES = CORPUS / "recorded-exchanges" / "pydantic__pydantic-ai.jsonl.gz"
APART = "ledger handler größer"
"""Words that each upload has, but hardly one beside the other."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command took."""

    seconds: float
    megabytes: float
    """The most memory of all its processes together; what they share counts once."""


def rows(folder: Path, *, gigabyte: bool) -> Iterator[Row]:
    yield from _start()
    yield from _large(folder)
    if gigabyte:
        yield from _gigabyte(folder)
    yield from _database(folder)
    yield from _library(folder)


def _start() -> Iterator[Row]:
    at_first = ("0.27 s", "0.38 s")
    for (what, took), before in zip(starting.seconds().items(), at_first, strict=True):
        yield at_most(f"{what}, CPU", before, took, starting.GOALS[what], "s")


def _large(folder: Path) -> Iterator[Row]:
    megabytes = 100
    for kind, what in (("requests", "requests"), ("claude-code", "one session")):
        file, named = made(folder, kind, megabytes), f"{what} of {megabytes} MB"
        kept = run(["put", file], folder / f"{kind}-{megabytes}.db")
        speed = megabytes / kept.seconds
        yield Row(f"`put`, {named}", "1.3 MB/s", f"{number(speed)} MB/s", "12 MB/s", speed >= 12)
        yield _memory(f"memory of `put`, {named}", "12 x the file", kept, megabytes)
        yield _memory(f"memory of `check`, {named}", "4.8 x the file", run(["check", file]), megabytes)


def _memory(what: str, at_first: str, ran: Ran, megabytes: int) -> Row:
    return at_most(what, at_first, ran.megabytes, megabytes + 150, "MB")


def _gigabyte(folder: Path) -> Iterator[Row]:
    kept = run(["put", made(folder, "requests", 1_000)], folder / "gigabyte.db")
    yield at_most("`put`, requests of 1 GB", "not possible", kept.seconds, 120, "s")
    yield at_most("memory of it, all processes", "not possible", kept.megabytes, 300, "MB")


def _database(folder: Path) -> Iterator[Row]:
    """The whole file, with what a page shows, all that is found, and the search."""
    files = {f"{kind} of 20 MB": [made(folder, kind, 20)] for kind in ("requests", "claude-code")}
    logs = [*CORPUS.rglob("*.json"), *CORPUS.rglob("*.jsonl")]
    recorded = sorted(one for one in logs if one.stat().st_size >= LEAST_RECORDED)
    if EXCHANGES.exists():
        files["recorded exchanges"] = [_unpacked(EXCHANGES, folder)]
    if recorded:
        files[f"{len(recorded)} recorded logs of {number(LEAST_RECORDED / 1_000)} KB or more"] = recorded
    for named, inputs in files.items():
        database = folder / f"{len(inputs)}-{inputs[0].name}.db"
        for file in inputs:
            run(["put", file], database)
        ratio = database.stat().st_size / sum(file.stat().st_size for file in inputs)
        yield at_most(f"database, beside the upload: {named}", "1.76 to 2.2 x", ratio, 0.6, "x")


def _unpacked(file: Path, folder: Path) -> Path:
    into = folder / file.stem
    with gzip.open(file) as packed, into.open("wb") as out:
        shutil.copyfileobj(packed, out)
    return into


def _library(folder: Path) -> Iterator[Row]:
    client = library.filled(f"sqlite:///{folder}/library.db", UPLOADS, messages=40)
    with sqlite3.connect(f"file:{folder}/library.db?mode=ro", uri=True) as connection:
        (of_uploads,) = connection.execute("SELECT sum(size) FROM uploads").fetchone()
    ratio = (folder / "library.db").stat().st_size / of_uploads
    yield at_most(f"database, beside the uploads: {UPLOADS} requests", "1.76 to 2.2 x", ratio, 0.6, "x")
    one = _an_id(client)
    asked = {
        "a word that none has": ("?q=nowhere", 20),
        "a word that one has": (f"?q={one}", 20),
        "words that all have, not in a row": (f"?q={quote(APART)}", 20),
        "a word that all have": ("?q=the", 20),
        "an exact id": (f"?id={one}", 2),
    }
    for what, (query, goal) in asked.items():
        took = median(library.took(client, f"/api/library{query}") for _ in range(ROUNDS))
        yield at_most(f"{UPLOADS} uploads: {what}", "not measured", took, goal, "ms")


def _an_id(client: FlaskClient) -> str:
    """Of a call that one of the uploads has."""
    slug = client.get("/api/library").get_json()["uploads"][3]["slug"]
    return str(client.get(f"/api/conversations/{slug}/calls").get_json()["calls"][0]["id"]["value"])


def made(folder: Path, kind: str, megabytes: int) -> Path:
    """A log of this kind and size, made once for all goals."""
    file = folder / f"{kind}-{megabytes}.jsonl"
    if not file.exists():
        with file.open("wb") as into:
            into.writelines(KINDS[kind](megabytes * 1_000_000))
    return file


def run(words: Sequence[str | Path], database: Path | None = None) -> Ran:
    """Run `crosswire` to its end, in a new database if it needs one."""
    environment = os.environ | {"CROSSWIRE_DATABASE_URL": f"sqlite:///{database}"}
    command = [sys.executable, "-m", "crosswire", *map(str, words)]
    began = time.monotonic()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True)
    most = 0.0
    while process.poll() is None:
        most = max(most, _megabytes(process.pid))
        time.sleep(EVERY)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}.")
    return Ran(time.monotonic() - began, most)


def _megabytes(session: int) -> float:
    """What the processes of a session hold now, by the system's proportional share."""
    kilobytes = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if int((process / "stat").read_text().rpartition(")")[2].split()[3]) != session:
                continue
            rollup = (process / "smaps_rollup").read_text()
        except OSError:  # it is gone
            continue
        kilobytes += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return kilobytes / 1_000
