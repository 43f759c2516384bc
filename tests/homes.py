"""Homes with sessions of programs in them, made up for tests."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tests.claude_code_lines import answered, called, gave, said, session_bytes, use

CORPUS = Path(__file__).parent / "corpus"
CLAUDE_ID = "11111111-2222-4333-8444-555555555555"
CODEX_ID = "99999999-2222-7333-8444-555555555555"
CLAUDE = f".claude/projects/-home-me-shop/{CLAUDE_ID}.jsonl"
CODEX = f".codex/sessions/2026/11/24/rollout-2026-11-24T10-00-00-{CODEX_ID}.jsonl"
HOUR = 3_600


def sound_session() -> bytes:
    """A session of Claude Code in which nothing is wrong."""
    lines = (said("u1", None, "Hi"), called("a1", "u1", "toolu_1"), gave("u2", "a1", "toolu_1"))
    return session_bytes(*lines, answered("a2", "u2"))


def broken_session() -> bytes:
    """A session of Claude Code whose call never got its result, though it went on."""
    lines = (said("u1", None, "Hi"), called("a1", "u1", "toolu_1"), said("u2", "a1", "Again"))
    return session_bytes(*lines, answered("a2", "u2"))


def agents_session(agent: str = "a7") -> bytes:
    """What a sub-agent of a session of Claude Code wrote."""
    lines = (said("b1", None, "Look"), called("b2", "b1", "toolu_8"), gave("b3", "b2", "toolu_8"))
    return session_bytes(*({**one, "isSidechain": True, "agentId": agent} for one in lines))


def session_with_agent() -> bytes:
    """A session of Claude Code that has started a sub-agent."""
    lines = [said("u1", None, "Hi"), called("a1", "u1", "toolu_1")]
    lines[1]["message"]["content"] = [use("toolu_1", "Task")]
    answer = {**gave("u2", "a1", "toolu_1"), "toolUseResult": {"agentId": "a7"}}
    return session_bytes(*lines, answer, answered("a2", "u2"))


def put(home: Path, path: str, data: bytes, hours: float = 1, now: float = 0) -> Path:
    """Put a file into a home, as old as this."""
    file = home / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    if now:
        os.utime(file, (now - hours * HOUR, now - hours * HOUR))
    return file


def opencode_storage(home: Path, now: float) -> None:
    """A session of OpenCode as a folder of files."""
    storage = ".local/share/opencode/storage"
    part = {
        "id": "prt_1", "messageID": "msg_2", "sessionID": "ses_1", "type": "tool",
        "callID": "call_1", "tool": "read",
        "state": {"status": "completed", "input": {"filePath": "a"}, "output": "text"},
    }  # fmt: skip
    files: dict[str, object] = {
        "session/prj/ses_1.json": {
            "id": "ses_1", "projectID": "prj", "directory": "/home/me/till", "version": "1.0.1",
            "title": "Read a file", "time": {"created": 1, "updated": 2},
        },
        "message/ses_1/msg_1.json": {
            "id": "msg_1", "sessionID": "ses_1", "role": "user", "time": {"created": 1},
        },
        "message/ses_1/msg_2.json": {
            "id": "msg_2", "sessionID": "ses_1", "role": "assistant", "time": {"created": 2},
        },
        "part/msg_1/prt_0.json": {
            "id": "prt_0", "messageID": "msg_1", "sessionID": "ses_1", "type": "text", "text": "Hi",
        },
        "part/msg_2/prt_1.json": part,
    }  # fmt: skip
    for path, value in files.items():
        put(home, f"{storage}/{path}", json.dumps(value).encode(), 5, now)
