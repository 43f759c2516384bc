"""The inspector, as a browser without scripts has it: pages, fragments, links and forms."""

import html
import io
import json
import re

import crosswire
import pytest
from flask.testing import FlaskClient
from tests.histories import answers, call, calling, model, result, said, user
from tests.selection import for_each
from tests.webapp.markup import flowed, text
from tests.webapp.samples import chat, chat_lines, long_chat

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>'\"{{7*7}}</textarea>"


def keep(client: FlaskClient, data: bytes, name: str = "log.json", **form: str) -> str:
    """The path of the permalink."""
    answer = client.post("/", data={"file": (io.BytesIO(data), name), **form})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def keep_chat(client: FlaskClient, *messages: dict[str, object]) -> str:
    return keep(client, json.dumps({"model": "gpt-4o", "messages": messages}).encode())


def page_of(client: FlaskClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


def row_of(page: str, number: int) -> str:
    """The HTML of one row."""
    found = re.search(
        rf'<div class="row" data-row="{number}".*?(?=<div class="row"|</section>)', page, re.DOTALL
    )
    assert found, f"no row {number}"
    return found.group()


def told(number: int) -> str:
    return json.dumps({"timeout": 9, "command": f"npm run {number}"})


def current_cards(page: str) -> list[str]:
    return re.findall(r'<div class="card"[^>]*data-end="(\w+)"[^>]*aria-current="true"', page)


def test_the_page_says_what_was_read_and_that_the_link_is_all_one_needs(client: FlaskClient) -> None:
    path = keep(client, chat(), "weather.json")
    page = page_of(client, path)
    assert f'hx-get="{path}/how-read"' in page
    words = " ".join(re.sub(r"<[^>]+>", "", page_of(client, f"{path}/how-read")).split())
    assert "Parts 5 in, 5 shown Pairs 1 call, 1 result, 1 pair Findings 0 problems" in words
    assert "OpenAI Chat Completions request, detected" in words
    assert "anyone with the link can read it" in words
    assert '<h1 title="What is the weather?">What is the weather?</h1>' in page
    assert '<p class="menu-head">weather.json</p>' in page
    assert '<meta name="robots" content="noindex' in page


def test_two_panes_show_a_call_beside_its_own_rendering(client: FlaskClient) -> None:
    page = page_of(client, f"{keep(client, chat())}?pane=original:read&pane=anthropic:read")
    row = row_of(page, 2)
    assert len(re.findall(r'class="card"', row)) == 2
    assert len(re.findall(r"<span>call_a1</span>", row)) == 2


def test_a_sound_log_stands_beside_the_json_of_another_provider(client: FlaskClient) -> None:
    page = page_of(client, keep(client, chat()))
    assert page.count('<option value="original:read" selected>') == 1
    assert page.count('<option value="anthropic:wire" selected>') == 1


def test_a_log_with_an_error_that_a_fix_mends_stands_beside_the_fixed_one(client: FlaskClient) -> None:
    path = keep_chat(client, user(), calling(call("call_1")), result("call_x"), said())
    page = page_of(client, path)
    assert page.count('<option value="repaired:read" selected>Fixed</option>') == 1
    before, _, after = row_of(page, 3).partition('data-pane="2"')
    assert 'data-change="removed"' in before
    assert 'data-state="broken"' in before
    assert 'data-change="added"' in after
    assert 'data-state="mended"' in after
    assert "data-change" not in row_of(page, 1) + row_of(page, 2) + row_of(page, 4)


def test_what_somebody_chose_in_the_page_is_shown_for_the_next_log_of_its_kind(client: FlaskClient) -> None:
    sound, other = keep(client, chat()), keep_chat(client, user(), said())
    broken = keep_chat(client, user(), calling(call("call_1")), result("call_x"), said())
    client.get(f"{sound}?pane=original:wire&pane=gemini:read")  # a link is no choice
    assert "gemini:read" not in selected(page_of(client, other))
    client.get(f"{sound}?pane=original:wire&pane=gemini:read", headers=HTMX)
    assert selected(page_of(client, other)) == ["original:wire", "gemini:read"]
    assert selected(page_of(client, broken)) == ["original:read", "repaired:read"]
    client.get(f"{broken}?pane=original:read", headers=HTMX)
    assert selected(page_of(client, broken)) == ["original:read"]
    assert selected(page_of(client, f"{broken}?pane=cohere:wire")) == ["cohere:wire"]
    assert "pane=original%3Awire" in page_of(client, other).replace(
        "pane=original:wire", "pane=original%3Awire"
    )


def selected(page: str) -> list[str]:
    """What the panes show."""
    heads = page[page.index('class="pane-heads"') :]
    return re.findall(r'<option value="([\w-]+:\w+)" selected>', heads)


@pytest.fixture
def path(client: FlaskClient) -> str:
    return keep(client, chat())


@for_each("target", ["original", *crosswire.FORMATS])
@for_each("view", ["read", "wire"])
def test_each_pane_shows_any_format_in_either_view(
    client: FlaskClient, path: str, target: str, view: str
) -> None:
    page = page_of(client, f"{path}?pane={target}:{view}&pane={target}:{view}")
    assert len(re.findall(r'class="cell" data-pane="2"', page)) == 5
    assert page.count(f'<option value="{target}:{view}" selected>') == 2
    assert ('class="wire"' in page) == (view == "wire")


def test_the_wire_view_shows_the_json_of_the_format_with_its_place(client: FlaskClient) -> None:
    page = page_of(client, f"{keep(client, chat())}?pane=original:wire&pane=anthropic:wire")
    row = re.sub(r"<[^>]+>", "", row_of(page, 2))
    assert "messages[1].tool_calls[0]" in row
    assert '"tool_calls"' in row
    assert "messages[1].content[0]" in row
    assert '"type": "tool_use"' in row


def test_a_pane_that_does_not_exist_is_left_out(client: FlaskClient) -> None:
    page = page_of(client, f"{keep(client, chat())}?pane=original:read&pane=klingon:read&pane=x")
    assert page.count('class="pane-head"') == 1


@pytest.mark.parametrize(
    "address", ["0:/messages/1/tool_calls/0", "0:/messages/2", "0:/messages/2/tool_call_id"]
)
def test_a_link_to_either_end_marks_the_pair_in_both_panes(client: FlaskClient, address: str) -> None:
    page = page_of(client, f"{keep(client, chat())}?at={address}")
    assert sorted(current_cards(page)) == ["call", "call", "result", "result"]
    assert page.count('id="at"') == 1


def test_a_link_to_nowhere_says_so(client: FlaskClient) -> None:
    page = page_of(client, f"{keep(client, chat())}?at=7:/nowhere")
    assert "Nothing stands at <code>7:/nowhere</code>" in page
    assert current_cards(page) == []


def test_switching_a_pane_answers_the_panes_alone_and_keeps_where_the_reader_was(client: FlaskClient) -> None:
    path = keep(client, long_chat(100))
    answer = client.get(f"{path}?pane=original:wire&pane=gemini:read&row=250", headers=HTMX)
    assert answer.text.strip().startswith('<section class="panes" id="panes"')
    assert 'data-row="250"' in answer.text
    assert answer.headers["HX-Push-Url"] == f"{path}?pane=original:wire&pane=gemini:read"


def test_a_pair_far_apart_is_reached_through_its_numbers(client: FlaskClient) -> None:
    talk = [turn for n in range(60) for turn in (user(f"Question {n}"), said())]
    path = keep_chat(client, user(), calling(call("call_1")), *talk, result("call_1"))
    row = row_of(page_of(client, path), 2)
    assert 'data-partner="123"' in row
    assert 'data-piece="stub-down"' in row


def test_findings_lead_to_their_place_and_to_their_rule(client: FlaskClient) -> None:
    path = keep_chat(client, user(), calling(call("call_1")), result("Sum: 15", "Sum: 15"), said())
    page = flowed(page_of(client, path))
    finding = flowed(page_of(client, f"{path}/findings/rules/0"))
    finding = finding[finding.index('class="finding"') :]
    assert 'data-of="CW302"' in finding
    assert re.search(rf'href="{path}\?at=0:(/|%2F)messages\S+#at" data-go="3"', finding)
    assert 'href="/rules/CW302"' in page
    assert page.count('class="flagged" data-severity="error"') >= 1


def test_the_list_of_calls_says_how_each_was_paired(client: FlaskClient) -> None:
    contents = [
        {"role": "user", "parts": [{"text": "Go on."}]},
        model({"name": "add"}),
        answers({"name": "add"}),
        *(turn for _ in range(5) for turn in (model({"name": "add"}), answers({"name": "add"}))),
        model({"name": "search"}),
    ]
    path = keep(client, json.dumps({"contents": contents}).encode())
    calls = text(client.get(f"{path}/calls/0", headers=HTMX).text)
    assert calls.count("paired by position") == 6
    assert "pending, no result yet" in calls
    assert "call-list" in page_of(client, path)


def test_fewer_than_seven_calls_have_no_list_of_their_own(client: FlaskClient) -> None:
    assert "call-list" not in page_of(client, keep(client, long_chat(6)))
    assert "call-list" in page_of(client, keep(client, long_chat(7)))


def test_the_list_of_calls_is_filtered_by_tool_argument_id_and_end(client: FlaskClient) -> None:
    log = [
        user(),
        *(
            turn
            for n in range(8)
            for turn in (calling(call(f"call_{n}", arguments=told(n))), result(f"call_{n}"))
        ),
        calling(call("call_lost", "search", told(9))),
        user("And now?"),
    ]
    path = keep(client, json.dumps(log).encode())

    def found(words: str) -> list[str]:
        page = client.get(f"{path}/calls/0", query_string={"find": words}, headers=HTMX).text
        return re.findall(r'class="call-says">([^<]*)<', page)

    assert found("npm run 3") == ["npm run 3"]
    assert found("call_5") == ["npm run 5"]
    assert found("SEARCH") == found("missing") == ["npm run 9"]
    assert len(found("add npm")) == 8
    assert found("nothing like it") == []
    assert "No call has these words." in client.get(f"{path}/calls/0?find=zzz").text  # without scripts


def test_long_lists_come_in_parts(client: FlaskClient) -> None:
    path = keep(client, long_chat(250))
    page = page_of(client, path)
    assert page.count('data-step="call"') == 36
    more = re.search(r'hx-get="([^"]+/calls/1[^"]*)"', page)
    assert more
    part = html.unescape(client.get(more.group(1), headers=HTMX).text)
    assert part.count('data-step="call"') == 36
    assert "/calls/2" in part
    assert "/calls/0" not in part
    assert page_of(client, more.group(1)).count("<h1") == 1


def test_a_link_to_a_late_call_begins_the_list_around_it(client: FlaskClient) -> None:
    page = page_of(client, f"{keep(client, long_chat(250))}?at=0:/messages/601")
    assert re.search(r'data-step="call"[^>]*aria-current="true"', page)
    assert "/calls/4" in page
    assert "/calls/6" in page


def test_a_long_text_is_cut_and_says_so_and_its_row_shows_it_whole(client: FlaskClient) -> None:
    path = keep_chat(client, user("word " * 2_000 + "END"), said())
    page = page_of(client, path)
    assert "Show the other 6,003 characters" in page
    assert "END" not in row_of(page, 1)
    whole = client.get(f"{path}/row/1", headers=HTMX).text
    assert whole.strip().startswith('<div class="row" data-row="1"')
    assert "END" in whole
    assert "Show the other" not in whole
    assert client.get(f"{path}/row/99").status_code == 404


def test_what_a_rendering_lost_is_listed_over_its_pane(client: FlaskClient) -> None:
    log = {
        "messages": [
            {
                "role": "user",
                "content": [{"type": "text", "text": "Hi", "cache_control": {"type": "ephemeral"}}],
            }
        ],
        "model": "claude-sonnet-4-5",
        "max_tokens": 5,
    }
    page = page_of(
        client, f"{keep(client, json.dumps(log).encode())}?pane=original:read&pane=openai-chat:read"
    )
    report = page[page.index('class="drop losses"') :]
    assert re.search(r"<summary>\d+ <span[^>]*>conversion </span>notes?", report)
    assert "cache_control" in report
    assert "cache_control" in row_of(page, 1)


def test_what_crosswire_added_is_counted_apart_and_said_where_it_stands(client: FlaskClient) -> None:
    path = keep(client, chat())
    page = page_of(client, f"{path}?pane=anthropic:read")
    assert '<summary>2 <span class="told-which">conversion </span>notes </summary>' in page
    assert "1 added, 1 check" in page
    assert re.search(r"<dt>max_tokens.*?added by Crosswire</span></dt>", page)
    assert "added by Crosswire" in row_of(page_of(client, f"{path}?pane=anthropic:wire"), 0)


def test_an_item_id_that_is_lost_is_called_one(client: FlaskClient) -> None:
    item = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "add", "arguments": "{}"}
    output = {"type": "function_call_output", "call_id": "call_1", "output": "3"}
    page = page_of(client, keep(client, json.dumps({"model": "gpt-5", "input": [item, output]}).encode()))
    assert page.count("item id fc_1") >= 2
    assert not re.search(r"<b>fc_1</b>", page)


