"""Ids of items of the Responses API that are not of the form that their type asks for."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass

from crosswire.address import Address
from crosswire.model import Conversation, Message, Part, ToolCallPart, ToolResultPart
from crosswire.model.call_id import IdSource
from crosswire.model.json_values import field_of

_PREFIXES = {
    "message": "msg",
    "reasoning": "rs",
    "function_call": "fc",
    "custom_tool_call": "ctc",
    "web_search_call": "ws",
    "file_search_call": "fs",
    "code_interpreter_call": "ci",
    "image_generation_call": "ig",
    "mcp_call": "mcp",
    "mcp_list_tools": "mcpl",
    "mcp_approval_request": "mcpr",
}
"""Item type -> prefix of its ids, from recorded answers; unsure ones are left out."""
_FORMATS = ("openai-responses", "azure-foundry")
_FAKE = "__fake_id__"
"""What openai-agents keeps where there is no item id, and takes off before it asks."""
_IN_AN_ANSWER = re.compile(r"/output/\d+$")


@dataclass(frozen=True, slots=True)
class OddItemId:
    """The id of an item that does not begin as those of its type do."""

    value: str
    wire_type: str
    prefix: str | None
    """What the ids of its type begin with; None where that is not known, and it is a call's
    id."""
    is_call_id: bool
    """Whether it is the id of a call, which an item should repeat in `call_id` alone."""
    part: Part
    address: Address
    """Of the id."""


def item_id_of(message: Message) -> str | None:
    """The id of an item as it stands, the empty one included; None where it has none, or one
    that ties."""
    item = message.raw
    value = field_of(item, "id")
    if not isinstance(value, str) or value == _FAKE or message.wire_format not in _FORMATS:
        return None
    return value if message.parts and not _ties(message) else None


def odd_item_ids(conversation: Conversation, call_ids: Container[str]) -> list[OddItemId]:
    """All of them, in order, but for those that a server is seen to give out."""
    odd: list[OddItemId] = []
    given_out: set[str] = set()
    for message in conversation.messages:
        item = message.raw if message.wire_format in _FORMATS else None
        value = field_of(item, "id")
        if not value or not isinstance(item, dict) or not isinstance(value, str):
            continue
        kind = item.get("type", "message" if "role" in item else None)
        prefix = _PREFIXES.get(kind) if isinstance(kind, str) else None
        if value == _FAKE or (prefix is not None and value.startswith(prefix)):
            continue
        if not isinstance(kind, str) or not message.parts:
            continue
        is_call_id = value.startswith(("call_", "call-")) or (
            prefix is not None and value in call_ids
        )
        if (prefix is not None or is_call_id) and not _ties(message):
            place = Address(f"{message.address}/id")
            odd.append(OddItemId(value, kind, prefix, is_call_id, message.parts[0], place))
            if _IN_AN_ANSWER.search(message.address):
                given_out.add(value)
    return [item for item in odd if item.is_call_id or item.value not in given_out]


def _ties(message: Message) -> bool:
    """Whether the field `id` ties call and result in this type, as for an approval."""
    part = message.parts[0]
    if not isinstance(part, (ToolCallPart, ToolResultPart)):
        return False
    if (
        part.wire_type == "local_shell_call_output"
    ):  # the SDK says that its id is that of the call
        return True
    if part.call_id.source is IdSource.ITEM_ID and part.item_id is not None:
        return False
    return part.call_id.address == f"{message.address}/id"
