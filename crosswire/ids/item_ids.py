"""Ids of items of the Responses API that are not of the form that their type asks for."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from msgspec import Struct

from crosswire.address import Address
from crosswire.model import (
    Conversation,
    JsonObject,
    Message,
    Part,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.call_id import IdSource
from crosswire.model.json_values import object_or_empty, text_field, text_or_none

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
_CALL_PREFIXES = ("call_", "call-")
_IN_AN_ANSWER = re.compile(r"/output/\d+/id$")


class OddItemId(Struct, frozen=True):
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
    """The id of an item as logged, even an empty one; None without one, or where it ties."""
    value = _logged_id(message)
    return None if value is None or _ties(message) else value


def items_with_ids(conversation: Conversation) -> list[Message]:
    """The items that have a field `id`, even an empty one, in order."""
    return [one for one in conversation.messages if _logged_id(one) is not None]


def odd_item_ids(items: Iterable[Message], call_ids: Container[str]) -> list[OddItemId]:
    """The ids that do not fit the type of their item, of some items, in their order.

    An id that an answer of the server has is left out, unless it is the id of a call.
    """
    ids = (_odd_item_id(message, call_ids) for message in items)
    odd = list(filter(None, ids))
    given_out = {item.value for item in odd if _IN_AN_ANSWER.search(item.address)}
    return [item for item in odd if item.is_call_id or item.value not in given_out]


def _odd_item_id(message: Message, call_ids: Container[str]) -> OddItemId | None:
    value = _logged_id(message)
    item_type = _type_of_item(object_or_empty(message.raw)) if value else None
    if not value or item_type is None:
        return None
    prefix = _PREFIXES.get(item_type)
    is_call_id = value.startswith(_CALL_PREFIXES) or (prefix is not None and value in call_ids)
    is_odd = is_call_id if prefix is None else not value.startswith(prefix)
    if not is_odd or _ties(message):
        return None
    address = Address(f"{message.address}/id")
    return OddItemId(value, item_type, prefix, is_call_id, message.parts[0], address)


def _logged_id(message: Message) -> str | None:
    if message.wire_format not in _FORMATS or not message.parts:
        return None
    value = text_field(message.raw, "id")
    return None if value == _FAKE else value


def _type_of_item(item: JsonObject) -> str | None:
    return text_or_none(item.get("type", "message" if "role" in item else None))


def _ties(message: Message) -> bool:
    """Whether the field `id` ties call and result in this type, as for an approval."""
    part = message.parts[0]
    if not isinstance(part, (ToolCallPart, ToolResultPart)):
        return False
    if part.wire_type == "local_shell_call_output":
        return True  # the SDK says that its id is that of the call
    names_item = part.call_id.source is IdSource.ITEM_ID and part.item_id is not None
    return not names_item and part.call_id.address == f"{message.address}/id"
