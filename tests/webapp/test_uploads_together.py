"""Several logs at once, the stages of their keeping, and errors that come without a log."""

import io
import json
import re
import socket
import threading
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from tests.conftest import MakeApp, database_of, serving
from tests.selection import for_each
from tests.webapp.markup import flowed
from tests.webapp.samples import SLUG, chat, chat_lines, long_chat
from tests.webapp.test_bad_input import BAD, PNG
from tests.webapp.test_conversation_pages import HOSTILE
from webapp.database.engine import Session, StorageFull
from webapp.database.tables import UploadRow
from webapp.settings import Settings
from webapp.store import uploads
from webapp.store.uploads import Stage
from webapp.uploads import sent
from werkzeug.test import TestResponse

STAGES = {"Accept": "application/x-ndjson"}
ERROR = "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_lost1"


def file(data: bytes, name: str) -> tuple[io.BytesIO, str]:
    return io.BytesIO(data), name


def send(client: FlaskClient, **fields: object) -> TestResponse:
    return client.post("/", data=fields, content_type="multipart/form-data")


def kept(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(UploadRow)) or 0


def entries(page: str) -> list[str]:
    return re.findall(r'<li class="uploaded".*?</li>', page, re.DOTALL)


def lines(answer: TestResponse) -> list[dict[str, object]]:
    return [json.loads(line) for line in answer.text.splitlines()]


def test_each_of_several_files_is_kept_or_refused_with_its_reason_in_order(
    client: FlaskClient, session: Session
) -> None:
    answer = send(
        client,
        file=[file(chat(), "a.json"), file(PNG, "photo.png"), file(b"", "empty.json")],
        folder=[file(chat_lines(3), "runs/monday/b.jsonl")],
        text=chat(ask="Pasted?").decode(),
    )
    assert answer.status_code == 200
    a, photo, empty, b, pasted = entries(answer.text)
    assert "a.json" in a
    assert "4</b> messages" in a
    assert "no problem" in a
    assert "PNG image" in photo
    assert "/c/" not in photo
    assert "empty" in empty
    assert ">runs</a>" in b
    assert "3 conversations" in flowed(b)
    assert "Pasted text" in pasted
    assert "3 logs kept, 2 refused" in answer.text
    assert kept(session) == 3
    slugs = [re.search(f"/c/({SLUG})", one)[1] for one in (a, b, pasted)]  # type: ignore[index]
    names = [client.get(f"/api/conversations/{slug}").json["name"] for slug in slugs]
    assert names == ["a.json", "runs.zip", None]
    assert "cw_manage" in answer.headers["Set-Cookie"]


def test_the_list_of_what_was_kept_has_an_address(client: FlaskClient) -> None:
    page = send(client, file=[file(chat(), "a.json"), file(chat(), "b.json"), file(b"{", "c.json")]).text
    address = re.search(r'href="(/uploaded\?[^"]+)"', page)[1].replace("&amp;", "&")  # type: ignore[index]
    again = client.get(address)
    assert len(entries(again.text)) == 2
    assert "2 logs kept" in again.text
    gone = client.get(f"/uploaded?c={'A' * 22}&c=<img>")
    assert gone.status_code == 200
    assert "Nothing is here any more" in gone.text


def test_where_all_are_refused_the_status_says_so(client: FlaskClient) -> None:
    answer = send(client, file=[file(b"{", "a.json"), file(PNG, "b.png")])
    assert answer.status_code == 422
    assert "0 logs kept, 2 refused" in answer.text


def test_one_that_is_too_large_keeps_no_other_from_being_kept(make_app: MakeApp, settings: Settings) -> None:
    client = make_app(settings.model_copy(update={"max_upload_bytes": 40_000})).test_client()
    large = b'{"messages": "' + b"x" * 50_000 + b'"}'
    one, two = entries(send(client, file=[file(large, "large.json"), file(chat(), "small.json")]).text)
    assert "40000 bytes" in one
    assert "/c/" in two


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # werkzeug stops half-way
def test_a_hundred_files_are_taken_and_more_are_refused(client: FlaskClient) -> None:
    def some(count: int) -> list[tuple[io.BytesIO, str]]:
        return [file(b"{", f"{n}.json") for n in range(count)]

    assert len(entries(send(client, file=some(100)).text)) == 100
    answer = send(client, file=some(130))
    assert answer.status_code == 413
    assert "At most 100 files" in answer.text


