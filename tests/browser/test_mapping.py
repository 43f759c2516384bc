"""A format that nobody knows, mapped in a browser: pointed at, read, and known the next time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.logs import opened
from tests.browser.test_accessibility import examine_both_ways


def hall(*cities: str) -> str:
    """Conversations in words that no reader and no guess knows."""
    halls: list[Any] = [
        {
            "gast": f"no. {number}",
            "besuch": [
                {"wer": "gast", "sagt": f"How warm is it in {city}?"},
                {"wer": "haus", "griffe": [_grip(city, number)]},
                {"wer": "bote", "zu": f"g-{number}", "bringt": f"{number} degrees"},
                {"wer": "haus", "sagt": f"It is {number} degrees in {city}."},
            ],
        }
        for number, city in enumerate(cities, 1)
    ]
    return json.dumps({"stand": 3, "abende": halls}, indent=1)


def _grip(city: str, number: int) -> Any:
    return {"werkzeug": "thermometer", "eingabe": {"stadt": city}, "nr": f"g-{number}"}


def point_at(page: Page, address: str) -> None:
    page.locator(f'.mapping-tree button[value="{address}"]').click()


def test_a_newcomer_maps_a_format_with_five_clicks_and_it_is_known_from_then_on(
    page: Page, live_server: str, tmp_path: Path
) -> None:
    opened(page, live_server, hall("Oslo", "Bergen", "Bodø"))
    page.get_by_role("link", name="Say where the conversation is").click()
    said = page.locator(".mapping-outcome").get_by_role("status")
    expect(said).to_have_text("Nothing is read yet: say where the messages are.")
    point_at(page, "0:/abende/0/besuch/0/wer")
    expect(page.get_by_label("Messages are here: the place")).to_have_value("/abende/*/besuch/*")
    point_at(page, "0:/abende/0/besuch/0/sagt")
    expect(said).to_contain_text("3 conversations: 6 messages")
    point_at(page, "0:/abende/0/besuch/1/griffe/0/werkzeug")
    expect(said).to_have_text("3 conversations: 12 messages, 3 calls, 3 results, 3 pairs")
    page.get_by_label("haus", exact=False).select_option("assistant")
    page.get_by_label("gast", exact=False).select_option("user")
    expect(page.locator(".mapping-preview li").first).to_contain_text("user How warm is it in Oslo?")
    page.get_by_label("next time too").check()
    page.get_by_label("What it is called").fill("Evenings")
    page.get_by_role("button", name="Read it this way").click()
    expect(page.get_by_text("Read by a mapping:")).to_be_visible()
    expect(page.get_by_text("How warm is it in Oslo?").first).to_be_visible()
    opened(page, live_server, hall("Tromsø"))
    expect(page.get_by_text("Evenings").first).to_be_visible()
    expect(page.get_by_text("It is 1 degrees in Tromsø.").first).to_be_visible()


CHOOSE_AS_THE_ANSWER_COMES = """() => {
  const choose = () => {
    const gast = document.querySelector('select[name="r.gast"]');
    gast.value = "user";
    gast.dispatchEvent(new Event("change", { bubbles: true }));
  };
  document.addEventListener("htmx:before:swap", choose, { once: true, capture: true });
}"""


@pytest.mark.thorough
def test_what_is_chosen_while_an_answer_comes_is_not_lost(page: Page, live_server: str) -> None:
    opened(page, live_server, hall("Oslo"))
    page.goto(f"{page.url.removesuffix('/json')}/mapping")
    point_at(page, "0:/abende/0/besuch/0/wer")
    expect(page.get_by_label("Messages are here: the place")).to_have_value("/abende/*/besuch/*")
    point_at(page, "0:/abende/0/besuch/0/sagt")
    expect(page.locator(".mapping-preview li").first).to_contain_text("other")
    page.evaluate(CHOOSE_AS_THE_ANSWER_COMES)
    page.get_by_label("haus", exact=False).select_option("assistant")
    expect(page.locator(".mapping-preview li").first).to_contain_text("user How warm is it in Oslo?")


def test_the_mapping_is_made_with_the_keyboard_and_is_accessible(page: Page, live_server: str) -> None:
    opened(page, live_server, hall("Oslo"))
    page.goto(f"{page.url.removesuffix('/json')}/mapping")
    page.get_by_label("Who speaks: the place").fill("wer")
    expect(page.get_by_role("radio", name="Who speaks")).to_be_checked()
    page.get_by_label("Messages are here: the place").fill("/abende/*/besuch/*")
    page.get_by_label("What is said: the place").fill("sagt")
    page.get_by_label("What is said: the place").press("Enter")
    expect(page.locator(".mapping-outcome").get_by_role("status")).to_contain_text("2 messages")
    assert "map=" in page.url
    examine_both_ways(page)
