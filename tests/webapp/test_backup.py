"""`crosswire backup`, `restore` and `verify`: on both kinds of database, also while it is written to."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import create_engine, text
from tests.conftest import MakeApp, database_of
from tests.selection import some_of
from tests.webapp.commands import Run, contents, runner
from tests.webapp.conftest import DATABASES
from tests.webapp.samples import chat, chat_lines, long_chat
from tests.webapp.stored import ask_all_targets, pane_of
from webapp.database.engine import Database
from webapp.packing import pack
from webapp.settings import Settings
from webapp.store import blobs, opening, uploads


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    return runner(monkeypatch)


@pytest.fixture
def filled(any_app: Flask) -> Flask:
    """An app with uploads, panes and a verdict of each target."""
    with database_of(any_app).session() as session:
        row = uploads.keep(session, long_chat(60), name="a \0 b.json", owner="b:one").first
        pane_of(session, row, "anthropic")
        ask_all_targets(session, row)
        uploads.keep(session, chat_lines(3))
    return any_app


def test_a_backup_is_restored_into_an_empty_database(
    filled: Flask, any_database_url: str, run: Run, tmp_path: Path, make_app: MakeApp
) -> None:
    file = tmp_path / "backup.db"
    before = contents(database_of(filled))
    assert run(any_database_url, "backup", file).exit_code == 0
    assert file.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir() if "part" in path.name] == []
    new = f"sqlite:///{tmp_path / 'new' / 'other.db'}"
    restored = run(new, "restore", file)
    assert (restored.exit_code, "each as it came" in restored.output) == (0, True), restored.output
    after = contents(database_of(make_app(Settings(database_url=new))))
    assert {name: len(rows) for name, rows in after.items()} == {
        name: len(rows) for name, rows in before.items()
    }
    assert after["upload_segments"] == before["upload_segments"]
    assert run(new, "verify").stdout == "Nothing is wrong.\n"


def test_a_database_with_uploads_is_replaced_only_when_told(
    filled: Flask, any_database_url: str, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "backup.db"
    run(any_database_url, "backup", file)
    with database_of(filled).session() as session:
        later = uploads.keep(session, chat()).first.slug
    refused = run(any_database_url, "restore", file)
    assert (refused.exit_code, "holds uploads" in refused.output) == (2, True)
    with database_of(filled).session() as session:
        assert opening.find(session, later) is not None
    assert run(any_database_url, "restore", file, "--force").exit_code == 0
    with database_of(filled).session() as session:
        assert opening.find(session, later) is None
        kept = uploads.keep(session, chat(), owner="b:one").first  # its number is free
        assert blobs.upload_bytes(session, kept) == chat()
    assert run(any_database_url, "verify").exit_code == 0


def test_a_backup_made_while_others_write_is_whole(
    app: Flask, settings: Settings, run: Run, tmp_path: Path
) -> None:
    done = threading.Event()
    kept: list[str] = []

    def write() -> None:
        while not done.is_set():
            with database_of(app).session() as session:
                kept.append(uploads.keep(session, chat()).first.slug)

    writers = [threading.Thread(target=write) for _ in range(4)]
    for writer in writers:
        writer.start()
    try:
        for number in range(5):
            sure = list(kept)
            file = tmp_path / f"{number}.db"
            assert run(settings.database_url, "backup", file).exit_code == 0
            assert run("sqlite://", "verify", file).exit_code == 0
            with closing(sqlite3.connect(file)) as copy:
                there = {slug for (slug,) in copy.execute("SELECT slug FROM conversations")}
            assert set(sure) <= there
    finally:
        done.set()
        for writer in writers:
            writer.join()
    assert len(kept) > 5


def test_nothing_is_written_over_by_a_backup(
    app: Flask, settings: Settings, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "backup.db"
    file.write_text("a letter")
    refused = run(settings.database_url, "backup", file)
    assert (refused.exit_code, file.read_text()) == (2, "a letter")
    assert run(settings.database_url, "backup", file, "--force").exit_code == 0
    own = database_of(app).engine.url.database
    assert run(settings.database_url, "backup", own, "--force").exit_code == 2
    missing = run(settings.database_url, "backup", tmp_path / "no" / "such" / "folder.db")
    assert (missing.exit_code, missing.output.count("\n")) == (2, 1)
    assert run(f"sqlite:///{tmp_path / 'none.db'}", "backup", tmp_path / "x.db").exit_code == 2
    assert not (tmp_path / "none.db").exists()
    assert not (tmp_path / "x.db").exists()


@pytest.mark.parametrize("spoilt", ["cut off", "no database", "changed"])
def test_a_spoilt_backup_is_not_restored(
    app: Flask, settings: Settings, run: Run, tmp_path: Path, spoilt: str
) -> None:
    with database_of(app).session() as session:
        slug = uploads.keep(session, long_chat(300)).first.slug
    file = tmp_path / "backup.db"
    run(settings.database_url, "backup", file)
    if spoilt == "cut off":
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    elif spoilt == "no database":
        file.write_bytes(b"a letter" * 1_000)
    else:
        with closing(sqlite3.connect(file)) as copy, copy:
            copy.execute("UPDATE uploads SET digest = 'another'")
    before = contents(database_of(app))
    refused = run(settings.database_url, "restore", file, "--force")
    assert (refused.exit_code, refused.output.count("\n")) == (2, 1), refused.output
    assert contents(database_of(app)) == before
    assert run("sqlite://", "verify", file).exit_code in (1, 2)
    with database_of(app).session() as session:
        assert opening.find(session, slug) is not None
    assert not list(tmp_path.glob(".restoring*"))


def test_a_backup_of_an_older_version_is_upgraded_when_it_is_restored(run: Run, tmp_path: Path) -> None:
    dump = Path(__file__).parent / "schemas" / "0003.sql"
    old = tmp_path / "old.db"
    with closing(sqlite3.connect(old)) as connection:
        connection.executescript(dump.read_text())
    as_it_was = old.read_bytes()
    url = f"sqlite:///{tmp_path / 'new.db'}"
    assert run(url, "restore", old).exit_code == 0
    assert run(url, "verify").exit_code == 0
    assert old.read_bytes() == as_it_was
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.db", "old.db"]


DAMAGE = {
    "UPDATE upload_segments SET packed = :other WHERE upload_id = 1": "changed",
    "UPDATE upload_segments SET packed = substr(packed, 1, 20) WHERE upload_id = 1": "damaged",
    'DELETE FROM upload_segments WHERE upload_id = 1 AND "offset" = 0': "gap",
    'DELETE FROM pane_segments WHERE "offset" = 0': "gap",
    "DELETE FROM conversations WHERE upload_id = 2": "no-conversation",
}


@pytest.mark.parametrize("any_database_url", some_of(DATABASES, 2), indirect=True)
@pytest.mark.parametrize("statement", DAMAGE, ids=range(len(DAMAGE)))
def test_what_is_wrong_is_found_and_named(
    any_app: Flask, any_database_url: str, run: Run, statement: str
) -> None:
    with database_of(any_app).session() as session:
        row = uploads.keep(session, long_chat(450)).first
        pane_of(session, row, "anthropic")
        uploads.keep(session, chat())
        other = {"other": pack(b" " * row.upload.size)} if ":other" in statement else {}
    assert run(any_database_url, "verify").exit_code == 0
    with database_of(any_app).engine.begin() as connection:
        connection.execute(text(statement), other)
    found = run(any_database_url, "verify")
    assert (found.exit_code, found.stdout.split(":")[0]) == (1, DAMAGE[statement])
    if DAMAGE[statement] in ("gap", "no-conversation"):
        assert run(any_database_url, "verify", "--quick").exit_code == 1


def test_rows_that_belong_to_nothing_are_found(app: Flask, settings: Settings, run: Run) -> None:
    with database_of(app).session() as session:
        uploads.keep(session, chat())
    engine = create_engine(settings.database_url)
    with engine.begin() as connection:  # without the pragma that would keep it from this
        connection.execute(text("DELETE FROM uploads"))
    engine.dispose()
    found = run(settings.database_url, "verify", "--quick")
    assert (found.exit_code, "orphan: A row of" in found.stdout) == (1, True)


def test_a_damaged_file_is_found(app: Flask, settings: Settings, run: Run) -> None:
    with database_of(app).session() as session:
        uploads.keep(session, long_chat(300))
    file = Path(database_of(app).engine.url.database or "")
    database_of(app).engine.dispose()
    data = bytearray(file.read_bytes())
    for place in range(40 * 4096, len(data) - 4096, 4096):
        data[place : place + 8] = b"\xff" * 8
    file.write_bytes(data)
    found = run(settings.database_url, "verify")
    assert found.exit_code in (1, 2)
    assert "damaged" in found.output or "cannot be used" in found.output


def test_a_backup_that_was_cut_off_is_said_to_be_damaged(
    app: Flask, settings: Settings, run: Run, tmp_path: Path
) -> None:
    with database_of(app).session() as session:
        uploads.keep(session, long_chat(300))
    whole, cut = tmp_path / "whole.db", tmp_path / "cut.db"
    assert run(settings.database_url, "backup", str(whole)).exit_code == 0
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    found = run(settings.database_url, "verify", str(cut))
    assert found.exit_code == 2
    assert "cannot be used: database disk image is malformed." in found.output


def test_a_database_that_is_no_crosswire_s_is_not_looked_at(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'recipes.db'}"
    database = Database(url)
    with database.engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (id INTEGER)"))
    database.engine.dispose()
    assert run(url, "verify").exit_code == 2
    assert run(url, "restore", tmp_path / "recipes.db", "--force").exit_code == 2
