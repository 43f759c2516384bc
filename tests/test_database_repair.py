"""Databases of programs come back mended: a new one, in which only the rows differ that the changes name."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import crosswire
import pytest
from click.testing import CliRunner
from crosswire.address import document_of
from crosswire.cli import main
from crosswire.containers import packed
from crosswire.errors import CannotExport
from crosswire.repairs import Missing, mend
from tests.agent_databases import DATABASES, adk, goose, hermes, opencode
from tests.samples import REQUESTS
from tests.test_wrappers import database

Rows = dict[tuple[str, int], tuple[Any, ...]]


@pytest.fixture(params=DATABASES)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def rows_of(data: bytes) -> Rows:
    """All rows of ordinary tables, by table and row id."""
    with closing(sqlite3.connect(":memory:")) as held:
        held.deserialize(data)
        assert held.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        named = held.execute("PRAGMA table_list").fetchall()
        tables = [name for _, name, kind, *_ in named if kind == "table" and name[:7] != "sqlite_"]
        statement = 'SELECT rowid, * FROM "{}"'
        return {(table, row[0]): row for table in tables for row in held.execute(statement.format(table))}


def errors(log: crosswire.Log) -> list[str]:
    found = [one for each in log.conversations for one in crosswire.diagnose(each)]
    return [one.name for one in found if one.severity == "error"]


def differing(before: Rows, after: Rows) -> set[tuple[str, int]]:
    return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}


def mended(data: bytes, missing: Missing) -> bytes:
    """Also that only the rows differ which the changes name, that nothing is left to do, and that the errors
    are gone."""
    log = crosswire.load(data)
    done = mend(log, data, missing=missing)
    assert done.is_database
    assert done.is_own
    places = {one.source for each in done.repaired for one in each.changes if one.source is not None}
    origins = [log.origin_of(document_of(place)) for place in places]
    named = {(one.steps[-2].name, int(one.steps[-1].name)) for one in origins}
    assert named
    assert differing(rows_of(data), rows_of(done.data)) == named
    again = crosswire.load(done.data)
    assert not errors(again)
    assert [one.thread for one in again.conversations] == [one.thread for one in log.conversations]
    assert mend(again, done.data, missing=missing).data == done.data
    return done.data


@pytest.mark.parametrize("sessions", [("one",), ("one", "two", "three")])
def test_each_session_of_a_database_is_read_alone(
    kind: str, sessions: tuple[str, ...], tmp_path: Path
) -> None:
    log = crosswire.load(DATABASES[kind](tmp_path / "x.db", *sessions).read_bytes())
    assert {one.format for one in log.conversations} == {kind}
    assert [one.thread for one in log.conversations] == list(sessions)
    assert errors(log) == ["missing-result"] * len(sessions)
    told = [one.title for one in log.conversations]
    assert told == [None if kind == "adk" else f"About {one}" for one in sessions]
    assert all(not one.unread for one in log.conversations)


def test_a_message_in_the_tables_of_both_versions_is_read_once(tmp_path: Path) -> None:
    path = opencode(tmp_path / "x.db", "one")
    state = {"status": "completed", "input": {"c": "ls"}, "content": [{"type": "text", "text": "a"}]}
    tool = {"type": "tool", "id": "call_A1", "name": "bash", "state": state}
    rows = [("msg_one_1", "user", {"text": "List."}), ("msg_one_2", "assistant", {"content": [tool]})]
    with closing(sqlite3.connect(path)) as held, held:
        held.execute("CREATE TABLE session_message (id, session_id, type, seq INTEGER, data TEXT)")
        for number, (id, kind, data) in enumerate(rows):
            cells = [id, "one", kind, number, json.dumps(data)]
            held.execute("INSERT INTO session_message VALUES (?, ?, ?, ?, ?)", cells)
    (read,) = crosswire.load(path.read_bytes()).conversations
    assert [call.call_id.value for call in read.calls()] == ["call_B2", "call_A1"]
    assert len(list(read.results())) == 1
    assert not read.unread


@pytest.mark.parametrize("sessions", [("one",), ("one", "two")])
def test_a_call_whose_result_is_lost_goes(kind: str, sessions: tuple[str, ...], tmp_path: Path) -> None:
    data = DATABASES[kind](tmp_path / "x.db", *sessions).read_bytes()
    new = rows_of(mended(data, "drop"))
    gone = rows_of(data).keys() - new.keys()
    assert len(gone) == (0 if kind == "hermes-session" else len(sessions))  # its message says something too
    assert not any("B2" in str(row) or "adk-2" in str(row) for row in new.values())


def test_a_call_that_holds_its_result_says_that_it_is_lost(tmp_path: Path) -> None:
    data = opencode(tmp_path / "x.db", "one").read_bytes()
    new = mended(data, "mark")
    row = json.loads(rows_of(new)["part", 3][-1])
    lost = {"status": "error", "error": "No result was recorded for this call."}
    assert row["state"] == {"input": {"c": "ls"}, "time": {"start": 1}, **lost}
    old = rows_of(data)["part", 3][-1]
    assert old.split('"state"')[0] == rows_of(new)["part", 3][-1].split('"state"')[0]


@pytest.mark.parametrize("make", [hermes, partial(goose, by_time=True), adk], ids=["hermes", "goose", "adk"])
def test_a_row_for_a_lost_result_stands_where_the_program_reads_it(
    make: Callable[..., Path], tmp_path: Path
) -> None:
    data = make(tmp_path / "x.db", "one", "two").read_bytes()
    log = crosswire.load(data)
    done = mend(log, data, missing="mark")
    before, after = rows_of(data), rows_of(done.data)
    assert differing(before, after) == after.keys() - before.keys()
    assert {number for _, number in after.keys() - before.keys()} == {11, 12}
    again = crosswire.load(done.data)
    assert not errors(again)
    for one in again.conversations:
        (result,) = [end for end in one.results() if end.is_error or "recorded" in str(end.raw)]
        places = [message.parts[0] is result for message in one.messages]
        assert places.index(True) == len(places) - 2, "behind its call, before what the user said next"
    assert mend(again, done.data, missing="mark").data == done.data


def test_no_row_is_put_where_its_program_alone_can_write_all_of_it(tmp_path: Path) -> None:
    data = adk(tmp_path / "x.db", "one", "two", version=0).read_bytes()
    log = crosswire.load(data)
    assert [one.thread for one in log.conversations] == ["one", "two"]
    assert errors(log) == ["missing-result"] * 2
    assert mend(log, data, missing="mark").data == data
    mended(data, "drop")


def test_an_id_that_was_changed_is_again_that_of_its_call(tmp_path: Path) -> None:
    path = hermes(tmp_path / "x.db", "one")
    with closing(sqlite3.connect(path)) as held, held:
        held.execute("UPDATE messages SET tool_call_id = 'call_Z9' WHERE id = 3")
    new = mended(path.read_bytes(), "drop")
    assert "call_A1" in rows_of(new)["messages", 3]


def test_the_index_that_a_program_keeps_follows(tmp_path: Path) -> None:
    path = hermes(tmp_path / "x.db", "one")
    with closing(sqlite3.connect(path)) as held, held:
        held.execute("UPDATE messages SET content = '' WHERE id = 4")
    data = path.read_bytes()
    with closing(sqlite3.connect(":memory:")) as held:
        held.deserialize(mended(data, "drop"))
        held.execute("INSERT INTO found (found) VALUES ('integrity-check')")
        assert held.execute("SELECT count(*) FROM messages").fetchone() == (4,)


def test_a_database_that_changes_other_rows_by_itself_is_refused(tmp_path: Path) -> None:
    path = opencode(tmp_path / "x.db", "one")
    with closing(sqlite3.connect(path)) as held, held:
        held.execute("CREATE TRIGGER sly AFTER UPDATE ON part BEGIN UPDATE session SET title = 'other'; END")
    data = path.read_bytes()
    with pytest.raises(CannotExport, match="other rows by itself"):
        mend(crosswire.load(data), data, missing="mark")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER sly AFTER UPDATE ON part BEGIN SELECT load_extension('x'); END",
        "CREATE TRIGGER sly AFTER UPDATE ON part BEGIN INSERT INTO session (id) SELECT zeroblob(9e9); END",
        "CREATE TRIGGER sly BEFORE UPDATE ON part BEGIN SELECT RAISE(IGNORE); END",
    ],
)
def test_what_a_database_would_run_ends_in_a_reason(statement: str, tmp_path: Path) -> None:
    path = opencode(tmp_path / "x.db", "one")
    with closing(sqlite3.connect(path)) as held, held:
        held.execute(statement)
    data = path.read_bytes()
    with pytest.raises(CannotExport, match="cannot be written"):
        mend(crosswire.load(data), data, missing="mark")


def test_no_row_is_put_in(tmp_path: Path) -> None:
    asked, call, _ = REQUESTS["openai-chat"]["messages"]
    rows = [asked, call, asked]
    columns = ["role", "content", "tool_calls"]
    path = tmp_path / "x.db"
    with closing(sqlite3.connect(path)) as held, held:
        held.execute(f"CREATE TABLE said ({', '.join(columns)})")
        for row in rows:
            calls = json.dumps(row["tool_calls"]) if "tool_calls" in row else None
            held.execute("INSERT INTO said VALUES (?, ?, ?)", [row["role"], row.get("content"), calls])
    data = path.read_bytes()
    log = crosswire.load(data)
    assert errors(log)
    with pytest.raises(CannotExport, match="A row would have to be put"):
        mend(log, data, missing="mark")
    mended(data, "drop")


def test_a_request_in_a_cell_is_mended_there(tmp_path: Path) -> None:
    body = json.loads(json.dumps(REQUESTS["openai-chat"]))
    body["messages"] = [*body["messages"][:2], body["messages"][0]]
    data = database(tmp_path / "x", "CREATE TABLE t (request TEXT)", rows=[body], column="request")
    log = crosswire.load(data)
    new = mend(log, data, missing="mark").data
    assert rows_of(new).keys() == rows_of(data).keys()
    assert not errors(crosswire.load(new))


def test_a_table_without_row_ids_is_left(tmp_path: Path) -> None:
    body = json.loads(json.dumps(REQUESTS["openai-chat"]))
    body["messages"] = [*body["messages"][:2], body["messages"][0]]
    schema = "CREATE TABLE t (request TEXT PRIMARY KEY) WITHOUT ROWID"
    data = database(tmp_path / "x", schema, rows=[body], column="request")
    with pytest.raises(CannotExport, match="_rowid_"):
        mend(crosswire.load(data), data, missing="mark")


def journalled(make: Callable[..., Path], folder: Path) -> dict[str, bytes]:
    """A database whose last rows stand in its journal."""
    path = make(folder / "x.db", "one")
    held = sqlite3.connect(path)
    held.execute("PRAGMA journal_mode=WAL")
    held.execute("PRAGMA wal_autocheckpoint=0")
    held.execute("UPDATE session SET title = 'newer'")
    held.commit()
    files = {file.name: file.read_bytes() for file in folder.iterdir()}
    held.close()
    return files


def test_what_stands_in_the_journal_is_in_the_mended_one(tmp_path: Path) -> None:
    files = journalled(opencode, tmp_path)
    assert b"newer" not in files["x.db"]
    upload = packed(files.items())
    done = mend(crosswire.load(upload), upload, missing="mark")
    assert done.unpacked == "x.db"
    assert "newer" in str(rows_of(done.data)["session", 1])


# The command line


def test_the_command_names_the_rows_and_never_writes_over(tmp_path: Path) -> None:
    path = opencode(tmp_path / "x.db", "one")
    before, new, told = path.read_bytes(), tmp_path / "new.db", tmp_path / "changes.json"
    arguments = ["repair", str(path), "--missing", "mark"]
    done = CliRunner().invoke(main, [*arguments, "--output", str(new)])
    assert done.exit_code == 0
    assert "part, row 3: 2:/data/state/status: added" in done.stderr
    assert "unpacked" not in done.stderr
    assert path.read_bytes() == before
    assert differing(rows_of(before), rows_of(new.read_bytes())) == {("part", 3)}
    CliRunner().invoke(main, [*arguments, "--output", str(new), "--changes", str(told)])
    [record] = json.loads(told.read_bytes())
    assert {one["origin"] for one in record["changes"]} == {"part, row 3"}
    over = CliRunner().invoke(main, [*arguments, "--output", str(path)])
    assert over.exit_code == 2
    assert "never written over" in over.stderr
    assert path.read_bytes() == before
