"""What each target makes of a conversation, as a strip, in the list of findings and as JSON."""

import json
import re
from collections import Counter
from typing import Any

import crosswire
import pytest
from crosswire.repairs import verdict_record
from crosswire.repairs.states import verdict_states
from crosswire.rules import as_sent
from flask import Flask
from flask.testing import FlaskClient
from tests.conftest import work_off
from tests.histories import call, calling, result, said, user
from tests.webapp.samples import chat, long_chat
from tests.webapp.test_conversation_pages import HOSTILE, HTMX, keep, keep_chat, page_of, row_of
from webapp.readmodel.answer import CARD, answer_and_verdicts
from webapp.readmodel.verdicts import TARGETS_ASKED, all_verdicts

BROKEN = (user(), calling(call("call_1")), result("Sum: 15", "Sum: 15"), said("15."), user("Thanks."))


def user_input(text: str) -> dict[str, object]:
    """A step of Gemini Interactions, whose refusals are not known."""
    return {"type": "user_input", "content": [{"type": "text", "text": text}]}


def words_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_tab_of_the_check_says_what_the_own_provider_makes_of_it(client: FlaskClient) -> None:
    for data, state in ((chat(), "passes"), (chat().replace(b'"tool_call_id"', b'"no_id"'), "fails")):
        path = keep(client, data)
        assert "lacks=check" in page_of(client, f"{path}/calls?pane=original:read")  # nobody has asked yet
        came = client.get(f"{path}/made?lacks=check", headers=HTMX)
        assert came.status_code == 200
        assert "lacks=" not in came.text
        for page in (came.text, page_of(client, f"{path}/calls")):
            assert f'class="check-mark" data-state="{state}"' in page
            assert f'<span class="visually-hidden">{state}' in page


def test_the_card_and_the_verdicts_of_a_log_write_it_once_for_each_format(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = chat(id="a1b2c3d4e")
    log = crosswire.load(data)
    alone, written, render = all_verdicts(log.conversations[0]), Counter[str](), as_sent.render

    def counting(conversation: crosswire.Conversation, target: str, **asked: Any) -> crosswire.Rendering:
        written[target] += 1
        return render(conversation, target, **asked)

    monkeypatch.setattr(as_sent, "render", counting)
    found = dict(answer_and_verdicts(log, data, log.conversations[0]))
    assert {*written.values()} == {1}
    assert [found.pop(CARD)["target"], *found] == ["openai-chat", *alone]  # type: ignore[typeddict-item]
    assert found == alone


def test_the_mark_comes_with_the_answer_of_a_short_log(client: FlaskClient) -> None:
    path = keep(client, chat())
    page = page_of(client, path)
    assert 'class="check-mark" data-state="passes"' in page
    assert "lacks=" not in page


def test_a_log_in_a_format_of_no_provider_has_a_grey_mark(client: FlaskClient) -> None:
    log = {"model": "gemini-3.1-pro-preview", "input": [user_input("Hello")]}
    page = page_of(client, keep(client, json.dumps(log).encode()))
    assert "Gemini Interactions" in page
    assert 'class="check-mark" data-state="not known"' in page
    assert "lacks=check" not in page


def test_the_address_that_verdicts_had_leads_to_the_check(client: FlaskClient) -> None:
    path = keep(client, chat())
    answer = client.get(f"{path}/verdicts?target=anthropic")
    assert answer.status_code == 301
    assert answer.headers["Location"] == f"{path}/check?target=anthropic"


def test_the_answer_for_programs_is_that_of_the_command_line(client: FlaskClient) -> None:
    data = json.dumps({"model": "gpt-4o", "messages": BROKEN}).encode()
    slug = client.post("/api/conversations", data=data).json["slug"]
    (conversation,) = crosswire.load(data).conversations
    told = {name: verdict_record(one) for name, one in verdict_states(conversation, TARGETS_ASKED).items()}
    answer = client.get(f"/api/conversations/{slug}/verdicts").json
    assert answer == {"verdicts": json.loads(json.dumps(told))}
    assert answer["verdicts"]["anthropic"]["accepts"] is False


def test_a_target_is_asked_once(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    path = keep_chat(client, *BROKEN)
    first = client.get(f"{path}/check", headers=HTMX).text

    def fail(*_: object) -> None:
        raise AssertionError("asked again")

    monkeypatch.setattr("webapp.conversation_page.making.all_verdicts", fail)
    assert client.get(f"{path}/check", headers=HTMX).text == first
    assert client.get(f"{path}?target=anthropic").status_code == 200


def test_the_findings_are_defects_until_a_target_is_chosen(client: FlaskClient) -> None:
    path = keep_chat(client, *BROKEN)
    page = page_of(client, path)
    assert 'data-kind="refusal"' not in page
    assert "CW302" in row_of(page, 3)
    refused = page_of(client, f"{path}?target=anthropic")
    assert "refusals by Anthropic Messages" in refused
    marks = words_of(row_of(refused, 3))
    assert "error result text as id CW302" in marks  # the defect stays, told apart by word and shape
    assert "Anthropic refuses id charset CW131" in marks
    assert "target=anthropic" in refused.split('class="inspector"')[1]  # the links keep the choice


def test_an_unknown_target_shows_the_defects(client: FlaskClient) -> None:
    page = page_of(client, keep_chat(client, *BROKEN) + "?target=<script>")
    assert "<h2>Findings</h2>" in page
    assert "<script>alert" not in page


def test_many_refusals_come_in_blocks(app: Flask, client: FlaskClient) -> None:
    path = keep(client, long_chat(130).replace(b'"call_', b'"call:'))
    client.get(f"{path}/check")
    work_off(app)
    first = page_of(client, f"{path}?target=anthropic")
    assert first.count('data-kind="refusal"') == 12
    more = re.search(r'hx-get="([^"]*/findings/12[^"]*)"', first)
    assert more
    assert "target=anthropic" in more[1]
    assert page_of(client, more[1]).count('data-kind="refusal"') == 30


def test_markup_in_a_log_stays_text_in_the_strip(client: FlaskClient) -> None:
    path = keep_chat(client, user(), calling(call(HOSTILE, HOSTILE)), result(HOSTILE), said())
    for query in ("/check", "?target=anthropic"):
        text = client.get(path + query).text
        assert "<script>alert" not in text
        assert "<img" not in text


@pytest.mark.parametrize("path", ["/c/{}/check", "/api/conversations/{}/verdicts"])
def test_an_unknown_conversation_has_no_verdicts(client: FlaskClient, path: str) -> None:
    assert client.get(path.format("A" * 22)).status_code == 404


def test_verdicts_go_with_their_upload(client: FlaskClient) -> None:
    path = keep(client, chat())
    client.get(f"{path}/check")
    assert client.post(f"{path}/delete").status_code == 303
    assert client.get(f"{path}/check").status_code == 404
