"""The held map over HTTP: given beside an export, and taken back when what became of it is converted."""

import io
import json
import zipfile

import pytest
from flask.testing import FlaskClient
from tests.test_sidecar import ANTHROPIC


def kept(client: FlaskClient, value: object) -> str:
    slug: str = client.post("/api/conversations", data=json.dumps(value)).json["slug"]
    return slug


@pytest.fixture
def slug(client: FlaskClient) -> str:
    return kept(client, ANTHROPIC)


@pytest.mark.parametrize("path", ["/c/{}/as/openai-chat.json", "/api/conversations/{}/as/openai-chat"])
def test_an_export_comes_with_its_map_when_asked_for(client: FlaskClient, slug: str, path: str) -> None:
    told = json.loads(client.get(path.format(slug) + "?held=1").data)
    assert told["held"]["crosswire"] == "held"
    back = client.post(
        f"/api/conversations/{kept(client, told['payload'])}/as/anthropic", data=json.dumps(told["held"])
    )
    assert back.status_code == 200
    assert back.json["payload"] == ANTHROPIC
    assert "held" not in json.loads(client.get(path.format(slug)).data)


def test_the_map_and_the_losses_come_together(client: FlaskClient, slug: str) -> None:
    told = json.loads(client.get(f"/c/{slug}/as/gemini.json?losses=1&held=1").data)
    assert list(told) == ["payload", "losses", "id_map", "name_map", "held"]


def test_what_cannot_stand_again_is_among_the_losses(client: FlaskClient, slug: str) -> None:
    told = client.get(f"/api/conversations/{slug}/as/openai-chat?held=1").json
    [denied] = [m for m in told["payload"]["messages"] if m["content"] == "denied"]
    denied["content"] = "granted"
    back = client.post(
        f"/api/conversations/{kept(client, told['payload'])}/as/anthropic", data=json.dumps(told["held"])
    )
    [loss] = [loss for loss in back.json["losses"] if loss["code"] == "changed-since"]
    assert loss["what"] == "is_error"


@pytest.mark.parametrize("body", ["{}", "no JSON", '{"crosswire": "held", "version": 2}'])
def test_what_is_no_map_is_refused(client: FlaskClient, slug: str, body: str) -> None:
    answer = client.post(f"/api/conversations/{slug}/as/openai-chat", data=body)
    assert answer.status_code == 422


def test_a_map_of_something_else_is_refused(client: FlaskClient, slug: str) -> None:
    told = client.get(f"/api/conversations/{slug}/as/openai-chat?held=1").json
    other = kept(client, {"messages": [{"role": "tool", "tool_call_id": "x", "content": "y"}]})
    answer = client.post(f"/api/conversations/{other}/as/anthropic", data=json.dumps(told["held"]))
    assert answer.status_code == 422
    assert "another payload" in answer.text


def test_an_unknown_format_is_not_found(client: FlaskClient, slug: str) -> None:
    assert client.post(f"/api/conversations/{slug}/as/morse", data="{}").status_code == 404


def test_the_form_gives_the_map_in_an_archive(client: FlaskClient, slug: str) -> None:
    answer = client.get(f"/c/{slug}/export?format=openai-chat&shape=body&held=1", follow_redirects=True)
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        assert "held.json" in archive.namelist()
        assert json.loads(archive.read("held.json"))["crosswire"] == "held"
    other = client.get(f"/c/{slug}/export?format=openai-chat&shape=markdown&held=1")
    assert "held" not in other.location
