"""The card at the head of a conversation's page, and the fix that it hands over."""

from __future__ import annotations

import json
import re
from typing import Any

import crosswire
import pytest
from bench.made_up import upload
from flask import Flask
from flask.testing import FlaskClient
from tests import histories
from tests.conftest import work_off
from tests.selection import some_of
from tests.webapp.test_verdicts import user_input

TOOL = {"type": "function", "name": "look", "parameters": {"type": "object", "properties": {}}}


def responses(*ids: str) -> bytes:
    """A log with a call and a result for each id, which stands in the result."""
    items: list[Any] = [{"role": "user", "content": "How warm is it?"}]
    for number, id in enumerate(ids):
        own = {"id": f"fc_{number}", "call_id": f"call_{number}"}
        items.append({"type": "function_call", **own, "name": "look", "arguments": "{}"})
        items.append({"type": "function_call_output", "call_id": id, "output": "21"})
    return json.dumps({"model": "m", "tools": [TOOL], "input": items}, indent=1).encode()


def chat(*messages: Any) -> bytes:
    return json.dumps({"model": "gpt-4o", "messages": [histories.user(), *messages]}).encode()


def keep(client: FlaskClient, data: bytes) -> str:
    slug: str = client.post("/api/conversations", data=data).json["slug"]  # type: ignore[index]
    return slug


def card(client: FlaskClient, data: bytes, query: str = "") -> str:
    """The card as a page has it."""
    page = client.get(f"/c/{keep(client, data)}{query}").text
    return page[page.index('<section class="answer"') :].partition("</section>")[0]


def test_the_page_begins_with_what_is_wrong_who_says_so_and_what_changes(
    client: FlaskClient,
) -> None:
    shown = card(client, responses("fc_0"))
    assert "400 from OpenAI:" in shown
    assert "No tool call found for function call output with call_id fc_0." in shown
    assert "<del>fc_0</del>" in shown
    assert "<ins>call_0</ins>" in shown
    assert "passes once fixed" in shown


def test_the_fix_is_a_file_that_is_sound(client: FlaskClient) -> None:
    slug = keep(client, responses("fc_0"))
    fixed = client.get(f"/c/{slug}/fixed.json")
    assert fixed.json["input"][2]["call_id"] == "call_0"  # type: ignore[index]
    assert 'data-state="sound"' in card(client, fixed.data)


def tool(call_id: object, text: str = "21") -> Any:
    return {"role": "tool", "tool_call_id": call_id, "content": text}


CALL = histories.calling(histories.call("call_1"))
TWICE = histories.calling(histories.call("call_1"), histories.call("call_1"))
LONG = "call_" + "x" * 100
BROKEN = {
    "the id of an item": responses("fc_0"),
    "no result": chat(CALL, histories.user()),
    "no call": chat(tool("gone")),
    "a late result": chat(CALL, histories.user(), tool("call_1")),
    "an early result": chat(tool("call_1"), CALL),
    "an id twice": chat(TWICE, tool("call_1"), tool("call_1", "22")),
    "a long id": chat(histories.calling(histories.call(LONG)), tool(LONG)),
    "an empty id": chat(histories.calling(histories.call("")), tool("")),
}


def test_a_log_opens_beside_the_fixed_one_where_its_card_has_a_fix(client: FlaskClient) -> None:
    asked = {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "toolu_1", "name": "add", "input": {}}],
    }
    answer = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "3"}
    given = {"role": "user", "content": [{"type": "text", "text": "Here."}, answer]}
    messages = [{"role": "user", "content": "Go on."}, asked, given]
    early = json.dumps({"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": messages}).encode()
    not_json = chat(histories.calling(histories.call("call_1", arguments="{bad")), tool("call_1"))
    for data, beside in ((early, "repaired"), (not_json, "anthropic")):
        page = client.get(f"/c/{keep(client, data)}").text
        assert re.findall(r'data-shown="(\w+)"', page) == ["original", beside]


def test_the_card_says_in_a_clause_what_may_still_be_refused_once_fixed(client: FlaskClient) -> None:
    asked = {
        "role": "model",
        "parts": [{"functionCall": {"name": name, "args": {}}} for name in ("one", "two")],
    }
    given = {"functionResponse": {"name": "one", "response": {"output": "A"}}}
    spoken = {"role": "user", "parts": [{"text": "Go on."}]}
    contents = [spoken, asked, {"role": "user", "parts": [given]}]
    shown = " ".join(card(client, json.dumps({"contents": contents}).encode()).split())
    assert "may fail once fixed: a call goes back to Gemini without its thought signature" in shown
    assert "not known once fixed" not in shown


