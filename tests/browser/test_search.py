"""Journeys through a search, and over the picture of the conversation's shape."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.logs import long_log, opened
from tests.histories import call, calling, result, said, user
from tests.selection import some_of
from webapp.conversation_page.strip_picture import LINKS

MARKED = """() => [...(CSS.highlights.get("found") ?? [])].map((range) => ({
    words: range.toString(), row: range.startContainer.parentElement.closest(".row")?.dataset.row,
    height: range.getBoundingClientRect().height, top: range.getBoundingClientRect().top}))"""
ONE_PANE = "?pane=original:read"
"""No other pane is still to be written, so that the rows stay while they are looked at."""
JUMP = 300
"""Milliseconds from a click to the row; a machine that runs other tests takes longer."""


def thoughts() -> list[dict[str, object]]:
    """A conversation in which the needle is folded away, cut off, and far away."""
    far = [message for turn in range(150) for message in (user(f"Question {turn}"), said(f"Answer {turn}"))]
    return [
        user("Find a <b>needle</b>."),
        {"role": "assistant", "content": "Well.", "reasoning_content": "A Needle, perhaps? " * 3},
        calling(call("call_1", "look", '{"for": "needle"}')),
        result("call_1", "hay " * 3_000 + "NEEDLE"),
        *far,
        said("No needle."),
    ]


@pytest.fixture
def url(page: Page, live_server: str) -> str:
    return opened(page, live_server, json.dumps({"model": "gpt-5", "messages": thoughts()}), ONE_PANE)


def test_a_search_goes_from_hit_to_hit_and_marks_what_is_folded_cut_or_far(page: Page, url: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type("needle")
    expect(page.locator("#hits")).to_contain_text("7 times in 5 places")
    expect(page).to_have_url(re.compile(r"[?&]q=needle"))
    field = page.get_by_label("Search in this conversation")
    for row, words in (("1", "needle"), ("2", "Needle"), ("4", "needle"), ("5", "NEEDLE"), ("306", "needle")):
        page.keyboard.press("Enter")
        expect(page.locator(f".panes .row[data-row='{row}'][aria-current]")).to_be_visible()
        page.wait_for_function(f"(row) => ({MARKED})().some((one) => one.row === row && one.height)", arg=row)
        assert {one["words"] for one in page.evaluate(MARKED)} == {words}
        on_screen = [one for one in page.evaluate(MARKED) if 0 < one["top"] < 720]
        assert on_screen, row
        expect(field).to_be_focused()
    page.keyboard.press("Shift+Enter")
    expect(page.locator(".panes .row[data-row='5'][aria-current]")).to_be_visible()
    assert page.locator(".panes mark").count() == 0  # nothing is put into the text
    page.keyboard.press("Escape")
    expect(page.locator("#hits")).to_be_hidden()
    assert page.evaluate(MARKED) == []
    assert "q=" not in page.url


@pytest.mark.thorough
def test_a_search_can_be_shared_and_changed(page: Page, url: str) -> None:
    page.goto(f"{url}{ONE_PANE}&q=needle&in=results&at=0:/messages/3/content#at")
    expect(page.locator("#hits [data-hit]")).to_have_count(1)
    page.wait_for_function(f"() => ({MARKED})().some((one) => one.words === 'NEEDLE')")
    page.get_by_role("link", name=re.compile("^Everywhere")).click()
    expect(page.locator("#hits [data-hit]")).to_have_count(5)
    expect(page).not_to_have_url(re.compile("in=results"))
    page.get_by_label("Tell capitals from small letters").check()
    expect(page.locator("#hits")).to_contain_text("3 places")
    expect(page).to_have_url(re.compile("case=exact"))
    page.get_by_label("Where to search").select_option("ids")
    page.get_by_label("Search in this conversation").fill("call_1")
    expect(page.locator("#hits")).to_contain_text("As a whole id: 1 × call id of a call")
    page.reload()
    expect(page.locator("#hits")).to_contain_text("As a whole id")


def test_a_hit_that_is_clicked_is_there_at_once_and_back_returns(page: Page, url: str) -> None:
    page.goto(f"{url}{ONE_PANE}&q=needle")
    last = page.locator("#hits [data-hit]").last
    expect(last).to_be_visible()
    page.evaluate("""() => document.addEventListener("click", () => {
        const began = performance.now();
        const look = () => document.querySelector(".row[data-row='306'][aria-current]")
            ? (window.took = performance.now() - began) : requestAnimationFrame(look);
        look();
    }, { capture: true, once: true })""")
    last.click()
    page.wait_for_function("() => window.took !== undefined")
    assert page.evaluate("window.took") < 3 * JUMP
    expect(page).to_have_url(re.compile(r"q=needle.*at=0:/messages/304|at=0:/messages/304.*q=needle"))
    page.go_back()
    expect(page).not_to_have_url(re.compile("at="))
    expect(page.locator("#hits [data-hit]")).to_have_count(5)


@pytest.mark.thorough
def test_back_to_before_a_search_closes_it_and_forward_opens_it(page: Page, url: str) -> None:
    page.keyboard.press("j")
    expect(page).to_have_url(re.compile("at="))
    page.keyboard.press("/")
    page.keyboard.type("needle")
    expect(page).to_have_url(re.compile("q=needle"))
    page.go_back()
    expect(page).not_to_have_url(re.compile("q=|at="))
    expect(page.locator("#hits")).to_be_hidden()
    page.go_forward()
    expect(page).to_have_url(re.compile("q=needle"))
    expect(page.locator("#hits [data-hit]")).to_have_count(5)
    expect(page.locator("#hits")).to_be_visible()


@pytest.mark.parametrize("leave", some_of(["Back", "Escape"], 2))
def test_an_answer_that_comes_after_its_search_was_left_opens_nothing(
    page: Page, url: str, leave: str
) -> None:
    held: list[Route] = []
    page.route("**/search?*", lambda route: held.append(route))
    page.evaluate("document.addEventListener('htmx:finally:request', () => (window.ended = true))")
    page.keyboard.press("j")
    expect(page).to_have_url(re.compile("at="))
    page.keyboard.press("/")
    with page.expect_request("**/search?*"):
        page.keyboard.type("needle")
    if leave == "Back":
        page.go_back()
        expect(page).not_to_have_url(re.compile("at="))
    else:
        page.keyboard.press("Escape")
    expect(page.locator("#hits")).to_be_hidden()
    held.pop().continue_()
    page.wait_for_function("() => window.ended")
    assert "q=" not in page.url
    expect(page.locator("#hits")).to_be_hidden()


@pytest.mark.thorough
def test_the_shape_of_a_long_conversation_leads_into_it(page: Page, live_server: str) -> None:
    opened(page, live_server, json.dumps({"messages": long_log(300)}), ONE_PANE)
    shape = page.get_by_role("slider", name="The conversation's shape")
    box = shape.bounding_box()
    assert box is not None
    shape.hover(position={"x": 20, "y": box["height"] - 2})
    words = re.compile(r"to 1,202: .*2 calls, .*1 not paired, 1 error")
    expect(page.locator(".strip-says")).to_have_text(words)
    shape.click(position={"x": 20, "y": box["height"] / 2})
    row = page.locator(".panes .row[aria-current]")
    expect(row).to_be_visible()
    assert abs(int(row.get_attribute("data-row") or 0) - 601) < 8
    expect(page).to_have_url(re.compile("at=0:/messages/"))
    here = page.locator(".strip-here")
    middle = "() => Math.abs(parseFloat(document.querySelector('.strip-here').style.top) - 50) < 3"
    page.wait_for_function(middle)
    shape.focus()
    page.keyboard.press("End")
    expect(shape).to_have_attribute("aria-valuetext", re.compile(r"to 1,202"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    expect(shape).to_have_attribute("aria-valuetext", re.compile(r"^Rows 0 to "))
    page.keyboard.press("Enter")
    expect(page.locator(".panes .row[data-row='0']")).to_be_visible()
    expect(here).to_be_visible()


@pytest.mark.thorough
def test_without_scripts_a_search_is_a_page_and_the_shape_a_row_of_links(
    browser: object, page: Page, live_server: str
) -> None:
    url = opened(page, live_server, json.dumps({"messages": thoughts()}))
    plain = page.context.browser.new_context(java_script_enabled=False).new_page()
    plain.goto(url)
    plain.get_by_label("Search in this conversation").fill("needle")
    plain.get_by_role("button", name="Search").click()
    expect(plain.locator("#hits [data-hit]")).to_have_count(5)
    plain.locator("#hits [data-hit]").last.click()
    expect(plain.locator(".row#at")).to_contain_text("No needle.")
    links = plain.get_by_role("navigation", name="The conversation's shape").get_by_role("link")
    assert links.count() == LINKS
    links.last.click()
    expect(plain.locator(".row#at")).to_be_visible()
    plain.context.close()


ITEM_ID = [
    {"role": "user", "content": "How warm is it?"},
    {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "look", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "fc_1", "output": "21"},
]
ERROR = "No tool call found for function call output with call_id fc_1."


def paste_into_search(page: Page, text: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.get_by_label("Search in this conversation").focus()
    page.keyboard.press("Control+V")


@pytest.mark.parametrize("path", some_of(["", "/calls"], 2))
def test_an_error_that_is_pasted_into_the_search_is_explained(
    page: Page, live_server: str, path: str
) -> None:
    url = opened(page, live_server, json.dumps({"model": "m", "input": ITEM_ID}))
    page.goto(url + path)
    paste_into_search(page, ERROR)
    page.wait_for_url("**/explain?*")
    expect(page.locator("#explanation")).to_contain_text("CW712")
    expect(page.locator("#answer")).to_contain_text("400 from OpenAI, as you pasted:")
    expect(page.locator("#answer h2")).to_be_in_viewport()
    expect(page.locator("details.problems")).not_to_have_attribute("open", "")


def test_an_error_that_the_conversation_has_is_found_and_explained_when_asked(
    page: Page, live_server: str
) -> None:
    items = [*ITEM_ID, {"role": "user", "content": f"It said: {ERROR}"}]
    opened(page, live_server, json.dumps({"model": "m", "input": items}))
    paste_into_search(page, ERROR)
    expect(page.locator("#hits [data-hit]")).to_have_count(1)
    page.get_by_role("link", name="What this error means here").click()
    expect(page.locator("#explanation")).to_contain_text("CW712")
