"""The doctor's server: its door, its list, and that no other app has it."""

import os
import time
from pathlib import Path

import pytest
from crosswire.doctor import Known, Session, find
from flask import Flask
from flask.testing import FlaskClient
from tests import homes
from tests.agent_databases import hermes
from tests.conftest import MakeApp
from tests.homes import CLAUDE, CODEX, CORPUS, put
from webapp.doctor import Door, Offer, attach
from webapp.settings import Settings
from werkzeug.test import Client, TestResponse

PORT = 4321
HOST = f"127.0.0.1:{PORT}"
BASE = f"http://{HOST}"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    now = time.time()
    home = tmp_path / "home"
    put(home, CLAUDE, homes.broken_session(), 1, now)
    put(home, CODEX, (CORPUS / "codex-rollout/early.jsonl").read_bytes(), 3, now)
    put(home, ".claude/projects/x/<b>hostile.jsonl", b"\x00", 5, now)
    return home


@pytest.fixture
def offer(home: Path) -> Offer:
    return Offer(find(root=home), Known(None))


@pytest.fixture
def app(offer: Offer, make_app: MakeApp, settings: Settings) -> Flask:
    app = make_app(settings)
    attach(app, offer)
    return app


@pytest.fixture
def door(app: Flask) -> Door:
    return Door(app.wsgi_app, PORT, "/sessions")


def entered(door: Door) -> Client:
    client = Client(door)
    assert client.get(secret_of(door), base_url=BASE).status_code == 303
    return client


def secret_of(door: Door) -> str:
    return door.address.removeprefix(BASE)


def get(client: Client, path: str = "/sessions", **headers: str) -> TestResponse:
    return client.get(path, base_url=BASE, headers=headers)


def read(offer: Offer) -> None:
    for one, (_, summary) in zip(
        offer.sessions, Known(None).read([o.session for o in offer.sessions]), strict=True
    ):
        one.summary = summary


# The door


def test_the_secret_opens_it_once(door: Door) -> None:
    client = entered(door)
    assert get(client).status_code == 200
    again = Client(door)
    assert again.get(secret_of(door), base_url=BASE).status_code == 403
    assert get(again).status_code == 403
    assert get(client).status_code == 200


def test_the_cookie_is_for_this_server_alone(door: Door) -> None:
    answer = Client(door).get(secret_of(door), base_url=BASE)
    cookie = answer.headers["Set-Cookie"]
    assert answer.headers["Location"] == "/sessions"
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Domain" not in cookie
    assert door.address.partition("secret=")[2] not in cookie


@pytest.mark.parametrize("query", ["", "?secret=", "?secret=x", "?secret=%C3%A4"])
def test_another_secret_opens_nothing_and_uses_none_up(door: Door, query: str) -> None:
    assert get(Client(door), f"/enter{query}").status_code == 403
    assert get(entered(door)).status_code == 200


def test_only_a_get_takes_the_secret(door: Door) -> None:
    assert Client(door).head(secret_of(door), base_url=BASE).status_code == 403
    assert Client(door).post(secret_of(door), base_url=BASE).status_code == 403
    assert get(entered(door)).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/sessions", "/library", "/healthz", "/static/icon.svg", "/api/library"]
)
def test_without_the_cookie_nothing_answers(door: Door, path: str) -> None:
    assert get(Client(door), path).status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:80", "", "[::1]:4321"]
)
def test_another_name_is_refused(door: Door, host: str) -> None:
    client = entered(door)
    answer = get(client, Host=host)
    assert answer.status_code == 400
    assert "its own address" in answer.text


