"""What people paste on the front page: what is taken is told, keys are never kept, errors are explained."""

import io
import json
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from tests.conftest import database_of
from tests.selection import for_each
from tests.webapp.markup import flowed
from tests.webapp.samples import chat
from tests.webapp.stored import unpacked
from webapp.database.engine import Session
from webapp.database.tables import Table, UploadRow

KEY = "CANARY0123456789abcdef"
SAID = "No tool call found for function call output with call_id fc_68f1c0a2c9e081a0."
ERROR = f"openai.BadRequestError: Error code: 400 - {{'error': {{'message': '{SAID}', 'param': 'input'}}}}"
REQUEST = {
    "model": "gpt-5",
    "input": [
        {"role": "user", "content": "Hi."},
        {
            "type": "function_call",
            "id": "fc_68f1c0a2c9e081a0",
            "call_id": "call_a1B2c3",
            "name": "f",
            "arguments": "{}",
        },
        {"type": "function_call_output", "call_id": "fc_68f1c0a2c9e081a0", "output": "x"},
    ],
}
CURL = (
    f"curl https://api.openai.com/v1/responses?key={KEY} -H 'Authorization: Bearer {KEY}' \\\n"
    f"  -u me:{KEY} -d '{json.dumps(REQUEST)}' -H \"x-api-key: {KEY}\"\n"
)
REPORT = f"It fails since today:\n\n{ERROR}\n\n```sh\n{CURL}```\n"
STAGES = {"Accept": "application/x-ndjson"}
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


def everything(session: Session) -> bytes:
    """All that the database holds, unpacked."""
    held = b""
    for table in Table.metadata.sorted_tables:
        for record in session.execute(select(table)).mappings():
            for value in record.values():
                if isinstance(value, bytes):
                    held += unpacked(session, value, record)
                held += repr(value).encode()
    return held


@for_each("way", ["text", "file", "script", "api"])
def test_keys_around_a_log_reach_no_database(client: FlaskClient, app: Flask, way: str) -> None:
    if way == "text":
        assert client.post("/", data={"text": CURL}).status_code == 303
    elif way == "file":
        file = (io.BytesIO(CURL.encode()), "report.txt")
        assert client.post("/", data={"file": file}, content_type="multipart/form-data").status_code == 303
    elif way == "script":
        assert "kept" in client.post("/", data={"text": CURL}, headers=STAGES).text
    else:
        assert client.post("/api/conversations", data=CURL.encode()).status_code == 201
    with database_of(app).session() as session:
        held = everything(session)
        assert KEY.encode() not in held
        assert b"call_a1B2c3" in held
        upload = session.scalars(select(UploadRow).order_by(UploadRow.id)).all()[-1]
        told = {note["code"]: note["message"] for note in upload.notes}
    assert told["keys-cut"] == (
        "Cut out before it was kept: key, Authorization, the user and password, x-api-key."
    )
    assert told["pasted"] == (
        "Read the JSON of a curl command, line 2; it was sent to api.openai.com; "
        "its headers were left out: Authorization, x-api-key."
    )


def test_a_log_that_is_no_paste_is_kept_to_the_byte(client: FlaskClient) -> None:
    log = chat(ask=f"Authorization: Bearer {KEY}")
    slug = client.post("/api/conversations", data=log).json["slug"]
    assert client.get(f"/c/{slug}/original").data == log


def test_what_could_not_be_read_is_not_kept_with_its_keys(client: FlaskClient, app: Flask) -> None:
    text = f"curl https://x -H 'x-api-key: {KEY}' -d @body.json"
    assert client.post("/", data={"text": text}).status_code == 422
    with database_of(app).session() as session:
        assert KEY.encode() not in everything(session)


@for_each("error", [SAID, ERROR, json.dumps({"error": {"message": SAID, "code": 400}})])
def test_a_pasted_error_is_explained_by_the_shape_of_its_id(client: FlaskClient, error: str) -> None:
    answer = client.post("/", data={"text": error})
    assert answer.status_code == 303
    assert answer.location.startswith("/explain?error=")
    page = flowed(client.get(answer.location).text)
    assert "fc_68f1c0a2c9e081a0</code> is the id of an item (a function call), not of a call." in page
    assert "Paste the request to get the fix" in page
    assert f"<q>{SAID}</q>" in page
    told = json.loads(client.post("/", data={"text": error}, headers=STAGES).text)["kept"]
    assert told["url"] == answer.location


