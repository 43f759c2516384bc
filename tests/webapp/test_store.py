"""What is stored of an upload, on both databases: bytes, index, findings, panes; and what deleting leaves."""

import hashlib
import json
from pathlib import Path

import crosswire
import pytest
from crosswire.containers import json_document
from crosswire.errors import UnknownFormat, UnreadableUpload
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select, update
from sqlalchemy.dialects import sqlite
from tests.conftest import database_of, work_off
from tests.selection import for_each
from tests.webapp.samples import chat, chat_lines, long_chat
from tests.webapp.stored import pane_of
from webapp.database.engine import Session
from webapp.database.tables import PaneRow, Table, UploadRow, UploadSegmentRow, WireText
from webapp.packing import FIRST_SEGMENT_BYTES, SEGMENT_BYTES, pack, segments, unpack
from webapp.readmodel import VERSION
from webapp.readmodel.cells import cells
from webapp.readmodel.outline import BLOCK_ROWS, outline
from webapp.readmodel.panes import PaneChoice
from webapp.store import blobs, checking, conversations, deleting, listings, opening, problems, uploads
from webapp.store import panes as stored_panes


def count(session: Session, table: type[Table]) -> int:
    return session.scalar(select(func.count()).select_from(table)) or 0


def rows_of_all_tables(session: Session) -> int:
    return sum(
        session.scalar(select(func.count()).select_from(table)) or 0 for table in Table.metadata.sorted_tables
    )


