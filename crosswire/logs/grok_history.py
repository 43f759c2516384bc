"""Histories of Grok's command line: a message or an item a line.

    {type: system | user | assistant | tool_result | reasoning | backend_tool_call, content}

Calls stand in `tool_calls` of an assistant's line, flat; searches that the provider ran are
lines of their own, which hold no result.
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats.protocol import Recognition
from crosswire.logs.sessions.blocks import Blocks
from crosswire.logs.sessions.fields import text, word, words
from crosswire.logs.sessions.kinds import Call, Media, Result, Text
from crosswire.logs.sessions.lines import Line, lines_of, sample
from crosswire.logs.sessions.thread import Thread
from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import (
    JsonObject,
    JsonValue,
    Part,
    ReasoningPart,
    ToolCallPart,
    Traits,
)
from crosswire.model.builder import ConversationBuilder
from crosswire.model.call_id import item_id_as_call_id
from crosswire.model.json_values import object_or_empty, objects_in, text_or_none
from crosswire.model.parts import Role

NAME = "grok-history"
TITLE = "Grok history"
WIRE_FORMAT = NAME
TRAITS = Traits(
    results_follow_calls=False, turn_is_one_message=True, program="Grok's command line"
)
SIGNS = frozenset[str]()

_CALL = Call(name="name|function.name", arguments="arguments|function.arguments")
_SEARCH = Call(id="", name="tool_type", arguments="action|arguments")
_RESULT = Result(id="tool_call_id", error="is_error")
_BLOCKS = Blocks(
    {"text": Text(), "image": Media(media="image", mime="mime_type|media_type")},
    beside=words("status id content_type"),
)
_ROLES: dict[str, Role] = {"system": "system", "user": "user", "assistant": "assistant"}
_NAMED = words(
    "type content tool_calls model_id model_fingerprint reasoning_effort prompt_index "
    "status id synthetic_reason prior_turn_interrupt summary encrypted_content kind "
    "timestamp usage"
)
_OWN = words("model_id prompt_index synthetic_reason model_fingerprint")


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    lines = sample(documents)
    held = [line for line in lines if word(line, "type") in _ROLES and "content" in line]
    strange = any({"role", "message", "uuid", "sessionId"} & line.keys() for line in held)
    own = any(_OWN & line.keys() for line in held) or any(_is_result(line) for line in lines)
    if len(held) < 1 or len(lines) < 2 or strange or not own:
        return None
    why = "Lines whose `type` is a role, with `content` beside it, and `tool_result`."
    return Recognition("messages", 0.93, why)


def _is_result(line: JsonObject) -> bool:
    return line.get("type") == "tool_result" and "tool_call_id" in line and "content" in line


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    thread = Thread(NAME, TRAITS, _NAMED)
    for line in lines_of(documents, first):
        _read_line(line, thread)
    return thread.finish()


def _read_line(line: Line, thread: Thread) -> None:
    kind = text_or_none(line.raw.get("type")) or ""
    if kind in _ROLES:
        thread.model(line, "model_id")
        if line.raw.get("prior_turn_interrupt"):
            at = child(line.at, "prior_turn_interrupt")
            thread.event("interrupt", at, line.raw["prior_turn_interrupt"])
        parts = _BLOCKS.parts(line.raw.get("content"), child(line.at, "content"))
        for i, told in enumerate(objects_in(line.raw.get("tool_calls"))):
            parts.append(_BLOCKS.call(told, Address(f"{line.at}/tool_calls/{i}"), _CALL))
        message = thread.say(_ROLES[kind], line, parts, known=_NAMED)
    elif _is_result(line.raw):
        message = thread.say("tool", line, [_BLOCKS.result(line.raw, line.at, _RESULT)])
    elif kind == "reasoning":
        message = thread.say("assistant", line, [_thought(line)])
    elif kind == "backend_tool_call":
        held = Line(object_or_empty(line.raw.get("kind")), child(line.at, "kind"))
        call = _BLOCKS.call(held.raw, held.at, _SEARCH)
        call.call_id = item_id_as_call_id(held.raw.get("id"), address=child(held.at, "id"))
        call.item_id, call.hybrid = text_or_none(held.raw.get("id")), True
        call.executed_by = "server"
        message = thread.say("assistant", held, [call])
    else:
        thread.aside(kind or "line", line, known=False)
        return
    thread.stamp(message, line, "timestamp")


def _lost(call: ToolCallPart, _beside: Beside) -> JsonObject | None:
    """The line of a result that was not recorded."""
    if call.hybrid or call.call_id.value is None:
        return None
    id = call.call_id.value
    return {"type": "tool_result", "tool_call_id": id, "content": NOT_RECORDED}


RESULTS = OwnResults(element=_lost)


def _thought(line: Line) -> Part:
    said = [text(one, "text") for one in objects_in(line.raw.get("summary"))]
    return ReasoningPart(
        address=line.at,
        raw=line.raw,
        text="\n".join(filter(None, said)),
        signature=text_or_none(line.raw.get("encrypted_content")),
        item_id=text_or_none(line.raw.get("id")),
    )
