"""What a repair would change, chosen change by change, and kept as a conversation of its own."""

import html
import json
import re

import crosswire
import pytest
from crosswire.repairs import mend
from flask.testing import FlaskClient
from sqlalchemy import select
from tests.histories import call, calling, result, said, user
from tests.selection import for_each
from tests.webapp.markup import flowed, text
from tests.webapp.samples import chat, chat_lines
from tests.webapp.stored import pane_of
from tests.webapp.test_conversation_pages import HOSTILE, HTMX, keep, keep_chat, page_of, row_of
from tests.whole_sessions import claude_code
from webapp.database.engine import Session
from webapp.database.tables import PaneRow
from webapp.store import opening
from webapp.store.panes import MOST_SELECTIONS

LOG = (
    user(),
    calling(call("call_1"), call("call_2", "weather")),
    result("call_2", "Sunny."),
    result("Sum: 15", "Sum: 15"),
    said("15."),
    calling(call("call_3")),
    user("Well?"),
)


@pytest.fixture
def path(client: FlaskClient) -> str:
    return keep_chat(client, *LOG)


def keys_of(page: str) -> list[str]:
    return re.findall(r'name="leave" value="(\w+)"', page.partition("Save as new version")[0])


def exported(client: FlaskClient, path: str, query: str = "") -> list[dict[str, object]]:
    messages: list[dict[str, object]] = client.get(f"{path}/repaired.json{query}").json["messages"]
    return messages


def test_each_change_is_listed_with_its_reason(client: FlaskClient, path: str) -> None:
    page = page_of(client, f"{path}/repair")
    assert "result-text-as-id" in page
    assert "<del>Sum: 15</del>" in page
    assert "<ins>call_1</ins>" in page
    assert "What is left" in page
    assert "missing-result" in page


def test_the_page_stands_among_the_views_which_keep_what_is_chosen(client: FlaskClient, path: str) -> None:
    page = page_of(client, f"{path}/repair?missing=mark")
    assert f'href="{path}/repair?missing=mark" aria-current="page">Fix</a>' in page
    for view in ("", "/calls", "/check", "/compare"):
        assert f'<a href="{path}{view}?missing=mark"' in page


def test_the_upload_stays_as_it_is(client: FlaskClient, path: str) -> None:
    before = client.get(f"{path}/original").data
    assert exported(client, path)[3]["tool_call_id"] == "call_1"
    assert client.get(f"{path}/original").data == before


@pytest.mark.parametrize(("missing", "length"), [("leave", 7), ("drop", 6), ("mark", 8)])
def test_the_reader_chooses_what_becomes_of_missing_results(
    client: FlaskClient, path: str, missing: str, length: int
) -> None:
    assert len(exported(client, path, f"?missing={missing}")) == length
    assert f'value="{missing}" checked' in page_of(client, f"{path}/repair?missing={missing}")


def test_a_change_is_left_out(client: FlaskClient, path: str) -> None:
    [key] = keys_of(page_of(client, f"{path}/repair"))
    page = page_of(client, f"{path}/repair?leave={key}")
    assert "data-left-out" in page
    assert "0 places changed" in re.sub(r"<[^>]+>", "", page)
    assert exported(client, path, f"?leave={key}")[3]["tool_call_id"] == "Sum: 15"
    other = page_of(client, f"{path}/repair?leave={key}&missing=mark")
    assert "1 place changed" in re.sub(r"<[^>]+>", "", other)
    assert exported(client, path, f"?leave={key}&missing=mark")[3]["tool_call_id"] == "Sum: 15"


def left_of(page: str) -> dict[str, str]:
    """The rules under "What is left", each with its reason."""
    left = page.partition('id="left"')[2]
    return dict(
        re.findall(r'class="rule"[^>]*>\w+ ([\w-]+)</a></p>.*?<p class="quiet">(.*?)</p>', left, re.DOTALL)
    )


def test_what_no_repair_mends_keeps_its_reason_when_another_step_is_left_out(client: FlaskClient) -> None:
    turns = (calling(call("c1")), result(" c1"), calling(call("c2")), user())
    path = keep_chat(client, user(), *turns, calling(call("c3", arguments="{bad")), result("c3"))
    whole = page_of(client, f"{path}/repair?missing=drop")
    broken = left_of(whole)
    assert broken == {"arguments-not-json": "Nothing tells what the text was before it was broken."}
    tie, *drops = keys_of(whole)
    mended = left_of(page_of(client, f"{path}/repair?missing=drop&leave={tie}"))
    dropped = left_of(page_of(client, f"{path}/repair?missing=drop&leave={'&leave='.join(drops)}"))
    assert mended == broken | dict.fromkeys(("lookalike-ids", "unanswered-call"), "Left out by you.")
    assert dropped == broken | {"missing-result": "Left out by you."}


