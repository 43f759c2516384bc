"""Starts the browser, and keeps every test that drives it on this machine."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request, expect
from tests.conftest import serving
from tests.find_browser import first_that_starts, launch_options
from webapp.settings import Settings

HERE = Path(__file__).parent
LOOPBACK = {"127.0.0.1", "localhost", "::1"}

expect.set_options(timeout=20_000)  # tests share the cores with each other


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and run them first: they wait, while other processes can work."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker("browser")
    items.sort(key=lambda item: item.path.parent != HERE)


@pytest.fixture(scope="session")
def browser_path(playwright: Playwright) -> str:
    path = os.environ.get("CROSSWIRE_TEST_BROWSER") or first_that_starts(playwright.chromium)
    if path is None:
        pytest.fail("No browser starts. `./dev setup` installs one; `./dev check` needs none.")
    return path


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], browser_path: str) -> dict[str, Any]:
    return {**launch_options(browser_path), **browser_type_launch_args}


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server for all journeys: no permalink can be guessed, so that none meets another."""
    folder = tmp_path_factory.mktemp("served")
    with serving(Settings(database_url=f"sqlite:///{folder / 'crosswire.db'}")) as address:
        yield address


@pytest.fixture(scope="session")
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """Somebody who has been here before, and has the scripts and styles."""
    context = browser.new_context(reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def visit(visitor: BrowserContext) -> Iterator[Page]:
    """A page for a look at what stands there; journeys that leave traces take `page`."""
    page = visitor.new_page()
    yield page
    page.close()


@pytest.fixture(autouse=True)
def nothing_leaves_this_machine(browser: Browser) -> Iterator[None]:
    """Fail a test in which any page asked another machine for anything."""
    strays: list[str] = []

    def note(request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme in {"http", "https"} and url.hostname not in LOOPBACK:
            strays.append(f"{request.method} {request.url}")

    def watch(context: BrowserContext) -> None:
        context.on("request", note)

    browser.on("context", watch)
    kept = list(browser.contexts)
    for context in kept:
        watch(context)
    yield
    browser.remove_listener("context", watch)
    for context in kept:
        context.remove_listener("request", note)
    assert not strays, f"requests that left this machine: {strays}"
