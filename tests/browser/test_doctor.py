"""The doctor's own server, as a browser meets it: the address that opens once, the list, a session."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.doctors import doctor_serving
from tests.browser.test_accessibility import examine_both_ways


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with doctor_serving(tmp_path) as address:
        yield address


@pytest.mark.thorough
def test_a_session_is_opened_from_the_list(address: str, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    expect(page).to_have_url(address.partition("/enter")[0] + "/sessions")
    rows = page.locator("table.sessions tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("1 error")  # read meanwhile, without a reload
    expect(rows.nth(1)).to_contain_text("Codex")
    examine_both_ways(page)
    page.set_viewport_size({"width": 1280, "height": 900})
    rows.nth(0).get_by_role("button", name="Open").click()
    expect(page.get_by_text("A call has no result.").first).to_be_visible()
    page.get_by_role("link", name="Sessions").click()
    page.get_by_role("link", name="Size").click()
    expect(page.locator("th[aria-sort]")).to_have_text("Size")
    without_script(browser, page)
    context.close()
    stranger = browser.new_context()
    answer = stranger.new_page().goto(address)
    assert answer is not None
    assert answer.status == 403
    stranger.close()


def without_script(browser: Browser, page: Page) -> None:
    """The same without scripts, with the cookie of who came in."""
    context = browser.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    plain = context.new_page()
    plain.goto(page.url)
    plain.locator("table.sessions tbody tr", has_text="1 error").get_by_role("button", name="Open").click()
    expect(plain.get_by_text("A call has no result.").first).to_be_visible()
    context.close()
