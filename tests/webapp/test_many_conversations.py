"""Uploads of very many conversations: kept in few statements, listed in pieces."""

import html
import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event
from tests.webapp.markup import text
from tests.webapp.samples import chat_lines
from webapp.database.engine import Session
from webapp.store import uploads


def lines(count: int) -> bytes:
    messages = ([{"role": "user", "content": f"Question {n}"}] for n in range(1, count + 1))
    return b"".join(json.dumps({"messages": one}).encode() + b"\n" for one in messages)


def shown(page: str) -> list[int]:
    """The numbers of the conversations that a page links to."""
    return [int(n) for n in re.findall(r'<a\s+href="/c/[^"]*"[^>]*>(\d+)\. ', page)]


def test_the_number_of_statements_does_not_grow_with_the_conversations(any_session: Session) -> None:
    statements: list[str] = []
    event.listen(any_session.get_bind(), "before_cursor_execute", lambda *one: statements.append(one[2]))
    uploads.keep(any_session, lines(5))
    few = len(statements)
    statements.clear()
    kept = uploads.keep(any_session, lines(300))
    assert len(statements) <= few + 5
    assert [row.number for row in kept.conversations] == list(range(300))


def test_each_conversation_keeps_its_own_parts(any_app: Flask) -> None:
    client = any_app.test_client()
    told = client.post("/api/conversations", data=chat_lines(40)).json
    for number in (0, 17, 39):
        page = client.get(told["conversations"][number]["url"]).text
        assert f"Question {number}<" in page
        assert f"Question {number + 1}<" not in page


@pytest.fixture(scope="module")
def count() -> int:
    return 250


def test_a_page_lists_its_neighbours_the_first_and_the_last(client: FlaskClient, count: int) -> None:
    told = client.post("/api/conversations", data=lines(count)).json
    for at, expected in (
        (0, [*range(1, 19), count]),
        (124, [1, *range(117, 135), count]),
        (count - 1, [1, *range(count - 17, count + 1)]),
    ):
        page = html.unescape(client.get(told["conversations"][at]["url"]).text)
        assert shown(page) == expected
        assert f"Conversation {at + 1} of {count}" in " ".join(text(page).split())


def test_all_conversations_are_listed_on_pages(client: FlaskClient, count: int) -> None:
    slug = client.post("/api/conversations", data=lines(count)).json["slug"]
    for at, expected in ((1, range(1, 101)), (150, range(101, 201)), (count, range(201, count + 1))):
        assert shown(client.get(f"/c/{slug}/conversations?at={at}").text) == list(expected)
    middle = client.get(f"/c/{slug}/conversations?at=150").text
    for at in (1, 201):
        assert f"/c/{slug}/conversations?at={at}" in middle
    for at in ("0", "-5", "251", "9" * 30, "x"):
        assert client.get(f"/c/{slug}/conversations?at={at}").status_code == 200
    assert client.get("/c/" + "x" * 22 + "/conversations").status_code == 404


def test_a_program_is_told_a_thousand_and_the_count(client: FlaskClient) -> None:
    made = client.post("/api/conversations", data=lines(1_005)).json
    told = client.get(f"/api/conversations/{made['slug']}").json
    for answer in (made, told):
        assert len(answer["conversations"]) == 1_000
        assert answer["conversations_total"] == 1_005
    assert made["conversations"] == told["conversations"]
    secret = {"Authorization": f"Bearer {made['manage_secret']}"}
    deleted = client.delete(f"/api/conversations/{made['slug']}", headers=secret).json
    assert len(deleted["deleted"]) == 1_000
    assert deleted["deleted_total"] == 1_005
    assert client.get(f"/c/{made['slug']}").status_code == 404
