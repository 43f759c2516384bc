"""From one item to one message of the model."""

from __future__ import annotations

from typing import cast

from crosswire import arguments
from crosswire.address import Address
from crosswire.call_id import CallId, item_id_as_call_id, no_call_id, read_call_id
from crosswire.conversation_builder import ConversationBuilder, opaque
from crosswire.formats.openai_responses.item_types import (
    CallType,
    ResultType,
    Runner,
    call_type,
    first_of,
    result_type,
)
from crosswire.formats.openai_responses.reading_content import read_content, read_data
from crosswire.model import (
    Arguments,
    DataPart,
    JsonObject,
    JsonValue,
    MediaPart,
    Part,
    ReasoningPart,
    Role,
    ToolCallPart,
    ToolResultPart,
    text_of,
)

_SPEAKERS = frozenset({"system", "developer", "user", "assistant"})
_USUAL = {
    "function_call": frozenset({"type", "id", "call_id", "name", "arguments"}),
    "function_call_output": frozenset({"type", "id", "call_id", "name", "output"}),
    "message": frozenset({"type", "role", "content", "id"}),
    "reasoning": frozenset({"type", "id", "summary", "content", "encrypted_content"}),
}
"""All fields that are read of the commonest types: most items have no others."""


def read_message(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """Read one item of `input`, `output` or a conversation's items."""
    if not isinstance(value, dict):
        into.message("other", at, value, [opaque(value, at, "An item is an object.")])
    elif value.get("type", "message" if "role" in value else None) == "message":
        _read_spoken(value, at, into)
    elif value.get("type") == "reasoning":
        into.message("assistant", at, value, [_read_reasoning(value, at)])
    elif (call := call_type(value)) is not None:
        into.message("assistant", at, value, [_read_call(value, at, call)])
    elif (result := result_type(value)) is not None:
        part = _read_result(value, at, result)
        by_provider = part.executed_by == "server" and part.wire_type != "mcp_approval_response"
        into.message("assistant" if by_provider else "tool", at, value, [part])
    else:
        _read_other(value, at, into)


def _read_spoken(item: JsonObject, at: Address, into: ConversationBuilder) -> None:
    role = item.get("role")
    known = cast(Role, role) if isinstance(role, str) and role in _SPEAKERS else "other"
    message = into.message(known, at, item, read_content(item.get("content"), Address(f"{at}/content")))
    message.item_id = _text(item.get("id"))
    message.extras = _extras(item, *_USUAL["message"])


def _read_reasoning(item: JsonObject, at: Address) -> ReasoningPart:
    """What can be read of a thought: its summary, or where a model shows it, the thought itself."""
    summary = text_of(read_content(item.get("summary"), Address(f"{at}/summary")))
    content = text_of(read_content(item.get("content"), Address(f"{at}/content")))
    signature = _text(item.get("encrypted_content"))
    return ReasoningPart(
        address=at,
        raw=item,
        text="\n".join(text for text in (summary, content) if text),
        signature=signature,
        redacted=not summary and not content and signature is not None,
        item_id=_text(item.get("id")),
        extras=_extras(item, *_USUAL["reasoning"]),
    )


def _read_other(item: JsonObject, at: Address, into: ConversationBuilder) -> None:
    kind = item.get("type")
    reference = kind == "item_reference" or (kind is None and item.keys() == {"id"})
    into.calls_may_be_elsewhere |= reference or kind == "compaction"
    why = (
        "It stands for an item that the provider stores."
        if reference
        else "It is neither said, called nor answered."
    )
    role: Role = "assistant" if kind == "mcp_list_tools" else "other"
    message = into.message(role, at, item, [opaque(item, at, why)])
    message.item_id = _text(item.get("id"))


# Calls


def _read_call(item: JsonObject, at: Address, call: CallType) -> ToolCallPart:
    asks = first_of(item, call.asks)
    gives = first_of(item, call.gives)
    by: Runner = "server" if item.get("type") == "tool_search_call" and _runs_at_server(item) else call.by
    return ToolCallPart(
        address=at,
        raw=item,
        call_id=_id_of_call(item, at, call),
        name=call.name or _text(item.get("name")) or "",
        arguments=_read_arguments(item, at, call, asks),
        wire_type=str(item["type"]),
        item_id=_text(item.get("id")),
        executed_by=by,
        hybrid=call.hybrid,
        embedded=_read_embedded(item, at, gives) if call.hybrid else None,
        extras=_extras(item, "type", "id", _id_field(call, item), asks, gives, None if call.name else "name"),
    )


def _id_field(call: CallType, item: JsonObject) -> str:
    return "id" if call.hybrid or item["type"] == "mcp_approval_request" else "call_id"


def _id_of_call(item: JsonObject, at: Address, call: CallType) -> CallId:
    if call.hybrid:
        return item_id_as_call_id(item.get("id"), address=Address(f"{at}/id"))
    field = _id_field(call, item)
    required = item["type"] != "tool_search_call"
    address = Address(f"{at}/{field}")
    return read_call_id(item.get(field), address=address, present=field in item, required=required)


def _read_arguments(item: JsonObject, at: Address, call: CallType, field: str | None) -> Arguments:
    address = Address(f"{at}/{field or call.asks[0]}")
    value = item.get(field) if field is not None else None
    if call.form == "json text" and not isinstance(value, list):
        return arguments.from_text(value, address)
    if call.form == "free text" and value is not None:
        return arguments.free_text(value, address)
    if isinstance(value, dict):
        shown = {name: inner for name, inner in value.items() if name not in call.gives}
        return arguments.from_value(shown, address)
    return arguments.from_value(None if value is None else {str(field): value}, address)


def _runs_at_server(item: JsonObject) -> bool:
    """Who runs a tool search: as the item says, else the provider where no id waits for an answer."""
    execution = item.get("execution")
    return execution == "server" if isinstance(execution, str) else item.get("call_id") is None


def _read_embedded(item: JsonObject, at: Address, field: str | None) -> ToolResultPart | None:
    """The result that a hybrid item holds, or None where it shows none."""
    action = item.get("action")
    if field is None and isinstance(action, dict) and action.get("sources"):
        return _embedded(item, action["sources"], Address(f"{at}/action/sources"))
    return None if field is None else _embedded(item, item[field], Address(f"{at}/{field}"))


def _embedded(item: JsonObject, value: JsonValue, at: Address) -> ToolResultPart:
    picture = item.get("type") == "image_generation_call" and isinstance(value, str)
    return ToolResultPart(
        address=at,
        raw=value,
        call_id=no_call_id(),
        wire_type=str(item["type"]),
        content=[_read_picture(item, str(value), at)] if picture else read_data(value, at),
        is_error=bool(item.get("error")) or item.get("status") == "failed",
        executed_by="server",
    )


def _read_picture(item: JsonObject, data: str, at: Address) -> Part:
    form = _text(item.get("output_format")) or "png"
    return MediaPart(address=at, raw=data, media="image", mime_type=f"image/{form}", data=data)


# Results


def _read_result(item: JsonObject, at: Address, result: ResultType) -> ToolResultPart:
    id_field = first_of(item, result.id_fields) or result.id_fields[0]
    gives = first_of(item, result.gives)
    name = _text(item.get("name"))
    reason = "reason" if item["type"] == "mcp_approval_response" else None
    required = result.required and not (item["type"] == "function_call_output" and name)
    place = Address(f"{at}/{id_field}")
    by: Runner = "server" if item["type"] == "tool_search_output" and _runs_at_server(item) else result.by
    return ToolResultPart(
        address=at,
        raw=item,
        call_id=read_call_id(item.get(id_field), address=place, present=id_field in item, required=required),
        wire_type=str(item["type"]),
        content=_read_given(item, at, result, gives),
        name=name,
        is_error=bool(item.get("error")) or item.get("status") == "failed",
        item_id=_text(item.get("id")) if id_field != "id" else None,
        executed_by=by,
        extras=_extras(item, "type", "id", "name", id_field, gives, reason),
    )


def _read_given(item: JsonObject, at: Address, result: ResultType, field: str | None) -> list[Part]:
    if field is None:
        return []
    value, place = item[field], Address(f"{at}/{field}")
    if item["type"] == "mcp_approval_response":
        reason = item.get("reason")
        decision: JsonObject = {"approve": value} if reason is None else {"approve": value, "reason": reason}
        return [DataPart(address=place, raw=value, value=decision)]
    return read_content(value, place) if result.content == "parts" else read_data(value, place)


def _extras(item: JsonObject, *read: str | None) -> JsonObject | None:
    """Fields without a word in the model; that an item is completed goes without saying."""
    usual = _USUAL.get(str(item.get("type", "message")))
    if usual is not None and item.keys() <= usual:
        return None
    found: JsonObject = {
        name: value for name, value in item.items() if value is not None and name not in read
    }
    if found.get("status") == "completed":
        del found["status"]
    return found or None


def _text(value: JsonValue) -> str | None:
    return value if isinstance(value, str) else None
