"""Databases that older versions of Crosswire wrote, opened by this one.

`schemas/<revision>.sql` is what that version left of one log with panes, verdicts and a repair, and of an
upload of two conversations; `<revision>.json` is what its user had: links, a browser's key, a secret.
Before a migration is added, `freeze_schema.py` writes both for the schema of the day.
"""

import json
import logging
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import MetaData, create_engine, func, select, text
from tests.conftest import MakeApp, database_of, work_off
from tests.selection import in_turns, some_of
from webapp.access.browsers import COOKIE
from webapp.database.engine import WRITES, Database
from webapp.database.schema import known_revisions, upgrade
from webapp.database.tables import CallRow, UploadRow
from webapp.readmodel import OLDEST_SHOWN
from webapp.settings import Settings, data_dir
from webapp.store import blobs, checking, opening, uploads

SCHEMAS = Path(__file__).parent / "schemas"
MIGRATIONS = data_dir("migrations")
RELEASED = sorted(path.stem for path in SCHEMAS.glob("*.sql"))
HEAD = known_revisions(MIGRATIONS)[-1]


def test_every_schema_but_this_one_is_kept_as_an_older_version_left_it() -> None:
    assert known_revisions(MIGRATIONS)[:-1] == RELEASED, "write what is missing with freeze_schema.py"


def left_by(revision: str, folder: Path) -> Path:
    """The database of an older version."""
    file = folder / "crosswire.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((SCHEMAS / f"{revision}.sql").read_text())
    return file


def users(revision: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SCHEMAS / f"{revision}.json").read_text())
    return found


@pytest.fixture(params=some_of(RELEASED, len(RELEASED) - 1))
def revision(request: pytest.FixtureRequest) -> str:
    """An older version: the first, after which all migrations run, and the last."""
    name: str = request.param
    return name


@pytest.fixture
def upgraded(revision: str, bare_database_url: str, tmp_path: Path, make_app: MakeApp) -> Flask:
    """An app on what an older version left, in both kinds of database."""
    file = left_by(revision, tmp_path)
    if bare_database_url.startswith("sqlite"):
        bare_database_url = f"sqlite:///{file}"
    else:
        fill(bare_database_url, revision, file)
    return make_app(Settings(database_url=bare_database_url))


def fill(url: str, revision: str, file: Path) -> None:
    """Make PostgreSQL's tables as they were then, with the rows of an SQLite database."""
    database = Database(url)
    with database.engine.connect() as connection:
        connection.execution_options(**{WRITES: True})
        with connection.begin():
            upgrade(connection, MIGRATIONS, revision)
    old = create_engine(f"sqlite:///{file}")
    metadata = MetaData()
    metadata.reflect(database.engine)
    with old.connect() as source, database.engine.begin() as target:
        for table in metadata.sorted_tables:
            if table.name != "alembic_version":
                rows = [
                    {name: _in_utc(value) for name, value in row.items()}
                    for row in source.execute(select(table)).mappings()
                ]
                if rows:
                    target.execute(table.insert(), rows)
        for name in ("uploads", "conversations", "panes"):
            target.execute(
                text(f"SELECT setval('{name}_id_seq', (SELECT max(id) FROM {name}))")  # noqa: S608 - our tables
            )
    old.dispose()
    database.engine.dispose()


def _in_utc(value: object) -> object:
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value


def test_links_and_bytes_of_an_older_version_are_as_they_were(upgraded: Flask, revision: str) -> None:
    work_off(upgraded)
    with database_of(upgraded).session() as session:
        for slug, as_it_came in users(revision)["uploads"].items():
            row = opening.find(session, slug)
            assert row is not None
            assert blobs.upload_bytes(session, row) == as_it_came.encode()
            assert row.messages > 0
    assert checking.check(database_of(upgraded)).wrong == []


