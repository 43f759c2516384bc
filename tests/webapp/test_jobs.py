"""Uploads that are kept first and read by a worker: on both databases, and what their addresses answer."""

import json
import time
from datetime import UTC, datetime, timedelta
from html import unescape
from threading import Event, Thread
from typing import Any

import crosswire
import pytest
from crosswire.rules import FIRST_TARGETS
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update
from tests.conftest import MakeApp, change_settings, database_of
from tests.histories import user
from tests.webapp.markup import flowed
from tests.webapp.samples import chat, chat_lines, form
from webapp.conversation_page.making import SHORT_ROWS
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, JobRow, UploadRow, WishRow, WorkerRow
from webapp.readmodel.answer import CARD
from webapp.request_scope import STOPPED
from webapp.settings import Settings
from webapp.store import clock, deleting, jobs, permalinks, uploads, verdicts, workers
from webapp.uploads.worker import Worker

LINES = {"Accept": "application/x-ndjson"}
UNREADABLE = b'{"messages": [}' + b" " * 100


def read_all(app: Flask, worker: Worker) -> None:
    """Let a worker take all that waits."""
    with database_of(app).session() as session:
        waits = list(jobs.claimable(session))
    assert all(map(worker.take, waits))


def kept(client: FlaskClient, data: bytes) -> dict[str, str]:
    made = client.post("/api/conversations", data=data)
    assert made.status_code == 202, made.text
    return made.json


def test_a_large_upload_is_kept_then_read_and_shown(
    waiting_app: Flask, waiting: FlaskClient, worker: Worker
) -> None:
    lines = chat_lines(3)
    made = waiting.post("/api/conversations?name=three.jsonl", data=lines)
    assert made.status_code == 202
    slug = made.json["slug"]
    assert made.headers["Location"] == f"/api/conversations/{slug}"
    assert (made.json["state"], made.json["size"]) == ("waiting", len(lines))
    page = waiting.get(f"/c/{slug}")
    assert page.status_code == 200
    assert "three.jsonl is being read" in flowed(page.text)
    assert f'hx-get="/c/{slug}/waiting"' in page.text
    told = waiting.get(f"/api/conversations/{slug}")
    assert (told.status_code, told.json["state"]) == (202, "waiting")
    assert waiting.get(f"/c/{slug}/original").data == lines
    read_all(waiting_app, worker)
    shown = waiting.get(f"/api/conversations/{slug}")
    assert shown.status_code == 200
    assert (shown.json["conversations_total"], shown.json["name"]) == (3, "three.jsonl")
    assert shown.json["sha256"] == made.json["sha256"]
    assert shown.json["conversations"][0]["slug"] == slug
    assert waiting.get(f"/c/{slug}").status_code == 200
    assert waiting.get(f"/c/{slug}/original").data == lines
    headers = {"Authorization": f"Bearer {made.json['manage_secret']}"}
    assert waiting.delete(f"/api/conversations/{slug}", headers=headers).status_code == 200


def test_what_a_worker_read_says_what_is_wrong_as_soon_as_it_is_shown(
    waiting_app: Flask, waiting: FlaskClient, worker: Worker, waiting_session: Session
) -> None:
    slug = kept(waiting, chat_lines(2))["slug"]
    read_all(waiting_app, worker)
    for row in waiting_session.scalars(select(ConversationRow)):
        assert verdicts.names_stored(waiting_session, row) == {CARD, verdicts.OWN, "openai-chat"}
    assert "Its own provider is asked first" not in waiting.get(f"/c/{slug}/check").text


def test_the_page_of_a_long_log_asks_for_its_pane_and_then_for_the_other_targets(
    waiting_app: Flask, waiting: FlaskClient, worker: Worker, waiting_session: Session
) -> None:
    messages = [user(f"Question {n}") for n in range(SHORT_ROWS + 1)]
    slug = kept(waiting, json.dumps({"messages": messages}).encode())["slug"]
    read_all(waiting_app, worker)
    waiting.get(f"/c/{slug}")
    waiting.get(f"/c/{slug}/made?lacks=panes")
    asked = waiting_session.scalars(select(WishRow.target).order_by(WishRow.id)).all()
    assert asked == ["anthropic", ""]
    while worker.make_a_wish():
        pass
    row = waiting_session.scalars(select(ConversationRow)).one()
    assert {*FIRST_TARGETS} <= verdicts.names_stored(waiting_session, row)
    waiting.get(f"/c/{slug}/made?lacks=panes")
    assert waiting_session.scalar(select(WishRow)) is None


