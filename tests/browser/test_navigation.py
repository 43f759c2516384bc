"""Moving about: history, keys, what hovering marks, the tools of a part, one to four panes, paper."""

import json

import pytest
from playwright.sync_api import Page, expect
from tests.browser.logs import GENKIT, PAIRED, chat_json, copied, long_log, open_findings, opened
from tests.histories import call, calling, result, said, user

MARKUP = '<img src=x onerror="document.title=1">'
FAR = [
    user(),
    calling(call("far", MARKUP)),
    *(one for turn in range(50) for one in (calling(call(f"c{turn}")), result(f"c{turn}"), said())),
    result("far"),
]
"""A call whose result is far below: no line is drawn between them."""


def chosen(page: Page) -> str:
    return str(page.locator(".panes .row[aria-current=true]").get_attribute("data-row"))


def expect_chosen(page: Page, row: int) -> None:
    current = page.locator(".panes .row[aria-current=true]")
    expect(current).to_have_attribute("data-row", str(row))
    expect(current).to_be_in_viewport()


@pytest.mark.thorough
def test_back_and_forward_return_to_places_and_panes(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json([*long_log(30), *GENKIT, *GENKIT]), "?pane=original:read")
    # Where a problem's row is, and after it how many panes there are.
    states = [(None, 1)]
    links = open_findings(page).locator("a[data-step=finding]")
    links.first.scroll_into_view_if_needed()
    top = "document.querySelector('.panes .row[data-row=\"2\"]').getBoundingClientRect().top"
    begun = page.evaluate(top)
    for number in (0, 1, 2):
        links.nth(number).click()
        row = int(str(links.nth(number).get_attribute("data-go")))
        expect_chosen(page, row)
        states.append((row, 1))
    page.get_by_role("button", name="Close the findings").click()
    for count in (2, 3):
        add_a_pane(page)
        expect(page.locator(".pane-head")).to_have_count(count)
        expect_chosen(page, states[-1][0])
        states.append((states[-1][0], count))
    assert "at=0:/" in page.url
    steps = [*reversed(states[:-1]), *states[1:]]
    for number, (row, count) in enumerate(steps):
        if number < len(states) - 1:
            page.go_back()
        else:
            page.go_forward()
        expect(page.locator(".pane-head")).to_have_count(count)
        if row is None:
            expect(page.locator(".panes .row[aria-current=true]")).to_have_count(0)
            expect(page.locator('.panes .row[data-row="2"]')).to_be_attached()
            page.wait_for_function(f"begun => Math.abs({top} - begun) < 4", arg=begun)
        else:
            expect_chosen(page, row)


def test_keys_that_follow_each_other_are_one_step_back(page: Page, live_server: str) -> None:
    url = opened(page, live_server, chat_json(long_log(30)))
    before = page.evaluate("history.length")
    page.evaluate("() => { performance.now = () => 1; }")  # a busy machine presses keys seconds apart
    for key in "jjjpJ":
        page.keyboard.press(key)
    expect_chosen(page, 13)
    assert page.evaluate("history.length") == before + 1
    page.go_back()
    expect(page.locator(".panes .row[aria-current=true]")).to_have_count(0)
    assert page.url == url


