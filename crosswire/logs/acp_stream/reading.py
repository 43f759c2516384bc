"""Recognises and reads a log: Agent Client Protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from crosswire.address import Address, child
from crosswire.formats.protocol import Recognition
from crosswire.logs.acp_stream.calls import BLOCKS, ENDED, call_of, merged, result_of
from crosswire.logs.acp_stream.names import CHUNKS, NAME, NAMED, SILENT, TRAITS
from crosswire.logs.sessions.fields import text, word
from crosswire.logs.sessions.lines import Line, lines_of, some_lines
from crosswire.logs.sessions.thread import Thread
from crosswire.model import JsonObject, JsonValue, Message, ReasoningPart, TextPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import (
    object_or_empty,
    objects_in,
    text_or_empty,
    text_or_none,
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    updates = [line for line in _lines(some_lines(documents, 80)) if _update(line.raw)]
    if not updates:
        return None
    return Recognition("messages", 0.96, "Updates with `sessionId` and `sessionUpdate`.")


def _lines(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        inner = line.raw.get("message")
        is_around = isinstance(inner, dict) and "method" not in line.raw
        yield Line(object_or_empty(inner), child(line.at, "message")) if is_around else line


def _update(raw: JsonObject) -> JsonObject:
    held = object_or_empty(object_or_empty(raw.get("params")).get("update"))
    return held if isinstance(held.get("sessionUpdate"), str) else {}


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    stream = _Stream()
    for line in _lines(lines_of(documents, first)):
        stream.add(line)
    return [builder for thread in stream.threads.values() for builder in thread.finish()]


class _Stream:
    def __init__(self) -> None:
        self.threads: dict[str, Thread] = {}
        self.calls: dict[tuple[str, str], tuple[Line, JsonObject, Message]] = {}
        """The call with an id in a session: where it stands, what was told of it so far."""
        self.ended: set[tuple[str, str]] = set()
        self.asked: dict[str, dict[str, str]] = {}
        """A request for a permission -> its options, with what each means."""
        self.last: tuple[str, str, str | None] | None = None
        """Whose chunk came last, and of which message."""
        self.begun: JsonValue = None

    def add(self, line: Line) -> None:
        params = Line(object_or_empty(line.raw.get("params")), child(line.at, "params"))
        session = text_or_none(params.raw.get("sessionId")) or next(iter(self.threads), "")
        thread = self.threads.setdefault(session, Thread(NAME, TRAITS, NAMED))
        thread.into.thread = thread.into.thread or session or None
        update = _update(line.raw)
        if update:
            held = Line(update, child(params.at, "update"))
            self._update(held, line, session, thread)
            return
        method = line.raw.get("method")
        if method == "session/prompt":
            self.last = None
            parts = BLOCKS.parts(params.raw.get("prompt"), child(params.at, "prompt"))
            thread.say("user", params, parts)
            return
        if method == "session/cancel":
            thread.event("interrupt", line.at)
        elif method == "session/request_permission":
            options = objects_in(params.raw.get("options"))
            meanings = {
                str(one.get("optionId")): text_or_empty(one.get("kind")) for one in options
            }
            self.asked[str(line.raw.get("id"))] = meanings
        elif text(line.raw, "result.outcome.outcome") is not None:
            self._decided(line, thread)
        known = isinstance(method, str) or "result" in line.raw
        thread.aside(method or "answer", line, known=known)

    def _decided(self, line: Line, thread: Thread) -> None:
        meanings = self.asked.get(str(line.raw.get("id")), {})
        chosen = text(line.raw, "result.outcome.optionId") or ""
        refused = meanings.get(chosen, "").startswith("reject")
        if refused or text(line.raw, "result.outcome.outcome") == "cancelled":
            thread.event("denied", line.at)

    def _update(self, held: Line, line: Line, session: str, thread: Thread) -> None:
        kind = text_or_empty(held.raw["sessionUpdate"])
        if kind in CHUNKS:
            self._chunk(kind, held, line, session, thread)
            return
        self.last = None
        if kind not in ("tool_call", "tool_call_update"):
            thread.mode(held, "currentModeId")
            thread.aside(kind, line, known=kind in SILENT)
            return
        key = session, text_or_empty(held.raw.get("toolCallId"))
        if key[1] and key in self.calls:
            first, told, message = self.calls[key]
            told = merged(told, held.raw)
            message.raw, message.parts = told, [call_of(first, told)]
            thread.into.set_aside += [first.raw, line.raw]
        else:
            first, told = held, held.raw
            message = thread.say("assistant", held, [call_of(held, told)])
        self.calls[key] = first, told, message
        if word(held.raw, "status") in ENDED and key not in self.ended:
            self.ended.add(key)
            result = result_of(held, told)
            thread.into.message("tool", held.at, held.raw, [result])

    def _chunk(self, kind: str, held: Line, line: Line, session: str, thread: Thread) -> None:
        now = session, kind, text_or_none(held.raw.get("messageId"))
        at = child(held.at, "content")
        block = held.raw.get("content")
        said = text(object_or_empty(block), "text")
        message = thread.into.messages[-1] if self.last == now else None
        part = None if message is None else message.parts[-1]
        if said is not None and message and isinstance(part, (TextPart, ReasoningPart)):
            part.text += said
            part.raw = {**object_or_empty(part.raw), "text": part.text}
            message.raw = {**object_or_empty(message.raw), "content": part.raw}
            thread.into.set_aside += [self.begun, line.raw]
            return
        self.last, self.begun = now, line.raw
        if kind == "agent_thought_chunk" and said is not None:
            thought = ReasoningPart(address=at, raw=block, text=said)
            thread.say("assistant", held, [thought])
        else:
            role = "user" if kind == "user_message_chunk" else "assistant"
            parts = BLOCKS.parts(block, Address(at))
            thread.say("user" if role == "user" else "assistant", held, parts)
