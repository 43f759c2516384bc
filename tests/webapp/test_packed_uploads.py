"""Archives, databases and UTF-16 in the web app: read, shown by file, shared by file."""

import gzip
import hashlib
import io
import json
import os
from pathlib import Path

import crosswire
from crosswire.repairs import mend
from flask import Flask
from flask.testing import FlaskClient
from tests.agent_databases import opencode
from tests.conftest import work_off
from tests.selection import for_each
from tests.test_wrappers import BROKEN, CHAT, SESSION, chat, database, lines, zipped
from webapp.database.tables import ConversationRow, PackedRow, PackedSegmentRow, UploadRow, UploadSegmentRow
from webapp.packing import SEGMENT_BYTES
from webapp.request_scope import CAN_LEAVE
from webapp.services import services_of
from webapp.store import jobs, sharing

FILES = {"one.json": chat(), "sub/two.jsonl": lines(CHAT, BROKEN), "notes.md": b"# Notes"}


def kept(client: FlaskClient, data: bytes, name: str = "logs.zip") -> dict:
    answer = client.post(f"/api/conversations?name={name}", data=data)
    assert answer.status_code == 201, answer.text
    return answer.get_json()


@for_each(
    "pack",
    [gzip.compress, lambda data: data.decode().encode("utf-16"), lambda data: zipped({"a.json": data})],
)
def test_a_packed_log_has_the_page_of_the_log_alone(client: FlaskClient, pack) -> None:
    data = pack(chat(BROKEN))
    slug = kept(client, data, "log.json.gz")["slug"]
    answer = client.get(f"/api/conversations/{slug}").get_json()
    assert (answer["size"], answer["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
    assert answer["unpacked"]["size"] == len(chat(BROKEN))
    page = client.get(f"/c/{slug}").text
    assert "call_9" in page
    assert client.get(f"/c/{slug}/json?line=1").status_code == 200
    assert client.get(f"/c/{slug}/json/edit").status_code == 200
    assert client.get(f"/c/{slug}/check").status_code == 200


def test_each_file_is_a_conversation_of_its_own_and_says_which(client: FlaskClient) -> None:
    answer = kept(client, zipped(FILES))
    slugs = [one["slug"] for one in answer["conversations"]]
    assert len(slugs) == 3
    found = client.get(f"/api/conversations/{slugs[2]}").get_json()
    assert found["detection"]["container"] == "files"
    assert any("notes.md" in note["message"] for note in found["notes"])
    [one] = [one for one in found["findings"] if one["code"] == "CW204"]
    assert one["origin"] == "sub/two.jsonl line 2"
    page = client.get(f"/c/{slugs[2]}").text
    assert "sub/two.jsonl line 2" in page
    assert client.get(f"/c/{slugs[2]}/json").status_code == 200


def test_a_row_of_a_database_is_named(client: FlaskClient, tmp_path: Path) -> None:
    data = database(tmp_path / "x", "CREATE TABLE t (request TEXT)", rows=[CHAT, BROKEN], column="request")
    answer = kept(client, data, "state.db")
    slug = answer["conversations"][1]["slug"]
    found = client.get(f"/api/conversations/{slug}").get_json()["findings"]
    assert [one["origin"] for one in found if one["code"] == "CW204"] == ["t, row 2"]
    assert "t, row 2" in client.get(f"/c/{slug}").text


def test_the_original_is_the_archive_for_its_holder_and_the_text_for_others(
    app: Flask, client: FlaskClient
) -> None:
    data = zipped(FILES)
    answer = client.post("/", data={"file": (io.BytesIO(data), "logs.zip")}, follow_redirects=False)
    slug = answer.headers["Location"].rpartition("/c/")[2].partition("?")[0]
    mine = client.get(f"/c/{slug}/original")
    assert mine.data == data
    assert "logs.zip" in mine.headers["Content-Disposition"]
    theirs = app.test_client().get(f"/c/{slug}/original")
    assert theirs.data == chat() + b"\n" + lines(CHAT, BROKEN)
    assert ".zip" not in theirs.headers["Content-Disposition"]


def test_what_waits_is_unpacked_by_the_worker(app: Flask, client: FlaskClient) -> None:
    noise = {"user": os.urandom(300_000).hex()}
    files = {"one.json": chat({**CHAT, **noise}), "two.jsonl": lines(CHAT, BROKEN)}
    data = zipped(files)
    services_of(app).queue.is_left_to_others = True
    with services_of(app).database.session() as session:
        accepted = jobs.accept(session, data, name="logs.zip")
        slug = accepted.job.slug
    work_off(app)
    found = client.get(f"/api/conversations/{slug}").get_json()
    assert (found["size"], len(found["conversations"])) == (len(data), 3)
    with services_of(app).database.session() as session:
        assert session.query(PackedSegmentRow).count() > 0
        packed = session.query(PackedRow).one()
        assert packed.digest == hashlib.sha256(data).hexdigest()
        upload = session.query(UploadRow).one()
        assert upload.size == sum(map(len, files.values())) + 1
        assert session.query(UploadSegmentRow).count() == -(-upload.size // SEGMENT_BYTES)
        upload.reading_version = 1
        session.commit()
        jobs.ask_again(session, upload)
    work_off(app)
    again = client.get(f"/api/conversations/{slug}").get_json()
    assert again == found


def test_a_share_of_an_archive_is_the_file_alone(app: Flask, client: FlaskClient) -> None:
    answer = kept(client, zipped({"one.json": chat(), "two.json": chat(BROKEN), "secret.env": b"KEY=1"}))
    slug = answer["conversations"][1]["slug"]
    with services_of(app).database.session() as session:
        row = session.query(ConversationRow).filter_by(slug=slug).one()
        drawn = sharing.draw(session, row, sharing.Wish())
        assert drawn.masked == chat(BROKEN)


def test_several_files_are_not_edited(client: FlaskClient) -> None:
    slug = kept(client, zipped(FILES))["slug"]
    assert "several files" in client.get(f"/c/{slug}/json/edit").text
    refused = client.post(f"/c/{slug}/json/edit", data={"text": "{}"})
    assert refused.status_code == 409


def test_the_fix_of_one_file_is_that_file(client: FlaskClient) -> None:
    files = {"one.json": chat(), "two.json": chat(BROKEN), "three.json": chat()}
    slug = kept(client, zipped(files))["conversations"][1]["slug"]
    fixed = client.get(f"/c/{slug}/fixed.json?missing=drop")
    assert fixed.status_code == 200, fixed.text
    assert "call_9" not in fixed.text
    assert json.loads(fixed.text)["model"] == "gpt-4o"


def test_a_bomb_is_refused_and_nothing_of_it_is_kept(app: Flask, client: FlaskClient) -> None:
    bomb = gzip.compress(b" " * 60_000_000)
    refused = client.post("/api/conversations", data=bomb)
    assert refused.status_code == 422
    assert (
        "more than" in refused.get_json()["error"]["message"]
        if "error" in refused.get_json()
        else refused.text
    )
    with services_of(app).database.session() as session:
        assert session.query(UploadRow).count() == 0


def test_deleting_a_packed_upload_leaves_nothing(app: Flask, client: FlaskClient) -> None:
    answer = client.post("/", data={"file": (io.BytesIO(zipped(FILES)), "logs.zip")})
    slug = answer.headers["Location"].rpartition("/c/")[2].partition("?")[0]
    client.post(f"/c/{slug}/delete")
    with services_of(app).database.session() as session:
        assert session.query(PackedRow).count() == session.query(PackedSegmentRow).count() == 0


def test_a_session_in_an_archive_is_read_as_one(client: FlaskClient) -> None:
    answer = kept(client, zipped({"a/session.jsonl.gz": gzip.compress(SESSION)}))
    found = client.get(f"/api/conversations/{answer['slug']}").get_json()
    assert found["detection"]["format"] == "claude-code"


def test_small_files_with_an_archive_among_them_are_all_left_to_a_reader(
    app: Flask, client: FlaskClient
) -> None:
    for second in (gzip.compress(chat(BROKEN)), zipped(FILES), chat().decode().encode("utf-16")):
        files = [(io.BytesIO(chat()), "a.json"), (io.BytesIO(second), "b")]
        left: dict[str, object] = {CAN_LEAVE: True}
        client.post("/", data={"file": files}, environ_overrides=left)
        with services_of(app).database.session() as session:
            assert session.query(UploadRow).count() == 0
    alone = {"file": [(io.BytesIO(chat()), "a.json")]}
    client.post("/", data=alone, environ_overrides={CAN_LEAVE: True})
    with services_of(app).database.session() as session:
        assert session.query(UploadRow).count() == 1


def test_whoever_manages_a_database_gets_it_mended_and_others_its_rows(
    app: Flask, client: FlaskClient, tmp_path: Path
) -> None:
    data = opencode(tmp_path / "x.db", "one").read_bytes()
    answer = client.post("/", data={"file": (io.BytesIO(data), "opencode.db")}, follow_redirects=False)
    slug = answer.headers["Location"].rpartition("/c/")[2].partition("?")[0]
    for name in ("fixed", "repaired"):
        mine = client.get(f"/c/{slug}/{name}.json?missing=mark")
        assert f"opencode.{name}.db" in mine.headers["Content-Disposition"]
        assert mine.data == mend(crosswire.load(data), data, missing="mark").data
        theirs = app.test_client().get(f"/c/{slug}/{name}.json?missing=mark")
        assert b"SQLite" not in theirs.data
        assert b"No result was recorded" in theirs.data
    kept_so = client.post(f"/c/{slug}/repair", data={"missing": "mark"})
    again = kept_so.headers["Location"].rpartition("/c/")[2]
    assert client.get(f"/c/{again}/original").data == mend(crosswire.load(data), data, missing="mark").data
