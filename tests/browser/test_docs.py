"""The documentation under /docs in a browser: it runs under its policy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from docs.site.gathering import build
from playwright.sync_api import Page, expect
from tests.conftest import serving
from tests.selection import NEEDS_PACKAGES
from tests.test_site import PYTHON
from webapp.settings import Settings

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def docs_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An app that serves the site as it is built today."""
    if not PYTHON.exists():
        pytest.skip(NEEDS_PACKAGES)
    folder: Path = tmp_path_factory.mktemp("docs")
    assert build(str(PYTHON), folder) == 0
    settings = Settings(database_url=f"sqlite:///{folder / 'crosswire.db'}", docs=folder / "html")
    with serving(settings) as address:
        yield address


def look_for(page: Page, text: str) -> None:
    page.get_by_role("button", name="Search").click()
    expect(page.locator("input:focus")).to_be_visible()
    page.keyboard.insert_text(text)


def test_no_page_of_the_site_wants_more_than_its_policy(page: Page, docs_server: str) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    for path in ("", "/tour.html", "/targets.html", "/reports/bench.html", "/http-api.html"):
        page.goto(f"{docs_server}/docs{path}")
        look_for(page, "unanswered")
        expect(page.get_by_role("option").first).to_be_visible()
    assert not said