@pytest.mark.thorough
def test_keys_lead_to_panes_and_tools_and_can_be_switched_off(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED), "?pane=original:read&pane=anthropic:read")
    page.keyboard.press("j")
    page.keyboard.press("2")
    expect(page.locator('.row[data-row="2"] [data-pane="2"] .card')).to_be_focused()
    page.keyboard.press("c")
    expect(page.get_by_role("button", name="Copy id")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Copy JSON Pointer")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator('.row[data-row="2"] [data-pane="2"] .card')).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("[data-search]")).to_be_focused()
    page.keyboard.type("jn")
    expect(page.locator("[data-search]")).to_have_value("jn")
    assert chosen(page) == "2"
    page.keyboard.press("Escape")
    page.locator(".doc-menu > summary").click()
    page.locator("[data-open-keys]").click()
    page.get_by_role("checkbox", name="Keys of one letter").uncheck()
    page.get_by_role("button", name="Close").click()
    page.reload()
    page.locator("body").press("j")
    page.locator("body").press("?")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect_chosen(page, 2)


def test_the_far_end_of_a_pair_is_marked_and_a_click_away(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(FAR), "?pane=original:read&pane=anthropic:read")
    first = page.locator('.row[data-row="2"] [data-pane="1"] .card')
    first.hover()
    row = page.locator('.row[data-row="2"]')
    expect(row.locator("> .gutter > .strand[data-hover]")).to_have_count(1)
    expect(row.locator(".card[data-hover]")).to_have_count(2)
    expect(page.get_by_role("link", name="Call 1 of")).to_have_accessible_name(
        f"Call 1 of {MARKUP}: paired by id, 151 rows on"
    )
    first.locator(".card-head").click(position={"x": 4, "y": 4})
    expect_chosen(page, 153)
    page.keyboard.press("Enter")
    expect_chosen(page, 2)
    page.locator('.row[data-row="2"] > .gutter > .strand').click()
    expect_chosen(page, 153)
    page.go_back()
    expect_chosen(page, 2)
    near = page.locator('.row[data-row="3"] [data-pane="1"] .card')
    near.locator(".card-head").click(position={"x": 4, "y": 4})
    assert chosen(page) == "3"  # its result is in view
    assert page.title() != "1"


def test_the_tools_of_a_part_copy_what_belongs_to_it(page: Page, live_server: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    log = chat_json([user(), calling(call(MARKUP, MARKUP)), result(MARKUP, MARKUP)])
    url = opened(page, live_server, log, "?pane=original:read&pane=anthropic:read")

    def copied_by(name: str) -> str:
        return copied(page, page.get_by_role("button", name=name, exact=True))

    page.locator('.row[data-row="2"] [data-pane="1"] .card').click()
    expect(page.locator("[data-named]")).to_contain_text("Original: Call 1 of")
    covered = "[...document.querySelectorAll('.row[aria-current] .cell')].some((cell) => cell.contains("
    assert not page.evaluate(f"{covered}document.querySelector('[data-tools]')))")
    assert copied_by("Copy id") == MARKUP
    assert copied_by("Copy JSON Pointer") == "/messages/1/tool_calls/0"
    assert copied_by("Copy address") == "0:/messages/1/tool_calls/0"
    assert copied_by("Copy JSON") in log
    there = copied_by("Copy link to this part")
    assert there == f"{url}?pane=original:read&pane=anthropic:read&at=0:/messages/1/tool_calls/0#at"
    page.locator('.row[data-row="2"] [data-pane="2"] .card').click()
    assert copied_by("Copy JSON Pointer") == "/messages/1/content/0"
    assert json.loads(copied_by("Copy JSON"))["type"] == "tool_use"
    page.locator('.row[data-row="1"] [data-pane="1"]').click()
    expect(page.get_by_role("button", name="Copy id")).to_be_hidden()
    assert json.loads(copied_by("Copy JSON")) == "Go on."
    assert page.title() != "1"


def test_one_to_four_panes_at_every_width(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED), "?at=0:/messages/3")
    for count in (3, 4):
        add_a_pane(page)
        expect(page.locator(".pane-head")).to_have_count(count)
    expect(page.locator(".pane-heads", has_text="Add a pane")).to_have_count(0)
    expect_chosen(page, 5)
    page.locator("select[name=pane]").nth(2).select_option(label="Original")
    expect(page.locator('.pane-head[data-shown="original"]')).to_have_count(2)
    page.get_by_role("link", name="Close pane 2").click()
    expect(page.locator(".pane-head")).to_have_count(3)
    expect_chosen(page, 5)
    assert "at=0:/messages/3" in page.url
    page.set_viewport_size({"width": 390, "height": 844})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator(".pane-tab").nth(1).click()
    expect(page.locator('.row[data-row="5"] [data-pane="2"]')).to_be_visible()
    expect(page.locator('.row[data-row="5"] [data-pane="1"]')).to_be_hidden()
    page.keyboard.press("3")
    expect(page.locator('.row[data-row="5"] [data-pane="3"]')).to_be_visible()
    assert asked == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def add_a_pane(page: Page) -> None:
    """By the menu of all panes; one that stands alone has a button for it."""
    if page.locator(".pane-head").count() > 1:
        page.locator(".pane-choices > summary").click()
    page.get_by_role("link", name="Add a pane").click()


OUTSIDE = """lines => lines.filter(line => {
    const gutter = line.closest(".row").querySelector(":scope > .gutter");
    const cell = gutter.getBoundingClientRect(), at = line.getBoundingClientRect();
    return at.left < cell.left || at.right > cell.right || at.top < cell.top || at.bottom > cell.bottom;
}).length"""
OVERLAPPING = """rows => rows.filter(row => {
    const [one, other] = [...row.querySelectorAll(".cell")].map(cell => cell.getBoundingClientRect());
    return one.bottom > other.top && one.right > other.left;
}).length"""


def test_what_a_pane_shows_stays_in_its_place(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(GENKIT), "?pane=original:read&pane=repaired:read")
    lines = page.locator(".cell > .gutter > .strand")
    expect(lines.first).to_be_attached()
    assert lines.evaluate_all(OUTSIDE) == 0
    page.locator("[data-search]").focus()
    expect(page.get_by_text("The search covers")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("Tab")
    expect(page.get_by_text("The search covers")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(page.url.replace("?", "/rows?from=0&"))
    rows = page.locator(".row:has(.card)")
    expect(rows).not_to_have_count(0)
    assert rows.evaluate_all(OVERLAPPING) == 0


@pytest.mark.thorough
def test_paper_gets_the_whole_conversation_without_navigation(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json([*PAIRED, user(MARKUP)]))
    page.emulate_media(media="print")
    expect(page.get_by_text("For paper, the whole of it stands at")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.emulate_media(media="screen")
    page.locator(".doc-menu > summary").click()
    page.get_by_role("link", name="Print view").click()
    expect(page.locator(".printed-row")).to_have_count(11)
    expect(page.get_by_text(MARKUP)).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.get_by_role("navigation")).to_have_count(0)
    expect(page.get_by_text("Back to the conversation")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert page.title() != "1"