def test_what_a_programs_log_says_is_not_called_the_providers_word(client: FlaskClient) -> None:
    line = {
        "type": "user",
        "sessionId": "s1",
        "version": "2.0.0",
        "cwd": "/work",
        "uuid": "u1",
        "parentUuid": None,
        "timestamp": "2025-11-02T10:00:00Z",
        "message": {"role": "user", "content": "Hello"},
    }
    envelope = row_of(page_of(client, f"{keep(client, json.dumps(line).encode())}?pane=original:read"), 0)
    assert "said by the log" in envelope
    assert "said by the provider" not in envelope


def test_the_list_of_calls_marks_the_call_that_a_linked_result_answers(client: FlaskClient) -> None:
    page = page_of(client, f"{keep(client, long_chat(7))}?at=0:/messages/2")
    assert re.search(r'data-step="call"[^>]*aria-current="true"', page)


def test_notes_of_the_reader_are_shown(client: FlaskClient) -> None:
    page = page_of(client, keep(client, b"\xef\xbb\xbf" + chat()) + "/how-read")
    assert "byte order mark" in page


def test_conversations_of_one_upload_list_each_other(client: FlaskClient) -> None:
    page = page_of(client, keep(client, chat_lines(3), "three.jsonl"))
    assert "Conversation 1 of 3" in " ".join(text(page).split())
    others = re.findall(r'<a href="(/c/[\w-]{22})"(?: aria-current="page")?>\d\.', page)
    assert len(set(others)) == 3
    assert "Conversation 3 of 3" in " ".join(text(page_of(client, others[2])).split())


