"""A database that somebody else holds, or that is damaged: each answer says so, and none is a fault."""

import sqlite3
from contextlib import closing
from typing import NoReturn

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError
from tests.conftest import database_of
from tests.webapp.samples import chat
from webapp.database import engine

PAGES = ("/c/{}", "/c/{}/original", "/c/{}/print", "/c/{}/calls", "/c/{}/search?q=a", "/api/conversations/{}")


@pytest.fixture
def slug(client: FlaskClient) -> str:
    return client.post("/api/conversations", data=chat()).json["slug"]


def file_of(app: Flask) -> str:
    file = database_of(app).engine.url.database
    assert file
    return file


@pytest.fixture
def without_patience(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing waits for a lock."""
    monkeypatch.setattr(engine, "SQLITE_PRAGMAS", ("busy_timeout=1", *engine.SQLITE_PRAGMAS[1:]))
    database_of(app).engine.dispose()


@pytest.mark.usefixtures("without_patience")
def test_an_upload_into_a_locked_database_is_told_when_to_come_again(app: Flask, client: FlaskClient) -> None:
    with closing(sqlite3.connect(file_of(app), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for path, sent in (("/api/conversations", chat()), ("/", {"text": chat().decode()})):
            answer = client.post(path, data=sent)
            assert answer.status_code == 503
            assert answer.headers["Retry-After"] == "5"
            assert "holds the database" in answer.text
        other.execute("ROLLBACK")
    assert client.post("/api/conversations", data=chat()).status_code == 201


def damage(file: str, table: str) -> None:
    """Write over the first page of a table and of what finds its rows."""
    with closing(sqlite3.connect(file)) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        roots = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE tbl_name = ?", [table]
        ).fetchall()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with open(file, "r+b") as pages:
        for (root,) in roots:
            pages.seek((root - 1) * size)
            pages.write(b"\xa5" * size)


@pytest.mark.parametrize("table", ["uploads", "conversations", "upload_segments", "search_blocks"])
def test_pages_of_a_damaged_database_name_the_command_that_looks(
    app: Flask, client: FlaskClient, slug: str, table: str
) -> None:
    database_of(app).engine.dispose()
    damage(file_of(app), table)
    answers = [client.get(page.format(slug), buffered=True) for page in PAGES]
    assert {answer.status_code for answer in answers} <= {200, 503}
    failed = [answer for answer in answers if answer.status_code == 503]
    assert failed
    assert all("crosswire verify" in answer.text for answer in failed)


@pytest.mark.parametrize("code", [sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, 264])
def test_a_read_that_the_storage_does_not_let_through_is_no_fault_of_the_server(
    app: Flask, client: FlaskClient, slug: str, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """264: SQLite would have to write, to read a database whose log was not written out."""

    def fail(*_: object, **__: object) -> NoReturn:
        error = sqlite3.OperationalError("attempt to write a readonly database")
        error.sqlite_errorcode = code
        raise OperationalError("SELECT 1", {}, error)

    monkeypatch.setattr("webapp.inspector.views.inspector", fail)
    answer = client.get(f"/c/{slug}")
    assert answer.status_code == 503
    assert "Retry-After" in answer.headers
