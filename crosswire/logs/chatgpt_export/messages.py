"""A message of an export: what is said to a tool is a call, and what a tool says its result;
neither has an id."""

from __future__ import annotations

from datetime import UTC, datetime

from crosswire.address import Address, child
from crosswire.logs.chatgpt_export.content import read_content
from crosswire.model import (
    JsonObject,
    Message,
    Part,
    Role,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.call_id import no_call_id
from crosswire.model.json_values import (
    is_number,
    object_or_empty,
    text_or_empty,
    text_or_none,
)
from crosswire.tools import arguments

_ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}
_KNOWN = frozenset(
    {"id", "author", "create_time", "update_time", "content", "status", "end_turn", "weight"}
    | {"metadata", "recipient", "channel"}
)


def read_message(raw: JsonObject, at: Address, into: ConversationBuilder) -> Message:
    """Read one message."""
    author = object_or_empty(raw.get("author"))
    role = _ROLES.get(text_or_empty(author.get("role")), "other")
    content, place = object_or_empty(raw.get("content")), child(at, "content")
    recipient = text_or_none(raw.get("recipient")) or "all"
    parts: list[Part]
    if role == "tool":
        parts = [_result(raw, at, author, read_content(content, place))]
    elif role == "assistant" and recipient != "all":
        parts = [_call(raw, at, recipient, content, place)]
    else:
        parts = read_content(content, place)
    message = into.message(role, at, raw, parts)
    message.extras = extras_of(raw, _KNOWN)
    created = raw.get("create_time")
    if is_number(created) and 0 < created < 1e11:
        message.timestamp = datetime.fromtimestamp(created, UTC).isoformat()
        message.timestamp_at = child(at, "create_time")
    return message


def _call(
    raw: JsonObject, at: Address, recipient: str, content: JsonObject, place: Address
) -> ToolCallPart:
    texts = [part for part in read_content(content, place) if isinstance(part, TextPart)]
    text = "\n".join(part.text for part in texts)
    where = texts[0].address if texts else place
    given = arguments.from_text(text, where)
    if given.value is None and text:
        given = arguments.free_text(text, where)
    return ToolCallPart(
        address=at,
        raw=raw,
        call_id=no_call_id(),
        name=recipient,
        arguments=given,
        wire_type="recipient",
    )


def _result(raw: JsonObject, at: Address, author: JsonObject, content: list[Part]) -> Part:
    kind = object_or_empty(raw.get("content")).get("content_type")
    return ToolResultPart(
        address=at,
        raw=raw,
        call_id=no_call_id(),
        wire_type="tool",
        content=content,
        name=text_or_none(author.get("name")),
        is_error=kind == "system_error",
    )
