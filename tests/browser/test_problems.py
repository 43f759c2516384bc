"""The list of problems as the way through a log: steps beyond what is loaded, filters, menus in view."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.browser.logs import GENKIT, chat_json, open_findings, opened
from tests.histories import call, calling, result, said, user
from tests.webapp.test_conversation_pages import HOSTILE


def of_many_rules(turns: int) -> str:
    """Each turn breaks seven rules."""
    messages = [user()]
    for n in range(turns):
        own = f'{{"n": {n}}}'
        messages += [calling(call(f"call_{n}_lost", "add", own)), user(f"Turn {n}")]
        messages += [calling(call(f"call_{n}_text", "sum", own)), result(f"Sum: {n}", f"Sum: {n}"), said()]
        messages += [result(f"nobody_{n}", "x"), user(), calling(call("", "sub", own)), result(""), user()]
        messages += [calling(call("add", "add", own)), result("add"), user()]
        messages += [calling(call(f"call_{n}_args", "mul", "{")), result(f"call_{n}_args"), user()]
        messages += [
            calling(call(f"call_{n}", "div", own)),
            result(f"call_{n}"),
            result(f"call_{n}", "16"),
            user(),
        ]
    return chat_json(messages)


def current(page: Page) -> Locator:
    return page.locator(".problems .finding[data-current]")


def stepped(page: Page, key: str) -> str:
    """Press a key, and wait for another problem to be the current one."""
    before = current(page).locator(".message").text_content() if current(page).count() else ""
    page.keyboard.press(key)
    expect(current(page).locator(".message")).not_to_have_text(before or "")
    return current(page).locator(".message").text_content() or ""


@pytest.mark.thorough
def test_n_walks_on_beyond_what_is_loaded_and_into_rules_that_stand_closed(
    page: Page, live_server: str
) -> None:
    opened(page, live_server, of_many_rules(5))
    groups = open_findings(page).locator(".group")
    assert groups.count() >= 6
    shut = groups.locator("nth=-1")
    expect(shut).not_to_have_attribute("open", "")
    links = page.locator('.problems a[data-step="finding"]')
    loaded = links.count()
    seen = [stepped(page, "n") for _ in range(loaded + 3)]
    assert len(set(seen)) == loaded + 3
    assert links.count() > loaded
    expect(current(page)).to_be_in_viewport()
    expect(current(page).locator("xpath=ancestor::details[1]")).to_have_attribute("open", "")
    assert stepped(page, "Shift+N") == seen[-2]
    shut.locator("summary").click()
    expect(shut.locator(".finding").first).to_be_visible()


def test_a_problem_marks_both_ends_and_says_in_place_what_to_do(page: Page, live_server: str) -> None:
    page.route("**/verdicts*", lambda route: route.abort())
    opened(page, live_server, chat_json(GENKIT))
    open_findings(page).locator("a[data-step=finding]").first.click()
    expect(page.locator(".panes .row[data-evidence]")).to_have_count(2)
    there = page.url
    finding = current(page)
    finding.get_by_role("link", name="Why, and what to do").click()
    expect(finding.get_by_role("heading", name="What to do")).to_be_visible()
    expect(finding).to_contain_text("The fix mends it")
    assert page.url == there
    link = finding.locator("[data-copy]").first.get_attribute("data-copy") or ""
    page.goto(link)
    expect(current(page)).to_contain_text("Sum: 15")
    expect(page.locator(".panes .row[aria-current=true]")).to_be_in_viewport()
    expect(page.locator(".panes .row[data-evidence]")).to_have_count(2)


@pytest.mark.thorough
def test_a_filter_stands_in_the_address_and_steps_keep_to_it(page: Page, live_server: str) -> None:
    opened(page, live_server, of_many_rules(2))
    open_findings(page)
    page.get_by_label("Kind", exact=True).select_option(value="missing-result")
    page.wait_for_url("**kind=missing-result*")
    assert "severity=" not in page.url
    assert "target=" not in page.url
    messages = [stepped(page, "n") for _ in range(2)]
    assert [re.search(r"call_\d_lost", one) is not None for one in messages] == [True, True]
    assert "kind=missing-result" in page.url
    page.get_by_role("link", name="Show all").click()
    expect(page.locator(".problems .group")).not_to_have_count(1)
    assert "kind=" not in page.url


@pytest.mark.thorough
def test_the_mark_of_the_check_comes_however_late_a_script_is(page: Page, live_server: str) -> None:
    """What htmx swaps in is checked by its extension, which must be there before anything is asked for."""

    def late(route: Route) -> None:
        page.wait_for_timeout(800)
        route.continue_()

    page.route("**/hx-csp*", late)
    opened(page, live_server, chat_json([user()]))
    expect(page.locator(".check-mark")).to_have_attribute("data-state", "passes")


@pytest.mark.thorough
def test_every_menu_opens_inside_the_window(page: Page, live_server: str) -> None:
    hostile = chat_json([user(HOSTILE), calling(call(HOSTILE, HOSTILE)), user(HOSTILE)])
    url = opened(page, live_server, hostile)
    for width in (1500, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(url)
        for button in page.locator(".doc-bar .drop > summary:visible").all():
            button.click()
            body = button.locator("xpath=following-sibling::*[1]")
            expect(body).to_be_visible()
            for fold in body.locator(".menu-fold > summary").all():
                fold.click()
            box = body.bounding_box() or {}
            assert box["x"] >= 0, button.text_content()
            assert box["x"] + box["width"] <= width, button.text_content()
            assert box["y"] + box["height"] <= 900, button.text_content()
            page.keyboard.press("Escape")
            expect(body).to_be_hidden()
            expect(button).to_be_focused()
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.thorough
def test_the_list_of_calls_follows_to_calls_that_it_has_not_loaded(page: Page, live_server: str) -> None:
    turns = [turn for n in range(90) for turn in (user(), calling(call(f"call_{n}")), result(f"call_{n}"))]
    opened(page, live_server, chat_json([*turns, calling(call("call_late")), user()]))
    expect(page.locator(".call-list a")).to_have_count(36)
    page.keyboard.press("n")
    late = page.locator('.call-list a[aria-current="true"]')
    expect(late).to_contain_text("no result")
    expect(late).to_be_in_viewport()
