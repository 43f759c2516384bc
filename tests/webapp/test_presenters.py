"""What the panes, the gutter and the lists are told of a conversation."""

import json
import re
from functools import cache
from pathlib import Path

import crosswire
import orjson
import pytest
from crosswire.address import Address
from crosswire.containers import json_document
from crosswire.model import Conversation
from crosswire.model.loss import Rendering
from hypothesis import given
from hypothesis import strategies as st
from tests.histories import answers, call, calling, chat, model, only, result, said, user
from tests.measured import within
from tests.selection import for_each, some_of
from webapp.packing import pack_json, unpack_json
from webapp.readmodel.cell import Cell
from webapp.readmodel.cells import cells
from webapp.readmodel.connectors import LANES, LONGEST_DRAWN, Connection, strands
from webapp.readmodel.lists import call_entries, findings, summary
from webapp.readmodel.outline import Row, outline
from webapp.readmodel.text import one_line, printable
from webapp.readmodel.wire import LONGEST_STRING, LONGEST_VALUE, compact
from webapp.wording.cells import note_words
from webapp.wording.invisible import marked
from webapp.wording.pairing import state_words
from webapp.wording.sizes import size
from webapp.wording.wire import laid_out

CORPUS = sorted((Path(__file__).parent.parent / "corpus").glob("*/*.json"))


def rows_of(conversation: Conversation) -> list[Row]:
    pairing = crosswire.pair(conversation)
    return outline(conversation, pairing, crosswire.diagnose(conversation, pairing))


def pane_of(conversation: Conversation, target: str | None = None) -> list[list[Cell]]:
    pairing = crosswire.pair(conversation)
    rendering: Rendering | None = None
    if target is not None:
        rendering = crosswire.render(conversation, target, pairing=pairing)
    return cells(conversation, pairing, rendering)


def words_of(text: str, **options: object) -> str:
    return "".join(piece.text for piece in laid_out(text, **options))  # type: ignore[arg-type]


@cache
def recorded(file: Path) -> list[Conversation]:
    """The conversations of a file, read once for all targets."""
    return crosswire.load(file.read_bytes()).conversations


@for_each("target", [None, *crosswire.FORMATS])
@for_each("file", some_of(CORPUS, 4), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_part_of_the_corpus_has_something_to_show_in_every_pane(file: Path, target: str | None) -> None:
    for conversation in recorded(file):
        pane = pane_of(conversation, target)
        assert len(pane) == len(rows_of(conversation))
        assert all(pane[1:])
        absent = [cell for row in pane for cell in row if cell["kind"] == "absent"]
        assert all(note_words(cell) for cell in absent)
        orjson.dumps(pane)  # plain JSON, and no lone surrogates


def test_the_summary_counts_as_many_parts_as_the_panes_show() -> None:
    conversation = chat(user(), calling(call("a"), call("b")), result("a"), said())
    pairing = crosswire.pair(conversation)
    diagnostics = crosswire.diagnose(conversation, pairing)
    rows = outline(conversation, pairing, diagnostics)
    shown = sum(map(len, cells(conversation, pairing, None)))
    counted = summary(conversation, pairing, diagnostics, rows, shown)
    assert counted["parts"] == counted["shown"] == len(rows) - 1
    assert (counted["calls"], counted["results"], counted["pairs"]) == (2, 1, 1)
    assert counted["findings"] == sum(counted["severities"].values()) == len(diagnostics) > 0


def test_a_call_and_its_result_carry_one_number_and_point_at_each_other() -> None:
    rows = rows_of(chat(user(), calling(call("a"), call("b")), result("b"), result("a")))
    first, second, answer_b, answer_a = rows[2:]
    assert [first["call"], second["call"], answer_b["call"], answer_a["call"]] == [1, 2, 2, 1]
    assert first["partner"] == answer_a["number"]
    assert answer_a["partner"] == first["number"]
    assert answer_a["label"] == "add"
    assert {state_words(row) for row in rows[2:]} == {"paired"}


def test_a_result_that_answers_no_call_names_the_likely_one_without_taking_its_number() -> None:
    rows = rows_of(chat(user(), calling(call("call_1")), result("Sum: 15", "Sum: 15"), said()))
    orphan = rows[3]
    assert orphan["call"] is None
    assert orphan["partner"] == rows[2]["number"]
    assert state_words(orphan) == "answers no call"
    assert orphan["flags"]["id"] == "error"
    assert [strand["quality"] for strand in orphan["strands"]] == ["broken"]


def test_pairs_by_position_are_drawn_as_inferred() -> None:
    conversation = only([user_content(), model({"name": "add"}), answers({"name": "add"})], "gemini")
    call_row, result_row = rows_of(conversation)[2:4]
    assert state_words(call_row) == state_words(result_row) == "paired by position"
    assert {strand["quality"] for strand in call_row["strands"]} == {"inferred"}
    assert call_row["id"] is not None
    assert (call_row["id"]["value"], call_row["id"]["state"]) == (None, "no field")


def user_content() -> dict[str, object]:
    return {"role": "user", "parts": [{"text": "Go on."}]}


def test_an_id_that_a_rendering_made_is_said_to_be_made_on_both_ends() -> None:
    conversation = only([user_content(), model({"name": "add"}), answers({"name": "add"})], "gemini")
    pane = pane_of(conversation, "anthropic")
    made = [cell["id"] for row in pane for cell in row if "id" in cell]
    assert len(made) == 2
    assert {id["change"]["how"] for id in made if id["change"]} == {"made"}
    assert len({id["value"] for id in made}) == 1


def test_a_message_without_parts_has_a_row_of_its_own() -> None:
    conversation = chat(user(), {"role": "assistant", "content": None}, user("Hello?"))
    rows = rows_of(conversation)
    assert [row["kind"] for row in rows] == ["envelope", "text", "empty", "text"]
    assert json.loads(pane_of(conversation)[2][0]["wire"]) == {"role": "assistant", "content": None}


def test_the_first_part_of_a_message_brings_what_the_message_says_beside_its_parts() -> None:
    conversation = chat(user(), {**calling(call("a"), call("b")), "x_trace": "t1"}, result("a"), result("b"))
    first, second = (pane_of(conversation)[row][0]["wire"] for row in (2, 3))
    assert '"x_trace":"t1"' in first
    assert "/*part 2*/" in first
    assert '"x_trace"' not in second


def test_media_is_said_and_never_carried_into_the_reading_view() -> None:
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 80_000}}
    [cell] = pane_of(chat({"role": "user", "content": [image]}))[1]
    assert cell["kind"] == "media"
    assert note_words(cell) == "60 KB in base64"
    assert len(cell["wire"]) < LONGEST_STRING
    assert re.search(r"/\*text \d+\*/", cell["wire"])


