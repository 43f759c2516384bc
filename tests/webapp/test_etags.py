"""ETags: a program that has the same bytes already gets none, and gets others where they changed."""

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient
from tests.selection import for_each
from tests.webapp.samples import chat, chat_lines

PATHS = (
    "/api/conversations/{slug}",
    "/api/conversations/{slug}/calls",
    "/api/conversations/{slug}/as/anthropic",
    "/api/library",
    "/api/openapi.json",
    "/c/{slug}/as/anthropic.json",
    "/c/{slug}/as/gemini.html",
    "/c/{slug}/original",
)
CODINGS = ({}, {"Accept-Encoding": "gzip"}, {"Accept-Encoding": "zstd"})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """One that takes answers as they are on the wire, packed ones too."""
    app.test_client_class = FlaskClient
    return app.test_client()


@pytest.fixture
def slug(client: FlaskClient) -> str:
    slug: str = client.post("/api/conversations?name=a.jsonl", data=chat_lines(3)).json["slug"]
    return slug


@for_each("path", PATHS)
def test_what_a_program_has_already_is_not_sent_again(client: FlaskClient, slug: str, path: str) -> None:
    tags = {}
    for coding in CODINGS:
        first = client.get(path.format(slug=slug), headers=coding, buffered=True)
        tag = first.headers["ETag"]
        assert first.status_code == 200
        assert not tag.startswith("W/")
        again = client.get(path.format(slug=slug), headers={**coding, "If-None-Match": f'"other", {tag}'})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
        other = client.get(
            path.format(slug=slug), headers={**coding, "If-None-Match": '"other"'}, buffered=True
        )
        assert (other.status_code, other.data) == (200, first.data)
        assert tags.setdefault(tag, first.data) == first.data, "other bytes have another tag"


def test_an_answer_that_changed_has_another_tag(client: FlaskClient) -> None:
    kept = client.post("/api/conversations", data=chat_lines(20)).json
    slug, mine = kept["slug"], {"Authorization": f"Bearer {kept['manage_secret']}"}
    paths = [f"/api/conversations/{slug}", f"/c/{slug}/original"]
    tags = [client.get(path, buffered=True).headers["ETag"] for path in paths]
    assert client.post("/api/conversations", data=chat_lines(30), headers=mine).json["revision"] == 2
    for path, tag in zip(paths, tags, strict=True):
        now = client.get(path, headers={"If-None-Match": tag}, buffered=True)
        assert now.status_code == 200
        assert now.headers["ETag"] != tag
    before = client.get(f"/c/{slug}/original?revision=1", headers={"If-None-Match": tags[1]})
    assert (before.status_code, before.data) == (304, b"")


def test_who_gets_the_upload_without_its_keys_gets_another_tag(client: FlaskClient) -> None:
    body = json.loads(chat())
    recorded = {"request": {"headers": {"Authorization": "Bearer abcdefgh12345678"}, "body": body}}
    kept = client.post("/api/conversations", data=json.dumps(recorded).encode()).json
    path, secret = f"/c/{kept['slug']}/original", {"Authorization": f"Bearer {kept['manage_secret']}"}
    mine, theirs = (client.get(path, headers=headers, buffered=True) for headers in (secret, {}))
    assert mine.data != theirs.data
    assert mine.headers["ETag"] != theirs.headers["ETag"]


def test_pages_and_what_writes_have_none(client: FlaskClient, slug: str) -> None:
    assert "ETag" not in client.get(f"/c/{slug}").headers
    assert "ETag" not in client.post(f"/api/conversations/{slug}/repair").headers
    assert "ETag" not in client.get("/api/conversations/nowhere").headers
