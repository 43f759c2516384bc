"""Logs that are not small are read by processes beside the server, which has limits for them."""

import errno
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import crosswire
import pytest
from bench.made_up import upload
from flask import Flask
from flask.testing import FlaskClient
from tests.conftest import MakeApp, database_of, work_off
from tests.selection import some_of
from tests.webapp.samples import form
from webapp.operations.server.readers import Ended, Reader, Readers, beside
from webapp.request_scope import SMALL
from webapp.services import services_of
from webapp.settings import Settings
from webapp.store import workers

LARGE = upload(60)
assert len(LARGE) > SMALL


@pytest.fixture
def readers(app: Flask, settings: Settings) -> Iterator[Readers]:
    made = beside(app, settings)
    yield made
    made.stop()


@pytest.fixture
def served(app: Flask, readers: Readers, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A browser of a server whose own process cannot read any log."""

    def fail(*_: object, **__: object) -> NoReturn:
        raise AssertionError("read in the server's own process")

    monkeypatch.setattr(crosswire, "load", fail)
    return app.test_client()


def keep(client: FlaskClient, data: bytes = LARGE) -> str:
    sent = client.post("/api/conversations", data=data)
    assert sent.status_code == 201
    return sent.json["slug"]


def test_what_reads_a_large_log_is_answered_by_another_process(served: FlaskClient) -> None:
    slug = keep(served)
    assert served.get(f"/c/{slug}/original", buffered=True).data == LARGE
    assert served.get(f"/api/conversations/{slug}/verdicts").status_code == 200
    for page in ("/print", "/repair", "/compare", "/as/anthropic.json", "/search?q=a"):
        assert served.get(f"/c/{slug}{page}", buffered=True).status_code == 200


CROWDED = b'{"messages": [{"role": "assistant", "content": [' + b'"a",' * 15_000 + b'"a"]}]}'
assert len(CROWDED) < SMALL


@pytest.mark.thorough
def test_a_small_log_of_very_many_parts_is_read_by_another_process_too(served: FlaskClient) -> None:
    slug = keep(served, CROWDED)
    assert served.get(f"/api/conversations/{slug}/verdicts").status_code == 200
    page = served.post("/", data={"text": CROWDED.decode()})
    assert page.status_code == 303
    assert served.get(page.location).status_code == 200


def test_a_form_with_a_large_log_leads_to_its_page_and_keeps_who_sent_it(served: FlaskClient) -> None:
    answer = served.post("/", data={"text": LARGE.decode()})
    assert answer.status_code == 303
    page = served.get(answer.location)
    assert page.status_code == 200
    assert "/delete" in page.text


def test_what_is_wrong_with_a_large_log_is_said_in_the_same_words(
    served: FlaskClient, client: FlaskClient
) -> None:
    answer = served.post("/api/conversations", data=b"[" * (SMALL + 1))
    assert answer.status_code == 422
    assert answer.headers.get_all("X-Request-Id")[1:] == []


def test_a_small_log_is_read_at_once(
    readers: Readers, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Reader, "answer", None)
    slug = keep(client, upload(4))
    assert client.get(f"/api/conversations/{slug}/verdicts").status_code == 200


@pytest.fixture
def stopped(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets every reader end, for the reason that is given."""

    def stop(why: str) -> None:
        def answer(*_: object) -> NoReturn:
            raise Ended(why)

        monkeypatch.setattr(Reader, "answer", answer)

    return stop


def test_an_upload_that_takes_too_long_is_kept_and_left_to_a_worker(
    app: Flask, client: FlaskClient, stopped: Any
) -> None:
    stopped("seconds")
    sent = client.post("/api/conversations", data=LARGE)
    assert (sent.status_code, sent.json["state"]) == (202, "waiting")
    work_off(app)
    assert client.get(f"/c/{sent.json['slug']}/original", buffered=True).data == LARGE


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("seconds", "longer than 60 s"),
        ("memory", "more memory than 2,048 MB"),
        ("ended", "ended from outside"),
        ("failed", "did not start, or failed by itself"),
        ("busy", "Try again"),
    ],
)
def test_a_page_whose_reader_is_stopped_says_why(
    client: FlaskClient, stopped: Any, why: str, words: str
) -> None:
    slug = keep(client)
    stopped(why)
    for page in (f"/c/{slug}/print", f"/api/conversations/{slug}/verdicts"):
        answer = client.get(page)
        assert answer.status_code == 503
        assert words in answer.text
        assert ("Retry-After" in answer.headers) == (why in ("ended", "failed", "busy"))


