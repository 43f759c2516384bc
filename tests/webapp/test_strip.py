"""The picture of a conversation's shape: every row, call and problem stands in some column of it."""

import html
import json
import re
from pathlib import Path
from typing import Any

import crosswire
import pytest
from flask.testing import FlaskClient
from tests.histories import call, calling, chat, result, said, user
from tests.selection import for_each
from webapp.conversation_page.strip_picture import HEIGHT, LINKS, drawing, stretches, words
from webapp.readmodel.outline import Row, outline
from webapp.readmodel.strip import COLUMNS, Column, columns

CORPUS = sorted((Path(__file__).parents[1] / "corpus").glob("*/*.json"))


def rows_of(conversation: crosswire.Conversation) -> list[Row]:
    pairing = crosswire.pair(conversation)
    return outline(conversation, pairing, crosswire.diagnose(conversation, pairing))


def long_rows(turns: int) -> list[Row]:
    messages: list[dict[str, Any]] = [user()]
    for turn in range(turns):
        messages += [user(), calling(call(f"c{turn}"), call(f"d{turn}")), result(f"c{turn}"), said()]
    return rows_of(chat(*messages))


def covered(found: list[Column]) -> list[int]:
    return [number for one in found for number in range(one["first"], one["last"] + 1)]


@for_each("turns", [0, 1, 47, 48, 200, 2_000])
def test_the_columns_cover_every_row_once_and_evenly(turns: int) -> None:
    rows = long_rows(turns)
    found = columns(rows)
    assert covered(found) == list(range(len(rows)))
    assert len(found) == min(COLUMNS, len(rows))
    widths = {one["last"] - one["first"] + 1 for one in found}
    assert max(widths) - min(widths) <= 1


@pytest.mark.parametrize("turns", [1, 48, 2_000])
def test_every_call_result_and_problem_is_counted_in_its_column(turns: int) -> None:
    rows = long_rows(turns)
    for one in columns(rows):
        inside = rows[one["first"] : one["last"] + 1]
        assert sum(one["kinds"].values()) == len(inside)
        assert one["kinds"].get("call", 0) == sum(row["kind"] == "call" for row in inside)
        assert one["kinds"].get("result", 0) == sum(row["kind"] == "result" for row in inside)
        assert one["errors"] == sum(mark["severity"] == "error" for row in inside for mark in row["marks"])
        assert one["alone"] == sum(row["how"] == "missing" for row in inside)


@for_each("file", CORPUS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_conversation_of_the_corpus_can_be_drawn(file: Path) -> None:
    for conversation in crosswire.load(file.read_bytes()).conversations:
        found = columns(rows_of(conversation))
        for shape in drawing(found):
            assert all(0 <= float(x) <= len(found) for x in re.findall(r"M(-?[\d.]+)", shape.d))
            assert all(0 <= int(y) <= HEIGHT for y in re.findall(r"M-?[\d.]+ (-?\d+)", shape.d))


def test_a_column_with_one_problem_has_its_mark() -> None:
    rows = long_rows(1)
    found = columns(rows)
    marks = {shape.kind: shape.d for shape in drawing(found)}
    errors = [number for number, one in enumerate(found) if one["errors"]]
    alone = [number for number, one in enumerate(found) if one["alone"]]
    assert errors
    assert alone
    assert re.findall(r"M(\d+)\.5", marks["error"]) == list(map(str, errors))
    assert re.findall(r"M(\d+)\.5", marks["alone"]) == list(map(str, alone))


def test_what_is_rare_among_very_much_is_still_drawn() -> None:
    rows = rows_of(chat(user(), *(said() for _ in range(3_000))))
    assert next(shape.d for shape in drawing(columns(rows)) if shape.kind == "user").startswith("M")


def test_the_words_of_a_column_count_what_is_in_it() -> None:
    rows = rows_of(chat(user(), calling(call("a"), call("b")), result("a"), said(), said()))
    assert words(columns(rows)[2:]) == (
        "Rows 2 to 6: 2 assistant parts, 2 calls, 1 result, 1 not paired, 1 error"
    )
    assert words(columns(rows)[1:2]) == "Row 1: 1 user part"


def test_the_links_cover_every_row_however_many_there_are() -> None:
    for turns in (1, 2_000):
        rows = long_rows(turns)
        found = list(stretches(columns(rows)))
        assert len(found) <= LINKS
        assert [n for one in found for n in range(one.first, one.last + 1)] == list(range(len(rows)))


def test_the_page_holds_few_elements_and_the_columns_come_when_asked_for(client: FlaskClient) -> None:
    messages = [user(), calling(call("<img src=x>")), result("<img src=x>")] * 400
    told = client.post("/api/conversations", data=json.dumps({"messages": messages}).encode()).json
    page = client.get(f"/c/{told['slug']}?pane=gemini").text
    strip = page.partition('class="strip"')[2].partition("</nav>")[0]
    assert strip.count("<") < 80
    assert len(strip) < 30_000
    answer = client.get(f"/c/{told['slug']}/strip?pane=gemini").json["columns"]
    assert [n for one in answer for n in range(one["first"], one["last"] + 1)] == list(range(1_201))
    assert all("pane=gemini" in one["url"] and "at=" in one["url"] for one in answer)
    links = re.findall(r'<a href="([^"]+)" data-go="(\d+)"', html.unescape(strip))
    assert len(links) == LINKS
    for url, row in (links[1], links[7], links[-1]):
        shown = client.get(url.partition("#")[0]).text
        assert re.search(rf'class="row" data-row="{row}"[^>]*id="at"', shown)
