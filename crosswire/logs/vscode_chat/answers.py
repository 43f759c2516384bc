"""Reads the answers of a chat as rounds of calls."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from crosswire.address import Address, child
from crosswire.logs.sessions.fields import text
from crosswire.logs.sessions.lines import Line
from crosswire.logs.sessions.thread import Thread
from crosswire.logs.vscode_chat.names import BLOCKS, CALL
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
from crosswire.model.call_id import CallId, read_call_id
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
    asked: set[str] = set()
    for one in rounds:
        line = replay.line(one)
        parts = list(_of_round(line))
        if parts:
            thread.say("assistant", line, parts)
        for call in [part for part in parts if isinstance(part, ToolCallPart)]:
            asked.add(call.call_id.text)
            held = results.get(call.call_id.text)
            if isinstance(held, dict):
                result = _result(replay.line(held), call.call_id, call.name)
                thread.say("tool", replay.line(held), [result])
    if not asked <= results.keys():
        _read_strays(results, asked, replay, thread)
    return any(one.get("response") or one.get("toolCalls") for one in rounds)


def _read_strays(
    results: JsonObject, asked: Collection[str], replay: Replay, thread: Thread
) -> None:
    """Results under ids that no call has, where a call has none."""
    for id, held in results.items():
        if id not in asked and isinstance(held, dict):
            line = replay.line(held)
            own = read_call_id(id, address=line.at)
            thread.say("tool", line, [_result(line, own)])


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


def _result(line: Line, id: CallId, name: str | None = None) -> ToolResultPart:
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
        call_id=id,
        name=name,
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
