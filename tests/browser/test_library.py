"""The library by mouse and keyboard: filters follow while one types, ticks are counted, Back leads back."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.logs import GENKIT, LOST, PAIRED, chat_json


def kept(page: Page, server: str, text: str) -> str:
    answer = page.request.post(server, form={"text": text}, max_redirects=0)
    return answer.headers["location"].rpartition("/")[2]


@pytest.mark.thorough
def test_filters_follow_what_is_typed_and_the_address_keeps_them(page: Page, live_server: str) -> None:
    broken = kept(page, live_server, chat_json([*GENKIT, *LOST]))
    kept(page, live_server, chat_json(PAIRED))
    page.goto(f"{live_server}/library")
    rows = page.locator(".kept-one")
    expect(rows).to_have_count(2)
    page.get_by_role("searchbox").press_sequentially("sum: 15")
    expect(rows).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/library\?q=sum:\+15$"))
    expect(page.locator(".kept-hit mark")).to_have_text("Sum: 15")
    page.get_by_text("Filters", exact=True).click()
    page.locator("select[name=has]").select_option("passes, all read")
    expect(page.get_by_text("No upload matches.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?q=sum:\+15&has=no-problem$"))
    page.get_by_role("link", name="Take off: With passes, all read").click()
    expect(rows).to_have_count(1)
    expect(page.locator("select[name=has]")).to_have_value("")
    page.locator(".kept-hit a").click()
    expect(page).to_have_url(re.compile(rf"/c/{broken}\?q=sum:\+15&at="))
    expect(page.locator(".hits-count")).to_contain_text("places")
    page.go_back()
    expect(page).to_have_url(re.compile(r"/library\?q=sum:\+15$"))
    expect(rows).to_have_count(1)
    page.go_back()
    expect(page.locator("select[name=has]")).to_have_value("no-problem")
    expect(rows).to_have_count(0)


def test_ticks_are_counted_and_act_on_what_they_say(page: Page, live_server: str) -> None:
    for _ in range(3):
        kept(page, live_server, chat_json(PAIRED))
    page.goto(f"{live_server}/library")
    every, ticked = page.get_by_label("All on this page"), page.locator("[data-ticked]")
    page.locator("[data-tick]").first.check()
    expect(ticked).to_have_text("1 ticked")
    assert every.evaluate("one => one.indeterminate")
    every.check()
    expect(ticked).to_have_text("3 ticked")
    page.locator("[data-tick]").nth(1).uncheck()
    page.locator(".bulk summary", has_text="Tag").click()
    page.get_by_label("Tag", exact=True).fill("by Enter")
    page.keyboard.press("Enter")  # no button was pressed: the field says what to do
    expect(page.get_by_role("status").filter(has_text="tagged")).to_have_text("2 uploads tagged.")
    expect(page.locator(".kept-one").filter(has_text="by Enter")).to_have_count(2)
    page.locator("[data-tick]").first.check()
    page.get_by_role("button", name="Delete…").click()
    expect(page.get_by_role("heading", name="Delete 1 upload?")).to_be_visible()
    page.get_by_role("button", name="Delete 1 upload").click()
    expect(page.locator(".kept-one")).to_have_count(2)


@pytest.mark.thorough
def test_an_export_is_downloaded(page: Page, live_server: str) -> None:
    kept(page, live_server, chat_json(PAIRED))
    page.goto(f"{live_server}/library")
    page.get_by_label("All on this page").check()
    page.locator(".bulk summary", has_text="Export").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the ticked").click()
    assert re.fullmatch(r"crosswire-\d{4}-\d\d-\d\d-uploads\.zip", download.value.suggested_filename)
