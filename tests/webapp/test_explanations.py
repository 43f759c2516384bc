"""An error that a provider gave, pasted beside the log that it refused."""

import json

import pytest
from flask.testing import FlaskClient
from tests.histories import call, calling, result, said, user
from tests.selection import for_each
from tests.webapp.samples import chat
from tests.webapp.test_conversation_pages import HOSTILE, HTMX, current_cards, keep_chat, page_of

ERROR = "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: call_lost"
LOG = (user(), calling(call("call_lost")), user("Well?"), said())


@pytest.fixture
def path(client: FlaskClient) -> str:
    return keep_chat(client, *LOG)


def test_the_rule_the_place_and_the_finding_are_said(client: FlaskClient, path: str) -> None:
    answer = client.post(f"{path}/explain", data={"error": ERROR}, headers=HTMX).text
    assert answer.lstrip().startswith("<div")
    assert "unanswered-call" in answer
    assert "call_lost" in answer
    assert 'data-first="2"' in answer


def test_without_scripts_the_page_opens_at_the_place(client: FlaskClient, path: str) -> None:
    page = client.post(f"{path}/explain", data={"error": ERROR}).text
    assert "What the error means" in page
    assert "call" in current_cards(page)
    assert 'id="at"' in page
    assert f'action="{path}/explain#at"' in page


def test_an_explanation_has_an_address(client: FlaskClient, path: str) -> None:
    answer = client.get(f"{path}/explain", query_string={"error": ERROR})
    assert "unanswered-call" in answer.text


def test_an_unknown_message_is_said_to_be_unknown(client: FlaskClient, path: str) -> None:
    page = client.post(f"{path}/explain", data={"error": "The moon is full."}).text
    assert "No rule is known to go with this message" in page


@pytest.mark.parametrize("error", ["", "  \n "])
def test_no_message_is_the_page_itself(client: FlaskClient, path: str, error: str) -> None:
    answer = client.post(f"{path}/explain", data={"error": error})
    assert answer.status_code == 200
    assert "What the error means" not in answer.text


@pytest.mark.parametrize(
    "error", [HOSTILE, "\0\ud800"[:1] + ERROR, "messages.99999999999999: x", "x" * 60_000]
)
def test_hostile_messages_do_no_harm(client: FlaskClient, path: str, error: str) -> None:
    for headers in ({}, HTMX):
        answer = client.post(f"{path}/explain", data={"error": error}, headers=headers)
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text
        assert "<img" not in answer.text


def test_a_long_message_is_read_at_both_ends_and_the_page_says_so(client: FlaskClient, path: str) -> None:
    noise = "GET /health 200\n" * 5_000
    for error in (f"{ERROR}\n{noise}", f"{noise}\n{ERROR}"):
        for headers in ({}, HTMX):
            answer = client.post(f"{path}/explain", data={"error": error}, headers=headers).text
            assert "unanswered-call" in answer
            assert f"The message has {len(error.strip()):,} characters" in answer
    whole = client.post(f"{path}/explain", data={"error": "x" * 24_000}, headers=HTMX).text
    assert "characters; the first" not in whole


def test_the_front_page_takes_both(client: FlaskClient) -> None:
    sent = {"text": json.dumps({"model": "gpt-4o", "messages": LOG}), "error": ERROR}
    answer = client.post("/", data=sent)
    assert answer.status_code == 303
    assert "/explain?error=" in answer.location
    assert "unanswered-call" in page_of(client, answer.location.partition("#")[0])


def test_an_error_stays_beside_a_log_that_cannot_be_read(client: FlaskClient) -> None:
    answer = client.post("/", data={"text": "{", "error": "the error of the provider"})
    assert answer.status_code == 422
    assert "the error of the provider" in answer.text


def test_programs_get_it_as_json(client: FlaskClient) -> None:
    slug = client.post("/api/conversations", data=json.dumps({"messages": LOG})).json["slug"]
    answer = client.post(f"/api/conversations/{slug}/explain", json={"error": ERROR}).json
    assert answer["recognised"][0]["name"] == "unanswered-call"
    assert answer["targets"] == ["anthropic"]
    assert answer["ids"] == [{"value": "call_lost", "places": ["0:/messages/1/tool_calls/0/id"]}]


@for_each(
    "body", [b"", b"[]", b"{", b'{"error": 5}', b'{"error": " "}', b'{"error": "x", "target": "nobody"}']
)
def test_programs_are_told_what_is_wrong_with_a_request(client: FlaskClient, body: bytes) -> None:
    slug = client.post("/api/conversations", data=chat()).json["slug"]
    answer = client.post(f"/api/conversations/{slug}/explain", data=body)
    assert answer.status_code == 400
    assert answer.json["error"]["message"]


def test_an_unknown_conversation_explains_nothing(client: FlaskClient) -> None:
    for path in ("/c/{}/explain", "/api/conversations/{}/explain"):
        assert client.post(path.format("A" * 22), data={"error": ERROR}).status_code == 404


def test_results_that_are_named_are_found_too(client: FlaskClient) -> None:
    path = keep_chat(client, user(), calling(call("call_1")), result("Sum: 15", "Sum: 15"), said())
    error = "Invalid parameter: 'tool_call_id' of 'Sum: 15' not found in 'tool_calls' of previous message."
    assert 'data-first="3"' in client.post(f"{path}/explain", data={"error": error}, headers=HTMX).text


def test_a_search_for_an_error_that_the_log_does_not_have_explains_it(client: FlaskClient, path: str) -> None:
    answer = client.get(f"{path}/search", query_string={"q": ERROR})
    assert answer.status_code == 302
    page = client.get(answer.headers["Location"]).text
    assert "unanswered-call" in page
    assert "What the error means" in page


def test_a_search_beside_the_rows_leads_to_what_an_error_means(client: FlaskClient, path: str) -> None:
    for words, leads in ((ERROR, True), ("Well?", False), ("was there any answer", False)):
        hits = client.get(f"{path}/search", query_string={"q": words}, headers=HTMX)
        assert hits.status_code == 200
        assert ("/explain?" in hits.text) is leads, words


def test_words_that_the_log_has_are_searched_for_though_they_are_an_error(client: FlaskClient) -> None:
    path = keep_chat(client, *LOG, user(f"It said: {ERROR}"))
    answer = client.get(f"{path}/search", query_string={"q": ERROR})
    assert answer.status_code == 200
    assert "What this error means here" in answer.text
    assert "data-hit" in answer.text
