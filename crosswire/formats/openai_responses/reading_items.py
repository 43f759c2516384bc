"""From one item to one message of the model."""

from __future__ import annotations

from typing import cast

from crosswire.address import Address
from crosswire.formats.openai_responses.item_types import (
    CallType,
    ResultType,
    Runner,
    first_of,
)
from crosswire.formats.openai_responses.reading_content import read_content, read_data
from crosswire.formats.openai_responses.variant import RESPONSES, Variant
from crosswire.model import (
    Arguments,
    ArgumentsState,
    DataPart,
    Edge,
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
from crosswire.model.builder import ConversationBuilder, opaque
from crosswire.model.call_id import CallId, item_id_as_call_id, no_call_id, read_call_id
from crosswire.tools import arguments

_SPEAKERS = frozenset({"system", "developer", "user", "assistant"})
_USUAL = {
    "function_call": frozenset({"type", "id", "call_id", "name", "arguments"}),
    "function_call_output": frozenset({"type", "id", "call_id", "name", "output"}),
    "message": frozenset({"type", "role", "content", "id"}),
    "reasoning": frozenset({"type", "id", "summary", "content", "encrypted_content"}),
}
"""All fields that are read of the commonest types: most items have no others."""
_EDGES = ("approval_request_id", "previous_action_id", "parent_action_id")
"""Fields that name another item by its id; `caller` does so in an object."""
_OF_EVERY_REPORT = frozenset({"agent_reference", "response_id", "created_by"})
"""Fields of a report that tell nothing of what it reports."""


def read_message(
    value: JsonValue, at: Address, into: ConversationBuilder, variant: Variant = RESPONSES
) -> None:
    """Read one item of `input`, `output` or a conversation's items."""
    if not isinstance(value, dict):
        into.message("other", at, value, [opaque(value, at, "An item is an object.")])
    elif value.get("type", "message" if "role" in value else None) == "message":
        _read_spoken(value, at, into)
    elif value.get("type") == "reasoning":
        into.message("assistant", at, value, [_read_reasoning(value, at)])
    elif (call := variant.call_type(value)) is not None:
        into.message("assistant", at, value, [_read_call(value, at, call)])
    elif (result := variant.result_type(value)) is not None:
        part = _read_result(value, at, result)
        into.message(_teller(part), at, value, [part])
    elif not variant.read_else(value, at, into):
        _read_other(value, at, into)


def _read_spoken(item: JsonObject, at: Address, into: ConversationBuilder) -> None:
    role = item.get("role")
    known = cast(Role, role) if isinstance(role, str) and role in _SPEAKERS else "other"
    message = into.message(
        known, at, item, read_content(item.get("content"), Address(f"{at}/content"))
    )
    message.item_id = _text(item.get("id"))
    message.extras = _extras(item, *_USUAL["message"])


def _read_reasoning(item: JsonObject, at: Address) -> ReasoningPart:
    """What can be read of a thought: its summary, or where a model shows it, the thought
    itself."""
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
    message = into.message("other", at, item, [opaque(item, at, why)])
    message.item_id = _text(item.get("id"))


# Calls


def _read_call(item: JsonObject, at: Address, call: CallType) -> ToolCallPart:
    asks = first_of(item, call.asks)
    gives = first_of(item, call.gives)
    by: Runner = (
        "server"
        if item.get("type") == "tool_search_call" and _runs_at_server(item)
        else call.by
    )
    name = call.name or _text(item.get(call.name_in)) or call.family or ""
    own_name = None if call.name else call.name_in
    extras = _extras(item, "type", "id", _id_field(call, item), asks, gives, own_name)
    return ToolCallPart(
        address=at,
        raw=item,
        call_id=_id_of_call(item, at, call),
        name=name,
        arguments=_read_arguments(item, at, call, asks),
        wire_type=str(item["type"]),
        item_id=_text(item.get("id")),
        executed_by=by,
        hybrid=call.hybrid,
        embedded=_read_embedded(item, at, gives) if call.hybrid else None,
        edges=() if extras is None else _take_edges(extras, at),
        extras=extras or None,
        function_name_for_export=name if call.named_by_itself else call.family,
    )


def _id_field(call: CallType, item: JsonObject) -> str:
    return "id" if call.hybrid or item["type"] == "mcp_approval_request" else "call_id"


def _id_of_call(item: JsonObject, at: Address, call: CallType) -> CallId:
    if call.may_lack_id and "id" not in item:
        return no_call_id()
    if call.hybrid:
        return item_id_as_call_id(item.get("id"), address=Address(f"{at}/id"))
    field = _id_field(call, item)
    required = item["type"] != "tool_search_call"
    address = Address(f"{at}/{field}")
    return read_call_id(
        item.get(field), address=address, present=field in item, required=required
    )


def _read_arguments(
    item: JsonObject, at: Address, call: CallType, field: str | None
) -> Arguments:
    place = field or next(iter(call.asks), None)
    if place is None:
        return Arguments(ArgumentsState.ABSENT, None, None)
    address = Address(f"{at}/{place}")
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
    """Who runs a tool search: as the item says, else the provider where no id waits for an
    answer."""
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
        is_error=_failed(item),
        executed_by="server",
    )


