"""Reads a rollout: its items, the turns that were taken back, what happened between them."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats import openai_responses
from crosswire.logs.codex_rollout.around import read_event, read_meta, told_by_events
from crosswire.logs.codex_rollout.history import History
from crosswire.logs.codex_rollout.names import (
    BARE_CALLS,
    BARE_RESULTS,
    EARLY,
    ENVELOPES,
    EVENTS,
    HISTORY,
    ITEM,
    KINDS,
    MODES,
    NAME,
    NAMED,
    NO_MESSAGES,
    TRAITS,
    WIRE_FORMAT,
)
from crosswire.logs.sessions.fields import word
from crosswire.logs.sessions.lines import Line, lines_of
from crosswire.logs.sessions.thread import Thread
from crosswire.model import JsonValue, TextPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, objects_in, text_or_empty


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    thread = Thread(NAME, TRAITS, NAMED, WIRE_FORMAT)
    history = History(thread)
    lines = list(lines_of(documents, first))
    has_items = any(line.raw.get("type") == ITEM or _is_bare(line) for line in lines)
    for line in lines:
        _read_line(line, thread, history, has_items)
    history.tell_repeats()
    return thread.finish()


def _is_bare(line: Line) -> bool:
    return "payload" not in line.raw and ("role" in line.raw or _is_item(line))


def _read_line(line: Line, thread: Thread, history: History, has_items: bool) -> None:
    kind = word(line.raw, "type")
    payload = object_or_empty(line.raw.get("payload"))
    inner = Line(payload, child(line.at, "payload")) if payload else line
    count = len(thread.into.messages)
    if kind == "session_meta" and payload:
        read_meta(inner, thread)
    elif kind == "compacted" and payload:
        _read_compaction(inner, thread, history)
    elif kind == "turn_context" and payload:
        thread.model(inner, "model")
        for name in MODES:
            thread.mode(inner, name)
        thread.into.set_aside.append(line.raw)
    elif kind == "event_msg" and payload:
        read_event(inner, thread, history)
        if has_items or not told_by_events(inner, thread):
            is_known = word(payload, "type") in EVENTS
            thread.aside(f"event_msg: {payload.get('type')}", line, known=is_known)
    elif (kind == ITEM and payload) or (_is_bare(line) and kind not in ENVELOPES):
        _read_item(inner, thread, history)
    else:
        known = kind in ("world_state", "inter_agent_communication_metadata")
        is_header = not kind and ("id" in line.raw or "record_type" in line.raw)
        thread.aside(kind or "record", line, known=known or is_header)
    for message in thread.into.messages[count:]:
        thread.stamp(message, line, "timestamp|created_at")


def _read_item(line: Line, thread: Thread, history: History) -> None:
    kind = word(line.raw, "type")
    if kind in NO_MESSAGES:
        thread.aside(kind, line, known=True)
        return
    if not kind and "role" not in line.raw:
        thread.aside("record", line, known="record_type" in line.raw or "id" in line.raw)
        return
    history.note(line.raw)
    if "message" in line.raw and "content" not in line.raw and not kind:
        said = text_or_empty(line.raw["message"])
        at = child(line.at, "message")
        role = line.raw.get("role")
        part = TextPart(address=at, raw=said, text=said)
        message = thread.say("user" if role == "user" else "assistant", line, [part])
        message.wire_format = NAME
    elif kind in BARE_CALLS or (kind == "function_call" and "function" in line.raw):
        call = EARLY.call(line.raw, line.at, BARE_CALLS["tool_call"])
        thread.say("assistant", line, [call]).wire_format = NAME
    elif kind in BARE_RESULTS:
        answer = EARLY.result(line.raw, line.at, BARE_RESULTS[text_or_empty(kind)])
        thread.say("tool", line, [answer]).wire_format = NAME
    elif kind == "error" or (kind and not _is_item(line)):
        thread.aside(kind, line, known=False)
    else:
        openai_responses.read_message(line.raw, line.at, thread.into)
        message = thread.into.messages[-1]
        if message.role == "other" and kind == "agent_message":
            message.role = "user"


def _is_item(line: Line) -> bool:
    """Whether an item is one of a call or of its result; other items are to come."""
    kind = text_or_empty(line.raw.get("type"))
    ends = ("_call", "_output", "_result", "_list_tools")
    return kind.endswith(ends) or kind in KINDS


def _read_compaction(line: Line, thread: Thread, history: History) -> None:
    """A summary, and the history that the program goes on with; what stands in the file
    already is not read again."""
    said = text_or_empty(line.raw.get("message"))
    kept = objects_in(line.raw.get(HISTORY))
    thread.compaction(line.at, summary=bool(said))
    if said:
        at = child(line.at, "message")
        message = thread.say("user", line, [TextPart(address=at, raw=said, text=said)])
        message.wire_format = NAME
    place = Address(f"{line.at}/{HISTORY}")
    for i, item in enumerate(kept):
        if history.repeats(item, line.at) or not item.keys() - {"id"}:
            thread.into.set_aside.append(item)
        else:
            _read_item(Line(item, Address(f"{place}/{i}")), thread, history)
    if not said and not kept:
        thread.into.set_aside.append(line.raw)
