"""Editing an upload: what is checked is not stored, what is saved is a new version, nothing else changes."""

import html
import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from tests.conftest import work_off
from tests.histories import call, calling, function_call, function_output, result, said, user
from tests.webapp.markup import flowed
from tests.webapp.samples import chat, chat_lines, long_chat
from tests.webapp.test_conversation_pages import HOSTILE, HTMX, keep, page_of
from webapp.editing.scope import LARGEST, message_of

BROKEN: dict[str, Any] = {
    "model": "gpt-5.1",
    "input": [user("Add."), function_call("call_1", id="fc_1"), function_output("fc_1"), user("And?")],
}
TEXT = json.dumps(BROKEN, indent=1)
MENDED = TEXT.replace('"call_id": "fc_1"', '"call_id": "call_1"')


def text_in(page: str) -> str:
    """The text of the area; a parser drops the line end after its tag."""
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert found
    return html.unescape(found[1])


def uploads_of(client: FlaskClient) -> int:
    return int(client.get("/api/library").get_json()["total"])


def keep_long(app: Flask, client: FlaskClient, data: bytes) -> str:
    """The path of a log that a worker reads."""
    slug = client.post("/api/conversations", data=data).get_json()["slug"]
    work_off(app)
    return f"/c/{slug}"


@pytest.fixture
def path(client: FlaskClient) -> str:
    return keep(client, TEXT.encode())


def test_the_page_has_the_text_of_the_upload_and_nothing_of_it_is_markup(client: FlaskClient) -> None:
    data = "\n" + json.dumps(
        {"model": "m", "messages": [user(HOSTILE + "é\u2028")]}, indent=1, ensure_ascii=False
    )
    path = keep(client, data.encode())
    page = client.get(f"{path}/json/edit").text
    assert text_in(page) == data
    assert "<script>alert" not in page


def test_the_document_leads_to_its_text_at_the_chosen_line(client: FlaskClient, path: str) -> None:
    assert f'href="{path}/json/edit"' in page_of(client, f"{path}/json")
    assert f'href="{path}/json/edit?line=7"' in page_of(client, f"{path}/json?line=7")
    assert 'data-line="7"' in page_of(client, f"{path}/json/edit?line=7")


def test_a_check_tells_what_is_wrong_and_keeps_nothing(client: FlaskClient, path: str) -> None:
    before = uploads_of(client)
    answer = client.post(f"{path}/json/check", data={"text": TEXT}, headers=HTMX)
    told = flowed(html.unescape(answer.text))
    assert answer.status_code == 200
    assert told.lstrip().startswith("<aside")
    number = TEXT.splitlines().index('   "call_id": "fc_1",') + 1
    assert f'data-at-line="{number}"' in told
    assert "input[2].call_id" in told
    assert "OpenAI: fails" in told
    assert "No tool call found for function call output" in told
    assert uploads_of(client) == before


def test_a_check_follows_the_text_that_was_sent(client: FlaskClient, path: str) -> None:
    told = client.post(f"{path}/json/check", data={"text": MENDED}, headers=HTMX).text
    assert "OpenAI: passes" in told
    assert "data-at-line" not in told
    broken = client.post(
        f"{path}/json/check", data={"text": TEXT.replace('"model":', '"model"')}, headers=HTMX
    ).text
    assert 'data-at-line="2"' in broken
    assert "a colon should follow" in html.unescape(broken)
    assert "passes" not in broken


def test_what_no_format_knows_is_not_called_checked(client: FlaskClient, path: str) -> None:
    told = client.post(f"{path}/json/check", data={"text": '{"a": [1]}'}, headers=HTMX).text
    assert "Nothing was checked" in told
    assert "passes" not in told


