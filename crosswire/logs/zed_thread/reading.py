"""Tells them from other documents, and reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from crosswire.formats.protocol import Recognition
from crosswire.logs.sessions.fields import word, words
from crosswire.logs.sessions.lines import Line, lines_of, some_lines
from crosswire.logs.sessions.thread import Thread
from crosswire.logs.zed_thread.names import NAME, TRAITS
from crosswire.logs.zed_thread.parts import call_in, parts_in, result_in
from crosswire.model import JsonValue, Part
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, text_or_none
from crosswire.model.parts import Role

_TAGS: dict[str, Role] = {"User": "user", "Agent": "assistant"}
_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system"}
_NAMED = words(
    "id version title summary updated_at created_at data_type data messages model profile "
    "parent_id folder_paths folder_paths_order detailed_summary initial_project_snapshot "
    "cumulative_token_usage request_token_usage completion_mode exceeded_window_error "
    "imported subagent_context tool_use_limit_reached speed thinking_enabled "
    "thinking_effort ui_scroll_position draft_prompt client_side_id "
    "User Agent content tool_results reasoning_details role segments tool_uses context "
    "creases is_hidden"
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    for line in some_lines(documents, 5):
        said = list(islice(_thread_in(line).objects("messages"), 20))
        if said and all(_kind(one) for one in said):
            why = "`messages` under `User` and `Agent`, or with `segments`."
            return Recognition("messages", 0.95, why)
    return None


def _thread_in(line: Line) -> Line:
    return line.inside("data") if "data_type" in line.raw else line


def _kind(message: Line) -> str:
    """`User` or `Agent` of a message that is written so, the role of one with `segments`."""
    tags = message.raw.keys()
    if len(tags) == 1:
        return next(iter(tags & _TAGS.keys()), "")
    return word(message.raw, "role") if "segments" in tags else ""


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return [builder for line in lines_of(documents, first) for builder in _read(line).finish()]


def _read(line: Line) -> Thread:
    held = _thread_in(line)
    thread = Thread(NAME, TRAITS, _NAMED)
    thread.into.thread = text_or_none(line.raw.get("id"))
    title = held.raw.get("title") or held.raw.get("summary") or line.raw.get("summary")
    thread.into.title = text_or_none(title)
    thread.settings(held, ("version", "profile", "completion_mode"))
    thread.model(held.inside("model"), "model")
    messages = list_or_empty(held.raw.get("messages"))
    thread.into.set_aside += [one for one in messages if one == "Resume"]
    for message in held.objects("messages"):
        kind = _kind(message)
        if kind in _TAGS:
            _read_tagged(message.inside(kind), thread, _TAGS[kind])
        elif kind:
            _read_segments(message, thread)
        else:
            thread.aside(next(iter(message.raw), "message"), message, known=False)
    return thread


def _read_tagged(line: Line, thread: Thread, role: Role) -> None:
    """A message of today's versions; what its calls returned stands in it, by their ids."""
    if thread.into.messages:
        thread.end_turn(line.at, "cut short")
    thread.say(role, line, list(parts_in(line, "content")), known=_NAMED)
    returned = line.inside("tool_results")
    results = [result_in(returned.inside(id)) for id in returned.raw]
    if results:
        thread.say("tool", returned, [*results])


def _read_segments(line: Line, thread: Thread) -> None:
    """A message of older versions; results stand in the next one, of the user."""
    said: Iterator[Part] = parts_in(line, "segments")
    calls = [call_in(one) for one in line.objects("tool_uses")]
    results: list[Part] = [result_in(one) for one in line.objects("tool_results")]
    parts = [*results, *said, *calls]
    role = _ROLES.get(word(line.raw, "role"), "other")
    only_results = bool(results) and len(parts) == len(results)
    thread.say("tool" if only_results else role, line, parts, known=_NAMED)
