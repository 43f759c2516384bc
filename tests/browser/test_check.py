"""The Check page in a browser: the answer on the first screen, the fixed document by one click."""

import json

import pytest
from playwright.sync_api import Page, expect
from tests.browser.logs import GENKIT, chat_json, opened
from tests.browser.test_accessibility import examine_both_ways


@pytest.mark.thorough
def test_the_own_providers_answer_is_on_the_first_screen_of_a_phone(page: Page, live_server: str) -> None:
    url = opened(page, live_server, chat_json(GENKIT))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{url}/check")
    expect(page.locator(".check-own h3").first).to_be_in_viewport()
    expect(page.locator("#mistral")).to_be_visible()
    page.locator("#mistral a").first.click()
    expect(page.locator("#mistral[data-chosen]")).to_be_visible()
    examine_both_ways(page)


def test_the_fixed_document_is_copied_whole(page: Page, live_server: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    url = opened(page, live_server, chat_json(GENKIT))
    page.goto(f"{url}/check")
    page.get_by_role("button", name="Copy fixed JSON").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert copied == page.request.get(f"{url}/repaired.json").json()
