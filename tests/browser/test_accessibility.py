"""No page breaks a rule that axe knows, in either theme, wide or narrow; nothing runs over the edge."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.logs import GENKIT, LOST, PAIRED, chat_json, opened

THEMES = ("light", "dark")
WIDTHS = (1500, 390)
ALL_WIDTHS = (2200, 1500, 1281, 1279, 1000, 800, 390, 320)


def check(page: Page) -> None:
    for width in ALL_WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, f"{page.url} is {over} px too wide at {width} px"
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            found = Axe().run(page)
            assert found.violations_count == 0, f"{page.url}, {theme}, {width} px\n{found.generate_report()}"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/rules",
        "/rules/CW302",
        "/rules/id-charset",
        "/formats",
        "/formats/anthropic",
        "/wire-types",
        "/wire-types?category=nothing",
        "/wire-types/gemini.toolCall",
        "/nothing-here",
    ],
)
def test_pages_are_accessible(page: Page, live_server: str, path: str) -> None:
    page.goto(live_server + path)
    check(page)


@pytest.mark.parametrize("log", [PAIRED, GENKIT], ids=["clean", "broken"])
def test_the_inspector_is_accessible(page: Page, live_server: str, log: list[dict[str, object]]) -> None:
    query = "?pane=original:read&pane=anthropic:wire&at=0:/messages/2"
    opened(page, live_server, chat_json(log), query)
    check(page)


@pytest.mark.parametrize(
    "path", ["/verdicts", "/repair?missing=mark", "?target=anthropic", "/explain?error=Sum: 15"]
)
def test_the_pages_of_the_diagnosis_are_accessible(page: Page, live_server: str, path: str) -> None:
    page.goto(opened(page, live_server, chat_json([*GENKIT, *LOST])) + path)
    page.wait_for_load_state("networkidle")
    check(page)


def test_the_repaired_pane_is_accessible(page: Page, live_server: str) -> None:
    opened(
        page, live_server, chat_json([*GENKIT, *LOST]), "?pane=original:read&pane=repaired:read&missing=mark"
    )
    check(page)


def test_what_opens_over_the_inspector_is_accessible(page: Page, live_server: str) -> None:
    for name in (".verdict", ".explain-box", ".export"):
        opened(page, live_server, chat_json(GENKIT))
        page.locator(f"{name} > summary").nth(0).click()
        check(page)


def test_pairs_are_named_for_screen_readers(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED))
    names = page.locator(".panes .cell[data-pane='1'] .card").evaluate_all(
        "all => all.map(one => one.ariaLabel)"
    )
    assert names[0] == "Call 1 of add, paired"
    assert names[2] == "Result of add, call 1, paired"
