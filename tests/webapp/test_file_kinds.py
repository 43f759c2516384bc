"""What programs call their logs: a page to search, and a refusal that says what to take instead."""

from __future__ import annotations

import io
import json
import re

import crosswire
from crosswire.reading.catalogue import LAST, SHAPES
from flask.testing import FlaskClient
from tests.test_file_catalogue import ROLLOUT, WRONG
from tests.webapp.test_conversation_pages import HTMX

ALL = len(SHAPES) + len(LAST)


def rows(page: str) -> list[str]:
    return re.findall(r'<tr role="row" id="([^"]+)">', page)


def test_all_kinds_of_files_are_listed_under_their_programs(client: FlaskClient) -> None:
    page = client.get("/reads").text
    assert sorted(rows(page)) == sorted(shape.name for shape in (*SHAPES, *LAST))
    assert f"<b>{ALL}</b> of {ALL} kinds of files" in page
    for wire in crosswire.FORMATS.values():
        assert f"read as {wire.TITLE}" in page


def test_all_words_that_are_looked_for_stand_in_a_row(client: FlaskClient) -> None:
    found = rows(client.get("/reads?q=Codex+database").text)
    assert "codex-database" in found
    assert "codex-rollout" not in found
    assert rows(client.get("/reads?q=.copilot/session-state").text) == ["copilot-session", "copilot-store"]


def test_files_are_chosen_by_whether_they_are_read(client: FlaskClient) -> None:
    kinds = {state: set(rows(client.get(f"/reads?state={state}").text)) for state in ("read", "not", "none")}
    assert "claude-code-session" in kinds["read"]
    assert "claude-code-settings" in kinds["none"]
    assert sum(map(len, kinds.values())) == ALL


def test_what_nobody_calls_a_file_is_told(client: FlaskClient) -> None:
    page = client.get("/reads?q=<b>nothing").text
    assert "No file is called that here" in page
    assert "<b>nothing" not in page
    assert "&lt;b&gt;nothing" in page


def test_a_search_asks_for_the_list_alone(client: FlaskClient) -> None:
    part = client.get("/reads?q=zed", headers=HTMX).text
    assert part.lstrip().startswith('<div id="kinds">')
    assert "zed-database" in rows(part)


def test_the_box_leads_there_and_so_does_a_refusal(client: FlaskClient) -> None:
    assert '<a href="/reads">What does your tool call its log?</a>' in client.get("/").text
    sent = {"file": (io.BytesIO(WRONG["a picture"][0]), "screen.png")}
    page = client.post("/", data=sent, content_type="multipart/form-data").text
    assert "This is a PNG image." in page
    assert 'href="/reads' in page


def test_a_document_that_no_reader_knows_is_called_by_its_name(client: FlaskClient) -> None:
    settings = {"permissions": {"allow": ["Read"]}, "model": "opus"}
    page = client.post("/", data={"text": json.dumps(settings)}, follow_redirects=True).text
    assert "This is a settings file of Claude Code. Crosswire reads no conversation in it." in page
    assert 'href="/reads"' in page


def test_the_answer_for_programs_has_the_program_and_what_to_take(client: FlaskClient) -> None:
    answer = client.post("/api/conversations", data=WRONG["a database of Codex"][0])
    error = answer.json["error"]
    assert answer.status_code == error["status"] == 415
    assert (error["program"], error["take_instead"]) == ("Codex", ROLLOUT)
    assert "the state database of Codex" in error["message"]


def test_an_unknown_file_has_neither(client: FlaskClient) -> None:
    error = client.post("/api/conversations", data=b"no log at all").json["error"]
    assert "program" not in error
    assert "take_instead" not in error