@pytest.mark.parametrize("name", some_of(BROKEN, 2))
def test_what_the_card_promises_holds_for_the_file_that_it_hands_out(client: FlaskClient, name: str) -> None:
    data = BROKEN[name]
    assert 'data-state="fails"' in card(client, data) or 'data-state="unsure"' in card(client, data)
    assert "passes once fixed" in card(client, data)
    fixed = client.get(f"/c/{keep(client, data)}/fixed.json").data
    (read,) = crosswire.load(fixed).conversations
    assert crosswire.verdict(read, read.format).accepts


@pytest.mark.parametrize("name", ["the id of an item", "a long id"])
def test_why_leads_to_what_is_known_of_the_cause(client: FlaskClient, name: str) -> None:
    """Also of what the provider alone refuses: `a long id` is no fault of the log itself."""
    [url] = re.findall(r'href="([^"]+)">Why<', card(client, BROKEN[name]))
    assert "What the rule checks" in client.get(url.replace("&amp;", "&")).text


def test_several_causes_are_shown_one_after_another(client: FlaskClient) -> None:
    data = responses("fc_0", "fc_1", "call_2")
    assert "1 of 2" in card(client, data)
    second = card(client, data, "?cause=2")
    assert "2 of 2" in second
    assert "<del>fc_1</del>" in second


@pytest.mark.parametrize("number", ["0", "99", "-1", "x"])
def test_a_cause_that_there_is_not_shows_another(client: FlaskClient, number: str) -> None:
    assert "400 from OpenAI:" in card(client, responses("fc_0"), f"?cause={number}")


def test_a_call_without_a_result_gives_a_choice(client: FlaskClient) -> None:
    data = chat(histories.calling(histories.call("call_1")), histories.user())
    assert "No result was recorded for this call." in card(client, data)
    dropped = card(client, data, "?missing=drop")
    assert "<del>" in dropped
    slug = keep(client, data)
    roles = [m["role"] for m in client.get(f"/c/{slug}/fixed.json?missing=drop").json["messages"]]  # type: ignore[index]
    assert "tool" not in roles


def test_the_card_says_how_much_of_what_is_wrong_its_fix_mends(client: FlaskClient) -> None:
    assert "passes once all 2 are fixed" in card(client, responses("fc_0", "fc_1"), "?cause=2")
    broken = histories.calling(histories.call("call_1", arguments='{"a": tr'))
    some = chat(broken, tool("call_1"), CALL, tool("call_2"))
    assert "passes with 1 of 2 fixed" in card(client, some)


def test_the_choice_is_asked_for_at_the_cause_that_needs_it(client: FlaskClient) -> None:
    two = histories.calling(histories.call("call_1"), histories.call("call_2"))
    data = chat(two, tool("wrong", "call_1 says 21"), histories.user())
    shown = [card(client, data, f"?cause={number}") for number in (1, 2)]
    leads = [("has no result" in one, "Add a result" in one) for one in shown]
    assert all(asked == is_missing for is_missing, asked in leads)
    assert any(asked for _, asked in leads)


def test_one_way_alone_is_no_choice(client: FlaskClient) -> None:
    first = {"role": "tool", "tool_call_id": "call_gone", "content": "21"}
    shown = card(client, json.dumps({"model": "gpt-4o", "messages": [first, histories.user()]}).encode())
    assert "The fix: take it out." in shown
    assert "answer-ways" not in shown


def test_what_moves_is_neither_taken_out_nor_put_in(client: FlaskClient) -> None:
    call = histories.calling(histories.call("call_1"))
    shown = card(client, chat(call, histories.user("Wait."), tool("call_1", "21"), histories.said()))
    assert 'data-kind="moved"' in shown
    assert "<del>" not in shown


def test_a_reason_that_two_changes_have_stands_once(client: FlaskClient) -> None:
    calls = histories.calling(histories.call("call_1"), histories.call("call_1", "sum"))
    shown = card(client, chat(calls, tool("call_1", "21"), tool("call_1", "22"), histories.said()))
    assert shown.count("<ins>") == 2
    assert shown.count("Likely, not certain:") == 1


def test_an_error_that_the_card_explains_leaves_the_list_of_findings_closed(client: FlaskClient) -> None:
    slug = keep(client, responses("fc_0", "fc_1"))
    said = "No tool call found for function call output with call_id fc_1."
    page = client.get(f"/c/{slug}/explain", query_string={"error": said}).text
    assert "400 from OpenAI, as you pasted:" in page
    assert "<del>fc_1</del>" in page, "the second cause, which it speaks of"
    other = client.get(
        f"/c/{slug}/explain", query_string={"error": "messages.1: `tool_use` ids were found"}
    ).text
    assert "as you pasted" not in other