def test_a_document_of_no_format_is_edited_until_one_knows_it(client: FlaskClient) -> None:
    path = keep(client, b'{"observed": [1, 2]}')
    page = client.get(f"{path}/json/edit")
    assert page.status_code == 200
    told = client.post(f"{path}/json/check", data={"text": TEXT}, headers=HTMX).text
    assert "OpenAI: fails" in told
    saved = client.post(f"{path}/json/edit", data={"text": TEXT})
    assert client.get(saved.location).status_code == 200
    assert client.get(path).status_code == 303  # the old one is still of no format


def test_a_fix_comes_back_as_the_text_with_one_finding_mended(client: FlaskClient, path: str) -> None:
    page = client.post(f"{path}/json/check", data={"text": TEXT}).text
    key = html.unescape(re.search(r'name="fix" value="([^"]+)"', page)[1])  # type: ignore[index]
    answer = client.post(
        f"{path}/json/fix", data={"text": TEXT, "fix": key}, headers={"Accept": "text/plain"}
    )
    assert answer.text == MENDED
    plain = client.post(f"{path}/json/fix", data={"text": TEXT, "fix": key})
    assert text_in(plain.text) == MENDED
    gone = client.post(f"{path}/json/fix", data={"text": MENDED, "fix": key})
    assert gone.status_code == 422
    assert text_in(gone.text) == MENDED
    assert "not there any more" in gone.text


@pytest.mark.parametrize(
    ("before", "why"),
    [("", ""), ("payload = ", "a fix is put into JSON and JSON Lines, and this text is neither.")],
)
def test_where_a_fix_cannot_go_into_the_text_the_page_says_why(
    client: FlaskClient, path: str, before: str, why: str
) -> None:
    wrong = [function_call("call_1", id="fc_1"), function_output("fc_1", "15")]
    text = before + json.dumps({"model": "gpt-5", "input": wrong})
    page = html.unescape(client.post(f"{path}/json/check", data={"text": text}, headers=HTMX).text)
    assert ('name="fix"' in page) == (not why)
    assert why in flowed(page)
    assert ("hands over the fixed JSON" in flowed(page)) == bool(why)


def test_a_fix_is_put_into_the_lines_of_a_session(client: FlaskClient, path: str) -> None:
    asked = {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "toolu_1", "name": "Read", "input": {}}],
    }
    answered = {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": "toolu_1 ", "content": "x"}],
    }
    lines = [
        {"type": one["role"], "uuid": f"u{n}", "parentUuid": f"u{n - 1}" if n else None, "message": one}
        for n, one in enumerate((asked, answered))
    ]
    text = "\n".join(json.dumps({**line, "sessionId": "s", "isSidechain": False}) for line in lines)
    page = client.post(f"{path}/json/check", data={"text": text}, headers=HTMX).text
    [key] = re.findall(r'name="fix" value="([^"]*)"', page)
    sent = {"text": text, "fix": html.unescape(key)}
    fixed = client.post(f"{path}/json/fix", data=sent, headers={"Accept": "text/plain"}).text
    assert fixed == text.replace("toolu_1 ", "toolu_1")


def test_a_new_version_has_the_edited_text_and_names_where_it_came_from(
    client: FlaskClient, second_client: FlaskClient, path: str
) -> None:
    saved = second_client.post(f"{path}/json/edit", data={"text": MENDED.replace("\n", "\r\n")})
    assert saved.status_code == 303
    new = saved.location
    assert new != path
    assert client.get(f"{new}/original").text == MENDED
    assert client.get(f"{path}/original").text == TEXT
    page = flowed(page_of(second_client, f"{new}/how-read"))
    assert re.search(rf'Edited from <a href="{path}">[^<]+</a>', page)
    assert "log.edited.json" in page
    assert client.post(f"{new}/delete").status_code == 403
    assert second_client.post(f"{new}/delete").status_code == 303
    assert client.get(path).status_code == 200


def test_a_new_version_outlives_the_one_that_it_came_from(client: FlaskClient, path: str) -> None:
    new = client.post(f"{path}/json/edit", data={"text": MENDED}).location
    assert client.post(f"{path}/delete").status_code == 303
    page = page_of(client, f"{new}/how-read")
    assert "Container" in page
    assert "Edited from" not in page


