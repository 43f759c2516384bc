"""Folders in the web app: one upload of all files, each of which comes back to the byte."""

import sqlite3
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from crosswire.containers import packed
from flask import Flask
from flask.testing import FlaskClient
from tests.claude_code_lines import answered, called, gave, said, session_bytes
from tests.webapp.markup import flowed
from tests.webapp.samples import chat, chat_lines
from webapp.operations.put import put
from webapp.settings import Settings
from werkzeug.test import TestResponse

AGENT = {"isSidechain": True, "agentId": "a7"}
SESSION = session_bytes(
    said("u1", None, "Look"),
    called("a1", "u1", "toolu_1"),
    gave("u2", "a1", "toolu_1", toolUseResult={"agentId": "a7"}),
)
OF_AGENT = session_bytes(said("x1", None, "Count", **AGENT), answered("x2", "x1", "Three.", **AGENT))
FILES = {
    "s1.jsonl": SESSION,
    "s1/subagents/agent-a7.jsonl": OF_AGENT,
    "notes/picture.dat": b"\x89PNG\0\1",
}


def send(client: FlaskClient, **fields: Any) -> TestResponse:
    return client.post("/", data=fields, content_type="multipart/form-data")


def folder(files: dict[str, bytes], root: str = "project") -> list[tuple[BytesIO, str]]:
    return [(BytesIO(data), f"{root}/{path}") for path, data in files.items()]


def kept(client: FlaskClient, files: dict[str, bytes], **fields: Any) -> str:
    answer = send(client, folder=folder(files), **fields)
    assert answer.status_code == 303, answer.text
    return str(answer.location.removeprefix("/c/"))


def test_a_folder_is_one_upload_whose_threads_are_tied(any_app: Flask) -> None:
    client = any_app.test_client()
    slug = kept(client, FILES)
    told = client.get(f"/api/conversations/{slug}").json
    assert (told["name"], told["conversations_total"]) == ("project.zip", 2)
    tie = client.get(f"/api/conversations/{told['conversations'][1]['slug']}").json["summary"]["threads"]
    assert (tie["started_from"]["relation"], tie["started_from"]["conversation"]) == ("sub-agent", 1)
    assert client.get(f"/c/{slug}/original").data == packed(FILES.items())


def test_each_file_comes_back_to_the_byte(client: FlaskClient, second_client: FlaskClient) -> None:
    slug = kept(client, FILES)
    for path, data in FILES.items():
        assert client.get(f"/c/{slug}/files/{path}").data == data
    page = client.get(f"/c/{slug}/files").text
    assert f"/c/{slug}/files/s1/subagents/agent-a7.jsonl" in page
    assert second_client.get(f"/c/{slug}/files/s1.jsonl").data == SESSION
    assert second_client.get(f"/c/{slug}/files/notes/picture.dat").status_code == 404
    assert client.get(f"/c/{slug}/files/none.jsonl").status_code == 404
    alone = send(client, file=[(BytesIO(chat()), "a.json")]).location
    assert client.get(f"{alone}/files").status_code == 404


def test_what_is_left_out_is_counted_with_what_the_browser_left(client: FlaskClient) -> None:
    files = {"a.json": chat(), "node_modules/b.json": b"{}", ".env": b"K=1"}
    slug = kept(client, files, left=["tools 120", "media 3", "other 7", "hidden x"])
    notes = [note["message"] for note in client.get(f"/api/conversations/{slug}").json["notes"]]
    assert notes[0] == (
        "Left out of the folder: 121 files of tools (node_modules, .git), "
        "3 pictures, recordings or programs, 1 hidden file."
    )
    assert b"K=1" not in client.get(f"/c/{slug}/original").data


def test_a_folder_of_nothing_is_refused_with_what_was_left(client: FlaskClient) -> None:
    answer = send(client, folder=folder({"a.png": b"", "b.png": b""}))
    assert answer.status_code == 422
    assert "2 pictures, recordings or programs" in flowed(answer.text)


def test_files_that_are_no_folder_stay_uploads_of_their_own(client: FlaskClient, tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "x.db")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE t (a TEXT)")
    connection.execute("INSERT INTO t VALUES (?)", (chat().decode(),))
    connection.commit()
    both = {name: (tmp_path / name).read_bytes() for name in ("x.db", "x.db-wal")}
    connection.close()
    files = [(BytesIO(data), name) for name, data in both.items()]
    page = send(client, file=[*files, (BytesIO(chat_lines(2)), "two.jsonl")], folder=folder(FILES)).text
    assert page.count('<li class="uploaded"') == 3
    assert "3 logs kept" in page
    assert ">x.db</a>" in page


def test_put_takes_a_folder(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSWIRE_DATABASE_URL", settings.database_url)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "a.json").write_bytes(chat())
    (tmp_path / "run" / ".env").write_bytes(b"")
    done = CliRunner().invoke(put, [str(tmp_path / "run"), "--panes", "none", "--no-verdicts"])
    assert done.exit_code == 0, done.output
    assert "Left out of the folder: 1 hidden file." in done.stderr
