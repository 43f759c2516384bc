"""Which ids are real: every chip says in a word and a shape where its id comes from."""

import html
import json
import re
from typing import Any

import crosswire
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update
from tests.conftest import database_of
from tests.histories import (
    answers,
    call,
    calling,
    chat,
    function_call,
    function_output,
    gemini,
    model,
    only,
    responses,
    result,
    user,
)
from tests.selection import for_each
from tests.webapp.markup import flowed
from webapp.database.engine import Database
from webapp.database.tables import ListBlockRow, PaneBlockRow, PaneRow, UploadRow
from webapp.packing import json_of, pack_json, unpack
from webapp.readmodel.cell import Cell
from webapp.readmodel.cells import cells
from webapp.readmodel.ids import id_chip, id_origin
from webapp.readmodel.lists import call_entries
from webapp.readmodel.outline import Row, outline
from webapp.wording.ids import Looks, id_text, id_why, id_word, id_words, looks_of
from webapp.wording.pairing import state_words

ASKED = {"role": "user", "parts": [{"text": "Go on."}]}
GEMINI = [ASKED, model({"name": "add"}), answers({"name": "add"})]
SEARCH = {
    "type": "web_search_call",
    "id": "ws_68a1",
    "status": "completed",
    "action": {"type": "search", "query": "crosswire"},
}
MCP = {"type": "mcp_call", "id": "mcp_1", "server_label": "shop", "name": "buy", "arguments": "{}"}
WORKFLOW = {
    "type": "workflow_action",
    "id": "wfa_1",
    "kind": "InvokeAgent",
    "action_id": "action-1",
    "previous_action_id": "action-0",
    "status": "completed",
}


def pane_of(conversation: crosswire.Conversation, target: str | None = None) -> list[Cell]:
    """The calls and results of a pane."""
    pairing = crosswire.pair(conversation)
    rendering = None if target is None else crosswire.render(conversation, target, pairing=pairing)
    return [cell for row in cells(conversation, pairing, rendering) for cell in row if "id" in cell]


def rows_of(conversation: crosswire.Conversation) -> list[Row]:
    pairing = crosswire.pair(conversation)
    return outline(conversation, pairing, crosswire.diagnose(conversation, pairing))


def page_of(client: FlaskClient, body: Any, rest: str = "") -> str:
    slug = client.post("/api/conversations", data=json.dumps(body).encode()).json["slug"]
    answer = client.get(f"/c/{slug}{rest}")
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


def lines_of(page: str) -> list[str]:
    """The text of the lines that say what the ids are."""
    found = re.findall(r'<p class="id-line">(.*?)</p>', page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in found]


@for_each(
    ("log", "target", "origin", "word", "said_of_it"),
    [
        (chat(user(), calling(call("call_1")), result("call_1")), None, "wire", "", "on the wire"),
        (chat(user(), calling(call("call_1")), result("call_1")), "anthropic", "wire", "", "as logged"),
        (responses(SEARCH), None, "item", "item id", "only the item's own id"),
        (chat(user(), calling(call(None))), None, "absent", "", "must have an id"),
        (gemini(*GEMINI), None, "absent", "", "needs no id"),
        (gemini(*GEMINI), "anthropic", "made", "made", "made by Crosswire"),
        (
            chat(user(), calling(call("a.b")), result("a.b")),
            "anthropic",
            "rewritten",
            "rewritten",
            "rewritten by Crosswire, was a.b",
        ),
        (
            chat(user(), calling(call(None)), result("call_7")),
            "anthropic",
            "copied",
            "from its result",
            "taken from its result",
        ),
    ],
    ids=["wire", "as logged", "item", "needed", "not needed", "made", "rewritten", "from its result"],
)
def test_an_id_says_where_it_comes_from(
    log: crosswire.Conversation, target: str | None, origin: str, word: str, said_of_it: str
) -> None:
    chip = pane_of(log, target)[0]["id"]
    assert (id_origin(chip), id_word(chip)) == (origin, word)
    assert said_of_it in id_words(chip, rendered=target is not None)


@pytest.mark.parametrize(
    ("id", "text", "why"),
    [
        (None, "null id", "The field id is null; this type must have an id"),
        ("", "empty id", "The field id holds an empty text; this type must have an id"),
        (7, "id is not text", "The field id holds something that is no text; this type must have an id"),
    ],
)
def test_an_absent_id_says_what_stood_in_its_place(id: Any, text: str, why: str) -> None:
    [one] = chat(user(), calling(call(id))).calls()
    chip = id_chip(one.call_id)
    assert (id_text(chip), id_why(chip)) == (text, why)


def test_a_field_that_is_not_there_is_told_from_one_that_is_null() -> None:
    [one] = gemini(*GEMINI).calls()
    assert id_why(id_chip(one.call_id)) == "There is no field id; this type may go without"


