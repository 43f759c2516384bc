"""What is deleted when its time is over, and uploads for which an operator left no room."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, update
from tests.conftest import MakeApp, database_of
from tests.webapp.commands import Run, runner
from tests.webapp.samples import chat, form, long_chat
from tests.webapp.stored import ask_all_targets, pane_of
from webapp.database.engine import Session, writing
from webapp.database.tables import ConversationRow, PaneRow, ShareRow, UploadRow, VerdictRow
from webapp.services import services_of
from webapp.settings import Settings
from webapp.store import jobs, room, tidying, uploads


def make_older(session: Session, row: ConversationRow, days: float) -> None:
    moment = datetime.now(UTC) - timedelta(days=days)
    with writing(session):
        session.execute(update(UploadRow).where(UploadRow.id == row.upload_id).values(created_at=moment))


def make_copy(session: Session, source: ConversationRow, days: float | None) -> ConversationRow:
    """A copy for others that runs out in so many days."""
    copy = uploads.keep(session, chat()).first
    until = None if days is None else datetime.now(UTC) + timedelta(days=days)
    with writing(session):
        session.add(
            ShareRow(
                upload_id=copy.upload_id,
                source_id=source.upload_id,
                number=0,
                opens="",
                masked=0,
                kinds=[],
                expires_at=until,
            )
        )
    return copy


def slugs_left(session: Session) -> set[str]:
    session.expire_all()
    return set(session.scalars(select(ConversationRow.slug)))


def test_uploads_are_kept_for_as_long_as_is_set_and_examples_for_ever(any_session: Session) -> None:
    old, young = (uploads.keep(any_session, chat()).first for _ in range(2))
    example = uploads.keep(any_session, chat(), example="weather").first
    copy = make_copy(any_session, old, None)
    make_older(any_session, old, 31)
    make_older(any_session, young, 29)
    make_older(any_session, example, 400)
    settings = Settings(keep_days=30)
    assert tidying.would_purge(any_session, timedelta(days=30)).uploads == 1
    done = tidying.tidy(any_session, settings)
    assert (done.uploads, done.copies) == (1, 0)
    left = slugs_left(any_session)
    assert {young.slug, example.slug} <= left
    assert not {old.slug, copy.slug} & left
    assert tidying.tidy(any_session, settings) == tidying.Tidied()


def test_without_a_time_nothing_that_is_kept_is_deleted(any_session: Session) -> None:
    old = uploads.keep(any_session, chat()).first
    make_older(any_session, old, 4_000)
    assert tidying.tidy(any_session, Settings()) == tidying.Tidied()
    assert old.slug in slugs_left(any_session)


def test_copies_go_when_their_time_is_over(any_session: Session) -> None:
    source = uploads.keep(any_session, chat()).first
    over, later, always = (make_copy(any_session, source, days) for days in (-0.01, 1, None))
    of_over = make_copy(any_session, over, None)
    assert tidying.would_purge(any_session, None, expired_only=True) == tidying.Tidied(copies=1)
    assert tidying.purge(any_session, timedelta(days=0), expired_only=True).copies == 1
    assert slugs_left(any_session) == {source.slug, later.slug, always.slug}
    assert of_over.slug not in slugs_left(any_session)


def test_panes_of_other_code_go_and_those_that_are_of_use_stay(any_session: Session) -> None:
    row = uploads.keep(any_session, chat()).first
    payload = pane_of(any_session, row, "anthropic").payload_bytes()
    ask_all_targets(any_session, row)
    panes = any_session.scalar(select(func.count()).select_from(PaneRow))
    with writing(any_session):
        any_session.execute(update(PaneRow).where(PaneRow.target == "anthropic").values(reading_version=0))
        any_session.execute(update(VerdictRow).where(VerdictRow.target == "gemini").values(reading_version=0))
    assert tidying.would_purge(any_session, None).panes == 2
    assert tidying.tidy(any_session, Settings()).panes == 2
    any_session.expire_all()
    assert any_session.scalar(select(func.count()).select_from(PaneRow)) == panes - 1
    assert pane_of(any_session, row, "anthropic").payload_bytes() == payload


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    return runner(monkeypatch)


def test_the_command_says_what_it_deletes_or_would(app: Flask, settings: Settings, run: Run) -> None:
    with database_of(app).session() as session:
        old = uploads.keep(session, chat()).first
        make_older(session, old, 8)
        url = settings.database_url
        assert "uploads 1" in run(url, "purge", "--older-than", "7d", "--dry-run").output
        assert "uploads 1" in run(url, "purge", "--dry-run", keep_days="7").output
        assert "uploads 0" in run(url, "purge", "--older-than", "2w").output
        assert slugs_left(session) == {old.slug}
        assert "Deleted: copies 0, uploads 1" in run(url, "purge", "--older-than", "7d").output
        assert slugs_left(session) == set()
    for wrong in (["--older-than", "soon"], ["--older-than", "-1d"], ["--older-than", "1d", "--expired"]):
        assert run(url, "purge", *wrong).exit_code == 2


def test_deleted_content_is_gone_from_the_file(app: Flask, settings: Settings, run: Run) -> None:
    file = settings.database_url.removeprefix("sqlite:///")
    with database_of(app).session() as session:
        kept = uploads.keep(session, b'{"messages": [{"role": "user", "content": "a"}]}', name="MARKER-4711")
        make_older(session, kept.first, 8)
    with open(file, "rb") as data:
        assert b"MARKER-4711" in data.read()
    run(settings.database_url, "purge", "--older-than", "7d")
    with open(file, "rb") as data:
        assert b"MARKER-4711" not in data.read()


@pytest.fixture
def small(make_app: MakeApp, any_database_url: str) -> FlaskClient:
    """A browser of a server that keeps 10,000 bytes, and 5,000 of each."""
    settings = Settings(database_url=any_database_url, quota_bytes=10_000, quota_bytes_each=5_000)
    return make_app(settings).test_client()


def of_size(size: int) -> bytes:
    empty = chat(answer="")
    return chat(answer="x" * (size - len(empty)))


def test_one_owner_keeps_as_much_as_is_set_and_not_more(small: FlaskClient) -> None:
    assert small.post("/", **form(of_size(4_000))).status_code == 303
    refused = small.post("/", **form(of_size(1_001)))
    assert refused.status_code == 507
    assert "more than you may keep here: 5.0 KB" in refused.text
    assert small.post("/", **form(of_size(1_000))).status_code == 303
    other = small.application.test_client()
    assert other.post("/", **form(of_size(4_000))).status_code == 303
    full = other.application.test_client().post("/", **form(of_size(1_001)))
    assert full.status_code == 507
    assert "more than is kept here: 10.0 KB" in " ".join(full.text.split()) or "10 KB" in full.text


def test_programs_are_told_the_same(small: FlaskClient) -> None:
    refused = small.post("/api/conversations", data=of_size(10_001))
    assert (refused.status_code, refused.json["error"]["status"]) == (507, 507)
    assert "more than is kept here" in refused.json["error"]["message"]
    lines = small.post("/", **form(of_size(5_001)), headers={"Accept": "application/x-ndjson"})
    last = json.loads(lines.text.splitlines()[-1])
    assert last["refused"]["status"] == 507
    assert "more than you may keep here" in last["refused"]["message"]


def test_what_was_deleted_makes_room(small: FlaskClient) -> None:
    kept = small.post("/", **form(of_size(5_000)))
    assert small.post("/", **form(of_size(400 + 200))).status_code == 507
    assert small.post(f"{kept.location}/delete").status_code in (200, 303)
    assert small.post("/", **form(of_size(5_000))).status_code == 303


def test_an_upload_that_is_to_be_read_later_counts_too(small: FlaskClient) -> None:
    database = database_of(small.application)
    with database.session() as session:
        limits = services_of(small.application).settings.limits
        jobs.accept(session, of_size(5_000), owner="b:one", limits=limits)
        with pytest.raises(room.QuotaReached):
            jobs.accept(session, of_size(600), owner="b:one", limits=limits)
        assert jobs.job_counts(session)["waiting"] == 1


def test_examples_need_no_room(small: FlaskClient) -> None:
    with database_of(small.application).session() as session:
        assert uploads.keep(session, long_chat(30), example="long").first


def test_the_page_says_until_when_it_is_kept(make_app: MakeApp, settings: Settings) -> None:
    kept_for = make_app(Settings(database_url=settings.database_url, keep_days=30)).test_client()
    there = kept_for.post("/", **form(chat())).location + "/how-read"
    day = (datetime.now(UTC) + timedelta(days=30)).strftime("%Y-%m-%d")
    assert f"kept until {day}" in " ".join(kept_for.get(there).text.split())
    assert "kept until" not in make_app(settings).test_client().get(there).text
