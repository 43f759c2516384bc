"""The export panel: a format, a shape, a policy for ids, and the file that they make."""

import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.logs import GEMINI, PAIRED, chat_json, opened


def panel(page: Page) -> Locator:
    page.locator("summary", has_text="Export").click()
    return page.get_by_role("form", name="Export")


def test_the_panel_gives_the_chosen_format_in_the_chosen_shape(page: Page, live_server: str) -> None:
    opened(page, live_server, json.dumps(GEMINI), "?pane=original:read&pane=gemini:wire")
    form = panel(page)
    expect(form.get_by_label("Format", exact=True)).to_have_value("gemini")
    expect(form.get_by_label("fill")).to_be_checked()
    form.get_by_label("As", exact=True).select_option("jsonl")
    form.get_by_label("native").check()
    form.get_by_label("with the losses").check()
    with page.expect_download() as started:
        form.get_by_role("button", name="Download").click()
    assert started.value.suggested_filename.endswith(".gemini.jsonl-with-losses.zip")
    with zipfile.ZipFile(started.value.path()) as archive:
        [name] = [one for one in archive.namelist() if one.endswith(".jsonl")]
        [line] = archive.read(name).splitlines()
        told = json.loads(archive.read("losses.json"))
    call = json.loads(line)["contents"][1]["parts"][0]["functionCall"]
    assert call["id"] in {change["after"] for change in told["id_map"]}


def test_what_cannot_be_is_said_on_a_page_that_leads_back(page: Page, live_server: str) -> None:
    url = opened(page, live_server, chat_json(PAIRED))
    page.goto(f"{url.partition('?')[0]}/export?format=cohere&shape=fine-tune")
    expect(page.get_by_text("Cohere retired fine-tuning")).to_be_visible()
    page.get_by_role("link", name="Back to the conversation").click()
    expect(page.locator("summary", has_text="Export")).to_be_visible()
    assert page.url == url.partition("?")[0]


def test_the_panel_says_what_a_shape_leaves_out_and_offers_none_that_a_format_has_not(
    page: Page, live_server: str
) -> None:
    url = opened(page, live_server, chat_json(PAIRED))
    form = panel(page)
    format, shape = (form.get_by_label(label, exact=True) for label in ("Format", "As"))
    says = form.get_by_role("status")
    expect(says).to_contain_text("ready to send")
    format.select_option("anthropic")
    shape.select_option("stream")
    expect(says).to_contain_text("The last answer alone")
    format.select_option("bedrock")
    expect(says).to_contain_text("Bedrock Converse has none")
    form.get_by_role("button", name="Download").click()
    assert page.url == url
    expect(shape.locator("option:disabled")).to_have_count(1)
    shape.select_option("curl")
    expect(says).not_to_contain_text("has none")
    format.select_option("cohere")
    expect(shape.locator("option:disabled")).to_have_count(2)
    with page.expect_download() as started:
        form.get_by_role("button", name="Download").click()
    assert started.value.suggested_filename.endswith(".cohere.sh")


@pytest.mark.parametrize("width", [390, 1500])
def test_the_page_that_is_exported_stands_alone(
    page: Page, live_server: str, tmp_path: Path, width: int
) -> None:
    opened(page, live_server, chat_json(PAIRED))
    form = panel(page)
    form.get_by_label("As", exact=True).select_option("html")
    with page.expect_download() as started:
        form.get_by_role("button", name="Download").click()
    path = tmp_path / "page.html"
    started.value.save_as(path)
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(path.as_uri())
    page.locator("#call-1").get_by_role("link", name="answered by id").click()
    expect(page.locator("#result-1")).to_be_in_viewport()
    assert page.locator("body").evaluate("body => getComputedStyle(body).maxInlineSize") == "960px"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not problems


@pytest.mark.parametrize("width", [390, 1500])
def test_the_panel_fits_the_window(page: Page, live_server: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    opened(page, live_server, chat_json(PAIRED))
    box = panel(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