def test_a_log_that_follows_an_error_is_opened_with_it(client: FlaskClient) -> None:
    page = client.get(client.post("/", data={"text": ERROR}).location).text
    assert 'type="hidden" name="error"' in page
    answer = client.post("/", data={"text": json.dumps(REQUEST), "error": ERROR})
    assert parse_qs(urlsplit(answer.location).query)["error"] == [ERROR]


@for_each("headers", [{}, STAGES])
@for_each("error", [ERROR, SAID])
def test_a_bug_report_opens_with_its_error(client: FlaskClient, headers: dict[str, str], error: str) -> None:
    answer = client.post("/", data={"text": REPORT.replace(ERROR, error)}, headers=headers)
    there = json.loads(answer.text.splitlines()[-1])["kept"]["url"] if headers else answer.location
    assert urlsplit(there).path.startswith("/c/")
    assert parse_qs(urlsplit(there).query)["error"] == [error]
    assert "item-id-as-call-id" in client.get(there.partition("#")[0]).text


def taken(client: FlaskClient, text: str) -> str:
    answer = client.post("/taken", data={"text": text}, headers=HTMX)
    assert answer.status_code == 200
    assert answer.text.strip().startswith("<ul")
    return flowed(answer.text)


def test_what_would_be_taken_is_told_and_nothing_is_kept(client: FlaskClient, app: Flask) -> None:
    told = taken(client, REPORT)
    assert "<b>OpenAI Responses request</b> <span>from a curl command, line 7: 3 messages, 1 call" in told
    assert "<b>The error of OpenAI</b> <span>line 3: openai.BadRequestError" in told
    assert "headers (Authorization, x-api-key); 2 lines of text; keys, which are never kept (key, " in told
    assert KEY not in told
    with database_of(app).session() as session:
        assert session.scalars(select(UploadRow)).all() == []


@for_each(
    ("text", "told"),
    [
        (json.dumps(REQUEST), "<b>OpenAI Responses request</b> <span>3 messages, 1 call</span>"),
        (ERROR, "<b>No log</b> <span>Add the request to get the fix, too.</span>"),
        (SAID, "<b>The error</b>"),
        ("Good morning.", '<li data-state="unfit"><b>No log yet</b>'),
        ("<script>alert(1)</script>", '<li data-state="unfit">'),
        (json.dumps(REQUEST)[:-9], "<b>Not all read</b> <span>"),
        (f"body = {json.dumps(REQUEST)}\nother = {{'messages': [+]}}", "<b>Not read</b> <span>line 2: "),
    ],
)
def test_each_kind_of_text_is_told_for_what_it_is(client: FlaskClient, text: str, told: str) -> None:
    assert told in taken(client, text)
    assert "<script>" not in taken(client, text)


def test_text_alone_is_told_what_to_paste_and_not_where_json_is_missing(client: FlaskClient) -> None:
    text = "My agent says that an id is wrong, can you help?"
    sent = client.post("/", data={"text": text})
    assert sent.status_code == 422
    lines = client.post("/", data={"text": text}, headers={"Accept": "application/x-ndjson"}).text
    for told in (taken(client, text), sent.text, lines):
        assert "Paste the request that was refused" in told
        assert "Not JSON" not in told


@pytest.mark.parametrize("text", ["", "  \n"])
def test_of_an_empty_text_nothing_is_told(client: FlaskClient, text: str) -> None:
    assert "hidden" in taken(client, text)
    assert "<li" not in taken(client, text)


def test_the_front_page_says_before_an_upload_who_can_read_it(client: FlaskClient) -> None:
    page = flowed(client.get("/").text)
    assert "Anyone with the link can read it; only this browser can delete it." in page


def test_of_a_log_that_is_no_paste_nothing_is_taken_apart(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: bytes) -> None:
        raise AssertionError("a whole log was searched for errors")

    monkeypatch.setattr("webapp.home.pasted.errors_beside", fail)
    assert client.post("/", data={"text": json.dumps(REQUEST)}).status_code == 303
    assert "kept" in client.post("/", data={"text": chat().decode()}, headers=STAGES).text


def test_the_error_of_a_paste_that_waits_for_a_worker_goes_along(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.uploads.accept.is_read_at_once", lambda _: False)
    monkeypatch.setattr("webapp.home.staged.accepting.is_read_at_once", lambda _: False)
    answer = client.post("/", data={"text": REPORT})
    assert answer.status_code == 303
    assert parse_qs(urlsplit(answer.location).query)["error"] == [ERROR]