def test_what_waits_is_the_same_as_what_is_read_at_once(
    waiting_app: Flask, waiting: FlaskClient, worker: Worker
) -> None:
    first = kept(waiting, chat())["slug"]
    read_all(waiting_app, worker)
    change_settings(waiting_app, read_at_once_bytes=10**6)
    second = waiting.post("/api/conversations", data=chat()).json["slug"]
    told = [waiting.get(f"/api/conversations/{slug}").json for slug in (first, second)]
    for one in told:
        for own in ("slug", "url", "created_at", "conversations"):
            del one[own]
    assert told[0] == told[1]


def test_without_a_worker_even_large_uploads_are_read_at_once(make_app: MakeApp, settings: Settings) -> None:
    app = make_app(settings.model_copy(update={"read_at_once_bytes": 20}))
    client = app.test_client()
    assert client.post("/api/conversations", data=chat()).status_code == 201
    with database_of(app).session() as session:
        workers.heartbeat(session, "here:1:x")
        assert client.post("/api/conversations", data=chat()).status_code == 202
        workers.remove(session, "here:1:x")
    assert client.post("/api/conversations", data=chat()).status_code == 201


def test_the_page_asks_until_the_upload_is_read(
    waiting_app: Flask, waiting: FlaskClient, worker: Worker
) -> None:
    slug = kept(waiting, chat())["slug"]
    asks = {"HX-Request": "true", "HX-Request-Type": "partial"}
    part = waiting.get(f"/c/{slug}/waiting", headers=asks)
    assert part.text.lstrip().startswith("<section")
    assert "HX-Refresh" not in part.headers
    read_all(waiting_app, worker)
    assert waiting.get(f"/c/{slug}/waiting", headers=asks).headers["HX-Refresh"] == "true"
    assert waiting.get(f"/c/{slug}/waiting").headers["Location"] == f"/c/{slug}"
    assert waiting.get("/c/no-such-slug-as-this-1x/waiting").status_code == 404


def test_a_page_shows_how_lines_begin_before_anybody_read_them(waiting: FlaskClient) -> None:
    """Not where keys may stand in them, and nothing is said of what was not looked at."""
    lines = chat_lines(3, " <b>What</b> is in a.txt?")
    recorded = json.dumps(
        {"headers": {"authorization": "Bearer abcdefgh12345678"}, "body": json.loads(chat())}
    )
    begins = [
        waiting.get(f"/c/{kept(waiting, data)['slug']}").text.partition('id="begins"')[2]
        for data in (
            lines,
            recorded.encode() + b"\n",
            lines.strip(b"\n").replace(b"\n", b" "),
            UNREADABLE + b"\n",
        )
    ]
    assert "&lt;b&gt;What&lt;/b&gt; is in a.txt?" in begins[0]
    assert "Nothing was paired or checked yet." in begins[0]
    assert begins[1:] == ["", "", ""]


def test_a_long_first_line_is_shown_where_a_reader_is_free(waiting: FlaskClient) -> None:
    line = chat(ask="What is in a.txt?" + " Now?" * 20_000)
    slug = kept(waiting, line.replace(b"\n", b"") + b"\n" + line)["slug"]
    assert "What is in a.txt? Now?" in waiting.get(f"/c/{slug}").text
    busy = waiting.get(f"/c/{slug}", environ_overrides={STOPPED: "busy"})
    assert busy.status_code == 200
    assert 'id="begins"' not in busy.text


def test_who_manages_an_upload_may_delete_it_from_its_page_while_it_waits(
    waiting_app: Flask, waiting: FlaskClient
) -> None:
    slug = waiting.post("/", **form(chat())).headers["Location"].rpartition("/")[2]
    button = f'action="/c/{slug}/delete"'
    assert button in waiting.get(f"/c/{slug}").text
    assert button not in waiting_app.test_client().get(f"/c/{slug}").text
    # What is asked for every second leaves the button alone, and the focus on it.
    asks = {"HX-Request": "true", "HX-Request-Type": "partial"}
    assert button not in waiting.get(f"/c/{slug}/waiting", headers=asks).text