def test_only_the_browser_that_uploaded_it_is_offered_to_delete_and_can(
    client: FlaskClient, second_client: FlaskClient
) -> None:
    path = keep(client, chat())
    assert f'action="{path}/delete"' in page_of(client, path)
    assert f'action="{path}/delete"' not in page_of(second_client, path)
    assert second_client.post(f"{path}/delete").status_code == 403
    assert client.post(f"{path}/delete").status_code == 303
    assert client.get(path).status_code == 404
    assert client.get(path).text.count(path) == client.get("/c/" + "x" * 22).text.count("x" * 22)


def test_the_format_can_be_overruled_and_the_first_link_stays(client: FlaskClient) -> None:
    path = keep(client, chat(), "log.json")
    answer = client.post(f"{path}/format", data={"format": "openai-responses"})
    assert answer.status_code in (303, 422)
    other = client.post(f"{path}/format", data={"format": "openai-chat"})
    assert other.status_code == 303
    assert other.location != path
    assert "as asked for" in page_of(client, other.location)
    assert "detected" in page_of(client, path)
    assert client.get(f"{other.location}/original").data == chat()


def test_downloads_are_offered_for_every_format_and_for_the_upload(client: FlaskClient) -> None:
    path = keep(client, chat())
    page = page_of(client, f"{path}/exporting")
    for name in crosswire.FORMATS:
        assert f'<option value="{name}"' in page.partition("export-format")[2].partition("</select>")[0]
        asked = client.get(f"{path}/export?format={name}&shape=body")
        assert asked.status_code == 303
        assert client.get(asked.location).headers["Content-Disposition"].startswith("attachment")
    assert f'href="{path}/original" download' in page


