"""A database without room, or only to be read: uploads are refused in words, and all else goes on."""

import json
import random
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from tests.conftest import change_settings, database_of, work_off
from tests.webapp.samples import chat, form
from webapp.database.engine import Session, StorageFull, StorageReadOnly, writing
from webapp.readmodel.panes import PaneChoice
from webapp.settings import Settings
from webapp.store import opening, panes

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
PAGES = (
    "/c/{}",
    "/c/{}?pane=original:read&pane=gemini:wire",
    "/c/{}?pane=repaired:read",
    "/c/{}/check",
    "/c/{}/calls",
    "/c/{}/as/anthropic.json",
    "/c/{}/original",
    "/api/conversations/{}",
    "/api/conversations/{}/as/gemini",
)


@pytest.fixture
def slug(client: FlaskClient) -> str:
    return client.post("/api/conversations", data=chat()).json["slug"]


@pytest.fixture(params=["no page left", "read only"])
def without_room(request: pytest.FixtureRequest, app: Flask, slug: str) -> str:
    """Nothing more fits into the database of the app, or nothing may be written to it."""
    engine = database_of(app).engine
    pragma = "PRAGMA max_page_count = 1" if request.param == "no page left" else "PRAGMA query_only = ON"
    event.listen(engine, "connect", lambda connection, _: connection.execute(pragma).close())
    engine.dispose()
    client = app.test_client()
    while client.post("/api/conversations", data=chat()).status_code == 201:
        pass  # what was free in the file
    return request.param


def kept(settings: Settings) -> dict[str, int]:
    """How many rows each table has."""
    file = settings.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        counted = {n: database.execute(f'SELECT count(*) FROM "{n}"').fetchone()[0] for n in names}  # noqa: S608 - ours
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return counted


def test_an_upload_is_refused_in_words_and_nothing_of_it_is_kept(
    client: FlaskClient, settings: Settings, without_room: str
) -> None:
    before = kept(settings)
    words = "storage of this server is " + ("full" if without_room == "no page left" else "only to be read")
    page = client.post("/", **form(chat(ask="More")))
    assert (page.status_code, page.mimetype) == (507, "text/html")
    assert words in page.text
    told = client.post("/api/conversations", data=chat(ask="More"))
    assert told.status_code == 507
    assert words in told.json["error"]["message"]
    lines = client.post("/", **form(chat(ask="More")), headers={"Accept": "application/x-ndjson"})
    last = json.loads(lines.text.splitlines()[-1])
    assert last["refused"]["status"] == 507
    assert words in last["refused"]["message"]
    assert kept(settings) == before


def test_a_large_upload_is_refused_too(
    app: Flask, client: FlaskClient, settings: Settings, without_room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_settings(app, read_at_once_bytes=10)
    monkeypatch.setattr("webapp.store.workers.is_there", lambda _: True)
    before, large = kept(settings), chat(ask=random.Random(1).randbytes(60_000).hex())
    assert client.post("/api/conversations", data=large).status_code == 507
    assert client.post("/", **form(large)).status_code == 507
    lines = client.post("/", **form(large), headers={"Accept": "application/x-ndjson"}).text.splitlines()
    assert [json.loads(line)["refused"]["status"] for line in lines] == [507]
    assert kept(settings) == before


def test_every_page_is_shown_though_nothing_of_it_can_be_stored(
    client: FlaskClient, settings: Settings, slug: str, without_room: str
) -> None:
    before = kept(settings)
    for page in PAGES:
        assert client.get(page.format(slug)).status_code == 200, page
    if without_room == "read only":  # small rows fit into pages that are there
        assert kept(settings) == before


def without_nonce(page: str) -> str:
    return re.sub(r'nonce="[^"]+"', "", page)


def test_what_is_not_stored_is_shown_as_what_is(app: Flask, client: FlaskClient, slug: str) -> None:
    page, download = f"/c/{slug}/panes?pane=gemini:read", f"/c/{slug}/as/gemini.json?losses=1"
    made, file = without_nonce(client.get(page, headers=HTMX).text), client.get(download).data
    work_off(app)
    with database_of(app).session() as session:
        row = opening.find(session, slug)
        assert row is not None
        assert panes.stored(session, row, PaneChoice("gemini")) is not None
    assert without_nonce(client.get(page, headers=HTMX).text) == made
    assert client.get(download).data == file


@pytest.mark.thorough
def test_a_file_that_may_not_grow_keeps_nothing_half(tmp_path: Path) -> None:
    """A limit of the process, as of a disk: SQLite calls it an I/O error."""
    file = tmp_path / "small.db"
    code = f"""
import json, os, resource
from tests.webapp.samples import chat
from webapp import create_app
from webapp.settings import Settings
client = create_app(Settings(database_url="sqlite:///{file}")).test_client()
first = client.post("/api/conversations", data=chat()).json["slug"]
most = os.path.getsize("{file}") + 20_000
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
said = [client.post("/api/conversations", data=chat(ask="x" * 300 + str(n))).status_code for n in range(12)]
seen = [client.get(f"/c/{{first}}?pane={{name}}:read").status_code for name in ("gemini", "anthropic")]
print(json.dumps([said, seen]))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    said, seen = json.loads(ran.stdout)
    assert set(said) == {201, 507}
    assert said == sorted(said)
    assert seen == [200, 200]
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("SELECT count(*) FROM uploads").fetchone() == (1 + said.count(201),)
        orphans = "SELECT count(*) FROM upload_segments WHERE upload_id NOT IN (SELECT id FROM uploads)"
        assert database.execute(orphans).fetchone() == (0,)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (psycopg.errors.DiskFull, StorageFull),
        (psycopg.errors.ReadOnlySqlTransaction, StorageReadOnly),
        (psycopg.errors.LockNotAvailable, OperationalError),
    ],
)
def test_what_postgresql_says_of_its_room_is_understood(
    app: Flask, error: type[psycopg.Error], expected: type[Exception]
) -> None:
    def write() -> None:
        raise OperationalError("INSERT", {}, error("could not extend file"))

    with database_of(app).session() as session, pytest.raises(expected) as raised:
        _within(session, write)
    assert type(raised.value) is expected


def _within(session: Session, write: Callable[[], None]) -> None:
    with writing(session):
        write()