def test_what_needs_its_conversations_is_refused_while_it_waits(
    waiting_app: Flask, waiting: FlaskClient
) -> None:
    slug = kept(waiting, chat())["slug"]
    for path in ("calls", "as/anthropic.json", "search?q=x", "row/0", "print", "panes"):
        answer = waiting.get(f"/c/{slug}/{path}")
        assert answer.status_code == 409, path
        assert "kept and not read yet" in answer.text
    for path in ("calls", "verdicts", "as/anthropic"):
        answer = waiting.get(f"/api/conversations/{slug}/{path}")
        assert (answer.status_code, answer.json["error"]["status"]) == (409, 409), path


def test_what_cannot_be_read_says_why_and_is_read_as_another_format(
    waiting_app: Flask, waiting: FlaskClient, worker: Worker
) -> None:
    said = waiting.post("/", **form(UNREADABLE, name="cut.json"))
    slug = said.headers["Location"].rpartition("/")[2]
    read_all(waiting_app, worker)
    page = waiting.get(f"/c/{slug}")
    assert page.status_code == 200
    assert "cut.json could not be read" in flowed(page.text)
    told = waiting.get(f"/api/conversations/{slug}")
    assert (told.status_code, told.json["state"]) == (422, "failed")
    assert told.json["error"]["offset"] > 0
    assert told.json["error"]["message"].split(".")[0] in unescape(flowed(page.text))
    assert waiting.get(f"/c/{slug}/original").data == UNREADABLE
    stranger = waiting_app.test_client()
    assert stranger.post(f"/c/{slug}/format", data={"format": "gemini"}).status_code == 403
    assert stranger.post(f"/c/{slug}/delete").status_code == 403
    again = waiting.post(f"/c/{slug}/format", data={"format": "gemini"})
    assert again.headers["Location"] == f"/c/{slug}"
    assert waiting.get(f"/api/conversations/{slug}").json["state"] == "waiting"
    read_all(waiting_app, worker)
    assert waiting.get(f"/api/conversations/{slug}").json["state"] == "failed"
    assert waiting.post(f"/c/{slug}/delete").status_code == 303
    assert waiting.get(f"/c/{slug}").status_code == 404


def test_a_worker_that_runs_until_all_is_done_reads_what_waits(waiting: FlaskClient, worker: Worker) -> None:
    slugs = [kept(waiting, chat())["slug"] for _ in range(2)]
    worker.run(0.1, until_done=True)
    for slug in slugs:
        assert waiting.get(f"/api/conversations/{slug}").status_code == 200


def test_a_sender_is_told_what_the_worker_does(
    waiting_app: Flask, waiting: FlaskClient, worker: Worker
) -> None:
    working = Thread(target=read_when_it_is_there, args=[waiting_app, worker])
    working.start()
    answer = waiting.post("/", **form(chat_lines(5)), headers=LINES)
    lines = [json.loads(line) for line in answer.text.splitlines()]
    working.join()
    slug = lines[0]["accepted"]["slug"]
    assert lines[-1]["kept"]["slug"] == slug
    assert lines[-1]["kept"]["url"] == f"/c/{slug}"
    assert waiting.get(f"/c/{slug}").status_code == 200


def test_a_sender_is_told_why_it_could_not_be_read(
    waiting_app: Flask, waiting: FlaskClient, worker: Worker
) -> None:
    working = Thread(target=read_when_it_is_there, args=[waiting_app, worker])
    working.start()
    lines = [json.loads(n) for n in waiting.post("/", **form(UNREADABLE), headers=LINES).text.splitlines()]
    working.join()
    assert lines[-1]["refused"]["status"] == 422
    slug = lines[-1]["refused"]["kept"]["slug"]
    assert "could not be read" in lines[-1]["refused"]["kept"]["entry"]
    assert slug == lines[0]["accepted"]["slug"]


def read_when_it_is_there(app: Flask, worker: Worker) -> None:
    with database_of(app).session() as session:
        while not (waits := jobs.claimable(session)):
            session.commit()
            time.sleep(0.01)
    assert worker.take(waits[0])


def test_several_are_listed_while_they_wait(waiting_app: Flask, waiting: FlaskClient, worker: Worker) -> None:
    slugs = [kept(waiting, chat(ask=f"Question {n}"))["slug"] for n in range(2)]
    address = f"/uploaded?c={slugs[0]}&c={slugs[1]}"
    assert waiting.get(address).text.count("it is being read") == 2
    read_all(waiting_app, worker)
    assert "it is being read" not in waiting.get(address).text


def test_a_job_is_taken_by_one_worker_only(waiting: FlaskClient, waiting_session: Session) -> None:
    kept(waiting, chat())
    [upload_id] = jobs.claimable(waiting_session)
    assert jobs.claim(waiting_session, "one", upload_id) is not None
    assert jobs.claim(waiting_session, "two", upload_id) is None
    assert jobs.claimable(waiting_session) == []


