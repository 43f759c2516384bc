"""Bytes around the files that hold documents: what is taken apart, what is left, what ends."""

import bz2
import gzip
import io
import json
import lzma
import sqlite3
import struct
import sys
import tarfile
import time
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import crosswire
import pytest
from click.testing import CliRunner
from crosswire.address import Address
from crosswire.cli import main
from crosswire.containers import UnpackLimits, is_wrapped, open_upload
from crosswire.containers.wrappers.budget import MEGABYTE
from crosswire.errors import CrosswireError, NotAConversation, TooManyConversations, UnreadableUpload
from crosswire.reading.loading import why_none_fits
from crosswire.repairs import mend
from tests.selection import for_each, tries

if sys.version_info >= (3, 14):
    from compression import zstd

    zip_library = zipfile
else:
    from backports import zstd
    from backports.zstd import zipfile as zip_library

CALL = {"id": "call_1", "type": "function", "function": {"name": "add", "arguments": "{}"}}
ASKED = {"role": "user", "content": "Add 1 and 2."}
CALLED = {"role": "assistant", "content": None, "tool_calls": [CALL]}
ANSWERED = {"role": "tool", "tool_call_id": "call_1", "content": "3"}
ORPHAN = {"role": "tool", "tool_call_id": "call_9", "content": "4"}
CHAT = {"model": "gpt-4o", "messages": [ASKED, CALLED, ANSWERED]}
BROKEN = {"model": "gpt-4o", "messages": [ASKED, CALLED, ORPHAN]}


def chat(body: object = CHAT) -> bytes:
    return json.dumps(body).encode()


def lines(*values: object) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


