"""Losses, id maps and id policies by mouse: both places are marked, and the reader stays where she is."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.logs import opened
from tests.browser.test_inspector import card
from tests.selection import some_of
from tests.test_cli_losses import log

ASIDE = "?pane=original:read&pane=openai-chat:read"


def marked(page: Page) -> list[list[str]]:
    cells = page.locator(".cell[data-marked]")
    places: list[list[str]] = cells.evaluate_all(
        "cells => cells.map(cell => [cell.closest('.row').dataset.row, cell.dataset.pane])"
    )
    return places


def report(page: Page, name: str) -> Locator:
    page.locator(f".{name} > summary").click()
    return page.locator(f".{name} .drop-body")


def thinking(turns: int) -> dict[str, Any]:
    """Turns of which a thought is lost each."""
    body = log(turns)
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "sig"}
    for message in body["messages"][1::2]:
        message["content"].insert(0, thought)
    return body


def test_a_loss_marks_its_place_in_both_panes(page: Page, live_server: str) -> None:
    opened(page, live_server, json.dumps(thinking(4)), ASIDE)
    lost = report(page, "losses")
    expect(lost.locator("h3").first).to_have_text("Not carried over 8")
    lost.get_by_role("link", name="messages[5].content[0]").click()
    expect(page.locator(".losses .drop-body")).to_be_hidden()
    assert marked(page) == [["8", "1"], ["8", "2"]]
    row = page.locator('.row[data-row="8"]')
    expect(row).to_be_in_viewport()
    expect(row.locator(".cell[data-pane='2']")).to_contain_text("Chat Completions has no field for reasoning")
    expect(page).to_have_url(re.compile(r"at=0:/messages/5/content/0&there=openai-chat:"))
    page.reload()
    assert marked(page) == [["8", "1"], ["8", "2"]]
    expect(row).to_be_in_viewport()
    card(page, 9).click()
    assert marked(page) == []


@pytest.mark.thorough
def test_an_id_that_was_rewritten_marks_where_it_stood_and_where_it_stands(
    page: Page, live_server: str
) -> None:
    opened(page, live_server, json.dumps(log(3)), f"{ASIDE}&ids=native")
    told = report(page, "id-map")
    told.get_by_role("link", name="messages[4].tool_call_id").click()
    assert marked(page) == [["5", "1"], ["5", "2"]] or marked(page) == [["4", "1"], ["4", "2"]]
    with page.expect_download() as download:
        report(page, "id-map").get_by_role("link", name="Download the map").click()
    assert len(json.loads(download.value.path().read_text())["id_map"]) == 6


@pytest.mark.thorough
def test_the_policy_is_switched_without_losing_the_place(page: Page, live_server: str) -> None:
    opened(page, live_server, json.dumps(log(60)), f"{ASIDE}&row=40")
    card(page, 41).click()
    card(page, 41).scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")  # what comes after the page takes its place before
    before = card(page, 41).bounding_box()
    with page.expect_response("**/c/*ids=native*"):
        report(page, "pane-choices").get_by_role("link", name=re.compile("^native")).click()
    chip = page.locator('.row[data-row="41"] .cell[data-pane="2"] .id[data-origin="rewritten"]')
    expect(chip).to_contain_text("call_")
    after = card(page, 41).bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) < 3
    expect(page).to_have_url(re.compile("ids=native"))
    page.locator(".pane-head").nth(1).get_by_role("link", name="JSON").click()
    expect(page).to_have_url(re.compile("ids=native"))
    page.locator(".pane-head").nth(1).get_by_role("combobox").select_option("mistral:wire")
    expect(page.locator(".id-map > summary")).to_contain_text("Ids native")
    expect(page).to_have_url(re.compile("ids=native"))


@pytest.mark.thorough
def test_very_many_losses_keep_the_page_small(page: Page, live_server: str) -> None:
    opened(page, live_server, json.dumps(thinking(1_500)), ASIDE)
    nodes = page.locator(".told-heads *")
    assert nodes.count() < 120
    lost = report(page, "losses")
    expect(lost.locator("h3").first).to_have_text("Not carried over 3,000")
    assert page.locator(".losses .told").count() == 0
    lost.locator("summary", has_text="reasoning").click()
    expect(page.locator(".losses .told").first).to_be_visible()
    assert 100 <= page.locator(".losses .told").count() <= 200
    assert nodes.count() < 2_000
    lost.get_by_role("link", name="messages[199].content[0]", exact=True).click()
    places = page.locator(".cell[data-marked]")
    expect(places).to_have_count(2)
    expect(places.first).to_be_in_viewport()


@pytest.mark.parametrize("scheme", some_of(["light", "dark"], 2))
def test_on_a_phone_the_pane_with_the_place_comes_up(page: Page, live_server: str, scheme: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    opened(page, live_server, json.dumps(thinking(3)), ASIDE)
    page.locator(".pane-tab", has_text="OpenAI").click()
    lost = report(page, "losses")
    box = lost.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    lost.get_by_role("link", name="messages[3].content[0]").click()
    expect(page.locator('.row[data-row="5"] .cell[data-pane="1"]')).to_be_visible()
    expect(page.locator('.row[data-row="5"] .cell[data-pane="2"]')).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
