"""Lines of large uploads, which are read and kept from where they are."""

import gc
import json
from pathlib import Path

import crosswire
import pytest
from click.testing import CliRunner
from crosswire.containers import InFile, InMemory, Source, folder
from crosswire.errors import UnreadableUpload
from crosswire.model import Conversation
from flask import Flask
from flask.testing import FlaskClient
from tests.conftest import database_of
from tests.selection import for_each
from tests.test_wrappers import zipped
from tests.webapp.samples import chat, chat_lines
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow
from webapp.operations.put import put
from webapp.packing import SEGMENT_BYTES, segments_as_read
from webapp.readmodel import wire
from webapp.readmodel.answer import CARD, answer_and_verdicts
from webapp.readmodel.build import index_in_steps
from webapp.readmodel.panes import REPAIRED, PaneChoice
from webapp.settings import Settings
from webapp.store import blobs, conversations, growing, opening, panes, uploads, verdicts

RECORDED = {"request": {"headers": {"Authorization": "Bearer abcdefgh12345678"}, "body": json.loads(chat())}}
LINES = chat_lines(300, ": what stands in which file?" * 120)


@pytest.fixture(autouse=True)
def _large_begins_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "SMALL", 1_000)
    monkeypatch.setattr(blobs, "SMALL", 1_000)


def kept_from(session: Session, path: Path, data: bytes) -> uploads.KeptUpload:
    path.write_bytes(data)
    return uploads.keep(session, InFile(path))


def test_a_file_is_kept_to_the_byte_and_read_again_from_where_it_is(app: Flask, tmp_path: Path) -> None:
    assert len(LINES) > SEGMENT_BYTES
    with database_of(app).session() as session:
        kept = kept_from(session, tmp_path / "log.jsonl", LINES)
        assert blobs.upload_bytes(session, kept.first) == LINES
        log, data = conversations.read_log(session, kept.first)
        assert isinstance(data, Source)
        assert (len(log.conversations), log.digest) == (300, kept.first.upload.digest)
        assert (data.whole(), data.slice(SEGMENT_BYTES - 5, SEGMENT_BYTES + 5)) == (
            LINES,
            LINES[SEGMENT_BYTES - 5 : SEGMENT_BYTES + 5],
        )


def test_keys_in_a_file_are_hidden_wherever_it_is_read(app: Flask, tmp_path: Path) -> None:
    line = json.dumps(RECORDED).encode() + b"\n"
    with database_of(app).session() as session:
        kept = kept_from(session, tmp_path / "log.jsonl", line * 20)
        shown = blobs.upload_bytes(session, kept.first)
        assert b"abcdefgh12345678" not in shown
        assert shown.count(b"X" * 16) == 20
        assert conversations.read_log(session, kept.first)[1].slice(0, len(line)) == shown[: len(line)]
        assert b"".join(blobs.pieces_as_they_came(session, kept.first)) == line * 20


