"""The Check page: the log's own provider first, the others quietly, and nothing called sound that is not."""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import crosswire
import pytest
from flask import Flask
from flask.testing import FlaskClient
from tests.conftest import work_off
from tests.histories import call, calling, function_call, function_output, result, said, user
from tests.webapp.samples import chat, long_chat
from tests.webapp.test_conversation_pages import HOSTILE, HTMX, keep, keep_chat, page_of
from tests.webapp.test_verdicts import user_input
from webapp.store import workers
from webapp.uploads import worker

ITEM_IDS = {
    "model": "gpt-5.1",
    "input": [
        user("Add."),
        function_call("call_1", id="fc_1"),
        function_output("fc_1"),
        said("15."),
        user("And?"),
    ],
}
LONE = (user(), calling(call("call_1")), user("And?"))


def words_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def halves(page: str) -> list[str]:
    """The two halves of the own provider's card, as words."""
    card = page.split('class="check-own"')[1].split('<p class="quiet check-never"')[0]
    return [words_of(f"<{half}") for half in re.split(r"\n *<div>", card)[1:]]


def row_of(page: str, target: str) -> str:
    found = re.search(rf'<tr id="{target}".*?</tr>', page, re.S)
    assert found
    return found[0]


def test_what_the_own_provider_refuses_stands_first_with_its_line_and_the_fix(client: FlaskClient) -> None:
    data = json.dumps(ITEM_IDS, indent=1).encode()
    path = keep(client, data)
    page = page_of(client, f"{path}/check")
    logged, fixed = halves(page)
    line = data.splitlines().index(b'   "call_id": "fc_1",') + 1
    refused = "No tool call found for function call output with call_id fc_1."
    assert logged.startswith(f"fails as logged 400 at input[2].call_id {refused}")
    assert f"line {line} , rule CW311" in logged
    assert "1 more" in logged
    example = re.search(r'href="([^"]*/example.json[^"]*)"', page)
    assert example
    assert client.get(example[1]).status_code == 200
    assert fixed.startswith("passes once fixed 1 id changed Copy fixed JSON Download")
    assert f'href="{path}/fixed.json"' in page


def test_the_line_is_that_of_the_upload(client: FlaskClient) -> None:
    data = json.dumps(ITEM_IDS, indent=1).encode().replace(b'"input"', b'"metadata": {},\n\n\n"input"')
    page = page_of(client, keep(client, data) + "/check")
    line = int(re.search(r"line (\d+) , rule", words_of(page))[1])  # type: ignore[index]
    assert data.splitlines()[line - 1].strip() == b'"call_id": "fc_1",'


def test_what_is_said_of_the_fixed_document_holds_for_the_file_that_is_handed_out(
    client: FlaskClient,
) -> None:
    path = keep(client, json.dumps(ITEM_IDS).encode())
    assert "passes once fixed" in page_of(client, f"{path}/check")
    (fixed,) = crosswire.load(client.get(f"{path}/fixed.json").data).conversations
    assert crosswire.verdict(fixed, "openai-responses").accepts is True


def test_a_sound_log_has_nothing_to_fix(client: FlaskClient) -> None:
    page = page_of(client, keep(client, chat()) + "/check")
    logged, fixed = halves(page)
    assert logged == "passes as logged Nothing that is known speaks against it"
    assert fixed == "nothing to fix"
    assert "data-copy-from" not in page


def test_what_nobody_logged_is_fixed_as_the_card_says(client: FlaskClient) -> None:
    logged, fixed = halves(page_of(client, keep_chat(client, *LONE) + "/check"))
    assert logged.startswith("fails as logged")
    assert fixed.startswith("passes once fixed 1 added")


def test_what_is_said_of_another_provider_holds_for_the_file_that_leads_there(client: FlaskClient) -> None:
    """The fix adds a result that nobody logged, and so does the file."""
    page = page_of(client, keep_chat(client, *LONE) + "/check")
    anthropic = row_of(page, "anthropic")
    [address] = re.findall(r'href="([^"]*/as/[^"]*)"', anthropic)
    (exported,) = crosswire.load(client.get(address).data, format="anthropic").conversations
    assert crosswire.verdict(exported, "anthropic").accepts is True
    assert 'data-state="passes"' in anthropic


def test_what_no_certain_fix_mends_still_fails(client: FlaskClient) -> None:
    picture = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}
    seen = {"role": "tool", "tool_call_id": "call_1", "content": [picture]}
    logged, fixed = halves(page_of(client, keep_chat(client, calling(call("call_1")), seen) + "/check"))
    assert logged.startswith("fails as logged")
    assert fixed.startswith("still fails No certain fix is known")


def test_what_was_not_judged_is_not_known_and_says_why_as_large_as_a_yes(client: FlaskClient) -> None:
    picture = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}
    seen = {"role": "user", "content": [picture]}
    page = page_of(client, keep_chat(client, seen, said(), user()) + "/check")
    logged, fixed = halves(page)
    assert logged.startswith("not known as logged Whether it takes this image")
    assert "passes" not in logged + fixed
    assert "<h3>Whether it takes this image" in page


