"""Exports in every shape: their addresses, their headers, the form that asks for them, and refusals."""

import io
import json
import re
import zipfile
from html import unescape

import crosswire
import crosswire.exports
import pytest
from crosswire.exports import SHAPES
from flask.testing import FlaskClient
from tests.selection import for_each
from tests.webapp.samples import chat, chat_lines

ANSWERED = {"role": "assistant", "content": "It is 15 °C."}
LEFT_OUT = 5
"""Things of this log that a trajectory has no field for."""
LOSES = {"temperature": 0.5, "logit_bias": {"1": 2}}


@pytest.fixture
def slug(client: FlaskClient) -> str:
    body = json.loads(chat()) | LOSES
    body["messages"].append(ANSWERED)
    data = json.dumps(body).encode()
    slug: str = client.post("/api/conversations?name=weather.json", data=data).json["slug"]
    return slug


@for_each("shape", SHAPES.values(), ids=SHAPES)
def test_each_shape_has_a_file_ending_a_media_type_and_a_name(
    client: FlaskClient, slug: str, shape: crosswire.exports.Shape
) -> None:
    answer = client.get(f"/c/{slug}/as/anthropic.{shape.ENDING}")
    if shape.NAME == "fine-tune":  # its calls have no place there, and the turns go on
        assert answer.status_code in (200, 422)
        answer = client.get(f"/c/{slug}/as/openai-chat.{shape.ENDING}")
    assert answer.status_code == 200
    assert answer.mimetype == shape.MEDIA_TYPE
    assert answer.headers["Content-Disposition"].startswith("attachment;")
    assert f'.{shape.ENDING}"' in answer.headers["Content-Disposition"]
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


def test_a_file_is_what_the_core_writes(client: FlaskClient, slug: str) -> None:
    [conversation] = crosswire.load(client.get(f"/c/{slug}/original").data).conversations
    rendering = crosswire.render(conversation, "gemini", ids="native")
    export = crosswire.exports.Export(conversation, rendering, "weather.json")
    for ending, name in (
        ("messages.json", "messages"),
        ("sse", "stream"),
        ("md", "markdown"),
        ("py", "python"),
    ):
        data = client.get(f"/c/{slug}/as/gemini.{ending}?ids=native").data
        assert data == crosswire.exports.write(name, export).data


def test_a_file_comes_with_its_losses_when_asked_for(client: FlaskClient, slug: str) -> None:
    answer = client.get(f"/c/{slug}/as/anthropic.messages.json?losses=1")
    assert answer.mimetype == "application/zip"
    named = answer.headers["Content-Disposition"]
    assert 'filename="weather.anthropic.messages.json-with-losses.zip"' in named
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        told = json.loads(archive.read("losses.json"))
        messages = archive.read("weather.anthropic.messages.json")
    assert "beside-messages" in {loss["code"] for loss in told["losses"]}
    assert messages == client.get(f"/c/{slug}/as/anthropic.messages.json").data


def test_the_archive_holds_the_upload_to_the_byte(client: FlaskClient, slug: str) -> None:
    data = client.get(f"/c/{slug}/as/bedrock.zip").data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.read("original/weather.json") == client.get(f"/c/{slug}/original").data
    assert data == client.get(f"/c/{slug}/as/bedrock.zip").data


