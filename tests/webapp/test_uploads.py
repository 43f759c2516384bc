"""Uploads by file, by paste and by program: kept to the byte, found under a permalink."""

import codecs
import io
import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.selection import for_each, tries
from tests.webapp.samples import SLUG, chat, chat_lines, form
from webapp.uploads.sent import pasted_bytes

KEEP_FIXTURES = settings(
    deadline=None,
    max_examples=tries(12, thorough=60),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

TEXT = st.text(max_size=30)
MESSAGES = st.lists(
    st.fixed_dictionaries(
        {"role": st.sampled_from(["user", "assistant", "system"]), "content": TEXT},
        optional={"name": TEXT, "é\x00": st.integers() | st.floats(allow_nan=False) | TEXT},
    ),
    min_size=1,
    max_size=4,
)


def log_bytes(draw: st.DrawFn) -> bytes:
    text = json.dumps(
        {"model": draw(TEXT), "messages": draw(MESSAGES)},
        indent=draw(st.sampled_from([None, 0, 3, "\t"])),
        ensure_ascii=draw(st.booleans()),
    )
    around = st.text(" \t\r\n", max_size=3)
    data = (draw(around) + text + draw(around)).encode("utf-8", "replace")
    return (codecs.BOM_UTF8 if draw(st.booleans()) else b"") + data


def upload(client: FlaskClient, data: bytes, name: str = "log.json", **fields: str) -> str:
    """Upload as the front page does; the slug of the permalink."""
    answer = client.post("/", data={"file": (io.BytesIO(data), name), **fields})
    assert answer.status_code == 303, answer.text
    return answer.location.removeprefix("/c/")


@KEEP_FIXTURES
@given(st.composite(log_bytes)())
def test_an_upload_comes_back_to_the_byte(client: FlaskClient, data: bytes) -> None:
    by_program = client.post("/api/conversations", data=data).json["slug"]
    for slug in (upload(client, data), by_program):
        assert client.get(f"/c/{slug}/original").data == data


def test_a_file_lands_on_its_permalink(client: FlaskClient) -> None:
    answer = client.post("/", data={"file": (io.BytesIO(chat()), "weather.json")})
    assert answer.status_code == 303
    assert re.fullmatch(f"/c/{SLUG}", answer.location)
    assert client.get(answer.location).status_code == 200


def test_a_pasted_text_lands_on_its_permalink(client: FlaskClient) -> None:
    answer = client.post("/", data={"text": chat().decode(), "format": ""})
    assert answer.status_code == 303
    assert client.get(f"{answer.location}/original").data == chat()


def test_a_pasted_text_keeps_the_line_ends_of_the_text_field(client: FlaskClient) -> None:
    lines = chat_lines(3)
    sent_by_a_browser = lines.decode().replace("\n", "\r\n")
    slug = client.post("/", data={"text": sent_by_a_browser}).location
    assert client.get(f"{slug}/original").data == lines
    assert "turned back to LF" in client.get(f"{slug}/how-read").text
    (note,) = client.get(f"/api{slug.replace('/c/', '/conversations/')}").json["notes"]
    assert note["code"] == "line-ends"


def test_nothing_is_said_of_line_ends_that_were_left_alone(client: FlaskClient) -> None:
    for text in (chat_lines(2).decode(), chat_lines(1).decode().rstrip(), '\r\n{\n"messages": []}\r'):
        slug = client.post("/", data={"text": text, "format": "openai-chat"}).headers.get("Location", "/")
        assert "line ends" not in client.get(slug).text


@for_each(
    ("sent", "kept"),
    [
        ("a\r\nb\r\n", b"a\nb\n"),
        ("a\nb\r\n", b"a\nb\r\n"),
        ("a\rb\r\n", b"a\rb\r\n"),
        ("no line end", b"no line end"),
        ("é \U0001f600", "é \U0001f600".encode()),
    ],
)
def test_only_line_ends_that_a_form_made_are_undone(sent: str, kept: bytes) -> None:
    assert pasted_bytes(sent) == kept


def test_text_counts_where_no_file_was_chosen(client: FlaskClient) -> None:
    fields = {"file": (io.BytesIO(b""), ""), "text": chat().decode()}
    slug = client.post("/", data=fields).location
    assert client.get(f"{slug}/original").data == chat()


def test_a_program_is_told_the_permalink_and_the_manage_secret_once(client: FlaskClient) -> None:
    answer = client.post("/api/conversations?name=weather.json", data=chat())
    assert answer.status_code == 201
    assert re.fullmatch(SLUG, answer.json["slug"])
    assert answer.json["url"] == f"http://localhost/c/{answer.json['slug']}"
    assert answer.json["format"] == "openai-chat"
    assert len(answer.json["manage_secret"]) >= 43
    assert answer.location == f"/api/conversations/{answer.json['slug']}"
    assert "Set-Cookie" not in answer.headers
    again = client.get(answer.location)
    assert again.json["name"] == "weather.json"
    assert answer.json["manage_secret"] not in again.text


@pytest.mark.parametrize("content_type", [None, "application/x-www-form-urlencoded", "application/json"])
def test_a_program_may_send_the_body_itself_under_any_type(
    client: FlaskClient, content_type: str | None
) -> None:
    answer = client.post("/api/conversations", data=chat(), content_type=content_type)
    assert answer.status_code == 201
    assert client.get(f"/c/{answer.json['slug']}/original").data == chat()


def test_a_file_may_come_without_a_name(client: FlaskClient) -> None:
    """As `curl -F 'file=<log.json'` sends it."""
    answer = client.post("/api/conversations", **form(chat(), name=None))
    assert client.get(f"/c/{answer.json['slug']}/original").data == chat()


def test_a_program_may_send_a_form(client: FlaskClient) -> None:
    fields = {"file": (io.BytesIO(chat()), "weather.json")}
    answer = client.post("/api/conversations", data=fields)
    assert client.get(f"/api/conversations/{answer.json['slug']}").json["name"] == "weather.json"


def test_what_was_read_is_told_as_json(client: FlaskClient) -> None:
    slug = client.post("/api/conversations", data=chat()).json["slug"]
    told = client.get(f"/api/conversations/{slug}").json
    assert told["detection"]["format"] == "openai-chat"
    assert told["detection"]["container"] == "json"
    assert told["detection"]["reason"]
    assert told["size"] == len(chat())
    assert told["summary"]["pairing"]["by_id"] == 1
    assert told["findings"] == []


def test_the_detected_format_can_be_overruled(client: FlaskClient) -> None:
    data = json.dumps({"messages": [{"role": "user", "content": "Hello"}]}).encode()
    for format in ("openai-chat", "anthropic"):
        slug = client.post(f"/api/conversations?format={format}", data=data).json["slug"]
        detection = client.get(f"/api/conversations/{slug}").json["detection"]
        assert (detection["format"], detection["asked_for"]) == (format, True)


def test_an_unknown_format_is_refused_with_the_known_ones(client: FlaskClient) -> None:
    answer = client.post("/api/conversations?format=morse", data=chat())
    assert answer.status_code == 422
    assert "morse" in answer.json["error"]["message"]
    assert "openai-chat" in answer.json["error"]["message"]


def test_each_conversation_of_an_upload_has_a_permalink_and_they_list_each_other(
    client: FlaskClient,
) -> None:
    answer = client.post("/api/conversations", data=chat_lines(3)).json
    slugs = [one["slug"] for one in answer["conversations"]]
    assert len(set(slugs)) == 3
    assert slugs[0] == answer["slug"]
    for slug in slugs:
        told = client.get(f"/api/conversations/{slug}").json
        assert [one["slug"] for one in told["conversations"]] == slugs
        assert client.get(f"/c/{slug}").status_code == 200


@for_each(
    ("sent", "kept"),
    [
        ("../../etc/passwd.json", "passwd.json"),
        ("C:\\logs\\weather.json", "weather.json"),
        ("tab\there\r\n.json", "tabhere.json"),
        ("x" * 300, "x" * 200),
        ("\u202e", None),
    ],
)
def test_the_name_of_a_file_holds_no_folder_and_no_control_character(
    client: FlaskClient, sent: str, kept: str | None
) -> None:
    answer = client.post("/api/conversations", query_string={"name": sent}, data=chat())
    assert client.get(f"/api/conversations/{answer.json['slug']}").json["name"] == kept


def test_a_slug_has_128_random_bits(app: Flask) -> None:
    from webapp.store.reading import new_slug

    slugs = {new_slug() for _ in range(10_000)}
    assert len(slugs) == 10_000
    assert all(re.fullmatch(SLUG, slug) for slug in slugs)