def test_names_of_files_run_nothing_and_hide_nothing(client: FlaskClient) -> None:
    name = f"{HOSTILE}\u202egnp.json"
    page = send(client, file=[file(chat(), name), file(b"{", name)]).text
    assert "<img src" not in page
    assert "<script>alert" not in page
    assert "\u202e" not in page


def test_the_stages_are_told_as_they_begin_and_the_permalink_at_the_end(client: FlaskClient) -> None:
    answer = client.post("/", data={"file": file(chat_lines(3), "runs/a.jsonl")}, headers=STAGES)
    assert answer.mimetype == "application/x-ndjson"
    *stages, last = lines(answer)
    assert [one["stage"] for one in stages] == ["read", "pair", "check", "arrange", "store"]
    assert stages[1] == {"stage": "pair", "done": 0, "of": 3}
    told = last["kept"]
    assert isinstance(told, dict)
    assert re.fullmatch(f"/c/{SLUG}", told["url"])
    assert "runs/a.jsonl" in told["entry"]
    assert client.get(f"{told['url']}/original").data == chat_lines(3)
    assert client.get(told["url"]).text.count("Delete this upload") == 1


def test_the_stages_of_a_file_of_very_many_lines_read_it_where_it_was_put(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sent, "MOST_PASTED", 1_000)
    data = chat_lines(30)
    answer = client.post("/", data={"file": (io.BytesIO(data), "a.jsonl")}, headers=STAGES)
    told = lines(answer)[-1]["kept"]
    assert isinstance(told, dict)
    assert client.get(f"/c/{told['slug']}/original").data == data


@for_each(("status", "data", "word"), BAD.values(), ids=BAD.keys())
def test_what_cannot_be_read_ends_the_stages_with_its_reason(
    client: FlaskClient, session: Session, status: int, data: bytes, word: str
) -> None:
    answer = client.post("/", data={"file": file(data, "log.json")}, headers=STAGES)
    refused = lines(answer)[-1]["refused"]
    assert isinstance(refused, dict)
    assert refused["status"] == status
    assert word in refused["message"]
    assert kept(session) == 0


