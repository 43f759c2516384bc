"""Editing the document in a browser: findings follow what one types, fixes can be undone, nothing is lost."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.logs import GENKIT, chat_json, opened
from tests.browser.test_accessibility import examine_both_ways
from tests.histories import function_call, function_output, user

BROKEN = json.dumps(
    {
        "model": "gpt-5.1",
        "input": [user("Add."), function_call("call_1", id="fc_1"), function_output("fc_1"), user("And?")],
    },
    indent=1,
)
MENDED = BROKEN.replace('"call_id": "fc_1"', '"call_id": "call_1"')


@pytest.fixture
def editing(page: Page, live_server: str) -> Page:
    """The Edit page of a broken log, checked."""
    url = opened(page, live_server, BROKEN)
    page.goto(f"{url}/json")
    page.get_by_role("link", name="Edit", exact=True).click()
    expect(verdict(page)).to_have_text("OpenAI: fails")
    return page


def area(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("textbox", name="The text of the upload")


def verdict(page: Page):  # type: ignore[no-untyped-def]
    return page.locator("#checked [data-state]")


def set_text(page: Page, text: str) -> None:
    area(page).fill(text)


def test_findings_stand_beside_the_text_and_at_their_lines(editing: Page) -> None:
    number = BROKEN.splitlines().index('   "call_id": "fc_1",') + 1
    expect(editing.locator(".editing-lines [data-severity=error]")).to_have_text(str(number))
    editing.get_by_role("button", name=f"line {number}").first.click()
    expect(editing.locator("[data-place]")).to_have_text(f"line {number}, column 1, input[2].call_id")
    editing.keyboard.press("ArrowUp")
    editing.keyboard.press("End")
    expect(editing.locator("[data-place]")).to_contain_text(re.compile(r"column \d\d, input\[2\]$"))
    examine_both_ways(editing)


def test_findings_follow_what_one_types(editing: Page) -> None:
    set_text(editing, MENDED)
    expect(verdict(editing)).to_have_text("OpenAI: passes")
    expect(editing.locator(".editing-lines [data-severity=error]")).to_have_count(0)
    expect(editing.locator("[data-announce]")).to_contain_text("OpenAI: passes")
    set_text(editing, MENDED.replace('"model":', '"model"'))
    expect(editing.locator("#checked")).to_contain_text("a colon should follow")
    expect(editing.locator(".editing-lines [data-severity=error]")).to_have_text("2")


def test_a_fix_goes_into_the_text_and_can_be_undone(editing: Page) -> None:
    editing.get_by_role("button", name="Fix", exact=True).click()
    expect(verdict(editing)).to_have_text("OpenAI: passes")
    assert area(editing).input_value() == MENDED
    editing.keyboard.press("Control+z")
    expect(verdict(editing)).to_have_text("OpenAI: fails")
    assert area(editing).input_value() == BROKEN


def test_a_late_answer_never_takes_the_place_of_a_newer_one(editing: Page) -> None:
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    editing.route("**/json/check", hold_the_first)
    with editing.expect_request("**/json/check"):
        set_text(editing, BROKEN.replace("Add.", "Add now."))
    set_text(editing, MENDED)
    expect(verdict(editing)).to_have_text("OpenAI: passes")
    try:
        held[0].fulfill(status=200, body='<aside id="checked"><p data-said>old</p></aside>')
    except Exception:  # noqa: BLE001 - the browser gave the request up, which is as good
        held.clear()
    editing.wait_for_timeout(300)
    expect(verdict(editing)).to_have_text("OpenAI: passes")


@pytest.mark.thorough
def test_what_could_not_be_checked_is_not_called_checked_and_is_tried_again(editing: Page) -> None:
    editing.route("**/json/check", lambda route: route.fulfill(status=503, body="busy"))
    set_text(editing, MENDED)
    expect(editing.locator("#checked [data-said]")).to_contain_text("Not checked now")
    expect(editing.locator("#checked")).to_have_attribute("data-stale", "")
    editing.unroute("**/json/check")
    expect(verdict(editing)).to_have_text("OpenAI: passes", timeout=10_000)


def test_leaving_with_unsaved_changes_asks(editing: Page) -> None:
    asked: list[str] = []

    def stay(dialog: object) -> None:
        asked.append("asked")
        dialog.dismiss()  # type: ignore[attr-defined]

    editing.on("dialog", stay)
    area(editing).press_sequentially(" ")
    with editing.expect_event("dialog"):
        editing.get_by_role("link", name="Stop editing").click(no_wait_after=True)
    assert asked
    assert editing.url.endswith("/json/edit")
    area(editing).press("Backspace")
    editing.get_by_role("link", name="Stop editing").click()
    expect(editing).to_have_url(re.compile(r"/json$"))
    assert len(asked) == 1


def test_a_new_version_is_saved_and_says_where_it_came_from(editing: Page) -> None:
    old = editing.url.removesuffix("/json/edit")
    set_text(editing, MENDED)
    editing.get_by_role("button", name="Save as new version").click()
    expect(editing).to_have_url(re.compile(r"/c/[\w-]{22}$"))
    assert editing.url != old
    editing.goto(f"{editing.url}/json")
    editing.get_by_role("link", name="edited from").click()
    expect(editing).to_have_url(re.compile(re.escape(old)))


@pytest.fixture
def plain(page: Page, live_server: str) -> Iterator[Page]:
    """The same without scripts."""
    url = opened(page, live_server, BROKEN)
    context = page.context.browser.new_context(java_script_enabled=False)  # type: ignore[union-attr]
    without = context.new_page()
    without.goto(f"{url}/json/edit")
    yield without
    context.close()


def test_without_scripts_it_is_a_form_that_checks_fixes_and_saves(plain: Page) -> None:
    plain.get_by_role("button", name="Check").click()
    expect(verdict(plain)).to_have_text("OpenAI: fails")
    assert area(plain).input_value() == BROKEN
    plain.get_by_role("button", name="Fix", exact=True).click()
    expect(verdict(plain)).to_have_text("OpenAI: passes")
    assert area(plain).input_value() == MENDED
    plain.get_by_role("button", name="Save as new version").click()
    expect(plain).to_have_url(re.compile(r"/c/[\w-]{22}$"))


@pytest.mark.thorough
def test_nothing_runs_over_the_edge_of_a_phone(page: Page, live_server: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    url = opened(page, live_server, chat_json(GENKIT))
    page.goto(f"{url}/json/edit")
    expect(page.locator("#checked [data-said]")).not_to_contain_text("Checking")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    examine_both_ways(page)


def test_a_first_check_that_fails_says_so(page: Page, live_server: str) -> None:
    url = opened(page, live_server, BROKEN)
    page.route("**/json/check", lambda route: route.fulfill(status=503, body="busy"))
    page.goto(f"{url}/json/edit")
    expect(page.get_by_text("Not checked now")).to_be_visible()
