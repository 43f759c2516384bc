"""Tells them from other documents, and reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from crosswire.address import child
from crosswire.formats import openai_responses
from crosswire.formats.protocol import Recognition
from crosswire.logs.open_webui.details import read_text
from crosswire.logs.open_webui.names import NAME, TRAITS
from crosswire.logs.sessions.fields import text, word, words
from crosswire.logs.sessions.lines import Line, lines_of, some_lines
from crosswire.logs.sessions.runs import link_in_row, say_in_runs
from crosswire.logs.sessions.thread import Thread
from crosswire.model import JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, text_or_none
from crosswire.model.parts import Role

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system"}
_NAMED = words(
    "id user_id title chat updated_at created_at share_id archived pinned meta folder_id "
    "models params history messages currentId tags timestamp files system parentId "
    "childrenIds role content output model modelName modelIdx done usage info sources "
    "statusHistory followUps annotation feedbackId lastSentence embeds error merged "
    "originalContent favorite selectedModelId code_executions userContext"
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    for line in some_lines(documents, 5):
        messages = list(islice(_messages(_chat_in(line)), 20))
        if messages and all(_is_node(one) for one in messages):
            why = "A `history` whose `messages` name their `parentId`, and `currentId`."
            return Recognition("messages", 0.97, why)
    return None


def _chat_in(line: Line) -> Line:
    return line.inside("chat") if isinstance(line.raw.get("chat"), dict) else line


def _messages(chat: Line) -> Iterator[Line]:
    held = chat.inside("history").inside("messages")
    return (held.inside(id) for id in held.raw)


def _is_node(message: Line) -> bool:
    return word(message.raw, "role") in _ROLES and {"parentId", "childrenIds"} <= (
        message.raw.keys()
    )


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return [builder for line in lines_of(documents, first) for builder in _read(line).finish()]


def _read(line: Line) -> Thread:
    chat = _chat_in(line)
    thread = Thread(NAME, TRAITS, _NAMED)
    thread.into.thread = text_or_none(line.raw.get("id"))
    thread.into.title = text_or_none(line.raw.get("title") or chat.raw.get("title"))
    thread.into.set_aside.append(chat.raw.get("messages"))  # the way that `history` has too
    current = text(chat.inside("history").raw, "currentId")
    ends: dict[str, str | None] = {}
    # What is shown is the way to the current message: the one that stands last counts.
    for message in sorted(_messages(chat), key=lambda one: one.raw.get("id") == current):
        _read_message(message, thread, ends)
    return thread


def _read_message(line: Line, thread: Thread, ends: dict[str, str | None]) -> None:
    """A message; one with results is several, each of which follows the one before."""
    begin = len(thread.into.messages)
    output = list_or_empty(line.raw.get("output"))
    said, at = text(line.raw, "content") or "", child(line.at, "content")
    for i, item in enumerate(output):
        openai_responses.read_message(item, child(line.at, "output", i), thread.into)
    if not output:
        role = _ROLES.get(word(line.raw, "role"), "other")
        say_in_runs(thread, line, role, list(read_text(said, at)), _NAMED)
    elif said:
        thread.into.texts_set_aside.append((said, at))
    thread.model(line, "model")
    messages = thread.into.messages[begin:]
    for message in messages:
        message.wire_format = NAME
        thread.stamp(message, line, "timestamp")
    own, parent = word(line.raw, "id"), word(line.raw, "parentId")
    ends[own] = link_in_row(messages, own, ends.get(parent, parent) or None)
