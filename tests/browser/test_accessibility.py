"""No page breaks a rule that axe knows, in either theme, wide or narrow; nothing runs over the edge."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Page

from tests.browser.logs import PAIRED, chat_json, opened
from tests.browser.site import LOGS, PAGES, SitePage, go, keep_logs, paths

THEMES = ("light", "dark")
WIDTHS = (1500, 390)
PARTS_OF_PAGES = {
    "conversations.calls",
    "conversations.calls_at",
    "conversations.panes",
    "conversations.written",
    "losses.group",
    "losses.ids",
    "losses.names",
    "parts.facts",
    "problems.groups",
    "problems.listed",
    "steps.next_row",
    "strip.show",
}
FILES = {
    "exports.conversation",
    "exports.original",
    "health.icon",
    "health.robots",
    "losses.renamed",
    "media.show",
    "parts.body",
    "problems.extract",
    "repairs.repaired",
    "shapes.chosen",
    "shapes.file",
    "static",
}
FOR_PROGRAMS = {"api.calls", "api.converted", "api.show", "api.verdicts", "health.healthz", "search.answer"}
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


@pytest.mark.parametrize("one", PAGES, ids=lambda one: one.name)
def test_every_page_is_accessible(page: Page, live_server: str, one: SitePage) -> None:
    go(page, live_server, one, keep_logs(page, live_server, [one]))
    check(page)


def test_every_page_of_the_site_is_looked_at(app: Flask) -> None:
    slugs = dict.fromkeys(LOGS, "slug")
    shown = {app.url_map.bind("").match(path)[0] for path in paths(slugs) if path != "/nothing-here"}
    every = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert every - shown == PARTS_OF_PAGES | FILES | FOR_PROGRAMS


def test_pairs_are_named_for_screen_readers(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED))
    names = page.locator(".panes .cell[data-pane='1'] .card").evaluate_all(
        "all => all.map(one => one.ariaLabel)"
    )
    assert names[0] == "Call 1 of add, paired"
    assert names[2] == "Result of add, call 1, paired"
