"""Sessions of Hermes: a document, a line for each message, or the rows of its database.

    {session_id, platform, model, system_prompt, tools, messages: [{role, content}]}
    {role: session_meta, platform}  {role, content, timestamp}
    {id, source, model, system_prompt, started_at}  {id, session_id, role, content, tool_calls}

Messages are those of Chat Completions, with what the program keeps beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from crosswire.address import child
from crosswire.formats import openai_chat
from crosswire.formats.protocol import Recognition
from crosswire.logs.hermes_results import HERMES_RESULTS
from crosswire.logs.sessions.fields import words
from crosswire.logs.sessions.lines import Line, lines_of, some_lines
from crosswire.logs.sessions.row_order import row_order
from crosswire.logs.sessions.thread import Thread
from crosswire.logs.sessions.tools import read_tools
from crosswire.model import JsonObject, JsonValue, TextPart, ToolResultPart, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import text_or_none
from crosswire.model.thread import ThreadEdge

NAME = "hermes-session"
TITLE = "Hermes session"
WIRE_FORMAT = openai_chat.NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True, program="Hermes")
SIGNS = frozenset[str]()
RESULTS = HERMES_RESULTS
_META = "session_meta"
_BESIDE = words(
    "finish_reason reasoning_content codex_reasoning_items tool_name timestamp reasoning "
    "client_metadata id session_id token_count active reasoning_details observed "
    "codex_message_items platform_message_id"
)
_NAMED = _BESIDE | words(
    "model platform session_start last_updated cwd message_count messages base_url tools "
    "system_prompt model_config conversation_tags role title source started_at ended_at"
)
_SIGNS = words("platform session_start last_updated message_count")
_ROW = words("id session_id role tool_call_id tool_calls timestamp")
_ROW_OF_SESSION = words("id source started_at system_prompt")
_PARENT = "parent_session_id"


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    lines = list(some_lines(documents))
    head = lines[0].raw if lines else {}
    strange = any({"message", "uuid", "parts"} & line.raw.keys() for line in lines)
    if not strange and len(lines) > 1 and any(line.raw.get("role") == _META for line in lines):
        return Recognition("messages", 0.95, "Messages below one in the role `session_meta`.")
    told = isinstance(head.get("messages"), list) and "session_id" in head
    if told and len(_SIGNS & head.keys()) > 1:
        return Recognition("messages", 0.95, "A session of `messages` with its `platform`.")
    if any(line.raw.keys() >= _ROW for line in lines):
        return Recognition("messages", 0.95, "Rows with `session_id` and `tool_calls`.")
    return None


def joins(files: Sequence[Sequence[JsonValue]]) -> bool:
    """Whether these are the tables of messages and of sessions."""
    keys = [line.raw.keys() for file in files for line in some_lines(file, 1)]
    return all(any(row <= one for one in keys) for row in (_ROW, _ROW_OF_SESSION))


def _messages(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        if isinstance(line.raw.get("messages"), list):
            yield from line.objects("messages")
        else:
            yield line


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    lines = list(lines_of(documents, first))
    if any(line.raw.keys() >= _ROW for line in lines):
        return _read_rows(lines)
    thread = Thread(NAME, TRAITS, _NAMED, WIRE_FORMAT)
    for line in lines[:1]:
        _read_header(line, thread)
    for line in _messages(lines):
        is_meta = line.raw.get("role") == _META
        if is_meta or "role" not in line.raw:
            thread.aside(line.raw.get("type", _META), line, known=is_meta)
        else:
            _read_message(line, thread)
    return thread.finish()


def _read_rows(lines: Sequence[Line]) -> list[ConversationBuilder]:
    """The rows of a database, by session."""
    threads: dict[str, Thread] = {}
    others: list[Line] = []
    for line in sorted(lines, key=lambda one: ("role" in one.raw, row_order(one.raw))):
        is_message = line.raw.keys() >= _ROW
        id = text_or_none(line.raw.get("session_id" if is_message else "id")) or ""
        if not is_message and not line.raw.keys() >= _ROW_OF_SESSION:
            others.append(line)
            continue
        thread = threads.setdefault(id, Thread(NAME, TRAITS, _NAMED, WIRE_FORMAT))
        if is_message:
            _read_message(line, thread)
        else:
            _read_header(line, thread)
            thread.into.set_aside.append(line.raw)
        thread.into.thread = id
    said = [thread for thread in threads.values() if thread.into.messages]
    for line in others:
        said[0].aside("row", line, known=False)
    return [builder for thread in said for builder in thread.finish()]


def _read_message(line: Line, thread: Thread) -> None:
    openai_chat.read_message(line.raw, line.at, thread.into)
    message = thread.into.messages[-1]
    message.extras = _others(message.extras)
    for part in message.parts:
        if isinstance(part, ToolResultPart):
            part.extras = _others(part.extras)
            part.is_error = line.raw.get("finish_reason") == "error"
    thread.stamp(message, line, "timestamp")


def _others(extras: JsonObject | None) -> JsonObject | None:
    return {key: held for key, held in (extras or {}).items() if key not in _BESIDE} or None


def _read_header(line: Line, thread: Thread) -> None:
    thread.settings(line, ("session_id", "platform", "cwd"))
    thread.into.thread = text_or_none(line.raw.get("session_id"))
    thread.into.title = text_or_none(line.raw.get("title")) or None
    thread.model(line, "model")
    parent = text_or_none(line.raw.get(_PARENT))
    if parent is not None:
        at = child(line.at, _PARENT)
        thread.into.started_from = ThreadEdge("continuation", parent, here=at)
    prompt = text_or_none(line.raw.get("system_prompt"))
    if prompt:
        at = child(line.at, "system_prompt")
        part = TextPart(address=at, raw=prompt, text=prompt)
        thread.into.message("system", at, prompt, [part]).field = "system_prompt"
    read_tools(thread.into, line.raw.get("tools"), child(line.at, "tools"))
