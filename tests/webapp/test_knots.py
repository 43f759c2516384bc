"""Results under their calls: what is sure moves, all else stays where it stands on the wire."""

import re

from flask.testing import FlaskClient
from tests.histories import call, calling, result, user
from tests.webapp.test_conversation_pages import keep_chat, page_of
from webapp.inspector.knots import LONGEST

READ = "pane=original:read&order=calls"


def shown(client: FlaskClient, path: str, query: str = READ) -> list[int]:
    """The rows of a page from the first on, in the order in which they are shown."""
    return [
        int(number)
        for number in re.findall(r'<div class="row" data-row="(\d+)"', page_of(client, f"{path}?{query}"))
    ]


def under(client: FlaskClient, path: str) -> list[int]:
    page = page_of(client, f"{path}?{READ}")
    return [int(number) for number in re.findall(r'data-row="(\d+)"[^>]* data-under', page)]


def test_each_of_parallel_calls_has_its_own_result_under_it(client: FlaskClient) -> None:
    log = [user(), calling(call("call_1"), call("call_2")), result("call_2"), result("call_1"), user()]
    path = keep_chat(client, *log)
    assert shown(client, path) == [0, 1, 2, 5, 3, 4, 6][: len(shown(client, path))]
    assert under(client, path) == [5, 4]
    assert shown(client, path, "pane=original:read&order=wire") == [0, 1, 2, 3, 4, 5, 6]


FOLD = '<details class="result-fold">'


def test_beside_json_or_a_fix_a_result_is_one_line_and_keeps_its_row(client: FlaskClient) -> None:
    long = "first\nsecond"
    log = [user(), calling(call("call_1"), call("call_2")), result("call_2", long), result("call_1", long)]
    path = keep_chat(client, *log)
    for beside, folds in (("anthropic:wire", 2), ("repaired:read", 4)):
        page = page_of(client, f"{path}?pane=original:read&pane={beside}")
        assert page.count(FOLD) == folds
        assert " data-under" not in page
        assert shown(client, path, f"pane=original:read&pane={beside}") == [0, 1, 2, 3, 4, 5]
        assert FOLD not in page_of(client, f"{path}?pane=original:read&pane={beside}&order=wire")


def test_an_error_keeps_its_own_pair_open_and_no_other(client: FlaskClient) -> None:
    long = "first\nsecond"
    sound = [calling(call("call_1")), result("call_1", long)]
    lost = [calling(call("call_2")), result("call_9", long)]
    path = keep_chat(client, user(), *sound, *lost)
    page = page_of(client, f"{path}?pane=original:read&pane=repaired:read")
    folded = re.findall(r'data-row="(\d+)"(?:(?!data-row=).)*?' + FOLD, page, re.DOTALL)
    assert folded == ["3"]
    assert under(client, path) == [3]


def test_json_stands_in_wire_order_whatever_was_asked(client: FlaskClient) -> None:
    log = [user(), calling(call("call_1"), call("call_2")), result("call_2"), result("call_1")]
    path = keep_chat(client, *log)
    assert shown(client, path, "pane=original:wire&order=calls") == [0, 1, 2, 3, 4, 5]
    assert "Folded" not in page_of(client, f"{path}?pane=original:wire")


def test_what_is_alone_stays_where_it_stands_and_says_so(client: FlaskClient) -> None:
    log = [
        user(),
        calling(call("call_1"), call("call_2")),
        result("call_1"),
        result("call_9"),
        calling(call("call_3")),
        result("call_3"),
    ]
    path = keep_chat(client, *log)
    assert shown(client, path) == [0, 1, 2, 3, 4, 5, 6, 7]
    assert under(client, path) == [7]
    assert "answers no call" in page_of(client, f"{path}?{READ}")


def test_a_turn_with_an_error_is_in_wire_order(client: FlaskClient) -> None:
    broken = keep_chat(client, user(), calling(call("call_1"), call("call_2")), result("call_1"))
    sound = keep_chat(client, user(), calling(call("call_1")), result("call_1"))
    assert " data-under" not in page_of(client, f"{broken}?pane=original:read")
    assert " data-under" in page_of(client, f"{sound}?pane=original:read")


def test_the_order_is_remembered_where_it_was_chosen(client: FlaskClient) -> None:
    path = keep_chat(client, user(), calling(call("call_1")), result("call_1"))
    chosen = {"HX-Request": "true", "HX-Request-Type": "partial"}
    assert client.get(f"{path}?pane=original:read&order=wire", headers=chosen).status_code == 200
    assert " data-under" not in page_of(client, f"{path}?pane=original:read")


def test_rows_come_in_slices_that_never_part_a_call_from_its_result(client: FlaskClient) -> None:
    log = [user()]
    for turn in range(30):
        ids = [f"call_{turn}_{n}" for n in range(1 + turn % 5)]
        log += [calling(*map(call, ids)), *(result(one) for one in reversed(ids))]
    path = keep_chat(client, *log)
    total, at, seen = 1 + 1 + 2 * sum(1 + turn % 5 for turn in range(30)), 0, []
    while at < total:
        part = page_of(client, f"{path}/rows?from={at}&{READ}")
        numbers = [int(number) for number in re.findall(r'<div class="row" data-row="(\d+)"', part)]
        first, last = re.search(r'data-first="(\d+)" data-last="(\d+)"', part).groups()  # type: ignore[union-attr]
        assert sorted(numbers) == list(range(int(first), int(last) + 1))
        assert int(first) == at
        seen += numbers
        at = int(last) + 1
    assert sorted(seen) == list(range(total))
    assert seen != sorted(seen)
    back, at = [], total - 1
    while at >= 0:
        part = page_of(client, f"{path}/rows?to={at}&{READ}")
        numbers = [int(number) for number in re.findall(r'<div class="row" data-row="(\d+)"', part)]
        assert max(numbers) == at
        back = numbers + back
        at = min(numbers) - 1
    assert back == seen


def test_very_many_calls_at_once_stay_in_wire_order(client: FlaskClient) -> None:
    ids = [f"call_{n}" for n in range(LONGEST)]
    path = keep_chat(client, user(), calling(*map(call, ids)), *map(result, ids))
    assert under(client, path) == []


def test_a_long_result_is_one_line_that_opens_and_is_open_where_a_link_leads_to_it(
    client: FlaskClient,
) -> None:
    text = "first line\nsecond\nthird"
    path = keep_chat(client, user(), calling(call("call_1")), result("call_1", text))
    page = page_of(client, f"{path}?{READ}")
    assert re.search(r'<details class="result-fold"><summary>\s*first line … 2 more lines</summary>', page)
    assert "third" in page
    assert '<details class="result-fold" open>' in page_of(client, f"{path}?{READ}&at=0:/messages/2")