def test_each_page_of_an_older_version_opens(upgraded: Flask, revision: str) -> None:
    client = upgraded.test_client()
    told = users(revision)
    client.set_cookie(COOKIE, told["browser_key"])
    rules = [
        rule
        for rule in upgraded.url_map.iter_rules()
        if rule.arguments == {"slug"} and "GET" in (rule.methods or ())
    ]
    assert len(rules) > 15
    links = [*told["uploads"], *filter(None, [told["revision"]])]
    with database_of(upgraded).session() as session:
        is_older = (session.scalar(select(func.max(UploadRow.reading_version))) or 0) < OLDEST_SHOWN
    for slug in links:
        page = client.get(f"/c/{slug}")
        assert ("An older version of Crosswire read it" in page.text) == is_older
        assert client.get(f"/c/{slug}/original").status_code == 200
    work_off(upgraded)
    for number, slug in enumerate(links):
        statuses = {}
        for rule in in_turns(rules, number, len(rules) // 2):
            with upgraded.test_request_context():
                address = upgraded.url_for(rule.endpoint, slug=slug)
            statuses[rule.rule] = client.get(address).status_code
        assert {rule: status for rule, status in statuses.items() if status >= 500} == {}
        for pane in ("anthropic:wire", "gemini:read", "repaired:read"):
            page = client.get(f"/c/{slug}?pane=original:read&pane={pane}")
            assert page.status_code == 200


def test_calls_of_an_older_version_keep_their_ids_and_checksums(tmp_path: Path, make_app: MakeApp) -> None:
    app = make_app(Settings(database_url=f"sqlite:///{left_by('0016', tmp_path)}"))
    with database_of(app).session() as session:
        call = session.scalars(select(CallRow).limit(1)).one()
    assert call.checksum == "c195dd42b030359fe1a800e8f78dc67cf5f19a19225fd517e2a7636f6329817b"
    assert (call.call_id, call.id_state, call.id_required, call.id_field) == (
        "call_a1",
        "present",
        True,
        "id",
    )
    page = app.test_client().get(f"/c/{users('0016')['slug']}/calls?sort=call_id&checksum={call.checksum}")
    assert "call_a1" in page.text


def test_a_repair_of_an_older_version_still_says_what_it_was_repaired_from(
    upgraded: Flask, revision: str
) -> None:
    told = users(revision)
    work_off(upgraded)
    with database_of(upgraded).session() as session:
        original = opening.find(session, told["slug"])
        assert original is not None
        assert uploads.revision_of(session, original) is None
        if told["revision"] is None:  # the first version repaired nothing
            return
        row = opening.find(session, told["revision"])
        assert row is not None
        found = uploads.revision_of(session, row)
        assert found is not None
        assert found[0].slug == told["slug"]


def test_its_browser_and_its_secret_still_manage_what_they_did(upgraded: Flask, revision: str) -> None:
    told = users(revision)
    stranger, browser = upgraded.test_client(), upgraded.test_client()
    browser.set_cookie(COOKIE, told["browser_key"])
    slug, lines = told["slug"], told["lines"]
    assert stranger.post(f"/c/{slug}/delete").status_code == 403
    assert browser.post(f"/c/{slug}/delete").status_code in (200, 303)
    assert stranger.get(f"/c/{slug}").status_code == 404
    bearer = {"Authorization": f"Bearer {told['manage_secret']}"}
    assert stranger.delete(f"/api/conversations/{lines}").status_code == 403
    assert stranger.delete(f"/api/conversations/{lines}", headers=bearer).status_code == 200
    assert stranger.get(f"/c/{lines}").status_code == 404


def test_before_an_upgrade_the_file_is_kept_as_it_was(
    revision: str, tmp_path: Path, make_app: MakeApp, caplog: pytest.LogCaptureFixture
) -> None:
    file = left_by(revision, tmp_path)
    with caplog.at_level(logging.INFO):
        make_app(Settings(database_url=f"sqlite:///{file}"))
    assert f".before-{HEAD}" in caplog.text
    kept = file.with_name(f"{file.name}.before-{HEAD}")
    assert kept.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(kept)) as old, closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript((SCHEMAS / f"{revision}.sql").read_text())
        assert list(old.iterdump()) == list(fresh.iterdump())
        assert old.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_an_older_copy_is_not_written_over(tmp_path: Path, make_app: MakeApp) -> None:
    file = left_by(RELEASED[-1], tmp_path)
    first = file.with_name(f"{file.name}.before-{HEAD}")
    first.write_bytes(b"an older copy")
    make_app(Settings(database_url=f"sqlite:///{file}"))
    assert first.read_bytes() == b"an older copy"
    assert file.with_name(f"{first.name}-2").stat().st_size > 0


def test_a_disk_without_room_for_a_copy_is_upgraded_all_the_same(
    tmp_path: Path, make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = left_by(RELEASED[-1], tmp_path)
    full = type("Usage", (), {"free": 100})
    monkeypatch.setattr("webapp.database.snapshots.shutil.disk_usage", lambda _: full)
    with caplog.at_level(logging.INFO):
        app = make_app(Settings(database_url=f"sqlite:///{file}"))
    assert "'copy': None" in caplog.text
    assert list(tmp_path.glob("*.before-*")) == []
    with database_of(app).session() as session:
        assert session.scalar(select(func.count()).select_from(text("uploads"))) == 4