def test_only_steps_that_are_carried_out_are_counted(client: FlaskClient) -> None:
    turns = (calling(call("c1")), result(" c1"), calling(call("c2")), user())
    path = keep_chat(client, user(), *turns)
    mended, dropped = keys_of(flowed(page_of(client, f"{path}/repair?missing=drop")))
    plain = re.sub(r"<[^>]+>", "", flowed(page_of(client, f"{path}/repair?missing=drop&leave={mended}")))
    assert "2 places changed in 1 step, with 1 left out." in plain
    kept = re.sub(r"<[^>]+>", "", flowed(page_of(client, f"{path}/repair?missing=drop&leave={dropped}")))
    assert "1 place changed in 1 step, with 1 left out." in kept
    unknown = re.sub(r"<[^>]+>", "", flowed(page_of(client, f"{path}/repair?missing=drop&leave={0:012x}")))
    assert "3 places changed in 2 steps." in unknown


def test_each_of_two_calls_without_results_is_dropped_or_left_by_itself(client: FlaskClient) -> None:
    path = keep_chat(client, user(), calling(call("c1"), call("c2")), user())
    keys = keys_of(page_of(client, f"{path}/repair?missing=drop"))
    assert len(keys) == 2  # that nothing is left of the message follows from both
    for key, left in zip(keys, ("c1", "c2"), strict=True):
        messages = exported(client, path, f"?missing=drop&leave={key}")
        assert [[one["id"] for one in message.get("tool_calls", [])] for message in messages] == [
            [],
            [left],
            [],
        ]


def test_the_pane_of_a_repair_draws_its_own_lines(client: FlaskClient) -> None:
    path = keep_chat(client, user(), calling(call("call_1")), result("Sum: 15", "Sum: 15"), said("15."))
    page = page_of(client, f"{path}?pane=original:read&pane=repaired:read")
    beside, inside = re.findall(r'<div class="gutter">(.*?)</div>', row_of(page, 2), re.DOTALL)
    assert 'data-quality="broken"' in beside
    assert 'data-quality="sure"' in inside
    assert "Call 1 of add: paired by id, 1 row on" in inside
    [alone] = re.findall(
        r'<div class="gutter">(.*?)</div>',
        row_of(page_of(client, f"{path}?pane=repaired:read"), 3),
        re.DOTALL,
    )
    assert "Result of add, call 1: paired by id, 1 row back" in alone


def test_what_cannot_be_repaired_is_not_called_nothing(client: FlaskClient) -> None:
    path = keep_chat(client, user(), calling(call("c3", arguments="{bad")), result("c3"))
    assert "Nothing here can be fixed with certainty." in page_of(client, f"{path}/repair")


def test_htmx_gets_the_list_alone(client: FlaskClient, path: str) -> None:
    answer = client.get(f"{path}/repair", headers=HTMX).text
    assert '<div id="changes">' in answer
    assert "<html" not in answer


def test_the_pane_shows_each_part_beside_the_one_it_came_from(client: FlaskClient, path: str) -> None:
    page = page_of(client, f"{path}?pane=original:read&pane=repaired:read&missing=mark")
    mended = row_of(page, 5)
    assert "Sum: 15" in mended
    assert "id changed" in mended
    assert "data-mended>added" in page
    assert "missing=mark" in page.split('class="inspector"')[1]  # the links keep the choice
    assert "Not in this format" not in page


def test_the_pane_shows_which_call_a_mended_result_answers(client: FlaskClient) -> None:
    turns = (calling(call("call_1")), result("call_1"), calling(call(" call_2 ")), result("call_2"))
    path = keep_chat(client, user(), *turns, said())
    for view in ("read", "wire"):
        page = page_of(client, f"{path}?pane=original:{view}&pane=repaired:{view}")
        before, _, after = row_of(page, 5).partition('data-pane="2"')
        assert 'data-change="removed"' in before
        assert "answers no call" in before
        assert "data-alone" not in after
        assert 'data-call="2"' in after
        assert 'data-change="added"' in after
        assert after.count("data-mended") >= 2, "the line of the gutter, and the words"
        assert "answers the call at " in after
        assert ">answered</span>" in row_of(page, 4).partition('data-pane="2"')[2]
        assert "data-mended" not in row_of(page, 2) + row_of(page, 3)
    card = re.search(
        r'aria-label="(Result[^"]*)" data-end="result"',
        row_of(page_of(client, f"{path}?pane=repaired:read"), 5),
    )
    assert card is not None
    assert card[1] == "Result of add, call 2, paired"


