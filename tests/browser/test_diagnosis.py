"""Verdicts, errors that are pasted and repairs, by mouse, by keyboard and without scripts."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.logs import GENKIT, LOST, PAIRED, chat_json, open_findings, opened
from tests.browser.site import open_in_menu

ERROR = "Invalid parameter: 'tool_call_id' of 'Sum: 15' not found in 'tool_calls' of previous message."


@pytest.mark.thorough
def test_the_tab_of_the_check_has_a_mark(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(GENKIT))
    mark = page.get_by_role("link", name="Check fails", exact=True).locator(".check-mark")
    expect(mark).to_have_attribute("data-state", "fails")
    opened(page, live_server, chat_json(PAIRED))
    expect(page.get_by_role("link", name="Check passes", exact=True)).to_be_visible()


def test_the_refusals_of_one_target_are_listed_and_marked(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(GENKIT))
    open_findings(page).get_by_label("What is listed").select_option(label="refusals by Anthropic Messages")
    page.wait_for_url("**target=anthropic*")
    expect(page.locator(".problems .finding[data-kind=refusal]").first).to_contain_text("Anthropic refuses")
    expect(page.locator('.row[data-row="3"] .marks')).to_contain_text("Anthropic refuses id charset CW131")
    page.locator("select[name=pane]").last.select_option(label="Gemini generateContent")
    expect(page).to_have_url(re.compile("target=anthropic"))
    expect(page.locator('.row[data-row="3"] .marks')).to_contain_text("Anthropic refuses")


def test_a_pasted_error_jumps_to_its_place(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json([*PAIRED * 12, *GENKIT]))
    open_in_menu(page, "Paste an error")
    page.get_by_label("What did the provider answer?").fill(ERROR)
    page.get_by_role("button", name="Find the place").click()
    expect(page.get_by_role("heading", name="What the error means")).to_be_visible()
    expect(page.locator("#explanation")).to_contain_text("unexpected-result")
    expect(page.locator(".panes .row[aria-current=true]")).to_contain_text("Sum: 15")
    expect(page.locator(".panes .row[aria-current=true]")).to_be_in_viewport()
    expect(page).to_have_url(re.compile(r"\?at="))


@pytest.mark.thorough
def test_an_error_is_explained_without_scripts(browser: Browser, page: Page, live_server: str) -> None:
    url = opened(page, live_server, chat_json(GENKIT))
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(url)
    open_in_menu(plain, "Paste an error")
    plain.get_by_label("What did the provider answer?").fill(ERROR)
    plain.get_by_role("button", name="Find the place").click()
    expect(plain.locator("#explanation")).to_contain_text("unexpected-result")
    expect(plain.locator("#at")).to_be_in_viewport()


def test_the_front_page_takes_log_and_error(page: Page, live_server: str) -> None:
    page.goto(live_server)
    page.get_by_role("textbox").fill(f"{ERROR}\n\n{chat_json(GENKIT)}")
    page.get_by_role("button", name="Inspect").click()
    page.wait_for_url(re.compile(r"/explain\?error="))
    expect(page.locator("#explanation")).to_contain_text("unexpected-result")
    expect(page.locator(".answer")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0


@pytest.mark.thorough
def test_what_is_chosen_before_the_scripts_are_there_counts(page: Page, live_server: str) -> None:
    url = opened(page, live_server, chat_json([*GENKIT, *LOST]))

    def late(route: Route) -> None:
        page.wait_for_timeout(1_500)
        route.continue_()

    page.route("**/js/rows.js*", late)
    page.goto(f"{url}/repair", wait_until="commit")
    page.get_by_label("gets a result that says that none was recorded").check()
    expect(page.get_by_role("status").first).to_contain_text("2 places changed in 2 steps")
    expect(page).to_have_url(re.compile("missing=mark"))


def test_a_repair_is_chosen_shown_and_saved(page: Page, live_server: str) -> None:
    url = opened(page, live_server, chat_json([*GENKIT, *LOST]))
    page.locator(".doc-menu > summary").click()
    page.locator(".doc-menu").get_by_role("link", name="Fix", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("1 place changed in 1 step")
    page.get_by_label("gets a result that says that none was recorded").check()
    expect(page.get_by_role("status").first).to_contain_text("2 places changed in 2 steps")
    expect(page).to_have_url(re.compile("missing=mark"))
    page.get_by_label(re.compile("leave out step 1")).check()
    expect(page.get_by_role("status").first).to_contain_text("1 place changed in 1 step, with 1 left out")
    page.get_by_label(re.compile("leave out step 1")).uncheck()
    page.get_by_role("link", name="Show beside the original").click()
    expect(
        page.locator('.cell[data-pane="2"] [data-change="added"] .tag[data-mended]', has_text="added")
    ).to_have_count(1)
    page.go_back()
    page.get_by_role("button", name="Save as new version").click()
    page.wait_for_url(re.compile(r"/c/[\w-]{22}$"))
    assert page.url != url
    open_in_menu(page, "How it was read")
    expect(page.locator(".facts")).to_contain_text("Repaired in 2 places, from")
