"""The bytes of uploads in an object store: a folder here, any S3-compatible store elsewhere."""

import os
import random
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import obstore
import pytest
from flask import Flask
from flask.testing import FlaskClient
from tests.conftest import MakeApp, change_settings, database_of, work_off
from tests.selection import for_each
from tests.test_wrappers import zipped
from tests.webapp.samples import chat, long_chat
from tests.webapp.small_s3 import small_s3
from webapp.database import objects
from webapp.database.engine import UnusableDatabase
from webapp.database.objects import Objects, ObjectsUnreachable
from webapp.database.tables import PackedRow, PackedSegmentRow, UploadRow, UploadSegmentRow
from webapp.packing import FIRST_SEGMENT_BYTES, SEGMENT_BYTES, segments
from webapp.settings import Settings
from webapp.store import blobs, checking, jobs, opening, workers


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "bytes of uploads"


@pytest.fixture
def with_store(make_app: MakeApp, settings: Settings, folder: Path) -> Flask:
    return make_app(settings.model_copy(update={"uploads": folder.as_uri()}))


@pytest.fixture
def outside(with_store: Flask) -> FlaskClient:
    return with_store.test_client()


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


@for_each("size", [1, SEGMENT_BYTES - 1, SEGMENT_BYTES, SEGMENT_BYTES + 1, 3 * SEGMENT_BYTES])
def test_any_slice_of_an_object_is_what_was_kept(size: int) -> None:
    chance = random.Random(size)
    data, kept = chance.randbytes(size), Objects("memory:///")
    key = kept.put(segments(data))
    edges = [0, 1, SEGMENT_BYTES - 1, SEGMENT_BYTES, SEGMENT_BYTES + 1, size - 1, size, size + 9]
    for start in edges:
        for end in edges:
            if 0 <= start <= end:
                assert kept.slice(key, size, start, end) == data[start:end]
    kept.remove([key])
    assert kept.slice(key, size, 0, size) == b""


def test_an_object_of_shorter_segments_whose_key_does_not_say_so_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data, kept = random.Random(1).randbytes(2 * FIRST_SEGMENT_BYTES + 9), Objects("memory:///")
    with monkeypatch.context() as before:
        before.setattr("webapp.packing.SEGMENT_BYTES", FIRST_SEGMENT_BYTES)
        key = kept.put(segments(data))
    name = key.partition(".")[0]
    obstore.rename(kept._store, key, name)
    assert kept.slice(name, len(data), 0, len(data)) == data
    start, end = FIRST_SEGMENT_BYTES - 1, 2 * FIRST_SEGMENT_BYTES + 1
    assert kept.slice(name, len(data), start, end) == data[start:end]


def test_a_large_object_is_sent_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objects, "AT_ONCE", 1_000)
    data, kept = random.Random(1).randbytes(2 * SEGMENT_BYTES), Objects(tmp_path.as_uri())
    key = kept.put(segments(data))
    assert kept.slice(key, len(data), 0, len(data)) == data


def test_pages_and_downloads_are_the_same_with_an_object_store(
    client: FlaskClient, outside: FlaskClient
) -> None:
    data = long_chat(400)
    seen = []
    for one in (client, outside):
        slug = one.post("/api/conversations", data=data).json["slug"]
        assert one.get(f"/c/{slug}/original").data == data
        part = one.get(f"/c/{slug}/part/900.json")
        assert part.status_code == 200
        seen.append((part.data, one.get(f"/c/{slug}/as/gemini.json").data))
    assert seen[0] == seen[1]


def test_the_database_has_none_of_the_bytes_and_the_folder_has_all(
    with_store: Flask, outside: FlaskClient, folder: Path
) -> None:
    slug = outside.post("/api/conversations", data=chat()).json["slug"]
    with database_of(with_store).session() as session:
        assert session.query(UploadSegmentRow).count() == 0
        row = opening.find(session, slug)
        assert row is not None
        assert [path.name for path in files(folder)] == [row.upload.object_key]
        assert slug not in str(files(folder)[0])


def test_what_is_deleted_goes_from_the_folder(outside: FlaskClient, folder: Path) -> None:
    made = outside.post("/api/conversations", data=chat()).json
    headers = {"Authorization": f"Bearer {made['manage_secret']}"}
    assert outside.delete(f"/api/conversations/{made['slug']}", headers=headers).status_code == 200
    assert files(folder) == []


