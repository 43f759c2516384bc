"""What an older version of the code read: read again once, where and when nobody waits long for it."""

import threading

import crosswire
import pytest
from crosswire.errors import UnreadableUpload
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, update
from tests.conftest import MakeApp, database_of, work_off
from tests.webapp.samples import chat, chat_lines
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, JobRow, PaneRow, UploadRow
from webapp.readmodel import VERSION
from webapp.services import services_of
from webapp.settings import Settings
from webapp.store import collections, opening, uploads, workers
from webapp.store import jobs as stored_jobs
from webapp.uploads.worker import Worker

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


def kept_by_older_code(session: Session, data: bytes) -> list[str]:
    """The slugs of an upload whose readings an older version stored."""
    upload = uploads.keep(session, data).first.upload
    for table in (UploadRow, PaneRow):
        session.execute(update(table).values(reading_version=1))
    session.commit()
    session.expire_all()
    own = select(ConversationRow.slug).where(ConversationRow.upload_id == upload.id)
    return list(session.scalars(own.order_by(ConversationRow.number)))


def work(session: Session, worker: Worker) -> int:
    """How many uploads a worker takes of those that wait."""
    return sum(map(worker.take, list(stored_jobs.claimable(session))))


def jobs(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(JobRow)) or 0


def test_a_large_one_waits_for_a_worker_at_each_of_its_links(
    waiting_session: Session, waiting: FlaskClient, worker: Worker
) -> None:
    slugs = kept_by_older_code(waiting_session, chat_lines(3))
    for slug in (slugs[1], slugs[0], slugs[1]):
        page = waiting.get(f"/c/{slug}")
        assert page.status_code == 200
        assert "is being read again" in page.text
        assert "An older version of Crosswire read it" in page.text
        assert f'hx-get="/c/{slug}/waiting"' in page.text
    assert jobs(waiting_session) == 1
    told = waiting.get(f"/api/conversations/{slugs[2]}")
    assert (told.status_code, told.json["state"]) == (202, "waiting")
    assert waiting.get(f"/c/{slugs[2]}/original").data == chat_lines(3)
    assert waiting.get(f"/c/{slugs[2]}/calls").status_code == 409
    assert work(waiting_session, worker) == 1
    assert jobs(waiting_session) == 0
    assert waiting.get(f"/c/{slugs[1]}/waiting", headers=HTMX).headers["HX-Refresh"] == "true"
    for slug in slugs:
        assert 'class="panes"' in waiting.get(f"/c/{slug}").text
    assert waiting.get(f"/api/conversations/{slugs[0]}").json["conversations_total"] == 3


def test_workers_that_do_not_look_by_themselves_are_woken(
    waiting_app: Flask, waiting_session: Session, waiting: FlaskClient
) -> None:
    [slug] = kept_by_older_code(waiting_session, chat())
    woken: list[int] = []
    services_of(waiting_app).queue.woken_by(lambda: woken.append(1))
    waiting.get(f"/c/{slug}")
    assert len(stored_jobs.claimable(waiting_session)) == 1
    assert woken == [1]


def test_its_name_and_what_was_noted_stay(
    waiting_session: Session, waiting: FlaskClient, worker: Worker
) -> None:
    row = uploads.keep(waiting_session, chat(), name="mine.json").first
    slug = row.slug
    collections.relabel(waiting_session, row.upload_id, label="Of Monday", remark=None, tags=["slow"])
    waiting_session.execute(update(UploadRow).values(reading_version=1))
    waiting_session.commit()
    waiting.get(f"/c/{slug}")
    assert work(waiting_session, worker) == 1
    waiting_session.expire_all()
    found = opening.find(waiting_session, slug)
    assert found is not None
    assert (found.upload.name, found.upload.label) == ("mine.json", "Of Monday")
    assert found.upload.reading_version == VERSION


