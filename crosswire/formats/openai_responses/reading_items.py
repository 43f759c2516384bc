"""From one item to one message of the model."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.openai_responses.item_types import (
    CallType,
    ResultType,
    Runner,
    first_of,
)
from crosswire.formats.openai_responses.reading_content import read_content, read_data
from crosswire.formats.openai_responses.reading_tools import brought
from crosswire.formats.openai_responses.variant import RESPONSES, Variant
from crosswire.formats.shared.reading import keep_message
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
from crosswire.model.json_values import object_or_empty, text_or_none, without
from crosswire.tools import arguments

_ROLES: dict[str | None, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
}
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
        keep_message(value, at, into, "An item is an object.")
        return
    kind = value.get("type", "message" if "role" in value else None)
    if kind == "message":
        _read_spoken(value, at, into)
    elif kind == "reasoning":
        into.message("assistant", at, value, [_read_reasoning(value, at)])
    elif (call := variant.call_type(value)) is not None:
        into.message("assistant", at, value, [_read_call(value, at, call)])
    elif (result := variant.result_type(value)) is not None:
        part = _read_result(value, at, result)
        into.message(_role_of(part), at, value, [part])
    elif not variant.read_else(value, at, into):
        _read_other(value, at, into)


def _read_spoken(item: JsonObject, at: Address, into: ConversationBuilder) -> None:
    role = _ROLES.get(text_or_none(item.get("role")), "other")
    parts = read_content(item.get("content"), Address(f"{at}/content"))
    message = into.message(role, at, item, parts)
    message.item_id = text_or_none(item.get("id"))
    message.extras = _extras(item, *_USUAL["message"]) or None


def _read_reasoning(item: JsonObject, at: Address) -> ReasoningPart:
    """What can be read of a thought: its summary, or where a model shows it, the thought
    itself."""
    summary = text_of(read_content(item.get("summary"), Address(f"{at}/summary")))
    content = text_of(read_content(item.get("content"), Address(f"{at}/content")))
    signature = text_or_none(item.get("encrypted_content"))
    return ReasoningPart(
        address=at,
        raw=item,
        text="\n".join(filter(None, (summary, content))),
        signature=signature,
        redacted=not (summary or content or signature is None),
        item_id=text_or_none(item.get("id")),
        extras=_extras(item, *_USUAL["reasoning"]) or None,
    )


def _read_other(item: JsonObject, at: Address, into: ConversationBuilder) -> None:
    kind = item.get("type")
    into.calls_may_be_elsewhere |= kind == "compaction"
    why = "It is neither said, called nor answered."
    if kind == "item_reference" or (kind is None and item.keys() == {"id"}):
        into.calls_may_be_elsewhere = True
        why = "It stands for an item that the provider stores."
    part = opaque(item, at, why)
    part.declares = brought(item, at)
    message = into.message("other", at, item, [part])
    message.item_id = text_or_none(item.get("id"))


# Calls


def _read_call(item: JsonObject, at: Address, call: CallType) -> ToolCallPart:
    asks, gives = first_of(item, call.asks), first_of(item, call.gives)
    name = call.name or text_or_none(item.get(call.name_in)) or call.family or ""
    own_name = None if call.name else call.name_in
    extras = _extras(item, "type", "id", _id_field(call, item), asks, gives, own_name)
    return ToolCallPart(
        address=at,
        raw=item,
        call_id=_id_of_call(item, at, call),
        name=name,
        arguments=_read_arguments(item, at, call, asks),
        wire_type=str(item["type"]),
        item_id=text_or_none(item.get("id")),
        executed_by=_runner(item, call),
        hybrid=call.hybrid,
        embedded=_read_embedded(item, at, gives) if call.hybrid else None,
        edges=_take_edges(extras, at),
        extras=extras or None,
        function_name_for_export=name if call.named_by_itself else call.family,
    )


def _id_field(call: CallType, item: JsonObject) -> str:
    return "id" if call.hybrid or item["type"] == "mcp_approval_request" else "call_id"


def _id_of_call(item: JsonObject, at: Address, call: CallType) -> CallId:
    if call.may_lack_id and "id" not in item:
        return no_call_id()
    field = _id_field(call, item)
    place = Address(f"{at}/{field}")
    if call.hybrid:
        return item_id_as_call_id(item.get(field), address=place)
    required = item["type"] != "tool_search_call"
    return read_call_id(
        item.get(field), address=place, present=field in item, required=required
    )


def _read_arguments(
    item: JsonObject, at: Address, call: CallType, field: str | None
) -> Arguments:
    if not call.asks:
        return Arguments(ArgumentsState.ABSENT, None, None)
    address = Address(f"{at}/{field or call.asks[0]}")
    if field is None:
        return arguments.from_value(None, address)
    value = item[field]
    if call.form == "json text" and not isinstance(value, list):
        return arguments.from_text(value, address)
    if call.form == "free text":
        return arguments.free_text(value, address)
    if isinstance(value, dict):
        return arguments.from_value(without(value, *call.gives), address)
    return arguments.from_value({field: value}, address)


def _runner(item: JsonObject, kind: CallType | ResultType) -> Runner:
    """Who runs a tool. A tool search says it, else the provider does where no id waits for an
    answer."""
    if item["type"] not in ("tool_search_call", "tool_search_output"):
        return kind.by
    execution = text_or_none(item.get("execution"))
    if execution is None:
        return "server" if item.get("call_id") is None else kind.by
    return "server" if execution == "server" else kind.by


def _read_embedded(item: JsonObject, at: Address, field: str | None) -> ToolResultPart | None:
    """The result that a hybrid item holds, or None where it shows none."""
    if field is not None:
        return _embedded(item, item[field], Address(f"{at}/{field}"))
    sources = object_or_empty(item.get("action")).get("sources")
    return _embedded(item, sources, Address(f"{at}/action/sources")) if sources else None


def _embedded(item: JsonObject, value: JsonValue, at: Address) -> ToolResultPart:
    content = read_data(value, at)
    if item["type"] == "image_generation_call" and isinstance(value, str):
        content = [_read_picture(item, value, at)]
    return ToolResultPart(
        address=at,
        raw=value,
        call_id=no_call_id(),
        wire_type=str(item["type"]),
        content=content,
        is_error=_failed(item),
        executed_by="server",
    )


def _read_picture(item: JsonObject, data: str, at: Address) -> Part:
    form = text_or_none(item.get("output_format")) or "png"
    return MediaPart(
        address=at, raw=data, media="image", mime_type=f"image/{form}", given=data
    )


# Results


def _role_of(result: ToolResultPart) -> Role:
    """Who brings a result: the provider its own, unless other formats may tell of it as a
    function's."""
    if result.executed_by == "client" or result.wire_type == "mcp_approval_response":
        return "tool"
    return "assistant" if result.function_name_for_export is None else "tool"