def test_the_pane_says_what_was_dropped(client: FlaskClient, path: str) -> None:
    page = page_of(client, f"{path}?pane=original:read&pane=repaired:wire&missing=drop")
    assert "Removed by the fix." in row_of(page, 7)


def test_the_pane_and_the_revision_have_what_was_chosen(client: FlaskClient) -> None:
    turn = (calling(call("")), result(""), said())
    path = keep_chat(client, user(), calling(call("call_1")), result("call_x"), said(), user(), *turn)
    _empty, mismatched = keys_of(flowed(page_of(client, f"{path}/repair")))
    page = flowed(page_of(client, f"{path}/repair?leave={mismatched}"))
    (beside,) = re.findall(r'href="([^"]+)">Show beside the original', page)
    shown = flowed(page_of(client, html.unescape(beside)))
    assert "Fixed in part" in shown
    assert "1 step is left out" in shown
    assert "call_x" in flowed(row_of(shown, 3))
    assert "data-mended" not in row_of(shown, 3)
    assert "id changed" in flowed(row_of(shown, 6))
    assert f"leave={mismatched}" in shown.split('class="inspector"')[1]  # the links keep the choice
    assert "call_x" not in flowed(row_of(flowed(page_of(client, f"{path}?pane=repaired:read")), 3))
    revision = client.post(f"{path}/repair", data={"leave": mismatched}).location
    kept = json.loads(client.get(f"{revision}/original").data)["messages"]
    assert kept == exported(client, path, f"?leave={mismatched}")
    assert [kept[2]["tool_call_id"], kept[5]["tool_calls"][0]["id"]] == ["call_x", kept[6]["tool_call_id"]]
    assert kept[6]["tool_call_id"]


def test_panes_with_changes_left_out_do_not_pile_up(session: Session, client: FlaskClient) -> None:
    path = keep_chat(client, *LOG)
    row = opening.find(session, path.removeprefix("/c/"))
    assert row is not None
    for number in range(MOST_SELECTIONS + 3):
        pane_of(session, row, "repaired", left_out=(f"{number:012x}",))
    policies = session.scalars(select(PaneRow.policy).where(PaneRow.target == "repaired")).all()
    assert len(policies) == MOST_SELECTIONS
    assert client.get(f"{path}?pane=repaired:read&leave={0:012x}").status_code == 200


def test_a_revision_has_a_link_of_its_own_and_names_where_it_came_from(
    client: FlaskClient, second_client: FlaskClient, path: str
) -> None:
    answer = second_client.post(f"{path}/repair", data={"missing": "mark"})
    assert answer.status_code == 303
    revision = answer.location
    page = flowed(page_of(second_client, f"{revision}/how-read"))
    assert revision != path
    assert "log.repaired.json" in page
    assert re.search(rf'Repaired in 2 places, from <a href="{path}">[^<]+</a>', page)
    assert client.post(f"{revision}/delete").status_code == 403  # who saved it deletes it, and only it
    assert second_client.post(f"{path}/delete").status_code == 403
    assert second_client.post(f"{revision}/delete").status_code == 303
    assert client.get(path).status_code == 200


def test_a_revision_outlives_the_one_that_it_came_from(client: FlaskClient, path: str) -> None:
    revision = client.post(f"{path}/repair", data={}).location
    assert client.post(f"{path}/delete").status_code == 303
    page = page_of(client, f"{revision}/how-read")
    assert "Container" in page
    assert "Repaired in" not in page
    assert path not in page


def test_a_revision_of_one_conversation_of_many_keeps_the_others(client: FlaskClient) -> None:
    lines = chat_lines(2) + json.dumps({"model": "gpt-4o", "messages": LOG}).encode() + b"\n"
    keep(client, lines, "many.jsonl")
    created = client.post("/api/conversations", data=lines).json
    third = f"/c/{created['conversations'][2]['slug']}"
    assert len(exported(client, third)) == len(LOG)
    revision = client.post(f"{third}/repair", data={}).location
    page = page_of(client, revision)
    assert "Conversation 3 of 3" in " ".join(text(page).split())
    original, repaired = (client.get(f"{one}/original").data.splitlines() for one in (third, revision))
    assert list(map(json.loads, original[:2])) == list(map(json.loads, repaired[:2]))


