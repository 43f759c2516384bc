"""Walking a conversation: pairs, findings, panes, by mouse and by keyboard."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.logs import (
    GEMINI,
    GENKIT,
    PAIRED,
    chat_json,
    copied,
    long_log,
    open_findings,
    opened,
    paste,
)
from tests.browser.site import open_in_menu
from tests.histories import call, calling, result, said, user

BESIDE = "?pane=original:read&pane=anthropic:read"


def marked(page: Page) -> Locator:
    return page.locator(".panes .card[aria-current=true]")


def card(page: Page, row: int, pane: int = 1) -> Locator:
    return page.locator(f'.row[data-row="{row}"] .cell[data-pane="{pane}"] .card')


def marked_rows(page: Page) -> list[str]:
    rows: list[str] = marked(page).evaluate_all(
        "cards => cards.map(card => card.closest('.row').dataset.row)"
    )
    return rows


def test_a_click_on_a_call_marks_both_ends_in_both_panes(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED))
    card(page, 3).click()
    expect(marked(page)).to_have_count(4)
    assert marked_rows(page) == ["3", "3", "5", "5"]
    card(page, 4, pane=2).click()
    assert marked_rows(page) == ["2", "2", "4", "4"]


@pytest.mark.thorough
def test_hovering_shows_the_pair_before_it_is_chosen(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED))
    card(page, 5).hover()
    expect(page.locator(".card[data-hover]")).to_have_count(4)
    page.mouse.move(0, 0)
    expect(page.locator(".card[data-hover]")).to_have_count(0)


def test_the_keyboard_walks_calls_and_pairs(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED))
    page.keyboard.press("j")
    assert marked_rows(page) == ["2", "2", "4", "4"]
    expect(card(page, 2)).to_be_focused()
    page.keyboard.press("j")
    assert marked_rows(page) == ["3", "3", "5", "5"]
    page.keyboard.press("p")
    expect(card(page, 5)).to_be_focused()
    page.keyboard.press("p")
    expect(card(page, 3)).to_be_focused()
    page.keyboard.press("k")
    assert marked_rows(page) == ["2", "2", "4", "4"]
    page.keyboard.press("Escape")
    expect(marked(page)).to_have_count(0)


@pytest.mark.thorough
def test_tab_and_enter_choose_as_a_click_does(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED))
    card(page, 4).focus()
    page.keyboard.press("Enter")
    assert marked_rows(page) == ["2", "2", "4", "4"]


@pytest.mark.thorough
def test_the_sheet_of_keys_opens_and_closes(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_link_opens_at_its_place_with_the_pair_marked(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(long_log(120)), "?at=0:/messages/401/tool_calls/0")
    expect(marked(page)).to_have_count(4)
    expect(card(page, 402)).to_be_in_viewport()


def test_a_finding_brings_both_panes_to_its_place(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(long_log(60)), BESIDE)
    open_findings(page).locator(".group", has_text="CW201").locator("a[data-step=finding]").first.click()
    expect(card(page, 241)).to_be_in_viewport()
    expect(card(page, 241, pane=2)).to_be_in_viewport()
    expect(card(page, 241)).to_have_attribute("aria-current", "true")
    assert "at=0:" in page.url.replace("%3A", ":")


def test_n_walks_the_findings(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(GENKIT + GENKIT))
    current = page.locator(".problems .finding[data-current]")
    links = open_findings(page).locator("a[data-step=finding]").all()[:2]
    places = [link.get_attribute("data-go") for link in links]
    page.keyboard.press("Escape")
    for key, wanted in (("n", 0), ("n", 1), ("Shift+N", 0)):
        page.keyboard.press(key)
        expect(page.locator(".problems .finding").nth(wanted)).to_have_attribute("data-current", "")
        expect(current).to_have_count(1)
        expect(page.locator(f'.panes .row[data-row="{places[wanted]}"]')).to_have_attribute(
            "aria-current", "true"
        )


def test_a_broken_pair_shows_what_was_likely_meant(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(GENKIT))
    card(page, 3).click()
    expect(page.locator(".card[data-likely]")).to_have_count(2)
    expect(card(page, 2)).to_have_attribute("data-likely", "")


@pytest.mark.thorough
def test_keys_reach_calls_that_are_not_loaded_yet(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(long_log(130)), "?at=0:/messages/397/tool_calls/0")
    expect(card(page, 398)).to_have_attribute("aria-current", "true")
    page.keyboard.press("j")
    expect(card(page, 402)).to_be_focused()
    for _ in range(3):
        page.keyboard.press("K")
    expect(page.locator('.row[data-row="393"] .cell').first).to_be_focused()


def test_each_pane_switches_view_and_format_and_stays_at_its_place(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(long_log(45)), f"{BESIDE}&at=0:/messages/120#at")
    expect(page.locator('.row[data-row="121"]')).to_be_in_viewport()
    page.locator(".pane-head").nth(1).get_by_role("link", name="JSON").click()
    expect(page.locator('.row[data-row="121"] [data-pane="2"] .wire')).to_be_in_viewport()
    page.locator("select[name=pane]").nth(1).select_option(label="Gemini generateContent")
    expect(page.locator('.row[data-row="121"] [data-pane="2"] .wire')).to_contain_text("contents[")
    assert "pane=gemini" in page.url
    page.reload()
    expect(page.locator("select[name=pane]").nth(1)).to_have_value("gemini:wire")
    page.go_back()
    expect(page.locator("select[name=pane]").nth(1)).to_have_value("anthropic:wire")


@pytest.mark.thorough
def test_ids_say_where_they_come_from(page: Page, live_server: str) -> None:
    opened(page, live_server, json.dumps(GEMINI), BESIDE)
    expect(card(page, 2).locator(".id")).to_have_text("no id")
    expect(card(page, 2, pane=2).locator(".id")).to_contain_text("made")


@pytest.mark.thorough
def test_a_long_text_shows_its_rest_in_place(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json([{"role": "user", "content": "word " * 2_000 + "THE END"}]))
    expect(page.get_by_text("THE END")).to_have_count(0)
    page.get_by_role("link", name="Show the other").first.click()
    expect(page.get_by_text("THE END")).to_have_count(2)


@pytest.mark.thorough
def test_another_browser_sees_the_page_and_cannot_delete_it(
    page: Page, browser: Browser, live_server: str
) -> None:
    url = paste(page, live_server, chat_json(PAIRED))
    other = browser.new_context().new_page()
    other.goto(url)
    open_in_menu(other, "How it was read")
    expect(other.locator(".counts")).to_contain_text("10 in, 10 shown")
    expect(other.get_by_text("Delete")).to_have_count(0)
    open_in_menu(page, "Delete")
    page.get_by_role("button", name="Delete this upload").click()
    page.wait_for_url(f"{live_server}/")
    answer = other.goto(url)
    assert answer is not None
    assert answer.status == 404


@pytest.mark.thorough
def test_the_original_is_in_the_menu(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED))
    page.locator(".doc-menu > summary").click()
    with page.expect_download() as original:
        page.get_by_role("link", name="Original").click()
    assert Path(original.value.path()).read_text() == chat_json(PAIRED)


@pytest.mark.thorough
def test_a_theme_is_chosen_in_the_menu_and_kept(page: Page, live_server: str) -> None:
    page.emulate_media(color_scheme="light")
    opened(page, live_server, chat_json(PAIRED))
    paper = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(paper)
    page.locator(".doc-menu > summary").click()
    page.get_by_label("Theme").select_option("dark")
    dark = page.evaluate(paper)
    assert dark != light
    page.route("**/main.*.js", lambda route: route.abort())  # it is there before any script
    page.reload()
    assert page.evaluate(paper) == dark
    page.goto(live_server)
    assert page.evaluate(paper) == dark


@pytest.mark.thorough
def test_the_address_of_a_part_is_copied(page: Page, live_server: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(page, live_server, chat_json(PAIRED), "?pane=original:wire")
    address = page.locator("[data-copy]", has_text="messages[1].tool_calls[1]")
    assert copied(page, address) == "messages[1].tool_calls[1]"


@pytest.mark.thorough
def test_the_lists_follow_the_choice(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(long_log(90)), "?at=0:/messages/322/tool_call_id")
    expect(page.locator('.call-list a[data-call="81"]')).to_be_in_viewport()
    page.locator('.call-list a[data-call="81"]').click()
    page.keyboard.press("j")
    expect(page.locator('.call-list a[data-call="82"]')).to_be_in_viewport()
    opened(page, live_server, chat_json(GENKIT * 20), "?at=0:/messages/78")
    expect(open_findings(page).locator(".finding[data-current]")).to_be_in_viewport()


@pytest.mark.thorough
def test_share_copies_the_place_that_is_chosen_for_who_does_not_manage_it(
    page: Page, browser: Browser, live_server: str
) -> None:
    url = opened(page, live_server, chat_json(PAIRED))
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    other = context.new_page()
    other.goto(url)
    assert copied(other, other.get_by_role("button", name="Share")) == url
    other.keyboard.press("j")
    there = copied(other, other.locator("[data-copy-place]"))
    assert there.endswith("?at=0:/messages/1/tool_calls/0")
    other.goto(there)
    assert marked_rows(other) == ["2", "2", "4", "4"]
    context.close()


@pytest.mark.thorough
def test_a_head_in_the_wire_view_shows_its_address_and_state_whole(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(GENKIT), "?pane=original:wire&pane=anthropic:wire")
    for width in (1500, 390):
        page.set_viewport_size({"width": width, "height": 900})
        cut = page.locator('[data-pane="1"] .wire > .place > *').evaluate_all(
            "all => all.filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 "
            "&& getComputedStyle(one).display !== 'inline').map(one => one.textContent)"
        )
        assert cut == []
        state = page.locator('[data-pane="1"] .wire .state').first
        assert state.evaluate("one => one.getClientRects().length") == 1


OVERLAPS = """() => {
    const meet = (one, other) => one.left < other.right && other.left < one.right
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const found = [...document.querySelectorAll(".row[aria-current] .wire, .card[aria-current=true] .wire")];
    return found.map((wire) => {
        const words = document.createRange();
        words.selectNodeContents(wire.querySelector(".json"));
        const place = wire.querySelector(".place").getBoundingClientRect();
        return place.width > 0 && [...words.getClientRects()].some((box) => meet(box, place));
    });
}"""


@pytest.mark.thorough
def test_the_path_of_a_chosen_row_covers_none_of_its_json(page: Page, live_server: str) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    log = chat_json(
        [user("What is it, in so many words that the line is full to its very end and beyond it?"), *PAIRED]
    )
    opened(page, live_server, log, "?pane=original:wire&pane=anthropic:wire&at=0:/messages/0#at")
    expect(page.locator(".row[aria-current] .wire .place").first).to_be_visible()
    assert page.evaluate(OVERLAPS) == [False, False]
    page.keyboard.press("j")
    expect(page.locator(".card[aria-current=true]")).not_to_have_count(0)
    assert not any(page.evaluate(OVERLAPS))


def test_the_json_of_a_folded_result_is_folded_too(page: Page, live_server: str) -> None:
    long = [user(), calling(call("call_1")), result("call_1", "words " * 90), said()]
    url = opened(page, live_server, chat_json(long), "?pane=original:read&pane=anthropic:wire")
    row = page.locator('.row[data-row="3"]')
    assert row.bounding_box()["height"] < 60  # type: ignore[index]
    row.locator(".json-fold > summary").click()
    expect(row.locator(".json")).to_contain_text("words words")
    expect(row.locator(".result-fold[open]")).to_be_visible()
    row.locator(".result-fold > summary").click()
    expect(row.locator(".json")).to_be_hidden()
    page.goto(f"{url}?pane=original:read&pane=anthropic:wire&order=wire")
    expect(row.locator(".json")).to_be_visible()
    expect(page.locator(".json-fold")).to_have_count(0)
