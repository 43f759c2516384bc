"""Lines of a Claude Code session, for tests."""

import json
from typing import Any

import crosswire
from crosswire.model import Conversation

Json = dict[str, Any]


def line(uuid: str, parent: str | None, role: str, content: Any, **beside: Any) -> Json:
    message: Json = {"role": role, "content": content}
    if role == "assistant":
        more = {"type": "message", "model": "claude-test", "stop_reason": None, "usage": {"input_tokens": 1}}
        message = {"id": beside.pop("id", f"msg_{uuid}"), **message, **more}
    return {
        "parentUuid": parent,
        "isSidechain": False,
        "sessionId": "s1",
        "version": "2.0.0",
        "cwd": "/tmp/project",
        "type": role,
        "message": message,
        "uuid": uuid,
        "timestamp": "2026-01-01T00:00:00.000Z",
        **beside,
    }


def said(uuid: str, parent: str | None, text: str, **beside: Any) -> Json:
    return line(uuid, parent, "user", text, **beside)


def answered(uuid: str, parent: str | None, text: str = "Done.", **beside: Any) -> Json:
    return line(uuid, parent, "assistant", [{"type": "text", "text": text}], **beside)


def called(uuid: str, parent: str | None, *ids: str, **beside: Any) -> Json:
    return line(uuid, parent, "assistant", [use(id) for id in ids], **beside)


def gave(uuid: str, parent: str | None, *ids: str, **beside: Any) -> Json:
    return line(uuid, parent, "user", [result(id) for id in ids], **beside)


def use(id: str, name: str = "Bash") -> Json:
    return {"type": "tool_use", "id": id, "name": name, "input": {"command": "ls"}}


def result(id: str, text: str = "a.txt") -> Json:
    return {"type": "tool_result", "tool_use_id": id, "content": text}


def session_bytes(*lines: Any) -> bytes:
    """The file of a session with these lines."""
    return b"".join(json.dumps(one).encode() + b"\n" for one in lines)


def loaded(lines: list[Any]) -> crosswire.Log:
    return crosswire.load("\n".join(json.dumps(one) for one in lines).encode())


def only(lines: list[Any]) -> Conversation:
    (conversation,) = loaded(lines).conversations
    return conversation


def uuids(conversation: Conversation) -> list[str | None]:
    return [message.node for message in conversation.messages]


def errors(log: crosswire.Log) -> list[str]:
    """The names of the errors in all conversations."""
    found = [one for each in log.conversations for one in crosswire.diagnose(each)]
    return [one.name for one in found if one.severity == "error"]


def notes(conversation: Conversation) -> dict[str, str]:
    return {note.code: note.message for note in conversation.notes}
