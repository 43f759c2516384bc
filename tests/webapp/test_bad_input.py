"""Bad input gets a clear message with the right status; nothing is kept, and nothing is executed."""

import gzip
import io
import json
import zipfile

import crosswire
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from tests.conftest import MakeApp, database_of
from tests.selection import for_each, in_turns
from tests.webapp.samples import call, chat
from webapp.database.engine import Session
from webapp.database.tables import UploadRow
from webapp.settings import Settings


def zipped(data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("log.json", data)
    return file.getvalue()


PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))
BAD = {
    "an empty file": (422, b"", "empty"),
    "only white space": (422, b" \n\t", "empty"),
    "no JSON": (422, b"Dear diary, today I called a tool.", "JSON"),
    "a cut file without a message": (422, b'{"messages": [' + b" " * 100, "line 1"),
    "a list without messages": (422, b'{"messages": []}', "are empty"),
    "an empty object": (422, b"{}", "empty object"),
    "a number": (422, b"42", "plain value"),
    "an HTML page": (422, b"\n<!DOCTYPE html><html><body>Sign in", "HTML page"),
    "XML with entities": (422, b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "XML"),
    "no UTF-8": (422, b'{"messages": ["\xff"]}', "UTF-8"),
    "UTF-16 without JSON": (422, "Dear diary".encode("utf-16"), "JSON"),
    "a zip of a picture": (422, zipped(PNG), "PNG"),
    "a gzip without its beginning": (422, gzip.compress(chat())[:8], "gzip"),
    "a PNG": (415, PNG, "PNG"),
    "too deep": (422, b"[" * 100_000, "deep"),
    "too deep, closed": (422, b"[" * 5_000 + b"]" * 5_000, "deep"),
    "deep objects": (422, b'{"a":' * 100_000, "deep"),
}


@for_each(("status", "data", "word"), BAD.values(), ids=BAD.keys())
def test_bad_input_is_answered_with_its_reason(
    client: FlaskClient, session: Session, status: int, data: bytes, word: str
) -> None:
    page = client.post("/", data={"file": (io.BytesIO(data), "log.json")})
    assert page.status_code == status
    assert page.mimetype == "text/html"
    assert word in page.text
    told = client.post("/api/conversations", data=data)
    assert told.status_code == status
    assert word in told.json["error"]["message"]
    assert told.json["error"]["status"] == status
    assert session.scalar(select(func.count()).select_from(UploadRow)) == 0


def test_the_place_of_the_fault_is_told(client: FlaskClient) -> None:
    error = client.post("/api/conversations", data=b'{"messages": [}').json["error"]
    assert error["offset"] == 14
    assert error["line"] == 1


def test_htmx_gets_the_message_as_a_fragment(client: FlaskClient) -> None:
    answer = client.post("/", data={"text": "{"}, headers={"HX-Request-Type": "partial"})
    assert answer.status_code == 422
    assert "<html" not in answer.text
    assert "JSON" in answer.text
    assert "HX-Request-Type" in answer.headers["Vary"]


def test_what_was_pasted_is_not_lost(client: FlaskClient) -> None:
    answer = client.post("/", data={"text": "a paste that took </textarea> long"})
    assert "a paste that took &lt;/textarea&gt; long" in answer.text


def test_an_empty_form_asks_for_a_file_or_a_paste(client: FlaskClient) -> None:
    for data in ({}, {"text": " \r\n"}, {"file": (io.BytesIO(b""), "")}, {"log": chat().decode()}):
        answer = client.post("/", data=data, content_type="multipart/form-data")
        assert answer.status_code == 422
        assert "Choose a file, or paste a log or an error" in answer.text


def test_a_program_is_told_which_field_a_form_lacks(client: FlaskClient) -> None:
    answer = client.post("/api/conversations", data={"log": (io.BytesIO(chat()), "log.json")})
    assert answer.status_code == 422
    assert answer.json["error"]["message"] == "The form has no field named file."


