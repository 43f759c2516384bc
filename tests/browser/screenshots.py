"""Pictures of every page in both themes, at three widths: `./dev screenshots [FOLDER] [NAME ...]`.

They are for looking at and are not kept; the pictures that README.md shows are written with
`./dev screenshots docs --readme`, those of the tour with
`./dev screenshots docs --tour`. `--film` shows the way from a pasted log to its fixed JSON in one picture,
`--doctor` the doctor's own pages.
"""

import argparse
import sys
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.doctors import doctor_serving
from tests.browser.site import LOGS, PAGES, STILL, SitePage, go, keep_logs
from tests.browser.tour import VIEWPORT, follow
from tests.conftest import serving
from tests.find_browser import first_that_starts, launch_options
from webapp.settings import Settings

THEMES = ("light", "dark")
WIDTHS = (1500, 1024, 390)
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


def film(browser: Browser, server: str, folder: Path) -> int:
    """The way from a pasted log to its fixed JSON in the clipboard, and this pasted in turn, as one; how many
    pictures it has."""
    context = browser.new_context(viewport={"width": 1024, "height": 640})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(server)
    frames = [page.screenshot()]
    page.locator("textarea").first.fill(LOGS["broken"])
    page.wait_for_function(STILL)
    frames.append(page.screenshot())
    page.get_by_role("button", name="Inspect").click()
    copy = page.get_by_role("button", name="Copy fixed JSON")
    copy.wait_for()
    frames.append(page.screenshot())
    copy.click()
    page.wait_for_timeout(300)
    frames.append(page.screenshot())
    fixed = page.evaluate("navigator.clipboard.readText()")
    page.goto(server)
    page.locator("textarea").first.fill(fixed)
    page.get_by_role("button", name="Inspect").click()
    page.locator("#answer").wait_for()
    frames.append(page.screenshot())
    sources = (f"data:image/png;base64,{b64encode(frame).decode()}" for frame in frames)
    shown = "".join(
        f'<img src="{source}" style="width:50%;padding:4px;box-sizing:border-box">' for source in sources
    )
    strip = context.new_page()
    strip.set_content(f'<body style="margin:0;font-size:0;background:#888">{shown}')
    strip.wait_for_timeout(300)
    strip.screenshot(path=folder / "film.png", full_page=True)
    context.close()
    return len(frames)


def of_tour(browser: Browser, server: str, folder: Path) -> int:
    """Those that the tour shows, at the places where it has them."""
    context = browser.new_context(viewport=VIEWPORT, color_scheme="light")  # type: ignore[arg-type]
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page, taken = context.new_page(), 0
    for name in follow(page, server):
        page.wait_for_timeout(SETTLED_MS)
        page.screenshot(path=folder / name)
        taken += 1
    context.close()
    return taken


def of_doctor(browser: Browser, folder: Path) -> int:
    """The doctor's list of sessions, and one of them opened from it."""
    taken = 0
    for theme in THEMES:
        for width in WIDTHS:
            with (
                TemporaryDirectory() as data,
                doctor_serving(Path(data)) as address,
                _page(browser, theme, width) as page,
            ):
                page.goto(address)
                page.wait_for_function("() => !document.body.textContent.includes('being read')")
                page.screenshot(path=folder / f"doctor-{theme}-{width}.png")
                page.get_by_role("button", name="Open").first.click()
                page.locator("#answer h2").wait_for()
                page.screenshot(path=folder / f"doctor-session-{theme}-{width}.png")
                taken += 2
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
    parser.add_argument("--tour", action="store_true", help="those of the documentation's tour")
    parser.add_argument("--film", action="store_true", help="from a paste to its fixed JSON")
    parser.add_argument("--doctor", action="store_true", help="the doctor's own pages")
    asked = parser.parse_args(arguments)
    known = {one.name: one for one in PAGES}
    if unknown := set(asked.names) - set(known):
        parser.error(f"there is no page {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    pages = README if asked.readme else [known[name] for name in asked.names or known]
    asked.folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options(first_that_starts(playwright.chromium) or ""))
        with serving(Settings(database_url=f"sqlite:///{data}/crosswire.db")) as server:
            if asked.doctor:
                taken = of_doctor(browser, asked.folder)
            elif asked.tour:
                taken = of_tour(browser, server, asked.folder)
            elif asked.film:
                taken = film(browser, server, asked.folder)
            else:
                taken = take(browser, server, asked.folder, pages, readme=asked.readme)
    print(f"{taken} pictures in {asked.folder}")


if __name__ == "__main__":
    main(sys.argv[1:])
