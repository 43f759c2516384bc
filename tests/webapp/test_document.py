"""The whole document by lines: verbatim, paged for any size, with paths, findings, and a search."""

import html
import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from tests.conftest import work_off
from tests.histories import call, calling, function_call, function_output, result, said, user
from tests.webapp.samples import chat, chat_lines, long_chat
from tests.webapp.shares import shared
from tests.webapp.test_conversation_pages import HOSTILE, keep, keep_chat, page_of
from tests.webapp.test_sharing_masks import CANARIES
from webapp.document.page import LINES, PIECE
from webapp.readmodel.document_lines import LONGEST_LINE, laid_out, lay_out

ITEM_IDS = {
    "model": "gpt-5.1",
    "input": [user("Add."), function_call("call_1", id="fc_1"), function_output("fc_1"), user("And?")],
}


def lines_of(page: str) -> list[str]:
    """The text of the lines that a page shows."""
    shown = page.split('class="document-lines"')[1].split("</ol>")[0]
    return [
        html.unescape(re.sub(r"<[^>]+>", "", one)) for one in re.findall(r"<code>(.*?)</code>", shown, re.S)
    ]


def line_of(page: str, number: int) -> str:
    return page.split(f'<li id="L{number}"')[1].split("</li>")[0]


def test_the_lines_are_those_of_the_upload(client: FlaskClient) -> None:
    data = json.dumps(ITEM_IDS, indent=1).encode().replace(b"\n", b"\r\n")
    page = page_of(client, keep(client, data) + "/json")
    assert lines_of(page) == data.decode().splitlines()
    assert f"{len(data.splitlines())} lines" in page


def test_each_line_knows_its_path(client: FlaskClient) -> None:
    data = json.dumps(ITEM_IDS, indent=1).encode()
    page = page_of(client, keep(client, data) + "/json")
    number = data.splitlines().index(b'   "call_id": "fc_1",') + 1
    assert 'data-path="input[2].call_id"' in line_of(page, number)
    assert 'data-path="input"' in line_of(page, 3)
    assert 'data-path="model"' in line_of(page, 2)


def test_a_finding_stands_at_its_value_with_its_word_and_a_way_to_the_conversation(
    client: FlaskClient,
) -> None:
    data = json.dumps(ITEM_IDS, indent=1).encode()
    path = keep(client, data)
    page = page_of(client, f"{path}/json")
    number = data.splitlines().index(b'   "call_id": "fc_1",') + 1
    line = line_of(page, number)
    assert '<mark>"fc_1"</mark>' in line
    assert "item-id-as-call-id" in line
    assert f'href="{path}?at=0:/input/2/call_id#at"' in line
    assert f"error, line {number}" in page
    assert "1 of 1 finding on these lines" in page


def test_an_address_leads_to_its_line(client: FlaskClient) -> None:
    data = json.dumps(ITEM_IDS, indent=1).encode()
    path = keep(client, data)
    number = data.splitlines().index(b'   "call_id": "fc_1",') + 1
    answer = client.get(f"{path}/json?at=0:/input/2/call_id")
    assert answer.status_code == 303
    assert answer.headers["Location"].endswith(f"/json?line={number}#L{number}")


@pytest.mark.parametrize("at", ["0:/nothing/here", "<script>"])
def test_an_address_at_which_nothing_stands_is_told_with_what_one_is_like(
    client: FlaskClient, at: str
) -> None:
    page = client.get(keep(client, chat()) + f"/json?at={at}").text
    assert "Nothing stands at" in page
    assert "0:/messages/3/content" in page
    assert "<code><script>" not in page


def test_a_line_beyond_the_end_is_told(client: FlaskClient) -> None:
    data = chat()
    page = page_of(client, keep(client, data) + "/json?line=9999")
    last = len(data.splitlines())
    assert f"There is no line 9,999: there are {last} lines. Here is the end." in page
    assert f'id="L{last}"' in page


def test_a_page_has_so_many_lines_and_ways_to_the_others(app: Flask, client: FlaskClient) -> None:
    data = json.dumps(json.loads(long_chat(130)), indent=1).encode()
    lines = data.decode().splitlines()
    path = keep(client, data)
    page = page_of(client, f"{path}/json?line=450")
    first = 449 // LINES * LINES
    assert lines_of(page) == lines[first : first + LINES]
    for word, line in (("Previous", first), ("Next", first + LINES + 1), ("Last", len(lines)), ("First", 1)):
        assert f'line={line}#L{line}"' in page.split('class="document-ways"')[1]
        assert f">{word}</a>" in page
    assert lines_of(page_of(client, f"{path}/json?line={len(lines)}"))[-1] == lines[-1]