def test_a_row_that_cannot_be_written_leaves_no_object(
    outside: FlaskClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError

    monkeypatch.setattr("webapp.store.uploads.insert_conversations", broken)
    assert outside.post("/api/conversations", data=chat()).status_code == 500
    assert files(folder) == []


def test_objects_that_no_row_names_are_removed_when_they_are_old(
    with_store: Flask, outside: FlaskClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside.post("/api/conversations", data=chat())
    [known] = files(folder)
    Objects(folder.as_uri()).put(segments(b"of a row that was never written"))
    with database_of(with_store).session() as session:
        assert blobs.remove_orphans(session) == 0
        monkeypatch.setattr(objects.Objects.keys, "__defaults__", (timedelta(0),))
        assert blobs.remove_orphans(session) == 1
    assert files(folder) == [known]


def test_a_store_that_does_not_answer_is_said_in_words_and_keeps_nothing(
    outside: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = outside.post("/api/conversations", data=chat()).json["slug"]

    def unreachable(*_: object) -> bytes:
        raise ObjectsUnreachable("GenericError")

    monkeypatch.setattr(Objects, "put", unreachable)
    monkeypatch.setattr(Objects, "slice", unreachable)
    refused = outside.post("/api/conversations", data=chat())
    assert refused.status_code == 503
    assert "does not answer" in refused.json["error"]["message"]
    assert outside.get(f"/c/{slug}/original").status_code == 503
    assert outside.get(f"/c/{slug}?pane=original:read").status_code == 200


def test_an_upload_in_a_store_that_is_not_set_any_more_is_not_lost_in_silence(
    make_app: MakeApp, settings: Settings, outside: FlaskClient
) -> None:
    slug = outside.post("/api/conversations", data=chat()).json["slug"]
    assert make_app(settings).test_client().get(f"/c/{slug}/original").status_code == 503


def test_a_large_upload_waits_in_the_store(with_store: Flask, outside: FlaskClient, folder: Path) -> None:
    change_settings(with_store, read_at_once_bytes=10)
    with database_of(with_store).session() as session:
        workers.heartbeat(session, "here:1:x")
        slug = outside.post("/api/conversations", data=chat()).json["slug"]
        assert len(files(folder)) == 1
        [upload_id] = jobs.claimable(session)
        job = jobs.claim(session, "here:1:x", upload_id)
        assert job is not None
        list(jobs.read_accepted(session, job, "here:1:x"))
    assert outside.get(f"/c/{slug}").status_code == 200


def test_an_s3_compatible_store_is_set_by_its_usual_variables(
    make_app: MakeApp, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = long_chat(400)
    with small_s3() as (address, kept):
        variables = {
            "AWS_ENDPOINT_URL": address,
            "AWS_ALLOW_HTTP": "true",
            "AWS_ACCESS_KEY_ID": "made-up",
            "AWS_SECRET_ACCESS_KEY": "made-up",
            "AWS_REGION": "nowhere",
        }
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        app = make_app(settings.model_copy(update={"uploads": "s3://bucket/crosswire"}))
        client = app.test_client()
        made = client.post("/api/conversations", data=data).json
        [name] = kept
        assert name.startswith("bucket/crosswire/")
        assert client.get(f"/c/{made['slug']}/original").data == data
        assert client.get(f"/c/{made['slug']}/part/900.json").status_code == 200
        kept["bucket/crosswire/orphan"] = b""
        with database_of(app).session() as session:
            assert blobs.remove_orphans(session) == 1
        assert list(kept) == [name]
        headers = {"Authorization": f"Bearer {made['manage_secret']}"}
        assert client.delete(f"/api/conversations/{made['slug']}", headers=headers).status_code == 200
        assert kept == {}


@pytest.mark.parametrize("address", ["s4://bucket", "", "nowhere"])
def test_an_address_that_is_none_is_refused_in_one_line(
    make_app: MakeApp, settings: Settings, address: str
) -> None:
    with pytest.raises(UnusableDatabase, match="CROSSWIRE_UPLOADS") as refusal:
        make_app(settings.model_copy(update={"uploads": address}))
    assert "\n" not in str(refusal.value)


@pytest.mark.thorough
def test_a_missing_package_is_said_in_one_line(settings: Settings) -> None:
    code = (
        "import sys; sys.modules['obstore'] = None; "
        "from webapp.operations.starting import CannotStart, load_settings, open_app\n"
        "try: open_app(load_settings())\n"
        "except CannotStart as error: print(error.message)"
    )
    own = {"CROSSWIRE_UPLOADS": "s3://bucket/crosswire", "CROSSWIRE_DATABASE_URL": settings.database_url}
    env = os.environ | own
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert ran.stdout == "CROSSWIRE_UPLOADS needs the package obstore: pip install 'crosswire[s3]'.\n"


def test_an_archive_is_outside_too_as_it_came_and_as_its_text(
    with_store: Flask, outside: FlaskClient, folder: Path
) -> None:
    data = zipped({"a.json": chat(), "b.json": chat()})
    made = outside.post("/api/conversations", data=data).json
    with database_of(with_store).session() as session:
        assert session.query(UploadSegmentRow).count() == session.query(PackedSegmentRow).count() == 0
        assert blobs.remove_orphans(session) == 0
        jobs.accept(session, data)
    work_off(with_store)
    with database_of(with_store).session() as session:
        keys = [one.object_key for one in (*session.query(UploadRow), *session.query(PackedRow))]
        assert sorted(path.name for path in files(folder)) == sorted(keys)
        assert len(keys) == 4
    assert checking.check(database_of(with_store)).wrong == []
    headers = {"Authorization": f"Bearer {made['manage_secret']}"}
    assert outside.get(f"/c/{made['slug']}/json").status_code == 200
    outside.delete(f"/api/conversations/{made['slug']}", headers=headers)
    assert len(files(folder)) == 2
