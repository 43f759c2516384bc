"""The calls with their bars: sorted, filtered and paged by the database; nothing of a log acts."""

import html
import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from tests.histories import call, calling, function_call, result, user
from tests.samples import SESSION_LINES
from tests.webapp.markup import flowed
from tests.webapp.samples import form
from tests.webapp.test_conversation_pages import HOSTILE, keep, keep_chat, page_of
from webapp.calls.page import PAGE
from webapp.database.engine import Session
from webapp.database.tables import CallRow
from webapp.readmodel.call_lines import LONGEST_NAME, tool_key
from webapp.store import calls, deleting, uploads
from webapp.store.call_choice import CallChoice
from webapp.store.calls import MOST_VALUES


def line(message: dict[str, Any], at: float, **beside: Any) -> dict[str, Any]:
    uuid = f"u{at}"
    minutes, seconds = divmod(at, 60)
    stamp = f"2026-11-21T10:{int(minutes):02d}:{seconds:06.3f}Z"
    kind = message["role"]
    return {"type": kind, "uuid": uuid, "sessionId": "s", "timestamp": stamp, "message": message, **beside}


def use(id: str, name: str, **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": name, "input": arguments}


def asks(*uses: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": list(uses)}


def gives(id: str, text: str = "ok", **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": text, **more}]}


SESSION = "\n".join(
    json.dumps(one)
    for one in [
        SESSION_LINES[0],
        line(asks(use("toolu_a", "read", n=1), use("toolu_b", "grep", q="x" * 50)), 1),
        line(gives("toolu_a", "x" * 3000), 4),
        line(gives("toolu_b", "no", is_error=True), 1.5, toolUseResult={"durationMs": 250}),
        line(asks(use("toolu_c", "read", n=1)), 10),
        line(gives("toolu_c", "x" * 3000), 11),
        line({"role": "user", "content": "And now?"}, 600),
        line(asks(use("toolu_d", "write", n=2)), 605),
    ]
).encode()


def numbers(page: str) -> list[int]:
    """The calls that a page lists, in its order."""
    return [int(number) for number in re.findall(r'aria-label="call (\d+),', page)]


def listed(client: FlaskClient, path: str, **query: Any) -> list[int]:
    return numbers(page_of(client, f"{path}?{urlencode(query)}"))


@pytest.fixture
def log(client: FlaskClient) -> str:
    return keep(client, SESSION, "session.jsonl")


ORDERS = {
    "number": [1, 2, 3, 4],
    "-number": [4, 3, 2, 1],
    "tool": [2, 1, 3, 4],
    "-call_id": [4, 3, 2, 1],
    "started": [1, 2, 3, 4],
    "took": [2, 3, 1, 4],
    "-took": [1, 3, 2, 4],
    "-argument_bytes": [2, 1, 3, 4],
    "result_bytes": [2, 1, 3, 4],
    "-times": [1, 3, 2, 4],
    "-batch_size": [1, 2, 3, 4],
    "nonsense": [1, 2, 3, 4],
    "-": [1, 2, 3, 4],
}


def test_every_column_sorts_and_what_is_unknown_comes_last(client: FlaskClient, log: str) -> None:
    assert {sort: listed(client, f"{log}/calls", sort=sort) for sort in ORDERS} == ORDERS


def test_the_table_tells_what_each_call_does_and_in_which_answer(client: FlaskClient, log: str) -> None:
    page = flowed(page_of(client, f"{log}/calls?sort=-number"))
    said = [html.unescape(one) for one in re.findall(r'call-says">(.*?)</span>', page)]
    assert said == ["2", "1", "x" * 50, "1"]
    assert re.findall(r"turn (\d)", page) == ["3", "2", "1", "1"]


def test_a_column_that_is_not_always_there_comes_with_its_order(client: FlaskClient, log: str) -> None:
    assert "Same call" not in flowed(page_of(client, f"{log}/calls")).split("</thead>")[0].split("<thead>")[1]
    page = page_of(client, f"{log}/calls?sort=-times")
    checksums = re.findall(r'<code title="[^":]+: ([0-9a-f]{64})">([0-9a-f]{10})</code>', page)
    assert [whole[:10] for whole, _ in checksums] == [short for _, short in checksums]
    assert checksums[0] == checksums[1] != checksums[2]


def test_tokens_stand_where_the_log_has_them_and_sort(client: FlaskClient) -> None:
    log = [SESSION_LINES[0]]
    for number, output in enumerate((5, 700, 60)):
        said = asks(use(f"toolu_{number}", "read", n=number)) | {
            "usage": {"input_tokens": 1000, "output_tokens": output}
        }
        log += [line(said, number * 10 + 3), line(gives(f"toolu_{number}"), number * 10 + 4)]
    path = keep(client, "\n".join(map(json.dumps, log)).encode(), "session.jsonl")
    assert listed(client, f"{path}/calls", sort="-tokens") == [2, 3, 1]
    page = flowed(page_of(client, f"{path}/calls?turns=1"))
    assert re.findall(r'data-ended="(\w+)"', page) == ["turn", "ok"] * 3
    assert page.count('title="1,000 in, 700 out"') == 1
    assert re.findall(r'title="From the message before it to its end">([^<]*)<', page) == [
        "3.0 s",
        "9.0 s",
        "9.0 s",
    ]


FILTERS = {
    "tool=read": [1, 3],
    "ended=error": [2],
    "ended=no+result": [4],
    "ended=ok": [1, 3],
    "how=pending": [4],
    "again=again": [1, 3],
    "again=loops": [],
    "origin=wire": [1, 2, 3, 4],
    "find=OOLU_B": [2],
    "id=OOLU_B": [2],
    "find=%25": [],
    "find=_b": [2],
    "find=read+xxx": [1, 3],
    "find=error": [2],
    "find=no": [2],
    "find=read&ended=error": [],
    "tool=read&ended=error": [],
    "tool=no+such+tool": [],
    "page=99": [1, 2, 3, 4],
    "page=-1": [1, 2, 3, 4],
    "page=%D9%A3": [1, 2, 3, 4],
    "by=magic": [1, 2, 3, 4],
}


def test_filters_leave_what_they_say(client: FlaskClient, log: str) -> None:
    assert {query: numbers(page_of(client, f"{log}/calls?{query}")) for query in FILTERS} == FILTERS


def test_each_filter_says_how_many_calls_it_would_show(client: FlaskClient, log: str) -> None:
    page = page_of(client, f"{log}/calls?ended=ok")
    assert '<option value="read">read (2)</option>' in page
    assert 'value="grep"' not in page
    assert '<option value="ok" selected>with a result (2)</option>' in page
    assert '<option value="error">with an error (1)</option>' in page
    assert "2 calls of 4" in " ".join(re.sub(r"<[^>]+>", "", page).split())


def test_the_table_leads_to_the_part_its_result_and_the_same_calls(client: FlaskClient, log: str) -> None:
    page = page_of(client, f"{log}/calls")
    assert f'href="{log}?at=1:/message/content/0#at"' in page
    assert f'href="{log}?at=3:/message/content/0#at"' in page  # the error of the second
    siblings = re.findall(r'href="([^"]*checksum=[0-9a-f]{64})"', page)
    assert numbers(page_of(client, siblings[0])) == [1, 3]
    assert 'aria-label="call 3 is number 2 of 2 that are the same"' in page
    assert client.get(f"{log}?at=1:/message/content/0").status_code == 200


def test_a_sorted_column_is_said_and_turned_round_by_its_head(client: FlaskClient, log: str) -> None:
    page = page_of(client, f"{log}/calls?sort=-took&tool=read")
    assert page.count("aria-sort") == 1
    assert re.search(
        r'data-column="took" aria-sort="descending"><a href="[^"]*tool=read[^"]*sort=took"', page
    )
    assert re.search(r'data-column="started"><a href="[^"]*sort=started"', page)


def test_the_panes_that_a_reader_chose_go_along(client: FlaskClient, log: str) -> None:
    page = page_of(client, f"{log}/calls?pane=gemini:wire")
    assert f'href="{log}?at=1:/message/content/0&pane=gemini:wire#at"' in page
    assert '<input type="hidden" name="pane" value="gemini:wire">' in page


def test_the_bars_say_who_ran_when(client: FlaskClient, log: str) -> None:
    page = flowed(page_of(client, f"{log}/calls"))
    assert 'data-axis="time"' in page
    assert 'aria-label="call 1, read, 3.0 s, result in row 4"' in page
    assert 'aria-label="call 2, grep, 0.25 s, result in row 5, an error"' in page
    assert 'aria-label="call 4, write, pending, no result yet"' in page
    assert "9 min 54 s without a call, a user wrote in between" in page
    assert "2 at once" in page
    assert re.findall(r'<tr data-ended="(\w+)"', page) == ["ok", "error", "ok", "alone"]
    assert "style=" not in page
    assert 'data-axis="position"' in flowed(page_of(client, f"{log}/calls?by=position"))


def test_a_log_without_times_is_drawn_by_position(client: FlaskClient) -> None:
    path = keep_chat(client, user(), calling(call("call_1")), result("call_1"))
    page = page_of(client, f"{path}/calls")
    assert 'data-axis="position"' in page
    assert "The log has no times of calls" in page
    assert numbers(page_of(client, f"{path}/calls?by=time")) == [1]
    assert 'data-column="took"' not in page_of(client, f"{path}/calls")


def test_a_loop_is_named_and_its_calls_are_one_click_away(client: FlaskClient) -> None:
    log = [user()]
    for number in range(4):
        log += [calling(call(f"call_{number}", "search", '{"q": 1}')), result(f"call_{number}", "none")]
    page = page_of(client, f"{keep_chat(client, *log)}/calls")
    assert "calls 1 to 4: the same arguments, always the same result" in page
    assert 'aria-label="call 2 is number 2 of 4 that are the same, a loop"' in page


def test_a_conversation_without_calls_says_so(client: FlaskClient) -> None:
    page = page_of(client, f"{keep_chat(client, user())}/calls")
    assert "No tool was called." in page
    assert numbers(page) == []


def test_long_conversations_come_in_pages(client: FlaskClient) -> None:
    count = 3 * PAGE + 7
    log = [user(), *(calling(call(f"call_{n}", f"tool_{n % 30}")) for n in range(count))]
    path = keep_chat(client, *log)
    assert listed(client, f"{path}/calls", page=4) == list(range(301, 308))
    page = page_of(client, f"{path}/calls?page=2&sort=-number")
    assert numbers(page) == list(range(207, 107, -1))
    assert re.search(r'page=3" rel="next"', page)
    assert 'rel="prev"' in page
    assert "101 to 200 of 307" in page
    assert len(page.encode()) < 300_000
    assert page.count("<") < 8_000
    assert "other tools" in page_of(client, f"{path}/calls")
    assert 'aria-label="Calls from 201 on"' in page_of(client, f"{path}/calls")


def test_nothing_of_a_log_acts_and_nothing_is_hidden(client: FlaskClient) -> None:
    unseen = "a\u202eb\u200bc"
    log = [
        user(),
        calling(call(HOSTILE, HOSTILE, json.dumps({HOSTILE: HOSTILE})), call(unseen, unseen)),
        result(HOSTILE, HOSTILE),
        calling(call("call_\ud800\x00", "nul\x00\ud800"), call("x" * 10**6, "y" * 10**6)),
    ]
    sent = client.post("/", **form(json.dumps({"messages": log}).encode()))
    path = str(sent.location)
    answer = client.get(f"{path}/calls")
    assert answer.status_code == 200
    assert HOSTILE not in answer.text
    assert "<script>alert" not in answer.text
    assert html.escape(HOSTILE)[:20] in answer.text
    shown = re.sub(r"<[^>]+>", "", answer.text)
    assert "\u202e" not in shown
    assert "\u200b" not in shown
    assert len(answer.data) < 200_000
    assert numbers(html.unescape(answer.text)) == [1, 2, 3, 4]
    for tool in (HOSTILE, unseen, "nul\x00\ud800", "y" * 10**6):
        query = urlencode({"tool": tool_key(tool)})
        assert len(numbers(page_of(client, f"{path}/calls?{query}"))) == 1
    for hostile in (HOSTILE, "\x00", "\ud800".encode("utf-8", "surrogatepass"), "'; --", "%%", "\\"):
        query = urlencode({"id": hostile, "tool": hostile, "checksum": hostile, "sort": hostile})
        assert client.get(f"{path}/calls?{query}").status_code == 200


def test_tools_that_begin_alike_are_told_apart() -> None:
    one, other = tool_key("x" * 1000 + "1"), tool_key("x" * 1000 + "2")
    assert one != other
    assert len(one) == len(other) == LONGEST_NAME
    assert tool_key("read") == "read"


def test_names_of_very_many_tools_do_not_fill_the_page(client: FlaskClient) -> None:
    count = MOST_VALUES + 50
    path = keep_chat(client, user(), *(calling(call(f"call_{n}", f"tool_{n:03}")) for n in range(count)))
    page = page_of(client, f"{path}/calls")
    assert page.count('<option value="tool_') == MOST_VALUES
    assert listed(client, f"{path}/calls", tool="tool_249") == [250]


def test_both_databases_sort_filter_and_count_alike(any_session: Session) -> None:
    row = uploads.keep(any_session, SESSION, name="session.jsonl").first

    def chosen(**choice: Any) -> list[int]:
        found = calls.chosen_calls(any_session, row, CallChoice(**choice), 0, 10)
        return [one.number for one in found]

    assert chosen(sort="took", descending=True) == [1, 3, 2, 4]
    assert chosen(sort="took") == [2, 3, 1, 4]
    assert chosen(numbers=[2, 4], sort="took") == [2, 4]
    assert chosen(numbers=[]) == []
    assert chosen(facets={"tool": "read", "ended": "ok"}) == [1, 3]
    totals = calls.call_totals(any_session, row, CallChoice())
    assert (totals.calls, totals.failed, totals.alone, totals.timed, totals.took) == (4, 1, 1, 4, 4.25)
    facets = calls.call_facets(any_session, row, CallChoice(facets={"tool": "read"}))
    assert facets["tool"] == [("read", 2), ("grep", 1), ("write", 1)]
    assert facets["ended"] == [("ok", 2)]
    cells = calls.call_shape(any_session, row, CallChoice(), 2)
    assert sorted((one.stretch, one.tool, one.calls, one.failed) for one in cells) == [
        (0, "grep", 1, 1),
        (0, "read", 1, 0),
        (1, "read", 1, 0),
        (1, "write", 1, 0),
    ]
    deleting.delete(any_session, row)
    assert any_session.scalar(select(func.count()).select_from(CallRow)) == 0


def test_the_summary_has_times_and_tokens_where_the_log_has_them(app: Flask, session: Session) -> None:
    del app
    summary = uploads.keep(session, "\n".join(map(json.dumps, SESSION_LINES)).encode()).first.summary
    assert summary["usage"] == {
        "input": 1,
        "output": 1,
        "cached": None,
        "cache_written": None,
        "reasoning": None,
        "answers": 1,
        "cost": None,
        "took": None,
        "address": "1:/message/usage",
    }
    assert (summary["time"]["span"], summary["time"]["address"]) == (2.0, "0:/timestamp")
    silent = uploads.keep(session, json.dumps([function_call("call_1")]).encode()).first.summary
    assert (silent["usage"], silent["time"]) == (None, None)


def test_a_link_to_nothing_answers_as_every_other(client: FlaskClient) -> None:
    assert client.get(f"/c/{'x' * 22}/calls").status_code == 404


def test_what_a_form_leaves_empty_is_not_kept_in_the_address(client: FlaskClient, log: str) -> None:
    answer = client.get(f"{log}/calls?tool=read&how=&id=&sort=-took")
    assert answer.status_code == 303
    assert answer.location == f"{log}/calls?tool=read&sort=-took"


def test_the_old_address_of_the_timeline_leads_to_the_calls(client: FlaskClient, log: str) -> None:
    answer = client.get(f"{log}/timeline?tool=read&sort=-took&by=position&pane=gemini:wire")
    assert answer.status_code == 301
    assert answer.location == f"{log}/calls?tool=read&sort=-took&by=position&pane=gemini:wire"


def test_the_count_says_where_more_calls_have_the_words_than_are_shown(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = keep_chat(client, *(calling(call(f"call_{n}")) for n in range(3)))
    for most, says in ((3, False), (2, True)):
        monkeypatch.setattr("webapp.calls.page.MOST_FOUND", most)
        page = page_of(client, f"{path}/calls?find=add")
        assert f"<b>{most}</b> calls of 3" in page, "what is counted is what is shown"
        assert ("the first that have these words; more have them" in page) is says


def test_words_are_found_in_results_too_in_the_list_beside_the_panes(client: FlaskClient, log: str) -> None:
    found = page_of(client, f"{log}/calls/0?find=xxxx+read")
    assert re.findall(r"Call (\d):", found) == ["1", "3"]
    assert "No call has these words" in page_of(client, f"{log}/calls/0?find=xxxx+write")