def test_a_made_id_says_why_it_was_made() -> None:
    chip = pane_of(gemini(*GEMINI), "anthropic")[0]["id"]
    assert id_why(chip).startswith("id made by Crosswire: the target requires an id")


def test_an_item_id_stays_one_in_a_rendering() -> None:
    conversation = responses({**MCP, "output": "bought"})
    [chip] = [cell["id"] for cell in pane_of(conversation, "openai-responses")]
    assert id_words(chip, rendered=True) == "the item's own id, which was logged"


def looks(cell: Cell) -> Looks:
    found = looks_of(cell["id"], cell["dialect"])
    assert found is not None
    return found


def test_the_shape_of_an_id_is_expected_in_a_log_of_its_own_provider_alone() -> None:
    openai, bedrock = "call_AbCdEfGhIjKlMnOpQrStUvWx", "tooluse_kZJMlvQmRJ6eAyJE5GIl7Q"
    own, other = map(looks, pane_of(chat(user(), calling(call(openai), call(bedrock)))))
    assert (own["maker"], own["usual"]) == ("OpenAI", True)
    assert (other["maker"].startswith("Bedrock"), other["usual"]) == (True, False)


def test_nothing_is_guessed_of_an_id_that_crosswire_made() -> None:
    made = pane_of(gemini(*GEMINI), "anthropic")[0]
    assert looks_of(made["id"], "anthropic") is None


def test_an_id_of_an_item_is_said_to_look_like_one(client: FlaskClient) -> None:
    page = page_of(client, {"model": "gpt-5", "input": [{**SEARCH, "id": "ws_68a1b2c3d4e5f60718293a4b5c6d"}]})
    assert "looks like the Responses API (an item)" in lines_of(page)[0]


def test_an_items_id_is_no_expected_shape_where_a_call_id_belongs() -> None:
    id = "fc_68a1b2c3d4e5f60718293a4b5c6d7e8f"
    assert not looks(pane_of(responses(function_call(id)))[0])["usual"]


def test_a_hybrid_is_one_call_that_is_never_alone() -> None:
    rows = rows_of(responses(SEARCH, {**MCP, "output": "bought"}))[1:]
    assert [row["how"] for row in rows] == ["embedded", "embedded"]
    assert [state_words(row) for row in rows] == ["one item, no result shown", "result in the same item"]
    assert [entry["how"] for entry in call_entries(rows, [])] == ["embedded", "embedded"]


def test_a_result_inside_its_call_is_counted_as_one(client: FlaskClient) -> None:
    page = page_of(client, {"model": "gpt-5", "input": [SEARCH, {**MCP, "output": "bought"}]}, "/how-read")
    words = " ".join(re.sub(r"<[^>]+>", "", page).split())
    assert "2 calls, 1 result (1 in its call), 1 pair" in words


def test_a_report_that_no_call_asked_for_is_no_orphan(client: FlaskClient) -> None:
    body = {"model": "gpt-5", "input": [user(), WORKFLOW]}
    conversation = only(body, "azure-foundry")
    assert [result.expects_call for result in conversation.results()] == [False]
    row = rows_of(conversation)[2]
    assert (row["how"], state_words(row)) == ("report", "report, no call expected")
    slug = client.post("/api/conversations?format=azure-foundry", data=json.dumps(body)).json["slug"]
    how = client.get(f"/c/{slug}/how-read").text
    assert "<b>1</b> report" in how
    assert "<b>0</b> results" in how
    card = re.search(r'<div class="card"[^>]*>', client.get(f"/c/{slug}").text)
    assert card is not None
    assert 'aria-label="workflow_action, report, no call expected"' in card.group()
    assert "data-alone" not in card.group()


def programs(caller: str = "cm_1") -> list[dict[str, Any]]:
    by_program = {"caller": {"type": "program", "caller_id": caller}}
    return [
        {"type": "program", "id": "prog_1", "call_id": "cm_1", "code": "add(1); add(2)"},
        function_call("call_1", **by_program),
        function_call("call_2", **by_program),
        function_output("call_1"),
        function_output("call_2"),
    ]


def test_a_second_tie_is_shown_at_both_of_its_ends() -> None:
    program, first, second, *_ = rows_of(responses(*programs()))[1:]
    assert [tie["words"] for tie in first["ties"]] == ["called from program cm_1"]
    assert first["ties"][0]["row"] == program["number"]
    assert [tie["row"] for tie in program["ties"]] == [first["number"], second["number"]]
    assert [tie["names_it"] for tie in first["ties"] + program["ties"]] == [True, False, False]


def test_a_tie_leads_to_the_other_part_without_any_script(client: FlaskClient) -> None:
    page = flowed(page_of(client, {"model": "gpt-5", "input": programs()}))
    to_program = re.search(r'<a class="tie" href="([^"]+)" data-go="1">called from program cm_1', page)
    assert to_program is not None
    assert flowed(client.get(to_program.group(1).partition("#")[0]).text).count('id="at"') == 1
    assert "2 calls from here" in page