@pytest.mark.parametrize(("error", "status"), [(StorageFull(), 507), (RuntimeError("secret"), 500)])
def test_what_fails_in_the_middle_is_told_and_keeps_nothing(
    client: FlaskClient, session: Session, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("webapp.store.uploads.insert_conversations", fail)
    answer = client.post("/", data={"file": file(chat(), "log.json")}, headers=STAGES)
    *stages, last = lines(answer)
    assert stages[-1]["stage"] == "store"
    assert last["refused"]["status"] == status  # type: ignore[index]
    assert "secret" not in answer.text
    assert kept(session) == 0


def test_a_form_without_a_log_or_too_large_a_one_is_refused_in_a_line(
    make_app: MakeApp, settings: Settings
) -> None:
    client = make_app(settings.model_copy(update={"max_upload_bytes": 1_000})).test_client()
    for data, status in ((b"", 422), (b"x" * 1_100, 413), (b"x" * 100_000, 413)):
        fields = {"file": file(data, "log.json" if data else "")}
        answer = client.post("/", data=fields, headers=STAGES, content_type="multipart/form-data")
        assert answer.status_code == status
        assert lines(answer)[-1]["refused"]["status"] == status  # type: ignore[index]


def test_who_closes_the_stages_has_kept_nothing(session: Session) -> None:
    for stop_at in ("read", "pair", "check", "arrange", "store"):
        stages = uploads.keep_in_stages(session, chat_lines(3))
        assert any(stage.name == stop_at for stage in stages)
        stages.close()
    assert kept(session) == 0
    every = list(uploads.keep_in_stages(session, chat_lines(2)))
    assert [(one.name, one.done) for one in every] == [
        ("read", 0),
        *((step, done) for done in range(2) for step in ("pair", "check", "arrange")),
        ("store", 2),
    ]
    *_, last = uploads.keep_in_stages(session, chat_lines(3))
    assert last == Stage("store", 3, 3)
    assert kept(session) == 2


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """What a server waits for before each conversation that it works on."""
    from webapp.readmodel import build as indexing

    index, opened = indexing._index, threading.Semaphore(0)

    def when_opened(*args: object) -> object:
        assert opened.acquire(timeout=60)
        return index(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(indexing, "_index", when_opened)
    return opened


def begun(server: str, data: bytes) -> socket.socket:
    """A connection on which a log was sent, and whose answer nobody has read yet."""
    url = urlsplit(server)
    body = (
        b'--edge\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
        + data
        + b"\r\n--edge--\r\n"
    )
    head = (
        f"POST / HTTP/1.1\r\nHost: localhost\r\nAccept: application/x-ndjson\r\n"
        f"Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    connection = socket.create_connection((url.hostname, url.port), timeout=10)
    connection.sendall(head.encode() + body)
    return connection


def read_until(connection: socket.socket, word: bytes) -> bytes:
    text = b""
    while word not in text:
        piece = connection.recv(65536)
        assert piece, f"the answer ended after {text!r}"
        text += piece
    return text


def test_a_server_sends_each_stage_when_it_begins(live_server: str, gate: threading.Semaphore) -> None:
    with begun(live_server, chat_lines(4)) as connection:
        gate.release()
        before = read_until(connection, b'"pair"')
        gate.release(3)
        after = read_until(connection, b'"kept"')
    assert b'"read"' in before
    assert b'"store"' not in before
    assert b'"store"' in after


def test_who_hangs_up_has_kept_nothing(
    settings: Settings, make_app: MakeApp, gate: threading.Semaphore
) -> None:
    with serving(settings) as server:
        connection = begun(server, chat_lines(4))
        connection.recv(10)
        connection.close()
        gate.release(4)
    # The server has ended all its work.
    with database_of(make_app(settings)).session() as session:
        assert kept(session) == 0


def test_an_error_alone_is_explained_and_has_an_address(client: FlaskClient) -> None:
    answer = send(client, error=ERROR)
    assert answer.status_code == 303
    assert answer.location.startswith("/explain?error=")
    page = client.get(answer.location).text
    assert "What the error means" in page
    assert "unanswered-call" in page
    assert "toolu_lost1" in page
    assert "messages.1" in page
    assert "What to do" in page
    assert "Paste the request to get the fix" in page
    assert "Set-Cookie" not in answer.headers
    assert client.get("/explain").status_code == 200


def test_a_long_error_is_explained_whole_without_an_address(client: FlaskClient) -> None:
    answer = send(client, error="GET /health 200\n" * 1_000 + ERROR)
    assert answer.status_code == 200
    assert "unanswered-call" in answer.text


def test_an_error_that_nobody_knows_still_asks_for_the_log(client: FlaskClient) -> None:
    page = send(client, error=f"The moon is full. {HOSTILE}").headers["Location"]
    text = client.get(page).text
    assert "No rule is known" in text
    assert "<script>alert" not in text
    assert "<img src" not in text


def test_a_long_error_goes_along_with_its_log_uncut(client: FlaskClient) -> None:
    error = "GET /health 200\n" * 1_000 + ERROR
    page = send(client, text=chat().decode(), error=error).text
    assert "What the error means here" in page
    (sent,) = re.findall(r'name="error"\s+value="([^"]*)"', page)
    assert sent.replace("&#39;", "'").replace("\r\n", "\n") == error.strip()
    (there,) = re.findall(r'action="(/c/[^"]+)"', page)
    assert "unanswered-call" in client.post(there.partition("#")[0], data={"error": error}).text
    told = client.post("/", data={"text": chat().decode(), "error": error}, headers=STAGES)
    assert lines(told)[-1]["kept"]["url"] == ""  # type: ignore[index]


def test_a_large_log_is_told_no_more_often_than_it_can_be_read(client: FlaskClient) -> None:
    answer = client.post("/", data={"file": file(chat_lines(300), "many.jsonl")}, headers=STAGES)
    assert len(lines(answer)) < 100


def test_the_same_bytes_again_make_another_link(client: FlaskClient, app: Flask) -> None:
    page = send(client, file=[file(long_chat(2), "a.json"), file(long_chat(2), "a.json")]).text
    links = {re.search(f"/c/({SLUG})", one)[1] for one in entries(page)}  # type: ignore[index]
    assert len(links) == 2
