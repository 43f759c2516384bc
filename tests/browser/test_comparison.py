"""A journey: choose a second log, read what differs, step through it, choose what counts, go to a part."""

import copy
import json
import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.logs import HOSTILE, chat_json, opened
from tests.histories import call, calling, result, said, user

QUESTIONS = [message for n in range(30) for message in (user(f"Question {n}?"), said(f"Answer {n}."))]
LOG = [
    *QUESTIONS,
    user("What is 7 and 8, exactly?"),
    calling(call("call_1"), call("call_2", HOSTILE, json.dumps({HOSTILE: 1}))),
    result("call_1", "15"),
    result("call_2", HOSTILE),
    said("15."),
]


def after_the_fix() -> list[dict[str, object]]:
    log = copy.deepcopy(LOG)
    log[60] = user("What is 7 and 9, exactly?")
    log[61]["tool_calls"][1]["function"]["arguments"] = json.dumps({HOSTILE: 2, "b": HOSTILE})
    log[63] = result("call_2", f"{HOSTILE} and more")
    return [*log, user(HOSTILE)]


@pytest.fixture
def compared(page: Page, live_server: str) -> Page:
    """The comparison, come to as a reader does: from the log's page, by pasting the second one."""
    opened(page, live_server, chat_json(LOG))
    page.locator(".doc-menu > summary").click()
    page.get_by_role("link", name="Compare with another log").click()
    page.get_by_text("Or upload another log").click()
    page.get_by_label("Or its text").fill(chat_json(after_the_fix()))
    page.get_by_role("button", name="Upload and compare").click()
    expect(page.locator(".compare-totals")).to_contain_text("3 changed")
    page.wait_for_load_state()  # keys act when the scripts are there
    return page


def test_a_reader_finds_what_differs_and_goes_there(compared: Page) -> None:
    page = compared
    heads = page.locator(".compared-what")
    expect(heads).to_have_text(
        [re.compile(one) for one in ("text$", "arguments$", "result$", "only in the second$")]
    )
    expect(page.locator("del").first).to_have_text("8")
    assert page.evaluate("window.hit") is None
    assert page.locator("main script, main [style], main img").count() == 0

    page.keyboard.press("n")
    expect(page.locator("#d1")).to_be_focused()
    page.keyboard.press("n")
    page.keyboard.press("n")
    expect(page.locator("#d3")).to_be_focused()
    expect(page.locator("#d3")).to_be_in_viewport()
    page.keyboard.press("N")
    expect(page.locator("#d2")).to_be_focused()

    fold = page.locator(".compared-fold a").first
    expect(fold).to_have_text("61 parts that are the same")
    fold.click()
    expect(page.get_by_text("Question 19?")).to_be_visible()
    page.locator(".compared-fold a").first.click()
    expect(page.get_by_text("Question 29?")).to_be_visible()
    expect(page.locator(".compared-fold a").first).not_to_contain_text("21 parts")

    page.get_by_label("Show only: arguments").click()
    expect(heads).to_have_text([re.compile("arguments")])
    page.go_back()
    expect(heads).to_have_count(4)
    page.get_by_role("checkbox", name="text 1").uncheck()
    expect(heads).to_have_count(3)
    assert "only=" in page.url
    page.reload()
    expect(heads).to_have_count(3)

    page.locator("[data-half='second'] .half-head a").first.click()
    expect(page.locator(".row[data-row='63'] .card[aria-current]").first).to_be_visible()


@pytest.mark.thorough
def test_a_comparison_needs_no_script(page: Page, live_server: str) -> None:
    slugs = [
        page.request.post(f"{live_server}/api/conversations", data=chat_json(log).encode()).json()["slug"]
        for log in (LOG, after_the_fix())
    ]
    browser = page.context.browser
    assert browser is not None
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(f"{live_server}/c/{slugs[0]}/compare?with={slugs[1]}")
    expect(plain.locator(".compared-what")).to_have_count(4)
    plain.get_by_role("checkbox", name="text 1").uncheck()
    plain.get_by_role("button", name="Show").click()
    expect(plain.locator(".compared-what")).to_have_count(3)
    plain.get_by_text("parts without such a difference").first.click()
    expect(plain.get_by_text("Question 19?")).to_be_visible()
    plain.context.close()


@pytest.mark.thorough
def test_keys_step_over_the_pages_of_a_long_comparison(page: Page, live_server: str) -> None:
    log = [user(f"This is the question of number {n}, asked with patience.") for n in range(120)]
    other = [user(f"This is the question of number {n}, asked with courage.") for n in range(120)]
    slugs = [
        page.request.post(f"{live_server}/api/conversations", data=chat_json(one).encode()).json()["slug"]
        for one in (log, other)
    ]
    page.goto(f"{live_server}/c/{slugs[0]}/compare?with={slugs[1]}")
    page.wait_for_load_state("networkidle")
    last = page.locator("[data-difference]").last
    number = int(last.get_attribute("data-difference") or 0)
    last.focus()
    page.keyboard.press("n")
    expect(page.locator(f"#d{number + 1}")).to_be_focused()
    assert "page=2" in page.url
    page.keyboard.press("N")
    expect(page.locator(f"#d{number}")).to_be_focused()
    assert "page=" not in page.url
