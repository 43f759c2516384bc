"""From a pasted log to its fixed JSON in the clipboard, by two actions, by mouse or by keys alone."""

import json

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.browser.logs import opened

ITEM_ID = {
    "model": "m",
    "input": [
        {"role": "user", "content": "How warm is it?"},
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "fc_1", "output": "21"},
        {"type": "function_call", "id": "fc_2", "call_id": "call_2", "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "fc_2", "output": "22"},
    ],
}


@pytest.fixture
def clipboard(context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])


def copied(page: Page) -> object:
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    return json.loads(page.evaluate("navigator.clipboard.readText()"))


@pytest.mark.usefixtures("clipboard")
def test_the_fixed_json_is_copied_by_one_press_once_the_log_is_there(page: Page, live_server: str) -> None:
    opened(page, live_server, json.dumps(ITEM_ID))
    page.get_by_role("button", name="Copy fixed JSON").click()
    fixed = copied(page)
    assert [item.get("call_id") for item in fixed["input"][1:]] == ["call_1"] * 2 + ["call_2"] * 2  # type: ignore[index]


@pytest.mark.usefixtures("clipboard")
def test_it_is_reached_by_keys_alone(page: Page, live_server: str) -> None:
    opened(page, live_server, json.dumps(ITEM_ID))
    button = page.get_by_role("button", name="Copy fixed JSON")
    for _ in range(40):
        page.keyboard.press("Tab")
        if button.evaluate("one => one === document.activeElement"):
            break
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    assert copied(page)


def test_causes_are_walked_through_and_each_leads_to_its_place(page: Page, live_server: str) -> None:
    opened(page, live_server, json.dumps(ITEM_ID))
    card = page.locator("#answer")
    expect(card).to_contain_text("1 of 2")
    card.get_by_role("link", name="Next cause").click()
    expect(card).to_contain_text("2 of 2")
    expect(card.locator("del")).to_have_text("fc_2")
    card.get_by_role("link", name="Show", exact=True).click()
    expect(page.locator(".row[aria-current=true]")).to_contain_text("22")


@pytest.mark.parametrize("width", [390, 1024, 1500])
def test_the_card_fits_the_window_and_stands_whole_on_its_first_screen(
    page: Page, live_server: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    opened(page, live_server, json.dumps(ITEM_ID))
    box = page.locator("#answer").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_card_of_a_long_log_comes_by_itself(page: Page, live_server: str) -> None:
    many = {**ITEM_ID, "input": ITEM_ID["input"] * 200}
    opened(page, live_server, json.dumps(many))
    expect(page.locator("#answer h2")).to_be_visible(timeout=20_000)