def test_a_far_line_knows_its_path_from_the_part_before_it(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = json.dumps(json.loads(long_chat(130)), indent=1).encode()
    path = keep(client, data)
    near = page_of(client, f"{path}/json?line=2001")
    monkeypatch.setattr("webapp.document.page.NEAR", 0)
    far = page_of(client, f"{path}/json?line=2001")
    paths = re.findall(r'data-path="([^"]*)"', near)
    assert len(paths) == LINES
    assert re.findall(r'data-path="([^"]*)"', far) == paths


def test_a_document_on_one_line_is_laid_out_and_says_so(client: FlaskClient) -> None:
    path = keep(client, json.dumps(ITEM_IDS).encode())
    page = page_of(client, f"{path}/json")
    assert lines_of(page) == json.dumps(ITEM_IDS, indent=2).splitlines()
    assert "one line in the upload; shown with line breaks" in page
    number = [line.strip() for line in lines_of(page)].index('"call_id": "fc_1",') + 1
    assert "item-id-as-call-id" in line_of(page, number)
    assert 'data-path="input[2].call_id"' in line_of(page, number)
    answer = client.get(f"{path}/json?at=0:/input/2/call_id")
    assert answer.headers["Location"].endswith(f"#L{number}")


def test_a_laid_out_line_says_where_it_is_in_the_upload(client: FlaskClient) -> None:
    data = json.dumps(ITEM_IDS).encode()
    page = page_of(client, keep(client, data) + "/json")
    number = [line.strip() for line in lines_of(page)].index('"call_id": "fc_1",') + 1
    byte = data.index(b'"call_id": "fc_1"') + 1
    assert f'title="line 1 of the upload, byte {byte}"' in line_of(page, number)


@pytest.mark.parametrize(("size", "is_cut"), [(700, False), (900, True)])
def test_a_line_that_is_hardly_too_long_is_shown_whole(client: FlaskClient, size: int, is_cut: bool) -> None:
    lines = [{"messages": [user("a" * size)]}, {"messages": [user()]}]
    path = keep(client, "\n".join(map(json.dumps, lines)).encode())
    assert ("more bytes</a>" in page_of(client, f"{path}/json")) is is_cut


def test_a_line_too_long_to_be_laid_out_is_told_and_comes_in_pieces(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.document.laid_out.LONGEST", 1_000)
    body = {"model": "m", "messages": [user("long " * 1_000), said()]}
    path = keep(client, json.dumps(body).encode())
    page = page_of(client, f"{path}/json")
    assert "too long to be shown with line breaks" in page
    assert "more bytes</a>" in page
    hits = page_of(client, f"{path}/json?find=role").split('class="document-hits"')[1]
    last = html.unescape(re.findall(r'href="([^"]*)">line 1<', hits)[-1])
    assert '"role": "assistant"' in page_of(client, last)
    found = client.get(f"{path}/json?at=0:/messages/1/content").headers["Location"]
    assert '"Done."' in page_of(client, found)


def test_a_place_deep_in_a_record_leads_to_the_record_laid_out(client: FlaskClient) -> None:
    long = [user("long " * 500), calling(call("call_a")), result("call_b"), said()]
    data = (json.dumps({"model": "m", "messages": long}) + "\n").encode()
    path = keep(client, data + chat_lines(2))
    first = client.get(f"{path}/json?at=0:/messages/2/tool_call_id").headers["Location"]
    answer = client.get(first)
    number = int(answer.headers["Location"].rpartition("#L")[2])
    page = page_of(client, answer.headers["Location"])
    assert lines_of(page)[number - 1].strip().startswith('"tool_call_id": "call_b"')
    assert "Line 1 of the upload" in page


VALUES: list[Any] = [
    {},
    [],
    'text, with: {signs} [in] "it" and \\',
    {"a": {}, "b": [], "c": [[], {}, [1, -2.5e3, None, True]], 'k"ey': ["x"]},
    [{"n": number, "deep": [[number]]} for number in range(400)],
]


@pytest.mark.parametrize("value", VALUES)
def test_what_is_laid_out_is_what_json_would_write_from_any_line_on(value: Any) -> None:
    data = json.dumps(value).encode()
    whole = json.dumps(value, indent=2).splitlines()
    layout = lay_out(data)
    assert layout.count == len(whole)
    for first in {1, max(1, layout.count // 2), max(1, layout.count - 3)}:
        lines = laid_out(data, layout, first, 50)
        assert ["".join(run.text for run in line.runs) for line in lines] == whole[first - 1 : first + 49]
        assert [layout.line_of(data, line.offset) for line in lines] == [line.number for line in lines]


def test_a_line_of_json_lines_is_a_record_and_can_be_laid_out(client: FlaskClient) -> None:
    path = keep(client, chat_lines(3))
    page = page_of(client, f"{path}/json")
    assert lines_of(page) == chat_lines(3).decode().splitlines()
    assert 'data-path="record 2"' in line_of(page, 2)
    laid = page_of(client, f"{path}/json?record=2")
    assert lines_of(laid) == json.dumps(json.loads(chat_lines(3).splitlines()[1]), indent=2).splitlines()
    assert "Line 2 of the upload" in laid
    assert 'data-path="record 2: messages[0].role"' in laid


def test_a_long_line_is_cut_with_a_way_to_the_rest(client: FlaskClient) -> None:
    long = "ä" * 3 * PIECE
    data = json.dumps({"model": "m", "messages": [user(long)]}, indent=1, ensure_ascii=False).encode()
    path = keep(client, data)
    page = page_of(client, f"{path}/json")
    number = next(n for n, line in enumerate(data.splitlines(), 1) if "ä".encode() in line)
    assert len(lines_of(page)[number - 1].encode()) <= LONGEST_LINE
    read, url = "", f"{path}/json?line={number}&from=0"
    while url:
        piece = page_of(client, url).split('class="document-piece"')[1]
        read += html.unescape(re.search(r"<pre>(.*?)</pre>", piece, re.S)[1])  # type: ignore[index]
        more = re.search(r'href="([^"]*)" rel="next"', piece)
        url = html.unescape(more[1]) if more else ""
    assert read == data.decode().splitlines()[number - 1]


def test_the_search_leads_to_lines_and_finds_what_json_escapes(client: FlaskClient) -> None:
    data = json.dumps({"model": "m", "messages": [user('She said "Ünder"'), said("no")]}, indent=1).encode()
    path = keep(client, data)
    page = page_of(client, f'{path}/json?find="Ünder"')
    number = next(n for n, line in enumerate(data.splitlines(), 1) if b"nder" in line)
    hits = page.split('class="document-hits"')[1].split("</div>")[0]
    assert f"line {number}<" in hits
    assert f"#L{number}" in hits
    assert '<mark>\\"\\u00dcnder\\"</mark>"' in hits
    assert "Nothing in the text holds" in page_of(client, f"{path}/json?find=nowhere")


def test_hits_come_a_page_at_a_time_and_each_once(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.document.hits.PIECE_BYTES", 300)
    data = json.dumps(json.loads(long_chat(60)), indent=1).encode()
    url = keep(client, data) + "/json?find=read_file"
    found: list[int] = []
    while url:
        page = page_of(client, url).split('class="document-hits"')[1].split("</div>")[0]
        found += [int(line.replace(",", "")) for line in re.findall(r">line ([\d,]+)<", page)]
        more = re.search(r'href="([^"]*after=[^"]*)"', page)
        url = html.unescape(more[1]) if more else ""
    assert found == [n for n, line in enumerate(data.splitlines(), 1) if b"read_file" in line]


def test_a_masked_copy_shows_its_own_text(client: FlaskClient) -> None:
    secret = CANARIES["anthropic-key"]
    path = keep_chat(client, user(f"My key is {secret}"), said())
    copy = shared(client, path.rpartition("/")[2])
    assert secret in page_of(client, f"{path}/json").replace("\n", "")
    page = client.get(f"/c/{copy}/json").text
    assert "My key is" in page
    assert secret not in page
    assert secret[:30] not in client.get(f"/c/{copy}/json?find=key").text


def test_slips_in_json_lose_no_line_and_give_no_wrong_path(client: FlaskClient) -> None:
    data = chat().replace(b"{\n", b'{\n // a comment: {[ "\n', 1)
    page = page_of(client, keep(client, data) + "/json")
    assert lines_of(page) == data.decode().splitlines()
    assert "data-path=" not in page.split('class="document-lines"')[1]


def test_markup_in_a_log_stays_text(client: FlaskClient) -> None:
    path = keep_chat(client, user(HOSTILE), calling(call(HOSTILE, HOSTILE)), result(HOSTILE), said())
    for query in ("", "?find=<script>", "?line=5&from=0"):
        text = client.get(f"{path}/json{query}").text
        assert "<script>alert" not in text
        assert "<img" not in text


def test_findings_elsewhere_are_a_link_away(app: Flask, client: FlaskClient) -> None:
    messages = [user("x")] * 120 + [calling(call("call_1")), user("And?")]
    data = json.dumps({"model": "m", "messages": messages}, indent=1).encode()
    path = keep(client, data)
    work_off(app)
    page = page_of(client, f"{path}/json")
    assert "0 of 1 finding on these lines" in page
    [url] = re.findall(r'href="([^"]*)">Next finding', page)
    answer = client.get(html.unescape(url))
    number = int(answer.headers["Location"].rpartition("#L")[2])
    assert number > LINES
    assert "1 of 1 finding on these lines" in page_of(client, answer.headers["Location"])
