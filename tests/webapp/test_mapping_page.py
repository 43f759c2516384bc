"""A mapping made on the page, without a script: questions, places of the document, what follows."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from tests.webapp.test_jobs import read_all
from webapp.request_scope import CAN_LEAVE
from webapp.uploads.worker import Worker

HALL: dict[str, Any] = {
    "visitor": 7,
    "visits": [
        {"wer": "gast", "sagt": "How warm is it in Oslo?"},
        {
            "wer": "haus",
            "sagt": "I look.",
            "griffe": [{"werkzeug": "thermometer", "eingabe": {"stadt": "Oslo"}, "nr": "g-41"}],
        },
        {"wer": "bote", "zu": "g-41", "bringt": "4 degrees"},
        {"wer": "haus", "sagt": "Four degrees."},
    ],
}


@pytest.fixture
def slug(client: FlaskClient) -> str:
    answer = client.post("/api/conversations", data=json.dumps(HALL).encode())
    found: str = answer.json["slug"]
    return found


def page(client: FlaskClient, slug: str, **query: str) -> str:
    answer = client.get(f"/c/{slug}/mapping", query_string=query)
    assert answer.status_code == 200
    return answer.text


def mapping_in(text: str) -> Any:
    """The mapping that the form holds."""
    value = text.partition('name="map" value="')[2].partition('"')[0]
    return json.loads(value.replace("&#34;", '"').replace("&amp;", "&"))


def test_the_document_of_an_unknown_format_leads_to_its_mapping(client: FlaskClient, slug: str) -> None:
    assert f"/c/{slug}/mapping" in client.get(f"/c/{slug}/json").text
    begun = page(client, slug)
    assert "Where is the conversation?" in begun
    assert "Nothing is read yet: say where the messages are." in begun


def test_three_places_are_enough_for_a_format_that_nobody_knows(client: FlaskClient, slug: str) -> None:
    text = page(client, slug, field="role", pick="0:/visits/0/wer")
    for at in ("0:/visits/0/sagt", "0:/visits/1/griffe/0/werkzeug"):
        field = text.partition(" checked")[0].rpartition('value="')[2].partition('"')[0]
        text = page(client, slug, map=json.dumps(mapping_in(text)), field=field, pick=at)
    assert "4 messages, 1 call, 1 result, 1 pair" in text
    assert mapping_in(text)["results"] == [{"at": "", "id": "zu", "output": "bringt"}]
    assert "thermometer({" in text.replace("&#34;", '"')
    assert '<span class="mapping-mark">call id</span>' in text


def test_what_a_word_means_can_be_said(client: FlaskClient, slug: str) -> None:
    given = {"crosswire_mapping": 1, "messages": ["/visits/*"], "role": "wer", "text": "sagt"}
    text = page(client, slug, map=json.dumps(given), **{"r.haus": "assistant", "r.gast": "nobody"})
    assert mapping_in(text)["roles"] == {"haus": "assistant"}
    text = page(client, slug, map=json.dumps(mapping_in(text)), **{"r.haus": ""})
    assert "roles" not in mapping_in(text)


def test_a_field_is_changed_by_hand_and_a_fault_stands_at_it(client: FlaskClient, slug: str) -> None:
    given = {"crosswire_mapping": 1, "messages": ["/visits/*"], "role": "wer"}
    text = page(client, slug, map=json.dumps(given), **{"f.text": "sagt, bringt", "f.role": "a/**/b"})
    assert mapping_in(text)["text"] == ["sagt", "bringt"]
    assert mapping_in(text)["role"] == "wer"
    assert 'role="alert">The mapping is wrong at /role' in text
    assert 'value="a/**/b"' in text
    assert (
        page(client, slug, map=json.dumps(given), field="text", pick="0:/nowhere").count("Nothing stands at")
        == 1
    )


@pytest.mark.parametrize(
    "given",
    ["{", "[]", '"x"', '{"crosswire_mapping": 9}', "[" * 50_000, '{"crosswire_mapping": 1, "text": 3}'],
)
def test_a_mapping_that_is_none_is_said_and_nothing_breaks(
    client: FlaskClient, slug: str, given: str
) -> None:
    assert 'data-severity="error" role="alert">The mapping is' in page(client, slug, map=given)


def test_a_mapping_is_not_longer_than_its_page_takes(client: FlaskClient, slug: str) -> None:
    answer = client.get(f"/c/{slug}/mapping", query_string={"map": " " * 60_001 + "x"})
    assert answer.status_code == 413


def test_the_mapping_and_a_blanked_sample_are_handed_out(client: FlaskClient, slug: str) -> None:
    given = {
        "crosswire_mapping": 1,
        "messages": ["/visits/*"],
        "role": "wer",
        "text": "sagt",
        "calls": [{"at": "griffe/*", "name": "werkzeug", "arguments": "eingabe", "id": "nr"}],
        "results": [{"at": "", "id": "zu", "output": "bringt"}],
    }
    query = {"map": json.dumps(given)}
    assert client.get(f"/c/{slug}/mapping/file.json", query_string=query).json == given
    sample = client.get(f"/c/{slug}/mapping/sample", query_string=query)
    assert sample.headers["Content-Disposition"] == 'attachment; filename="sample.json"'
    assert "Oslo" not in sample.text
    assert sample.json["visits"][1]["griffe"] == [
        {"werkzeug": "thermometer", "eingabe": {"stadt": "xxxx"}, "nr": "g-1"}
    ]
    assert client.get(f"/c/{slug}/mapping/sample").status_code == 422


def test_a_conversation_that_was_read_has_a_mapping_too(client: FlaskClient) -> None:
    body = json.dumps({"model": "m", "messages": [{"role": "user", "content": "hi"}]}).encode()
    slug = client.post("/api/conversations", data=body).json["slug"]
    assert "1 message, 0 calls" in page(client, slug, field="text", pick="0:/messages/0/content")


MAPPING: dict[str, Any] = {
    "crosswire_mapping": 1,
    "messages": ["/visits/*"],
    "role": "wer",
    "roles": {"gast": "user", "haus": "assistant", "bote": "tool"},
    "text": "sagt",
    "calls": [{"at": "griffe/*", "name": "werkzeug", "arguments": "eingabe", "id": "nr"}],
    "results": [{"at": "", "id": "zu", "output": "bringt"}],
}


def read_by(client: FlaskClient, slug: str, **fields: str) -> str:
    answer = client.post(f"/c/{slug}/mapping", data={"map": json.dumps(MAPPING), **fields})
    assert answer.status_code == 303, answer.text
    location: str = answer.location
    return location


def test_a_log_is_read_by_a_mapping_and_says_so(client: FlaskClient, slug: str) -> None:
    there = read_by(client, slug)
    text = client.get(there).text
    assert "Read by a mapping:" in text
    assert "4 degrees" in text
    assert mapping_in(client.get(f"{there}/mapping").text) == MAPPING
    told = client.get(f"/api{there.replace('/c/', '/conversations/')}").json
    assert told["detection"]["mapping"] == MAPPING
    assert (told["summary"]["calls"], told["summary"]["messages"]) == (1, 4)
    assert {
        one["accepts"]
        for one in client.get(f"/api{there.replace('/c/', '/conversations/')}/verdicts")
        .json["verdicts"]
        .values()
    } == {None}


def test_the_next_file_of_its_shape_is_read_by_the_mapping_that_was_kept(
    client: FlaskClient, slug: str
) -> None:
    read_by(client, slug, keep="yes", title="Haus & Gast")
    other = json.dumps({"visits": [{"wer": "gast", "sagt": "And in Bergen?"}, *HALL["visits"][1:3]]}).encode()
    kept = client.post("/api/conversations", data=other).json
    assert kept["format"] == "haus-gast"
    page_of_it = client.get(f"/c/{kept['slug']}").text
    assert "Haus &amp; Gast" in page_of_it
    assert "And in Bergen?" in page_of_it


def test_what_one_keeps_is_no_mapping_of_others(app: Flask, client: FlaskClient, slug: str) -> None:
    read_by(client, slug, keep="yes", title="Haus")
    stranger = app.test_client()
    assert stranger.post("/api/conversations", data=json.dumps(HALL).encode()).json["format"] is None
    assert "Haus" not in stranger.get("/access").text
    listed = client.get("/access").text
    assert "Haus" in listed
    forget = listed.partition('action="/access/mappings/')[2].partition('"')[0]
    assert stranger.post(f"/access/mappings/{forget}").status_code == 404
    assert client.post(f"/access/mappings/{forget}").status_code == 303
    assert "Haus" not in client.get("/access").text


def test_a_mapping_that_finds_nothing_is_refused(client: FlaskClient, slug: str) -> None:
    nowhere = {**MAPPING, "messages": ["/nowhere/*"]}
    answer = client.post(f"/c/{slug}/mapping", data={"map": json.dumps(nowhere)})
    assert answer.status_code == 422
    assert "The mapping finds nothing in this upload" in answer.text


def test_the_api_takes_a_mapping(client: FlaskClient) -> None:
    query = {"map": json.dumps(MAPPING), "name": "hall.json"}
    answer = client.post("/api/conversations", data=json.dumps(HALL).encode(), query_string=query)
    assert (answer.status_code, answer.json["format"]) == (201, "by-shape")
    wrong = client.post("/api/conversations", data=b"{}", query_string={"map": '{"crosswire_mapping": 1}'})
    assert wrong.status_code == 422
    assert "/messages" in wrong.text


def test_a_mapping_in_the_address_counts_where_a_form_holds_the_file(client: FlaskClient) -> None:
    file = io.BytesIO(json.dumps(HALL).encode()), "hall.json"
    query = {"map": json.dumps(MAPPING)}
    answer = client.post("/api/conversations", data={"file": file}, query_string=query)
    assert answer.json["format"] == "by-shape"


def test_a_worker_reads_by_the_mapping_too(waiting_app: Flask, waiting: FlaskClient, worker: Worker) -> None:
    query = {"map": json.dumps(MAPPING)}
    kept = waiting.post("/api/conversations", data=json.dumps(HALL).encode(), query_string=query)
    assert kept.status_code == 202
    read_all(waiting_app, worker)
    told = waiting.get(f"/api/conversations/{kept.json['slug']}").json
    assert (told["detection"]["format"], told["detection"]["mapping"]) == ("by-shape", MAPPING)


def test_a_long_mapping_is_left_to_a_reader(client: FlaskClient) -> None:
    """Each of its patterns is looked for in each message: of little text that is much work."""
    kept = client.post("/api/conversations", data=json.dumps({**HALL, "rest": ["x" * 50] * 300}).encode())
    path = f"/c/{kept.json['slug']}/mapping"
    many = {**MAPPING, "text": [f"body_{number}" for number in range(150)]}
    for mapping, is_left in ((MAPPING, False), (many, True)):
        query = {"map": json.dumps(mapping)}
        shown = client.get(path, query_string=query, environ_overrides={CAN_LEAVE: True})
        assert (shown.text == "") is is_left
        read = client.post(path, data=query, environ_overrides={CAN_LEAVE: True})
        assert (read.location is None) is is_left
