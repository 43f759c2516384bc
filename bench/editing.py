"""`python -m bench.editing`: how soon findings follow what one types on the Edit page, in a browser."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from statistics import median

import click
from playwright.sync_api import Page

from bench.pages import browser_that_starts, put, served

TITLE = "# How soon findings follow what one types"
METHOD = """\
Medians and longest of {rounds} edits in {browser}, on one machine: from the last key to findings in the
page. The page waits 250 ms after the last key. The conversations are made up by `bench/made_up.py`: about
2 KB a message. The goal at 200 messages is half a second.
`python -m bench.editing` prints this table."""
TYPED = """() => new Promise((resolve) => {
    const area = document.querySelector("form[data-editor] textarea");
    const began = performance.now();
    new MutationObserver((_, observer) => {
        if ("stale" in document.querySelector("#checked").dataset) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - began));
    }).observe(document.querySelector(".editing-body"), { childList: true });
    area.focus();
    area.setSelectionRange(0, 0);
    document.execCommand("insertText", false, " ");
})"""
"""Types a space, which is no other JSON, and waits until what is wrong with the new text is there."""


@click.command()
@click.option("--rounds", default=9, show_default=True, help="How many edits of each conversation.")
def main(rounds: int) -> None:
    """Measure the Edit page with 20, 200 and 800 messages."""
    sizes = (20, 200, 800)
    lines = [TITLE, "", "", "", "| messages | KB | median, ms | longest, ms |", "|---:|---:|---:|---:|"]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"CROSSWIRE_DATABASE_URL": f"sqlite:///{folder}/editing.db"}
        paths = {size: put(size, Path(folder), environment)[0] for size in sizes}
        with served(environment) as address, browser_that_starts() as browser:
            lines[2] = METHOD.format(rounds=rounds, browser=f"Chromium {browser.version}")
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            for size, path in paths.items():
                took, characters = _edit(page, f"{address}{path}/json/edit", rounds)
                kilobytes = round(characters / 1000)
                lines.append(f"| {size:,} | {kilobytes:,} | {median(took):.0f} | {max(took):.0f} |")
    print("\n".join(lines))


def _edit(page: Page, url: str, rounds: int) -> tuple[list[float], int]:
    """Milliseconds of each edit, and the characters of the text."""
    page.goto(url)
    page.locator("#checked .editing-verdicts").wait_for()
    took = [page.evaluate(TYPED) for _ in range(rounds)]
    return took, len(page.locator("form[data-editor] textarea").input_value())


if __name__ == "__main__":
    main()