def test_a_program_sends_one_log_at_a_time(client: FlaskClient) -> None:
    path = "/api/conversations"

    def file() -> tuple[io.BytesIO, str]:
        return io.BytesIO(chat()), "log.json"

    answer = client.post(path, data={"file": file(), "text": chat().decode()})
    assert answer.status_code == 422
    assert "A file and a pasted text came together" in answer.text
    answer = client.post(path, data={"file": [file(), file()]}, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert "2 files came together" in answer.text


def test_a_page_names_the_formats_by_title(client: FlaskClient) -> None:
    for text, format in (("{}", ""), (chat().decode(), "morse")):
        page = client.post("/", data={"text": text, "format": format}).text
        notice = page[page.index('role="alert"') :].split("</p>")[0]
        assert crosswire.FORMATS["gemini"].TITLE in notice
        assert "openai-chat" not in notice
        assert "Upload one JSON document" not in notice


def test_the_hint_says_what_would_help(client: FlaskClient) -> None:
    def hint(data: bytes, query: str = "") -> str:
        said = client.post(f"/api/conversations{query}", data=data).json["error"]["hint"]
        assert isinstance(said, str)
        return said

    assert hint(b"Dear diary").startswith("Upload one JSON document")
    for told in (hint(b"{}"), hint(chat(), "?format=morse")):
        assert told.startswith("Known formats: openai-chat, ")


HTML = "<script>alert(1)</script><img src=x onerror=alert(1)>'\"&</textarea>"


def test_html_in_every_string_is_only_text(client: FlaskClient) -> None:
    log = {
        "model": HTML,
        "messages": [
            {"role": "system", "content": HTML, "name": HTML, HTML: HTML},
            {"role": "user", "content": [{"type": "text", "text": HTML}, {"type": HTML, "x": HTML}]},
            {
                "role": "assistant",
                "content": HTML,
                "refusal": HTML,
                "tool_calls": [call(HTML, HTML, json.dumps({HTML: HTML})), call(HTML, HTML, HTML)],
            },
            {"role": "tool", "tool_call_id": HTML, "content": HTML},
            {"role": HTML, "content": HTML},
        ],
        "tools": [
            {"type": "function", "function": {"name": HTML, "description": HTML, "parameters": {HTML: HTML}}}
        ],
        HTML: HTML,
    }
    kept = client.post("/", data={"file": (io.BytesIO(json.dumps(log).encode()), HTML + ".json")})
    assert kept.status_code == 303, kept.text
    pages = ["", "/rows?from=0"]
    pages += [
        f"?pane={target}:{view}"
        for target in ("original", "gemini", "anthropic")
        for view in ("read", "wire")
    ]
    for page in pages:
        text = client.get(kept.location + page).text
        assert "<script>alert" not in text
        assert "<img" not in text
        assert "alert(1)" in text


STRANGE = ["\ud800", "\x00", "\u202e", "\u2028", "\x1b[31m", "\\u{0}", "\\"]


@for_each("text", STRANGE, ids=ascii)
def test_strange_characters_are_kept_and_shown(any_app: Flask, text: str) -> None:
    client = any_app.test_client()
    log = json.dumps(
        {
            "messages": [
                {"role": "user", "content": text, text: text},
                {"role": "assistant", "tool_calls": [call(text + "1", text, json.dumps({text: text}))]},
                {"role": "tool", "tool_call_id": text + "1", "content": text},
            ]
        }
    ).encode()
    slug = client.post("/api/conversations", data=log).json["slug"]
    assert client.get(f"/c/{slug}/original").data == log
    paths = ("", "?pane=anthropic:wire&pane=original:wire", "/as/gemini.json?losses=1", "/rows?from=0")
    for path in in_turns(paths, STRANGE.index(text), 2):
        assert client.get(f"/c/{slug}{path}").status_code == 200
    told = client.get(f"/api/conversations/{slug}").json
    assert told["summary"]["pairing"]["by_id"] == 1


def test_a_full_database_is_said_and_reading_goes_on(make_app: MakeApp, settings: Settings) -> None:
    app = make_app(settings)
    client = app.test_client()
    slug = client.post("/api/conversations", data=chat()).json["slug"]
    engine = database_of(app).engine
    for held in [engine.connect() for _ in range(5)]:  # each pooled connection has its own limit
        driver = held.connection.dbapi_connection
        pages = driver.execute("PRAGMA page_count").fetchone()[0]
        driver.execute(f"PRAGMA max_page_count={pages + 1}")
        held.close()
    answer = client.post("/api/conversations", data=chat(ask="x" * 200_000 + str(range(9))))
    big = client.post(
        "/",
        data={"text": json.dumps({"messages": [{"role": "user", "content": ascii(list(range(60_000)))}]})},
    )
    assert big.status_code == 507
    assert answer.status_code in (201, 507)
    assert client.get(f"/c/{slug}").status_code == 200
    assert client.get("/healthz").status_code == 200
