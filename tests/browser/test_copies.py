"""The tools of a part name the other places of a part that the upload has several times."""

import json

import pytest
from playwright.sync_api import Page, expect
from tests.browser.logs import opened
from tests.browser.test_accessibility import examine_both_ways
from tests.webapp.test_recorded_exchanges import RECORDING


@pytest.mark.thorough
def test_a_part_of_a_recording_leads_to_where_it_was_said(page: Page, live_server: str) -> None:
    opened(page, live_server, json.dumps(RECORDING))
    page.locator(".panes .row[data-kind=call] .card:visible").first.click()
    also = page.locator("[data-also]")
    expect(also).to_have_text(
        "also at [0].response.choices[0].message.tool_calls[0], [1].request.messages[1].tool_calls[0]"
    )
    examine_both_ways(page)
    also.get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert "/json" in page.url


def test_a_part_that_stands_once_names_no_other_place(page: Page, live_server: str) -> None:
    opened(page, live_server, json.dumps(RECORDING))
    page.locator(".panes .row").last.locator(".cell:visible").first.click()
    expect(page.locator("[data-tools]")).to_be_visible()
    expect(page.locator("[data-also]")).to_be_hidden()
