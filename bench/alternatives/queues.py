"""`python -m bench.alternatives.queues compare`: ways to bring uploads to workers.

`jobs, polling` is what the app does; `jobs, notify` is the same woken by LISTEN and NOTIFY, and
`jobs, procrastinate` woken by procrastinate. `procrastinate` and `huey` are used alone, as their
documentation shows. All do the same with a number: write down that it began, wait, write down
that it ended. The packages are in bench/alternatives/requirements.txt.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import click
from webapp import create_app
from webapp.database.engine import Session
from webapp.services import services_of
from webapp.settings import Settings
from webapp.store import jobs
from webapp.uploads.worker import Worker

LONGEST = 75.0
"""Seconds that a number is waited for."""
LOG = b'{"messages": [{"role": "user", "content": "a question"}]}'
Handle = Callable[[int], None]


@dataclass
class Place:
    """Where a way has its queue, and where its workers write what they do."""

    url: str
    folder: Path

    def note(self, word: str, number: int) -> None:
        with (self.folder / "notes").open("a") as file:
            file.write(f"{word} {number} {time.monotonic()}\n")

    def notes(self, word: str) -> dict[int, list[float]]:
        """When each number was noted with a word."""
        found: dict[int, list[float]] = {}
        with suppress(FileNotFoundError):
            for line in (self.folder / "notes").read_text().splitlines():
                noted, number, when = line.split()
                if noted == word:
                    found.setdefault(int(number), []).append(float(when))
        return found

    def wait_for(self, word: str, number: int) -> float | None:
        """When it was noted; None where it was not in time."""
        end = time.monotonic() + LONGEST
        while not (when := self.notes(word).get(number)) and time.monotonic() < end:
            time.sleep(0.02)
        return when[-1] if when else None


class Jobs:
    """The app's own table; `carried` says how workers learn of a number."""

    pause = 0.5
    """Seconds after which a worker looks by itself."""

    def __init__(self, place: Place) -> None:
        self.app = create_app(Settings(database_url=place.url))
        self.database = services_of(self.app).database

    def put(self, number: int) -> None:
        with self.database.session() as session:
            self.sent(session, jobs.accept(session, LOG, name=str(number)).job.upload_id)

    def sent(self, session: Session, upload_id: int) -> None:
        """Let workers know of it: they look by themselves."""

    def work(self, handle: Handle) -> None:
        original = jobs.read_accepted

        def read(session: Session, job: Any, worker: str) -> Generator[Any, None, None]:
            steps = original(session, job, worker)
            yield next(steps)
            handle(int(job.upload.name))
            yield from steps

        with patch.object(jobs, "read_accepted", read):
            self.run(Worker(self.app, Settings()))

    def run(self, worker: Worker) -> None:
        worker.run(self.pause)

    def close(self) -> None:
        self.database.engine.dispose()

    @property
    def conninfo(self) -> str:
        url = self.database.engine.url.set(drivername="postgresql")
        return url.render_as_string(hide_password=False)


class JobsByNotify(Jobs):
    """The same, where LISTEN and NOTIFY wake the workers."""

    pause = 5.0

    def sent(self, session: Session, upload_id: int) -> None:
        session.connection().exec_driver_sql("NOTIFY crosswire")
        session.commit()

    def run(self, worker: Worker) -> None:
        threading.Thread(target=self._listen, args=[worker], daemon=True).start()
        super().run(worker)

    def _listen(self, worker: Worker) -> None:
        import psycopg

        with psycopg.connect(self.conninfo, autocommit=True) as connection:
            connection.execute("LISTEN crosswire")
            for _ in connection.notifies():
                worker._woken.set()


