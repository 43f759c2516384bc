"""Calls of the Agent Client Protocol, put together from what is told of them."""

from __future__ import annotations

from crosswire.address import child
from crosswire.logs.sessions.blocks import Blocks
from crosswire.logs.sessions.fields import text, words
from crosswire.logs.sessions.kinds import Call, Media, Text
from crosswire.logs.sessions.lines import Line
from crosswire.model import DataPart, JsonObject, Part, ToolCallPart, ToolResultPart
from crosswire.model.call_id import read_call_id
from crosswire.model.json_values import list_or_empty, object_or_empty

ENDED = ("completed", "failed")
_NAMES = "_meta.claudeCode.toolName|toolName|title|kind"
_CALL = Call(id="toolCallId", name=_NAMES, arguments="rawInput")
BLOCKS = Blocks(
    {
        "text": Text(),
        "image": Media(media="image"),
        "audio": Media(media="audio"),
        "resource": Text("resource.text"),
        "resource_link": Media(url="uri", mime="mimeType", media="file"),
    },
    beside=words(
        "annotations _meta sessionUpdate status kind title locations content rawOutput "
        "resource"
    ),
)


def merged(told: JsonObject, update: JsonObject) -> JsonObject:
    """What is known of a call after an update; an update tells what changes alone."""
    changes = {name: value for name, value in update.items() if value is not None}
    return {**told, **changes}


def is_end_alone(update: JsonObject) -> bool:
    """Whether an update ends a call and says nothing of what was called."""
    is_named = text(update, _NAMES) is not None or update.get("rawInput") is not None
    return update.get("status") in ENDED and not is_named


def call_of(line: Line, told: JsonObject) -> ToolCallPart:
    """The call that stands in a line, with all that was told of it."""
    call = BLOCKS.call(told, line.at, _CALL)
    call.raw, call.wire_type = told, "tool_call"
    return call


def result_of(line: Line, told: JsonObject) -> ToolResultPart:
    """The result of a call, in the update that ended it."""
    content: list[Part] = []
    at = child(line.at, "content")
    for i, one in enumerate(list_or_empty(line.raw.get("content"))):
        held, place = object_or_empty(one), child(at, i)
        if held.get("type") == "content":
            content += BLOCKS.parts(held.get("content"), child(place, "content"))
        else:
            content.append(DataPart(address=place, raw=one, value=one))
    output = line.raw.get("rawOutput")
    if not content and output is not None:
        content = BLOCKS.returned(output, child(line.at, "rawOutput"))
    place = child(line.at, "toolCallId")
    return ToolResultPart(
        address=line.at,
        raw=line.raw,
        call_id=read_call_id(line.raw.get("toolCallId"), address=place),
        name=text(told, _NAMES),
        wire_type="tool_call_update",
        content=content,
        is_error=line.raw.get("status") == "failed",
    )