@pytest.mark.parametrize("why", ["ended", "failed", "busy"])
def test_an_upload_whose_reader_is_ended_is_not_acknowledged(
    client: FlaskClient, stopped: Any, why: str
) -> None:
    stopped(why)
    assert client.post("/api/conversations", data=LARGE).status_code == 503


def test_that_no_reader_can_be_started_is_said(
    client: FlaskClient, readers: Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> NoReturn:
        raise OSError(errno.EMFILE, "Too many open files")

    readers.preparing.join(20)
    readers.stop()
    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", refuse)
    answer = client.post("/api/conversations", data=LARGE)
    assert answer.status_code == 503
    assert "did not start" in json.loads(answer.data)["error"]["message"]


def test_a_long_temporary_folder_is_none_of_a_readers_business(
    app: Flask, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fork server could not listen there."""

    def refuse(_: object) -> NoReturn:
        raise OSError("AF_UNIX path too long")

    monkeypatch.setattr("multiprocessing.forkserver.connect_to_new_process", refuse)
    with pytest.raises(Ended):
        Reader(settings)
    monkeypatch.setattr("tempfile.tempdir", f"/tmp/{'a' * 90}")
    reader = Reader(settings)
    try:
        sent = app.test_request_context("/help").request.environ
        environ = {name: value for name, value in sent.items() if isinstance(value, str | bool)}
        status, *_ = reader.answer(environ, b"", 60.0)
        assert status
    finally:
        reader.kill()


def test_a_reader_that_fails_before_it_reads_is_said(
    client: FlaskClient, readers: Readers, settings: Settings
) -> None:
    readers.preparing.join(20)
    readers.stop()
    readers._settings = settings.model_copy(update={"database_url": "nothing://"})
    answer = client.post("/api/conversations", data=LARGE)
    assert answer.status_code == 503
    assert "failed by itself" in json.loads(answer.data)["error"]["message"]


def test_a_reader_that_takes_too_long_is_killed_and_another_one_takes_its_place(
    make_app: MakeApp, settings: Settings
) -> None:
    app = make_app(settings.model_copy(update={"reader_seconds": 0.001}))
    made = beside(app, settings.model_copy(update={"reader_seconds": 0.001}))
    made.preparing.join(20)
    (first,) = made._all
    try:
        assert app.test_client().post("/api/conversations", data=LARGE).status_code == 202
        first._process.join(10)
        assert not first.is_there()
        made._settings = settings
        keep(app.test_client())
        assert first not in made._all
    finally:
        made.stop()


LINES = {"Accept": "application/x-ndjson"}
STAGE = b'{"stage": "read", "done": 0, "of": 0}\n'


def test_the_stages_of_an_upload_come_while_a_reader_works(served: FlaskClient) -> None:
    told = served.post("/", **form(LARGE), headers=LINES)
    lines = [json.loads(line) for line in told.text.splitlines()]
    assert [line["stage"] for line in lines[:-1]] == ["read", "pair", "check", "arrange", "store"]
    assert served.get(lines[-1]["kept"]["url"]).status_code == 200


def test_a_worker_is_woken_as_soon_as_a_large_upload_is_kept(make_app: MakeApp, settings: Settings) -> None:
    """And not at the end of the answer, which follows what the worker does."""
    waiting = settings.model_copy(update={"read_at_once_bytes": SMALL})
    app = make_app(waiting)
    with database_of(app).session() as session:
        workers.heartbeat(session, "here:1:x")
    woken: list[bool] = []
    services_of(app).queue.woken_by(lambda: woken.append(True))
    made = beside(app, waiting)
    try:
        made.preparing.join(20)
        answer = app.test_client().post("/", **form(LARGE), headers=LINES, buffered=False)
        assert "accepted" in json.loads(next(answer.iter_encoded()))
        assert woken == [True]
        answer.close()
    finally:
        made.stop()


@pytest.fixture
def why() -> str:
    return "seconds"


@pytest.fixture
def telling(why: str, readers: Readers, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a reader has come to that tells one stage, and ends after it; the next may be none."""
    came: list[str] = []

    def answer(*_: object) -> Iterator[Any]:
        yield "200 OK", [("Content-Type", "application/x-ndjson")]
        yield STAGE
        came.append("more")
        raise Ended(why)

    monkeypatch.setattr(Reader, "answer", answer)
    return came


def test_a_line_is_passed_on_before_the_next_one_is_made(
    client: FlaskClient, readers: Readers, telling: list[str]
) -> None:
    readers.preparing.join(20)
    answer = client.post("/", **form(LARGE), headers=LINES, buffered=False)
    assert next(answer.iter_encoded()) == STAGE
    answer.close()
    assert telling == []
    assert readers._all == set()


def test_what_follows_after_a_reader_was_stopped_is_told_in_the_same_answer(
    app: Flask, client: FlaskClient, telling: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.home.staged.LONGEST", 0.0)
    answer = client.post("/", **form(LARGE), headers=LINES)
    first, *others = [json.loads(line) for line in answer.text.splitlines()]
    assert first == json.loads(STAGE)
    assert others[0]["accepted"]["slug"] == others[-1]["kept"]["slug"]
    work_off(app)
    assert client.get(others[-1]["kept"]["url"]).status_code == 200


@pytest.mark.parametrize("why", ["memory", "ended"])
def test_that_a_reader_was_stopped_is_told_in_the_same_answer(
    client: FlaskClient, telling: list[str], why: str
) -> None:
    answer = client.post("/", **form(LARGE), headers=LINES)
    first, last = [json.loads(line) for line in answer.text.splitlines()]
    assert first == json.loads(STAGE)
    assert last["refused"]["status"] == 503
    assert ("memory" if why == "memory" else "ended from outside") in last["refused"]["message"]


@pytest.mark.skipif(sys.platform != "linux", reason="measures a reader by what Linux says of a process")
@pytest.mark.parametrize("more", some_of([20, 45], 2))
def test_a_log_that_needs_more_memory_than_is_set_is_said_and_stops_no_other(
    make_app: MakeApp, settings: Settings, more: int
) -> None:
    most = megabytes_for_a_usual_log(make_app(settings), settings) + more
    small = settings.model_copy(update={"reader_memory_mb": most})
    app = make_app(small)
    made = beside(app, small)
    made.preparing.join(20)
    try:
        client = app.test_client()
        answer = client.post("/api/conversations", data=chat_of(100_000))
        assert answer.status_code == 503
        assert f"more memory than {most} MB" in json.loads(answer.data)["error"]["message"]
        keep(client, upload(61))
    finally:
        made.stop()


def megabytes_for_a_usual_log(app: Flask, settings: Settings) -> int:
    """What a reader takes to start and to read a log, which grows with the app and differs by machine."""
    made = beside(app, settings)
    made.preparing.join(20)
    try:
        keep(app.test_client())
        [reader] = made._all
        status = Path(f"/proc/{reader._process.pid}/status").read_text()
    finally:
        made.stop()
    return int(status.partition("VmPeak:")[2].split()[0]) // 1024


def chat_of(messages: int) -> bytes:
    return json.dumps({"messages": [{"role": "user", "content": "a"}] * messages}).encode()


def test_a_log_that_needs_too_much_memory_is_said(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = keep(client)

    def fail(*_: object, **__: object) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr(crosswire, "load", fail)
    answer = client.get(f"/api/conversations/{slug}/verdicts")
    assert answer.status_code == 503
    assert "more memory than 2,048 MB" in json.loads(answer.data)["error"]["message"]