def test_a_yes_says_as_large_what_it_leaves_open_and_what_it_stands_on(client: FlaskClient) -> None:
    schema = {"type": "object", "properties": {}, "$schema": "https://json-schema.org/draft/2020-12/schema"}
    tool = {"type": "function", "function": {"name": "now", "parameters": schema}}
    body = {"model": "deepseek-chat", "messages": [user()], "tools": [tool]}
    path = keep(client, json.dumps(body).encode())
    assert "<b>Not judged</b> Whether it takes `$schema`" in page_of(client, path)
    page = page_of(client, f"{path}/check?target=mistral")
    assert "Not judged: Whether it takes `$schema` in the schema of the tool now" in row_of(page, "mistral")
    logged, _ = halves(page)
    assert logged.startswith(
        "passes as logged Nothing that is known speaks against it Not judged: Whether it takes"
    )
    assert logged.endswith("Known from: recorded answers of 2026-06; DeepSeek's API reference.")


def test_other_providers_are_asked_about_the_fixed_log_with_its_ids_filled(client: FlaskClient) -> None:
    path = keep(client, json.dumps(ITEM_IDS).encode())
    page = page_of(client, f"{path}/check")
    assert 'id="openai-responses"' not in page
    mistral = row_of(page, "mistral")
    assert "2 ids filled or rewritten" in words_of(mistral)
    assert "item id not carried over" in words_of(mistral)
    [address] = re.findall(r'href="([^"]*/as/[^"]*)"', mistral)
    assert 'data-state="passes"' in mistral
    (exported,) = crosswire.load(client.get(address).data, format="mistral").conversations
    assert crosswire.verdict(exported, "mistral").accepts is True


def test_an_export_that_is_fixed_is_another_one_than_that_of_the_log(client: FlaskClient) -> None:
    path = keep(client, json.dumps(ITEM_IDS).encode())
    logged, fixed = (client.get(f"{path}/as/openai-chat.json{query}").json for query in ("", "?fixed=1"))
    assert [one["tool_call_id"] for one in fixed["messages"] if one["role"] == "tool"] == ["call_1"]
    assert logged != fixed


def test_red_is_for_the_own_provider_and_the_one_that_is_chosen(client: FlaskClient) -> None:
    path = keep_chat(client, *LONE)
    quiet, chosen = (row_of(page_of(client, f"{path}/check{q}"), "bedrock") for q in ("", "?target=bedrock"))
    assert re.search(r'data-state="fails" data-quiet', quiet)
    assert 'data-state="fails"' in chosen
    assert "data-quiet" not in chosen
    page = page_of(client, f"{path}/check?target=bedrock")
    reasons = page.split("data-reasons")[1].split("</tr>")[0]
    assert "CW435" in reasons
    assert f'href="{path}?target=bedrock' in reasons


def test_a_session_of_claude_code_is_anthropics(client: FlaskClient, app: Flask) -> None:
    with open("webapp/examples/claude-code-session.jsonl", "rb") as log:
        page = page_of(client, keep(client, log.read()) + "/check")
    assert "<h2>Anthropic Messages</h2>" in page
    assert 'id="anthropic"' not in page


def test_a_format_without_known_refusals_is_not_known(client: FlaskClient) -> None:
    log = {"model": "gemini-3.1-pro-preview", "input": [user_input("Hello")]}
    page = words_of(page_of(client, keep(client, json.dumps(log).encode()) + "/check"))
    assert "not known No refusals of the provider of this format are known" in page
    assert "OpenAI Chat passes" in page


SERVED = {
    "model": "deepseek-v4-pro",
    "messages": [user(), {**calling(call("call_1")), "content": ""}, result("call_1")],
}


def test_a_log_that_names_its_server_is_judged_by_it_first(client: FlaskClient) -> None:
    path = keep(client, json.dumps(SERVED).encode())
    page = page_of(client, f"{path}/check")
    assert "<h2>DeepSeek</h2>" in page
    logged, _ = halves(page)
    assert logged.startswith("fails as logged 400 at messages[1]")
    assert "reasoning_content" in logged
    assert 'href="/targets/deepseek"' in page  # what was looked at
    assert 'id="openai-chat"' in page
    assert 'class="check-mark" data-state="fails"' in page
    told = client.get(f"/api/conversations/{path.removeprefix('/c/')}/verdicts").json["verdicts"]
    assert tuple(told) == ("deepseek", *crosswire.FIRST_TARGETS)
    assert told["deepseek"]["accepts"] is False


def test_further_servers_are_asked_where_somebody_chooses_them(client: FlaskClient) -> None:
    path = keep_chat(client, user(), {**said(), "mood": "good"}, user())
    page = page_of(client, f"{path}/check")
    assert "More servers" in page
    assert 'id="groq"' not in page
    [address] = re.findall(r'href="([^"]*target=groq[^"]*)"', page)
    chosen = page_of(client, address.partition("#")[0].replace("&amp;", "&"))
    assert 'data-state="fails"' in row_of(chosen, "groq")
    reasons = chosen.split("data-reasons")[1].split("</tr>")[0]
    assert "property" in reasons
    assert 'href="/targets/groq"' in reasons
    slug = path.removeprefix("/c/")
    told = client.get(f"/api/conversations/{slug}/verdicts?target=groq&target=openai-chat").json["verdicts"]
    assert list(told) == ["groq", "openai-chat"]
    assert told["groq"]["accepts"] is False
    assert client.get(f"/api/conversations/{slug}/verdicts?target=nobody").status_code == 400