def test_without_a_worker_it_waits_too(waiting_session: Session, waiting: FlaskClient) -> None:
    """No request reads it: a server without workers starts a process for it."""
    [slug] = kept_by_older_code(waiting_session, chat())
    workers.remove(waiting_session, "elsewhere:1:x")
    assert "is being read again" in waiting.get(f"/c/{slug}").text
    assert jobs(waiting_session) == 1


def test_what_pages_can_show_is_shown_while_it_waits(
    waiting_session: Session, waiting: FlaskClient, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("opening", "jobs"):
        monkeypatch.setattr(f"webapp.store.{module}.OLDEST_SHOWN", 1)
    [slug] = kept_by_older_code(waiting_session, chat())
    assert 'class="panes"' in waiting.get(f"/c/{slug}").text
    assert jobs(waiting_session) == 1
    assert work(waiting_session, worker) == 1
    assert 'class="panes"' in waiting.get(f"/c/{slug}").text
    assert jobs(waiting_session) == 0


def test_a_worker_with_nothing_to_do_reads_what_is_older(
    waiting_app: Flask, waiting_session: Session, worker: Worker
) -> None:
    slugs = [kept_by_older_code(waiting_session, chat())[0] for _ in range(2)]
    work_off(waiting_app)
    waiting_session.expire_all()
    for slug in slugs:
        found = opening.find(waiting_session, slug)
        assert found is not None
        assert found.upload.reading_version == VERSION


def test_what_this_version_cannot_read_is_tried_once_and_says_so(
    waiting_session: Session, waiting: FlaskClient, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    [slug] = kept_by_older_code(waiting_session, chat())

    def refuse(*args: object, **options: object) -> None:
        raise UnreadableUpload("older code could")

    assert "is being read again" in waiting.get(f"/c/{slug}").text
    with monkeypatch.context() as patched:
        patched.setattr(crosswire, "load", refuse)
        assert work(waiting_session, worker) == 1
    for _ in range(2):
        assert "older code could" in waiting.get(f"/c/{slug}").text
        assert waiting.get(f"/c/{slug}/original").data == chat()
        assert work(waiting_session, worker) == 0
    with monkeypatch.context() as patched:  # a version that can show it shows it
        for module in ("opening", "jobs"):
            patched.setattr(f"webapp.store.{module}.OLDEST_SHOWN", 1)
        assert 'class="panes"' in waiting.get(f"/c/{slug}").text
    for module in ("opening", "jobs"):
        monkeypatch.setattr(f"webapp.store.{module}.VERSION", VERSION + 1)
    assert "is being read again" in waiting.get(f"/c/{slug}").text
    assert work(waiting_session, worker) == 1


def test_it_can_be_deleted_while_it_waits(
    waiting_session: Session, waiting: FlaskClient, worker: Worker
) -> None:
    kept = uploads.keep(waiting_session, chat())
    slug, bearer = kept.first.slug, {"Authorization": f"Bearer {kept.manage_secret}"}
    waiting_session.execute(update(UploadRow).values(reading_version=1))
    waiting_session.commit()
    assert "is being read again" in waiting.get(f"/c/{slug}").text
    assert waiting.delete(f"/api/conversations/{slug}", headers=bearer).status_code == 200
    assert waiting.get(f"/c/{slug}").status_code == 404
    assert (jobs(waiting_session), work(waiting_session, worker)) == (0, 0)


def test_many_who_open_one_at_once_ask_for_it_once(make_app: MakeApp, any_database_url: str) -> None:
    app = make_app(Settings(database_url=any_database_url))
    with database_of(app).session() as session:
        [slug] = kept_by_older_code(session, chat())
    together = threading.Barrier(4)
    shown: list[int] = []

    def look() -> None:
        together.wait(10)
        shown.append(app.test_client().get(f"/api/conversations/{slug}").status_code)

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert shown == [202] * 4
    with database_of(app).session() as session:
        assert jobs(session) == 1