SESSION = lines(
    {"type": "user", "uuid": "a", "sessionId": "s", "message": {"role": "user", "content": "Hello"}},
    {
        "type": "assistant",
        "uuid": "b",
        "parentUuid": "a",
        "sessionId": "s",
        "message": {"role": "assistant", "content": [{"type": "text", "text": "Hello."}]},
    },
)


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zip_library.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(files: Mapping[str, bytes], mode: str = "w") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def database(path: Path, *statements: str, rows: Sequence[object] = (), column: str = "a") -> bytes:
    """A database; each of the `rows` is one of the table `t`, as JSON in that column."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    for row in rows:
        connection.execute(f"INSERT INTO t ({column}) VALUES (?)", [json.dumps(row)])  # noqa: S608
    connection.commit()
    connection.close()
    return path.read_bytes()


def said(log: crosswire.Log) -> str:
    return "\n".join(note.message for note in log.notes)


def calls(log: crosswire.Log) -> int:
    return sum(1 for one in log.conversations for _ in one.calls())


@for_each(
    "pack",
    [
        gzip.compress,
        zstd.compress,
        bz2.compress,
        lzma.compress,
        lambda data: gzip.compress(data[:40]) + gzip.compress(data[40:]),
        lambda data: zipped({"log.json": data}),
        lambda data: zipped({"log.json": data}, zipfile.ZIP_STORED),
        lambda data: zipped({"log.json": data}, zip_library.ZIP_ZSTANDARD),
        lambda data: tarred({"./log.json": data}),
        lambda data: tarred({"log.json": data}, "w:gz"),
        lambda data: zipped({"a.tar": tarred({"log.json.zst": zstd.compress(data)})}),
        lambda data: data.decode().encode("utf-16"),
        lambda data: data.decode().encode("utf-16-le"),
        lambda data: data.decode().encode("utf-16-be"),
        lambda data: data.decode().encode("utf-32"),
        lambda data: gzip.compress(data.decode().encode("utf-16")),
    ],
)
def test_a_packed_log_is_read_as_the_log_alone(pack) -> None:
    alone, packed = crosswire.load(chat(BROKEN)), crosswire.load(pack(chat(BROKEN)))
    assert (packed.format, packed.container) == (alone.format, alone.container)
    assert packed.documents == alone.documents
    assert packed.text == chat(BROKEN)
    found = [crosswire.diagnose(log.conversations[0]) for log in (alone, packed)]
    assert [one.address for one in found[0]] == [one.address for one in found[1]]
    addresses = [one.address for one in found[0]]
    assert packed.spans(b"", addresses) == alone.spans(chat(BROKEN), addresses)


def test_a_file_that_is_compressed_with_zstd_comes_back_so_in_its_archive() -> None:
    files = {"one.json": chat(BROKEN), "two.json": chat(BROKEN), "three.json": chat()}
    upload = zipped(files, zip_library.ZIP_ZSTANDARD)
    done = mend(crosswire.load(upload), upload, missing="drop")
    with zip_library.ZipFile(io.BytesIO(done.data)) as archive:
        assert [info.compress_type for info in archive.infolist()] == [zip_library.ZIP_ZSTANDARD] * 3
        assert archive.read("three.json") == chat()
        assert b"call_9" not in archive.read("one.json")


def test_several_files_are_read_each_by_itself_under_one_numbering() -> None:
    upload = zipped(
        {
            "one.json": chat(),
            "agents/two.jsonl.gz": gzip.compress(SESSION),
            "readme.md": b"# A folder of logs\n",
            "three.json": chat(BROKEN),
        }
    )
    log = crosswire.load(upload)
    assert log.container == "files"
    assert [one.format for one in log.conversations] == ["openai-chat", "claude-code", "openai-chat"]
    assert [one.number for one in log.conversations] == [0, 1, 2]
    assert log.format == "openai-chat"
    assert "3 files, 3 of them with conversations" in log.detection.reason
    assert [log.origin_of(n).in_words for n in range(4)] == [
        "one.json",
        "agents/two.jsonl.gz line 1",
        "agents/two.jsonl.gz line 2",
        "three.json",
    ]
    assert "readme.md: " in said(log)
    [finding] = [one for one in crosswire.diagnose(log.conversations[2]) if one.code == "CW204"]
    assert finding.address.startswith("3:/messages/2")


def test_every_place_leads_to_its_bytes_in_the_unpacked_text() -> None:
    upload = zipped({"one.json": chat(), "two.jsonl": SESSION.rstrip(), "three.json": chat(BROKEN)})
    log = crosswire.load(upload)
    assert log.text is not None
    parts = [part.address for one in log.conversations for _, part in one.parts()]
    spans = log.spans(upload, parts)
    assert spans.keys() == set(parts)
    for address, (start, end) in spans.items():
        json.loads(log.text[start:end])
        file = log.file_of(int(address.partition(":")[0]))
        assert file is not None
        assert file.start <= start < end <= file.end
    assert all(file.start == 0 or log.text[file.start - 1] == 10 for file in log.files)


def test_a_file_that_no_format_knows_is_left_with_its_reason() -> None:
    log = crosswire.load(zipped({"config.json": b'{"colour": "blue"}', "log.json": chat()}))
    assert len(log.conversations) == 1
    [note] = [note for note in log.notes if note.code == "skipped-document"]
    assert note.message.startswith("config.json: This reads as JSON")
    assert note.address == "0:"


def test_an_archive_without_a_conversation_says_what_speaks_against_the_likeliest() -> None:
    upload = zipped({"a.json": b'{"colour": "blue"}', "b.json": b'{"size": 1}'})
    with pytest.raises(NotAConversation, match=r"None of the 2 files in it holds a conversation\. a\.json: "):
        crosswire.load(upload)
    log = crosswire.load(upload, or_document=True)
    assert (log.format, len(log.documents), len(log.files)) == ("", 2, 2)


def test_an_archive_without_any_document_names_its_files() -> None:
    upload = zipped({f"{n}.txt": b"only words" for n in range(5)})
    with pytest.raises(UnreadableUpload, match=r"a zip archive with 5 files.*0\.txt: .*And 2 more"):
        crosswire.load(upload)
    with pytest.raises(UnreadableUpload, match="a zip archive without any file"):
        crosswire.load(zipped({}))


def test_what_systems_put_into_archives_is_not_told() -> None:
    log = crosswire.load(zipped({"__MACOSX/._log.json": b"\0\1", ".DS_Store": b"\0", "log.json": chat()}))
    assert log.notes == []


def test_a_repair_stays_within_its_file() -> None:
    messages = lines(*BROKEN["messages"])
    log = crosswire.load(zipped({"one.json": chat(), "two.jsonl": messages, "three.json": chat()}))
    repaired = crosswire.repair(log.conversations[1], missing="drop")
    assert repaired.changes
    assert (
        repaired.payload
        == crosswire.repair(crosswire.load(messages).conversations[0], missing="drop").payload
    )
    assert repaired.documents[0] == CHAT == repaired.documents[-1]
    assert all(change.source is None or change.source[0] in "123" for change in repaired.changes)


def test_events_of_a_file_behind_another_are_put_together() -> None:
    events = b"".join(
        b"data: " + json.dumps(chunk).encode() + b"\n\n"
        for chunk in (
            {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"role": "assistant"}}]},
            {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "Hello"}}]},
        )
    )
    log = crosswire.load(zipped({"one.json": chat(), "two.txt": events}))
    assert [one.container for one in log.conversations] == ["json", "sse"]
    [(_, part)] = log.conversations[1].parts()
    assert part.address.startswith(("1:", "2:"))
    assert log.spans(b"", [Address("2:/choices")])


# Databases


def test_rows_with_json_in_them_are_documents(tmp_path: Path) -> None:
    upload = database(
        tmp_path / "x",
        "CREATE TABLE part (session TEXT, data TEXT, size REAL, picture BLOB)",
        "CREATE TABLE other (id INTEGER PRIMARY KEY, name TEXT) WITHOUT ROWID",
        "INSERT INTO part VALUES ('s1', '{\"a\": 1.0,\n\"a\": 12345678901234567890}', 0.5, x'ff')",
        "INSERT INTO part VALUES ('s2', 'words', NULL, x'7b7d')",
        "INSERT INTO other VALUES (7, 'é')",
        "CREATE VIEW everything AS SELECT * FROM part",
    )
    opened = open_upload(upload)
    assert (
        opened.documents
        == [
            {"id": 7, "name": "é"},
            {"session": "s1", "data": {"a": 12345678901234567890}, "size": 0.5},
            {"session": "s2", "data": "words", "size": None, "picture": {}},
        ]
        or opened.documents[0]["session"] == "s1"
    )
    assert {opened.origin_of(n).in_words for n in range(3)} == {"other, row 1", "part, row 1", "part, row 2"}
    told = [note.message for note in opened.notes]
    assert "everything: It is a view or a virtual table, which is not run." in told
    assert "part: 1 cell of it holds bytes that are no text." in told
    assert any("written from the rows" in one for one in told)
    assert opened.text is not None
    assert b'"a": 1.0, "a": 12345678901234567890' in opened.text


def test_a_conversation_in_a_column_is_read(tmp_path: Path) -> None:
    upload = database(
        tmp_path / "x",
        "CREATE TABLE t (request TEXT, at TEXT)",
        rows=[CHAT, BROKEN],
        column="request",
    )
    log = crosswire.load(zipped({"state.db": upload}))
    assert len(log.conversations) == 2
    [finding] = [one for one in crosswire.diagnose(log.conversations[1]) if one.code == "CW204"]
    assert log.origin_of(1).in_words == "state.db: t, row 2"
    assert finding.address.startswith("1:/request/messages/2")


def test_a_database_with_a_journal_beside_it_says_so(tmp_path: Path) -> None:
    upload = database(
        tmp_path / "x", "PRAGMA journal_mode=WAL", "CREATE TABLE t (a)", "INSERT INTO t VALUES ('{}')"
    )
    assert any("`-wal`" in note.message for note in open_upload(upload).notes)


def test_a_refused_database_without_its_journal_is_named_with_the_cure(tmp_path: Path) -> None:
    tables = ("CREATE TABLE t (a)", "CREATE TABLE u (a)", "INSERT INTO u VALUES ('Oslo')")
    upload = database(tmp_path / "x", "PRAGMA journal_mode=WAL", *tables, rows=[{"b": 1}] * 2)
    for data in (upload, zipped({"x/chat.db": upload, "n.json": b'{"colour": "blue"}'})):
        with pytest.raises(NotAConversation) as refusal:
            crosswire.load(data)
        said = str(refusal.value)
        assert said.count("beside this one that ends in `-wal`. Give both together") == 1
        assert said.index("`-wal`") < said.index("Known formats")
    assert "x/chat.db" in said
    assert "This reads as an SQLite database (2 rows, " in str(why_none_fits(upload))
    (tmp_path / "agent.db").write_bytes(upload)
    answer = CliRunner().invoke(main, ["check", str(tmp_path / "agent.db")])
    assert (answer.exit_code, answer.stderr.count("`-wal`")) == (2, 1)


def test_a_refused_database_of_a_known_program_says_that_its_journal_is_missing(tmp_path: Path) -> None:
    tables = ("CREATE TABLE session (id)", "CREATE TABLE part (id, message_id, data)", "CREATE TABLE t (a)")
    made = (*tables, "CREATE TABLE message (id, session_id, data)", "INSERT INTO session VALUES ('s')")
    upload = database(tmp_path / "x", "PRAGMA journal_mode=WAL", *made)
    with pytest.raises(NotAConversation, match=r"(?s)database of OpenCode.*`-wal`"):
        crosswire.load(upload)


@for_each(
    "data, language",
    [
        (b'<?xml version="1.0"?><rows><row a="1"><b>x</b></row></rows>', "a document in XML (an object"),
        (b'name = "x"\n[[rows]]\na = 1\n', "a document in TOML (an object"),
        (b'id,what\n1,"{""a"": 1}"\n2,"{""a"": 2}"\n', "a table of separated values (2 rows"),
        (b"jobs:\n  - type: step\n    run: make\n", "YAML (an object"),
        (gzip.compress(b'{"rows": []}'), "JSON (an object"),
    ],
)
def test_a_refusal_names_the_language_that_a_file_is_written_in(data: bytes, language: str) -> None:
    with pytest.raises(NotAConversation) as refusal:
        crosswire.load(data)
    assert str(refusal.value).startswith(f"This reads as {language}")


@for_each(
    "statements",
    [
        ["CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"],
        ["CREATE VIRTUAL TABLE v USING fts5(a)", "INSERT INTO v VALUES ('x')"],
        ["CREATE TRIGGER v AFTER INSERT ON t BEGIN INSERT INTO t SELECT a FROM t; END"],
        ["CREATE TABLE v (a, b AS (abs(a)) VIRTUAL)"],
    ],
)
def test_what_a_database_would_run_is_not_run(statements: list[str], tmp_path_factory) -> None:
    path = tmp_path_factory.mktemp("db") / "x"
    upload = database(path, "CREATE TABLE t (a)", "INSERT INTO t VALUES ('{\"k\": 1}')", *statements)
    began = time.monotonic()
    assert open_upload(upload).documents[0] == {"a": {"k": 1}}
    assert time.monotonic() - began < 5


def test_a_damaged_database_gives_what_is_whole_or_a_reason(tmp_path: Path) -> None:
    rows = [{"n": n, "text": "x" * 500} for n in range(200)]
    whole = database(tmp_path / "x", "CREATE TABLE t (a)", rows=rows)
    assert len(open_upload(whole).documents) == 200
    cut = open_upload(whole[: len(whole) // 2])
    assert 0 < len(cut.documents) < 200
    assert any(note.code == "cut-member" for note in cut.notes)
    with pytest.raises(UnreadableUpload, match="This is an SQLite database"):
        open_upload(b"SQLite format 3\x00" + b"\xff" * 5000)


def test_rows_beyond_the_limit_are_told(tmp_path: Path) -> None:
    upload = database(tmp_path / "x", "CREATE TABLE t (a)", *["INSERT INTO t VALUES ('{}')"] * 5)
    opened = open_upload(upload, UnpackLimits(rows=3))
    assert len(opened.documents) == 3
    assert any("more rows" in note.message for note in opened.notes)


def test_a_reader_of_databases_that_needs_too_much_is_ended(tmp_path: Path) -> None:
    upload = database(
        tmp_path / "x", "CREATE TABLE t (a)", "INSERT INTO t VALUES (printf('[%*s]', 9000000, ' '))"
    )
    with pytest.raises(UnreadableUpload, match=r"limit of time or memory|not to be read"):
        open_upload(upload, UnpackLimits(memory=2_000_000))
    assert open_upload(upload).documents == [{"a": []}]


# Hostile


def test_a_bomb_is_left_at_its_limit() -> None:
    limits = UnpackLimits(bytes=2 * MEGABYTE)
    bomb = gzip.compress(b" " * 3_000_000)
    with pytest.raises(UnreadableUpload, match="more than 2 MB"):
        open_upload(bomb, limits)
    with pytest.raises(UnreadableUpload, match="more than 2 MB"):
        open_upload(gzip.compress(gzip.compress(b" " * 3_000_000)), limits)
    log = crosswire.load(zipped({"bomb.json": b" " * 3_000_000, "log.json": chat()}), unpack=limits)
    assert calls(log) == 1
    assert "bomb.json: It unpacks to more than 2 MB in all." in said(log)
    with pytest.raises(UnreadableUpload, match="as no log is"):
        open_upload(zstd.compress(b"[" + b" " * 11_000_000 + b"]"))


def test_a_size_that_lies_is_found_out() -> None:
    upload = bytearray(zipped({"bomb.json": b" " * 3_000_000}))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = upload.find(mark) + at
        upload[place : place + 4] = struct.pack("<I", 10)
    with pytest.raises(UnreadableUpload):
        open_upload(bytes(upload), UnpackLimits(bytes=MEGABYTE))


def test_wrappers_within_wrappers_have_an_end() -> None:
    data = chat()
    for _ in range(5):
        data = gzip.compress(data)
    assert calls(crosswire.load(data)) == 1
    with pytest.raises(UnreadableUpload, match="More than 5 wrappers"):
        crosswire.load(gzip.compress(data))


def test_very_many_files_have_an_end() -> None:
    upload = zipped({f"{n}.json": b"{}" for n in range(30)} | {"z.json": chat()})
    limits = UnpackLimits(members=20)
    assert any("more than 20 files" in note.message for note in open_upload(upload, limits).notes)
    with pytest.raises(UnreadableUpload, match="more than 2 files"):
        open_upload(upload, UnpackLimits(members=2))
    many = zipped({f"{n}.json": chat() for n in range(12)})
    with pytest.raises(TooManyConversations):
        crosswire.load(many, max_conversations=10)


def test_names_lead_nowhere() -> None:
    names = ["../../etc/passwd.json", "/root/log.json", "C:\\logs\\log.json", "a\x1b[2J\u202e.json"]
    log = crosswire.load(zipped({name: chat() for name in names}))
    shown = [log.origin_of(n).in_words for n in range(4)]
    assert shown == ["../../etc/passwd.json", "root/log.json", "C:/logs/log.json", "a�[2J�.json"]


def test_links_devices_and_encrypted_files_are_left_with_a_reason() -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, kind in (("link", tarfile.SYMTYPE), ("hard", tarfile.LNKTYPE), ("tape", tarfile.CHRTYPE)):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
        info = tarfile.TarInfo("log.json")
        info.size = len(chat())
        archive.addfile(info, io.BytesIO(chat()))
    log = crosswire.load(out.getvalue())
    assert calls(log) == 1
    assert all(f"{name}: It is a link, a device" in said(log) for name in ("link", "hard", "tape"))
    inside = io.BytesIO()
    with zipfile.ZipFile(inside, "w") as zip_archive:
        info = zipfile.ZipInfo("link.json")
        info.external_attr = 0o120777 << 16
        zip_archive.writestr(info, "/etc/passwd")
        zip_archive.writestr("log.json", chat())
    assert "link.json: It is a link" in said(crosswire.load(inside.getvalue()))
    locked = bytearray(zipped({"log.json": chat(), "a.json": chat()}))
    locked[locked.find(b"PK\x01\x02") + 8] |= 1
    assert "log.json: It is encrypted." in said(crosswire.load(bytes(locked)))


def test_files_that_share_their_bytes_are_taken_once() -> None:
    upload = bytearray(zipped({"a.json": chat(), "b.json": chat()}, zipfile.ZIP_STORED))
    second = upload.rfind(b"PK\x01\x02")
    upload[second + 42 : second + 46] = struct.pack("<I", 0)
    log = crosswire.load(bytes(upload))
    assert (calls(log), "Its bytes are those of another file too" in said(log)) == (1, True)


@for_each("pack", [gzip.compress, zstd.compress])
def test_what_is_there_of_a_cut_file_is_read_and_its_end_is_told(pack) -> None:
    noise = Random(1)
    values = [{**CHAT, "user": noise.randbytes(400).hex()} for _ in range(400)]
    packed = pack(lines(*values))
    log = crosswire.load(packed[: len(packed) * 3 // 4])
    assert 50 < len(log.conversations) < 400
    assert "without its end" in "\n".join(note.message for note in log.conversations[0].unread)
    with pytest.raises(UnreadableUpload, match="cut off or damaged"):
        crosswire.load(pack(chat())[:12])


def test_a_cut_archive_gives_the_files_before_its_end() -> None:
    upload = tarred({"a.json": chat(), "b.jsonl": lines(CHAT) * 50})
    log = crosswire.load(upload[:3000])
    assert len(log.conversations) > 1
    assert "The archive ends within it" in "\n".join(
        note.message for one in log.conversations for note in one.unread
    )


def test_pictures_are_left_before_they_are_unpacked() -> None:
    picture = b"\x89PNG\r\n" + Random(2).randbytes(900_000)
    limits = UnpackLimits(bytes=MEGABYTE)
    log = crosswire.load(zipped({f"{n}.png": picture for n in range(3)} | {"z.json": chat()}), unpack=limits)
    assert calls(log) == 1
    assert "0.png: This is a PNG image" in said(log)


SEEDS = {
    "zip": zipped({"a.json": chat(), "b.jsonl": SESSION}),
    "zip with zstd": zipped({"a.json": chat(), "b.jsonl": SESSION}, zip_library.ZIP_ZSTANDARD),
    "tar": tarred({"a.json": chat(), "b.jsonl": SESSION}),
    "gzip": gzip.compress(SESSION),
    "zstd": zstd.compress(SESSION),
    "bzip2": bz2.compress(SESSION),
    "xz": lzma.compress(SESSION),
    "wide": SESSION.decode().encode("utf-16"),
}


@for_each("kind", SEEDS)
def test_no_damage_raises_anything_but_a_reason(kind: str) -> None:
    chance = Random(kind)
    for _ in range(tries(60, thorough=2_000)):
        data = bytearray(SEEDS[kind])
        for _ in range(chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        cut = chance.randrange(len(data)) if chance.random() < 0.3 else len(data)
        try:
            log = crosswire.load(bytes(data[:cut]), or_document=True)
        except CrosswireError:
            continue
        assert log.documents


def test_no_damage_to_a_database_raises_anything_but_a_reason(tmp_path: Path) -> None:
    whole = database(tmp_path / "x", "CREATE TABLE t (n, a)", "CREATE INDEX i ON t (n)", rows=[CHAT] * 40)
    chance = Random(3)
    for _ in range(tries(8, thorough=500)):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 30)):
            data[chance.randrange(20, len(data))] = chance.randrange(256)
        try:
            assert crosswire.load(bytes(data), or_document=True).documents
        except CrosswireError:
            continue


def test_text_is_no_wrapper() -> None:
    assert not any(map(is_wrapped, (b"", b"{", chat(), SESSION, b"PK", b"BZ")))


def test_without_limits_what_is_packed_is_refused_by_name() -> None:
    with pytest.raises(UnreadableUpload, match="a zip archive, not a log in JSON"):
        crosswire.load(zipped({"a.json": chat()}), unpack=None)


# The command line


def test_check_names_the_file_the_line_and_the_row(tmp_path: Path) -> None:
    path = tmp_path / "logs.zip"
    path.write_bytes(zipped({"one.json": chat(), "sub/two.jsonl": lines(CHAT, BROKEN)}))
    text = CliRunner().invoke(main, ["check", str(path)]).output
    assert "logs.zip: sub/two.jsonl line 2: 2:/messages/2/tool_call_id: error CW204" in text
    answer = json.loads(
        CliRunner().invoke(main, ["check", "--format", "json", "--no-verdicts", str(path)]).output
    )
    [found] = [one for one in answer["files"][2]["diagnostics"] if one["code"] == "CW204"]
    assert found["origin"] == "sub/two.jsonl line 2"
    run = json.loads(CliRunner().invoke(main, ["check", "--format", "sarif", str(path)]).output)["runs"][0]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "/sub/two.jsonl"
    assert place["region"] == {"startLine": 2}
    nested = run["artifacts"][place["artifactLocation"]["index"]]
    assert run["artifacts"][nested["parentIndex"]]["location"]["uri"].endswith("logs.zip")


def test_repair_writes_the_file_and_not_the_archive(tmp_path: Path) -> None:
    path = tmp_path / "log.json.gz"
    path.write_bytes(gzip.compress(chat(BROKEN)))
    done = CliRunner().invoke(
        main, ["repair", str(path), "--missing", "drop", "--output", str(tmp_path / "out")]
    )
    assert done.exit_code == 0, done.output
    assert "call_9" not in (tmp_path / "out").read_text()
    path.write_bytes(gzip.compress(chat()))
    CliRunner().invoke(main, ["repair", str(path), "--output", str(tmp_path / "out")])
    assert (tmp_path / "out").read_bytes() == chat()
    path.write_bytes(zipped({"a.json": chat(), "b.json": chat()}))
    CliRunner().invoke(main, ["repair", str(path), "--output", str(tmp_path / "out")])
    assert (tmp_path / "out").read_bytes() == path.read_bytes()


def test_secrets_are_looked_for_in_what_is_packed(tmp_path: Path) -> None:
    path = tmp_path / "log.json.gz"
    key = "sk-ant-api03-" + "aB3dE5gH7jK9" * 8
    path.write_bytes(gzip.compress(chat({**CHAT, "messages": [{"role": "user", "content": f"key {key}"}]})))
    done = CliRunner().invoke(main, ["secrets", str(path)])
    assert (done.exit_code, "0:/messages/0/content" in done.output) == (1, True)
    path.write_bytes(zipped({"a.json": chat(), "b.json": chat()}))
    assert CliRunner().invoke(main, ["secrets", str(path)]).exit_code == 2
