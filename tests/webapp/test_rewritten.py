"""Sessions that a program writes whole each time: a later one is the next revision, unless it changed."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from tests.conftest import MakeApp, database_of, work_off
from tests.webapp.markup import flowed
from tests.webapp.shares import shared
from tests.webapp.test_growing import drop, sent, told
from webapp.database.engine import Session
from webapp.database.tables import EarlierRow, EarlierSegmentRow, UploadRow
from webapp.packing import pack_json
from webapp.settings import Limits, Settings
from webapp.store import checking, deleting, growing, opening, uploads
from webapp.store.room import QuotaReached

NAME = "session-2026.json"


def said(id: str, text: str) -> dict[str, Any]:
    return {"id": id, "timestamp": "2026-07-01T06:00:01.000Z", "type": "user", "content": text}


def looked(id: str, *, done: bool = True) -> dict[str, Any]:
    call: dict[str, Any] = {"id": f"{id}-1", "name": "look", "args": {"row": 1}, "status": "executing"}
    if done:
        given = {"functionResponse": {"id": f"{id}-1", "name": "look", "response": {"output": "ripe"}}}
        call |= {"status": "success", "result": [given]}
    stamp = "2026-07-01T06:00:02.000Z"
    return {"id": id, "timestamp": stamp, "type": "gemini", "content": "I look.", "toolCalls": [call]}


def session_of(*messages: dict[str, Any], id: str = "g-1", updated: int = 1) -> bytes:
    """What Gemini CLI writes anew with each message."""
    head = {"sessionId": id, "projectHash": "c0ffee", "startTime": "2026-07-01T06:00:00.000Z"}
    written = head | {"lastUpdated": f"2026-07-01T06:00:0{updated}.000Z", "messages": list(messages)}
    return json.dumps(written, indent=1).encode()


BEGUN = session_of(said("u1", "Are they ripe?"), looked("a1"))
GROWN = session_of(said("u1", "Are they ripe?"), looked("a1"), said("u2", "And row 2?"), updated=9)


def test_a_session_that_is_written_anew_stays_under_its_link(any_app: Flask, any_session: Session) -> None:
    client = any_app.test_client()
    slug = drop(client, BEGUN, NAME)
    assert drop(client, GROWN, NAME) == slug
    now = told(client, slug)
    assert (now["revision"], now["size"], now["summary"]["messages"]) == (2, len(GROWN), 4)
    assert client.get(f"/c/{slug}/original").data == GROWN
    assert client.get(f"/c/{slug}/original?revision=1").data == BEGUN
    assert len(client.get("/api/library").json["uploads"]) == 1
    assert checking.check(database_of(any_app)).wrong == []


def test_a_result_that_came_later_is_no_change(client: FlaskClient) -> None:
    slug = drop(client, session_of(said("u1", "Ripe?"), looked("a1", done=False)), NAME)
    assert drop(client, session_of(said("u1", "Ripe?"), looked("a1"), said("u2", "More")), NAME) == slug


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(BEGUN, id="the same bytes"),
        pytest.param(session_of(said("u1", "Are they ripe?")), id="less"),
        pytest.param(session_of(said("u1", "Are they red?"), looked("a1"), said("u2", "And?")), id="changed"),
        pytest.param(session_of(looked("a1"), said("u2", "And?"), said("u3", "And?")), id="removed"),
        pytest.param(GROWN.replace(b"ripe", b"rife"), id="another result"),
        pytest.param(GROWN.replace(b"g-1", b"g-2"), id="another session"),
    ],
)
def test_what_says_not_the_same_is_an_upload_of_its_own(client: FlaskClient, other: bytes) -> None:
    slug = drop(client, BEGUN, NAME)
    assert drop(client, other, NAME) != slug
    assert told(client, slug)["revision"] == 1


def test_a_request_without_a_session_s_id_is_an_upload_of_its_own(client: FlaskClient) -> None:
    asked = {"role": "user", "content": "Are they ripe?"}
    answer = {"role": "assistant", "content": "They are."}
    slug = drop(client, json.dumps({"messages": [asked]}).encode())
    assert drop(client, json.dumps({"messages": [asked, answer]}).encode()) != slug


def test_nobody_else_s_session_grows_or_shows(any_app: Flask) -> None:
    owner, stranger, program = (any_app.test_client() for _ in range(3))
    slug = drop(owner, BEGUN, NAME)
    assert drop(stranger, GROWN, NAME) != slug
    plain = sent(program, session_of(said("u1", "Hello"), id="g-9"))
    other = sent(program, GROWN)
    assert (other.status_code, other.json.keys()) == (201, plain.json.keys())
    assert sent(program, GROWN, "A" * 43).status_code == 201
    assert (told(owner, slug)["revision"], owner.get(f"/c/{slug}/original").data) == (1, BEGUN)


def test_a_list_of_sessions_goes_on_in_any_order(client: FlaskClient) -> None:
    def chat(id: str, *texts: str) -> dict[str, Any]:
        nodes: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
        last = "root"
        for number, text in enumerate(texts):
            own = f"{id}-{number}"
            content = {"content_type": "text", "parts": [text]}
            spoke = {"id": own, "author": {"role": ("user", "assistant")[number % 2]}, "content": content}
            nodes[last]["children"].append(own)
            nodes[own] = {"id": own, "message": spoke, "parent": last, "children": []}
            last = own
        return {"title": id, "conversation_id": id, "mapping": nodes, "current_node": last}

    slug = drop(client, json.dumps([chat("c-1", "Hi", "Hello")]).encode())
    more = [chat("c-2", "New"), chat("c-1", "Hi", "Hello", "How?")]
    newest = drop(client, json.dumps(more).encode())
    assert newest in {one["slug"] for one in told(client, slug)["conversations"]}
    now = told(client, slug)
    assert (now["conversations_total"], now["revision"], now["summary"]["messages"]) == (2, 2, 3)
    without = drop(client, json.dumps([more[0], chat("c-3", "Else")]).encode())
    assert (told(client, slug)["revision"], told(client, without)["revision"]) == (2, 1)


def test_a_large_one_is_joined_when_a_worker_has_read_it(waiting_app: Flask) -> None:
    client = waiting_app.test_client()
    slug = drop(client, BEGUN, NAME)
    work_off(waiting_app)
    waits = drop(client, GROWN, NAME)
    assert waits != slug
    work_off(waiting_app)
    assert (told(client, slug)["revision"], told(client, waits)["slug"]) == (2, slug)
    assert client.get(f"/c/{waits}/original").data == GROWN
    assert len(client.get("/api/library").json["uploads"]) == 1
    assert checking.check(database_of(waiting_app)).wrong == []
    last = session_of(
        said("u1", "Are they ripe?"), looked("a1"), said("u2", "And row 2?"), said("u3", "Pick")
    )
    drop(client, last, NAME)
    work_off(waiting_app)
    assert told(client, waits)["revision"] == 3


def test_the_secrets_of_both_manage_what_they_became(waiting_app: Flask) -> None:
    client = waiting_app.test_client()
    first = sent(client, BEGUN)
    work_off(waiting_app)
    second = sent(client, GROWN, first.json["manage_secret"])
    other = sent(client, GROWN)
    work_off(waiting_app)
    slug = first.json["slug"]
    assert told(client, second.json["slug"])["slug"] == slug
    assert told(client, other.json["slug"])["revision"] == 1
    headers = {"Authorization": f"Bearer {second.json['manage_secret']}"}
    gone = client.delete(f"/api/conversations/{second.json['slug']}", headers=headers)
    assert gone.status_code == 200
    assert client.get(f"/api/conversations/{slug}").status_code == 404


def test_what_was_edited_or_named_meanwhile_stays_apart(waiting_app: Flask) -> None:
    client = waiting_app.test_client()
    slug = drop(client, BEGUN, NAME)
    work_off(waiting_app)
    waits = drop(client, GROWN, NAME)
    with database_of(waiting_app).session() as session:
        [named] = session.scalars(select(UploadRow).where(UploadRow.reading_version == 0))
        named.label = "My own"
        session.commit()
    work_off(waiting_app)
    assert (told(client, slug)["revision"], told(client, waits)["slug"]) == (1, waits)


def test_what_it_was_can_be_looked_at_and_goes_with_it(client: FlaskClient, session: Session) -> None:
    slug = drop(client, BEGUN, NAME)
    longer = BEGUN + b"\n\n"
    assert drop(client, longer, NAME) == slug
    share = shared(client, slug)
    assert drop(client, GROWN, NAME) == slug
    page = flowed(client.get(f"/c/{slug}/revisions").text)
    assert page.count("Written anew by its program") == 1
    assert [client.get(f"/c/{slug}/original?revision={n}").data for n in (1, 2, 3)] == [BEGUN, longer, GROWN]
    compared = client.get(f"/c/{slug}/compare?with=revision-1").text
    assert "And row 2?" in compared
    assert client.get(f"/c/{share}/original").data == longer
    row = opening.find(session, slug)
    assert row is not None
    deleting.delete(session, row)
    for table in (EarlierRow, EarlierSegmentRow):
        assert session.scalar(select(func.count()).select_from(table)) == 0


def test_keys_of_before_are_for_the_holder_alone(client: FlaskClient, second_client: FlaskClient) -> None:
    slug = drop(client, BEGUN, NAME)
    drop(client, GROWN, NAME)
    with database_of(client.application).session() as session:
        before = session.get(EarlierRow, (opening.find(session, slug).upload_id, 1))  # type: ignore[union-attr]
        assert before is not None
        before.hidden_keys = pack_json([[4, 13]])
        session.commit()
    assert client.get(f"/c/{slug}/original?revision=1").data == BEGUN
    others = second_client.get(f"/c/{slug}/original?revision=1").data
    assert (len(others), others == BEGUN) == (len(BEGUN), False)


def test_the_bytes_of_before_count_as_kept(session: Session) -> None:
    limits = Limits(bytes=len(BEGUN) + len(GROWN) + 10)
    uploads.keep(session, BEGUN, owner="b:ann", limits=limits)
    kept = uploads.keep(session, GROWN, owner="b:ann", limits=limits, earlier=growing.Holder("b:ann"))
    assert kept.revision == 2
    with pytest.raises(QuotaReached):
        uploads.keep(session, b'{"messages": []}' + b" " * 20, owner="b:ann", limits=limits)


def test_in_an_object_store_each_revision_has_its_object(
    make_app: MakeApp, settings: Settings, tmp_path: Path
) -> None:
    folder = tmp_path / "bytes"
    app = make_app(settings.model_copy(update={"uploads": folder.as_uri()}))
    client = app.test_client()
    before = len(list(folder.iterdir()))
    slug = drop(client, BEGUN, NAME)
    assert drop(client, GROWN, NAME) == slug
    assert client.get(f"/c/{slug}/original?revision=1").data == BEGUN
    assert len(list(folder.iterdir())) == before + 2
    client.post(f"/c/{slug}/delete")
    assert len(list(folder.iterdir())) == before
