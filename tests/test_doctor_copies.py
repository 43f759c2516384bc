"""Mended copies beside sessions: their names, their bytes, and how a program goes on with one."""

import json
import os
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from crosswire.cli import main
from tests import homes
from tests.agent_databases import hermes, opencode
from tests.homes import CLAUDE, CLAUDE_ID, CODEX, CODEX_ID, put
from tests.test_doctor import home, tree

__all__ = ["home"]  # the fixture of that file

CODEX_LINES = [
    {
        "timestamp": "2026-11-24T10:00:00Z",
        "type": "session_meta",
        "payload": {"id": CODEX_ID, "cwd": "/srv/mill"},
    },
    *(
        {"timestamp": "2026-11-24T10:00:01Z", "type": "response_item", "payload": payload}
        for payload in (
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Go"}]},
            {"type": "function_call", "call_id": "call_1", "name": "shell", "arguments": "{}"},
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "And?"}]},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Done"}]},
        )
    ),
]


def doctor(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["doctor", *map(str, arguments)], catch_exceptions=False)


def mended(*arguments: str | Path) -> dict[str, Any]:
    rows = json.loads(doctor(*arguments, "--repair", "--format", "json").stdout)["sessions"]
    copy: dict[str, Any] = rows[0]["mended"]
    return copy


def row_of(path: Path) -> dict[str, Any]:
    row: dict[str, Any] = json.loads(doctor(path, "--format", "json").stdout)["sessions"][0]
    return row


def test_a_copy_stands_beside_the_session(home: Path) -> None:
    file = put(home, CLAUDE, homes.broken_session())
    before = tree(home)
    copy = mended("--latest")
    path = Path(copy["path"])
    assert path == file.with_name(f"{CLAUDE_ID}.mended.jsonl")
    given, written = homes.broken_session().splitlines(), path.read_bytes().splitlines()
    assert written[:2] == given[:2]
    assert b"No result was recorded for this call." in written[2]
    assert written[4:] == given[3:]
    assert row_of(path)["codes"] == {}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert {change["rule"] for change in copy["changes"]} == {"missing-result"}
    after = tree(home)
    del after[str(path)], after[str(path.parent)], before[str(path.parent)]
    assert after == before


def test_it_says_how_to_go_on_with_it(home: Path) -> None:
    put(home, CLAUDE, homes.broken_session())
    assert mended("claude-code")["words"] == (
        f"To go on with it, end the program, move {CLAUDE_ID}.jsonl to another folder and give the "
        f"copy its name, then run `claude --resume {CLAUDE_ID}`, in /tmp/project."
    )
    text = doctor(home / CLAUDE, "--repair").stdout
    assert f"1: {home / CLAUDE}".replace(".jsonl", ".mended.jsonl: 2 changes") in text
    assert "missing-result" in text
    assert f"`claude --resume {CLAUDE_ID}`" in text


def test_a_program_that_takes_a_path_is_given_it(home: Path) -> None:
    lines = [
        {"type": "session", "version": 3, "id": "p1", "timestamp": "2026-11-24T10:00:00Z", "cwd": "/srv/bed"},
        *(
            {"type": "message", "id": str(n), "parentId": str(n - 1) if n else None, "message": message}
            for n, message in enumerate(
                [
                    {"role": "user", "content": "Go"},
                    {
                        "role": "assistant",
                        "content": [{"type": "toolCall", "id": "c1", "name": "bash", "arguments": {}}],
                    },
                    {"role": "user", "content": "And?"},
                    {"role": "assistant", "content": [{"type": "text", "text": "Done"}]},
                ]
            )
        ),
    ]
    file = put(
        home,
        ".pi/agent/sessions/my bed/a_b.jsonl",
        b"".join(json.dumps(one).encode() + b"\n" for one in lines),
    )
    copy = file.with_name("a_b.mended.jsonl")
    assert mended("pi")["words"] == f"To go on with it: `pi --session '{copy}'`, in /srv/bed."


