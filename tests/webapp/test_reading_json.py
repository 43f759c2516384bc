"""Large JSON folds: nothing is lost between its tokens, and what is folded says how much it holds."""

import json
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest
from tests.selection import for_each
from tests.webapp.markup import elements, text
from webapp.inspector.reading import read_json
from webapp.inspector.reading.json_tree import LONGEST_TREE
from webapp.readmodel.wire import LONGEST_STRING, compact
from webapp.wording import wire

ORDER = {
    "id": "o_1",
    "lines": [{"sku": f"s{n}", "qty": n, "tags": ["a", "b"]} for n in range(5)],
    "paid": None,
}
LARGE: list[Any] = [
    {"orders": [ORDER] * 40, "total": 40},
    [[n, n + 1] for n in range(900)],
    list(range(3_000)),
    {"text": "x" * 9_000, "more": {"deep": [ORDER] * 9}},
    {f"key {n}": {"<b>": "</pre>\u202e\u200b\ud800", "n": n} for n in range(80)},
    json.loads("[" * 60 + '"deep", ' * 300 + "1" + "]" * 60),
]


CUT_OR_DEEP: dict[str, Callable[[int], str]] = {
    "lists": lambda size: "[" * size,
    "objects": lambda size: '{"a":' * size,
    "escapes": lambda size: '["' + "\\" * (100 * size - 1),
    "many-in-deep": lambda size: "[" * 125 + "1," * (10 * size),
    "strings": lambda size: '""' * (6 * size),
}
"""Values that a reader cut, some of them as deep as a log can be."""


def bare(words: str) -> str:
    return re.sub(r"\s", "", words)


def without_counts(markup: str) -> str:
    return re.sub(r"<small>[\d,]+ (?:key|item)s?</small>", "", markup)


@for_each("value", LARGE)
def test_a_folded_value_has_every_token_in_its_row_by_itself(value: Any) -> None:
    written = compact(value)
    shown = read_json(written, whole=True)
    assert shown.more == 0
    assert bare(text(without_counts(shown.html))) == bare(written).replace("\u202e", "\\u202e").replace(
        "\u200b", "\\u200b"
    )


@for_each("value", LARGE)
def test_a_row_among_others_shows_a_part_and_counts_the_rest(value: Any) -> None:
    written = compact(value)
    shown = read_json(written, whole=False)
    characters = len(bare(text(shown.html)))
    assert characters < 1.5 * LONGEST_TREE
    assert len(elements(shown.html)) < 200
    assert 0.6 * len(written) < shown.more + characters < 1.6 * len(written)


def test_the_first_entries_of_a_long_list_are_shown_and_the_others_counted() -> None:
    html = read_json(compact(LARGE[0]), whole=False).html
    assert "40 items" in text(html)
    assert "s4" in text(html)
    assert re.search(r"/\* 3\d more items, [\d,]+ characters \*/", text(html))
    assert '"total": 40' in text(html)


def test_a_small_value_is_laid_out_as_on_the_wire() -> None:
    html = read_json(compact({"a": [1, "\u200bb"], "c": {}}), whole=False).html
    assert [tag for tag, _ in elements(html)].count("pre") == 1
    assert text(html).strip() == '{ "a": [1, "\\u200bb"], "c": {} }'


def test_values_that_need_more_than_a_line_fold_by_themselves() -> None:
    html = read_json(compact({"few": [1, 2], "many": [ORDER] * 3, "rest": ["word"] * 300}), whole=True).html
    summaries = re.findall(r"<summary>(.*?)</summary>", html)
    assert any("many" in one and "3 items" in one for one in summaries)
    assert any("rest" in one and "300 items" in one for one in summaries)


def test_equal_keys_and_the_spelling_of_numbers_stay() -> None:
    written = '{"a":1.0,"a":1e400,"b":' + "[12345678901234567890]" * 1 + ',"c":"' + "y" * 1_500 + '"}'
    assert bare(text(read_json(written, whole=True).html)) == written


def test_a_note_of_ours_is_told_from_data_by_its_look() -> None:
    written = compact({"a": "/* not ours */" + "z" * LONGEST_STRING})
    html = read_json(written, whole=True).html
    assert '<span class="note">' in html
    assert "/* not ours */" not in re.findall(r'<span class="note">(.*?)</span>', html)[0]


def calls_of(written: str) -> int:
    """How many functions ran for the value in a row and in a row by itself, with nothing kept of before."""
    calls = 0
    read = read_json.__wrapped__  # type: ignore[attr-defined]

    def count(_frame: object, event: str, _of: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wire, "laid_out", wire.laid_out.__wrapped__)  # type: ignore[attr-defined]
        sys.setprofile(count)
        try:
            in_row, by_itself = read(written, whole=False), read(written, whole=True)
        finally:
            sys.setprofile(before)
    assert len(in_row.html) < 200_000
    assert len(by_itself.html) < 50 * len(written)
    return calls


@for_each("kind", CUT_OR_DEEP)
def test_a_value_that_was_cut_or_is_very_deep_costs_as_much_as_its_length(kind: str) -> None:
    half, full = CUT_OR_DEEP[kind](250), CUT_OR_DEEP[kind](500)
    calls = calls_of(full)
    assert calls < 2.3 * calls_of(half)
    assert calls < 200 * len(full)