@pytest.mark.parametrize("panes", ["", "?pane=original:wire&pane=gemini:wire"])
def test_markup_in_every_string_is_shown_as_text(client: FlaskClient, panes: str) -> None:
    messages = [
        {"role": "system", "content": HOSTILE},
        {"role": "user", "content": HOSTILE, "name": HOSTILE},
        calling(call(HOSTILE, HOSTILE, json.dumps({HOSTILE: HOSTILE}))),
        result(HOSTILE, HOSTILE),
        calling(call("call_2", HOSTILE, HOSTILE)),
        {"role": HOSTILE, "content": HOSTILE, HOSTILE: HOSTILE},
    ]
    tool = {"type": "function", "function": {"name": HOSTILE, "description": HOSTILE}}
    log = {"model": HOSTILE, "messages": messages, "tools": [tool], HOSTILE: HOSTILE}
    path = keep(client, json.dumps(log).encode(), f"{HOSTILE}.json".replace("/", ""))
    answer = client.get(path + panes).text
    assert "<script>alert" not in answer
    assert "<img src=x" not in answer
    assert "49" not in re.sub(r"[\w-]*49[\w-]*", "", answer)
    assert answer.count("&lt;script&gt;alert(1)") > 5


def test_pages_hold_no_inline_script_or_style(client: FlaskClient) -> None:
    for path in ("/", "/rules", "/rules/CW302", "/formats", keep(client, chat())):
        answer = client.get(path)
        nonce = re.search(r"'nonce-([^']+)'", answer.headers["Content-Security-Policy"])
        assert nonce
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)", answer.text)
        assert set(re.findall(r'nonce="([^"]*)"', answer.text)) == {nonce.group(1)}
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//(?!localhost)', answer.text)


