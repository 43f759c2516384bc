"""Pictures of every page in both themes, wide and narrow: `./dev screenshots [FOLDER] [NAME ...]`.

They are for looking at and are not kept; the pictures that README.md shows are written with
`./dev screenshots docs --readme`.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.site import PAGES, SitePage, go, keep_logs
from tests.conftest import serving
from tests.find_browser import first_that_starts, launch_options
from webapp.settings import Settings

THEMES = ("light", "dark")
WIDTHS = (1500, 390)
HEIGHT = 1000
README = (SitePage("inspector", "/c/{broken}"),)
SETTLED_MS = 1_500
"""Until verdicts and panes that come later stand there."""


def take(browser: Browser, server: str, folder: Path, pages: Sequence[SitePage], *, readme: bool) -> int:
    """One picture for each page, theme and width; how many there are."""
    taken = 0
    for theme in THEMES[: 1 if readme else None]:
        for width in WIDTHS[: 1 if readme else None]:
            with _page(browser, theme, width) as page:
                slugs = keep_logs(page, server, pages)
                for one in pages:
                    go(page, server, one, slugs)
                    page.wait_for_timeout(SETTLED_MS)
                    name = one.name if readme else f"{one.name}-{theme}-{width}"
                    page.screenshot(path=folder / f"{name}.png")
                    taken += 1
    return taken


@contextmanager
def _page(browser: Browser, theme: str, width: int) -> Iterator[Page]:
    viewport = {"width": width, "height": HEIGHT}
    page = browser.new_page(viewport=viewport, color_scheme=theme)  # type: ignore[arg-type]
    yield page
    page.close()


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="./dev screenshots", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("var/screenshots"))
    parser.add_argument("names", nargs="*", help="pages to take, all without a name")
    parser.add_argument("--readme", action="store_true", help="those that README.md shows")
    asked = parser.parse_args(arguments)
    known = {one.name: one for one in PAGES}
    if unknown := set(asked.names) - set(known):
        parser.error(f"there is no page {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    pages = README if asked.readme else [known[name] for name in asked.names or known]
    asked.folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options(first_that_starts(playwright.chromium) or ""))
        with serving(Settings(database_url=f"sqlite:///{data}/crosswire.db")) as server:
            taken = take(browser, server, asked.folder, pages, readme=asked.readme)
    print(f"{taken} pictures in {asked.folder}")


if __name__ == "__main__":
    main(sys.argv[1:])
