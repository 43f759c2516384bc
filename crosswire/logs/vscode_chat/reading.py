"""Recognises and reads a chat: what was asked, and what was answered and called for it."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import child
from crosswire.counting import counted
from crosswire.formats.protocol import Recognition
from crosswire.logs.sessions.fields import words
from crosswire.logs.sessions.lines import Line, lines_of, some_lines
from crosswire.logs.sessions.thread import Thread
from crosswire.logs.vscode_chat.answers import read_rounds
from crosswire.logs.vscode_chat.names import CANCELLED, NAME, NAMED, TRAITS
from crosswire.logs.vscode_chat.replaying import Replay
from crosswire.logs.vscode_chat.shown import read_shown
from crosswire.logs.vscode_chat.untold import untold_in
from crosswire.model import JsonObject, JsonValue, Part, TextPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    objects_in,
    text_or_none,
    value_at,
)

_SIGNS = (
    "responderUsername",
    "requesterUsername",
    "initialLocation",
    "sessionId",
    "creationDate",
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    first = object_or_empty(documents[0]) if documents else {}
    changes = [line.raw for line in some_lines(documents) if _is_change(line.raw)]
    if first.get("kind") == 0 and _is_chat(object_or_empty(first.get("v")), 0):
        return Recognition("messages", 0.97, "Changes of a chat with `requests`.")
    if len(documents) == 1 and _is_chat(first, 1 if "responderUsername" in first else 2):
        return Recognition("messages", 0.97, "A chat with `requests`.")
    if changes and all(list_or_empty(one.get("k"))[:1] == ["requests"] for one in changes[:3]):
        return Recognition(
            "messages", 0.8, "Changes of `requests`, without their first state."
        )
    return None


def _is_change(line: JsonObject) -> bool:
    return line.get("kind") in (1, 2, 3) and isinstance(line.get("k"), list)


def _is_chat(value: JsonObject, signs: int) -> bool:
    asked = value.get("requests")
    if not isinstance(asked, list) or sum(name in value for name in _SIGNS) < signs:
        return False
    return all("message" in one or "response" in one for one in objects_in(asked[:3]))


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    thread = Thread(NAME, TRAITS, NAMED)
    replay = Replay()
    for line in lines_of(documents, first):
        _take(line, replay, thread)
    chat = object_or_empty(replay.state)
    if id(chat) in replay.copies:
        whole = replay.line(chat)
        thread.settings(whole, ("version", "sessionId"))
    thread.into.thread = text_or_none(chat.get("sessionId"))
    thread.into.title = text_or_none(chat.get("customTitle"))
    for request in objects_in(chat.get("requests")):
        _read_request(request, replay, thread)
    thread.into.set_aside += replay.removed
    if replay.removed:
        text = (
            f"{counted(len(replay.removed), 'value was', 'values were')} taken away or "
            "replaced by later changes."
        )
        thread.into.note("removed", text)
    return thread.finish()


def _take(line: Line, replay: Replay, thread: Thread) -> None:
    if line.raw.get("kind") == 0 and "v" in line.raw:
        replay.begin(line.raw["v"], child(line.at, "v"))
    elif "requests" in line.raw:
        replay.begin(line.raw, line.at)
    elif _is_change(line.raw):
        if replay.state is None:
            replay.begin({"requests": []}, line.at)
        way = list_or_empty(line.raw["k"])
        apart = not _KEPT_APART.isdisjoint(map(str, way))
        if not replay.change(line) or not way or apart:
            thread.into.set_aside.append(line.raw)
    else:
        thread.aside("line", line, known=False)


_KEPT_APART = words("inputState modelState followups hasPendingEdits timings customTitle")
"""Fields of which a change says nothing of the conversation."""


def _read_request(request: JsonObject, replay: Replay, thread: Thread) -> None:
    line = replay.line(request)
    thread.model(line, "modelId")
    asked = request.get("message")
    said = (
        asked if isinstance(asked, str) else text_or_none(object_or_empty(asked).get("text"))
    )
    count = len(thread.into.messages)
    if isinstance(asked, dict):
        message, place = replay.line(asked), replay.place(asked, "text")
    else:
        message, place = line, replay.place(request, "message")
    if said:
        parts: list[Part] = [TextPart(address=place, raw=said, text=said)]
        thread.say("user", message, parts)
    result = object_or_empty(request.get("result"))
    metadata = object_or_empty(result.get("metadata"))
    shown = request.get("response")
    if not read_rounds(metadata, replay, thread):
        read_shown(list_or_empty(shown), replay, thread)
    elif isinstance(shown, list):
        told = [message.raw for message in thread.into.messages[count:]]
        untold = untold_in(objects_in(shown), told)
        known = [one for one in objects_in(shown) if not any(one is other for other in untold)]
        thread.into.set_aside += [replay.line(one).raw for one in known]
        read_shown(untold, replay, thread)
    if request.get("isCanceled") is True:
        thread.event("interrupt", replay.place(request, "isCanceled"))
    elif value_at(request, "modelState", "value") == CANCELLED:
        thread.event("interrupt", replay.place(request, "modelState"))
    elif result and metadata.get("maxToolCallsExceeded") is not True:
        thread.end_turn(replay.place(request, "result"))
    for message_read in thread.into.messages[count:]:
        thread.stamp(message_read, line, "timestamp")
