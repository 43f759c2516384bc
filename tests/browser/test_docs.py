"""The documentation under /docs in a browser: it runs under its policy, and its search finds error texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from crosswire.explanations import error_texts
from docs.site.gathering import build
from playwright.sync_api import Page, expect
from tests.conftest import serving
from tests.selection import NEEDS_PACKAGES
from tests.test_site import PYTHON
from webapp.settings import Settings

pytestmark = pytest.mark.thorough
PASTED = (
    "Error code: 400 - {'error': {'message': 'No tool call found for function call output with call_id "
    "call_b7Kq.', 'type': 'invalid_request_error'}}"
)
ASK = """async (queries) => {
    const told = JSON.parse(document.getElementById("__config").textContent);
    const worker = new Worker(new URL(told.search, location.href));
    const index = await (await fetch(new URL(`${told.base}/search.json`, location.href))).json();
    const asked = (message) => new Promise((answer) => {
        worker.onmessage = (event) => answer(event.data);
        worker.postMessage(message);
    });
    await asked({ type: 0, data: index });
    const first = [];
    for (const input of queries) {
        const { data } = await asked({ type: 2, data: { input } });
        first.push(data.items.length ? index.items[data.items[0].id].location : "");
    }
    return first;
}"""


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


def test_a_pasted_error_leads_to_the_page_of_its_text_in_one_step(page: Page, docs_server: str) -> None:
    page.goto(f"{docs_server}/docs")
    look_for(page, PASTED)
    expect(page.get_by_text("No tool call found for … output with call_id ….").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(
        re.compile(r"/docs/reference/errors/no-tool-call-found-for-output-with-call-id\.html")
    )
    expect(page.get_by_role("heading", level=1)).to_contain_text("No tool call found for")
    page.get_by_role("link", name="This in the app").click()
    expect(page).to_have_url(f"{docs_server}/errors/no-tool-call-found-for-output-with-call-id")
    expect(page.get_by_role("heading", level=1)).to_contain_text("No tool call found for")


def test_the_search_finds_nearly_every_error_text_with_somebodys_values_in_it(
    page: Page, docs_server: str
) -> None:
    page.goto(f"{docs_server}/docs/index.html")
    texts = error_texts()
    queries = [
        json.dumps({"message": one.text.replace("…", "_k7Qw")}, ensure_ascii=False) for one in texts.values()
    ]
    first = page.evaluate(ASK, queries)
    found = [
        where.partition("#")[0] == f"reference/errors/{slug}.html"
        for slug, where in zip(texts, first, strict=True)
    ]
    assert sum(found) >= 0.98 * len(texts)
