"""Tables of separated values with JSON in their cells, as spreadsheets and log services export them."""

import csv
import io
import json

import crosswire
import pytest
from tests.histories import call, calling, result, user
from tests.selection import for_each

HISTORY = [user("What is the weather?"), calling(call("call_a")), result("call_b")]
REQUEST = {"model": "gpt-4o", "messages": HISTORY}
ANSWER = {
    "object": "chat.completion",
    "model": "gpt-4o",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "Rain."}}],
}


def table(*rows: list[object], separator: str = ",") -> bytes:
    written = io.StringIO()
    csv.writer(written, delimiter=separator).writerows(
        [cell if isinstance(cell, str) else json.dumps(cell) for cell in row] for row in rows
    )
    return written.getvalue().encode()


@for_each("separator", [",", ";", "\t", "|"])
def test_a_row_with_a_request_and_its_answer_is_an_exchange(separator: str) -> None:
    rows = [["id", "request", "response"], ["a", REQUEST, ANSWER], ["b", REQUEST, ANSWER]]
    log = crosswire.load(table(*rows, separator=separator))
    assert [one.shape for one in log.conversations] == ["exchange", "exchange"]
    assert [finding.code for finding in crosswire.diagnose(log.conversations[1])] == ["CW204"]
    assert "row 2" in log.origin_of(1).in_words


def test_cells_behind_tabs_may_stand_without_quotes() -> None:
    data = f"id\tmessages\n7\t{json.dumps(HISTORY)}\n".encode()
    [conversation] = crosswire.load(data).conversations
    assert [message.role for message in conversation.messages] == ["user", "assistant", "tool"]


def test_a_cell_over_several_lines_is_read_as_it_was_meant() -> None:
    cell = json.dumps([user("a\u2028b\nc"), calling(call("call_a"))], indent=2, ensure_ascii=False)
    [conversation] = crosswire.load(table(["messages"], [cell])).conversations
    assert conversation.messages[0].raw["content"] == "a\u2028b\nc"


def test_a_table_that_was_cut_says_so_and_keeps_its_rows() -> None:
    whole = table(["id", "request", "response"], ["a", REQUEST, ANSWER], ["b", REQUEST, ANSWER])
    log = crosswire.load(whole[:-300])
    assert log.conversations[0].shape == "exchange"
    assert any("fewer cells" in note.message for note in log.notes + log.conversations[0].notes)


@for_each("data", [b"name,age\nAda,36\n", b"a,b\n1,[2]\n", b"time level text\nx y {\n"])
def test_a_table_without_json_is_refused_as_no_log(data: bytes) -> None:
    with pytest.raises(crosswire.CrosswireError):
        crosswire.load(data)
