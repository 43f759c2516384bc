"""Processes that are killed while something else goes wrong: in the middle of a migration, on storage that
is only to be read, when the clock jumps."""

from __future__ import annotations

import ctypes
import http.client
import os
import random
import shutil
import signal
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from multiprocessing import Value
from pathlib import Path
from typing import Any

from alembic import command
from webapp import create_app
from webapp.database.engine import WRITES
from webapp.database.schema import alembic_config, known_revisions
from webapp.services import services_of
from webapp.settings import Settings, data_dir
from webapp.store import blobs, checking, jobs, opening, workers
from webapp.uploads.worker import Worker

from bench.crashing import Found, Site, kill_often
from bench.made_up import upload

# A clock that jumps

JUMPS = (-86_400.0, -3_600.0, 3_600.0, 86_400.0, 400 * 86_400.0)
"""Seconds by which the clock is off from one moment on."""


@contextmanager
def shifted_clock() -> Iterator[Callable[[random.Random], None]]:
    """Let this process and those that are forked off it see another time; gives what lets it jump."""
    off = Value("d", 0.0)

    class Shifted(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return datetime.now(tz) + timedelta(seconds=off.value)

    def jump(chance: random.Random) -> None:
        off.value = chance.choice([one for one in JUMPS if one != off.value])

    told = [m for name, m in sys.modules.items() if name.startswith("webapp.")]
    seen = [module for module in told if getattr(module, "datetime", None) is datetime]
    for module in seen:
        module.datetime = Shifted  # type: ignore[attr-defined]
    try:
        yield jump
    finally:
        for module in seen:
            module.datetime = datetime  # type: ignore[attr-defined]


def jump_often(url: str, runs: int, seed: int, tell: Callable[[str], None]) -> Found:
    """Kill processes and let the clock jump at that moment; each process is one of another machine, so that
    nothing but the clock tells whether it is still there."""

    def elsewhere() -> None:
        name = f"machine-{os.getpid()}"
        workers._host = lambda: name

    with shifted_clock() as jump:
        return kill_often(url, runs, seed, tell, before=elsewhere, meanwhile=jump, keep_days=30)


# A migration


@dataclass
class Migrated:
    """What was found after migrations that were killed."""

    runs: int = 0
    ended: int = 0
    """Those that had ended before they were killed."""
    between: int = 0
    """Databases that were neither as before nor as after."""
    lost: int = 0
    changed: int = 0
    unread: int = 0
    broken: int = 0
    uploads: int = 0

    @property
    def is_clean(self) -> bool:
        return not (self.between or self.lost or self.changed or self.unread or self.broken)

    def __str__(self) -> str:
        return (
            f"{self.runs} migrations killed, {self.ended} of them after their end; {self.uploads:,} uploads: "
            f"{self.lost} lost, {self.changed} changed, {self.unread} not read in the end; {self.between} "
            f"databases between two schemas, {self.broken} broken"
        )


MIGRATIONS = data_dir("migrations")
WITH_QUEUE = "0007"
QUEUED = 5


def migrate_often(
    folder: Path, runs: int, seed: int, left: dict[str, tuple[Path, dict[str, bytes]]]
) -> Migrated:
    """Kill a start that migrates, start again, and look at everything. `left` has, by a name, a database of
    an older schema and its uploads."""
    found, chance = Migrated(), random.Random(seed)
    left = {**left, "queue": _with_queue(folder / "queue.db")}
    longest = {name: _seconds_of(file, folder) for name, (file, _) in left.items()}
    for number in range(runs):
        name = chance.choice(list(left))
        source, uploads = left[name]
        file = folder / f"killed-{number}.db"
        shutil.copyfile(source, file)
        pid = _starting(file)
        time.sleep(chance.random() * longest[name])
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        revision = _revision(file)
        found.runs += 1
        found.ended += revision == known_revisions(MIGRATIONS)[-1]
        found.between += revision not in (_revision(source), known_revisions(MIGRATIONS)[-1])
        _look_after(file, uploads, found)
        for one in folder.glob(f"{file.name}*"):
            one.unlink()
    return found


def _with_queue(file: Path) -> tuple[Path, dict[str, bytes]]:
    """A database of an older schema with uploads that are read and others that wait."""
    app = create_app(Settings(database_url=f"sqlite:///{file}"))
    database, uploads = services_of(app).database, {}
    with database.session() as session:
        for number in range(2 * QUEUED):
            data = upload(number + 1)
            uploads[jobs.accept(session, data).job.slug] = data
            if number + 1 == QUEUED:
                Worker(app, Settings()).run(0, until_done=True)
    with database.engine.connect() as connection:
        connection.execution_options(**{WRITES: True})
        with connection.begin():
            command.downgrade(alembic_config(MIGRATIONS, connection), WITH_QUEUE)
    database.engine.dispose()
    return file, uploads


def _starting(file: Path) -> int:
    """A process that opens a database and brings it up to date."""
    pid = os.fork()
    if pid:
        return pid
    try:
        create_app(Settings(database_url=f"sqlite:///{file}"))
    finally:
        os._exit(0)


def _seconds_of(file: Path, folder: Path) -> float:
    copy = folder / "measured.db"
    shutil.copyfile(file, copy)
    began = time.monotonic()
    os.waitpid(_starting(copy), 0)
    took = time.monotonic() - began
    for one in folder.glob("measured.db*"):
        one.unlink()
    return took


def _revision(file: Path) -> str:
    with closing(sqlite3.connect(file)) as database:
        found: str = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        return found


def _look_after(file: Path, uploads: dict[str, bytes], found: Migrated) -> None:
    app = create_app(Settings(database_url=f"sqlite:///{file}"))
    database = services_of(app).database
    Worker(app, Settings()).run(0, until_done=True)
    with database.session() as session:
        for slug, data in uploads.items():
            row = opening.find(session, slug)
            found.lost += row is None and jobs.find_job(session, slug) is None
            found.unread += row is None or row.messages == 0
            found.changed += row is not None and blobs.upload_bytes(session, row) != data
    found.uploads += len(uploads)
    found.broken += bool(checking.check(database).wrong)
    database.engine.dispose()


# Storage that is only to be read


@dataclass
class ReadOnly:
    """What was found on storage that is only to be read for a while."""

    found: Found = field(default_factory=Found)
    answers: Counter[int] = field(default_factory=Counter)
    """To uploads, while nothing can be kept."""
    pages: Counter[int] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return self.found.is_clean and self.answers.keys() <= {503, 507} and self.pages.keys() <= {200, 503}

    def __str__(self) -> str:
        return (
            f"{self.found}; while nothing could be kept, uploads were answered {dict(self.answers)}, pages "
            f"{dict(self.pages)}, checks {dict(self.checks)} within {max(self.seconds):.3f} s"
        )


def read_only_often(folder: Path, runs: int, seed: int, tell: Callable[[str], None]) -> ReadOnly:
    """Kill processes while they write, start them on storage that is only to be read, kill them again
    while they are asked to keep something, and look for everything when it can be written again."""
    site, told = Site(f"sqlite:///{folder / 'crosswire.db'}", seed), ReadOnly()
    try:
        for number in range(runs):
            _killed_after(site, 0.4, told.found)
            known = list(site.acknowledged)
            site.answers, before = Counter(), site.answers
            site.before = lambda: _only_to_read(folder)
            _killed_after(site, 0.4, told.found, lambda known=known: _look_at(site.port, known, told))
            told.answers += site.answers
            site.answers, site.before = before, lambda: None
            site.start("server")
            site.start("worker")
            told.found.stuck += site.wait_until_read()
            site.kill("server")
            site.kill("worker")
            told.found.queued, told.found.runs = site.queued, number + 1
            site.check(told.found)
            if (number + 1) % 10 == 0:
                tell(str(told))
    finally:
        site.close()
    return told


def _killed_after(site: Site, most: float, found: Found, look: Callable[[], None] = lambda: None) -> None:
    site.start("server")
    site.start("worker")
    site.wait_for_reader()
    with site.uploading() as wait:
        wait()
        look()
        time.sleep(site.chance.random() * most)
        found.killed["reader"] += site.kill_readers()
        for victim in ("server", "worker"):
            site.kill(victim)  # type: ignore[arg-type]
            found.killed[victim] += 1


def _look_at(port: int, known: list[str], told: ReadOnly) -> None:
    for path in ("/healthz", "/readyz", *(f"/c/{slug}" for slug in known[-2:])):
        began = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        if path.startswith("/c/"):
            told.pages[answer.status] += 1
            continue
        told.seconds.append(time.monotonic() - began)
        told.checks[f"{path} {answer.status} {_reasons(body)}".strip()] += 1


def _reasons(body: bytes) -> str:
    import json

    return ", ".join(json.loads(body).get("reasons", []))


MS_BIND, MS_REMOUNT, MS_RDONLY, MS_REC, MS_PRIVATE, CLONE_NEWNS = 4096, 32, 1, 16384, 1 << 18, 0x20000


def _only_to_read(folder: Path) -> None:
    """Let this process and its children only read a folder: root is kept from nothing but by a mount."""
    libc, name = ctypes.CDLL(None, use_errno=True), os.fsencode(folder)
    steps = (
        lambda: libc.unshare(CLONE_NEWNS),
        lambda: libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None),
        lambda: libc.mount(name, name, None, MS_BIND, None),
        lambda: libc.mount(name, name, None, MS_BIND | MS_REMOUNT | MS_RDONLY, None),
    )
    if any(step() for step in steps):
        raise OSError(ctypes.get_errno(), "This needs Linux and the rights of root")
