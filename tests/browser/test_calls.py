"""From the table of calls and from the timeline to a part, by mouse and by keyboard."""

import json
import re

from playwright.sync_api import Page, expect
from tests.browser.logs import HOSTILE, PAIRED, chat_json, opened
from tests.samples import SESSION_LINES
from tests.webapp.test_calls import asks, gives, line, use


def session() -> str:
    """A hundred and thirty calls with waits, an error, a loop, and names that would act."""
    log = [SESSION_LINES[0]]
    at = 1.0
    for number in range(65):
        one, other = f"toolu_{number}a", f"toolu_{number}b"
        name = HOSTILE if number == 3 else f"tool_{number % 11}"
        log.append(line(asks(use(one, name, n=number), use(other, "look")), at))
        log.append(line(gives(one, "no", is_error=number == 4), at + 2))
        log.append(line(gives(other), at + 3))
        at += 400 if number == 20 else 5
    return "\n".join(map(json.dumps, log))


def test_the_table_and_the_timeline_lead_to_the_part(page: Page, live_server: str) -> None:
    start = opened(page, live_server, session())
    page.get_by_role("navigation", name="Views").get_by_role("link", name="Calls").click()
    rows = page.locator(".call-table tbody tr")
    expect(rows).to_have_count(100)
    page.wait_for_load_state()
    page.locator("select[name=tool]").select_option("tool_4")
    expect(rows).to_have_count(6)
    assert page.url == f"{start}/calls?tool=tool_4"
    page.wait_for_load_state()
    page.get_by_role("link", name="Took").click()
    expect(page.locator("th[aria-sort=descending]")).to_have_text("Took ▼")
    page.wait_for_load_state()
    page.locator("select[name=ended]").select_option("error")
    expect(rows).to_have_count(1)
    shared = page.url
    page.get_by_role("link", name="call 9, tool_4, 2.0 s, result in row 20, an error").click()
    expect(page).to_have_url(re.compile(r"\?at=.*#at"))
    expect(page.locator('.row[data-row="18"][aria-current=true]')).to_be_in_viewport()
    page.go_back()
    expect(page).to_have_url(shared)

    page.get_by_role("navigation", name="Calls as").get_by_role("link", name="Timeline").click()
    bars = page.locator(".timeline .bar")
    expect(bars).to_have_count(100)
    expect(page.get_by_text("6 min 37 s without a call")).to_have_count(1)
    page.wait_for_load_state()
    overlap = bars.nth(0).locator(".ran").bounding_box(), bars.nth(1).locator(".ran").bounding_box()
    assert overlap[0]
    assert overlap[1]
    assert abs(overlap[0]["x"] - overlap[1]["x"]) < 1 < overlap[1]["width"] - overlap[0]["width"]
    page.get_by_role("link", name="Calls from 101 on").click()
    expect(bars).to_have_count(30)
    bars.last.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"\?at=.*#at"))
    expect(page.locator('.row[aria-current=true] .card[data-end="call"]').first).to_be_in_viewport()
    assert page.evaluate("window.hit") is None
    page.go_back()
    expect(bars).to_have_count(30)


def test_the_list_of_calls_says_what_each_does_follows_the_scroll_and_is_filtered(
    page: Page, live_server: str
) -> None:
    opened(page, live_server, session())
    listed = page.locator(".call-list a")
    expect(listed).to_have_count(30)
    expect(listed.first).to_contain_text("tool_0")
    expect(page.locator(".call-list a[data-now]").first).to_contain_text("tool_0")
    page.mouse.move(900, 500)
    page.mouse.wheel(0, 1_500)
    expect(listed.first).not_to_have_attribute("data-now", "")
    now = page.locator(".call-list a[data-now]").last
    expect(now).to_be_in_viewport()
    filter = page.get_by_role("searchbox", name="Filter the calls")
    filter.fill("toolu_4a")
    expect(listed).to_have_count(1)
    expect(listed).to_contain_text("error")
    listed.click()
    expect(page.locator(".panes .row[aria-current=true]")).to_be_in_viewport()
    filter.fill("no such words")
    expect(page.get_by_text("No call has these words.")).to_be_visible()
    filter.fill("")
    expect(listed).to_have_count(30)


def test_few_calls_have_no_list(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED))
    expect(page.locator(".panes .row").first).to_be_visible()
    expect(page.locator(".call-list")).to_have_count(0)