def test_a_text_that_nobody_changed_is_no_new_version(client: FlaskClient, path: str) -> None:
    before = uploads_of(client)
    answer = client.post(f"{path}/json/edit", data={"text": TEXT})
    assert answer.status_code == 400
    assert "Nothing was changed" in answer.text
    assert uploads_of(client) == before


def test_a_broken_text_is_not_saved_and_comes_back_whole(client: FlaskClient, path: str) -> None:
    before, broken = uploads_of(client), TEXT.replace('"model":', '"model"')
    answer = client.post(f"{path}/json/edit", data={"text": broken})
    assert answer.status_code == 422
    assert text_in(answer.text) == broken
    assert "data-edited" in answer.text  # so that leaving it asks
    assert 'role="alert"' in answer.text
    assert uploads_of(client) == before


def test_line_ends_and_a_byte_order_mark_stay(client: FlaskClient) -> None:
    data = b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()
    path = keep(client, data)
    text = text_in(client.get(f"{path}/json/edit").text)
    assert text == TEXT
    new = client.post(f"{path}/json/edit", data={"text": text.replace("Add.", "Add now.")}).location
    assert client.get(f"{new}/original").data == data.replace(b"Add.", b"Add now.")


def test_one_line_is_laid_out_and_saved_as_one_line(client: FlaskClient) -> None:
    data = json.dumps(BROKEN, separators=(",", ":")).encode()
    path = keep(client, data)
    text = text_in(client.get(f"{path}/json/edit").text)
    assert len(text.splitlines()) > 10
    new = client.post(f"{path}/json/edit", data={"text": text.replace("Add.", "Sum.")}).location
    assert client.get(f"{new}/original").data == data.replace(b"Add.", b"Sum.")


def test_json_lines_are_edited_and_all_conversations_are_judged(client: FlaskClient) -> None:
    data = chat_lines(3)
    path = keep(client, data, "log.jsonl")
    text = text_in(client.get(f"{path}/json/edit").text)
    assert text.encode() == data
    wrong = text.replace('"tool_call_id": "call_a1"', '"tool_call_id": "call_b2"', 1)
    told = client.post(f"{path}/json/check", data={"text": wrong}, headers=HTMX).text
    assert "OpenAI: 1 of 3 conversations: fails" in told
    assert "OpenAI: 2 of 3 conversations: passes" in told


@pytest.fixture(scope="module")
def long_lines() -> bytes:
    line = json.dumps({"model": "gpt-4o", "messages": [user("Go."), said("x" * 250_000)]}).encode()
    return b"\n".join([line] * 9) + b"\n"


def test_of_a_long_upload_one_record_is_edited_and_the_others_stay(
    app: Flask, client: FlaskClient, long_lines: bytes
) -> None:
    assert len(long_lines) > LARGEST
    answer = keep_long(app, client, long_lines)
    assert "Choose what to edit" in client.get(f"{answer}/json/edit").text
    page = client.get(f"{answer}/json/edit?line=4").text
    assert 'name="record" value="4"' in page
    text = text_in(page)
    edited = text.replace("Go.", "Stop.")
    told = client.post(f"{answer}/json/check", data={"text": edited, "record": 4}, headers=HTMX).text
    assert "It is JSON" in told
    assert "passes" not in told
    new = client.post(f"{answer}/json/edit", data={"text": edited, "record": 4}).location
    work_off(app)
    lines = long_lines.split(b"\n")
    lines[3] = lines[3].replace(b"Go.", b"Stop.")
    assert client.get(f"{new}/original").data == b"\n".join(lines)
    assert "Edited from" in page_of(client, f"{new}/how-read")