def test_no_file_is_overwritten(home: Path) -> None:
    file = put(home, CLAUDE, homes.broken_session())
    taken = file.with_name(f"{CLAUDE_ID}.mended.jsonl")
    taken.write_bytes(homes.sound_session())
    link = file.with_name(f"{CLAUDE_ID}.mended-2.jsonl")
    link.symlink_to(home / "elsewhere")
    os.utime(taken, (1, 1))
    assert Path(mended("--latest")["path"]).name == f"{CLAUDE_ID}.mended-3.jsonl"
    assert taken.read_bytes() == homes.sound_session()
    assert not (home / "elsewhere").exists()


def test_the_same_copy_is_written_once(home: Path) -> None:
    file = put(home, CLAUDE, homes.broken_session())
    first = mended(file)["path"]
    assert mended(file)["path"] == first
    assert len(list(file.parent.iterdir())) == 2


def test_a_copy_is_listed_and_not_mended_again(home: Path) -> None:
    put(home, CLAUDE, homes.broken_session())
    doctor("claude-code", "--repair")
    answer = doctor("claude-code", "--repair")
    assert "mended copy of 1" in answer.stdout
    assert len(list((home / CLAUDE).parent.iterdir())) == 2


def test_sound_sessions_get_no_copy(home: Path) -> None:
    put(home, CLAUDE, homes.sound_session())
    file = home / CLAUDE
    assert "mended" not in doctor("claude-code", "--repair").stdout
    assert list(file.parent.iterdir()) == [file]


def test_what_cannot_be_mended_is_said(home: Path) -> None:
    lines = json.loads(json.dumps([*CODEX_LINES[:3], CODEX_LINES[2]]))
    lines[2]["payload"]["arguments"] = '{"cut": "of'
    lines[3]["payload"] = {"type": "function_call_output", "call_id": "call_1", "output": "15"}
    file = put(home, CODEX, "".join(json.dumps(one) + "\n" for one in lines).encode())
    assert row_of(file)["errors"]
    copy = mended(file)
    assert (copy["path"], copy["words"]) == (None, "Nothing in it can be mended with certainty.")
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write all")
def test_a_folder_that_takes_no_file_is_told(home: Path) -> None:
    file = put(home, CLAUDE, homes.broken_session())
    file.parent.chmod(0o500)
    answer = mended(file)
    file.parent.chmod(0o700)
    assert answer["path"] is None
    assert "Permission denied" in answer["words"]


def test_lines_that_are_left_out_are_named(home: Path) -> None:
    file = put(home, CLAUDE, homes.broken_session() + b'{"cut": "of')
    assert "left out, as they are no JSON: lines 5" in doctor(file, "--repair").stdout
    file.write_bytes(homes.sound_session() + b'{"cut": "of')
    copy = mended(file)
    assert (copy["changes"], copy["lines_left_out"]) == ([], [5])
    assert Path(copy["path"]).read_bytes() == homes.sound_session()


def test_a_packed_rollout_comes_back_unpacked(home: Path) -> None:
    zstd = pytest.importorskip("backports.zstd")
    data = b"".join(json.dumps(line).encode() + b"\n" for line in CODEX_LINES)
    file = put(home, f"{CODEX}.zst", zstd.compress(data))
    copy = mended(file)
    assert Path(copy["path"]).name == f"{Path(CODEX).stem}.mended.jsonl"
    assert copy["words"] == (
        f"To go on with it, end the program, move {file.name} to another folder and give the copy the "
        f"name {Path(CODEX).name}, then run `codex resume {CODEX_ID}`."
    )


def test_the_mended_files_of_a_session_in_many_stand_in_a_folder_of_their_own(home: Path) -> None:
    homes.opencode_storage(home, 0)
    part = home / ".local/share/opencode/storage/part/msg_2/prt_1.json"
    broken = json.loads(part.read_text())
    broken["state"] = {"status": "running", "input": {"filePath": "a"}}
    part.write_text(json.dumps(broken))
    put(
        home,
        ".local/share/opencode/storage/message/ses_1/msg_3.json",
        json.dumps({"id": "msg_3", "sessionID": "ses_1", "role": "user", "time": {"created": 3}}).encode(),
    )
    put(
        home,
        ".local/share/opencode/storage/part/msg_3/prt_2.json",
        json.dumps(
            {"id": "prt_2", "messageID": "msg_3", "sessionID": "ses_1", "type": "text", "text": "And?"}
        ).encode(),
    )
    storage = home / ".local/share/opencode/storage"
    before = tree(storage)
    copy = mended("opencode")
    folder = storage.with_name("storage.mended")
    assert Path(copy["path"]) == folder
    assert (
        "put the files of storage.mended over those of the same names in it, then run `opencode --session "
        in (copy["words"])
    )
    assert tree(storage) == before
    (new,) = [one for one in folder.rglob("*") if one.is_file()]
    assert new.relative_to(folder) == part.relative_to(storage)
    assert stat.S_IMODE(new.stat().st_mode) == 0o600
    assert json.loads(new.read_text())["state"]["status"] == "error"
    assert mended("opencode")["path"] == copy["path"]
    new.write_text("{}")
    assert Path(mended("opencode")["path"]).name == "storage.mended-2"
    part.write_bytes((folder.with_name("storage.mended-2") / part.relative_to(storage)).read_bytes())
    assert json.loads(doctor("opencode", "--format", "json").stdout)["sessions"][0]["codes"] == {}


