"""The site of the documentation: links as they hold there, texts as they are, and all of it built."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from crosswire.explanations import error_texts
from crosswire.rules import RULES
from docs.site.gathering import IN_APP, build, page_text, with_app_link
from docs.site.markdown import code, plain, prose
from flask.testing import FlaskClient
from tests.selection import NEEDS_PACKAGES

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / "var" / "site-venv" / "bin" / "python"
PLACED = {
    "docs/reports/README.md": "reports/README.md",
    "docs/tour.md": "tour.md",
    "CONTRIBUTING.md": "contributing.md",
}


def test_links_lead_to_where_the_site_has_what_they_name() -> None:
    text = (
        "[a](../../CONTRIBUTING.md#set-up) [b](../tour.md) [c](../../README.md) [d](https://example.org/x.md)"
    )
    assert page_text(text, "docs/reports/README.md", PLACED) == (
        "[a](../contributing.md#set-up) [b](../tour.md) [c](../index.md) [d](https://example.org/x.md)"
    )


def test_what_the_site_has_not_is_named_without_a_link() -> None:
    text = "See [the tests](../tests/test_site.py).\n```md\n[as it stands](../tests/x.py)\n```\n"
    assert page_text(text, "docs/tour.md", PLACED) == text.replace(
        "[the tests](../tests/test_site.py)", "the tests"
    )


def test_no_character_of_a_text_means_anything_in_markdown() -> None:
    text = "`x` <think> [a](b) *b* _c_ a|b &amp; {x} # ~~d~~ \\n"
    assert html.unescape(plain(text)) == text
    assert not re.search(r"[<>*_\[\]`|~\\{}]", plain(text))
    assert prose("Write `<a>` for <b>.") == "Write `<a>` for &#60;b&#62;."
    assert "|" not in code("a|b")


@pytest.mark.parametrize(
    ("page", "app", "there"),
    [
        ("index.md", "..", "../"),
        ("reference/errors/some-text.md", "..", "../../../errors/some-text"),
        ("reference/rules/index.md", "..", "../../../rules"),
        ("reference/rules/CW101.md", "https://example.org/", "https://example.org/rules/CW101"),
    ],
)
def test_a_page_leads_to_that_of_the_app(page: str, app: str, there: str) -> None:
    text = with_app_link("---\n---\n\n# A page\n\nText.\n", page, app)
    assert text == f'---\n---\n\n# A page\n\n<a href="{there}">This in the app</a>\n\nText.\n'
    assert with_app_link("# A page\n", "tour.md", app) == "# A page\n"


def test_the_app_has_the_pages_that_the_site_leads_to(client: FlaskClient) -> None:
    for page in IN_APP.values():
        assert client.get(f"/{page}").status_code == 200, page


@pytest.mark.thorough
def test_the_site_is_built_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    if not PYTHON.exists():
        pytest.skip(NEEDS_PACKAGES)
    assert build(str(PYTHON), tmp_path) == 0
    pages = {path.relative_to(tmp_path / "html").as_posix() for path in tmp_path.rglob("*.html")}
    assert pages >= {f"reference/errors/{slug}.html" for slug in error_texts()}
    assert pages >= {f"reference/rules/{rule}.html" for rule in RULES}
    assert "reference/files.html" in pages


@pytest.mark.thorough
def test_a_link_that_leads_nowhere_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not PYTHON.exists():
        pytest.skip(NEEDS_PACKAGES)
    pages = {"reference/losses.md": "# Losses\n\n[nowhere](not-there.md)\n"}
    monkeypatch.setattr("docs.site.gathering.reference_pages", lambda: pages)
    assert build(str(PYTHON), tmp_path) != 0
    assert not (tmp_path / "html").exists()
