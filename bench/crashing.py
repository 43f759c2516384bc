"""Servers, readers and workers that are killed in the middle of their work, and what is there afterwards.

They are real processes, forked off one that has imported everything, so that a restart costs little.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import os
import random
import select as sockets
import shutil
import signal
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import forkserver
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import func, select, text
from webapp import create_app, request_scope
from webapp.database.engine import Database
from webapp.database.tables import ConversationRow, JobRow, UploadRow
from webapp.operations.server.listening import listen, make_server
from webapp.operations.server.readers import beside
from webapp.services import services_of
from webapp.settings import Settings
from webapp.store import blobs, jobs
from webapp.uploads.worker import Worker

Part = Literal["server", "worker", "reader"]
SMALL = 500
"""Bytes of an upload that the server reads in its own process; all others are left to a reader."""
CLIENTS = 3
LONGEST_WAIT = 90.0
"""Seconds in which everything that waits is read after a restart."""
EXPECTED = (201, 202, 503, 507)
AT_ONCE = 1500
"""Bytes of an upload that is read in its request; about half of those that are sent here are larger."""


@dataclass
class Found:
    """What was counted over all runs."""

    runs: int = 0
    acknowledged: int = 0
    queued: int = 0
    lost: int = 0
    changed: int = 0
    stuck: int = 0
    half: int = 0
    broken: int = 0
    """Runs after which the database was not whole."""
    odd: int = 0
    """Answers that are neither that it is kept nor that it cannot be now."""
    killed: dict[str, int] = field(default_factory=lambda: {"server": 0, "worker": 0, "reader": 0})

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.changed or self.stuck or self.half or self.broken or self.odd)

    def __str__(self) -> str:
        return (
            f"{self.runs} runs ({self.killed['server']} servers, {self.killed['worker']} workers and "
            f"{self.killed['reader']} readers killed): "
            f"{self.acknowledged:,} uploads acknowledged, {self.queued:,} of them queued; {self.lost} lost, "
            f"{self.changed} changed, {self.stuck} stuck, {self.half} half, {self.broken} databases broken, "
            f"{self.odd} other answers"
        )


class Site:
    """A server and a worker on one database, each a process that may be killed."""

    def __init__(self, url: str, seed: int, **settings: Any) -> None:
        self.settings = Settings(database_url=url, read_at_once_bytes=AT_ONCE, **settings)
        self.before: Callable[[], None] = lambda: None
        """What each process does first."""
        self.answers: Counter[int] = Counter()
        self.chance = random.Random(seed)
        self.acknowledged: dict[str, str] = {}
        """The digest of each upload that was acknowledged, by its slug."""
        self._listener = listen("127.0.0.1", 0)
        self.port: int = self._listener.getsockname()[1]
        self._pids: dict[Part, int] = {}
        self._app = create_app(self.settings)
        self.database: Database = services_of(self._app).database
        self.queued = 0
        self._checked = 0

    def start(self, part: Part) -> None:
        self.database.engine.dispose()  # no connection is shared by processes
        pid = os.fork()
        if pid:
            self._pids[part] = pid
            return
        try:
            _forget_readers_starter()
            self.before()
            if part == "server":
                request_scope.SMALL = SMALL
                beside(self._app, self.settings)
                make_server(self._app, self.settings, self._listener).run()
            else:
                Worker(self._app, self.settings).run(0.05)
        finally:
            os._exit(1)

    def kill(self, part: Part, how: signal.Signals = signal.SIGKILL) -> None:
        os.kill(self._pids[part], how)
        if how is signal.SIGKILL:
            os.waitpid(self._pids.pop(part), 0)
        if how is signal.SIGSTOP:
            os.waitpid(self._pids[part], os.WUNTRACED)  # threads in the middle of a write end it first

    def kill_readers(self) -> int:
        """Kill what reads beside the server; how many there were. The server starts others."""
        readers = self._readers()
        for reader in readers:
            with suppress(ProcessLookupError):
                os.kill(reader, signal.SIGKILL)
        return len(readers)

    def _readers(self) -> list[int]:
        return [one for starter in _children(self._pids["server"]) for one in _children(starter)]

    def wait_for_reader(self) -> None:
        """Servers that are killed sooner, one after the other, leave more starts than a machine can do."""
        end = time.monotonic() + LONGEST_WAIT
        while not self._readers() and time.monotonic() < end:
            time.sleep(0.05)

    def close(self) -> None:
        for part in list(self._pids):
            self.kill(part)
        self.database.engine.dispose()
        self._listener.close()

    @contextmanager
    def uploading(self) -> Iterator[Callable[[], None]]:
        """Clients that upload until the end; gives what waits until each has begun."""
        ended, first = threading.Event(), threading.Semaphore(0)
        seeds = [self.chance.random() for _ in range(CLIENTS)]
        clients = [threading.Thread(target=self._upload, args=[seed, ended, first]) for seed in seeds]
        for client in clients:
            client.start()
        try:
            yield partial(first.acquire, timeout=LONGEST_WAIT)
        finally:
            ended.set()
            for client in clients:
                while client.is_alive():
                    self._hang_up()
                    client.join(0.02)

    def _hang_up(self) -> None:
        """End the connections that a killed server did not take; its socket outlives it."""
        while "server" not in self._pids and sockets.select([self._listener], [], [], 0)[0]:
            self._listener.accept()[0].close()

    def _upload(self, seed: float, ended: threading.Event, first: threading.Semaphore) -> None:
        chance = random.Random(seed)
        while not ended.is_set():
            data = _log(chance)
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            try:
                connection.request("POST", "/api/conversations", body=data)
                answer = connection.getresponse()
                body = answer.read()
            except (OSError, http.client.HTTPException):
                ended.wait(0.02)
                continue
            finally:
                connection.close()
            self.answers[answer.status] += 1
            first.release()
            if answer.status not in (201, 202):  # nothing is acknowledged
                continue
            self.acknowledged[json.loads(body)["slug"]] = hashlib.sha256(data).hexdigest()
            self.queued += answer.status == 202

    def wait_until_read(self) -> int:
        """How many uploads still wait after a long time."""
        end = time.monotonic() + LONGEST_WAIT
        with self.database.session() as session:
            while (left := sum(jobs.job_counts(session).values())) and time.monotonic() < end:
                session.commit()
                time.sleep(0.02)
        return left

    def check(self, found: Found) -> None:
        """Look at everything that came since the last look."""
        with self.database.session() as session:
            slugs = list(self.acknowledged)
            there = dict(
                session.execute(
                    select(ConversationRow.slug, UploadRow.digest)
                    .join(UploadRow)
                    .where(ConversationRow.slug.in_(slugs))
                ).all()
            )
            found.lost += sum(slug not in there for slug in slugs)
            found.changed += sum(digest != self.acknowledged[slug] for slug, digest in there.items())
            rows = session.scalars(select(ConversationRow).where(ConversationRow.upload_id > self._checked))
            for row in rows.unique().all():
                whole = hashlib.sha256(blobs.upload_bytes(session, row)).hexdigest() == row.upload.digest
                found.changed += not whole
                self._checked = max(self._checked, row.upload_id)
            read = select(ConversationRow.upload_id).union(select(JobRow.upload_id))
            half = select(func.count()).select_from(UploadRow).where(UploadRow.id.not_in(read))
            found.half += session.scalar(half) or 0
            if session.get_bind().dialect.name == "sqlite":
                whole = session.execute(text("PRAGMA integrity_check")).all() == [("ok",)]
                found.broken += not (whole and not session.execute(text("PRAGMA foreign_key_check")).all())
        found.acknowledged += len(slugs)
        found.odd = sum(count for status, count in self.answers.items() if status not in EXPECTED)
        self.acknowledged.clear()


def _forget_readers_starter() -> None:
    """Let a forked process start its own: the one of its parent is not its child to wait for."""
    forkserver._forkserver.__init__()  # type: ignore[attr-defined, misc]


def _children(process: int) -> list[int]:
    """The processes that one has started; none where the system does not tell."""
    told = Path(f"/proc/{process}/task/{process}/children")
    return [*map(int, told.read_text().split())] if told.exists() else []


def _log(chance: random.Random) -> bytes:
    said = chance.randbytes(chance.choice((20, 500, 2_000))).hex()
    call = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": said},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": "Nothing there."},
    ]
    return json.dumps({"model": "gpt-5.1", "messages": messages}).encode()


def kill_often(
    url: str,
    runs: int,
    seed: int,
    tell: Callable[[str], None],
    *,
    before: Callable[[], None] = lambda: None,
    meanwhile: Callable[[random.Random], None] = lambda _: None,
    **settings: Any,
) -> Found:
    """Kill servers, workers and readers in each run, start them again, and look at everything.

    `before` is what each process does first, `meanwhile` what else goes wrong at that moment.
    """
    site, found = Site(url, seed, **settings), Found()
    site.before = before
    try:
        site.start("server")
        site.start("worker")
        for number in range(runs):
            with site.uploading() as wait:
                wait()
                time.sleep(site.chance.random() * 0.4)
                victims: tuple[Part, ...] = site.chance.choice(
                    (("server",), ("worker",), ("server", "worker"), ("reader",), ("reader", "worker"))
                )
                for victim in victims:
                    if victim == "reader":
                        found.killed[victim] += site.kill_readers()
                        continue
                    site.kill(victim)
                    found.killed[victim] += 1
                meanwhile(site.chance)
            for victim in set(victims) - {"reader"}:
                site.start(victim)
            found.stuck += site.wait_until_read()
            found.queued = site.queued
            found.runs += 1
            site.check(found)
            if (number + 1) % 10 == 0:
                tell(str(found))
    finally:
        site.close()
    return found


@dataclass
class Copies:
    """What was found in copies of a database that was being written."""

    copies: int = 0
    unreadable: int = 0
    missing: int = 0
    """Uploads that were acknowledged before the copy and are not in it."""
    in_the_middle: int = 0
    """Copies of a moment in the middle of a transaction."""

    @property
    def is_clean(self) -> bool:
        return not (self.unreadable or self.missing)

    def __str__(self) -> str:
        return (
            f"{self.copies} copies, {self.in_the_middle} in the middle of a transaction: "
            f"{self.unreadable} not whole, {self.missing} acknowledged uploads missing"
        )


def copy_often(folder: Path, copies: int, seed: int) -> Copies:
    """Copy the files of a SQLite database as they are at random moments, as a snapshot of a disk does."""
    file = folder / "crosswire.db"
    site, found = Site(f"sqlite:///{file}", seed), Copies()
    try:
        site.start("server")
        site.start("worker")
        for number in range(copies):
            with site.uploading() as wait:
                wait()
                time.sleep(site.chance.random() * 0.2)
                site.kill("server", signal.SIGSTOP)
                site.kill("worker", signal.SIGSTOP)
                known = dict(site.acknowledged)
                copy = _copied(file, folder / f"copy-{number}")
                site.kill("server", signal.SIGCONT)
                site.kill("worker", signal.SIGCONT)
            found.copies += 1
            found.in_the_middle += any(one.stat().st_size for one in copy.parent.glob("*-*"))
            _look_into(copy, known, found)
    finally:
        site.close()
    return found


def _copied(file: Path, folder: Path) -> Path:
    folder.mkdir()
    for one in file.parent.glob(f"{file.name}*"):
        shutil.copyfile(one, folder / one.name)
    return folder / file.name


def _is_whole(database: sqlite3.Connection) -> bool:
    try:
        return database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    except sqlite3.DatabaseError:
        return False


def _look_into(copy: Path, known: dict[str, str], found: Copies) -> None:
    with closing(sqlite3.connect(copy)) as database:
        if not _is_whole(database):
            found.unreadable += 1
            return
        slugs = {slug for (slug,) in database.execute("SELECT slug FROM conversations")}
        slugs |= {slug for (slug,) in database.execute("SELECT slug FROM jobs")}
    found.missing += len(known.keys() - slugs)
