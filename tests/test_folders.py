"""Folders and files that belong together: one archive, always the same, and what is left out of it."""

import io
import json
import os
import sqlite3
import zipfile
from pathlib import Path

import crosswire
import pytest
from click.testing import CliRunner
from crosswire.cli import main
from crosswire.containers import (
    file_of_archive,
    pack_folder,
    packed,
    read_folder,
    read_with_journal,
    together,
)
from crosswire.containers.wrappers import UnpackLimits, sqlite_journal
from crosswire.containers.wrappers.budget import Budget
from crosswire.errors import CrosswireError, UnreadableUpload
from tests.claude_code_lines import answered, called, gave, said, session_bytes
from tests.selection import tries
from tests.test_wrappers import BROKEN, chat, database

AGENT = {"isSidechain": True, "agentId": "a7"}


def files_in(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {info.filename: opened.read(info) for info in opened.infolist()}


def test_equal_files_give_equal_bytes_in_whatever_order() -> None:
    files = [("b/two.json", b"{}"), ("a.json", b"[]"), ("b/one.db", b"\0\1")]
    assert packed(files) == packed(files[::-1])
    assert files_in(packed(files)) == dict(files)


@pytest.mark.parametrize(
    ("path", "left"),
    [
        ("src/node_modules/x/package.json", "tools"),
        (".git/config", "tools"),
        ("shots/One.PNG", "media"),
        (".env", "hidden"),
        (".DS_Store", "hidden"),
        (".aider.chat.history.md", ""),
        (".claude/projects/p/s.jsonl", ""),
        ("png", ""),
        ("state.vscdb", ""),
        ("a.db-wal", ""),
    ],
)
def test_what_no_log_is_in_is_left_by_its_name_and_counted(path: str, left: str) -> None:
    found = pack_folder([(path, b"{}"), ("log.json", b"{}")])
    assert dict(found.left) == ({left: 1} if left else {})
    assert found.words.startswith("Left out of the folder: 1 ") == bool(left)
    assert (path in files_in(found.data)) == (not left)


def test_a_folder_without_a_file_says_what_was_left() -> None:
    with pytest.raises(UnreadableUpload, match="1 hidden file"):
        pack_folder([(".env", b"")])


def test_no_path_leads_out_of_the_archive_and_none_is_lost() -> None:
    names = ["../../etc/passwd", "/a", "a", "b\\c", "..", "x/\udcff"]
    found = files_in(packed([(name, name.encode("utf-8", "replace")) for name in names]))
    assert len(found) == len(names)
    assert not any(name.startswith("/") or ".." in name for name in found)


def test_a_folder_of_this_machine_is_read_without_its_links(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.json").write_bytes(chat())
    os.symlink("/etc/hostname", tmp_path / "link.json")
    found = read_folder(tmp_path)
    assert files_in(found.data) == {"deep/a.json": chat()}
    assert dict(found.left) == {"links": 1}


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        (tmp_path / f"{number}.json").write_bytes(b"{}")
    monkeypatch.setattr("crosswire.containers.folder.MOST_FILES", 2)
    with pytest.raises(CrosswireError, match="more than 2 files"):
        read_folder(tmp_path)


def test_check_takes_a_folder_and_names_the_file_and_what_was_left(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "one.json").write_bytes(chat())
    (tmp_path / "sub" / "two.json").write_bytes(chat(BROKEN))
    (tmp_path / "shot.png").write_bytes(b"png")
    done = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert done.exit_code == 1
    assert "sub/two.json: 1:/messages/2" in done.stdout
    assert "Left out of the folder: 1 picture" in done.stderr


def test_a_session_folder_with_its_sub_agents_is_one_tree() -> None:
    session = session_bytes(
        said("u1", None, "Look"),
        called("a1", "u1", "toolu_1"),
        gave("u2", "a1", "toolu_1", toolUseResult={"agentId": "a7"}),
    )
    agent = session_bytes(said("x1", None, "Count", **AGENT), answered("x2", "x1", "Three.", **AGENT))
    log = crosswire.load(packed([("s1.jsonl", session), ("s1/subagents/agent-a7.jsonl", agent)]))
    [(edge, child)] = [(one.started_from, one) for one in log.conversations if one.started_from]
    parent = next(one for one in log.conversations if one is not child)
    assert edge is not None
    assert (edge.relation, edge.number, edge.why) == ("sub-agent", parent.number, "id")
    assert [one.number for one in parent.starts] == [child.number]


def test_a_database_goes_with_its_journal_and_other_files_alone() -> None:
    names = ["a.db", "b.json", "a.db-shm", "a.db-wal", "c.db-wal", "b.json"]
    assert together(names) == [[0, 2, 3], [1], [4], [5]]


def journalled(folder: Path, rows: int = 3) -> tuple[bytes, bytes]:
    """A database and its journal, in which all its rows stand."""
    connection = sqlite3.connect(folder / "x.db")
    for statement in ("PRAGMA journal_mode=WAL", "PRAGMA wal_autocheckpoint=0", "CREATE TABLE t (a TEXT)"):
        connection.execute(statement)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for number in range(rows):
        connection.execute("INSERT INTO t VALUES (?)", (chat(BROKEN).decode() + " " * 5_000 * number,))
        connection.commit()
    both = (folder / "x.db").read_bytes(), (folder / "x.db-wal").read_bytes()
    connection.close()
    return both


def test_what_stands_in_the_journal_alone_is_read(tmp_path: Path) -> None:
    base, journal = journalled(tmp_path)
    log = crosswire.load(packed([("x.db", base), ("x.db-wal", journal)]))
    assert len(log.conversations) == 3
    assert any("were read from its journal" in note.message for note in log.notes)
    assert not any("may be missing" in note.message for note in log.notes)


def test_a_database_that_is_read_from_a_disk_has_its_journal(tmp_path: Path) -> None:
    base, journal = journalled(tmp_path)
    (tmp_path / "x.db").write_bytes(base)
    (tmp_path / "x.db-wal").write_bytes(journal)
    assert len(crosswire.load(read_with_journal(tmp_path / "x.db")).conversations) == 3


def test_an_empty_journal_misses_nothing(tmp_path: Path) -> None:
    journalled(tmp_path)
    base = (tmp_path / "x.db").read_bytes()
    log = crosswire.load(packed([("x.db", base), ("x.db-wal", b"")]))
    assert len(log.conversations) == 3
    assert not any("journal" in note.message for note in log.notes)


def test_without_the_journal_a_verdict_is_open(tmp_path: Path) -> None:
    upload = database(
        tmp_path / "x", "PRAGMA journal_mode=WAL", "CREATE TABLE t (a)", rows=[json.loads(chat())]
    )
    for data, accepts in ((upload, None), (packed([("x", upload), ("x-wal", b"")]), True)):
        [conversation] = crosswire.load(data).conversations
        found = crosswire.verdicts(conversation, ["openai-chat"])["openai-chat"]
        assert found.accepts is accepts
        assert ["may be missing" in point.message for point in found.undecided] == [True] * (not accepts)


def test_a_journal_that_was_cut_gives_what_was_written_to_its_end(tmp_path: Path) -> None:
    base, journal = journalled(tmp_path)
    counts = []
    for length in range(0, len(journal) + 1, len(journal) // tries(9, thorough=200)):
        budget = Budget(UnpackLimits(), len(base))
        whole, _ = sqlite_journal.applied(base, journal[:length], budget)
        with sqlite3.connect(":memory:") as connection:
            connection.deserialize(whole)
            counts.append(connection.execute("SELECT count(*) FROM t").fetchone()[0])
        connection.close()
    assert counts[0] == 0
    assert counts == sorted(counts)


def test_a_damaged_or_foreign_journal_changes_nothing(tmp_path: Path) -> None:
    base, journal = journalled(tmp_path)
    plain = sqlite_journal.without_journal(base)
    for broken in (
        journal[:24] + bytes(8) + journal[32:],
        journal[:40] + bytes([journal[40] ^ 1]) + journal[41:],
        journal[:8] + b"\0\1\0\0" + journal[12:],
    ):
        assert sqlite_journal.applied(base, broken, Budget(UnpackLimits(), 1))[0] == plain


def test_a_file_comes_back_to_the_byte() -> None:
    archive = packed([("a/x.png", b"\x89PNG\0"), ("b.json", b"{}")])
    assert file_of_archive(archive, "a/x.png", 100) == b"\x89PNG\0"
    assert file_of_archive(archive, "a/x.png", 2) is None
    assert file_of_archive(archive, "x.png", 100) is None
