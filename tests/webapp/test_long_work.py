"""Large logs that many ask for at once: some are worked on, and all other requests are answered."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import crosswire
import pytest
from flask import Flask
from flask.testing import FlaskClient
from tests.conftest import MakeApp, work_off
from tests.histories import user
from tests.webapp.samples import chat
from webapp.services import services_of
from webapp.settings import Settings
from webapp.slots import Slots

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
LONG_WORK = (
    "/c/{}/repair",
    "/c/{}/as/anthropic.json",
    "/api/conversations/{}/verdicts",
    "/api/conversations/{}/as/gemini",
)


@pytest.fixture
def small_app(make_app: MakeApp, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """A server with one slot, to which all logs are large."""
    monkeypatch.setattr("webapp.request_scope.LARGE", 20)
    return make_app(settings.model_copy(update={"threads": 2}))


@pytest.fixture
def client(small_app: Flask) -> FlaskClient:
    return small_app.test_client()


@pytest.fixture
def slug(client: FlaskClient) -> str:
    log = json.dumps({"messages": [user(f"Question {n}") for n in range(400)]}).encode()
    found: str = client.post("/api/conversations", data=log).json["slug"]
    return found


@contextmanager
def all_slots_taken(app: Flask) -> Iterator[None]:
    slots = services_of(app).slots
    assert slots.take()
    yield
    slots.give_back()


@pytest.mark.parametrize("path", LONG_WORK)
def test_what_is_too_much_at_once_is_refused_for_now_and_possible_later(
    small_app: Flask, client: FlaskClient, slug: str, path: str
) -> None:
    with all_slots_taken(small_app):
        answer = client.get(path.format(slug))
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert "Try again in some seconds" in answer.text
        assert client.get("/healthz").status_code == 200
    for _ in range(3):  # each gives its slot back
        assert client.get(path.format(slug)).status_code == 200


def test_the_page_shows_what_is_there_and_asks_again_for_the_rest(
    small_app: Flask, client: FlaskClient, slug: str
) -> None:
    with all_slots_taken(small_app):
        page = client.get(f"/c/{slug}?pane=original:read&pane=original:wire")
        assert page.status_code == 200
        strip = client.get(f"/c/{slug}/check", headers=HTMX)
        assert strip.status_code == 202
        assert "lacks=check,verdicts" in strip.text
        assert "are being asked" in strip.text
        written = client.get(f"/c/{slug}/made?pane=gemini:read", headers=HTMX)
        assert written.status_code == 204
    work_off(small_app)
    assert 'class="check-own"' in client.get(f"/c/{slug}/check", headers=HTMX).text
    assert "here it comes" in client.get(f"/c/{slug}/made?pane=gemini:read", headers=HTMX).text


def test_a_slot_is_held_while_the_work_goes_on_and_given_back_when_it_fails(
    small_app: Flask, client: FlaskClient, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = threading.Event(), threading.Event()

    def fail_slowly(*args: object, **options: object) -> None:
        begun.set()
        ended.wait(20)
        raise MemoryError

    answered = []

    def ask() -> None:
        answered.append(small_app.test_client().get(f"/api/conversations/{slug}/verdicts").status_code)

    with monkeypatch.context() as patched:
        patched.setattr(crosswire, "load", fail_slowly)
        asking = threading.Thread(target=ask)
        asking.start()
        assert begun.wait(20)
        assert client.get(f"/api/conversations/{slug}/verdicts").status_code == 503
        assert client.get(f"/c/{slug}").status_code == 200
        ended.set()
        asking.join(20)
    assert answered == [503]
    assert client.get(f"/api/conversations/{slug}/verdicts").status_code == 200


def test_a_quarter_of_the_threads_may_wait_for_a_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    slots = Slots(8)
    assert [slots.take(wait=0) for _ in range(5)] == [True] * 4 + [False]
    got: list[bool] = []
    waiting = [threading.Thread(target=lambda: got.append(slots.take(wait=20))) for _ in range(2)]
    for one in waiting:
        one.start()
    while slots._waiting._value:  # type: ignore[union-attr]  # until both wait
        time.sleep(0.001)
    tried: list[object] = []
    with monkeypatch.context() as patched:
        patched.setattr(slots._work, "acquire", lambda **how: tried.append(how))
        assert not slots.take(wait=20)
    assert tried == [{"blocking": False}]
    slots.give_back()
    slots.give_back()
    for one in waiting:
        one.join(20)
    assert got == [True, True]
    assert not slots.take(wait=0)


def test_short_logs_need_no_slot(make_app: MakeApp, settings: Settings) -> None:
    app = make_app(settings.model_copy(update={"threads": 2}))
    client = app.test_client()
    slug = client.post("/api/conversations", data=chat()).json["slug"]
    with all_slots_taken(app):
        assert client.get(f"/api/conversations/{slug}/verdicts").status_code == 200
