"""A log with an error on a phone: the answer first, then original and fixed as one."""

import json

import pytest
from playwright.sync_api import Page, expect
from tests.browser.logs import GENKIT, LOST, chat_json, long_log, opened
from tests.selection import some_of

BROKEN = chat_json([*GENKIT, *LOST])
WITHIN = """box => {
    const {top, bottom} = box.getBoundingClientRect();
    return scrollY === 0 && top >= 0 && bottom <= innerHeight;
}"""
LINES = """row => [...row.querySelectorAll(".cell > :is(.line, .card)")]
    .filter(line => line.checkVisibility())
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map(line => line.dataset.change ?? "")"""
ALL_IN_ONE_COLUMN = """lines => new Set(lines.filter(line => line.checkVisibility())
    .map(line => line.getBoundingClientRect().left)).size === 1"""


def shown_lines(page: Page, row: int) -> list[str]:
    """What a fix does to each line of a row that shows, from top to bottom."""
    found: list[str] = page.locator(f'.row[data-row="{row}"]').evaluate(LINES)
    return found


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 390, "height": 844})
    return page


@pytest.mark.parametrize("log", some_of([[*long_log(60), *GENKIT], [*GENKIT, *LOST]], 2))
def test_the_answer_stands_whole_on_the_first_screen_wherever_the_link_leads(
    phone: Page, live_server: str, log: list[dict[str, object]]
) -> None:
    at = f"?at=0:/messages/{len(log) - 2}"
    url = opened(phone, live_server, chat_json(log), at)
    card = phone.locator("#answer")
    expect(card.locator("h2")).to_be_visible()
    phone.wait_for_timeout(500)
    assert card.evaluate(WITHIN)
    phone.goto("about:blank")  # else it is the same page
    phone.goto(f"{url}{at}#at")
    expect(phone.locator(".row[aria-current=true]")).to_be_in_viewport()


@pytest.mark.thorough
def test_a_row_that_the_fix_leaves_stands_once_and_one_that_it_changes_twice(
    phone: Page, live_server: str
) -> None:
    opened(phone, live_server, BROKEN)
    assert shown_lines(phone, 1) == [""]
    assert shown_lines(phone, 3) == ["removed", "added"]
    assert phone.locator(".panes .cell > :is(.line, .card)").evaluate_all(ALL_IN_ONE_COLUMN)
    assert phone.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.thorough
def test_what_the_fix_puts_in_stands_there_without_an_original(phone: Page, live_server: str) -> None:
    opened(phone, live_server, BROKEN)
    added = phone.locator(".card[data-change=added]", has_text="No result was recorded")
    expect(added).to_be_visible()
    row = int(added.locator("xpath=ancestor::*[@data-row]").get_attribute("data-row") or "")
    assert shown_lines(phone, row) == ["", "added"]


@pytest.mark.thorough
def test_the_fixed_log_shows_alone_under_its_tab(phone: Page, live_server: str) -> None:
    opened(phone, live_server, BROKEN)
    phone.locator(".pane-tab", has_text="Fixed").click()
    assert shown_lines(phone, 1) == [""]
    assert shown_lines(phone, 3) == ["added"]


@pytest.mark.thorough
def test_both_are_read_as_json_by_one_press(phone: Page, live_server: str) -> None:
    opened(phone, live_server, BROKEN)
    phone.get_by_role("link", name="JSON", exact=True).last.click()
    expect(phone.locator(".row[data-row='3'] .json").first).to_be_visible()
    assert shown_lines(phone, 3) == ["removed", "added"]
    expect(phone.locator(".row[data-row='3'] .cell[data-pane='2'] .json")).to_contain_text("call_1")


@pytest.mark.thorough
def test_a_wide_page_shows_each_in_a_pane_of_its_own(page: Page, live_server: str) -> None:
    opened(page, live_server, BROKEN)
    assert shown_lines(page, 1) == ["", ""]
    expect(page.get_by_role("group", name="View of both panes")).to_have_count(1)


@pytest.mark.thorough
def test_an_error_that_is_explained_leaves_the_answer_first(phone: Page, live_server: str) -> None:
    url = opened(phone, live_server, BROKEN)
    phone.goto(
        f"{url}/explain?error=An assistant message with 'tool_calls' must be followed by tool messages"
    )
    expect(phone.locator("#explanation[data-filled]")).to_be_attached()
    phone.wait_for_timeout(500)
    assert phone.locator("#answer").evaluate(WITHIN)


@pytest.mark.thorough
def test_the_head_fits_beside_the_number_of_a_conversation_and_a_secret(
    phone: Page, live_server: str
) -> None:
    asks = [
        {"role": "user", "content": f"password={'a7Kq' * 5}; {word}, a rather long request"} for word in "ab"
    ]
    opened(phone, live_server, "\n".join(json.dumps({"model": "gpt-5", "messages": [one]}) for one in asks))
    expect(phone.locator(".doc-bar .secrets")).to_be_visible()
    expect(phone.locator(".doc-bar .siblings")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