def test_every_element_that_htmx_acts_on_carries_the_nonce(client: FlaskClient) -> None:
    page = client.get(keep(client, long_chat(250))).text
    acting = [tag for tag in re.findall(r"<\w+[^>]*>", page) if re.search(r"\shx-(get|post)=", tag)]
    assert acting
    assert all("hx-nonce=" in tag for tag in acting)


def test_vendored_files_are_what_their_sums_say() -> None:
    import hashlib

    from webapp.settings import data_dir

    folder = data_dir("static") / "vendor"
    sums = dict(line.split()[::-1] for line in (folder / "SHA256SUMS").read_text().splitlines())
    files = {path.name for path in folder.iterdir()} - {"README.md", "SHA256SUMS"}
    assert set(sums) == files
    for name, digest in sums.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_an_end_without_another_has_a_line_that_ends_nowhere_or_a_cross(client: FlaskClient) -> None:
    logs = {
        ("open", "broken", "call"): [user(), calling(call("call_1")), user()],
        ("open", "sure", "call"): [user(), said(), user(), calling(call("call_1"))],
        ("lone", "broken", "result"): [user(), result("call_1"), user()],
    }
    for wanted, log in logs.items():
        page = page_of(
            client, f"{keep_chat(client, *log)}?pane=original:read&pane=repaired:read&missing=drop"
        )
        rows = page.partition('class="slice"')[2].partition("</section>")[0]
        drawn = re.findall(r'data-piece="(\w+)" data-quality="(\w+)"\s+data-at="(\w+)"', rows)
        assert drawn == [wanted], "the fix took it out, or changes nothing of it"