def _read_picture(item: JsonObject, data: str, at: Address) -> Part:
    form = _text(item.get("output_format")) or "png"
    return MediaPart(address=at, raw=data, media="image", mime_type=f"image/{form}", data=data)


# Results


def _teller(result: ToolResultPart) -> Role:
    """Who brings a result: the provider its own, unless other formats may tell of it as a
    function's."""
    ours = (
        result.function_name_for_export is None and result.wire_type != "mcp_approval_response"
    )
    return "assistant" if result.executed_by == "server" and ours else "tool"


def _read_result(item: JsonObject, at: Address, result: ResultType) -> ToolResultPart:
    id_field = first_of(item, result.id_fields) or result.id_fields[0]
    gives = first_of(item, result.gives)
    name = _text(item.get(result.name_in))
    reason = "reason" if item["type"] == "mcp_approval_response" else None
    by: Runner = (
        "server"
        if item["type"] == "tool_search_output" and _runs_at_server(item)
        else result.by
    )
    extras = _extras(item, "type", "id", result.name_in, id_field, gives, reason)
    edges = () if extras is None else _take_edges(extras, at)
    if not result.expects_call:
        content, extras = _report(item, at, gives, extras or {})
    else:
        content = _read_given(item, at, result, gives)
        if extras is not None and extras.get("status") == "failed":
            del extras["status"]  # it is the error flag, in this format's word
    return ToolResultPart(
        address=at,
        raw=item,
        call_id=_id_of_result(item, at, result, id_field),
        wire_type=str(item["type"]),
        content=content,
        name=name or result.name,
        is_error=_failed(item),
        item_id=_text(item.get("id")) if id_field != "id" or not result.expects_call else None,
        executed_by=by,
        expects_call=result.expects_call,
        edges=edges,
        extras=extras or None,
        function_name_for_export=(name or "") if result.named_by_itself else result.family,
    )


def _id_of_result(item: JsonObject, at: Address, result: ResultType, field: str) -> CallId:
    place = Address(f"{at}/{field}")
    if field == "id":
        return item_id_as_call_id(item.get("id"), address=place)
    named = item["type"] == "function_call_output" and _text(item.get("name"))
    required = result.required and not named
    return read_call_id(
        item.get(field), address=place, present=field in item, required=required
    )


def _report(
    item: JsonObject, at: Address, gives: str | None, rest: JsonObject
) -> tuple[list[Part], JsonObject]:
    """What a report tells, and what stands beside it: its one field for that, or all that is
    its own."""
    if gives is not None:
        return read_data(item[gives], Address(f"{at}/{gives}")), rest
    beside = {name: value for name, value in rest.items() if name in _OF_EVERY_REPORT}
    told: JsonObject = {name: value for name, value in rest.items() if name not in beside}
    return [DataPart(address=at, raw=item, value=told)] if told else [], beside


def _read_given(
    item: JsonObject, at: Address, result: ResultType, field: str | None
) -> list[Part]:
    if field is None:
        return []
    value, place = item[field], Address(f"{at}/{field}")
    if item["type"] == "mcp_approval_response":
        reason = item.get("reason")
        decision: JsonObject = (
            {"approve": value} if reason is None else {"approve": value, "reason": reason}
        )
        return [DataPart(address=place, raw=value, value=decision)]
    return read_content(value, place) if result.content == "parts" else read_data(value, place)


def _failed(item: JsonObject) -> bool:
    return bool(item.get("error")) or item.get("status") == "failed"


# What stands beside


def _take_edges(extras: JsonObject, at: Address) -> tuple[Edge, ...]:
    """The ties to other items among what else an item says, taken out of it."""
    found = []
    for name in _EDGES:
        value = extras.get(name)
        if isinstance(value, str) and value:
            found.append(Edge(name, value, Address(f"{at}/{name}")))
            del extras[name]
    caller = extras.get("caller")
    if (
        isinstance(caller, dict)
        and isinstance(caller_id := caller.get("caller_id"), str)
        and caller_id
    ):
        found.append(Edge("caller", caller_id, Address(f"{at}/caller/caller_id")))
        if caller.keys() <= {"type", "caller_id"}:
            del extras["caller"]
    return tuple(found)


def _extras(item: JsonObject, *read: str | None) -> JsonObject | None:
    """Fields without a word in the model; that an item is completed goes without saying.

    `completed` is the state of every item that a request sends without a `status`: to leave it
    out loses nothing. Any other state is a statement, and lost where a target has no field for
    it.
    """
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
