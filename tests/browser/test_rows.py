"""Journeys through long conversations: rows come as one gets near and go when one is far."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.logs import chat_json, long_log, opened
from tests.histories import said, user
from tests.selection import some_of
from tests.webapp import rich_logs

FUNCTIONS = """
  const edge = () => document.querySelector('.pane-heads').getBoundingClientRect().bottom;
  const rect = (one) => one.getBoundingClientRect();
  const isSeen = (one) => rect(one).bottom > edge() && rect(one).top < innerHeight;
  const rows = () => [...document.querySelectorAll('.panes .row')].filter(isSeen);
  const rests = () => [...document.querySelectorAll('.rest:not([hidden])')].filter(isSeen);
  const numbers = () => rows().map((row) => Number(row.dataset.row));
"""
LOADED = """() => [...document.querySelectorAll('.panes .row')].map((row) => Number(row.dataset.row))"""
IN_VIEW = f"() => {{ {FUNCTIONS} return numbers(); }}"
SCROLL = f"""async ([step, until]) => {{
  {FUNCTIONS}
  const seen = new Set(numbers());
  const blank = [];
  for (let n = 0; n < 4000; n += 1) {{
    const before = scrollY;
    scrollBy({{ top: step, behavior: 'instant' }});
    for (let wait = 0; wait < 400; wait += 1) {{
      await new Promise(requestAnimationFrame);
      numbers().forEach((number) => seen.add(number));
      if (rows().length && !rests().length) break;
      if (wait === 399) blank.push(scrollY);
    }}
    if (seen.has(until) || scrollY === before) break;
  }}
  return {{ seen: seen.size, blank }};
}}"""
TOP_OF = """(number) =>
  Math.round(document.querySelector(`.panes .row[data-row="${number}"]`).getBoundingClientRect().top)"""
UNSEEN_CELLS = f"""() => {{
  {FUNCTIONS}
  return [...document.querySelectorAll('.panes .row .cell')].filter((one) => {{
    one.scrollIntoView({{ block: 'center', inline: 'center', behavior: 'instant' }});
    return !one.innerText.trim() || !one.checkVisibility() || !isSeen(one) || rect(one).width < 40;
  }})
    .map((one) => one.closest('.row').dataset.row + ' in pane ' + one.dataset.pane);
}}"""
QUERY = "?pane=original:read"


def settled(page: Page) -> list[int]:
    """The rows that are loaded, once no more of them come."""
    rows: list[int] = page.evaluate(LOADED)
    for _ in range(75):
        page.wait_for_timeout(200)
        before, rows = rows, page.evaluate(LOADED)
        if rows == before:
            break
    assert rows == list(range(rows[0], rows[-1] + 1)), "the rows are no run"
    return rows


FOLLOW = """(row) => {
  const link = document.createElement('a');
  link.href = `?row=${row}`;
  link.dataset.go = row;
  document.querySelector('.inspector').append(link);
  link.click();
}"""
"""Follows a link as lists have them."""


@pytest.mark.thorough
def test_scrolling_shows_every_row_and_keeps_a_window_of_them(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(long_log(110)), QUERY)
    page.set_viewport_size({"width": 1280, "height": 800})
    down: dict[str, Any] = page.evaluate(SCROLL, [600, 442])
    assert down["blank"] == []
    assert down["seen"] == 443
    assert settled(page)[0] > 200, "what is far is let go"
    expect(page.locator(".rest[data-way='1']")).to_be_hidden()
    place = page.evaluate(IN_VIEW)[0]
    before = page.evaluate(TOP_OF, place)
    page.evaluate("scrollBy({ top: -200, behavior: 'instant' })")
    settled(page)
    assert abs(page.evaluate(TOP_OF, place) - before - 200) <= 2, "what comes above moves nothing"
    up: dict[str, Any] = page.evaluate(SCROLL, [-600, 200])
    assert up["blank"] == []
    assert up["seen"] >= 230  # of the last ones, some were out of view at the beginning
    page.keyboard.press("Control+Home")
    expect(page.locator('.row[data-row="0"]')).to_be_in_viewport()
    rows = settled(page)
    assert rows[0] == 0
    assert len(rows) < 400
    expect(page.locator(".rest[data-way='-1']")).to_be_hidden()


def test_any_place_is_reached_by_scrollbar_link_key_and_address(page: Page, live_server: str) -> None:
    url = opened(page, live_server, chat_json(long_log(200)), QUERY)
    expect(page.locator('.row[data-row="0"]')).to_be_visible()
    for place in (0.5, 0.93, 0.2):
        page.evaluate(f"scrollTo(0, document.documentElement.scrollHeight * {place})")
        page.wait_for_function(f"() => ({IN_VIEW})().length > 0")
        middle = page.evaluate(IN_VIEW)[0]
        assert abs(middle / 802 - place) < 0.03
        assert len(settled(page)) < 400
    page.keyboard.press("Control+End")
    expect(page.locator('.row[data-row="802"]')).to_be_in_viewport()
    page.keyboard.press("Control+Home")
    expect(page.locator('.row[data-row="0"]')).to_be_in_viewport()
    page.goto(f"{url}?pane=original:read&at=0:/messages/560#at")
    row = page.locator('.row[data-row="561"]')
    expect(row).to_have_attribute("aria-current", "true")
    settled(page)
    expect(row).to_be_in_viewport()
    height = page.viewport_size["height"]  # type: ignore[index]
    top = page.evaluate(TOP_OF, 561)
    assert 0 < top < height, "it stands where it can be read, with what is around it"
    assert min(page.evaluate(LOADED)) < 550
    page.keyboard.press("j")
    expect(page.locator('.row[data-row="562"] .card').first).to_be_focused()
    page.evaluate(FOLLOW, 17)
    expect(page.locator('.row[data-row="17"]')).to_be_in_viewport()
    expect(page.locator('.row[data-row="17"]')).to_have_attribute("aria-current", "true")
    assert 561 not in page.evaluate(LOADED)
    page.evaluate(FOLLOW, 561)
    expect(page.locator('.row[data-row="561"]')).to_be_in_viewport()
    page.evaluate(FOLLOW, 99_999)
    expect(page, "what no row answers for is asked of the server").to_have_url(re.compile(r"\?row=99999$"))


@pytest.mark.thorough
def test_a_pane_arrives_after_the_page_and_moves_nothing(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(long_log(160)), "?pane=original:read&at=0:/messages/240")
    expect(page.locator('.row[data-row="241"]')).to_have_attribute("aria-current", "true")
    settled(page)
    before = page.evaluate(TOP_OF, 241)
    page.evaluate("window.same = true")
    page.get_by_label("Format of pane 1").select_option("gemini:read")
    expect(page.locator(".waiting")).to_have_count(0)
    cell = page.locator('.row[data-row="241"] .cell')
    expect(cell).not_to_have_attribute("data-waiting", "")
    expect(cell).to_contain_text(re.compile(r"\w"))
    settled(page)
    assert abs(page.evaluate(TOP_OF, 241) - before) <= 2
    assert page.evaluate("window.same"), "the page was not loaded anew"
    expect(page).to_have_url(re.compile("pane=gemini:read|pane=gemini%3Aread"))


@pytest.mark.thorough
def test_the_focus_waits_for_a_row_that_is_let_go(page: Page, live_server: str) -> None:
    log: list[Any] = [one for n in range(400) for one in (user(f"{n} " + "word " * 200), said("Yes."))]
    opened(page, live_server, chat_json([*long_log(2)[:3], *log]), QUERY)
    card = page.locator(".panes .card").first
    card.focus()
    page.evaluate(SCROLL, [900, 400])
    assert card.count() == 0
    expect(page.locator(".panes .rows")).to_be_focused()
    page.evaluate(SCROLL, [-900, 0])
    expect(page.locator(".panes .card").first).to_be_focused()


@pytest.mark.thorough
def test_the_focus_stays_on_its_part_when_other_panes_come(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(long_log(20)), "?pane=original:read")
    page.keyboard.press("j")
    focused = page.locator('.row[data-row="2"] .card').first
    expect(focused).to_be_focused()
    page.evaluate(
        "htmx.ajax('GET', location.pathname + '/panes?pane=original:read&pane=gemini:read', "
        "{ target: '#panes', swap: 'outerHTML' })"
    )
    expect(page.locator(".pane-head")).to_have_count(2)
    expect(focused).to_be_focused()


JUMP_WHILE_PANES_COME = """([event, row]) => new Promise((gone) => {
  document.addEventListener(event, ({ detail }) => {
    if (detail.ctx.target?.id !== "panes") return;
    const link = document.createElement("a");
    Object.assign(link, { href: "?at=0:/messages/" + (row - 1) });
    Object.assign(link.dataset, { go: row });
    document.body.append(link);
    link.click();
    link.remove();
    gone();
  });
  const panes = location.pathname + "/panes?pane=original:read&pane=gemini:read";
  htmx.ajax("GET", panes, { target: "#panes", swap: "outerHTML" });
})"""


@pytest.mark.parametrize(("event", "row"), some_of([("htmx:after:swap", 197), ("htmx:before:swap", 5)], 2))
def test_a_jump_arrives_though_other_panes_come_meanwhile(
    page: Page, live_server: str, event: str, row: int
) -> None:
    opened(page, live_server, chat_json(long_log(50)), "?pane=original:read")
    page.keyboard.press("j")
    expect(page.locator('.row[data-row="2"] .card').first).to_be_focused()
    page.evaluate(JUMP_WHILE_PANES_COME, [event, row])
    expect(page.locator(".pane-head")).to_have_count(2)
    there = page.locator(f'.row[data-row="{row}"]')
    expect(there.locator(".cell").first).to_be_focused()
    expect(there).to_have_attribute("aria-current", "true")
    expect(there).to_be_in_viewport()


@pytest.mark.parametrize("name", some_of(rich_logs.LOGS, 8))
def test_every_row_of_a_log_with_everything_is_seen_in_four_panes(
    page: Page, live_server: str, name: str
) -> None:
    query = "?" + "&".join(f"pane={one}:read" for one in ("original", "repaired", "anthropic", "gemini"))
    opened(page, live_server, rich_logs.LOGS[name].decode(), query)
    page.keyboard.press("End")
    expect(page.locator(".rest[data-way='1']")).to_be_hidden()
    page.keyboard.press("Home")
    expect(page.locator(".rest[data-way='-1']")).to_be_hidden()
    assert settled(page)[0] == 0
    assert page.evaluate(UNSEEN_CELLS) == []