def silence(session: Session, since: timedelta = timedelta(minutes=1)) -> None:
    """As if the worker had not been heard from for a minute."""
    [job] = session.query(JobRow).all()
    job.beat_at = datetime.now(UTC) - since
    session.commit()


def test_a_worker_goes_on_when_what_it_cannot_read_is_deleted_meanwhile(
    waiting: FlaskClient, waiting_app: Flask, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = kept(waiting, b'{"no": "conversation at all"}')["slug"]
    loaded = jobs.loaded

    def deleted_first(*args: Any, **named: Any) -> Any:
        with database_of(waiting_app).session() as session:
            deleting.delete_uploads(session, session.scalars(select(JobRow.upload_id)).all())
        return loaded(*args, **named)

    monkeypatch.setattr("webapp.store.jobs.loaded", deleted_first)
    read_all(waiting_app, worker)
    assert waiting.get(f"/c/{slug}").status_code == 404


def test_a_job_whose_worker_is_silent_is_taken_again_and_the_first_one_stores_nothing(
    waiting: FlaskClient, waiting_session: Session, waiting_app: Flask
) -> None:
    slug = kept(waiting, chat())["slug"]
    [upload_id] = jobs.claimable(waiting_session)
    first = jobs.claim(waiting_session, "one", upload_id)
    assert first is not None
    stages = jobs.read_accepted(waiting_session, first, "one")
    next(stages)
    with database_of(waiting_app).session() as other:
        silence(other)
        second = jobs.claim(other, "two", upload_id)
        assert second is not None
        assert not jobs.report_progress(waiting_session, first.upload_id, "one", uploads.Stage("read"))
        with pytest.raises(permalinks.Gone):
            list(stages)
        list(jobs.read_accepted(other, second, "two"))
    assert waiting.get(f"/c/{slug}").status_code == 200


def test_what_was_heard_before_the_clock_was_put_back_counts_for_nothing(
    waiting: FlaskClient, waiting_session: Session
) -> None:
    slug = kept(waiting, chat())["slug"]
    [upload_id] = jobs.claimable(waiting_session)
    assert jobs.claim(waiting_session, "elsewhere", upload_id) is not None
    silence(waiting_session, since=timedelta(days=-1))
    assert jobs.claimable(waiting_session) == [upload_id]
    workers.heartbeat(waiting_session, "elsewhere")
    assert workers.is_there(waiting_session)
    waiting_session.execute(update(WorkerRow).values(beat_at=datetime.now(UTC) + timedelta(days=1)))
    waiting_session.commit()
    assert not workers.is_there(waiting_session)
    workers.heartbeat(waiting_session, "here")
    assert waiting_session.scalars(select(WorkerRow.name)).all() == ["here"]
    assert waiting.get(f"/c/{slug}").status_code == 200


class Watch:
    """A clock and the seconds since a start, as they are set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.since_start, self.jumped = 0.0, 0.0
        monkeypatch.setattr(clock, "time", self)
        monkeypatch.setattr(clock, "datetime", self)

    def monotonic(self) -> float:
        return self.since_start

    def now(self, _: object) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.since_start + self.jumped)


def test_a_clock_is_trusted_once_it_has_gone_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    seen = clock.EvenClock()
    assert not seen.is_trusted()
    watch.since_start = clock.EVENLY + 1
    assert seen.is_trusted()
    watch.jumped = 400 * 86_400
    assert not seen.is_trusted()
    watch.since_start += clock.EVENLY / 2
    assert not seen.is_trusted()
    watch.jumped = 0  # put right again
    assert not seen.is_trusted()
    watch.since_start += clock.EVENLY + 1
    assert seen.is_trusted()


def test_a_worker_deletes_nothing_for_its_age_right_after_a_start(
    app: Flask, settings: Settings, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = client.post("/api/conversations", data=chat()).json["slug"]
    with database_of(app).session() as session:
        session.execute(update(UploadRow).values(created_at=datetime.now(UTC) - timedelta(days=400)))
        session.commit()
    short = settings.model_copy(update={"keep_days": 30})
    Worker(app, short).run(0, until_done=True)
    assert client.get(f"/c/{slug}").status_code == 200
    monkeypatch.setattr(clock, "EVENLY", -1.0)
    Worker(app, short).run(0, until_done=True)
    assert client.get(f"/c/{slug}").status_code == 404


def test_a_job_that_ends_its_workers_fails_with_words(waiting: FlaskClient, waiting_session: Session) -> None:
    slug = kept(waiting, chat())["slug"]
    for _ in range(3):
        [upload_id] = jobs.claimable(waiting_session)
        assert jobs.claim(waiting_session, "one", upload_id) is not None
        silence(waiting_session)
    assert jobs.claim(waiting_session, "one", upload_id) is None
    told = waiting.get(f"/api/conversations/{slug}").json
    assert told["state"] == "failed"
    assert "begun 3 times" in told["error"]["message"]
    assert "ended from outside" in told["error"]["message"]
    assert "memory" not in told["error"]["message"] + told["error"]["hint"]


def test_a_log_that_takes_a_worker_too_long_is_kept_and_says_so(
    waiting: FlaskClient, waiting_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug, ended, load = kept(waiting, chat())["slug"], Event(), crosswire.load

    def load_slowly(*given: Any, **more: Any) -> Any:
        assert ended.wait(20)
        return load(*given, **more)

    monkeypatch.setattr("os._exit", lambda _: ended.set())
    monkeypatch.setattr(crosswire, "load", load_slowly)
    Worker(waiting_app, Settings(worker_seconds=0.01)).work_off()
    told = waiting.get(f"/api/conversations/{slug}").json
    assert "longer than 0.01 s" in told["error"]["message"]
    assert waiting.get(f"/c/{slug}/original", buffered=True).data == chat()


def test_a_worker_that_has_ended_on_this_machine_is_not_waited_for(
    waiting: FlaskClient, waiting_session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(waiting, chat())
    [upload_id] = jobs.claimable(waiting_session)
    assert jobs.claim(waiting_session, workers.new_name(), upload_id) is not None
    assert jobs.claimable(waiting_session) == []

    def ended(*_: object) -> None:
        raise ProcessLookupError

    monkeypatch.setattr("webapp.store.workers.os.kill", ended)
    assert jobs.claimable(waiting_session) == [upload_id]


def test_a_worker_that_stops_gives_its_job_back(
    waiting: FlaskClient, waiting_session: Session, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = kept(waiting, chat())["slug"]
    [upload_id] = jobs.claimable(waiting_session)
    monkeypatch.setattr("webapp.uploads.worker.Heart.show", lambda *_: worker.stop())
    assert worker.take(upload_id)
    job = jobs.find_job(waiting_session, slug)
    assert job is not None
    assert (job.state, job.attempts, job.worker) == ("waiting", 0, None)
    assert not worker.take(upload_id)


def test_too_little_memory_is_said(
    waiting: FlaskClient, waiting_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = kept(waiting, chat())["slug"]

    def no_memory(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("webapp.store.jobs.index_in_steps", no_memory)
    read_all(waiting_app, Worker(waiting_app, Settings(worker_memory_mb=512)))
    told = waiting.get(f"/api/conversations/{slug}")
    assert told.status_code == 413
    assert "more memory than 512 MB" in told.json["error"]["message"]


def test_a_deleted_upload_is_not_stored_by_the_worker_that_reads_it(
    waiting: FlaskClient, waiting_session: Session, waiting_app: Flask
) -> None:
    made = kept(waiting, chat())
    [upload_id] = jobs.claimable(waiting_session)
    job = jobs.claim(waiting_session, "one", upload_id)
    assert job is not None
    stages = jobs.read_accepted(waiting_session, job, "one")
    next(stages)
    with database_of(waiting_app).session() as other:
        deleting.delete_uploads(other, [upload_id])
    with pytest.raises(permalinks.Gone):
        list(stages)
    assert waiting.get(f"/c/{made['slug']}").status_code == 404


def test_a_worker_on_postgresql_finds_what_waits(make_app: MakeApp, postgres_database_url: str) -> None:
    app = make_app(Settings(database_url=postgres_database_url, read_at_once_bytes=20))
    worker = Worker(app, Settings())
    working = Thread(target=worker.run, args=[0.5])
    working.start()
    client = app.test_client()
    try:
        with database_of(app).session() as session:
            while not workers.is_there(session):
                session.commit()
        lines = client.post("/", **form(chat()), headers=LINES).text.splitlines()
        assert "kept" in json.loads(lines[-1])
    finally:
        worker.stop()
        working.join()
    with database_of(app).session() as session:
        assert not workers.is_there(session)
