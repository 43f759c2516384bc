"""No page breaks a rule that axe knows, in either theme, wide or narrow; nothing runs over the edge."""

from typing import Literal

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import BrowserContext, Page
from tests.browser.logs import PAIRED, chat_json, opened
from tests.browser.site import LOGS, PAGES, SitePage, go, keep_logs, paths
from tests.selection import some_of

WIDTHS = (1500, 390)
PARTS_OF_PAGES = {
    "conversations.calls",
    "conversations.calls_at",
    "conversations.panes",
    "conversations.made",
    "losses.group",
    "losses.ids",
    "losses.names",
    "parts.facts",
    "problems.groups",
    "problems.listed",
    "steps.next_row",
    "strip.show",
    "waiting.show",
}
FILES = {
    "answers.fixed",
    "docs.file",
    "exports.conversation",
    "exports.original",
    "health.icon",
    "health.robots",
    "losses.renamed",
    "mapping.file",
    "mapping.sample",
    "media.show",
    "members.one",
    "parts.body",
    "problems.extract",
    "repairs.repaired",
    "sent.example",
    "sent.patch",
    "shapes.as_trajectory",
    "shapes.chosen",
    "shapes.file",
    "static",
}
MOVED = {"calls.timeline", "siblings.one", "verdicts.show"}
"""Addresses that lead to another page."""
WITH_A_LOGIN = {"access.back", "access.begin", "access.login"}
"""Looked at in test_access.py."""
FOR_PROGRAMS = {
    "api.calls",
    "api.converted",
    "api.example",
    "api.patch",
    "api.show",
    "api.verdicts",
    "health.healthz",
    "health.metrics",
    "health.readyz",
    "library.answer",
    "openapi.answer",
    "search.answer",
    "shares.listed",
}
IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
ALL_WIDTHS = (2200, 1500, 1281, 1279, 1000, 800, 390, 320)

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WAYS = [(width, theme) for width in WIDTHS for theme in THEMES]


@pytest.fixture(scope="module")
def slugs(visitor: BrowserContext, live_server: str) -> dict[str, str]:
    return keep_logs(visitor.new_page(), live_server, PAGES)


def nothing_runs_over(page: Page) -> None:
    for width in some_of(ALL_WIDTHS, 2):
        page.set_viewport_size({"width": width, "height": 900})
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, f"{page.url} is {over} px too wide at {width} px"


def examine_both_ways(page: Page) -> None:
    """Hold a page against all rules, light and wide, dark and narrow; nothing of it runs over the edge."""
    nothing_runs_over(page)
    page.evaluate(Axe().axe_script)
    for width, theme in (WAYS[0], WAYS[-1]):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        examine(page, None)


def examine(page: Page, part: str | None) -> None:
    """Hold the page, or a part of it, against all rules."""
    found = AxeResults(
        page.evaluate("part => axe.run(part ?? document, {resultTypes: ['violations']})", part)
    )
    where = f"{page.url}, {page.viewport_size}, dark: {page.evaluate(IS_DARK)}"
    assert found.violations_count == 0, f"{where}\n{found.generate_report()}"


@pytest.mark.parametrize("one", some_of(PAGES, 20), ids=lambda one: one.name)
def test_every_page_is_accessible(
    visit: Page, live_server: str, one: SitePage, slugs: dict[str, str], pytestconfig: pytest.Config
) -> None:
    """All pages in both themes and widths with `--thorough`; else some, each in one of these by turns."""
    go(visit, live_server, one, slugs)
    nothing_runs_over(visit)
    visit.evaluate(Axe().axe_script)
    number = PAGES.index(one) // 3
    for width, theme in WAYS if pytestconfig.getoption("--thorough") else [WAYS[number % len(WAYS)]]:
        visit.set_viewport_size({"width": width, "height": 900})
        visit.emulate_media(color_scheme=theme)
        examine(visit, one.part)


def test_every_page_of_the_site_is_looked_at(app: Flask) -> None:
    slugs = dict.fromkeys((*LOGS, "shared", "packed"), "slug")
    shown = {app.url_map.bind("").match(path)[0] for path in paths(slugs) if path != "/nothing-here"}
    every = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert every - shown == PARTS_OF_PAGES | FILES | FOR_PROGRAMS | WITH_A_LOGIN | MOVED


def test_pairs_are_named_for_screen_readers(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED))
    names = page.locator(".panes .cell[data-pane='1'] .card").evaluate_all(
        "all => all.map(one => one.ariaLabel)"
    )
    assert names[0] == "Call 1 of add, paired"
    assert names[2] == "Result of add, call 1, paired"
