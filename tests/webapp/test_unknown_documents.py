"""JSON that no format knows is kept and opens as its document; nothing passes for read."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from tests.test_wrappers import database
from tests.webapp.samples import chat
from tests.webapp.shares import shared, slug_in

TOKEN = "ghp_" + "9aXb3" * 7 + "Q"
STEPS = {
    "run": "r-1",
    "steps": [
        {"kind": "observe", "callId": "c-1", "output": "a hit"},
        {"kind": "observe", "callId": "c-2", "output": "another"},
        {"role": "assistant", "content": "Done."},
    ],
}
DATA = json.dumps(STEPS, indent=2).encode()


def kept(client: FlaskClient, data: bytes = DATA) -> str:
    answer = client.post("/api/conversations", data=data)
    assert answer.status_code == 201
    slug = answer.json["slug"]
    assert isinstance(slug, str)
    return slug


def test_the_api_answers_201_without_a_format(client: FlaskClient) -> None:
    answer = client.post("/api/conversations", data=DATA)
    assert (answer.status_code, answer.json["format"]) == (201, None)
    told = client.get(f"/api/conversations/{answer.json['slug']}").json
    assert told["detection"]["format"] is None
    assert "not as a conversation of any known format" in told["detection"]["reason"]
    assert [one["address"] for one in told["summary"]["unread"]] == ["0:/steps/0", "0:/steps/1", "0:/steps/2"]


def test_a_database_without_its_journal_says_so_once(client: FlaskClient, tmp_path: Path) -> None:
    made = ("PRAGMA journal_mode=WAL", "CREATE TABLE t (a)", "CREATE TABLE u (a)", "INSERT INTO u VALUES (1)")
    slug = kept(client, database(tmp_path / "x", *made, rows=[{"colour": "blue"}]))
    reason = client.get(f"/api/conversations/{slug}").json["detection"]["reason"]
    assert "reads as an SQLite database" in reason
    assert reason.count("`-wal`") == 1
    assert client.get(f"/c/{slug}/json").text.count("`-wal`") == 1


def test_a_browser_lands_on_the_document(client: FlaskClient) -> None:
    sent = client.post("/", data={"file": (io.BytesIO(DATA), "run.json")})
    assert sent.status_code == 303
    there = client.get(sent.location)
    assert (there.status_code, there.location) == (303, f"{sent.location}/json")
    page = client.get(there.location).text
    assert "No format that Crosswire knows" in page
    assert "2 objects look like tool results and 1 like a message" in page
    assert "Nothing was read, so nothing was checked." in page
    assert "passes" not in page
    assert "Looks like a tool result, id c-1." in page


def test_what_looks_like_something_is_marked_on_its_line(client: FlaskClient) -> None:
    page = client.get(f"/c/{kept(client)}/json").text
    marked = [one.partition('"')[0] for one in page.split('<li id="L')[1:] if "data-likeness" in one]
    begin = [n for n, line in enumerate(DATA.decode().splitlines(), 1) if line == "    {"]
    assert marked == list(map(str, begin))


def test_an_address_leads_to_its_line(client: FlaskClient) -> None:
    slug = kept(client)
    answer = client.get(f"/c/{slug}/json?at=0:/steps/1")
    assert answer.status_code == 303
    assert "#L" in answer.location


@pytest.mark.parametrize("way", ["calls", "verdicts", "as/anthropic", "patch", "example"])
def test_what_needs_a_conversation_is_refused(client: FlaskClient, way: str) -> None:
    answer = client.get(f"/api/conversations/{kept(client)}/{way}")
    assert answer.status_code == 409
    assert "No format that Crosswire knows" in answer.json["error"]["message"]


@pytest.mark.parametrize("way", ["", "/calls", "/check", "/search?q=x"])
def test_pages_of_a_conversation_lead_to_the_document(client: FlaskClient, way: str) -> None:
    slug = kept(client)
    answer = client.get(f"/c/{slug}{way}")
    assert (answer.status_code, answer.location) == (303, f"/c/{slug}/json")


def test_the_bytes_stay_and_can_be_deleted(client: FlaskClient) -> None:
    slug = kept(client)
    assert client.get(f"/c/{slug}/original").data == DATA
    assert client.delete(f"/api/conversations/{slug}").status_code == 403


def test_it_can_be_read_as_a_format_under_a_link_of_its_own(client: FlaskClient) -> None:
    slug = kept(client)
    answer = client.post(f"/c/{slug}/format", data={"format": "anthropic"})
    assert answer.status_code == 422
    assert "Anthropic" in answer.text or "anthropic" in answer.text
    assert client.get(f"/c/{slug}/json").status_code == 200


def test_the_list_of_several_uploads_says_what_was_kept_as_a_document(client: FlaskClient) -> None:
    files = [(io.BytesIO(DATA), "run.json"), (io.BytesIO(chat()), "chat.json")]
    page = client.post("/", data={"file": files}, content_type="multipart/form-data").text
    assert "2 logs kept" in page
    assert "Kept as a document" in page


def test_the_library_lists_it_by_its_keys(client: FlaskClient) -> None:
    client.post("/", data={"file": (io.BytesIO(DATA), "run.json")})
    page = client.get("/library").text
    assert "JSON with run, steps" in page
    assert "no known format" in page


def test_a_secret_is_masked_in_a_copy(client: FlaskClient) -> None:
    data = json.dumps(STEPS | {"key": TOKEN}).encode()
    sent = client.post("/", data={"file": (io.BytesIO(data), "run.json")})
    copy = client.get(f"/c/{shared(client, slug_in(sent.location))}/json").text
    assert "search" in copy
    assert TOKEN not in copy


def test_lines_of_json_of_no_format_open_too(client: FlaskClient) -> None:
    data = b"".join(json.dumps(step).encode() + b"\n" for step in STEPS["steps"])
    page = client.get(f"/c/{kept(client, data)}/json").text
    assert page.count("data-likeness") == 3


def test_a_format_that_was_asked_for_is_not_passed_over(client: FlaskClient) -> None:
    answer = client.post("/api/conversations?format=anthropic", data=DATA)
    assert answer.status_code == 422
