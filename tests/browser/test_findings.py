"""The findings' drawer: opened from the head of the panes, by links and by addresses; it moves nothing."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.logs import GENKIT, chat_json, open_findings, opened
from tests.selection import some_of

PLACES = """() => [...document.querySelectorAll(".panes, .panes .cell")].map(one => {
    const box = one.getBoundingClientRect(), panes = document.querySelector(".panes").getBoundingClientRect();
    return [box.left, box.width, box.top - panes.top, box.height];
})"""


def test_the_count_in_the_head_opens_the_list_and_moves_no_row(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(GENKIT))
    summary = page.locator("details.problems > summary")
    expect(summary).to_have_text(re.compile(r"\d+ finding"))
    before = page.evaluate(PLACES)
    drawer = open_findings(page).locator(".drawer")
    expect(drawer).to_be_in_viewport(ratio=1)
    assert page.evaluate(PLACES) == before
    drawer.locator("a[data-step=finding]").first.focus()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(summary).to_be_focused()


@pytest.mark.thorough
def test_the_drawer_leaves_the_two_bars_free(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(GENKIT))
    box = open_findings(page).locator(".drawer").bounding_box()
    bars = page.locator(".views").bounding_box()
    assert box is not None
    assert bars is not None
    assert box["y"] >= bars["y"] + bars["height"]
    page.get_by_label("Search in this conversation").click()


def test_links_and_addresses_open_the_drawer(page: Page, live_server: str) -> None:
    url = opened(page, live_server, chat_json(GENKIT))
    drawer = page.locator("details.problems .drawer")
    expect(drawer).to_be_hidden()
    page.goto(f"{url}?severity=error")
    expect(drawer).to_be_visible()
    drawer.get_by_role("button", name="Close the findings").click()
    expect(drawer).to_be_hidden()
    page.goto("about:blank")
    page.goto(f"{url}#problems")
    expect(drawer).to_be_visible()


@pytest.mark.thorough
def test_the_count_does_not_cover_what_else_stands_in_the_head(page: Page, live_server: str) -> None:
    url = opened(page, live_server, chat_json(GENKIT))
    for width in (1500, 1024, 920, 390):
        page.set_viewport_size({"width": width, "height": 900})
        for panes in (1, 2, 3):
            shown = "&".join(
                f"pane={target}:read" for target in ("openai-chat", "repaired", "gemini")[:panes]
            )
            page.goto(f"{url}?{shown}")
            box = page.locator("details.problems > summary").bounding_box()
            assert box is not None
            others = page.locator(".pane-head > :is(select, .switch, .told-heads, .pane-count):visible").all()
            for other in filter(None, (one.bounding_box() for one in others)):
                apart = (
                    box["x"] + box["width"] <= other["x"]
                    or other["x"] + other["width"] <= box["x"]
                    or box["y"] + box["height"] <= other["y"] + 1
                    or other["y"] + other["height"] <= box["y"] + 1
                )
                assert apart, (width, panes, box, other)


@pytest.mark.parametrize("width", some_of([1500, 390], 2))
def test_without_scripts_the_findings_open_and_lead_to_their_rows(
    browser: Browser, page: Page, live_server: str, width: int
) -> None:
    url = opened(page, live_server, chat_json(GENKIT))
    with browser.new_context(java_script_enabled=False, viewport={"width": width, "height": 900}) as context:
        plain = context.new_page()
        plain.goto(url)
        plain.locator("details.problems > summary").click()
        plain.get_by_role("link", name="List them").click()
        link = plain.locator("a[data-step=finding]").first
        expect(link).to_be_visible()
        link.click()
        expect(plain.locator(".panes .row[aria-current=true]")).to_have_count(1)