@pytest.mark.parametrize("header", ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"])
def test_what_a_proxy_forwards_is_refused(door: Door, header: str) -> None:
    assert get(entered(door), **{header: "127.0.0.1"}).status_code == 400
    assert Client(door).get(secret_of(door), base_url=BASE, headers={header: "127.0.0.1"}).status_code == 400


def test_another_site_cannot_open_a_session(door: Door) -> None:
    client = entered(door)
    answer = client.post("/sessions/1", base_url=BASE, headers={"Sec-Fetch-Site": "same-site"})
    assert answer.status_code == 403


# The list


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_sessions_stand_there_before_they_are_read(client: FlaskClient, offer: Offer) -> None:
    page = client.get("/sessions").text
    assert "3 still to be read" in page
    assert 'hx-trigger="every 2s"' in page
    assert "Look again" in page
    read(offer)
    page = client.get("/sessions").text
    assert "hx-trigger" not in page
    assert "1 error" in page
    assert "/tmp/project" in page
    assert "CW201" in page
    assert "&lt;b&gt;hostile" in page
    assert "<b>hostile" not in page


def test_the_list_is_sorted_as_asked(client: FlaskClient, offer: Offer) -> None:
    read(offer)
    assert order(client, "") == [1, 2, 3]
    assert order(client, "?sort=oldest") == [3, 2, 1]
    assert order(client, "?sort=program") == [1, 3, 2]
    assert order(client, "?sort=size") == [1, 2, 3]
    assert order(client, "?sort=errors") == [1, 2, 3]
    assert client.get("/sessions?sort=nothing").status_code == 400


def order(client: FlaskClient, query: str) -> list[int]:
    page = client.get(f"/sessions{query}").text
    return [int(piece.split('"')[0]) for piece in page.split('action="/sessions/')[1:]]


def test_a_session_is_opened_by_its_number(client: FlaskClient, home: Path) -> None:
    answer = client.post("/sessions/1")
    assert answer.status_code == 303
    place = answer.headers["Location"]
    assert "toolu_1" in client.get(place).text
    assert client.post("/sessions/1").headers["Location"] == place
    (home / CLAUDE).write_bytes(homes.sound_session())
    assert client.post("/sessions/1").headers["Location"] != place


def test_a_large_session_waits_for_a_worker(client: FlaskClient, home: Path) -> None:
    (home / CLAUDE).write_bytes(homes.sound_session() * 300)
    answer = client.post("/sessions/1")
    assert answer.status_code == 303
    assert "is being read" in client.get(answer.headers["Location"]).text


@pytest.mark.parametrize("number", [0, 4, 10**9])
def test_a_number_that_is_not_in_the_list(client: FlaskClient, number: int) -> None:
    assert client.post(f"/sessions/{number}").status_code == 404


def test_a_session_that_is_gone_or_none(client: FlaskClient, home: Path) -> None:
    (home / CLAUDE).unlink()
    assert client.post("/sessions/1").status_code == 404
    answer = client.post("/sessions/3")
    assert answer.status_code == 422


def test_a_name_that_no_encoding_takes(home: Path, make_app: MakeApp, settings: Settings) -> None:
    odd = put(
        home,
        f".claude/projects/x/{os.fsdecode(b'odd' + bytes([255]))}.jsonl",
        homes.sound_session(),
        0.5,
        9e9,
    )
    offer = Offer(find(root=home), Known(None))
    app = make_app(settings)
    attach(app, offer)
    client = app.test_client()
    assert offer.sessions[0].session.path == odd
    assert "odd" in client.get("/sessions").text
    answer = client.post("/sessions/1")
    assert answer.status_code == 303
    assert client.get(answer.headers["Location"]).status_code == 200


def test_pages_lead_back_to_the_list(client: FlaskClient) -> None:
    place = client.post("/sessions/1").headers["Location"]
    assert 'href="/sessions"' in client.get(place).text
    assert 'href="/sessions"' in client.get("/library").text


def test_no_other_app_has_the_list(make_app: MakeApp, settings: Settings) -> None:
    app = make_app(settings)
    assert not any(rule.rule.startswith(("/sessions", "/enter")) for rule in app.url_map.iter_rules())
    assert app.test_client().get("/sessions").status_code == 404
    assert "/sessions" not in app.test_client().get("/").text


def test_the_reading_process_fills_the_list(offer: Offer) -> None:
    offer._read_all()
    assert offer.waiting == 0
    assert [one.summary.state for one in offer.sessions if one.summary] == ["read", "read", "unread"]


class Ending(Session):
    """A session over which the process that reads it ends."""

    def read(self) -> bytes:
        os._exit(9)


def test_sessions_that_no_process_could_be_started_for_say_so(
    offer: Offer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", refuse)
    offer._read_all()
    summaries = [one.summary for one in offer.sessions]
    assert {one.state for one in summaries if one} == {"unread"}
    assert all("no process could be started" in one.why for one in summaries if one)


def test_a_session_that_ends_the_reading_process_ends_no_other(home: Path) -> None:
    found = find(root=home)
    first = found.sessions[0]
    found.sessions[0] = Ending(first.file, first.folder, first.place)
    offer = Offer(found, Known(None))
    offer._read_all()
    states = [(one.summary.state, one.summary.why) for one in offer.sessions if one.summary]
    assert states[0] == ("unread", "The process that read it was ended: it may be too large.")
    assert states[1][0] == "read"


def test_the_sessions_of_a_database_are_listed_below_it(
    home: Path, make_app: MakeApp, settings: Settings
) -> None:
    file = home / ".hermes/state.db"
    file.parent.mkdir(parents=True)
    hermes(file, "one", "two")
    offer = Offer(find("hermes", root=home), Known(None))
    read(offer)
    app = make_app(settings)
    attach(app, offer)
    page = app.test_client().get("/sessions").text
    assert "2 sessions in it" in page
    assert page.index("About two") > page.index("2 sessions in it")
    assert "2026-01-01" in page
