"""Reads the answers of a chat: the rounds of calls, or what the screen showed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.address import Address, child
from crosswire.logs.sessions.fields import text, word
from crosswire.logs.sessions.lines import Line
from crosswire.logs.sessions.thread import Thread
from crosswire.logs.vscode_chat.names import BLOCKS, CALL, PATHS, RETURNED, SHOWN, SILENT
from crosswire.logs.vscode_chat.replaying import Replay
from crosswire.model import (
    JsonObject,
    JsonValue,
    MediaPart,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.call_id import item_id_as_call_id
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    objects_in,
    text_or_none,
)
from crosswire.model.media import kind_of


def read_rounds(metadata: JsonObject, replay: Replay, thread: Thread) -> bool:
    """What the model said and called, round by round; whether there is any of it."""
    rounds = objects_in(metadata.get("toolCallRounds"))
    results = object_or_empty(metadata.get("toolCallResults"))
    for one in rounds:
        line = replay.line(one)
        parts = list(_of_round(line))
        if parts:
            thread.say("assistant", line, parts)
        for call in [part for part in parts if isinstance(part, ToolCallPart)]:
            held = results.get(call.call_id.text)
            if isinstance(held, dict):
                result = _result(replay.line(held), call)
                thread.say("tool", replay.line(held), [result])
    return any(one.get("response") or one.get("toolCalls") for one in rounds)


def _of_round(line: Line) -> Iterator[Part]:
    thought = object_or_empty(line.raw.get("thinking"))
    said = thought.get("text")
    whole = "".join(map(str, said)) if isinstance(said, list) else text_or_none(said)
    if whole or thought.get("encrypted"):
        sealed = text_or_none(thought.get("encrypted"))
        at = child(line.at, "thinking")
        yield ReasoningPart(address=at, raw=thought, text=whole or "", signature=sealed)
    answer = text_or_none(line.raw.get("response"))
    if answer:
        yield TextPart(address=child(line.at, "response"), raw=answer, text=answer)
    for i, call in enumerate(objects_in(line.raw.get("toolCalls"))):
        yield BLOCKS.call(call, Address(f"{line.at}/toolCalls/{i}"), CALL)


def _result(line: Line, call: ToolCallPart) -> ToolResultPart:
    content: list[Part] = []
    for i, one in enumerate(list_or_empty(line.raw.get("content"))):
        at = Address(f"{line.at}/content/{i}")
        held = object_or_empty(one)
        mime = text(held, "mimeType|value.mimeType")
        data = held.get("data")
        if mime is not None and isinstance(data, str):
            media = MediaPart(
                address=at, raw=one, media=kind_of(mime), mime_type=mime, given=data
            )
            content.append(media)
        else:
            content.append(TextPart(address=at, raw=one, text=_flat(held.get("value", one))))
    return ToolResultPart(
        address=line.at,
        raw=line.raw,
        call_id=call.call_id,
        name=call.name,
        wire_type="toolCallResult",
        content=content,
        is_error=line.raw.get("hasError") is True,
    )


def _flat(value: JsonValue) -> str:
    """The text of a tree that the editor renders prompts from."""
    texts: list[str] = []
    waiting: list[JsonValue] = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            texts.append(held)
        elif isinstance(held, list):
            waiting += reversed(held)
        elif isinstance(held, dict):
            inner = (held.get(name) for name in ("children", "node", "value", "text"))
            waiting += [one for one in inner if one is not None]
    return "".join(texts)


def read_shown(shown: Sequence[JsonValue], replay: Replay, thread: Thread) -> None:
    """What the screen showed of an answer, where nothing else tells of it."""
    parts: list[Part] = []
    first: Line | None = None
    for one in shown:
        line = replay.line(one) if isinstance(one, dict) else None
        part = None if line is None else _shown(line)
        if part is not None and line is not None:
            first = first or line
            parts.append(part)
        elif line is not None and word(line.raw, "kind") in SILENT:
            thread.into.set_aside.append(line.raw)
    if first is not None:
        thread.say("assistant", first, parts)


def _shown(line: Line) -> Part | None:
    kind = word(line.raw, "kind")
    if kind == "toolInvocationSerialized":
        call = BLOCKS.call(line.raw, line.at, SHOWN)
        own = line.raw.get("toolCallId")
        call.call_id = item_id_as_call_id(own, address=child(line.at, "toolCallId"))
        call.item_id, call.hybrid = text_or_none(own), True
        if isinstance(line.raw.get("resultDetails"), dict):
            call.embedded = BLOCKS.result(line.raw, line.at, RETURNED)
            call.embedded.call_id, call.embedded.extras = call.call_id, None
        return call
    if kind == "inlineReference":
        return TextPart(address=line.at, raw=line.raw, text=text(line.raw, PATHS) or "")
    said = text(line.raw, "value|content.value|content")
    if said is None or kind in SILENT:
        return None
    if kind == "thinking":
        return ReasoningPart(address=line.at, raw=line.raw, text=said)
    return TextPart(address=line.at, raw=line.raw, text=said)
