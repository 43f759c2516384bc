"""From the calls to a part, by mouse and by keyboard."""

import json
import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.logs import HOSTILE, PAIRED, chat_json, opened
from tests.samples import SESSION_LINES
from tests.webapp.test_calls import asks, gives, line, use
from webapp.conversation_page.page import FEW_CALLS


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


def test_the_calls_lead_to_the_part(page: Page, live_server: str) -> None:
    start = opened(page, live_server, session())
    page.get_by_role("navigation", name="Views").get_by_role("link", name="Calls").click()
    rows = page.locator(".net tbody tr")
    expect(rows).to_have_count(100)
    page.wait_for_load_state()
    page.get_by_text("Filter by").click()
    page.locator("select[name=tool]").select_option("tool_4")
    expect(rows).to_have_count(6)
    assert page.url == f"{start}/calls?tool=tool_4"
    page.wait_for_load_state()
    page.get_by_role("link", name="Time", exact=True).last.click()
    expect(page.locator("th[aria-sort=descending]")).to_have_text("Time ▼")
    page.wait_for_load_state()
    page.get_by_text("Filter by").click()
    page.locator("select[name=ended]").select_option("error")
    expect(rows).to_have_count(1)
    shared = page.url
    page.get_by_role("link", name="call 9, tool_4, 2.0 s, result in row 20, an error").click()
    expect(page).to_have_url(re.compile(r"\?at=.*#at"))
    expect(page.locator('.row[data-row="18"][aria-current=true]')).to_be_in_viewport()
    page.go_back()
    expect(page).to_have_url(shared)


@pytest.mark.thorough
def test_bars_stand_by_time_and_lanes_lead_along_the_log(page: Page, live_server: str) -> None:
    start = opened(page, live_server, session())
    page.goto(f"{start}/calls")
    rows = page.locator(".net tbody tr")
    bars = page.locator(".net .bar")
    expect(bars).to_have_count(100)
    expect(page.get_by_text("6 min 37 s without a call")).to_have_count(1)
    page.wait_for_load_state()
    overlap = bars.nth(0).locator(".ran").bounding_box(), bars.nth(1).locator(".ran").bounding_box()
    assert overlap[0]
    assert overlap[1]
    assert abs(overlap[0]["x"] - overlap[1]["x"]) < 1 < overlap[1]["width"] - overlap[0]["width"]
    page.get_by_text("By tool", exact=True).click()
    page.get_by_role("link", name="Calls from 101 on").click()
    expect(bars).to_have_count(30)
    rows.last.get_by_role("link").first.focus()
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
    expect(listed).to_have_count(FEW_CALLS)
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
    expect(listed).to_have_count(FEW_CALLS)


@pytest.mark.thorough
def test_the_calls_are_filtered_live_by_the_text_of_their_results(page: Page, live_server: str) -> None:
    start = opened(page, live_server, session())
    page.goto(f"{start}/calls")
    page.wait_for_load_state()
    rows = page.locator(".net tbody tr")
    filter = page.get_by_role("searchbox", name="Filter the calls")
    filter.press_sequentially("no toolu_4a")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("error")
    expect(filter).to_be_focused()
    expect(page).to_have_url(f"{start}/calls?find=no+toolu_4a")
    page.reload()
    expect(rows).to_have_count(1)
    page.get_by_role("link", name="Show all").click()
    expect(rows).to_have_count(100)


@pytest.mark.thorough
def test_turns_of_the_model_stand_between_the_calls_when_asked_for(page: Page, live_server: str) -> None:
    start = opened(page, live_server, session())
    page.goto(f"{start}/calls")
    page.get_by_role("link", name="Calls and turns").click()
    turns = page.locator('.net tr[data-ended="turn"]')
    expect(turns).to_have_count(50)
    heights = (
        turns.first.locator(".ran").bounding_box(),
        page.locator(".net [data-ended=ok] .ran").first.bounding_box(),
    )
    assert heights[0]
    assert heights[1]
    assert heights[0]["height"] < heights[1]["height"]
    turns.nth(1).get_by_role("link").click()
    expect(page.locator(".panes .row[aria-current=true]")).to_be_in_viewport()


@pytest.mark.thorough
def test_on_a_phone_a_call_is_its_name_and_its_time_on_one_line(page: Page, live_server: str) -> None:
    start = opened(page, live_server, session())
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{start}/calls")
    line = page.locator(".net tbody tr").first
    expect(line).to_contain_text("tool_0")
    shown = line.locator(":scope > *").filter(visible=True)
    expect(shown).to_have_count(2)
    expect(shown.last).to_have_text("2.0 s")
    box = line.bounding_box()
    assert box
    assert 36 <= box["height"] <= 40
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_few_calls_have_no_list(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED))
    expect(page.locator(".panes .row").first).to_be_visible()
    expect(page.locator(".call-list")).to_have_count(0)


def test_results_stand_under_their_calls_and_open_and_the_order_can_be_changed(
    page: Page, live_server: str
) -> None:
    start = opened(page, live_server, parallel())
    page.goto(f"{start}?pane=original:read")
    page.wait_for_load_state()
    rows = page.locator(".panes .row")

    def numbers() -> list[str]:
        found: list[str] = rows.evaluate_all("all => all.map((one) => one.dataset.row)")
        return found[:6]

    assert numbers() == ["0", "1", "2", "4", "3", "5"]
    fold = page.locator('.row[data-row="4"] .result-fold')
    expect(fold.locator("summary")).to_contain_text("one … 1 more line")
    expect(fold.get_by_text("two a")).to_be_hidden()
    fold.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(fold.get_by_text("two a")).to_be_visible()
    page.reload()
    page.wait_for_load_state()
    page.locator(".call-list a").first.click()
    page.keyboard.press("p")
    expect(page.locator('.row[data-row="4"][aria-current=true] .result-fold')).to_have_attribute("open", "")
    far = page.locator('.row[data-row="40"]')
    for _ in range(300):
        if far.count():
            break
        page.mouse.wheel(0, 3_000)
        page.wait_for_timeout(30)
    expect(far).to_have_count(1)
    page.set_viewport_size({"width": 1500, "height": 900})
    page.get_by_role("group", name="Results").get_by_role("link", name="wire order").click()
    expect(page.locator(".row[data-under]")).to_have_count(0)
    expect(page).to_have_url(re.compile("order=wire"))
    page.goto(f"{start}?pane=original:read")
    expect(rows.first).to_be_visible()
    assert numbers() == ["0", "1", "2", "3", "4", "5"]


def parallel() -> str:
    """Ten times two calls at once, with results of two lines."""
    log = [SESSION_LINES[0]]
    for number in range(10):
        ids = f"toolu_{number}a", f"toolu_{number}b"
        log.append(line(asks(*(use(one, "read", n=number) for one in ids)), number * 10))
        log += [line(gives(one, f"one\ntwo {one[-1]}"), number * 10 + 2) for one in ids]
    return "\n".join(map(json.dumps, log))
