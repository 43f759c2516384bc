"""Reads a log: Gemini CLI session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.address import Address, child
from crosswire.logs.gemini_cli.names import CALL, LISTS, NAME, NAMED, ROLES, TOLD, TRAITS
from crosswire.logs.gemini_cli.recognising import is_message
from crosswire.logs.sessions.gemini_parts import BLOCKS, parts_of, response_of
from crosswire.logs.sessions.lines import Line, lines_of
from crosswire.logs.sessions.thread import Thread
from crosswire.model import JsonValue, Part, ReasoningPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import (
    object_or_empty,
    objects_in,
    text_or_empty,
    text_or_none,
)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    thread = Thread(NAME, TRAITS, NAMED)
    lines = [one for line in lines_of(documents, first) for one in _within(line, thread)]
    last = {str(line.raw["id"]): line for line in lines if "id" in line.raw}
    begins: dict[str, int] = {}
    for line in lines:
        back = line.raw.get("$rewindTo")
        id = text_or_none(line.raw.get("id"))
        if isinstance(line.raw.get("messages"), list):
            _replace(line, thread, begins)
        elif isinstance(back, str):
            thread.rewind(number := begins.get(back, 0))  # one that is not there: all
            begins = {one: begun for one, begun in begins.items() if begun < number}
            thread.into.set_aside.append(line.raw)
        elif id is None or id not in begins:
            begins[id or str(line.at)] = len(thread.into.messages)
            _read_message(line if id is None else last[id], thread)
        if id is not None and line is not last[id]:
            thread.into.set_aside.append(line.raw)
    return thread.finish()


def _replace(changed: Line, thread: Thread, begins: dict[str, int]) -> None:
    """Messages in place of those before: fewer where a turn was taken back, or others."""
    kept = [text_or_none(one.get("id")) for one in objects_in(changed.raw.get("messages"))]
    known = [id for id in begins if id in kept]
    gone = [id for id in begins if id not in kept]
    if gone and known == kept == list(begins)[: len(known)]:
        thread.rewind(begins[gone[0]])
        for id in gone:
            del begins[id]
    elif gone:
        thread.compaction(child(changed.at, "messages"), summary=False)


def _within(line: Line, thread: Thread) -> Iterator[Line]:
    """The messages in a document; of a header and of settings, none."""
    changed = Line(object_or_empty(line.raw.get("$set")), child(line.at, "$set"))
    for held in (line, changed):
        if "sessionId" in held.raw:
            thread.into.thread = text_or_none(held.raw.get("sessionId"))
            thread.settings(held, ("sessionId", "projectHash"))
        if isinstance(held.raw.get("summary"), str):
            thread.into.title = text_or_none(held.raw["summary"])
        if held is changed and isinstance(held.raw.get("messages"), list):
            yield held
        yield from _listed(held)
    if "$rewindTo" in line.raw or is_message(line.raw):
        yield line
    elif "$set" in line.raw:
        if not changed.raw.get("messages"):
            thread.into.set_aside.append(line.raw)
    elif not any(isinstance(line.raw.get(name), list) for name in LISTS):
        known = "projectHash" in line.raw
        thread.aside(line.raw.get("type", "header"), line, known=known)


def _listed(held: Line) -> Iterator[Line]:
    for name in LISTS:
        yield from held.objects(name)


def _read_message(line: Line, thread: Thread) -> None:
    kind = text_or_empty(line.raw.get("type", line.raw.get("role")))
    if kind not in ROLES:
        if text_or_empty(line.raw.get("content")).startswith("Request cancelled"):
            thread.event("interrupt", line.at)
        thread.aside(kind, line, known=kind in TOLD)
        return
    thread.model(line, "model")
    parts = list(_thoughts(line))
    name = "content" if "content" in line.raw else "parts"
    parts += parts_of(line.raw.get(name), child(line.at, name))
    calls = objects_in(line.raw.get("toolCalls"))
    places = [Address(f"{line.at}/toolCalls/{i}") for i in range(len(calls))]
    parts += [BLOCKS.call(call, at, CALL) for call, at in zip(calls, places, strict=True)]
    message = thread.say(ROLES[kind], line, parts, known=NAMED)
    thread.stamp(message, line, "timestamp|ts")
    for call, at in zip(calls, places, strict=True):
        result = response_of(call, at)
        if result is not None:
            answer = thread.into.message("tool", result.address, result.raw, [result])
            thread.stamp(answer, Line(call, at), "timestamp")
        elif call.get("status") == "cancelled":
            thread.end_turn(at, "cut short")


def _thoughts(line: Line) -> Iterator[Part]:
    for i, thought in enumerate(objects_in(line.raw.get("thoughts"))):
        said = [text_or_none(thought.get(name)) for name in ("subject", "description", "text")]
        text = "\n".join(filter(None, said))
        yield ReasoningPart(address=Address(f"{line.at}/thoughts/{i}"), raw=thought, text=text)
