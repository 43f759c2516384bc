"""Goals of pages: how soon a browser shows what was dropped, and whether others are disturbed."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlsplit

import crosswire
from playwright.sync_api import Browser, Page

from bench.goals.keeping import made
from bench.goals.row import Row, at_most, number
from bench.pages import browser_that_starts, served
from bench.small_messages import chat_request

DROPS = 7
SMALL = 200
"""Messages of the small log."""
LIMIT = str(2_000_000_000)
LONGEST = 600_000
"""Milliseconds that a large log may take."""
CARD = "#answer:not([data-working])"
PAUSE = 0.1
"""Seconds between two requests of somebody else."""


def rows(folder: Path, *, gigabyte: bool) -> Iterator[Row]:
    database = folder / "pages.db"
    environment = os.environ | {
        "CROSSWIRE_DATABASE_URL": f"sqlite:///{database}",
        "CROSSWIRE_MAX_UPLOAD_BYTES": LIMIT,
    }
    with served(environment) as address, browser_that_starts() as browser:
        yield _small(browser, address, folder)
        yield from _session(browser, address, folder, database)
        if gigabyte:
            yield from _gigabyte(browser, address, folder)


def _small(browser: Browser, address: str, folder: Path) -> Row:
    """From the drop to the answer card, in a browser that has been here before."""
    took = []
    with browser.new_context() as context:
        page = context.new_page()
        for number_of in range(DROPS + 1):
            file = folder / f"small-{number_of}.json"
            file.write_bytes(chat_request(SMALL).replace(b"call_", b"call_%d_" % number_of))
            took.append(_dropped(page, address, file, CARD) * 1_000)
    what = f"{SMALL} messages dropped, to the answer card"
    return at_most(what, "not measured", median(took[1:]), 400, "ms")


def _session(browser: Browser, address: str, folder: Path, database: Path) -> Iterator[Row]:
    """A session of 20 MB: its first rows, its card, and each target's verdict."""
    file = made(folder, "claude-code", 20)
    with browser.new_context() as context:
        page = context.new_page()
        began = time.monotonic()
        first = _dropped(page, address, file, ".first-rows, .panes")
        page.wait_for_selector(CARD, timeout=LONGEST)
        card = time.monotonic() - began
        last = began + LONGEST
        while _verdicts(database) < len(crosswire.FIRST_TARGETS) and time.monotonic() < last:
            time.sleep(PAUSE)
        verdicts = time.monotonic() - began
    yield at_most("session of 20 MB dropped, to its first rows", "not measured", first, 2, "s")
    yield Row("the same, to its answer card", "14 s", f"{number(card)} s", "", is_met=True)
    yield at_most("the same, to the last target's verdict", "14 s", verdicts, 2, "s")


def _verdicts(database: Path) -> int:
    """How many of the first targets were asked about the newest conversation."""
    asked = "SELECT target FROM verdicts WHERE conversation_id = (SELECT max(id) FROM conversations)"
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=30) as connection:
        return len({target for (target,) in connection.execute(asked)} & {*crosswire.FIRST_TARGETS})


def _gigabyte(browser: Browser, address: str, folder: Path) -> Iterator[Row]:
    """1 GB dropped in a browser while somebody else looks at another page."""
    quiet = _Somebody(address)
    time.sleep(5)
    before = quiet.stop()
    file = made(folder, "requests", 1_000)
    somebody = _Somebody(address)
    with browser.new_context() as context:
        page = context.new_page()
        took = _dropped(page, address, file, ".panes")
    during = somebody.stop()
    yield at_most("1 GB dropped, until it is read", "not possible", took, 120, "s")
    said = f"p95 {number(during)} ms, {number(before)} ms before"
    yield Row("others' pages meanwhile", "not possible", said, "undisturbed", during <= 2 * before + 50)


class _Somebody:
    """Asks for a library again and again, and remembers how long it took."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.client = HTTPConnection(parts.hostname or "", parts.port, timeout=60)
        self.took: list[float] = []
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self._ask)
        self.thread.start()

    def _ask(self) -> None:
        while not self.is_over.wait(PAUSE):
            began = time.monotonic()
            self.client.request("GET", "/library")
            self.client.getresponse().read()
            self.took.append((time.monotonic() - began) * 1_000)

    def stop(self) -> float:
        """The 95th percentile, in milliseconds."""
        self.is_over.set()
        self.thread.join()
        return quantiles(self.took, n=20)[-1]


def _dropped(page: Page, address: str, file: Path, shown: str) -> float:
    """Seconds from a file's choice until something of its page is there."""
    page.goto(address)
    began = time.monotonic()
    page.locator("#file").set_input_files(file, timeout=LONGEST)
    page.wait_for_selector(shown, timeout=LONGEST)
    return time.monotonic() - began