def test_segments_as_long_as_they_were_before_are_read_and_go_on(
    any_session: Session, any_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = long_chat(600)
    with monkeypatch.context() as before:
        before.setattr("webapp.packing.SEGMENT_BYTES", FIRST_SEGMENT_BYTES)
        row = uploads.keep(any_session, data).first
    assert count(any_session, UploadSegmentRow) == -(-len(data) // FIRST_SEGMENT_BYTES) > 1
    assert blobs.upload_bytes(any_session, row) == data
    around = slice(FIRST_SEGMENT_BYTES - 9, FIRST_SEGMENT_BYTES + 9)
    assert blobs.slice_of_upload(any_session, row, around.start, around.stop) == data[around]
    assert checking.check(database_of(any_app)).wrong == []
    more = data + b" " * SEGMENT_BYTES
    row.upload.size, row.upload.digest = len(more), hashlib.sha256(more).hexdigest()
    blobs.append_bytes(any_session, row.upload, more, len(data))
    any_session.commit()
    assert count(any_session, UploadSegmentRow) == 2
    assert blobs.upload_bytes(any_session, row) == more
    assert checking.check(database_of(any_app)).wrong == []


def test_each_part_of_the_index_names_its_bytes(any_session: Session) -> None:
    data = long_chat(300)
    row = uploads.keep(any_session, data).first
    parts = listings.parts(any_session, row)
    conversation = crosswire.load(data).conversations[0]
    by_address = {part.address: part for _, part in conversation.parts()}
    assert len(parts) == len(by_address) + len(conversation.settings_and_tools)
    for part in parts[:: len(parts) // 40]:
        found = listings.part_bytes(any_session, row, part)
        assert found is not None
        if part.address in by_address:
            assert json_document.read(found) == by_address[part.address].raw


def test_the_index_says_who_answers_whom(any_session: Session) -> None:
    row = uploads.keep(any_session, chat()).first
    call, result = (p for p in listings.parts(any_session, row) if p.kind in ("call", "result"))
    assert (call.kind, call.tool_name, call.call_id, call.how) == ("call", "weather", "call_a1", "by_id")
    assert (call.partner, result.partner) == (result.number, call.number)
    assert call.pair == result.pair == 0
    assert (result.id_source, result.id_state) == ("correlation", "present")


def test_the_outline_the_lists_and_the_original_are_stored_in_blocks(any_session: Session) -> None:
    data = long_chat(150)
    row = uploads.keep(any_session, data).first
    conversation = crosswire.load(data).conversations[0]
    pairing = crosswire.pair(conversation)
    expected = outline(conversation, pairing, crosswire.diagnose(conversation, pairing))
    blocks = -(-row.rows // BLOCK_ROWS)
    stored = [entry for n in range(blocks) for entry in listings.outline_block(any_session, row, n)]
    assert stored == json.loads(json.dumps(expected))
    assert listings.outline_block(any_session, row, blocks) == []
    pane = stored_panes.original(any_session, row)
    shown = [cell for n in range(blocks) for cell in pane.block(n)]
    assert shown == json.loads(json.dumps(cells(conversation, pairing, None)))
    calls = [*listings.call_block(any_session, row, 0), *listings.call_block(any_session, row, 1)]
    assert [entry["call"] for entry in calls] == list(range(1, 151))


def test_findings_are_stored_in_order(any_session: Session) -> None:
    data = json.dumps(
        [{"role": "user", "content": "go"}]
        + [{"role": "tool", "tool_call_id": f"nobody{n}", "content": "?"} for n in range(120)]
    ).encode()
    row = uploads.keep(any_session, data).first
    found = listings.all_findings(any_session, row)
    assert [finding["number"] for finding in found] == list(range(1, len(found) + 1))
    assert len(found) >= 120
    counts = problems.finding_counts(any_session, row)
    assert sum(one.count for one in counts) == len(found)
    for one in counts:
        same = [f for f in found if (f["code"], f["severity"]) == (one.code, one.severity)]
        assert (len(same), same[0]["number"]) == (one.count, one.first)
        some = problems.findings_of(any_session, row, [one.code], one.severity, offset=30, count=5)
        assert some == same[30:35]
        if some:
            assert problems.findings_before(any_session, row, some[0]["number"], [one.code], None) == 30
            assert problems.finding_at(any_session, row, some[0]["row"], [one.code], None) == some[0]
            assert problems.finding_of(any_session, row, some[0]["address"], one.code) == some[0]


def test_a_pane_is_made_once(any_session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    row = uploads.keep(any_session, long_chat(60)).first
    first = pane_of(any_session, row, "anthropic")
    payload, block = first.payload_bytes(), first.block(1)
    monkeypatch.setattr(crosswire, "load", None)
    monkeypatch.setattr(crosswire, "render", None)
    again = pane_of(any_session, row, "anthropic")
    assert (again.payload_bytes(), again.block(1)) == (payload, block)
    assert (again.row.losses, again.told) == (first.row.losses, first.told)
    assert count(any_session, PaneRow) == 2


def test_there_is_a_pane_for_each_id_policy(any_session: Session) -> None:
    data = json.dumps(
        {"contents": [{"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]}]}
    )
    row = uploads.keep(any_session, data.encode()).first
    filled = pane_of(any_session, row, "openai-chat", ids="fill")
    kept = pane_of(any_session, row, "openai-chat", ids="keep")
    assert filled.row.id_map
    assert not kept.row.id_map
    assert filled.payload_bytes() != kept.payload_bytes()


def test_a_pane_made_in_two_processes_at_once_is_kept_once(any_app: Flask, any_session: Session) -> None:
    row = uploads.keep(any_session, chat()).first
    made = PaneChoice("gemini").made_of(*conversations.read(any_session, row))
    with database_of(any_app).session() as other:
        found = opening.find(other, row.slug)
        assert found
        stored_panes.keep(other, found, made)
    stored_panes.keep(any_session, row, made)
    assert pane_of(any_session, row, "gemini").payload_bytes() == made.payload_bytes()
    assert count(any_session, PaneRow) == 2


def test_an_unknown_pane_is_refused_with_the_known_ones(any_session: Session) -> None:
    row = uploads.keep(any_session, chat()).first
    with pytest.raises(UnknownFormat, match="openai-chat"):
        pane_of(any_session, row, "morse")


@for_each(
    ("address", "row"),
    [
        ("0:/messages/0/content", 1),
        ("0:/messages/1/tool_calls/0", 2),
        ("0:/messages/1/tool_calls/0/function/arguments", 2),
        ("0:/messages/1/tool_calls/0/function/arguments!/path", 2),
        ("0:/messages/0/content@0-4", 1),
        ("0:/messages/1", 2),
        ("0:/model", 0),
        ("0:/messages/9", None),
        ("1:", None),
        ("", None),
        ("no address", None),
    ],
)
def test_an_address_is_found_in_the_row_that_shows_it(
    session: Session, address: str, row: int | None
) -> None:
    kept = uploads.keep(session, chat()).first
    assert listings.row_at(session, kept, address) == row
    assert stored_panes.original(session, kept).row_of(address) == row


def test_a_pane_finds_the_rows_of_its_own_addresses(session: Session) -> None:
    kept = uploads.keep(session, long_chat(150)).first
    pane = pane_of(session, kept, "gemini")
    for number in range(0, kept.rows, 37):
        for cell in pane.block(number // BLOCK_ROWS)[number % BLOCK_ROWS]:
            if not cell["address"]:
                continue
            assert pane.row_of(cell["address"]) in (number, number - 1)
            assert pane.row_of(cell["address"] + "/deeper") in (number, number - 1)
    assert pane.row_of("0:/contents") is not None
    assert pane.row_of("0:/nothing/there") is None


def test_deleting_leaves_no_row(any_session: Session) -> None:
    first = uploads.keep(any_session, chat_lines(3)).first
    before = rows_of_all_tables(any_session)
    second = uploads.keep(any_session, long_chat(120)).first
    pane_of(any_session, second, "gemini")
    deleting.delete(any_session, second)
    assert opening.find(any_session, second.slug) is None
    assert rows_of_all_tables(any_session) == before
    deleting.delete(any_session, first)
    assert rows_of_all_tables(any_session) == 0


def test_deleting_leaves_no_byte_in_the_file(app: Flask, client: FlaskClient, tmp_path: Path) -> None:
    marker = "marker-" + "".join(f"{n:x}" for n in range(4000, 4050))
    data = chat(id=marker, ask=marker, answer=json.dumps([hash((n, 7)) for n in range(20_000)]))
    kept = client.post("/api/conversations", data=data).json
    client.get(f"/c/{kept['slug']}?pane=gemini:wire")
    work_off(app)
    traces = [marker.encode(), *(pack(piece)[100:140] for _, piece in segments(data))]
    assert all(trace in everything(tmp_path) for trace in traces)
    secret = {"Authorization": f"Bearer {kept['manage_secret']}"}
    assert client.delete(f"/api/conversations/{kept['slug']}", headers=secret).status_code == 200
    assert not any(trace in everything(tmp_path) for trace in traces)


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())


def test_the_same_bytes_uploaded_twice_are_stored_twice(any_session: Session) -> None:
    first, second = (uploads.keep(any_session, chat()).first for _ in range(2))
    deleting.delete(any_session, first)
    assert blobs.upload_bytes(any_session, second) == chat()


def read_by_older_code(app: Flask) -> None:
    """Let all readings be of an older version."""
    with database_of(app).session() as session:
        for table in (UploadRow, PaneRow):
            session.execute(update(table).values(reading_version=1))
        session.commit()


def test_newer_code_reads_an_upload_again_under_the_same_permalink(any_app: Flask) -> None:
    client = any_app.test_client()
    kept = client.post("/api/conversations", data=chat_lines(2)).json
    slugs = [one["slug"] for one in kept["conversations"]]
    pages = [client.get(f"/api/conversations/{slug}").json for slug in slugs]
    client.get(f"/c/{slugs[0]}?pane=gemini:read")
    work_off(any_app)
    read_by_older_code(any_app)
    work_off(any_app)
    with database_of(any_app).session() as session:
        row = opening.find(session, slugs[0])
        assert row
        assert row.upload.reading_version == VERSION
        assert count(session, PaneRow) == 2
    assert [client.get(f"/api/conversations/{slug}").json for slug in slugs] == pages
    assert client.get(f"/c/{slugs[0]}?pane=gemini:read").status_code == 200
    secret = {"Authorization": f"Bearer {kept['manage_secret']}"}
    assert client.delete(f"/api/conversations/{slugs[1]}", headers=secret).status_code == 200


def test_newer_code_may_read_more_or_fewer_conversations(
    any_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = any_app.test_client()
    slugs = [
        one["slug"] for one in client.post("/api/conversations", data=chat_lines(3)).json["conversations"]
    ]
    load = crosswire.load

    def load_two(*arguments: object, **options: object) -> crosswire.Log:
        log = load(*arguments, **options)
        log.conversations.pop(1)
        return log

    monkeypatch.setattr(crosswire, "load", load_two)
    read_by_older_code(any_app)
    work_off(any_app)
    assert client.get(f"/c/{slugs[0]}").status_code == 200
    assert client.get(f"/c/{slugs[1]}").status_code == 404
    monkeypatch.setattr(crosswire, "load", load)
    read_by_older_code(any_app)
    work_off(any_app)
    told = client.get(f"/api/conversations/{slugs[2]}").json
    assert len(told["conversations"]) == 3
    assert told["conversations"][2]["slug"] == slugs[2]


def test_what_newer_code_cannot_read_stays_as_it_was_read(
    any_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = any_app.test_client()
    slug = client.post("/api/conversations", data=chat()).json["slug"]
    before = client.get(f"/api/conversations/{slug}").json

    def refuse(*_: object, **__: object) -> crosswire.Log:
        raise UnreadableUpload("Not any more.")

    monkeypatch.setattr("webapp.store.opening.OLDEST_SHOWN", 1)
    monkeypatch.setattr("webapp.store.jobs.OLDEST_SHOWN", 1)
    read_by_older_code(any_app)
    with monkeypatch.context() as patched:
        patched.setattr(crosswire, "load", refuse)
        work_off(any_app)
    assert client.get(f"/api/conversations/{slug}").json == before
    assert client.get(f"/c/{slug}/original").data == chat()
    assert client.get(f"/c/{slug}/rows?from=0&pane=original:read").status_code == 200


@given(st.text(st.characters() | st.sampled_from("\\u{}0\0\ud800"), max_size=30))
def test_any_text_passes_the_database(text: str) -> None:
    column, dialect = WireText(), sqlite.dialect()
    stored = column.process_bind_param(text, dialect)
    assert stored is not None
    assert "\0" not in stored
    stored.encode()
    assert column.process_result_value(stored, dialect) == text


@given(st.binary(max_size=2000))
def test_packing_is_reversible(data: bytes) -> None:
    assert unpack(pack(data)) == data
    assert b"".join(piece for _, piece in segments(data * 300)) == data * 300
