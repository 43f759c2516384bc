"""The tour of the documentation, done in a browser paragraph by paragraph, with its pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.site import STILL

TOUR = Path(__file__).resolve().parents[2] / "docs" / "tour.md"
VIEWPORT = {"width": 1100, "height": 680}
_HAS_COPIED = "text => navigator.clipboard.readText().then((copied) => copied.trim() === text)"
_PICTURE = re.compile(r"!\[[^\]]+\]\((tour-[a-z]+\.png)\)")


def paragraphs() -> list[str]:
    """What stands between two empty lines."""
    return [text.strip() for text in TOUR.read_text().split("\n\n")]


def request() -> str:
    """What the tour wants to be pasted."""
    (found,) = re.findall(r"```json\n(.*?)\n```", TOUR.read_text(), re.DOTALL)
    return str(found)


def follow(page: Page, server: str) -> Iterator[str]:
    """Do what the tour says; the name of each picture, where it is to be taken.

    Fails at a paragraph that says something else than what is done here."""
    steps = iter(_STEPS)
    for text in paragraphs():
        picture = _PICTURE.fullmatch(text)
        if picture:
            page.wait_for_function(STILL)
            yield picture[1]
            continue
        begins, act = next(steps)
        assert text.startswith(begins), f"the tour says {text!r}, and nobody has followed that"
        act(page, server, text)
    assert next(steps, None) is None, "the tour leaves out what is done here"


def _nothing(page: Page, server: str, text: str) -> None:
    """A heading, or what leads on to the next paragraph."""


def _open(page: Page, server: str, text: str) -> None:
    page.goto(server)


def _paste(page: Page, server: str, text: str) -> None:
    page.locator("textarea").first.fill(request())


def _press(page: Page, server: str, text: str) -> None:
    (name,) = re.findall(r"\*\*(.+?)\*\*", text)
    page.get_by_role("button", name=name, exact=True).click()


def _read(page: Page, server: str, text: str) -> None:
    answer = page.locator("#answer")
    for said in re.findall(r"`([^`]+)`", text):
        expect(answer.get_by_text(said).first).to_be_visible()
    expect(answer).to_contain_text("OpenAI")
    panes = page.locator(".pane-head")
    expect(panes.nth(1)).to_be_visible()


def _clipboard(page: Page, server: str, text: str) -> None:
    fixed = request().replace('"call_id": "fc_51"', '"call_id": "call_Oslo"')
    page.wait_for_function(_HAS_COPIED, arg=fixed)


def _link(page: Page, server: str, text: str) -> None:
    browser = page.context.browser
    assert browser is not None
    somebody = browser.new_context().new_page()
    somebody.goto(page.url)
    expect(somebody.locator("#answer")).to_contain_text("fc_51")
    somebody.context.close()


def _links(page: Page, server: str, text: str) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert (TOUR.parent / target).is_file()


_STEPS: tuple[tuple[str, Callable[[Page, str, str], None]], ...] = (
    ("# A tour in five minutes", _nothing),
    ("Start the app:", _open),
    ("## 1. Paste a request that was refused", _nothing),
    ("Paste this into the box on the front page:", _nothing),
    ("```json", _paste),
    ("Press **Inspect**.", _press),
    ("## 2. Read what is wrong", _nothing),
    ("The page begins with what is wrong and who says so", _read),
    ("## 3. Take the fix", _nothing),
    ("Press **Copy fixed JSON**.", _press),
    ("What is in the clipboard is your request", _clipboard),
    ("## 4. Go on", _nothing),
    ("The address of the page is a link to this log", _link),
    ("- The same at a terminal", _links),
    ("The pictures are of today's app", _nothing),
)
