"""A large upload in a browser: it is followed until it is read, and hanging up loses nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect
from tests.browser.logs import LOST, chat_json
from tests.conftest import database_of, quick_app, serving
from tests.webapp.samples import chat_lines
from webapp.settings import Settings
from webapp.store import jobs, workers
from webapp.uploads.worker import Worker


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{tmp_path / 'crosswire.db'}", read_at_once_bytes=20)


@pytest.fixture
def beside(settings: Settings) -> Iterator[Flask]:
    """The database of the server, for a worker beside it, which says that it is there."""
    app = quick_app(settings)
    with database_of(app).session() as session:
        workers.heartbeat(session, "here:1:x")
    yield app
    database_of(app).engine.dispose()


def read_all(app: Flask) -> None:
    worker = Worker(app, Settings())
    with database_of(app).session() as session:
        for upload_id in jobs.claimable(session):
            assert worker.take(upload_id)


def test_the_page_of_a_large_upload_becomes_the_conversation(
    page: Page, settings: Settings, beside: Flask
) -> None:
    with serving(settings) as server:
        made = page.request.post(f"{server}/api/conversations?name=large.json", data=chat_json(LOST).encode())
        slug = made.json()["slug"]
        page.goto(f"{server}/c/{slug}?pane=original:wire")
        expect(page.get_by_role("heading", name="large.json is being read")).to_be_visible()
        read_all(beside)
        expect(page.locator(".panes")).to_be_visible()
        expect(page).to_have_url(f"{server}/c/{slug}?pane=original:wire")


@pytest.mark.thorough
def test_a_large_upload_leads_to_its_page_once_it_was_sent(
    page: Page, settings: Settings, beside: Flask
) -> None:
    with serving(settings) as server:
        page.goto(server)
        lines = {"name": "log.jsonl", "mimeType": "", "buffer": chat_lines(3, " Nobody read it yet.")}
        page.locator("#file").set_input_files(lines)  # type: ignore[arg-type]
        expect(page.get_by_role("heading", name="log.jsonl is being read")).to_be_visible()
        expect(page.get_by_role("region", name="How it begins")).to_contain_text("Nobody read it yet.")
        read_all(beside)
        expect(page.locator(".panes")).to_be_visible()