def test_the_list_of_calls_has_the_calls_and_the_results_that_answer_none() -> None:
    rows = rows_of(chat(user(), calling(call("a")), result("a"), result("zzz"), said()))
    entries = call_entries(rows, [])
    assert [(entry["kind"], entry["call"]) for entry in entries] == [("call", 1), ("result", None)]
    assert entries[1]["worst"] == "error"


def test_findings_name_the_row_that_they_and_their_evidence_stand_in() -> None:
    of_openai = call("call_AbCdEfGhIjKlMnOpQrStUvWx")
    conversation = chat(user(), calling(of_openai), result("Sum: 15", "Sum: 15"), said())
    diagnostics = crosswire.diagnose(conversation)
    rows = rows_of(conversation)
    told = findings(conversation, diagnostics)
    assert [finding["row"] for finding in told] == [3]
    assert [place["row"] for place in told[0]["related"]] == [2]
    assert rows[3]["marks"][0]["number"] == told[0]["number"]


def test_what_does_not_fit_into_utf8_is_kept_and_spelt_where_it_is_shown() -> None:
    [conversation] = crosswire.load(
        b'[{"role": "user", "content": "half a \\ud83d and \\u0000"}]'
    ).conversations
    [cell] = pane_of(conversation)[1]
    assert unpack_json(pack_json(cell)) == cell
    shown = marked(cell["text"])
    assert re.sub("<[^>]*>", "", shown) == "half a \\ud83d and \\u0000"
    shown.encode()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(JSON)
def test_laying_wire_json_out_changes_no_value(value: object) -> None:
    text = json_document.write(value).decode()  # type: ignore[arg-type]
    assert json_document.read(words_of(compact(value)).encode()) == json_document.read(text.encode())  # type: ignore[arg-type]


def test_short_values_stand_on_one_line_and_long_ones_do_not() -> None:
    assert words_of(compact({"bed": "3", "kind": "moisture"})) == '{ "bed": "3", "kind": "moisture" }'
    assert words_of(compact({"text": "word " * 20})).startswith('{\n  "text": "word word')
    assert words_of(compact({"a": {}, "b": []})) == '{ "a": {}, "b": [] }'


def test_both_of_two_equal_keys_are_shown() -> None:
    value = json_document.read(b'{"id": "call_1", "id": "call_2"}')
    assert words_of(compact(value)) == '{ "id": "call_1", "id": "call_2" }'


def test_numbers_are_shown_as_they_stood() -> None:
    value = json_document.read(b"[12345678901234567890123, 1e999, NaN, 1.0]")
    assert words_of(compact(value)) == "[12345678901234567890123, 1e999, NaN, 1.0]"


def test_a_comment_stands_in_the_place_of_a_part() -> None:
    value = {"role": "user", "content": ["a", "b"]}
    at = Address("0:/messages/0")
    notes = {Address(f"{at}/content/{i}"): f"part {i + 1}" for i in (0, 1)}
    text = compact(value, at=at, notes=notes)
    assert words_of(text) == '{ "role": "user", "content": [/* part 1 */, /* part 2 */] }'


def ids_of(wire: str) -> list[str]:
    return [piece.text for piece in laid_out(wire) if piece.kind == "id"]


