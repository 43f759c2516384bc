"""The whole document in a browser: lines are links, objects fold, paths are copied."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.logs import GENKIT, chat_json, opened
from tests.browser.test_accessibility import examine_both_ways


def test_a_finding_leads_to_its_line_and_the_line_tells_its_path(page: Page, live_server: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    url = opened(page, live_server, chat_json(GENKIT))
    page.goto(f"{url}/json")
    page.locator(".document-place").first.click()
    line = page.locator(".document-lines li[data-chosen]")
    expect(line).to_be_in_viewport()
    expect(line.locator("mark")).to_have_text('"Sum: 15"')
    expect(page).to_have_url(re.compile(r"#L\d+$"))
    page.get_by_role("button", name="Copy path").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "messages[2].tool_call_id"
    examine_both_ways(page)


def test_objects_fold_and_unfold_with_those_inside_as_they_were(page: Page, live_server: str) -> None:
    page.goto(f"{opened(page, live_server, chat_json(GENKIT))}/json")
    lines = page.locator(".document-lines li")
    every, folds = lines.count(), page.locator(".document-fold")
    inner, outer = folds.nth(1), folds.nth(0)
    inner.click()
    after_inner = page.locator(".document-lines li:visible").count()
    assert after_inner < every
    outer.click()
    expect(inner).to_be_hidden()
    outer.click()
    expect(page.locator(".document-lines li:visible")).to_have_count(after_inner)
    inner.click()
    expect(page.locator(".document-lines li:visible")).to_have_count(every)


@pytest.mark.thorough
def test_without_scripts_a_line_is_found_and_linked(page: Page, live_server: str) -> None:
    url = opened(page, live_server, chat_json(GENKIT))
    context = page.context.browser.new_context(java_script_enabled=False)  # type: ignore[union-attr]
    plain = context.new_page()
    plain.goto(f"{url}/json")
    plain.get_by_role("searchbox", name="Find in the text").fill("Sum: 15")
    plain.get_by_role("button", name="Go").click()
    plain.locator(".document-hits a").first.click()
    expect(plain.locator(".document-lines li:target")).to_be_in_viewport()
    expect(plain.locator(".document-fold").first).to_be_hidden()
    context.close()
