"""The lines of a pane are those of what it writes, and not of the log."""

import crosswire
from crosswire.model import Conversation
from crosswire.pairing import pair
from tests.histories import answers, call, calling, chat, model, result, said, user
from webapp.inspector.lines import shown_strands
from webapp.readmodel.cell import Cell
from webapp.readmodel.panes import PaneChoice

NO_IDS = {
    "contents": [
        {"role": "user", "parts": [{"text": "Who?"}]},
        model({"name": "list_members"}, {"name": "list_payments"}),
        answers({"name": "list_members"}, {"name": "list_payments"}),
    ]
}


def pane(log: Conversation, choice: PaneChoice) -> list[list[Cell]]:
    return choice.made_of(log, pair(log)).cells


def drawn(rows: list[list[Cell]]) -> list[tuple[int, int, str, str]]:
    """Row and cell, piece and quality of each end of a line."""
    return [
        (number, place, strand["piece"], strand["quality"])
        for number, cells in enumerate(rows)
        for place, cell in enumerate(cells)
        for strand in cell["strands"]
        if strand["at"]
    ]


def test_filled_ids_pair_by_id_where_the_log_pairs_by_position() -> None:
    log = crosswire.parse(NO_IDS, "gemini")[0]
    ends = [(2, "start"), (3, "start"), (4, "end"), (5, "end")]
    for ids, quality in (("fill", "sure"), ("keep", "inferred")):
        rows = pane(log, PaneChoice("gemini" if ids == "keep" else "anthropic", ids))  # type: ignore[arg-type]
        assert drawn(rows) == [(row, 0, piece, quality) for row, piece in ends]


def test_a_result_that_answers_no_call_is_dashed_in_what_is_written_too() -> None:
    log = chat(user(), calling(call("call_1")), result("call_9"), said())
    assert {quality for *_, quality in drawn(pane(log, PaneChoice("anthropic", "keep")))} == {"broken"}


def test_a_result_that_a_fix_adds_has_a_line_from_its_call() -> None:
    log = chat(user(), calling(call("call_1")), said(), user())
    rows = pane(log, PaneChoice("repaired", missing="mark"))
    assert drawn(rows) == [(2, 0, "start", "sure"), (2, 1, "end", "sure")]
    assert shown_strands(rows[2], []) == [], "one row has no line from itself to itself"


def test_the_line_to_a_later_part_of_a_row_ends_with_the_row() -> None:
    log = chat(user(), calling(call("call_1"), call("call_2")), result("call_1"), said())
    rows = pane(log, PaneChoice("repaired", missing="mark"))
    assert drawn(rows)[-1] == (4, 1, "end", "sure")
    assert [strand["piece"] for strand in shown_strands(rows[4], [])] == ["end", "end"]
    assert shown_strands(rows[4], [], {1, 2}) == []


def test_what_the_log_alone_can_pair_has_no_other_end_in_what_is_written() -> None:
    one, two = NO_IDS["contents"][1:]
    log = crosswire.parse({"contents": [one, {**two, "parts": two["parts"][:1]}]}, "gemini")[0]
    alone = [
        (cell["tied"]["end"], cell["tied"]["how"])
        for row in pane(log, PaneChoice("openai-chat", "keep"))
        for cell in row
        if "tied" in cell
    ]
    assert alone == [("call", "pending"), ("result", "ambiguous")]
