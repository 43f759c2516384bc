"""Agents of the older kind, which work as OpenAI's Assistants did: runs, their steps, and what
is handed in.

A step lists tool calls. A function's call is answered by what a client hands in, as
`tool_outputs` with the call's id, and the step may show that again as `output`; any other
tool's result stands in the call, under a key that is named as its type.
"""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.formats.openai_responses.item_types import first_of
from crosswire.formats.openai_responses.reading_content import read_data
from crosswire.model import (
    Arguments,
    ArgumentsState,
    JsonObject,
    JsonValue,
    Message,
    Part,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder, extras_of, opaque
from crosswire.model.call_id import item_id_as_call_id, no_call_id, read_call_id
from crosswire.model.json_values import (
    joined,
    list_or_empty,
    object_or_empty,
    text_or_empty,
    text_or_none,
    type_of,
)
from crosswire.tools import arguments

STEP, RUN = "thread.run.step", "thread.run"
OWN_KINDS = frozenset(
    {
        "azure_ai_search",
        "azure_function",
        "bing_custom_search",
        "bing_grounding",
        "browser_automation",
        "connected_agent",
        "deep_research",
        "fabric_dataagent",
        "openapi",
        "sharepoint_grounding",
    }
)
"""Kinds of tools that Assistants do not have."""

_ASKS = ("input", "arguments", "query", "requesturl")
_GIVES = ("outputs", "output", "results")
_OF_CALLS = frozenset({"id", "type"})
_OF_FUNCTIONS = frozenset({"name", "arguments", "output"})


def is_classic(item: JsonObject) -> bool:
    """Whether this is a run, a step, outputs to hand in, or a bare call or output of these."""
    if "role" in item:
        return False
    if item.get("object") in (STEP, RUN) or isinstance(item.get("tool_outputs"), list):
        return True
    return _is_output(item) or is_call(item)


def is_call(item: JsonObject) -> bool:
    """Whether this is a tool call of a step: an id, all else under the name of its type."""
    return "id" in item and isinstance(item.get(type_of(item) or ""), dict)


def is_bare(item: JsonObject) -> bool:
    """Whether it is a call or an output without what it stands in."""
    return item.get("object") not in (STEP, RUN) and "tool_outputs" not in item


def _is_output(item: JsonObject) -> bool:
    return "tool_call_id" in item and "output" in item and "type" not in item


def read(item: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """Read one of them; what answers the calls in a step is a message of its own, from the
    same JSON."""
    kind = item.get("object")
    if isinstance(item.get("tool_outputs"), list):
        _read_outputs(item, at, into)
    elif kind == STEP:
        _read_calls(item, ("step_details", "tool_calls"), at, into)
    elif kind == RUN:
        _read_calls(item, ("required_action", "submit_tool_outputs", "tool_calls"), at, into)
    elif _is_output(item):
        into.message("tool", at, item, [_output(item, at)])
    else:
        _add_calls(item, [(item, at)], at, into)


def _read_outputs(body: JsonObject, at: Address, into: ConversationBuilder) -> None:
    into.calls_may_be_elsewhere = True
    parts = [
        _output(output, child(at, "tool_outputs", i))
        for i, output in enumerate(list_or_empty(body["tool_outputs"]))
    ]
    message = into.message("tool", at, body, parts)
    message.extras = extras_of(body, frozenset({"tool_outputs"}))


def _output(output: JsonValue, at: Address) -> Part:
    if not isinstance(output, dict):
        return opaque(output, at, "An output is an object.")
    return ToolResultPart(
        address=at,
        raw=output,
        call_id=read_call_id(
            output.get("tool_call_id"),
            address=child(at, "tool_call_id"),
            present="tool_call_id" in output,
        ),
        wire_type="tool_output",
        content=read_data(output.get("output"), child(at, "output")),
        extras=extras_of(output, frozenset({"tool_call_id", "output"})),
    )


def _read_calls(
    item: JsonObject, path: tuple[str, ...], at: Address, into: ConversationBuilder
) -> None:
    """A step or a run, with the calls that stand at a path in it."""
    calls: JsonValue = item
    for name in path:
        calls = object_or_empty(calls).get(name)
    places = [(call, child(at, *path, i)) for i, call in enumerate(list_or_empty(calls))]
    message = _add_calls(item, places, at, into)
    message.item_id = text_or_none(item.get("id"))
    message.extras = extras_of(item, frozenset({"id", "object", "type", *path[:1]}))


def _add_calls(
    item: JsonObject,
    places: list[tuple[JsonValue, Address]],
    at: Address,
    into: ConversationBuilder,
) -> Message:
    """The message that calls; another one with the results that the calls show follows it."""
    if not places:
        return into.message("assistant", at, item, [opaque(item, at, "It calls no tool.")])
    calls = [_call(call, place) for call, place in places]
    message = into.message("assistant", at, item, calls)
    results = [_result(call) for call in calls if _given(call) is not None]
    if results:
        into.message("tool", at, item, results)
    return message


def _call(call: JsonValue, at: Address) -> Part:
    kind = type_of(call)
    if kind is None or not isinstance(call, dict):
        return opaque(call, at, "A call is an object with a type.")
    if kind == "function":
        return _function(call, at)
    for name in (kind, "function"):  # what an API offers is called as a function of it
        inner = call.get(name)
        if isinstance(inner, dict):
            return _hybrid(call, inner, at, child(at, name))
    return _hybrid(call, call, at, at)


def _function(call: JsonObject, at: Address) -> Part:
    inner = call.get("function")
    function = object_or_empty(inner)
    known = _OF_CALLS | {"function"} if isinstance(inner, dict) else _OF_CALLS
    place = child(at, "function", "arguments")
    return ToolCallPart(
        address=at,
        raw=call,
        call_id=read_call_id(call.get("id"), address=child(at, "id"), present="id" in call),
        name=text_or_empty(function.get("name")),
        arguments=arguments.from_text(function.get("arguments"), place),
        wire_type="function",
        extras=joined(extras_of(call, known), extras_of(function, _OF_FUNCTIONS)),
    )


def _given(call: Part) -> JsonValue:
    """The result that a function's call shows; None where it shows none."""
    if not isinstance(call, ToolCallPart) or call.wire_type != "function":
        return None
    return object_or_empty(object_or_empty(call.raw).get("function")).get("output")


def _result(call: Part) -> Part:
    given, place = _given(call), child(call.address, "function", "output")
    return ToolResultPart(
        address=place,
        raw=given,
        call_id=call.call_id if isinstance(call, ToolCallPart) else no_call_id(),
        wire_type="tool_output",
        content=read_data(given, place),
    )


def _hybrid(call: JsonObject, body: JsonObject, at: Address, place: Address) -> ToolCallPart:
    """A tool that the provider runs; what it asks and gives stands in the body, or is all of
    it."""
    kind, call_id = str(call["type"]), call.get("id")
    asks, gives = first_of(body, _ASKS), first_of(body, _GIVES)
    name = text_or_none(body.get("name")) if place.endswith("/function") else None
    known = {place.rpartition("/")[2], *_OF_CALLS, *filter(None, (asks, gives))}
    if name is not None:
        known.add("name")
    extras = extras_of(call, frozenset(known))
    given: JsonValue = body
    given_at = place
    if gives is not None:
        extras = joined(extras, extras_of(body, frozenset(known)))
        given, given_at = body[gives], child(place, gives)
    return ToolCallPart(
        address=at,
        raw=call,
        call_id=item_id_as_call_id(call_id, address=child(at, "id")),
        name=kind if name is None else name,
        arguments=_asked(kind, body, asks, place),
        wire_type=kind,
        item_id=text_or_none(call_id),
        executed_by="server",
        hybrid=True,
        embedded=ToolResultPart(
            address=given_at,
            raw=given,
            call_id=no_call_id(),
            wire_type=kind,
            content=read_data(given, given_at),
            is_error=bool(body.get("error")),
            executed_by="server",
        ),
        extras=extras,
    )


def _asked(kind: str, body: JsonObject, field: str | None, place: Address) -> Arguments:
    if field is None:
        return Arguments(ArgumentsState.ABSENT, None, None, place)
    value, at = body[field], child(place, field)
    if field == "arguments":
        return arguments.from_text(value, at)
    if kind == "code_interpreter":
        return arguments.free_text(value, at)
    return arguments.from_value({field: value}, at)
