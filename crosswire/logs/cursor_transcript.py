"""Transcripts of Cursor's agents: a message a line.

    {role: user | assistant, message{content[]}}

Calls have no ids and, by design, most files have no results: the program does not write them
down. That is no fault of a call. What its command line writes while it works has both
(`cursor_stream.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import child
from crosswire.formats.protocol import Recognition
from crosswire.logs.cursor_stream import (
    Asked,
    calls_in,
    is_call,
    lost,
    read_call,
    read_thought,
)
from crosswire.logs.sessions.blocks import Blocks
from crosswire.logs.sessions.fields import word, words
from crosswire.logs.sessions.kinds import Call, Media, Result, Text, Thought
from crosswire.logs.sessions.lines import Line, lines_of, sample
from crosswire.logs.sessions.thread import Thread
from crosswire.logs.shared.own_results import OwnResults
from crosswire.model import JsonObject, JsonValue, Part, ToolResultPart, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, text_or_empty
from crosswire.model.parts import Role

NAME = "cursor-transcript"
TITLE = "Cursor transcript"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, results_are_logged=False, program="Cursor's agent")
SIGNS = frozenset({"message", "tool_call"})
RESULTS = OwnResults(element=lost)
_STREAM = Traits(results_follow_calls=False, program="Cursor's agent")

_CALL = Call(arguments="input|arguments|args", name="name|toolName", may_lack_id=True)
_RESULT = Result(
    id="tool_use_id|toolCallId", name="name", error="is_error|isError", may_lack_id=True
)
_BLOCKS = Blocks(
    {
        "text": Text(),
        "thinking": Thought(),
        "redacted_thinking": Thought(text="", redacted="data"),
        "tool_use": _CALL,
        "tool_call": _CALL,
        "tool-call": _CALL,
        "tool_result": _RESULT,
        "tool-result": _RESULT,
        "image": Media(
            media="image", mime="source.media_type|mimeType", data="source.data|data"
        ),
    },
    beside=words("metadata cache_control"),
)
_ROLES: dict[str, Role] = {
    "user": "user",
    "assistant": "assistant",
    "system": "system",
    "tool": "tool",
}
_NAMED = words("role message metadata model conversation annotations timestamp content type")
_OTHERS = words("uuid parentUuid sessionId session_id parent_tool_use_id payload parts")


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    lines = sample(documents)
    if calls_in(lines):
        return Recognition("messages", 0.97, "Lines of the type `tool_call` with a `call_id`.")
    held = [line for line in lines if _is_message(line)]
    if len(lines) < 2 or not held or any(_OTHERS & line.keys() for line in lines):
        return None
    if any("message" in line and not _is_message(line) for line in lines):
        return None
    return Recognition("messages", 0.9, "Lines with a `role` and a `message` that has none.")


def _is_message(line: JsonObject) -> bool:
    message = object_or_empty(line.get("message"))
    alone = "role" not in message and "type" not in line
    return word(line, "role") in _ROLES and alone and "content" in message


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    lines = list(lines_of(documents, first))
    streamed = calls_in([line.raw for line in lines])
    thread = Thread(NAME, _STREAM if streamed else TRAITS, _NAMED)
    asked: Asked = {}
    for line in lines:
        _read_line(line, thread, asked)
    if not any(message.role == "tool" for message in thread.into.messages) and not streamed:
        text = "No results stand here: the program does not write them down."
        thread.into.note("no-results", text)
    return thread.finish()


def _read_line(line: Line, thread: Thread, asked: Asked) -> None:
    kind, count = word(line.raw, "type"), len(thread.into.messages)
    inner = Line(object_or_empty(line.raw.get("message")), child(line.at, "message"))
    if is_call(line.raw):
        read_call(line, thread, asked)
    elif _is_message(line.raw) or (kind in _ROLES and "content" in inner.raw):
        thread.model(line, "model")
        parts = _BLOCKS.parts(inner.raw.get("content"), child(inner.at, "content"))
        role = _ROLES[word(line.raw, "role") or text_or_empty(kind)]
        thread.say(_role(role, parts), inner, parts, known=("content", "role"))
    elif kind == "thinking" and line.raw.get("text"):
        read_thought(line, thread)
    else:
        if kind == "result":
            done = line.raw.get("subtype") == "success"
            thread.end_turn(line.at, "over" if done else "cut short")
        thread.aside(kind, line, known=kind in _SILENT)
    for message in thread.into.messages[count:]:
        thread.stamp(message, line, "timestamp|timestamp_ms")


_SILENT = words("turn_ended system thinking result")
"""Types of lines about the session, or that say the last words again."""


def _role(role: Role, parts: list[Part]) -> Role:
    """Whoever it says spoke; a message of results alone is the tools'."""
    results = bool(parts) and all(isinstance(part, ToolResultPart) for part in parts)
    return "tool" if results else role
