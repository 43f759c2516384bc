"""The export: what, in which format and shape, and what its provider will say to the file."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.logs import GEMINI, PAIRED, chat_json, opened
from tests.selection import some_of

ITEM_ID = {
    "model": "m",
    "input": [
        {"role": "user", "content": "How warm is it?"},
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "fc_1", "output": "21"},
    ],
}


def dialog(page: Page) -> Locator:
    page.get_by_role("link", name="Export", exact=True).click()
    found = page.get_by_role("dialog", name="Export")
    expect(found.get_by_role("heading", name="Export")).to_be_focused()
    return found


def test_a_log_that_can_be_fixed_is_exported_fixed_and_the_button_says_what_comes_of_it(
    page: Page, live_server: str
) -> None:
    opened(page, live_server, json.dumps(ITEM_ID))
    form = dialog(page)
    expect(form.get_by_label("Format", exact=True)).to_have_value("openai-responses")
    expect(form.get_by_label("Fixed")).to_be_checked()
    with page.expect_download() as started:
        form.get_by_role("link", name="Download: OpenAI accepts it").click()
    fixed = json.loads(Path(started.value.path()).read_text())
    assert fixed["input"][2]["call_id"] == "call_1"
    form.get_by_label("As logged").check()
    expect(form.get_by_role("link", name="Download: OpenAI refuses it")).to_be_visible()


def test_what_is_chosen_changes_what_the_provider_says_and_the_file(page: Page, live_server: str) -> None:
    opened(page, live_server, json.dumps(GEMINI))
    form = dialog(page)
    form.get_by_label("Format", exact=True).select_option("mistral")
    expect(form.get_by_role("link", name="Download: Mistral")).to_be_visible()
    form.get_by_label("Keep").check()
    expect(form.get_by_role("status")).to_contain_text("Mistral refuses it")
    form.get_by_label("As", exact=True).select_option("curl")
    expect(form.get_by_role("link", name="Download:")).to_have_attribute("href", re.compile(r"\.sh\?"))
    with page.expect_download() as started:
        form.get_by_role("link", name="Download:").click()
    assert started.value.suggested_filename.endswith(".mistral.sh")


def test_the_dialog_closes_by_key_and_button(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED))
    form = dialog(page)
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    dialog(page)
    form.get_by_role("link", name="Close").click()
    expect(form).to_be_hidden()


@pytest.mark.thorough
def test_what_cannot_be_is_said_on_a_page_that_leads_back(page: Page, live_server: str) -> None:
    url = opened(page, live_server, chat_json(PAIRED))
    page.goto(f"{url.partition('?')[0]}/export?format=cohere&shape=fine-tune")
    expect(page.get_by_text("Cohere retired fine-tuning")).to_be_visible()
    page.get_by_role("link", name="Back to the conversation").click()
    assert page.url == url.partition("?")[0]


@pytest.mark.parametrize("width", some_of([390, 1500], 2))
def test_the_page_that_is_exported_stands_alone(
    page: Page, live_server: str, tmp_path: Path, width: int
) -> None:
    url = opened(page, live_server, chat_json(PAIRED))
    page.goto(f"{url.partition('?')[0]}/exporting?shape=html")
    with page.expect_download() as started:
        page.get_by_role("link", name="Download:").click()
    path = tmp_path / "page.html"
    started.value.save_as(path)
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(path.as_uri())
    page.locator("#call-1").get_by_role("link", name="answered by id").click()
    expect(page.locator("#result-1")).to_be_in_viewport()
    assert page.locator("body").evaluate("body => getComputedStyle(body).maxInlineSize") == "960px"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not problems


@pytest.mark.parametrize("width", some_of([390, 1500], 2))
def test_the_dialog_fits_the_window(page: Page, live_server: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    opened(page, live_server, chat_json(PAIRED))
    box = dialog(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
