"""Small databases as programs keep their sessions in: a call with its result, and one that lost its own."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

Json = dict[str, Any]
START = 1_767_225_600


def text(words: str) -> Json:
    return {"type": "text", "text": words}


def written(path: Path, schema: str, tables: dict[str, list[Json]]) -> Path:
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(schema)
        for table, rows in tables.items():
            for row in rows:
                names, marks = ", ".join(row), ", ".join("?" * len(row))
                cells = [json.dumps(one) if isinstance(one, (dict, list)) else one for one in row.values()]
                statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608 - names of this file
                database.execute(statement, cells)
    return path


def opencode(path: Path, *sessions: str) -> Path:
    messages, parts = [], []
    for session in sessions:
        done = {"status": "completed", "input": {"c": "ls"}, "output": "a", "title": "ls", "metadata": {}}
        lost = {"status": "running", "input": {"c": "ls"}, "time": {"start": 1}}
        said = [
            ("user", text("List.")),
            ("assistant", {"type": "tool", "callID": "call_A1", "tool": "bash", "state": done}),
            ("assistant", {"type": "tool", "callID": "call_B2", "tool": "bash", "state": lost}),
            ("user", text("So?")),
        ]
        for number, (role, part) in enumerate(said, 1):
            ids: Json = {"session_id": session, "time_created": number, "time_updated": number}
            id = f"{session}_{number}"
            data = {"role": role, "time": {"created": number}}
            messages.append({"id": f"msg_{id}", **ids, "data": data})
            parts.append({"id": f"prt_{id}", "message_id": f"msg_{id}", **ids, "data": part})
    schema = """
        CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, title TEXT, directory TEXT);
        CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT REFERENCES session (id),
            time_created INTEGER, time_updated INTEGER, data TEXT NOT NULL);
        CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT REFERENCES message (id), session_id TEXT,
            time_created INTEGER, time_updated INTEGER, data TEXT NOT NULL);
    """
    rows: list[Json] = [{"id": one, "project_id": "p", "title": f"About {one}"} for one in sessions]
    return written(path, schema, {"session": rows, "message": messages, "part": parts})


def goose(path: Path, *sessions: str, by_time: bool = False) -> Path:
    """`by_time`: with the column that the program sorts rows by."""

    def call(id: str) -> Json:
        value = {"name": "developer__shell", "arguments": {"command": "ls"}}
        return {"type": "toolRequest", "id": id, "toolCall": {"status": "success", "value": value}}

    def result(id: str) -> Json:
        value = {"content": [text("a.txt")], "isError": False}
        return {"type": "toolResponse", "id": id, "toolResult": {"status": "success", "value": value}}

    said = [("user", text("List.")), ("assistant", call("call_A1")), ("user", result("call_A1"))]
    said += [("assistant", call("call_B2")), ("user", text("So?"))]
    messages = [
        {"session_id": session, "role": role, "content_json": [block], "created_timestamp": START + number}
        for session in sessions
        for number, (role, block) in enumerate(said)
    ]
    schema = """
        CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT, working_dir TEXT NOT NULL);
        CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL,
            role TEXT NOT NULL, content_json TEXT NOT NULL, created_timestamp INTEGER NOT NULL);
    """
    if by_time:
        schema += "ALTER TABLE messages ADD COLUMN timestamp TIMESTAMP;"
        for message in messages:
            message["timestamp"] = f"2026-01-01 00:00:{message['created_timestamp'] - START:02}"
    rows: list[Json] = [{"id": one, "name": f"About {one}", "working_dir": "/tmp"} for one in sessions]
    return written(path, schema, {"sessions": rows, "messages": messages})


def hermes(path: Path, *sessions: str) -> Path:
    """With an index that triggers keep."""

    def call(id: str) -> list[Json]:
        return [{"id": id, "type": "function", "function": {"name": "shell", "arguments": "{}"}}]

    said: list[Json] = [
        {"role": "user", "content": "List."},
        {"role": "assistant", "content": "", "tool_calls": call("call_A1")},
        {"role": "tool", "content": "a.txt", "tool_call_id": "call_A1", "tool_name": "shell"},
        {"role": "assistant", "content": "Again.", "tool_calls": call("call_B2")},
        {"role": "user", "content": "So?"},
    ]
    messages = [
        {"session_id": session, **one, "timestamp": START + number + 0.5}
        for session in sessions
        for number, one in enumerate(said)
    ]
    schema = """
        CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL, model TEXT, system_prompt TEXT,
            parent_session_id TEXT, started_at REAL NOT NULL, title TEXT);
        CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL,
            role TEXT NOT NULL, content TEXT, tool_call_id TEXT, tool_calls TEXT, tool_name TEXT,
            timestamp REAL NOT NULL, finish_reason TEXT);
        CREATE VIRTUAL TABLE found USING fts5(content, content=messages, content_rowid=id);
        CREATE TRIGGER put AFTER INSERT ON messages BEGIN
            INSERT INTO found (rowid, content) VALUES (new.id, new.content); END;
        CREATE TRIGGER gone AFTER DELETE ON messages BEGIN
            INSERT INTO found (found, rowid, content) VALUES ('delete', old.id, old.content); END;
        CREATE TRIGGER other AFTER UPDATE ON messages BEGIN
            INSERT INTO found (found, rowid, content) VALUES ('delete', old.id, old.content);
            INSERT INTO found (rowid, content) VALUES (new.id, new.content); END;
    """
    about: Json = {"source": "cli", "model": "m", "system_prompt": "You.", "started_at": START}
    rows = [{"id": one, **about, "title": f"About {one}"} for one in sessions]
    return written(path, schema, {"sessions": rows, "messages": messages})


def adk(path: Path, *sessions: str, version: int = 1) -> Path:
    """Of several sessions row by row, as they are written at the same time."""

    def event(session: str, number: int, author: str, part: Json) -> Json:
        id, role = f"{session}-{number}", "model" if author == "agent" and "text" not in part else "user"
        data = {"id": id, "invocation_id": "i", "author": author, "timestamp": START + number}
        content = {"role": role, "parts": [part]}
        row: Json = {"id": id, "app_name": "a", "user_id": "u", "session_id": session, "invocation_id": "i"}
        row["timestamp"] = f"2026-01-01 00:00:{number:02}.000000"
        if version == 0:
            return {**row, "author": author, "actions": b"pickled", "content": content}
        return {**row, "event_data": {**data, "content": content, "actions": {}}}

    def call(id: str) -> Json:
        return {"function_call": {"id": id, "name": "ls", "args": {}}}

    result = {"function_response": {"id": "adk-1", "name": "ls", "response": {"r": 1}}}
    said = [("user", {"text": "List."}), ("agent", call("adk-1")), ("user", result)]
    said += [("agent", call("adk-2")), ("user", {"text": "So?"})]
    events = [event(session, number, *one) for number, one in enumerate(said) for session in sessions]
    own = "event_data TEXT" if version else "author TEXT, actions BLOB NOT NULL, content TEXT"
    schema = f"""
        CREATE TABLE events (id TEXT, app_name TEXT NOT NULL, user_id TEXT NOT NULL, session_id TEXT NOT NULL,
            invocation_id TEXT NOT NULL, timestamp DATETIME NOT NULL, {own},
            PRIMARY KEY (id, app_name, user_id, session_id));
    """
    return written(path, schema, {"events": events})


DATABASES: dict[str, Callable[..., Path]] = {
    "opencode": opencode,
    "goose-session": goose,
    "hermes-session": hermes,
    "adk": adk,
}
"""By the format that each is read as."""
