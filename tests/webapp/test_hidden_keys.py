"""No page, copy or export shows a key in the headers of a recording; its holder has the file."""

import io
import json
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from tests.samples import REQUESTS, RESPONSES
from tests.selection import in_turns
from tests.test_wrappers import zipped
from tests.webapp.shares import keep, shared
from webapp.uploads.worker import Worker

KEY = "q7Zk29LmWn41xYtR8sBv"
RECORDING: list[Any] = [
    {
        "request": {
            "method": "POST",
            "url": f"https://x.test/v1?key={KEY}",
            "headers": {"Authorization": f"Bearer {KEY}", "accept": "*/*"},
            "body": REQUESTS["openai-chat"] | {"extra_headers": {"x-api-key": KEY}},
        },
        "response": {"headers": {"set-cookie": f"sid={KEY}"}, "body": RESPONSES["openai-chat"]},
    }
]
DATA = json.dumps(RECORDING, indent=1).encode()
PAGES = (
    "",
    "/json",
    "/json/edit",
    "/exporting",
    "/check",
    "/calls",
    "/as/openai-chat.json",
    "/as/anthropic.json",
    "/as/openai-chat.json?fixed=1",
    "/share",
    "/search?q=Bearer",
    "/print",
)


def test_no_page_shows_a_key_to_anybody(client: FlaskClient, second_client: FlaskClient) -> None:
    slug = keep(client, DATA)
    for who in (client, second_client):
        for page in PAGES:
            answer = who.get(f"/c/{slug}{page}")
            assert answer.status_code in (200, 303, 403, 409), page
            assert KEY.encode() not in answer.data, page


def test_a_page_says_that_keys_are_hidden(client: FlaskClient) -> None:
    slug = keep(client, DATA)
    assert "4 keys in headers and addresses are shown as X" in client.get(f"/c/{slug}/how-read").text


def test_who_manages_it_has_the_file_to_the_byte_and_others_without_keys(
    client: FlaskClient, second_client: FlaskClient
) -> None:
    slug = keep(client, DATA)
    assert client.get(f"/c/{slug}/original").data == DATA
    theirs = second_client.get(f"/c/{slug}/original")
    assert KEY.encode() not in theirs.data
    assert theirs.content_length == len(theirs.data) == len(DATA)
    assert json.loads(theirs.data)[0]["request"]["headers"]["accept"] == "*/*"


def test_what_is_read_by_a_worker_is_read_without_keys_too(
    waiting: FlaskClient, waiting_app: Flask, worker: Worker
) -> None:
    slug = keep(waiting, DATA)
    stranger = waiting_app.test_client()
    assert stranger.get(f"/c/{slug}/original").status_code == 403
    assert waiting.get(f"/c/{slug}/original").data == DATA
    worker.work_off()
    assert KEY.encode() not in stranger.get(f"/c/{slug}/json").data
    assert waiting.get(f"/c/{slug}/original").data == DATA


def test_json_that_no_format_knows_shows_no_key_of_its_headers(
    client: FlaskClient, second_client: FlaskClient
) -> None:
    data = json.dumps(
        {"events": [{"headers": {"authorization": f"Bearer {KEY}"}, "what": "a thing"}]}
    ).encode()
    slug = keep(client, data)
    assert KEY not in second_client.get(f"/c/{slug}/json").get_data(as_text=True)
    assert client.get(f"/c/{slug}/original").data == data


def test_no_key_of_a_recording_in_an_archive_is_shown(
    client: FlaskClient, second_client: FlaskClient
) -> None:
    other = json.dumps(REQUESTS["anthropic"]).encode()
    archive = zipped({"a/one.json": DATA, "b/two.json": DATA, "chat.json": other})
    answer = client.post("/", data={"file": (io.BytesIO(archive), "logs.zip")})
    slug = answer.headers["Location"].rpartition("/c/")[2].partition("?")[0]
    others = client.get(f"/api/conversations/{slug}").json["conversations"]
    assert len(others) == 3
    for number, one in enumerate(others):
        for who in (client, second_client):
            for page in in_turns((*PAGES, "/share/preview"), number, 5):
                assert KEY.encode() not in who.get(f"/c/{one['slug']}{page}").data, page
        assert KEY.encode() not in second_client.get(f"/c/{one['slug']}/original").data
    assert client.get(f"/c/{slug}/original").data == archive
    copy = shared(client, others[1]["slug"])
    text = second_client.get(f"/c/{copy}/original").data
    assert (len(text), KEY.encode() in text) == (len(DATA), False)