@for_each(
    ("query", "place"),
    [
        ("format=gemini", "gemini.json"),
        ("format=gemini&shape=body&ids=fill", "gemini.json"),
        ("format=gemini&losses=1", "gemini.json?losses=zip"),
        ("format=cohere&shape=curl&ids=native&losses=1", "cohere.sh?ids=native&losses=1"),
        ("format=anthropic&shape=messages&ids=keep", "anthropic.messages.json?ids=keep"),
    ],
)
def test_the_form_leads_to_the_address_of_the_file(
    client: FlaskClient, slug: str, query: str, place: str
) -> None:
    answer = client.get(f"/c/{slug}/export?{query}")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/c/{slug}/as/{place}"
    assert client.get(answer.headers["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("query", "named"), [("format=gemini&shape=morse", "fine-tune"), ("format=morse", "azure-foundry")]
)
def test_what_the_form_does_not_offer_is_refused_with_what_there_is(
    client: FlaskClient, slug: str, query: str, named: str
) -> None:
    answer = client.get(f"/c/{slug}/export?{query}")
    assert answer.status_code == 400
    assert named in answer.text


@for_each("place", ["anthropic.morse", "morse.sse", "..zip", "original.html"])
def test_other_files_are_not_found(client: FlaskClient, slug: str, place: str) -> None:
    assert client.get(f"/c/{slug}/as/{place}").status_code == 404


def test_a_deleted_conversation_has_no_file(client: FlaskClient) -> None:
    for path in ("as/anthropic.md", "as/anthropic.zip", "export?format=gemini"):
        assert client.get(f"/c/nothing/{path}").status_code == 404


def test_a_shape_that_a_format_has_not_says_which_have_it_and_leads_back(
    client: FlaskClient, slug: str
) -> None:
    answer = client.get(f"/c/{slug}/as/mistral.sse")
    assert answer.status_code == 422
    assert "No event stream of Mistral is written" in answer.text
    assert f'href="/c/{slug}">Back to the conversation</a>' in answer.text
    assert "Back to the conversation" not in client.get("/c/nothing/as/mistral.sse").text


def test_programs_get_the_file_with_what_was_lost(client: FlaskClient, slug: str) -> None:
    path = f"/api/conversations/{slug}/as/anthropic"
    told = client.get(f"{path}?shape=stream").json
    assert told["text"].encode() == client.get(f"/c/{slug}/as/anthropic.sse").data
    assert (told["shape"], told["media_type"], told["name"]) == (
        "stream",
        "text/event-stream",
        "weather.anthropic.sse",
    )
    assert "not-in-stream" in {loss["code"] for loss in told["losses"]}
    assert client.get(f"{path}?shape=zip").json["base64"].startswith("UEsD")
    refused = client.get(f"{path}?shape=morse")
    assert refused.status_code == 400
    assert "markdown" in refused.json["error"]["message"]


def test_each_conversation_of_an_upload_has_its_own_files(client: FlaskClient) -> None:
    kept = client.post("/api/conversations?name=many.jsonl", data=chat_lines(2)).json
    text = client.get(f"/c/{kept['conversations'][1]['slug']}/as/gemini.md").text
    assert "Question 1" in text
    assert "Question 0" not in text


def test_the_export_offers_every_format_and_policy_and_what_one_sends_or_reads(
    client: FlaskClient, slug: str
) -> None:
    page = client.get(f"/c/{slug}/exporting?format=anthropic").text
    for name in (*crosswire.FORMATS, "body", "curl", "python", "markdown", "html", "fill", "keep", "native"):
        assert f'value="{name}"' in page


@pytest.mark.parametrize("shape", ["body", "curl", "python", "markdown", "html"])
def test_the_export_says_what_the_chosen_shape_holds(client: FlaskClient, slug: str, shape: str) -> None:
    page = client.get(f"/c/{slug}/exporting?format=anthropic&shape={shape}").text
    assert SHAPES[shape].SAYS in unescape(page)


@for_each("format", crosswire.FORMATS)
def test_a_format_page_names_the_shapes_that_it_has(client: FlaskClient, format: str) -> None:
    page = client.get(f"/formats/{format}").text
    for shape in SHAPES.values():
        assert (f"<code>.{shape.ENDING}</code>" in page) == (format in shape.FORMAT_NAMES)


def test_a_body_comes_in_an_archive_with_its_losses_when_the_form_asks(
    client: FlaskClient, slug: str
) -> None:
    answer = client.get(f"/c/{slug}/export?format=anthropic&losses=1", follow_redirects=True)
    assert answer.mimetype == "application/zip"
    assert 'filename="weather.anthropic.json-with-losses.zip"' in answer.headers["Content-Disposition"]
    wrapped = client.get(f"/c/{slug}/as/anthropic.json?losses=1&held=1").json
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        assert archive.namelist() == ["weather.anthropic.json", "losses.json"]
        assert archive.read("weather.anthropic.json") == client.get(f"/c/{slug}/as/anthropic.json").data
        told = json.loads(archive.read("losses.json"))
    assert told["losses"]
    assert told == {name: wrapped[name] for name in ("losses", "id_map", "name_map")}
    held = client.get(f"/c/{slug}/as/anthropic.json?losses=zip&held=1").data
    with zipfile.ZipFile(io.BytesIO(held)) as archive:
        assert json.loads(archive.read("held.json")) == wrapped["held"]


def test_the_dialog_offers_a_trajectory_with_what_it_leaves_out(client: FlaskClient, slug: str) -> None:
    page = unescape(client.get(f"/c/{slug}/exporting?format=atif").text)
    assert '<option value="atif" selected>ATIF trajectory' in page
    assert "no provider is sent it" in page
    assert 'name="ids"' not in page
    path = f"/c/{slug}/as/atif.json"
    assert f'href="{path}"' in page
    answer = client.get(path)
    assert answer.json["schema_version"] == "ATIF-v1.7"
    assert f"<b>{LEFT_OUT}</b> things" in page
    packed = zipfile.ZipFile(io.BytesIO(client.get(f"{path}?losses=1").data))
    [listed] = [name for name in packed.namelist() if "loss" in name]
    assert len(json.loads(packed.read(listed))["losses"]) == LEFT_OUT


def test_a_trajectory_is_written_fixed_where_that_is_chosen(client: FlaskClient) -> None:
    broken = json.loads(chat())
    broken["messages"][2]["tool_call_id"] = "lost"
    slug = client.post("/api/conversations", data=json.dumps(broken)).json["slug"]
    page = client.get(f"/c/{slug}/exporting?format=atif").text
    path = re.search(r'href="([^"]*atif[^"]*fixed=1)" download', page)
    assert path
    told = client.get(unescape(path[1])).json["steps"]
    assert [len(one["observation"]["results"]) for one in told if "observation" in one] == [1]