class JobsByProcrastinate(Jobs):
    """The same, where procrastinate carries the numbers; what waits is sent again in 15 seconds."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.carrier = Procrastinate(Place(self.conninfo, place.folder))

    def sent(self, session: Session, upload_id: int) -> None:
        self.carrier.put(upload_id)

    def run(self, worker: Worker) -> None:
        threading.Thread(target=self._send_again, daemon=True).start()
        self.carrier.work(lambda upload_id: _ignored(worker.take(upload_id)))

    def _send_again(self) -> None:
        while True:
            with self.database.session() as session:
                for upload_id in jobs.claimable(session):
                    self.carrier.put(upload_id)
            time.sleep(15)

    def close(self) -> None:
        self.carrier.close()
        super().close()


def _ignored(_: object) -> None:
    """What procrastinate would write down of a task."""


class Procrastinate:
    """procrastinate with its own table, and no other."""

    def __init__(self, place: Place) -> None:
        from procrastinate import App, PsycopgConnector, SyncPsycopgConnector

        self.place = place
        conninfo = place.url.replace("+psycopg", "")
        self.app = App(connector=PsycopgConnector(conninfo=conninfo))
        self.sync = App(connector=SyncPsycopgConnector(conninfo=conninfo))
        self.sync.open()
        if not self.sync.check_connection():
            self.sync.schema_manager.apply_schema()

    def put(self, number: int) -> None:
        self.sync.configure_task("read").defer(number=number)

    def work(self, handle: Handle) -> None:
        @self.app.task(name="read")
        def read(number: int) -> None:
            handle(number)

        async def run() -> None:
            async with self.app.open_async():
                await self.app.run_worker_async(concurrency=1)

        asyncio.run(run())

    def close(self) -> None:
        self.sync.close()


class Huey:
    """huey with its own table, and no other."""

    def __init__(self, place: Place) -> None:
        from huey import PostgresHuey, SqliteHuey

        if place.url.startswith("sqlite"):
            self.huey: Any = SqliteHuey(filename=place.url.removeprefix("sqlite:///"), fsync=True)
        else:
            self.huey = PostgresHuey(dsn=place.url.replace("+psycopg", ""))
        self.handle: Handle = lambda number: None
        self.task = self.huey.task(name="read")(lambda number: self.handle(number))

    def put(self, number: int) -> None:
        self.task(number)

    def work(self, handle: Handle) -> None:
        self.handle = handle
        self.huey.create_consumer(workers=1, periodic=False).run()

    def close(self) -> None:
        self.huey.storage.close()


WAYS: dict[str, Callable[[Place], Any]] = {
    "jobs, polling": Jobs,
    "jobs, notify": JobsByNotify,
    "jobs, procrastinate": JobsByProcrastinate,
    "procrastinate": Procrastinate,
    "huey": Huey,
}
ON = {"sqlite": ("jobs, polling", "huey"), "postgresql": tuple(WAYS)}
NEEDS = {
    "procrastinate": "procrastinate",
    "huey": "huey",
    "jobs, procrastinate": "procrastinate",
}


@contextmanager
def working(way: str, place: Place, seconds: float, host: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """A worker as a process of its own, on a machine of some name."""
    command = [
        sys.executable,
        "-m",
        "bench.alternatives.queues",
        "work",
        way,
        place.url,
        str(place.folder),
        str(seconds),
    ]
    process = subprocess.Popen([*command, host], stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def killed(way: str, place: Place, elsewhere: bool) -> str:
    """Kill a worker that has begun; when another one ends what it began."""
    queue = WAYS[way](place)
    try:
        queue.put(1)
        with working(way, place, 600) as first:
            if place.wait_for("began", 1) is None:
                return "not begun"
            os.kill(first.pid, signal.SIGKILL)
            first.wait()
        began = time.monotonic()
        with working(way, place, 0, "elsewhere" if elsewhere else ""):
            ended = place.wait_for("ended", 1)
    finally:
        queue.close()
    return "lost" if ended is None else f"after {ended - began:.0f} s"


def shared(way: str, place: Place, count: int) -> str:
    """Numbers for two workers: how many ended once, not at all and twice; then two times.

    The first is that from putting a number to its end, where nothing else waits.
    """
    queue = WAYS[way](place)
    try:
        with working(way, place, 0.01), working(way, place, 0.01):
            for number in (1, 2):
                queue.put(number)
                place.wait_for("ended", number)
            waited = []
            for number in range(3, 13):
                began = time.monotonic()
                queue.put(number)
                waited.append((place.wait_for("ended", number) or began + LONGEST) - began)
            began = time.monotonic()
            for number in range(13, count + 1):
                queue.put(number)
            end = time.monotonic() + LONGEST
            while len(place.notes("ended")) < count and time.monotonic() < end:
                time.sleep(0.05)
            took = time.monotonic() - began
        times = Counter(len(place.notes("ended").get(number, [])) for number in range(1, count + 1))
    finally:
        queue.close()
    more = sum(number for often, number in times.items() if often > 1)
    each = took / (count - 12)
    ended = f"{times[1]} once, {times[0]} lost, {more} twice"
    return f"{ended} | {median(waited):.2f} s | {each:.3f} s"


@contextmanager
def places(database: str) -> Iterator[Callable[[], Place]]:
    """Gives new places on a SQLite or a PostgreSQL of our own."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(TemporaryDirectory(prefix="cw-", ignore_cleanup_errors=True)))
        base, made = "", 0
        if database == "postgresql":
            from tests import conftest

            programs = conftest.postgresql_programs()
            if programs is None:
                raise click.ClickException("There are no PostgreSQL server programs on this machine.")
            server = folder / "pg"
            server.mkdir()
            folder.chmod(0o755)
            base = opened.enter_context(conftest.postgresql(programs, server))

        def new() -> Place:
            nonlocal made
            made += 1
            place = folder / str(made)
            place.mkdir()
            if not base:
                return Place(f"sqlite:///{place}/queue.db", place)
            import psycopg

            with psycopg.connect(base.replace("+psycopg", ""), autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE q{made}")  # type: ignore[arg-type]
            return Place(base.replace("/postgres?", f"/q{made}?"), place)

        yield new


@click.group()
def main() -> None:
    """Compare ways to bring uploads to workers."""


@main.command()
@click.option("--count", default=100, show_default=True, help="Numbers for two workers.")
@click.option("--only", default="", help="Only ways whose names hold this.")
def compare(count: int, only: str) -> None:
    """Measure each way on each database that it can have, and print a table in Markdown."""
    columns = ("worker killed", "worker of another machine killed", "2 workers", "idle", "each")
    click.echo(f"| database | way | {' | '.join(columns)} |\n|---|---|---|---|---|---|---|")
    for database, ways in ON.items():
        with places(database) as new:
            for way in ways:
                if only in way and find_spec(NEEDS.get(way, "webapp")) is not None:
                    dead = [killed(way, new(), elsewhere) for elsewhere in (False, True)]
                    cells = [database, way, *dead, shared(way, new(), count)]
                    click.echo(f"| {' | '.join(cells)} |")


@main.command(hidden=True)
@click.argument("way")
@click.argument("url")
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("seconds", type=float)
@click.argument("host", default="")
def work(way: str, url: str, folder: Path, seconds: float, host: str) -> None:
    """Be a worker."""
    if host:
        import socket

        socket.gethostname = lambda: host
    place = Place(url, folder)

    def handle(number: int) -> None:
        place.note("began", number)
        time.sleep(seconds)
        place.note("ended", number)

    WAYS[way](place).work(handle)


if __name__ == "__main__":
    main(prog_name="python -m bench.alternatives.queues")
