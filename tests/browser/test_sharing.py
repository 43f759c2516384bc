"""Share with the secrets masked, read it in another browser, take it back: and there is nothing."""

import json

from playwright.sync_api import Browser, Page, expect
from tests.browser.logs import PAIRED, chat_json, paste
from tests.browser.site import open_in_menu

TOKEN = "ghp_" + "4dWn8" * 7 + "P"


def telling_log() -> str:
    log = json.loads(chat_json(PAIRED))
    log["messages"][0]["content"] = f"Add them, my key is {TOKEN}."
    return json.dumps(log)


def test_a_share_is_made_in_the_dialog_read_elsewhere_and_taken_back(
    page: Page, browser: Browser, live_server: str
) -> None:
    upload = paste(page, live_server, telling_log())
    page.locator(".panes .row[data-row='2'] .card").first.click()
    page.get_by_role("link", name="Share", exact=True).click()
    dialog = page.locator("dialog[open]")
    expect(dialog.get_by_role("heading", name="Share")).to_be_focused()
    expect(dialog.get_by_text("secrets in 1 place")).to_be_visible()
    expect(dialog.get_by_label("Mask them in the copy")).to_be_checked()
    expect(dialog.get_by_label("At this part")).to_be_checked()
    dialog.get_by_role("button", name="Make the copy").click()
    link = page.get_by_label("Link to read it").input_value()
    assert page.get_by_label("Link to manage it").input_value().startswith(f"{live_server}/manage/")

    other = browser.new_context(reduced_motion="reduce")
    reader = other.new_page()
    assert reader.goto(link)
    expect(reader.get_by_text("shared copy", exact=True)).to_be_visible()
    open_in_menu(reader, "How it was read")
    expect(reader.get_by_text("A shared copy, made on")).to_be_visible()
    expect(reader.get_by_text("my key is [masked-github-token-1].").first).to_be_attached()
    assert TOKEN not in reader.content()
    expect(reader.get_by_role("link", name="Share", exact=True)).to_have_count(0)

    page.goto(f"{live_server}/shares")
    page.locator("td summary", has_text="Revoke").click()
    page.get_by_role("button", name="Revoke this copy").click()
    expect(page.get_by_text("You share nothing now")).to_be_visible()
    gone = reader.reload()
    assert gone is not None
    assert gone.status == 404
    kept = page.goto(upload)
    assert kept is not None
    assert kept.status == 200
    other.close()


def test_the_dialog_is_left_and_nothing_is_shared(page: Page, live_server: str) -> None:
    paste(page, live_server, chat_json(PAIRED))
    share, dialog = page.get_by_role("link", name="Share", exact=True), page.locator("dialog[open]")
    for leave in (
        lambda: page.keyboard.press("Escape"),
        lambda: dialog.get_by_role("link", name="Cancel").click(),
    ):
        share.click()
        expect(dialog.get_by_text("found none")).to_be_visible()
        leave()
        expect(dialog).to_have_count(0)
        expect(share).to_be_focused()
    assert page.request.get(f"{live_server}/api/shares").json()["total"] == 0