def test_a_call_id_is_marked_where_it_stands_and_not_where_the_same_text_stands() -> None:
    conversation = chat(user(), calling(call("add", "add", '{"id": "add"}')), result("add", "add"))
    for target in (None, *crosswire.FORMATS):
        if target == "mistral":
            continue  # refuses such an id, and shows another one
        pane = pane_of(conversation, target)
        assert [ids_of(row[0]["wire"]) for row in pane[2:]] == [['"add"'], ['"add"']], target


def test_the_id_of_one_of_two_equal_keys_is_the_one_that_counts() -> None:
    value = json_document.read(b'{"id": "call_1", "id": "call_1", "a/b": {"id": "call_1"}}')
    assert ids_of(compact(value, ids=[Address("0:/id")])) == ['"call_1"']
    wire = compact(value, ids=[Address("0:/id~40"), Address("0:/a~1b/id")])
    kinds = [piece.kind for piece in laid_out(wire) if "call_1" in piece.text]
    assert kinds == ["id", "", "id"]


def test_a_limit_counts_characters_of_the_data_and_not_of_the_layout() -> None:
    text = compact({"text": "x" * 10_000, "list": list(range(40))})
    assert "".join(words_of(text, limit=100).split()) == text[:100]
    assert "".join(words_of(text, limit=len(text)).split()) == text
    assert "x" * 10_000 in words_of(text)


@pytest.mark.parametrize(
    "arguments",
    [{"a": list(range(300_000))}, {f"key {i}": i for i in range(60_000)}, [2**70, *range(60_000)]],
    ids=["a long list", "a wide object", "numbers of any size"],
)
def test_a_value_of_megabytes_is_cut_in_no_time_and_says_where_the_rest_is(arguments: object) -> None:
    messages = [user(), calling(call("call_1", "add", json.dumps({"of": arguments}))), result("call_1")]
    rendered = [crosswire.render(chat(*messages), target) for target in ("anthropic", "gemini")]
    conversation = chat(*messages)
    with within(5):
        for rendering in (None, *rendered):
            cell = cells(conversation, crosswire.pair(conversation), rendering)[2][0]
            assert len(cell["json"]) < LONGEST_VALUE + 200
            assert re.search(r"/\*more \d+\*/$", cell["json"])
            laid_out(cell["json"], 4_000)


def test_a_long_key_is_cut_and_says_so() -> None:
    text = words_of(compact({"k" * (LONGEST_STRING + 1): {"id": 1}}))
    assert "/* the first 200 of a key of 50,001 characters; the downloads have them all */ {" in text
    assert len(text) < 400


def test_connectors_that_overlap_run_in_lanes_of_their_own() -> None:
    drawn = strands(Connection(start, start + 5, start, "sure") for start in range(1, LANES + 2))
    lanes = {
        strand["call"]: strand["lane"]
        for row in drawn.values()
        for strand in row
        if strand["piece"] == "start"
    }
    assert sorted(lanes.values()) == list(range(LANES))
    beyond = [strand["piece"] for row in drawn.values() for strand in row if strand["call"] == LANES + 1]
    assert beyond == ["stub-down", "stub-up"]


def test_a_connector_over_many_rows_is_only_begun() -> None:
    drawn = strands([Connection(1, LONGEST_DRAWN + 2, 1, "sure")])
    assert {number: [strand["piece"] for strand in row] for number, row in drawn.items()} == {
        1: ["stub-down"],
        LONGEST_DRAWN + 2: ["stub-up"],
    }


def test_a_result_before_its_call_is_drawn_from_the_upper_row() -> None:
    drawn = strands([Connection(call_row=5, result_row=3, call=1, quality="sure")])
    assert (drawn[3][0]["piece"], drawn[3][0]["at"]) == ("start", "result")
    assert (drawn[5][0]["piece"], drawn[5][0]["at"]) == ("end", "call")


def test_words_for_people() -> None:
    assert [size(n) for n in (0, 999, 1_500, 45_000, 2_500_000, 3_000_000_000)] == [
        "0 bytes",
        "999 bytes",
        "1.5 KB",
        "45 KB",
        "2.5 MB",
        "3,000 MB",
    ]
    assert one_line("two\n lines") == "two lines"
    assert one_line("x" * 100, 10) == "x" * 9 + "…"
    assert printable("tab\tand\nline") == "tab\tand\nline"


def test_what_a_call_with_its_result_says_further_is_lost_in_the_row_of_the_call() -> None:
    log = json.loads((CORPUS[0].parent.parent / "librechat" / "export.session").read_text())
    log["messages"][1]["content"][2]["tool_call"] |= {"type": "tool_call"}
    conversation = only(log)
    shown = [cell for row in pane_of(conversation, "openai-chat") for cell in row]
    lost = [(cell["kind"], one["what"]) for cell in shown for one in cell.get("lost", ())]
    assert [one for one in lost if one[1] == "type"] == [("call", "type")]
