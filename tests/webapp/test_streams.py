"""Captured event streams on the site: kept to the byte, shown with their events, and exported."""

from __future__ import annotations

import io
import re
from pathlib import Path
from urllib.parse import unquote

from flask.testing import FlaskClient
from tests.selection import for_each
from tests.streams import KINDS
from tests.test_further_streams import INTERACTION, as_sse

STREAMS = Path(__file__).parents[1] / "corpus" / "streams"
FORMATS = ["anthropic", "gemini", "openai-chat", "openai-responses"]


def upload(client: FlaskClient, data: bytes, name: str) -> str:
    answer = client.post("/", data={"file": (io.BytesIO(data), name)})
    assert answer.status_code == 303, answer.text
    return answer.location


@for_each("format", FORMATS)
def test_a_stream_is_kept_shown_and_exported(client: FlaskClient, format: str) -> None:
    data = (STREAMS / f"{format}.sse").read_bytes()
    page = upload(client, data, f"{format}.sse")
    original = client.get(f"{page}/original")
    assert original.data == data
    assert f"{format}.sse" in original.headers["Content-Disposition"]
    for view in ("read", "wire"):
        shown = client.get(f"{page}?pane=original:{view}").text
        assert "run_shell_command" in shown
        assert "ls -la" in shown
    for target in FORMATS:
        exported = client.get(f"{page}/as/{target}.json")
        assert f"{format}.{target}.json" in exported.headers["Content-Disposition"]
        assert "run_shell_command" in exported.text


def test_the_wire_view_shows_each_block_once_and_names_its_event(client: FlaskClient) -> None:
    page = upload(client, (STREAMS / "openai-responses.sse").read_bytes(), "a.sse")
    shown = client.get(f"{page}?pane=original:wire").text
    assert "0:/item" in shown
    assert shown.count("fc_1") == client.get(f"{page}?pane=openai-responses:wire").text.count("fc_1")


def test_an_address_in_an_event_leads_to_its_row(client: FlaskClient) -> None:
    page = upload(client, (STREAMS / "openai-responses.sse").read_bytes(), "a.sse")
    assert 'id="at"' in client.get(f"{page}?at=0:/item/call_id").text


def test_a_part_of_a_stream_names_its_other_events_and_each_leads_to_it(client: FlaskClient) -> None:
    page = upload(client, as_sse(KINDS["bedrock"]), "a.sse")
    rows = (client.get(f"{page}/part/{number}").json for number in range(1, 4))
    [call] = [row for row in rows if row["address"] == "8:/contentBlockStart/start"]
    places = ["9:/contentBlockDelta/delta/toolUse/input", "10:/contentBlockDelta/delta/toolUse/input"]
    assert [unquote(one["url"].partition("at=")[2]) for one in call["also"]] == places
    led = client.get(f"{page}?at={places[1]}").text.partition('id="at"')
    assert re.findall(r'data-row="(\d+)"', led[0] + led[1] + led[2][:100])[-1] == "3"


def test_a_capture_of_several_answers_is_several_conversations(client: FlaskClient) -> None:
    data = (STREAMS / "gemini.sse").read_bytes()
    ended = data.replace(b'"content"', b'"finishReason": "STOP", "content"')
    page = upload(client, ended + ended, "two.sse")
    assert client.get(f"{page}/conversations").text.count("/c/") >= 2


def test_a_stream_whose_beginning_is_missing_is_kept_and_says_so(client: FlaskClient) -> None:
    data = (STREAMS / "anthropic.sse").read_bytes().partition(b"\n\n")[2]
    path = upload(client, data, "a.sse")
    assert "ls -la" in client.get(path).text
    how = client.get(f"{path}/how-read").text
    assert "A piece of a block stands here that was never begun" in how


def test_a_repair_of_a_stream_that_needs_none_is_the_stream(client: FlaskClient) -> None:
    page = upload(client, (STREAMS / "gemini.sse").read_bytes(), "a.sse")
    assert client.get(f"{page}/repair").status_code == 200
    assert client.get(f"{page}/repaired.json").json["candidates"]


def test_a_stream_of_a_format_that_is_not_written_has_all_its_pages(client: FlaskClient) -> None:
    page = upload(client, as_sse(INTERACTION), "interaction.sse")
    for path in (
        "",
        "?pane=original:wire",
        "/calls",
        "/exporting",
        "/repair",
        "/json",
        "?pane=anthropic:wire",
    ):
        assert client.get(f"{page}{path}").status_code == 200, path
    assert "look_1" in client.get(f"{page}/as/openai-responses.json").text
    assert "Gemini Interactions" in client.get("/formats").text
