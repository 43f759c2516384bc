"""`python -m bench.visits`: what a visit to a conversation costs: bytes, requests, CPU, paint."""

from __future__ import annotations

import http.client
import os
import tempfile
import threading
import time
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlsplit

import click
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, ViewportSize
from tests.browser.logs import GENKIT, LOST, chat_json, long_log
from tests.browser.test_measures import MEASURED, SOUND
from webapp import create_app
from webapp.settings import Settings

from bench.pages import browser_that_starts, served

TITLE = "# What a visit to a conversation costs"
METHOD = """\
One machine, {browser}. *Just uploaded*: a browser without anything of ours in its cache opens the
log that was kept a moment ago, and stays until everything that is still being made has come; *first
visit*: another such browser, later; *next*: the same page again. Nobody scrolls. Bytes are those on
the wire, packed with zstd; with gzip where that is said. *CPU* is that of one request for the page
in the server's process, the median of {pages}, after the first ones. First paint is at 150 ms and
1.6 Mbit/s. The last line is one server, asked for the small sound log by 8 clients for {seconds} s.
`python -m bench.visits` prints this table."""
PAGES, SECONDS, CLIENTS = 60, 8, 8
SCREEN: ViewportSize = {"width": 1500, "height": 950}
LOGS = {
    "small, sound": SOUND,
    "small, broken": chat_json([*GENKIT, *LOST]),
    "400 messages": chat_json(long_log(100)),
    "5,000 messages": chat_json(long_log(1_250)),
}
GOALS = {
    "requests, just uploaded": "<= 12",
    "KB, just uploaded": "<= 60",
    "requests, first visit": "<= 12",
    "KB, first visit": "<= 60",
    "requests, next": "<= 2",
    "CPU of the page, ms": "<= 15",
    "first paint, ms": "<= 1,300",
    "controls": "<= 34 of a small log",
    "first row, px": "<= 150 of a sound log",
}
STILL_MADE = "() => !document.querySelector('[hx-trigger^=load], .htmx-request')"
"""Nothing waits to be asked for again."""
FIRST_PAINT = """() => new Promise((resolve) => {
    new PerformanceObserver((list) => {
        const [paint] = list.getEntriesByName("first-contentful-paint");
        if (paint) resolve(paint.startTime);
    }).observe({ type: "paint", buffered: true });
})"""
Measured = dict[str, float | str]


@click.command()
@click.option("--output", type=click.Path(dir_okay=False), help="Write the table here as well.")
def main(output: str | None) -> None:
    """Measure visits to a small sound log, a small broken one and two longer ones."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/visits.db"
        environment = os.environ | {"CROSSWIRE_DATABASE_URL": database}
        client = create_app(Settings(database_url=database)).test_client()
        paths = {name: _kept(client, log) for name, log in LOGS.items()}
        measured = {name: {"CPU of the page, ms": _cpu(client, path)} for name, path in paths.items()}
        with served(environment) as address, browser_that_starts() as browser:
            for name, path in paths.items():
                measured[name] |= _visited(browser, address + path)
            load = _load(address + paths["small, sound"])
            said = METHOD.format(browser=f"Chromium {browser.version}", pages=PAGES, seconds=SECONDS)
    table = _report(measured, load, said)
    print(table)
    if output:
        Path(output).write_text(table, encoding="utf-8")


def _kept(client: FlaskClient, log: str) -> str:
    slug = client.post("/api/conversations", data=log).json["slug"]  # type: ignore[index]
    return f"/c/{slug}"


def _cpu(client: FlaskClient, path: str) -> float:
    """Milliseconds of CPU of one request, once the page was asked for before."""
    took = []
    for number in range(PAGES + 5):
        began = time.process_time()
        assert client.get(path).status_code == 200
        if number >= 5:
            took.append((time.process_time() - began) * 1000)
    return median(took)


def _visited(browser: Browser, url: str) -> Measured:
    early = browser.new_context(viewport=SCREEN)
    early_requests, early_bytes = _wire(early.new_page(), url)
    early.close()
    context = browser.new_context(viewport=SCREEN)
    page = context.new_page()
    first_requests, first_bytes = _wire(page, url)
    next_requests, next_bytes = _wire(page, url)
    shown = page.evaluate(MEASURED)
    elements = page.evaluate("document.querySelectorAll('*').length")
    context.close()
    # As a browser asks without HTTPS of any server but its own machine's.
    plain = browser.new_context(viewport=SCREEN, extra_http_headers={"Accept-Encoding": "gzip"})
    _, plain_bytes = _wire(plain.new_page(), url)
    plain.close()
    return {
        "requests, just uploaded": early_requests,
        "KB, just uploaded": early_bytes / 1000,
        "requests, first visit": first_requests,
        "KB, first visit": first_bytes / 1000,
        "KB, first visit, gzip": plain_bytes / 1000,
        "requests, next": next_requests,
        "KB, next": next_bytes / 1000,
        "first paint, ms": _first_paint(browser, url),
        "elements": elements,
        "controls": shown["controls"],
        "sizes of type": ", ".join(sorted(shown["sizes"])),
        "first row, px": shown["firstRow"],
    }


def _wire(page: Page, url: str) -> tuple[int, float]:
    """How many answers came over the wire, and their bytes; what a cache gives has none."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(url, wait_until="networkidle")
    page.wait_for_function(STILL_MADE, timeout=120_000)
    page.wait_for_load_state("networkidle")
    session.detach()
    came = [size for size in sizes if size]
    return len(came), sum(came)


def _first_paint(browser: Browser, url: str) -> float:
    """Milliseconds at 150 ms and 1.6 Mbit/s, with nothing in the cache; the median of three."""
    took = []
    for _ in range(3):
        page = browser.new_page(viewport=SCREEN)
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        slow = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
        session.send("Network.emulateNetworkConditions", slow)
        page.goto(url, wait_until="load")
        took.append(page.evaluate(FIRST_PAINT))
        page.close()
    return median(took)


def _load(url: str) -> tuple[float, float]:
    """Pages in a second, and the 95th percentile of milliseconds, with 8 clients."""
    took: list[float] = []
    until = time.monotonic() + SECONDS
    clients = [threading.Thread(target=_ask, args=(url, until, took)) for _ in range(CLIENTS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    return len(took) / SECONDS, quantiles(took, n=20)[-1]


def _ask(url: str, until: float, took: list[float]) -> None:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port)
    while time.monotonic() < until:
        began = time.monotonic()
        connection.request("GET", parts.path, headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        took.append((time.monotonic() - began) * 1000)
    connection.close()


def _report(measured: dict[str, Measured], load: tuple[float, float], said: str) -> str:
    names = list(measured)
    lines = [TITLE, "", said, "", f"| | {' | '.join(names)} | goal |", f"|---|{'---:|' * len(names)}---|"]
    rows = dict.fromkeys(what for one in measured.values() for what in one)
    for what in rows:
        cells = " | ".join(_cell(measured[name].get(what, "")) for name in names)
        lines.append(f"| {what} | {cells} | {GOALS.get(what, '')} |")
    pages, slowest = load
    lines += ["", f"{pages:.0f} pages a second, p95 {slowest:.0f} ms (goals: 50 a process, 250 ms).", ""]
    return "\n".join(lines)


def _cell(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:,.0f}" if value >= 10 else f"{value:.3g}"


if __name__ == "__main__":
    main()
