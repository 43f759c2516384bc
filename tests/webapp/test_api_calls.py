"""What programs are told of calls and ids: `/calls` and `/as/<format>` of the API."""

import json
from typing import Any

import crosswire
import pytest
from flask.testing import FlaskClient
from tests.histories import answers, call, calling, function_call, function_output, model, result, user
from tests.selection import for_each
from tests.webapp.samples import long_chat

GEMINI = {
    "contents": [
        {"role": "user", "parts": [{"text": "Go on."}]},
        model({"name": "add"}),
        answers({"name": "add"}),
    ]
}


def keep(client: FlaskClient, body: Any) -> str:
    """The address of the conversation in the API."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return f"/api/conversations/{client.post('/api/conversations', data=data).json['slug']}"


def test_a_call_is_told_with_its_id_its_checksum_and_its_result(client: FlaskClient) -> None:
    at = keep(client, [user(), calling(call("call_AbCdEfGhIjKlMnOpQrStUvWx")), user("Well?")])
    [told] = client.get(f"{at}/calls").json["calls"]
    assert told["address"] == "0:/1/tool_calls/0"
    assert (told["name"], told["wire_type"], told["category"]) == ("add", "function", "natural")
    assert told["id"] == {
        "value": "call_AbCdEfGhIjKlMnOpQrStUvWx",
        "state": "present",
        "source": "correlation",
        "required": True,
        "looks_like": "OpenAI",
    }
    assert told["checksum"]["algorithm"] == "sha256-jcs"
    assert len(told["checksum"]["hex"]) == 64
    assert (told["how"], told["result"], told["embedded"]) == ("missing", None, False)


@pytest.mark.parametrize(
    ("raw", "state"), [(None, "null"), ("", "empty"), (7, "not text")], ids=["null", "empty", "number"]
)
def test_an_absent_id_is_null_with_its_state(client: FlaskClient, raw: Any, state: str) -> None:
    [told] = client.get(f"{keep(client, [user(), calling(call(raw))])}/calls").json["calls"]
    assert (told["id"]["value"], told["id"]["state"], told["id"]["looks_like"]) == (None, state, None)


def test_hybrids_and_second_ties_are_told(client: FlaskClient) -> None:
    caller = {"type": "program", "caller_id": "cm_1"}
    items = [
        {"type": "code_interpreter_call", "id": "ci_1", "code": "1", "container_id": "c", "outputs": []},
        {"type": "program", "id": "prog_1", "call_id": "cm_1", "code": "add()"},
        function_call("call_1", caller=caller),
        function_output("call_1"),
    ]
    hybrid, program, called = client.get(f"{keep(client, {'model': 'gpt-5', 'input': items})}/calls").json[
        "calls"
    ]
    assert (hybrid["embedded"], hybrid["how"], hybrid["category"]) == (True, "embedded", "conflated")
    assert hybrid["id"]["source"] == "item id"
    assert program["edges"] == []
    [edge] = called["edges"]
    assert (edge["field"], edge["value"], edge["target"]) == ("caller", "cm_1", program["address"])
    assert (called["how"], called["result"]) == ("by_id", "0:/input/3")


def test_an_id_is_told_to_the_character(client: FlaskClient) -> None:
    odd = "a\u0000b\ud83d" + "x" * 500
    data = json.dumps([user(), calling(call(odd)), result(odd)]).encode()
    [told] = client.get(f"{keep(client, data)}/calls").json["calls"]
    assert told["id"]["value"] == odd


def test_calls_are_told_in_pages_that_name_the_next(client: FlaskClient) -> None:
    at = keep(client, long_chat(250))
    numbers, url, pages = [], f"{at}/calls?limit=120", 0
    while url:
        answer = client.get(url).json
        numbers += [told["number"] for told in answer["calls"]]
        assert answer["total"] == 250
        url, pages = answer["next"], pages + 1
    assert (numbers, pages) == (list(range(1, 251)), 3)
    assert client.get(f"{at}/calls?offset=99&limit=2").json["calls"][0]["number"] == 100
    assert client.get(f"{at}/calls?offset=999").json["calls"] == []


@for_each("query", ["limit=0", "limit=1001", "limit=x", "offset=-1", "offset=" + "9" * 40])
def test_a_page_that_cannot_be_is_refused_in_words(client: FlaskClient, query: str) -> None:
    answer = client.get(f"{keep(client, long_chat(1))}/calls?{query}")
    assert answer.status_code == 400
    assert "is a number from" in answer.json["error"]["message"]


def test_a_conversion_tells_each_id_that_is_not_the_logs(client: FlaskClient) -> None:
    told = client.get(f"{keep(client, GEMINI)}/as/anthropic").json
    assert (told["format"], told["ids"]) == ("anthropic", "fill")
    call_change, result_change = told["id_map"]
    assert call_change["source"] == "0:/contents/1/parts/0/functionCall/id"
    assert (call_change["before"], call_change["how"], call_change["by_crosswire"]) == (None, "made", True)
    assert "requires an id" in call_change["why"]
    assert (
        call_change["after"] == result_change["after"] == told["payload"]["messages"][1]["content"][0]["id"]
    )


def test_an_id_from_the_other_end_of_its_pair_is_not_crosswires(client: FlaskClient) -> None:
    log = [user(), calling(call(None)), result("call_7")]
    [change] = client.get(f"{keep(client, log)}/as/anthropic").json["id_map"]
    assert (change["how"], change["after"], change["by_crosswire"]) == ("from its result", "call_7", False)


def test_a_conversion_is_what_the_core_renders_with_numbers_as_they_stood(client: FlaskClient) -> None:
    log = b'[{"role": "user", "content": "Go on."}, {"role": "assistant", "tool_calls": [{"id": "call_1", \
"type": "function", "function": {"name": "add", "arguments": "{\\"n\\": 12345678901234567890123}"}}]}]'
    at = keep(client, log)
    answer = client.get(f"{at}/as/anthropic?ids=keep")
    rendering = crosswire.render(crosswire.load(log).conversations[0], "anthropic", ids="keep")
    assert answer.json["payload"] == rendering.payload
    assert "12345678901234567890123" in answer.text
    assert answer.json["id_map"] == []


def test_what_is_no_format_or_policy_is_refused(client: FlaskClient) -> None:
    at = keep(client, GEMINI)
    assert client.get(f"{at}/as/claude-code").status_code == 404
    assert client.get(f"{at}/as/anthropic?ids=none").status_code == 400
    assert client.get("/api/conversations/nobody/calls").status_code == 404