@pytest.mark.parametrize(("size", "is_tall"), [(2, False), (80, True)])
def test_text_that_scrolls_in_the_card_can_be_reached_by_keys(
    client: FlaskClient, size: int, is_tall: bool
) -> None:
    lost = {"role": "tool", "tool_call_id": "gone", "content": "word " * size}
    shown = card(client, json.dumps({"messages": [histories.user(), lost]}).encode())
    assert ('tabindex="0"' in shown.partition("answer-diff")[2]) is is_tall


def test_a_log_that_does_not_explain_the_error_beside_it_is_not_called_sound(client: FlaskClient) -> None:
    slug = keep(client, responses("call_0"))
    said = "No tool call found for function call output with call_id fc_9."
    page = client.get(f"/c/{slug}/explain", query_string={"error": said}).text
    assert "Nothing in this log explains the error that you pasted" in page
    assert "<b>Passes</b>" not in page
    of_the_account = client.get(f"/c/{slug}/explain", query_string={"error": "insufficient_quota"}).text
    assert "<b>Passes</b>" in of_the_account


def test_where_nothing_certain_mends_it_the_card_says_what_one_can_do(client: FlaskClient) -> None:
    broken = histories.calling(histories.call("call_1", arguments='{"a": tr'))
    shown = card(client, chat(broken, {"role": "tool", "tool_call_id": "call_1", "content": "21"}))
    assert "By hand:" in shown
    assert "Copy fixed JSON" not in shown


def test_a_sound_log_says_so_in_a_line(client: FlaskClient) -> None:
    shown = card(client, responses("call_0"))
    assert 'data-state="sound"' in shown
    assert "<h2" not in shown


def test_a_sound_conversation_says_that_another_of_its_upload_has_errors(client: FlaskClient) -> None:
    sound, broken = ({"messages": [histories.user(), *more]} for more in ([], [tool("gone")]))
    shown = card(client, b"\n".join(json.dumps(one).encode() for one in (sound, broken, broken)))
    [there] = re.findall(r'href="([^"]+)">2 other conversations of this\s+upload have errors', shown)
    assert "400 from OpenAI:" in client.get(there).text
    assert "other conversation" not in card(client, json.dumps(sound).encode())


def test_of_an_answer_alone_it_is_said_that_it_is_taken_back(client: FlaskClient) -> None:
    message = {"role": "assistant", "content": "21"}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    body = {"id": "c", "object": "chat.completion", "created": 1, "model": "gpt-4o", "choices": [choice]}
    shown = card(client, json.dumps(body).encode())
    assert "OpenAI takes this answer back as logged" in " ".join(shown.split())


def test_an_id_that_nobody_refuses_is_a_doubt_and_the_log_is_not_called_sound(client: FlaskClient) -> None:
    call = histories.calling(histories.call("look", name="look"))
    shown = card(client, chat(call, {"role": "tool", "tool_call_id": "look", "content": "21"}))
    assert 'data-state="doubtful"' in shown
    assert "1 thing" in shown


def test_what_was_not_read_is_said_where_a_yes_would_stand(client: FlaskClient) -> None:
    odd = {"role": "assistant", "content": "Hi.", "toolCalls": [{"toolName": "look", "args": {"x": 1}}]}
    shown = card(client, chat(odd))
    assert 'data-state="open"' in shown
    assert "<b>Not known</b>" in shown
    assert "not all of it was read." in shown, "what was not is told above it"


@pytest.mark.parametrize(("content", "says"), [("Hi.", "accepted"), (None, "refused")])
def test_of_a_server_that_nobody_knows_the_card_says_so_where_a_yes_would_stand(
    client: FlaskClient, content: str | None, says: str
) -> None:
    body = {"model": "gpt-4o", "messages": [{"role": "user", "content": content}]}
    sent = {"request": {"method": "POST", "url": "https://llm.example.org/v1/chat", "body": body}}
    data = json.dumps(sent).encode()
    shown = card(client, data)
    assert 'data-state="open"' in shown
    assert "<b>Not known</b> Crosswire does not know the server llm.example.org" in shown
    assert f"By the rules of OpenAI Chat Completions, whose format this is, it would be {says}." in shown
    checked = client.get(f"/c/{keep(client, data)}/check").text
    assert re.search(
        r"<h2>Unknown server</h2>.*not known as logged.*<h3>Crosswire does not know the server llm",
        checked,
        re.S,
    )


def test_a_provider_without_rules_is_not_asked(client: FlaskClient) -> None:
    body = {"model": "gemini-3.1-pro-preview", "input": [user_input("Hello")]}
    sent = client.post("/api/conversations", data=json.dumps(body))
    page = client.get(f"/c/{sent.json['slug']}").text  # type: ignore[index]
    assert "No provider's rules are known for this log" in page


