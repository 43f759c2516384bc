"""From a pasted log to its fixed JSON in the clipboard, by two actions, by mouse or by keys alone."""

import json

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from tests.browser.logs import chat_json, opened
from tests.histories import call, calling, user
from tests.selection import some_of

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


def tab_to(page: Page, there: Locator) -> None:
    """Press Tab until something has the focus."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if there.evaluate("one => one === document.activeElement"):
            break
    expect(there).to_be_focused()


@pytest.mark.usefixtures("clipboard")
def test_from_paste_to_download_by_keys_alone(page: Page, live_server: str) -> None:
    page.goto(live_server)
    page.evaluate("text => navigator.clipboard.writeText(text)", json.dumps(ITEM_ID))
    page.keyboard.press("Control+V")  # wherever the focus is
    expect(page.get_by_role("textbox")).to_be_focused()
    expect(page.locator("#taken")).to_contain_text("OpenAI Responses request")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/c/*")
    tab_to(page, page.get_by_role("button", name="Copy fixed JSON"))
    page.keyboard.press("Enter")
    fixed = copied(page)
    tab_to(page, page.locator("#answer").get_by_role("link", name="Download"))
    with page.expect_download() as told:
        page.keyboard.press("Enter")
    assert json.loads(told.value.path().read_text()) == fixed


def test_without_scripts_a_log_is_sent_read_fixed_exported_and_shared(
    browser: Browser, live_server: str
) -> None:
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(live_server)
    plain.get_by_role("textbox").fill(json.dumps(ITEM_ID))
    plain.get_by_role("button", name="Inspect").click()
    card = plain.locator("#answer")
    expect(card.locator("ins")).to_have_text("call_1")
    expect(plain.locator(".panes .row")).to_have_count(6)
    expect(plain.locator("#hits")).to_be_hidden()  # nothing lies over the tabs
    with plain.expect_download() as told:
        card.get_by_role("link", name="Download").click()
    assert '"call_id": "call_1"' in told.value.path().read_text()
    plain.get_by_role("link", name="Export", exact=True).click()
    plain.get_by_label("Format", exact=True).select_option("anthropic")
    plain.get_by_role("button", name="Ask again").click()
    with plain.expect_download() as told:
        plain.get_by_role("link", name="Download:").click()
    assert '"tool_use_id": "call_1"' in told.value.path().read_text()
    plain.get_by_role("link", name="Share", exact=True).click()
    plain.get_by_role("button", name="Make the copy").click()
    plain.goto(plain.get_by_label("Link to read it").input_value())
    expect(plain.locator(".panes .row")).to_have_count(6)
    plain.context.close()


def test_causes_are_walked_through_and_each_leads_to_its_place(page: Page, live_server: str) -> None:
    opened(page, live_server, json.dumps(ITEM_ID))
    card = page.locator("#answer")
    expect(card).to_contain_text("1 of 2")
    card.get_by_role("link", name="Next cause").click()
    expect(card).to_contain_text("2 of 2")
    expect(card.locator("del")).to_have_text("fc_2")
    card.get_by_role("link", name="Show", exact=True).click()
    expect(page.locator(".row[aria-current=true]")).to_contain_text("22")
    page.keyboard.press("Shift+N")
    expect(card).to_contain_text("1 of 2")
    expect(page.locator(".row[aria-current=true]")).to_contain_text("21")


def test_a_choice_at_the_card_shows_in_the_pane_beside_the_original(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json([user(), calling(call("call_1")), user("Well?")]))
    row = page.locator(".panes .row").nth(2)
    expect(row).to_contain_text("answered")
    page.get_by_role("link", name="Take it out").click()
    expect(row).to_contain_text("Removed by the fix.")


@pytest.mark.parametrize("width", some_of([390, 1024, 1500], 2))
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
