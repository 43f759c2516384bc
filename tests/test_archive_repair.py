"""An archive comes back with several of its files mended, and all others to the byte."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import warnings
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import crosswire
import pytest
from click.testing import CliRunner
from crosswire.cli import main
from crosswire.containers import is_wrapped, packed
from crosswire.repairs import Missing, mend, mend_with, repair
from tests.agent_databases import goose
from tests.whole_sessions import claude_code, codex, opencode, wire

Files = dict[str, bytes]
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(64)


def zipped(files: Files) -> bytes:
    """Compressed in two ways, with a folder of its own, and with sizes behind the bytes as streams have."""

    class OnlyForward(io.BytesIO):
        def seekable(self) -> bool:
            return False

    out = OnlyForward()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = b"kept"
        archive.writestr("empty/", b"")
        for number, (name, data) in enumerate(files.items()):
            info = zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6))
            info.compress_type = (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED)[number % 2]
            archive.writestr(info, data)
    return out.getvalue()


def tarred(files: Files) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size, info.mtime, info.uname = len(data), 1_767_225_600, "me"
            archive.addfile(info, io.BytesIO(data))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "one.jsonl"
        archive.addfile(link)
    return out.getvalue()


def files_in(archive: bytes) -> Files:
    if archive[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(archive)) as held:
            assert held.testzip() is None
            return {name: held.read(name) for name in held.namelist()}
    with tarfile.open(fileobj=io.BytesIO(archive)) as held:
        read = {one.name: held.extractfile(one) for one in held if one.isfile()}
        return {name: file.read() for name, file in read.items() if file is not None}


def errors(data: bytes) -> list[str]:
    found = [one for each in crosswire.load(data).conversations for one in crosswire.diagnose(each)]
    return [one.name for one in found if one.severity == "error"]


def lost(make: Callable[[], Any]) -> bytes:
    whole = make()
    return whole.text([*whole.pieces[: whole.call + 1], *whole.pieces[whole.call + 2 :]])  # type: ignore[no-any-return]


BROKEN: Files = {
    "deep/er/one.jsonl": lost(claude_code),
    "picture.png": PICTURE,
    "two.jsonl": lost(codex),
    "notes.txt": b"nothing",
    "ümläut 3.json": lost(lambda: wire("openai-chat")),
    "sound.jsonl": codex().text(),
}


@pytest.mark.parametrize("pack", [zipped, tarred, lambda files: gzip.compress(tarred(files))])
@pytest.mark.parametrize("missing", ["mark", "drop"])
def test_several_files_that_change_come_back_in_their_archive(
    pack: Callable[[Files], bytes], missing: Missing
) -> None:
    upload = pack(BROKEN)
    done = mend(crosswire.load(upload), upload, missing=missing)
    assert (done.is_own, done.unpacked, len(done.files)) == (True, None, 3)
    plain = gzip.decompress(done.data) if done.data[:2] == b"\x1f\x8b" else done.data
    new, old = files_in(plain), files_in(pack(BROKEN) if pack is zipped else tarred(BROKEN))
    assert list(new) == list(old)
    differing = {name for name in new if new[name] != old[name]}
    assert differing == {"deep/er/one.jsonl", "two.jsonl", "ümläut 3.json"}
    for name in differing:  # ids of lines that are put in are made from the digest of the upload
        alone = mend(crosswire.load(old[name]), old[name], missing=missing).data
        assert (new[name] == alone) is (missing == "drop" or "deep" not in name)
        assert len(new[name]) == len(alone)
    assert errors(done.data) == []
    assert mend(crosswire.load(done.data), done.data, missing=missing).data == done.data


def test_what_stands_beside_them_in_the_archive_stays() -> None:
    upload = zipped(BROKEN)
    done = mend(crosswire.load(upload), upload, missing="mark")
    with (
        closing(zipfile.ZipFile(io.BytesIO(upload))) as old,
        closing(zipfile.ZipFile(io.BytesIO(done.data))) as new,
    ):
        assert new.comment == b"kept"
        for before, after in zip(old.infolist(), new.infolist(), strict=True):
            assert (before.filename, before.date_time) == (after.filename, after.date_time)
            assert (before.compress_type, before.external_attr) == (after.compress_type, after.external_attr)
    with tarfile.open(fileobj=io.BytesIO(mended_tar())) as held:
        members = held.getmembers()
    assert [one.name for one in members if one.issym()] == ["link"]
    assert {one.uname for one in members if one.isfile()} == {"me"}


def mended_tar() -> bytes:
    upload = tarred(BROKEN)
    return mend(crosswire.load(upload), upload, missing="mark").data


def test_a_file_that_is_packed_in_its_archive_is_packed_again() -> None:
    inner = packed([("two.jsonl", lost(codex)), ("a.txt", b"a")])
    upload = packed([("one.jsonl.gz", gzip.compress(lost(claude_code))), ("inner.zip", inner)])
    done = mend(crosswire.load(upload), upload, missing="mark")
    new = files_in(done.data)
    assert gzip.decompress(new["one.jsonl.gz"]).count(b"\n") == lost(claude_code).count(b"\n") + 1
    assert files_in(new["inner.zip"])["a.txt"] == b"a"
    assert errors(done.data) == []


def test_a_database_among_them_is_mended_too(tmp_path: Path) -> None:
    database = goose(tmp_path / "x.db", "one", "two", by_time=True).read_bytes()
    upload = packed([("one.jsonl", lost(claude_code)), ("sessions.db", database)])
    done = mend(crosswire.load(upload), upload, missing="mark")
    new = files_in(done.data)
    assert new.keys() == {"one.jsonl", "sessions.db"}
    assert errors(done.data) == errors(new["sessions.db"]) == []


def test_an_archive_in_which_nothing_changes_comes_back_as_it_was() -> None:
    upload = packed([("one.jsonl", claude_code().text()), ("two.jsonl", codex().text())])
    assert mend(crosswire.load(upload), upload, missing="mark").data == upload


OF_ONE_NAME = [lost(claude_code), codex().text(), lost(codex), b"nothing"]


def zip_of_one_name() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for data in OF_ONE_NAME:
            archive.writestr("one.jsonl", data)
    return out.getvalue()


def tar_of_one_name() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for data in OF_ONE_NAME:
            info = tarfile.TarInfo("one.jsonl")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def texts_in(archive: bytes) -> list[bytes]:
    """The files in an archive in their order, also those of one name."""
    if archive[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(archive)) as held:
            return [held.read(info) for info in held.infolist()]
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        return [file.read() for one in tar if (file := tar.extractfile(one)) is not None]


@pytest.mark.parametrize("pack", [zip_of_one_name, tar_of_one_name])
@pytest.mark.parametrize("missing", ["mark", "drop"])
def test_files_of_one_name_come_back_each_in_its_place(pack: Callable[[], bytes], missing: Missing) -> None:
    upload = pack()
    done = mend(crosswire.load(upload), upload, missing=missing)
    assert errors(done.data) == []
    new, more = texts_in(done.data), 1 if missing == "mark" else -1
    assert [
        after.count(b"\n") - before.count(b"\n") for before, after in zip(OF_ONE_NAME, new, strict=True)
    ] == [
        more,
        0,
        more,
        0,
    ]
    assert (new[1], new[3]) == (OF_ONE_NAME[1], OF_ONE_NAME[3])


def test_the_command_names_the_files_of_lines_that_are_left_out(tmp_path: Path) -> None:
    upload = tmp_path / "logs.zip"
    cut = codex().text().replace(b'"Done."}]}}', b'"Do')
    upload.write_bytes(packed([("one.jsonl", lost(claude_code)), ("two.jsonl", cut)]))
    done = CliRunner().invoke(
        main, ["repair", str(upload), "--missing", "mark", "--output", str(tmp_path / "new.zip")]
    )
    assert done.exit_code == 0
    assert "two.jsonl line 6: dropped: It is no JSON" in done.stderr
    assert "added missing-result" in done.stderr
    assert files_in((tmp_path / "new.zip").read_bytes()).keys() == {"one.jsonl", "two.jsonl"}


# A session in a file for each message and each part


def storage(status: str) -> Files:
    export = opencode()
    export["messages"][1]["parts"][0]["state"] |= {"status": status}
    if status == "running":
        for name in ("output", "title", "metadata"):
            export["messages"][1]["parts"][0]["state"].pop(name)
    files = {"storage/session/p/ses_1.json": export["info"]}
    for message in export["messages"]:
        info = message["info"]
        files[f"storage/message/ses_1/{info['id']}.json"] = info
        files |= {f"storage/part/{info['id']}/{part['id']}.json": part for part in message["parts"]}
    return {name: json.dumps(value, indent=2).encode() for name, value in files.items()}


@pytest.mark.parametrize("pack", [packed, lambda files: tarred(dict(files))])
def test_a_session_of_opencode_in_many_files_comes_back_in_them(pack: Callable[[Any], bytes]) -> None:
    whole, broken = storage("completed"), storage("running")
    assert errors(pack(whole.items())) == []
    assert mend(crosswire.load(pack(whole.items())), pack(whole.items())).data == pack(whole.items())
    upload = pack(broken.items())
    log = crosswire.load(upload)
    part = "storage/part/msg_2/prt_msg_20.json"
    marked = mend(log, upload, missing="mark")
    assert is_wrapped(marked.data)
    new = files_in(marked.data)
    assert {name for name in broken if new[name] != broken[name]} == {part}
    assert new[part].startswith(broken[part].split(b'"status"')[0])
    assert json.loads(new[part])["state"]["status"] == "error"
    assert errors(marked.data) == []
    dropped = mend(log, upload, missing="drop")
    assert files_in(dropped.data) == {name: text for name, text in broken.items() if name != part}
    (one,) = log.conversations
    assert mend_with(log, upload, repair(one, missing="mark")).data == marked.data