def _read_result(item: JsonObject, at: Address, result: ResultType) -> ToolResultPart:
    id_field = first_of(item, result.id_fields) or result.id_fields[0]
    gives = first_of(item, result.gives)
    name = text_or_none(item.get(result.name_in))
    reason = "reason" if item["type"] == "mcp_approval_response" else None
    conflated = id_field == "id" and result.expects_call
    extras = _extras(item, "type", "id", result.name_in, id_field, gives, reason)
    edges = _take_edges(extras, at)
    if not result.expects_call:
        content, extras = _report(item, at, gives, extras)
    else:
        content = _read_given(item, at, result, gives)
        if extras.get("status") == "failed":
            del extras["status"]  # it is the error flag, in this format's word
    return ToolResultPart(
        address=at,
        raw=item,
        call_id=_id_of_result(item, at, result, id_field),
        wire_type=str(item["type"]),
        content=content,
        name=name or result.name,
        is_error=_failed(item),
        item_id=None if conflated else text_or_none(item.get("id")),
        executed_by=_runner(item, result),
        expects_call=result.expects_call,
        edges=edges,
        extras=extras or None,
        function_name_for_export=(name or "") if result.named_by_itself else result.family,
    )


def _id_of_result(item: JsonObject, at: Address, result: ResultType, field: str) -> CallId:
    place = Address(f"{at}/{field}")
    if field == "id":
        return item_id_as_call_id(item.get("id"), address=place)
    named = item["type"] == "function_call_output" and text_or_none(item.get("name"))
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
        decision: JsonObject = {"approve": value}
        if item.get("reason") is not None:
            decision["reason"] = item["reason"]
        return [DataPart(address=place, raw=value, value=decision)]
    return read_content(value, place) if result.content == "parts" else read_data(value, place)


def _failed(item: JsonObject) -> bool:
    return bool(item.get("error")) or item.get("status") == "failed"


# Other fields


def _take_edges(extras: JsonObject, at: Address) -> tuple[Edge, ...]:
    """The ties to other items among what else an item says, taken out of it."""
    if not extras:
        return ()
    edges = []
    for name in _EDGES:
        value = extras.get(name)
        if isinstance(value, str) and value:
            edges.append(Edge(name, value, Address(f"{at}/{name}")))
            del extras[name]
    caller = object_or_empty(extras.get("caller"))
    caller_id = text_or_none(caller.get("caller_id"))
    if caller_id:
        edges.append(Edge("caller", caller_id, Address(f"{at}/caller/caller_id")))
        if caller.keys() <= {"type", "caller_id"}:
            del extras["caller"]
    return tuple(edges)


def _extras(item: JsonObject, *read: str | None) -> JsonObject:
    """Fields without a word in the model; that an item is completed goes without saying.

    `completed` is the state of every item that a request sends without a `status`: to leave it
    out loses nothing. Any other state is a statement, and lost where a target has no field for
    it.
    """
    usual = _USUAL.get(str(item.get("type", "message")))
    if usual is not None and item.keys() <= usual:
        return {}
    extras: JsonObject = {
        name: value for name, value in item.items() if value is not None and name not in read
    }
    if extras.get("status") == "completed":
        del extras["status"]
    return extras
