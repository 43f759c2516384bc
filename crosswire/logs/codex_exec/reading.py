"""Recognises and reads a log: events of `codex exec`."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats.protocol import Recognition
from crosswire.logs.codex_exec.names import BLOCKS, BOOKKEEPING, CALLS, MARKS, NAME, TRAITS
from crosswire.logs.codex_exec.runs import (
    Key,
    ends_item,
    is_item,
    keys_of,
    last_lines,
)
from crosswire.logs.sessions.fields import field, text, word
from crosswire.logs.sessions.kinds import Call, Result
from crosswire.logs.sessions.lines import Line, lines_of, sample
from crosswire.logs.sessions.thread import Thread
from crosswire.model import JsonValue, Part, ReasoningPart, TextPart, ToolCallPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.call_id import item_id_as_call_id
from crosswire.model.json_values import object_or_empty, text_or_empty, text_or_none


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    lines = sample(documents)
    kinds = [text_or_empty(line.get("type")) for line in lines]
    items = [line for line in lines if is_item(Line(line, Address("")))]
    begins = any(kind in ("thread.started", "turn.started") for kind in kinds)
    is_named = any(
        line.get("type") == "thread.started" and "thread_id" in line for line in lines
    )
    if not items and not is_named:
        return None
    return Recognition("messages", 0.95 if begins else 0.85, "Events `item.*` with an `item`.")


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    lines = list(lines_of(documents, first))
    keys = keys_of(lines)
    last = last_lines(lines, keys)
    threads: dict[str | None, Thread] = {None: Thread(NAME, TRAITS, BOOKKEEPING)}
    thread, read = threads[None], set[Key]()
    for line, key in zip(lines, keys, strict=True):
        kind = word(line.raw, "type")
        if key is not None:
            if key not in read:
                read.add(key)
                _read_item(last[key], thread)
            if line is not last[key]:
                thread.into.set_aside.append(line.raw)
            continue
        if kind in MARKS:
            thread.end_turn(line.at)
        if kind == "thread.started":
            thread = _of_run(threads, thread, text_or_none(line.raw.get("thread_id")))
        thread.aside(kind, line, known=kind in MARKS)
    return [builder for one in threads.values() for builder in one.finish()]


def _of_run(threads: dict[str | None, Thread], now: Thread, id: str | None) -> Thread:
    """The conversation that a run goes on with; the first one that is named is the one that
    a file begins with."""
    if now.into.thread is None and not now.into.messages and id not in threads:
        threads[id] = threads.pop(None)
    thread = threads.setdefault(id, Thread(NAME, TRAITS, BOOKKEEPING))
    thread.into.thread = id
    return thread


def _read_item(line: Line, thread: Thread) -> None:
    item = Line(object_or_empty(line.raw["item"]), child(line.at, "item"))
    kind = text_or_empty(item.raw.get("type"))
    if kind in CALLS:
        call = _call(item, *CALLS[kind])
        if call.embedded is None and not ends_item(line):
            call.open = "begun"
        thread.say("assistant", item, [call])
        return
    if kind not in ("agent_message", "assistant_message", "reasoning"):
        thread.aside(f"item {kind}", item, known=kind in ("todo_list", "error"))
        return
    said = text(item.raw, "text|message") or ""
    part: Part = TextPart(address=item.at, raw=item.raw, text=said)
    if kind == "reasoning":
        part = ReasoningPart(address=item.at, raw=item.raw, text=said)
    thread.say("assistant", item, [part])


def _call(item: Line, call: Call, result: Result) -> ToolCallPart:
    part = BLOCKS.call(item.raw, item.at, call, f"{result.content}|duration_ms")
    part.call_id = item_id_as_call_id(item.raw.get("id"), address=child(item.at, "id"))
    part.item_id, part.hybrid = text_or_none(item.raw.get("id")), True
    content = field(item.raw, item.at, result.content)
    if item.raw.get("status") not in (None, "in_progress") or content.value not in (None, ""):
        part.embedded = BLOCKS.result(item.raw, item.at, result)
        part.embedded.call_id, part.embedded.extras = part.call_id, None
    return part