def test_a_long_log_of_a_named_server_is_judged_by_it_once_it_was_checked(
    app: Flask, client: FlaskClient
) -> None:
    log = json.loads(long_chat(130)) | {"model": "deepseek-chat"}
    path = keep(client, json.dumps(log).encode())
    client.get(f"{path}/check")
    work_off(app)
    page = page_of(client, f"{path}/check")
    assert "<h2>DeepSeek</h2>" in page
    assert "passes as logged" in words_of(page)
    assert 'class="check-mark" data-state="passes"' in page


def test_a_long_log_is_not_called_anything_before_it_was_checked(app: Flask, client: FlaskClient) -> None:
    path = keep(client, long_chat(130))
    waiting = client.get(f"{path}/check")
    assert waiting.status_code == 202
    assert "verdicts" in asks(waiting.text)
    assert "passes" not in words_of(waiting.text)
    work_off(app)
    checked = client.get(f"{path}/check")
    assert checked.status_code == 200
    assert "as logged" in words_of(checked.text)


def test_a_long_log_names_the_cause_that_its_card_names(app: Flask, client: FlaskClient) -> None:
    """The item's id at its place, and not the call before it that looks unanswered for that."""
    turns = [
        item
        for n in range(2, 102)
        for item in (user(), function_call(f"call_{n}", id=f"fc_{n}"), function_output(f"call_{n}"), said())
    ]
    log = {"model": "gpt-5.1", "input": [*turns, *ITEM_IDS["input"]]}
    path = keep(client, json.dumps(log, indent=1).encode())
    assert client.get(f"{path}/check").status_code == 202
    work_off(app)
    page = page_of(client, f"{path}/check")
    assert "rule CW311" in halves(page)[0]
    assert "CW311" in page_of(client, f"{path}/answer")


def asks(page: str) -> list[str]:
    """What a page asks for while it waits."""
    waits = re.search(r'id="asker" hidden hx-get="[^"]*lacks=([\w,]+)', page)
    return waits[1].split(",") if waits else []


def test_the_page_is_told_when_its_check_is_there(app: Flask, client: FlaskClient) -> None:
    path = keep(client, long_chat(140))
    assert asks(client.get(f"{path}/check").text) == ["check", "verdicts"]
    made = f"{path}/made?lacks=check,verdicts"
    assert client.get(made, headers=HTMX).status_code == 204
    work_off(app)
    told = client.get(made, headers=HTMX).text
    assert f'hx-get="{path}/check"' in told
    assert not asks(told)


def test_a_verdict_shows_when_it_is_there_and_what_a_worker_left_is_taken_up(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = worker.answer_and_verdicts

    def ends_half_way(*asked: Any) -> Iterator[object]:
        yield from islice(make(*asked), 3)
        raise SystemExit

    monkeypatch.setattr(worker, "answer_and_verdicts", ends_half_way)
    path = keep(client, long_chat(130))
    client.get(f"{path}/check")
    with pytest.raises(SystemExit):
        work_off(app)
    partly = client.get(f"{path}/check")
    assert partly.status_code == 202
    assert "passes as logged" in halves(partly.text)[0]
    assert "2 of 8 providers were asked" in words_of(partly.text)
    assert [words_of(row_of(partly.text, name)).split()[-2] for name in ("openai-responses", "gemini")] == [
        "passes",
        "checking",
    ]
    made = f"{path}/made?lacks=verdicts&verdicts="
    assert [client.get(f"{made}{shown}", headers=HTMX).status_code for shown in (1, 2)] == [200, 204]
    monkeypatch.setattr(worker, "answer_and_verdicts", make)
    monkeypatch.setattr(workers, "has_ended", bool)
    work_off(app)
    page = page_of(client, f"{path}/check")
    assert "checking" not in words_of(page)
    assert not asks(page)


def test_a_check_that_failed_is_not_waited_for(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("a fault of ours")

    monkeypatch.setattr(worker, "make_wish", fail)
    path = keep(client, long_chat(140))
    for address in (path, f"{path}/check"):
        assert {"answer", "verdicts"} & {*asks(client.get(address).text)}
    client.get(f"{path}/made?lacks=panes", headers=HTMX)
    work_off(app)
    for address in (path, f"{path}/check"):
        page = page_of(client, address)
        assert not asks(page)
        assert "crosswire check says it where the file is" in words_of(page)


@pytest.mark.parametrize("query", ["", "?target=anthropic", "?target=<script>"])
def test_markup_in_a_log_stays_text_on_the_page(client: FlaskClient, query: str) -> None:
    path = keep_chat(client, user(), calling(call(HOSTILE, HOSTILE)), result(HOSTILE), said())
    text = client.get(f"{path}/check{query}").text
    assert "<script>alert" not in text
    assert "<img" not in text