def test_the_card_of_a_long_log_is_made_by_a_worker_and_comes_by_itself(
    app: Flask, client: FlaskClient
) -> None:
    slug = keep(client, upload(400))
    page = client.get(f"/c/{slug}").text
    assert f'hx-get="/c/{slug}/made?lacks=answer,check' in page
    asked = client.get(f"/c/{slug}/answer", headers={"HX-Request-Type": "partial"})
    assert (asked.status_code, "being looked for" in asked.text) == (202, True)
    work_off(app)
    made = client.get(f"/c/{slug}/answer", headers={"HX-Request-Type": "partial"})
    assert made.status_code == 200
    assert "being looked for" not in made.text
    assert "being looked for" not in client.get(f"/c/{slug}").text
    came = client.get(f"/c/{slug}/made?lacks=answer,check", headers={"HX-Request-Type": "partial"}).text
    assert re.findall(r'<hx-partial hx-target="([^"]+)"', came) == ["#answer", ".views .check-mark"]
    assert "lacks=" not in came


def test_a_long_log_of_a_provider_without_rules_gets_its_card_too(app: Flask, client: FlaskClient) -> None:
    body = {"model": "gemini-3.1-pro-preview", "input": [user_input("Hello")] * 600}
    sent = client.post("/api/conversations", data=json.dumps(body))
    path = f"/c/{sent.json['slug']}/answer"  # type: ignore[index]
    assert client.get(path).status_code == 202
    work_off(app)
    assert "No provider's rules are known for this log" in client.get(path).text


def test_the_card_stands_on_a_page_of_its_own_for_who_has_no_script(client: FlaskClient) -> None:
    slug = keep(client, responses("fc_0"))
    page = client.get(f"/c/{slug}/answer").text
    assert "400 from OpenAI:" in page
    assert "<!doctype html>" in page


def test_hostile_words_of_a_log_stay_text_in_the_card(client: FlaskClient) -> None:
    assert "<script>" not in card(client, responses("fc_0", "<script>alert(1)</script>"))


def test_lines_of_a_file_keep_their_numbers(client: FlaskClient) -> None:
    messages = [json.loads(line) for line in (b'{"role": "user", "content": "Hi"}',)]
    messages += [{"role": "tool", "tool_call_id": "gone", "content": "21"}]
    shown = card(client, b"\n\n".join(json.dumps(message).encode() for message in messages))
    assert "line 3" in shown


def test_a_fix_that_is_not_the_file_that_was_given_says_so(client: FlaskClient) -> None:
    asked = {"index": 0, "id": "", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    choice = {"index": 0, "delta": {"role": "assistant", "tool_calls": [asked]}, "finish_reason": None}
    event = {"object": "chat.completion.chunk", "id": "1", "model": "m", "choices": [choice]}
    shown = card(client, f"data: {json.dumps(event)}\n\ndata: [DONE]\n\n".encode())
    assert "Copy fixed JSON" in shown
    assert "no longer the file that was given" in shown


def test_the_fix_of_a_session_is_the_session_line_by_line(client: FlaskClient) -> None:
    line = {
        "type": "assistant",
        "sessionId": "s",
        "uuid": "1",
        "parentUuid": None,
        "timestamp": "2026-01-01T00:00:00Z",
    }
    asked = {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}
    says = {"role": "user", "content": "And now?"}
    lines = [
        {**line, "message": {"role": "assistant", "content": [asked]}},
        {**line, "type": "user", "uuid": "2", "parentUuid": "1", "message": says},
    ]
    text = "\n".join(map(json.dumps, lines))
    sent = client.post("/api/conversations", data=text.encode())
    path = f"/c/{sent.json['slug']}"  # type: ignore[index]
    shown = client.get(path).text
    assert "Copy fixed JSON" in shown
    assert "no longer the file that was given" not in shown
    beside = shown.split('data-pane="2"')[1:]
    numbers = [one for half in beside for one in re.findall(r'<span class="at">(\d+)</span>', half)]
    assert numbers == ["1", "1"]  # the call once in each pane; the lines behind what was added have none
    fixed = client.get(f"{path}/fixed.json")
    repaired = client.get(f"{path}/repaired.json?missing=mark")
    assert repaired.text == fixed.text
    assert ".repaired.jsonl" in repaired.headers["Content-Disposition"]
    assert ".fixed.jsonl" in fixed.headers["Content-Disposition"]
    first, added, last = fixed.text.split("\n")
    assert first == text.split("\n")[0]
    assert json.loads(added)["message"]["content"][0]["tool_use_id"] == "toolu_1"
    assert json.loads(last) == {**lines[1], "parentUuid": json.loads(added)["uuid"]}
