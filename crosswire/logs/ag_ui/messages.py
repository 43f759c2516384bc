"""The messages of AG-UI, as a table."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.ag_ui.names import (
    BESIDE,
    NAME,
    ROLES,
    SAYS_NOTHING,
    TRAITS,
)
from crosswire.logs.shared.blocks import Media, Text
from crosswire.logs.shared.call_blocks import Call, Result
from crosswire.logs.shared.content import Content
from crosswire.logs.shared.dialect import Dialect
from crosswire.model import JsonObject, JsonValue, Part, ReasoningPart
from crosswire.model.json_values import objects_in, text_field, text_or_none

_MEDIA = Media(
    data=("data",),
    url=("url", "source.value"),
    file_id=("id",),
    mime=("mimeType", "mime_type", "source.mimeType"),
)
CONTENT = Content(
    blocks={
        "text": Text(),
        **dict.fromkeys(("binary", "image", "audio", "video", "document"), _MEDIA),
    },
    known=frozenset({"metadata"}),
    data=False,
)
_RESULT = Result(
    id=("toolCallId", "tool_call_id"),
    output=("content",),
    content=Content(blocks=CONTENT.blocks),
    error=("error",),
    type="tool",
    also=frozenset({"role"}),
)
_CALL = Call(
    id=("id",),
    name=("function.name",),
    arguments=("function.arguments",),
    also=frozenset({"encryptedValue"}),
)


def _thought(raw: JsonObject, at: Address, known: frozenset[str]) -> list[Part] | None:
    text = text_or_none(raw.get("content")) or ""
    signature = text_or_none(raw.get("encryptedValue"))
    place = child(at, "content")
    return [ReasoningPart(address=place, raw=raw, text=text, signature=signature)]


def is_message(value: JsonValue) -> bool:
    """Whether a value is a message."""
    if text_field(value, "role") not in ROLES or not isinstance(value, dict):
        return False
    return not {"content", "toolCalls", "tool_calls"}.isdisjoint(value)


def is_sign(message: JsonObject) -> bool:
    """Whether neither Chat Completions nor another format writes such a message."""
    calls = objects_in(message.get("toolCalls"))
    answers = message["role"] == "tool" and "toolCallId" in message
    return answers or any("function" in call for call in calls)


DIALECT = Dialect(
    name=NAME,
    traits=TRAITS,
    is_message=is_message,
    is_sign=is_sign,
    signs=frozenset({"toolCalls", "toolCallId"}),
    reason="Messages with `toolCalls`, each of which has a `function`, or with `toolCallId`.",
    roles=ROLES,
    content=CONTENT,
    lists={"toolCalls": _CALL, "tool_calls": _CALL},
    whole={"tool": _RESULT, "reasoning": _thought},
    known=SAYS_NOTHING,
    kept=BESIDE,
    in_lists=True,
)
