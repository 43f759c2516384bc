"""`./dev bench --pages`: what the inspector costs in a browser, with a thousand messages and with very many.

Both conversations are kept by `crosswire put`, served by `crosswire serve`, and looked at in turn, so that a
busy machine slows both.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import click
from playwright.sync_api import Browser, Page, sync_playwright
from tests.find_browser import first_that_starts, launch_options

from bench.made_up import upload

TITLE = "# What the inspector costs in a browser"
METHOD = """\
Medians of {rounds} interleaved rounds in {browser}, a new page each, at 1280x800, everything on one machine.
The conversations are made up by `bench/made_up.py`: about 2 KB a message. A jump is timed from the key or
the scrollbar until rows of that place are painted. `./dev bench --pages` prints this table."""
GOALS = {
    "first paint, ms": "<= 1.5 times that of the short one",
    "first HTML, KB": "<= 300",
    "first elements": "<= 1,500",
    "jump to a far row, ms": "<= 300",
    "scrollbar to a far place, ms": "<= 300",
    "frame while scrolling, p95 ms": "<= 33",
    "JS heap after scrolling, MB": "<= 50",
    "elements after scrolling": "",
}
SCROLLS, SCROLL_STEP = 60, 400
JUMPS = (0.5, 0.9, 0.1)
ROW_IN_VIEW = """() => {
  const top = document.querySelector('.pane-heads').getBoundingClientRect().bottom;
  return [...document.querySelectorAll('.panes .row')].some((row) => {
    const { top: from, bottom: to } = row.getBoundingClientRect();
    return to > top && from < innerHeight;
  });
}"""
SCROLLED = """([count, step]) => new Promise((resolve) => {
  const frames = [];
  let last = null;
  const frame = (now) => {
    if (last !== null) frames.push(now - last);
    last = now;
    if (frames.length >= count) return resolve(frames);
    scrollBy({ top: step, behavior: 'instant' });
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""
JUMPED = """async (number) => {
  const link = document.createElement('a');
  link.href = `?row=${number}`;
  link.dataset.go = number;
  document.querySelector('.inspector').append(link);
  const frame = () => new Promise(requestAnimationFrame);
  const isInView = (row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom >= 0 && top <= innerHeight;
  };
  const began = performance.now();
  link.click();
  const found = () => document.querySelector(`.panes .row[data-row="${number}"]`);
  for (let row = null; !row || !isInView(row); row = found()) {
    if (performance.now() - began > 10_000) throw new Error('the row does not come into view');
    await frame();
  }
  await frame();
  return performance.now() - began;
}"""
"""What a link of a list does, until its row is painted."""

Measured = dict[str, list[float]]


@click.command()
@click.option("--rounds", default=5, show_default=True, help="How often each conversation is looked at.")
@click.option("--messages", default=100_000, show_default=True, help="Of the long conversation.")
@click.option("--output", type=click.Path(dir_okay=False), help="Write the table here as well.")
def main(rounds: int, messages: int, output: str | None) -> None:
    """Measure the inspector in a browser, with 1,000 messages and with very many."""
    sizes = (1_000, messages)
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"CROSSWIRE_DATABASE_URL": f"sqlite:///{folder}/pages.db"}
        kept = {size: put(size, Path(folder), environment) for size in sizes}
        with served(environment) as address, browser_that_starts() as browser:
            paths = {size: f"{address}{path}" for size, (path, _) in kept.items()}
            measured = _measured(browser, paths, rounds)
            name = f"Chromium {browser.version}"
    table = _report(measured, {size: took for size, (_, took) in kept.items()}, rounds, name)
    print(table)
    if output:
        Path(output).write_text(table, encoding="utf-8")


def put(size: int, folder: Path, environment: dict[str, str]) -> tuple[str, float]:
    """Keep a conversation; the path of its permalink, and the seconds that it took."""
    file = folder / f"{size}.json"
    file.write_bytes(upload(size))
    began = time.monotonic()
    command = [sys.executable, "-m", "crosswire", "put", str(file)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    file.unlink()
    return done.stdout.strip(), time.monotonic() - began


@contextmanager
def served(environment: dict[str, str]) -> Iterator[str]:
    command = [sys.executable, "-m", "crosswire", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            said = re.search(r"http://\S+", process.stdout.readline())
            assert said is not None, "the server did not say where it is"
            yield said.group()
        finally:
            process.terminate()


@contextmanager
def browser_that_starts() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = os.environ.get("CROSSWIRE_TEST_BROWSER") or first_that_starts(playwright.chromium)
        assert path is not None, "No browser starts; ./dev setup installs one."
        browser = playwright.chromium.launch(**launch_options(path))
        try:
            yield browser
        finally:
            browser.close()


def _measured(browser: Browser, paths: dict[int, str], rounds: int) -> dict[int, Measured]:
    measured: dict[int, Measured] = {size: defaultdict(list) for size in paths}
    for number in range(-1, rounds):  # the first one warms up
        sizes = list(paths) if number % 2 else list(paths)[::-1]
        for size in sizes:
            with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
                found = _look(context.new_page(), paths[size])
            if number >= 0:
                for what, values in found.items():
                    measured[size][what] += values
    return measured


def _look(page: Page, url: str) -> Measured:
    answer = page.goto(url)
    assert answer is not None
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
    html = answer.body()
    paint = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
    found: dict[str, list[float]] = {
        "first paint, ms": [page.evaluate(paint)],
        "first HTML, KB": [len(html) / 1_000],
        "first elements": [html.count(b"<") - html.count(b"</")],
    }
    page.wait_for_selector(".rows[data-window]")
    total = int(page.locator(".rows").get_attribute("data-total") or 0)
    found["jump to a far row, ms"] = [page.evaluate(JUMPED, int(total * place)) for place in JUMPS]
    page.keyboard.press("Escape")
    found["scrollbar to a far place, ms"] = [_dragged(page, place) for place in JUMPS]
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight * 0.3)")
    page.wait_for_function(ROW_IN_VIEW)
    frames = page.evaluate(SCROLLED, [SCROLLS, SCROLL_STEP])
    found["frame while scrolling, p95 ms"] = [quantiles(frames, n=20)[-1]]
    found["JS heap after scrolling, MB"] = [_heap(page)]
    found["elements after scrolling"] = [page.evaluate("document.querySelectorAll('*').length")]
    return found


def _dragged(page: Page, place: float) -> float:
    began = time.monotonic()
    page.evaluate(f"scrollTo(0, document.documentElement.scrollHeight * {place})")
    page.wait_for_function(ROW_IN_VIEW)
    return (time.monotonic() - began) * 1_000


def _heap(page: Page) -> float:
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    usage: dict[str, Any] = session.send("Runtime.getHeapUsage")
    return float(usage["usedSize"]) / 1e6


def _report(measured: dict[int, Measured], took: dict[int, float], rounds: int, browser: str) -> str:
    sizes = list(measured)
    lines = [TITLE, "", METHOD.format(rounds=rounds, browser=browser), ""]
    lines.append(f"| | {' | '.join(f'{size:,} messages' for size in sizes)} | long / short | goal |")
    lines.append("|---|" + "---:|" * (len(sizes) + 1) + "---|")
    for what, goal in GOALS.items():
        values = [median(measured[size][what]) for size in sizes]
        ratios = [long / short if short else 0.0 for short, long in pairwise(values)]
        cells = [f"{value:,.0f}" if value >= 10 else f"{value:.1f}" for value in values]
        lines.append(f"| {what} | {' | '.join(cells)} | {ratios[-1]:.2f} | {goal} |")
    lines.append(f"| kept by `crosswire put`, s | {' | '.join(f'{took[size]:.1f}' for size in sizes)} | | |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(prog_name="python -m bench.pages")