def test_what_needs_no_repair_is_not_saved(client: FlaskClient) -> None:
    path = keep(client, chat())
    assert "Nothing to fix." in page_of(client, f"{path}/repair")
    assert client.post(f"{path}/repair").status_code == 400


def test_wrong_words_change_nothing(client: FlaskClient, path: str) -> None:
    query = {"missing": HOSTILE, "leave": ["x", HOSTILE, "\0"]}
    answer = client.get(f"{path}/repair", query_string=query)
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert client.get(f"{path}/repaired.json", query_string=query).json == json.loads(
        client.get(f"{path}/repaired.json").data
    )


def test_markup_in_a_log_stays_text(client: FlaskClient) -> None:
    path = keep_chat(client, user(), calling(call("call_1", HOSTILE)), result(HOSTILE, HOSTILE), said())
    for query in ("/repair", "?pane=original:read&pane=repaired:read"):
        text = client.get(path + query).text
        assert "<script>alert" not in text
        assert "<img" not in text
    assert HOSTILE in html.unescape(client.get(f"{path}/repair").text)


def test_the_page_says_what_the_provider_makes_of_the_outcome(client: FlaskClient) -> None:
    path = keep_chat(client, user(), calling(call("c1")), result(" c1"), calling(call("c2")), user())
    told = {query: outcome_of(page_of(client, f"{path}/repair{query}")) for query in ("", "?missing=drop")}
    who = "OpenAI Chat Completions"
    assert told == {
        "": f"{who} would still refuse the fixed log.",
        "?missing=drop": f"{who} takes the fixed log.",
    }


def outcome_of(page: str) -> str:
    return re.findall(r'id="outcome">(.*?)</p>', page, re.DOTALL)[0]


def test_programs_get_changes_payload_and_what_is_left(client: FlaskClient) -> None:
    data = json.dumps({"model": "gpt-4o", "messages": LOG}).encode()
    slug = client.post("/api/conversations", data=data).json["slug"]
    answer = client.post(f"/api/conversations/{slug}/repair", json={"missing": "drop"}).json
    assert {"changes", "payload", "left", "id_map"} <= answer.keys()
    assert {change["rule"] for change in answer["changes"]} == {"result-text-as-id", "missing-result"}
    assert answer["id_map"][0]["before"] == "Sum: 15"
    assert (answer["verdict"]["target"], answer["verdict"]["accepts"]) == ("openai-chat", True)
    (after,) = crosswire.load(json.dumps(answer["payload"]).encode()).conversations
    assert crosswire.pair(after).counts()["missing"] == 0
    only = client.post(f"/api/conversations/{slug}/repair", json={"only": ["arguments-double-encoded"]}).json
    assert only["changes"] == []
    assert client.post(f"/api/conversations/{slug}/repair").json["changes"]


@for_each("body", [b"[]", b"{", b'{"missing": "guess"}', b'{"only": "x"}', b'{"only": [1]}'])
def test_programs_are_told_what_is_wrong_with_a_request(client: FlaskClient, body: bytes) -> None:
    slug = client.post("/api/conversations", data=chat()).json["slug"]
    assert client.post(f"/api/conversations/{slug}/repair", data=body).status_code == 400


def test_an_unknown_conversation_is_not_repaired(client: FlaskClient) -> None:
    gone = "A" * 22
    for path in (f"/c/{gone}/repair", f"/c/{gone}/repaired.json"):
        assert client.get(path).status_code == 404
    for path in (f"/c/{gone}/repair", f"/api/conversations/{gone}/repair"):
        assert client.post(path).status_code == 404


def test_lines_that_no_program_reads_go_and_are_listed(client: FlaskClient) -> None:
    whole = claude_code()
    lost = [*whole.pieces[:3], *whole.pieces[4:]]
    for pieces, missing in ((lost, "mark"), (whole.pieces, "leave")):
        cut = whole.dumps(pieces[-1])[:40]
        data = whole.text([*pieces[:-1], cut, pieces[-1]])
        path = keep(client, data, "session.jsonl")
        page = page_of(client, f"{path}/repair?missing={missing}")
        assert "Lines that go" in page
        assert f"Line {len(pieces)} is no JSON" in page
        by_command = mend(crosswire.load(data), data, missing=missing)  # type: ignore[arg-type]
        assert client.get(f"{path}/repaired.json?missing={missing}").data == by_command.data
        saved = client.post(f"{path}/repair", data={"missing": missing}).headers["Location"]
        assert client.get(f"{saved}/original").data == by_command.data
    sound = keep(client, whole.text(), "session.jsonl")
    assert "Lines that go" not in page_of(client, f"{sound}/repair")