def test_a_copy_of_a_database_stands_beside_it_with_what_its_journal_says(home: Path) -> None:
    file = home / ".local/share/opencode/opencode.db"
    file.parent.mkdir(parents=True)
    opencode(file, "one")
    database = sqlite3.connect(file)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA wal_autocheckpoint=0")
    database.execute("UPDATE session SET title = 'newer'")
    database.commit()
    before = {path: path.read_bytes() for path in file.parent.iterdir()}
    copy = mended("opencode")
    path = Path(copy["path"])
    assert path == file.with_name("opencode.mended.db")
    assert {one: one.read_bytes() for one in file.parent.iterdir() if one != path} == before
    assert "opencode.db-wal and opencode.db-shm" in copy["words"]
    with sqlite3.connect(path) as written:
        assert written.execute("SELECT title FROM session").fetchall() == [("newer",)]
        [[data]] = written.execute("SELECT data FROM part WHERE data LIKE '%call_B2%'")
    assert json.loads(data)["state"]["status"] == "error"
    written.close()
    database.close()
    assert row_of(path)["errors"] == 0


def test_the_sessions_of_a_database_have_rows_of_their_own(home: Path) -> None:
    file = home / ".hermes/state.db"
    file.parent.mkdir()
    hermes(file, "one", "two")
    with sqlite3.connect(file) as database:
        database.execute("UPDATE messages SET timestamp = timestamp + 86400 WHERE session_id = 'two'")
        database.execute("DELETE FROM messages WHERE session_id = 'one' AND content = 'Again.'")
    database.close()
    before = tree(home)
    inside = row_of(file)["inside"]
    assert [(one["session"], one["title"]) for one in inside] == [("two", "About two"), ("one", "About one")]
    assert [(one["calls"], one["results"], one["errors"]) for one in inside] == [(2, 1, 1), (1, 1, 0)]
    assert [one["written"][:10] for one in inside] == ["2026-01-02", "2026-01-01"]
    for _ in ("read", "known"):
        shown = doctor(file).stdout.splitlines()
        told = [line for line in shown if "- About" in line]
        assert [("CW201" in line, "none" in line) for line in told] == [(True, False), (False, True)]
    assert tree(home) == before
    file = put(home, CLAUDE, homes.broken_session())
    assert row_of(file)["inside"] == []


def test_the_copy_of_a_database_has_a_row_for_a_lost_result(home: Path) -> None:
    file = home / ".hermes/state.db"
    file.parent.mkdir()
    with sqlite3.connect(file) as database:
        database.execute("create table sessions (id text, title text)")
        database.execute(
            "create table messages (id integer, session_id text, role text, content text, "
            "tool_calls text, tool_call_id text, timestamp real)"
        )
        call = [{"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}]
        database.execute("insert into sessions values ('s1', 'A title')")
        database.executemany(
            "insert into messages values (?, 's1', ?, ?, ?, null, ?)",
            [
                (1, "user", "Go", None, 1.0),
                (2, "assistant", "", json.dumps(call), 2.0),
                (3, "user", "And?", None, 3.0),
                (4, "assistant", "Done", None, 4.0),
            ],
        )
    database.close()
    with sqlite3.connect(mended(file)["path"]) as database:
        rows = database.execute("select role, tool_call_id, timestamp from messages order by timestamp")
        assert rows.fetchall()[2] == ("tool", "c1", 2.0)
    database.close()
