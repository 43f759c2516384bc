"""Which ids are real is seen by their words and shapes, in both themes and at all widths."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.logs import opened
from tests.browser.site import open_legend
from tests.browser.test_accessibility import examine_both_ways
from tests.histories import call, calling, function_call, function_output, result, said, user
from tests.selection import some_of

HOSTILE = "\"><img src=x onerror=document.title='owned'>" + "x" * 300
ABSENT = json.dumps(
    [
        user(),
        calling(
            call("tooluse_kZJMlvQmRJ6eAyJE5GIl7Q"),
            call(None, "ledger"),
            call("", "ledger_of_the_year"),
            call(None, "members"),
            call(HOSTILE, "x"),
        ),
        result("tooluse_kZJMlvQmRJ6eAyJE5GIl7Q"),
        {**result(None), "name": "ledger"},
        {**result(""), "name": "ledger_of_the_year"},
        {**result("call_7"), "name": "members"},
        result(HOSTILE),
        said(),
    ]
)
CALLER = {"caller": {"type": "program", "caller_id": "cm_1"}}
TIED: list[dict[str, Any]] = [
    user(),
    {
        "type": "code_interpreter_call",
        "id": "ci_68a1b2c3d4e5f60718293a4b",
        "code": "print(1)",
        "container_id": "cntr_1",
        "outputs": [{"type": "logs", "logs": "1"}],
    },
    {"type": "program", "id": "prog_1", "call_id": "cm_1", "code": "add(1); add(1)"},
    function_call("call_1", **CALLER),
    function_call("call_2", **CALLER),
    function_call("call_3", caller={"type": "program", "caller_id": "cm_gone"}),
    *(function_output(f"call_{number}") for number in (1, 2, 3)),
]
RESPONSES = json.dumps({"model": "gpt-5", "input": TIED})
SIDE_BY_SIDE = "?pane=original:read&pane=anthropic:read"


def chip(page: Page, pane: int, origin: str) -> Locator:
    return page.locator(f'.cell[data-pane="{pane}"] .id[data-origin="{origin}"]').first


def border(one: Locator) -> tuple[str, str]:
    style: list[str] = one.evaluate(
        "one => [getComputedStyle(one).borderTopStyle, getComputedStyle(one).borderTopLeftRadius]"
    )
    return style[0], style[1]


def line_of(one: Locator) -> Locator:
    return one.locator("xpath=ancestor::*[contains(@class, 'card')][last()]//p[@class='id-line']")


def test_each_origin_has_a_shape_and_words_of_its_own(page: Page, live_server: str) -> None:
    opened(page, live_server, ABSENT, SIDE_BY_SIDE)
    shapes = {}
    for pane, origin, words in (
        (1, "wire", "id on the wire"),
        (1, "absent", "The field id is null; this type must have an id"),
        (2, "made", "id made by Crosswire: the target requires an id"),
        (2, "rewritten", "id rewritten by Crosswire, was"),
        (2, "copied", "id taken from its result"),
    ):
        expect(line_of(chip(page, pane, origin))).to_contain_text(words)
        shapes[origin] = border(chip(page, pane, origin))
    opened(page, live_server, RESPONSES, SIDE_BY_SIDE)
    expect(line_of(chip(page, 1, "item"))).to_contain_text("only the item's own id")
    shapes["item"] = border(chip(page, 1, "item"))
    wide = chip(page, 1, "wire").evaluate("one => getComputedStyle(one).borderLeftWidth")
    assert wide == "1px"  # of a copied one it is wider: the only mark that its line does not share
    shapes.pop("copied")
    assert len(set(shapes.values())) == len(shapes) == 5


@pytest.mark.thorough
def test_a_strange_shape_stands_out_and_is_only_a_hint(page: Page, live_server: str) -> None:
    opened(page, live_server, ABSENT, SIDE_BY_SIDE)
    hint = line_of(chip(page, 1, "wire")).locator("b")
    expect(hint).to_contain_text("looks like Bedrock")


def test_a_tie_leads_to_the_other_part_and_back(page: Page, live_server: str) -> None:
    opened(page, live_server, RESPONSES, SIDE_BY_SIDE)
    page.get_by_role("link", name="called from program cm_1").first.click()
    expect(page.locator('.row[data-row="3"] .cell[data-pane="1"] .card')).to_be_focused()
    page.get_by_text("2 calls from here").click()
    page.get_by_role("link", name="calls add call_2").click()
    expect(page.locator('.row[data-row="5"] .cell[data-pane="1"] .card')).to_be_focused()
    expect(page.get_by_text("called from cm_gone, which is not in this log")).to_be_visible()


def test_the_legend_and_the_id_map_open_from_the_page(page: Page, live_server: str) -> None:
    opened(page, live_server, ABSENT, SIDE_BY_SIDE)
    open_legend(page)
    expect(page.locator(".id-legend").get_by_text("hint, never proof")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".id-map > summary").click()
    expect(page.locator(".id-map .id[data-origin='made']").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".losses > summary").click()
    with page.expect_response("**/api/conversations/*/as/anthropic") as answer:
        page.get_by_role("link", name="All of it as JSON").click()
    assert {change["how"] for change in answer.value.json()["id_map"]} == {
        "made",
        "rewritten",
        "from its result",
    }


@pytest.mark.thorough
def test_hostile_ids_stay_text_and_inside_their_chips(page: Page, live_server: str) -> None:
    for view in ("read", "wire"):
        opened(page, live_server, ABSENT, f"?pane=original:{view}&pane=anthropic:{view}")
        assert page.title() != "owned"
        assert page.locator(".panes img, .sides img").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.thorough
def test_every_kind_of_id_is_accessible(page: Page, live_server: str) -> None:
    for log in some_of((ABSENT, RESPONSES), 2):
        opened(page, live_server, log, SIDE_BY_SIDE)
        examine_both_ways(page)


@pytest.mark.thorough
def test_the_legend_is_accessible(page: Page, live_server: str) -> None:
    opened(page, live_server, ABSENT, SIDE_BY_SIDE)
    open_legend(page)
    examine_both_ways(page)
