"""Logs that their programs go on writing: what is sent again by the same holder is the next revision."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from tests.claude_code_lines import answered, called, gave, said, session_bytes
from tests.conftest import MakeApp, database_of, work_off
from tests.webapp.markup import flowed
from tests.webapp.samples import chat, chat_lines
from tests.webapp.shares import shared
from webapp.database.engine import Session
from webapp.database.tables import EarlierRow, UploadRow, UploadSegmentRow
from webapp.operations.put import put
from webapp.packing import SEGMENT_BYTES
from webapp.settings import Settings
from webapp.store import checking, deleting, growing, jobs, opening, permalinks, uploads
from werkzeug.test import TestResponse

LINES = chat_lines(3)
FIRST = LINES[: LINES.index(b"\n") + 1]


def drop(client: FlaskClient, data: bytes, name: str = "log.jsonl") -> str:
    """The slug of what a browser kept."""
    answer = client.post("/", data={"file": (BytesIO(data), name)})
    assert answer.status_code == 303, answer.text
    return answer.location.removeprefix("/c/")


def sent(client: FlaskClient, data: bytes, secret: str = "") -> TestResponse:
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    return client.post("/api/conversations", data=data, headers=headers)


def told(client: FlaskClient, slug: str) -> dict[str, Any]:
    answer = client.get(f"/api/conversations/{slug}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json
    return found


def test_a_log_that_grew_stays_under_its_link(any_app: Flask, any_session: Session) -> None:
    client = any_app.test_client()
    slug = drop(client, FIRST)
    assert drop(client, LINES) == slug
    assert client.get(f"/c/{slug}/original").data == LINES
    now = told(client, slug)
    assert (now["revision"], now["size"], now["conversations_total"]) == (2, len(LINES), 3)
    [before] = now["earlier_revisions"]
    assert (before["revision"], before["size"], before["lines"]) == (1, len(FIRST), 1)
    assert len(client.get("/api/library").json["uploads"]) == 1
    assert checking.check(database_of(any_app)).wrong == []
    assert drop(client, LINES + FIRST) == slug
    assert told(client, slug)["revision"] == 3


def test_a_line_that_was_cut_goes_on_in_the_next_revision(client: FlaskClient) -> None:
    slug = drop(client, LINES[: len(FIRST) + 40])
    assert any(note["code"] for note in told(client, slug)["notes"])
    assert drop(client, LINES) == slug
    assert told(client, slug)["notes"] == []


def test_of_several_that_it_goes_on_with_the_longest_grows(client: FlaskClient) -> None:
    one = drop(client, FIRST)
    two = drop(client, FIRST + b'{"messages": [{"role": "user", "content": "else"}]}\n')
    assert two == one
    again = drop(client, FIRST)
    assert again != one
    assert drop(client, LINES) == again


def test_what_does_not_begin_alike_is_an_upload_of_its_own(client: FlaskClient) -> None:
    slug = drop(client, FIRST)
    assert drop(client, FIRST) != slug
    assert drop(client, LINES.replace(b"Question 0", b"Question 9")) != slug
    assert drop(client, chat()) != slug


def test_nobody_else_s_upload_grows_or_shows(any_app: Flask) -> None:
    owner, stranger, program = (any_app.test_client() for _ in range(3))
    slug = drop(owner, FIRST)
    before = sent(program, chat()).json.keys()
    assert drop(stranger, LINES) != slug
    other = sent(program, LINES)
    assert (other.status_code, other.json.keys(), other.json["revision"]) == (201, before, 1)
    assert sent(program, LINES, "A" * 43).status_code == 201
    assert told(owner, slug)["revision"] == 1
    assert owner.get(f"/c/{slug}/original").data == FIRST


def test_the_lookup_asks_for_the_holder_s_own_uploads_alone(session: Session) -> None:
    uploads.keep(session, FIRST, owner="b:ann")
    assert growing.earlier_of(session, LINES, "b:ann", None) is not None
    assert growing.earlier_of(session, LINES, "b:bob", None) is None
    assert growing.earlier_of(session, LINES, None, None) is None
    assert growing.earlier_of(session, LINES, "b:ann", "openai-chat") is None


def test_a_program_says_whose_it_is_by_the_manage_secret(client: FlaskClient) -> None:
    first = sent(client, FIRST)
    grown = sent(client, LINES, first.json["manage_secret"])
    assert (grown.status_code, grown.json["slug"], grown.json["revision"]) == (200, first.json["slug"], 2)
    assert "manage_secret" not in grown.json
    secret = {"Authorization": f"Bearer {first.json['manage_secret']}"}
    assert client.delete(f"/api/conversations/{first.json['slug']}", headers=secret).status_code == 200


def test_a_large_log_grows_while_its_links_wait(waiting_app: Flask) -> None:
    client = waiting_app.test_client()
    slug = drop(client, FIRST)
    work_off(waiting_app)
    assert drop(client, LINES) == slug
    waits = client.get(f"/api/conversations/{slug}")
    assert (waits.status_code, waits.json["size"]) == (202, len(LINES))
    work_off(waiting_app)
    now = told(client, slug)
    assert (now["revision"], now["conversations_total"]) == (2, 3)


def test_a_worker_that_read_the_first_bytes_stores_nothing_of_them(waiting_app: Flask) -> None:
    client = waiting_app.test_client()
    slug = drop(client, FIRST)
    with database_of(waiting_app).session() as session:
        [waits] = jobs.claimable(session)
        job = jobs.claim(session, "one", waits)
        assert job is not None
        reading = jobs.read_accepted(session, job, "one")
        next(reading)
        assert drop(client, LINES) == slug
        with pytest.raises(permalinks.Gone):
            list(reading)
    work_off(waiting_app)
    assert told(client, slug)["conversations_total"] == 3


def test_each_conversation_keeps_its_link_where_its_number_changes(client: FlaskClient) -> None:
    agent = {"isSidechain": True, "agentId": "a1"}
    begun = [
        said("u1", None, "Look around"),
        called("a1", "u1", "toolu_1"),
        said("x1", None, "Count files", **agent),
        answered("x2", "x1", "Three.", **agent),
        gave("u2", "a1", "toolu_1", toolUseResult={"agentId": "a1"}),
        answered("a2", "u2"),
    ]
    slug = drop(client, session_bytes(*begun))
    links = {one["slug"]: told(client, one["slug"]) for one in told(client, slug)["conversations"]}
    [agent_slug] = [one for one, it in links.items() if it["summary"]["title"].startswith("Sub-agent")]
    rewound = [said("u3", "a1", "No, elsewhere"), answered("a3", "u3")]
    assert drop(client, session_bytes(*begun, *rewound)) == slug
    now = told(client, slug)
    assert now["conversations_total"] == 3
    assert told(client, agent_slug)["summary"]["title"].startswith("Sub-agent")
    titles = [told(client, one["slug"])["summary"]["title"] for one in now["conversations"]]
    assert [title.partition(":")[0] for title in titles][1:] == ["Branch", "Sub-agent a1"]


def test_what_it_was_can_be_looked_at_and_compared(client: FlaskClient, second_client: FlaskClient) -> None:
    begun = session_bytes(said("u1", None, "Look"), called("a1", "u1", "toolu_1"))
    grown = begun + session_bytes(gave("u2", "a1", "toolu_1"), answered("a2", "u2", "Found it."))
    slug = drop(client, begun)
    assert "Revision" not in client.get(f"/c/{slug}").text
    drop(client, grown)
    for one in (client, second_client):
        assert f"/c/{slug}/revisions" in one.get(f"/c/{slug}").text
        page = one.get(f"/c/{slug}/revisions").text
        assert "2 lines more than before" in flowed(page)
        assert one.get(f"/c/{slug}/original?revision=1").data == begun
        assert one.get(f"/c/{slug}/original?revision=2").data == grown
        assert one.get(f"/c/{slug}/original?revision=3").status_code == 404
        compared = one.get(f"/c/{slug}/compare?with=revision-1").text
        assert "Found it." in compared
    assert client.get(f"/c/{slug}/compare?with=revision-7").status_code == 404


def test_shares_stay_and_deleting_deletes_all(client: FlaskClient, session: Session) -> None:
    slug = drop(client, FIRST)
    share = shared(client, slug)
    drop(client, LINES)
    assert client.get(f"/c/{share}/original").data == FIRST
    row = opening.find(session, slug)
    assert row is not None
    deleting.delete(session, row)
    for table in (UploadRow, EarlierRow, UploadSegmentRow):
        own = select(func.count()).select_from(table)
        assert session.scalar(own if table is not UploadRow else own.where(UploadRow.example.is_(None))) == 0
    assert client.get(f"/c/{share}").status_code == 404


def test_a_copy_for_others_never_grows(client: FlaskClient) -> None:
    slug = drop(client, FIRST)
    share = shared(client, slug)
    client.post(f"/c/{slug}/delete")
    assert drop(client, LINES) not in (slug, share)


def test_a_stale_pane_is_not_stored(client: FlaskClient, session: Session) -> None:
    slug = drop(client, FIRST)
    row = opening.find(session, slug)
    assert row is not None
    upload = row.upload
    drop(client, LINES)
    assert not growing.is_as_it_was(session, upload)


def test_bytes_that_are_there_already_are_not_written_again(session: Session) -> None:
    begun = b'{"messages": [{"role": "user", "content": "' + b"x" * (SEGMENT_BYTES + 9) + b'"}]}\n'
    kept = uploads.keep(session, begun, owner="b:ann")
    earlier = growing.earlier_of(session, begun + FIRST, "b:ann", None)
    uploads.keep(session, begun + FIRST, owner="b:ann", earlier=earlier)
    offsets = select(UploadSegmentRow.offset).where(UploadSegmentRow.upload_id == kept.first.upload_id)
    assert session.scalars(offsets.order_by(UploadSegmentRow.offset)).all() == [0, SEGMENT_BYTES]


def test_what_grew_meanwhile_is_kept_by_itself(session: Session) -> None:
    kept = uploads.keep(session, FIRST, owner="b:ann")
    earlier = growing.earlier_of(session, LINES, "b:ann", None)
    uploads.keep(session, FIRST + FIRST, owner="b:ann", earlier=earlier)
    other = uploads.keep(session, LINES, owner="b:ann", earlier=earlier)
    assert (other.revision, other.first.upload_id == kept.first.upload_id) == (1, False)


def test_a_growing_log_in_an_object_store_leaves_no_object(
    make_app: MakeApp, settings: Settings, tmp_path: Path
) -> None:
    folder = tmp_path / "bytes"
    app = make_app(settings.model_copy(update={"uploads": folder.as_uri()}))
    client = app.test_client()
    slug = drop(client, FIRST)
    objects = len(list(folder.iterdir()))
    assert drop(client, LINES) == slug
    assert client.get(f"/c/{slug}/original").data == LINES
    assert client.get(f"/c/{slug}/original?revision=1").data == FIRST
    assert len(list(folder.iterdir())) == objects


def test_put_goes_on_with_what_it_kept(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSWIRE_DATABASE_URL", settings.database_url)
    file = tmp_path / "log.jsonl"
    paths = []
    for data in (FIRST, LINES):
        file.write_bytes(data)
        done = CliRunner().invoke(put, [str(file), "--panes", "none", "--no-verdicts"])
        assert done.exit_code == 0, done.output
        paths.append(done.stdout.strip())
    assert paths[0] == paths[1]
    assert "Revision 2" in done.stderr
