"""What an operator's machines ask: whether a server lives, whether it can work, and its numbers."""

import os
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text
from tests.conftest import MakeApp, database_of
from tests.selection import for_each
from tests.webapp.samples import chat
from webapp.operations.metrics import count_events
from webapp.settings import Settings
from webapp.store import jobs, workers
from webapp.store.room import LEAST_FREE


def test_it_lives_while_its_database_does_not(app: Flask, client: FlaskClient) -> None:
    database_of(app).engine.dispose()
    Path(database_of(app).engine.url.database or "").write_bytes(b"a letter" * 1000)
    assert client.get("/healthz").json == {"status": "ok"}
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json["reasons"]) == (503, ["database-unreachable"])


def test_it_is_ready_when_it_can_work(any_app: Flask) -> None:
    answer = any_app.test_client().get("/readyz")
    assert (answer.status_code, answer.json) == (200, {"status": "ready"})


def test_a_schema_of_another_version_is_not_ready(any_app: Flask) -> None:
    with database_of(any_app).engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))
    answer = any_app.test_client().get("/readyz")
    assert (answer.status_code, answer.json["reasons"]) == (503, ["schema-not-current"])


def test_waiting_uploads_without_a_worker_are_not_ready(any_app: Flask) -> None:
    client = any_app.test_client()
    with database_of(any_app).session() as session:
        jobs.accept(session, chat())
        assert client.get("/readyz").json["reasons"] == ["no-worker"]
        workers.heartbeat(session, "here:1:one")
    assert client.get("/readyz").status_code == 200


def test_a_full_disk_is_not_ready(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for free, reasons in ((LEAST_FREE, []), (LEAST_FREE - 1, ["storage-full"])):
        usage = SimpleNamespace(free=free)
        monkeypatch.setattr("webapp.store.room.shutil.disk_usage", lambda _, usage=usage: usage)
        assert client.get("/readyz").json.get("reasons", []) == reasons


def test_a_file_that_cannot_be_written_is_not_ready(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.store.room.os.access", lambda path, _: os.path.isdir(path))
    assert client.get("/readyz").json["reasons"] == ["storage-read-only"]


def numbers(client: FlaskClient, **more: str) -> dict[tuple[str, ...], float]:
    """The value of each number, by its name and the values of its labels in the order of their names."""
    answer = client.get("/metrics", headers=more)
    assert answer.status_code == 200
    assert answer.content_type.startswith("text/plain; version=")
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_requests_uploads_and_what_is_kept_are_counted(any_app: Flask) -> None:
    count_events()
    client = any_app.test_client()
    before = numbers(client)
    data = chat()
    slug = client.post("/api/conversations", data=data).json["slug"]
    assert client.post("/api/conversations", data=b"no log").status_code == 422
    assert client.get(f"/c/{slug}").text  # it is counted when it has been sent
    assert client.get("/no-such-page/marker").text
    after = numbers(client)

    def grown(*key: str) -> float:
        return after.get(key, 0) - before.get(key, 0)

    assert grown("crosswire_requests_total", "conversations.show", "GET", "200") == 1
    assert grown("crosswire_requests_total", "none", "GET", "404") == 1
    assert grown("crosswire_request_seconds_count", "conversations.show") == 1
    assert grown("crosswire_uploads_total", "openai-chat", "kept") == 1
    assert grown("crosswire_uploads_total", "", "refused") == 1
    assert grown("crosswire_uploaded_bytes_total") == len(data)
    assert after["crosswire_kept_uploads", "openai-chat"] == 1
    assert after["crosswire_kept_bytes", "openai-chat"] == len(data)
    assert after["crosswire_database_up",] == 1
    assert after["crosswire_database_bytes",] > 10_000
    assert after["crosswire_jobs", "waiting"] == 0
    text = client.get("/metrics").text
    assert slug not in text
    assert "marker" not in text
    assert not re.search(r"b:[0-9a-f]{8}", text)


def test_numbers_are_told_when_the_database_is_not_reached(app: Flask, client: FlaskClient) -> None:
    database_of(app).engine.dispose()
    Path(database_of(app).engine.url.database or "").write_bytes(b"a letter" * 1000)
    assert numbers(client)["crosswire_database_up",] == 0


@for_each("address", ["203.0.113.9", "::ffff:203.0.113.9", "10.0.0.1", ""])
def test_other_machines_see_no_numbers(client: FlaskClient, address: str) -> None:
    answer = client.get("/metrics", environ_base={"REMOTE_ADDR": address})
    nothing = client.get("/no-such-page", environ_base={"REMOTE_ADDR": address})
    assert answer.status_code == nothing.status_code == 404
    without_nonce = [re.sub(r'nonce="[^"]+"', "", page.text) for page in (answer, nothing)]
    assert without_nonce[0] == without_nonce[1]


def test_a_proxy_on_this_machine_hands_no_numbers_out(client: FlaskClient) -> None:
    """The proxy connects from here; who asked is told by its header, which waitress puts in place."""
    environ = {"REMOTE_ADDR": "203.0.113.9", "crosswire.peer": "127.0.0.1"}
    assert client.get("/metrics", environ_base=environ).status_code == 404


def test_with_a_token_only_the_token_counts(make_app: MakeApp, settings: Settings) -> None:
    app = make_app(Settings(database_url=settings.database_url, metrics_token="a-long-token"))
    client = app.test_client()
    assert client.get("/metrics").status_code == 404
    for wrong in ("Bearer another", "Basic a-long-token", "Bearer ", "Bearer \u00e9"):
        assert client.get("/metrics", headers={"Authorization": wrong}).status_code == 404
    far = {"REMOTE_ADDR": "203.0.113.9"}
    token = {"Authorization": "Bearer a-long-token"}
    assert client.get("/metrics", headers=token, environ_base=far).status_code == 200