def test_of_a_long_document_one_message_is_edited(app: Flask, client: FlaskClient) -> None:
    messages = [user(f"Part {n}: " + "x" * 30_000) for n in range(80)]
    data = json.dumps({"model": "gpt-4o", "messages": messages}, indent=2).encode()
    path = keep_long(app, client, data)
    page = client.get(f"{path}/json/edit?at=0:/messages/40/content").text
    text = text_in(page)
    assert json.loads(text) == messages[40]
    assert "Edit messages[40]" in page
    edited = text.replace("Part 40", "Piece 40")
    form = {"text": edited, "at": "0:/messages/40"}
    new = client.post(f"{path}/json/edit", data=form).location
    work_off(app)
    assert client.get(f"{new}/original").data == data.replace(b"Part 40", b"Piece 40")
    line = data[: data.index(b"Part 7:")].count(b"\n") + 1
    assert json.loads(text_in(client.get(f"{path}/json/edit?line={line}").text)) == messages[7]
    nowhere = client.get(f"{path}/json/edit?at=0:/messages/400")
    assert "Nothing stands there" in nowhere.text


def test_a_text_that_grows_without_end_is_refused(client: FlaskClient, path: str) -> None:
    answer = client.post(f"{path}/json/check", data={"text": "x" * (2 * LARGEST + 1)})
    assert answer.status_code == 422


@pytest.mark.parametrize("what", ["check", "fix", "edit"])
def test_no_other_site_may_send_a_text(client: FlaskClient, path: str, what: str) -> None:
    answer = client.post(
        f"{path}/json/{what}", data={"text": MENDED}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 403


def test_keys_around_an_edited_paste_are_not_kept(client: FlaskClient) -> None:
    curl = "curl https://api.openai.com/v1/chat/completions -d '" + chat().decode().replace("\n", " ") + "'"
    path = keep(client, curl.encode(), "paste.txt")
    text = text_in(client.get(f"{path}/json/edit").text)
    secret = "sk-" + "proj-" + "a1B2" * 12
    edited = text.replace("curl ", f"curl -H 'Authorization: Bearer {secret}' ", 1)
    new = client.post(f"{path}/json/edit", data={"text": edited}).location
    assert secret.encode() not in client.get(f"{new}/original").data


def test_a_forced_format_is_kept_by_the_new_version(client: FlaskClient) -> None:
    path = keep(client, chat(), "log.json", format="mistral")
    text = text_in(client.get(f"{path}/json/edit").text)
    new = client.post(f"{path}/json/edit", data={"text": text.replace("Sunny.", "Rainy.")}).location
    slug = new.rpartition("/")[2]
    assert client.get(f"/api/conversations/{slug}").get_json()["detection"]["format"] == "mistral"


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("0:/messages/3/content/0", "0:/messages/3"),
        ("2:/input/4", "2:/input/4"),
        ("0:/model", ""),
        ("nonsense", ""),
    ],
)
def test_a_message_is_the_first_item_on_the_way(address: str, message: str) -> None:
    assert message_of(address) == message


def test_an_edited_order_is_checked_again(client: FlaskClient) -> None:
    body = {"model": "gpt-4o", "messages": [user(), calling(call("c1")), user("Wait."), result("c1"), said()]}
    path = keep(client, json.dumps(body, indent=2).encode())
    text = text_in(client.get(f"{path}/json/edit").text)
    page = client.post(f"{path}/json/check", data={"text": text}).text
    key = html.unescape(re.search(r'name="fix" value="([^"]+)"', page)[1])  # type: ignore[index]
    mended = client.post(
        f"{path}/json/fix", data={"text": text, "fix": key}, headers={"Accept": "text/plain"}
    )
    again = client.post(f"{path}/json/check", data={"text": mended.text}, headers=HTMX).text
    assert "OpenAI: passes" in again


def test_a_long_conversation_is_checked_whole(client: FlaskClient) -> None:
    path = keep(client, long_chat(70))
    text = text_in(client.get(f"{path}/json/edit").text)
    wrong = text.replace('"tool_call_id": "call_69"', '"tool_call_id": "call_x"')
    told = client.post(f"{path}/json/check", data={"text": wrong}, headers=HTMX).text
    assert "OpenAI: fails" in told
