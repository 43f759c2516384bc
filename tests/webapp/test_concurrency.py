"""Many at once, and the end of a process in the middle of an upload."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text
from tests.conftest import database_of
from tests.selection import tries
from tests.webapp.samples import chat
from webapp.database.engine import Session, writing
from webapp.store import opening


def test_many_uploads_and_views_at_once_all_work(any_app: Flask) -> None:
    def upload_and_look(number: int) -> list[int]:
        client = any_app.test_client()
        made = client.post("/api/conversations", data=chat(ask=f"Question {number}"))
        slug = made.json["slug"]
        seen = [client.get(f"/c/{slug}?pane=gemini:wire&pane=original:read") for _ in range(2)]
        return [made.status_code, *(answer.status_code for answer in seen)]

    with ThreadPoolExecutor(12) as threads:
        assert set(map(tuple, threads.map(upload_and_look, range(tries(8, thorough=60))))) == {
            (201, 200, 200)
        }


def test_the_same_pane_asked_for_by_many_at_once_is_made(any_app: Flask) -> None:
    slug = any_app.test_client().post("/api/conversations", data=chat()).json["slug"]

    def look(_: int) -> bytes:
        return any_app.test_client().get(f"/c/{slug}/as/anthropic.json").data

    with ThreadPoolExecutor(12) as threads:
        assert len(set(threads.map(look, range(24)))) == 1


UPLOADER = """
import sys
from tests.webapp.samples import chat
from webapp import create_app
from webapp.settings import Settings
client = create_app(Settings(database_url=sys.argv[1])).test_client()
while True:
    print(client.post("/api/conversations", data=chat()).json["slug"], flush=True)
"""


@pytest.mark.thorough
def test_what_was_acknowledged_survives_the_end_of_the_process(tmp_path: Path) -> None:
    file = tmp_path / "killed.db"
    acknowledged: list[str] = []
    for seed in range(4):
        command = [sys.executable, "-c", UPLOADER, f"sqlite:///{file}"]
        running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert running.stdout
        acknowledged.append(running.stdout.readline().strip())
        time.sleep(random.Random(seed).random() / 4)
        os.kill(running.pid, signal.SIGKILL)
        acknowledged += running.communicate()[0].split("\n")[:-1]
    database = sqlite3.connect(file)
    kept = {slug for (slug,) in database.execute("SELECT slug FROM conversations")}
    assert set(acknowledged) <= kept
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    database.close()


def test_who_reads_does_not_wait_while_a_large_upload_is_written(session: Session, app: Flask) -> None:
    """SQLite would spill a large transaction into the file, and lock readers out until its end."""
    slug = app.test_client().post("/api/conversations", data=chat()).json["slug"]
    with database_of(app).session() as reader:
        reader.execute(text("PRAGMA busy_timeout = 0"))
        with writing(session):
            session.execute(text("CREATE TABLE large (content BLOB)"))
            for _ in range(40):
                session.execute(text("INSERT INTO large VALUES (zeroblob(200000))"))
            assert opening.find(reader, slug) is not None
