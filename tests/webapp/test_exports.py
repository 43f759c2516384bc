"""Exports: any of the four formats, and the upload to the byte, under a harmless file name."""

import json

import crosswire
import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.selection import for_each, tries
from tests.webapp.samples import chat, chat_lines


@pytest.fixture
def slug(client: FlaskClient) -> str:
    slug: str = client.post("/api/conversations?name=weather.json", data=chat()).json["slug"]
    return slug


@for_each("format", crosswire.FORMATS)
def test_a_conversation_is_exported_in_every_format(client: FlaskClient, slug: str, format: str) -> None:
    answer = client.get(f"/c/{slug}/as/{format}.json")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert f'filename="weather.{format}.json"' in answer.headers["Content-Disposition"]
    read = crosswire.load(answer.data, format=format).conversations[0]
    assert crosswire.pair(read).counts()["pending"] == 0
    assert [call.name for call in read.calls()] == ["weather"]


def test_an_export_is_the_same_each_time(client: FlaskClient, slug: str) -> None:
    first, second = (client.get(f"/c/{slug}/as/gemini.json").data for _ in range(2))
    assert first == second


def test_an_export_is_what_the_core_renders(client: FlaskClient, slug: str) -> None:
    conversation = crosswire.load(chat()).conversations[0]
    rendering = crosswire.render(conversation, "anthropic")
    assert json.loads(client.get(f"/c/{slug}/as/anthropic.json").data) == rendering.payload


def test_losses_and_changed_ids_come_along_when_asked_for(client: FlaskClient, slug: str) -> None:
    told = json.loads(client.get(f"/c/{slug}/as/anthropic.json?losses=1").data)
    assert list(told) == ["payload", "losses", "id_map", "name_map"]
    assert told["payload"] == json.loads(client.get(f"/c/{slug}/as/anthropic.json").data)


@pytest.mark.parametrize("policy", ["fill", "keep", "native"])
def test_the_id_policy_is_chosen_in_the_address(client: FlaskClient, slug: str, policy: str) -> None:
    assert client.get(f"/c/{slug}/as/anthropic.json?ids={policy}").status_code == 200


def test_an_unknown_id_policy_is_refused(client: FlaskClient, slug: str) -> None:
    answer = client.get(f"/c/{slug}/as/anthropic.json?ids=all")
    assert answer.status_code == 400
    assert "fill" in answer.text


@for_each("format", ["original", "morse", "claude-code", ".."])
def test_what_no_format_writes_is_not_found(client: FlaskClient, slug: str, format: str) -> None:
    assert client.get(f"/c/{slug}/as/{format}.json").status_code == 404


def test_each_conversation_of_an_upload_exports_itself(client: FlaskClient) -> None:
    kept = client.post("/api/conversations?name=many.jsonl", data=chat_lines(2)).json
    second = kept["conversations"][1]["slug"]
    answer = client.get(f"/c/{second}/as/openai-chat.json")
    assert json.loads(answer.data)["messages"][0]["content"] == "Question 1"
    assert 'filename="many-2.openai-chat.json"' in answer.headers["Content-Disposition"]
    assert client.get(f"/c/{second}/original").data == chat_lines(2)


def test_the_original_is_never_a_document_of_this_site(client: FlaskClient, slug: str) -> None:
    answer = client.get(f"/c/{slug}/original")
    assert answer.mimetype == "application/octet-stream"
    assert answer.headers["Content-Disposition"].startswith("attachment;")
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@settings(
    deadline=None,
    max_examples=tries(8, thorough=40),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(name=st.text(max_size=60))
def test_any_file_name_makes_a_plain_header(client: FlaskClient, name: str) -> None:
    try:
        query = {"name": name.encode().decode()}
    except UnicodeEncodeError:
        return
    slug = client.post("/api/conversations", query_string=query, data=chat()).json["slug"]
    for path in (f"/c/{slug}/original", f"/c/{slug}/as/gemini.json"):
        answer = client.get(path)
        assert answer.status_code == 200
        header = answer.headers["Content-Disposition"]
        assert header.isascii()
        assert header.isprintable()
        assert header.count('"') == 2


def test_the_dialog_offers_the_fix_in_the_format_of_the_log_first(client: FlaskClient) -> None:
    items = [
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "fc_1", "output": "21"},
    ]
    sent = client.post("/api/conversations", data=json.dumps({"model": "m", "input": items}))
    path = f"/c/{sent.json['slug']}"  # type: ignore[index]
    page = client.get(f"{path}/exporting").text
    assert "OpenAI Responses (as logged)" in page
    assert f'href="{path}/fixed.json"' in page
    assert "Download: OpenAI accepts it" in page
    logged = client.get(f"{path}/exporting?content=logged").text
    assert f'href="{path}/original"' in logged
    assert "Download: OpenAI refuses it" in logged
    assert "is the id of the call&#39;s item" in logged.partition('role="status"')[2], "why"
    converted = client.get(f"{path}/exporting?format=anthropic&ids=keep").text
    assert f"{path}/as/anthropic.json?ids=keep&amp;fixed=1" in converted


def test_the_dialog_asks_the_server_that_a_format_is_of(client: FlaskClient) -> None:
    sent = client.post(
        "/api/conversations", data=json.dumps({"messages": [{"role": "user", "content": "Hi"}]})
    )
    page = client.get(f"/c/{sent.json['slug']}/exporting?format=cohere").text  # type: ignore[index]
    assert "Download: Cohere accepts it" in page


def test_the_dialog_asks_whom_the_log_was_sent_to(client: FlaskClient) -> None:
    body = {"model": "deepseek-chat", "messages": [{"role": "user", "content": "Hi"}]}
    path = f"/c/{client.post('/api/conversations', data=json.dumps(body)).json['slug']}"  # type: ignore[index]
    assert "Download: DeepSeek accepts it" in client.get(f"{path}/exporting").text
    assert "Download: OpenAI accepts it" in client.get(f"{path}/exporting?format=openai-responses").text


def test_what_was_chosen_for_a_missing_result_holds_for_the_dialog_and_its_file(client: FlaskClient) -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    asked = {"role": "user", "content": "How warm is it?"}
    messages = [asked, {"role": "assistant", "content": "Wait.", "tool_calls": [call]}, asked]
    sent = client.post("/api/conversations", data=json.dumps({"model": "m", "messages": messages}))
    path = f"/c/{sent.json['slug']}"  # type: ignore[index]
    page = client.get(f"{path}/exporting?format=anthropic&missing=drop").text
    assert f"{path}/as/anthropic.json?fixed=1&amp;missing=drop" in page
    kept = client.get(f"{path}/as/anthropic.json?fixed=1").text
    dropped = client.get(f"{path}/as/anthropic.json?fixed=1&missing=drop").text
    assert ("tool_use" in kept, "tool_use" in dropped) == (True, False)


def test_the_dialog_says_that_it_is_not_known_where_nobody_judged_it(client: FlaskClient) -> None:
    picture = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}
    body = {"model": "m", "messages": [{"role": "user", "content": [picture]}]}
    sent = client.post("/api/conversations", data=json.dumps(body))
    page = client.get(f"/c/{sent.json['slug']}/exporting").text  # type: ignore[index]
    assert "Download: not known whether OpenAI accepts it" in page