def test_a_tie_to_what_the_log_does_not_show_says_so_and_leads_nowhere(client: FlaskClient) -> None:
    page = page_of(client, {"model": "gpt-5", "input": programs("cm_gone")})
    said_of_it = re.findall(r'<(\w+) class="tie"[^>]*>([^<]*)', page)
    assert said_of_it == [("span", "called from cm_gone, which is not in this log")] * 2


def test_the_same_call_again_has_the_same_checksum_whatever_its_id(client: FlaskClient) -> None:
    log = chat(user(), calling(call("a"), call("b", arguments='{"b":8,"a":7}'), call("c", "other")))
    sums = [row["checksum"] for row in rows_of(log) if row["end"] == "call"]
    assert [one and one["times"] for one in sums] == [2, 2, 1]
    assert len({one["hex"] for one in sums if one}) == 2
    page = page_of(client, [user(), calling(call("a"), call("b"))])
    # In the first pane; the second pane shows the same calls.
    assert page.count("same call ×2") == 2
    assert re.search(r'title="sha256-jcs: [0-9a-f]{64}">checksum', page)


def test_asking_for_approval_of_a_call_is_not_calling_twice() -> None:
    request = {**MCP, "type": "mcp_approval_request", "id": "mcpr_1"}
    sums = [row["checksum"] for row in rows_of(responses(request, MCP)) if row["end"] == "call"]
    assert [one and one["times"] for one in sums] == [1, 1]


def test_a_call_names_its_wire_type_with_the_way_to_what_is_known_of_it(client: FlaskClient) -> None:
    page = page_of(client, {"model": "gpt-5", "input": [SEARCH, function_call("call_1")]})
    search, function, *_ = lines_of(page)
    assert "web_search_call, conflated" in search
    assert re.search(r"function_call checksum [0-9a-f]{10} input\[1\] CW202$", function)
    link = re.search(r'href="(/wire-types/[\w.]+)"[^>]*>web_search_call', page)
    assert link is not None
    assert client.get(link.group(1)).status_code == 200


def test_both_views_say_in_words_that_an_id_was_made(client: FlaskClient) -> None:
    for view in ("read", "wire"):
        page = page_of(client, {"contents": GEMINI}, f"?pane=original:{view}&pane=anthropic:{view}")
        lines = lines_of(page)
        assert lines[0].startswith("There is no field id; this type may go without")
        assert lines[1].startswith("id made by Crosswire: the target requires an id")
        assert 'data-origin="made"' in page


def test_the_legend_shows_each_shape_and_leads_to_the_wire_types(client: FlaskClient) -> None:
    legend = client.get("/reference/keys").text.partition('class="id-legend"')[2]
    origins = re.findall(r'data-origin="(\w+)"', legend)
    assert origins == ["wire", "item", "absent", "made", "rewritten", "copied"]
    assert 'href="/wire-types"' in legend
    assert all(word in legend for word in ("Looks like", "checksum", "callId"))


def test_hostile_ids_are_text_wherever_an_id_is_shown(client: FlaskClient) -> None:
    hostile = '"><script>alert(1)</script>\u202e'
    slug = client.post(
        "/api/conversations", data=json.dumps([user(), calling(call(hostile)), result(hostile)])
    ).json["slug"]
    for view in ("read", "wire"):
        page = client.get(f"/c/{slug}?pane=original:{view}&pane=anthropic:{view}").text
        assert "<script>alert" not in page
        assert "alert(1)" in page


NEW_KEYS = {"id", "checksum", "ties", "type"}


def _cells(shown: PaneBlockRow, log: bytes) -> list[list[Any]]:
    cells: list[list[Any]] = json_of(unpack(shown.cells, log[shown.start : shown.end]))
    return cells


def test_a_conversation_that_only_older_code_could_read_is_still_shown(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = json.dumps([user(), calling(call("call_1")), result("call_1")]).encode()
    slug = client.post("/api/conversations", data=log).json["slug"]
    database: Database = database_of(app)
    with database.session() as session:
        for block in session.query(ListBlockRow):
            block.entries = [{k: v for k, v in e.items() if k not in NEW_KEYS} for e in block.entries]
        for shown in session.query(PaneBlockRow):
            shown.cells = pack_json([[_as_before(cell) for cell in row] for row in _cells(shown, log)])
            shown.start = shown.end = None
        session.commit()

        session.execute(update(UploadRow).values(reading_version=1))
        session.execute(update(PaneRow).values(reading_version=1))
        session.commit()
    monkeypatch.setattr("webapp.store.opening.OLDEST_SHOWN", 1)
    page = client.get(f"/c/{slug}?pane=original:read&pane=original:wire")
    assert page.status_code == 200
    assert page.text.count("call_1") >= 4


def _as_before(cell: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in cell.items() if key != "type"}
    if "id" in cell:
        kept["id"] = {key: value for key, value in cell["id"].items() if key not in ("field", "looks")}
    return kept