def test_put_goes_on_with_a_large_log_and_takes_what_is_no_lines(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSWIRE_DATABASE_URL", settings.database_url)
    told = []
    files = (("a.jsonl", chat_lines(20)), ("a.jsonl", chat_lines(30)), ("b.zip", zipped({"c.json": chat()})))
    for name, data in files:
        (tmp_path / name).write_bytes(data)
        done = CliRunner().invoke(put, [str(tmp_path / name), "--panes", "none", "--no-verdicts"])
        assert done.exit_code == 0, done.output
        told.append((done.stdout.strip(), "Revision 2" in done.stderr))
    assert told[0][0] == told[1][0] != told[2][0]
    assert [again for _, again in told] == [False, True, False]


def test_a_file_that_changes_while_it_is_read_is_not_kept(app: Flask, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(chat_lines(20))
    source = InFile(path)
    with database_of(app).session() as session:
        stages = uploads.keep_in_stages(session, source)
        for stage in stages:
            if stage.name == "store":
                path.write_bytes(path.read_bytes().replace(b"user", b"abcd"))
                break
        with pytest.raises(UnreadableUpload, match="changed while it was read"):
            list(stages)


def test_segments_are_those_of_the_digest() -> None:
    data = InMemory(LINES)
    assert b"".join(piece for _, piece in segments_as_read(data, data.digest())) == LINES
    with pytest.raises(UnreadableUpload):
        list(segments_as_read(InMemory(LINES + b" "), data.digest()))


@for_each("size", [None, 0, 1, 700, len(LINES) - 1])
def test_lines_are_counted_in_pieces(size: int | None) -> None:
    some = LINES[:size]
    count = some.count(b"\n") + (some[-1:] not in (b"", b"\n"))
    assert growing.line_count(InMemory(LINES), size) == count


def test_a_large_upload_of_a_browser_has_its_page(client: FlaskClient, app: Flask) -> None:
    slug = client.post("/api/conversations", data=LINES).json["slug"]
    with database_of(app).session() as session:
        assert opening.find(session, slug) is not None
    assert client.get(f"/c/{slug}").status_code == 200


@for_each("large", [1, 60, 3_000])
def test_a_value_in_pieces_reads_as_it_does_at_once(large: int, monkeypatch: pytest.MonkeyPatch) -> None:
    value = {"a": ["x" * 50, 1, None, {"b": []}] * 300, "c/d": {"id": "call_1", "text": 'q"\\' * 30_000}}
    ids, notes = ["0:/c~1d/id"], {"0:/a/3": "part 1", "0:/a/700": "part 2"}
    whole = wire.compact(value, ids=ids, notes=notes), wire.compact(value, key="k")
    monkeypatch.setattr(wire, "LARGE", large)
    assert (wire.compact(value, ids=ids, notes=notes), wire.compact(value, key="k")) == whole


def test_a_conversation_goes_before_the_next_one_is_looked_at() -> None:
    gc.freeze()  # so that what other tests left is not looked through
    log = crosswire.load(chat_lines(4))
    left = []
    for step, _ in index_in_steps(log, b""):
        if step == "pair":
            left.append(sum(type(one) is Conversation for one in gc.get_objects()))
    assert [count - left[-1] for count in left] == [3, 2, 1, 0]


def test_progress_is_told_once_in_a_while_and_not_of_each_conversation(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "log.jsonl"
    file.write_bytes(chat_lines(100))
    monkeypatch.setenv("CROSSWIRE_DATABASE_URL", settings.database_url)
    monkeypatch.setattr("webapp.operations.put.SOON", -1.0)
    ran = CliRunner().invoke(put, [str(file), "--panes", "none", "--no-verdicts"])
    assert ran.exit_code == 0
    assert ran.stderr.count("…") < 30
    monkeypatch.setattr("webapp.operations.put.EACH", -1.0)
    ran = CliRunner().invoke(put, [str(file), "--panes", "none", "--no-verdicts"])
    assert "pairing (99 of 100)" in ran.stderr


def test_put_keeps_a_log_whose_verdicts_cannot_be_made(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no verdict today")

    monkeypatch.setattr("webapp.readmodel.ahead.answer_and_verdicts", fail)
    file = tmp_path / "log.json"
    file.write_bytes(chat())
    kept = CliRunner(env={"CROSSWIRE_DATABASE_URL": settings.database_url}).invoke(put, [str(file)])
    assert kept.exit_code == 0, kept.output
    assert kept.stdout.startswith("/c/")
    assert "Conversation 1 is kept without its panes and verdicts" in caplog.text


def as_json(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def test_put_makes_of_one_reading_what_a_worker_makes(app: Flask, settings: Settings, tmp_path: Path) -> None:
    """Of a file whose lines go one after the other: the first conversation is broken, so that it has the
    fixed pane too."""
    lines = [json.loads(chat()), *map(json.loads, chat_lines(3).splitlines())]
    file = tmp_path / "log.jsonl"
    file.write_bytes(b"".join(json.dumps(one).encode() + b"\n" for one in lines))
    kept = CliRunner(env={"CROSSWIRE_DATABASE_URL": settings.database_url}).invoke(put, [str(file)])
    assert kept.exit_code == 0, kept.output
    with database_of(app).session() as session:
        rows = session.query(ConversationRow).order_by(ConversationRow.number).all()
        log, data = conversations.read_log(session, rows[0])
        for row, conversation in zip(rows, log.conversations, strict=True):
            is_broken = row.summary["severities"].get("error", 0) > 0
            for target in ["anthropic", *([REPAIRED] if is_broken else [])]:
                made = PaneChoice(target).made_of(conversation, crosswire.pair(conversation))
                stored = panes.stored(session, row, PaneChoice(target))
                assert stored is not None
                assert stored.payload_bytes() == made.payload_bytes()
                assert as_json([stored.losses, stored.told, stored.block(0), stored.row.places]) == as_json(
                    [made.losses, made.told, made.block(0), made.places]
                )
            asked = dict(answer_and_verdicts(log, data, conversation))
            assert as_json(asked.pop(CARD)) == as_json(verdicts.card(session, row))
            assert as_json(asked) == as_json(verdicts.stored(session, row))
