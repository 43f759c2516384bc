"""`crosswire migrate-to`: from SQLite to PostgreSQL and back, everything or nothing."""

from pathlib import Path

import pytest
from sqlalchemy import text
from tests.conftest import MakeApp, database_of
from tests.webapp.commands import Run, contents, runner
from tests.webapp.samples import chat, chat_lines, long_chat
from tests.webapp.stored import ask_all_targets, pane_of
from webapp.database.engine import Database, Session
from webapp.settings import Settings
from webapp.store import blobs, copying, deleting, jobs, opening, uploads


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    return runner(monkeypatch)


def fill(session: Session) -> list[str]:
    """Uploads with whatever is difficult to copy; the slugs of all."""
    row = uploads.keep(
        session, long_chat(450), name='nul \0, surrogate \ud800, "\\u{0}".json', owner="b:x"
    ).first
    pane_of(session, row, "anthropic")
    lines = uploads.keep(session, chat_lines(40)).conversations
    ask_all_targets(session, lines[0])
    gone = uploads.keep(session, chat()).first
    deleting.delete(session, gone)  # numbers need not follow on each other
    accepted = jobs.accept(session, chat(answer="later"), owner="p:y")
    return [row.slug, *(line.slug for line in lines), accepted.job.slug]


def test_everything_is_the_same_there_and_back(
    bare_database_url: str, make_app: MakeApp, run: Run, tmp_path: Path
) -> None:
    app = make_app(Settings(database_url=bare_database_url))
    with database_of(app).session() as session:
        slugs = fill(session)
    before = contents(database_of(app))
    other = f"sqlite:///{tmp_path / 'there.db'}"
    told = run(bare_database_url, "migrate-to", other)
    assert told.exit_code == 0, told.output
    assert "3 uploads" in told.output
    assert contents(database_of(app)) == before
    there = make_app(Settings(database_url=other))
    with database_of(there).session() as session:
        found = [opening.find(session, slug) or jobs.find_job(session, slug) for slug in slugs]
        assert None not in found
        assert blobs.upload_bytes(session, found[0]) == long_chat(450)
        assert found[0].upload.name == 'nul \0, surrogate \ud800, "\\u{0}".json'
        new = uploads.keep(session, chat(), owner="b:x").first
        assert blobs.upload_bytes(session, new) == chat()
    _empty(bare_database_url)
    assert run(other, "migrate-to", bare_database_url).exit_code == 0
    with database_of(app).session() as session:
        newest = uploads.keep(session, chat(ask="once more")).first
        assert newest.upload_id == new.upload_id + 1
        found_again = opening.find(session, new.slug)
        assert found_again is not None
        assert found_again.upload.created_at == new.upload.created_at
    assert run(bare_database_url, "verify").exit_code == 0


def _empty(url: str) -> None:
    database = Database(url)
    with database.engine.begin() as connection:
        copying.empty(connection)
    database.engine.dispose()


def test_a_database_that_is_not_empty_is_left_alone(
    bare_database_url: str, make_app: MakeApp, run: Run, settings: Settings
) -> None:
    source, target = make_app(settings), make_app(Settings(database_url=bare_database_url))
    for app in (source, target):
        with database_of(app).session() as session:
            uploads.keep(session, chat())
    before = contents(database_of(target))
    refused = run(settings.database_url, "migrate-to", bare_database_url)
    assert (refused.exit_code, "is not empty" in refused.output) == (2, True)
    assert contents(database_of(target)) == before


def test_what_fails_in_the_middle_leaves_nothing_there(
    bare_database_url: str, make_app: MakeApp, run: Run, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = make_app(settings)
    with database_of(source).session() as session:
        fill(session)
    with database_of(source).engine.begin() as connection:
        connection.execute(text("UPDATE uploads SET digest = 'another' WHERE id = 2"))
    refused = run(settings.database_url, "migrate-to", bare_database_url)
    assert refused.exit_code == 2
    assert "Upload 2 is not as it came" in refused.output
    target = database_of(make_app(Settings(database_url=bare_database_url)))
    assert set(map(len, contents(target).values())) == {0}
    with database_of(source).engine.begin() as connection:
        connection.execute(
            text("UPDATE uploads SET digest = (SELECT digest FROM uploads WHERE id = 2) WHERE id = 2")
        )
    monkeypatch.setattr("webapp.store.copying._count_on", _fail)
    monkeypatch.setattr("webapp.store.copying.wrong_uploads", _fail)
    assert run(settings.database_url, "migrate-to", bare_database_url).exit_code != 0
    assert set(map(len, contents(target).values())) == {0}


def _fail(*_: object) -> None:
    raise RuntimeError


def test_no_password_is_shown(settings: Settings, make_app: MakeApp, run: Run) -> None:
    make_app(settings)
    refused = run(settings.database_url, "migrate-to", "postgres://me:marker@127.0.0.1:1/none")
    assert refused.exit_code == 2
    assert "marker" not in refused.output


def test_a_source_that_is_not_there_is_not_made(run: Run, tmp_path: Path) -> None:
    missing = f"sqlite:///{tmp_path / 'none.db'}"
    assert run(missing, "migrate-to", f"sqlite:///{tmp_path / 'b.db'}").exit_code == 2
    assert not (tmp_path / "none.db").exists()
