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
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder, extras_of, opaque
from crosswire.model.call_id import item_id_as_call_id, no_call_id, read_call_id
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


def is_classic(item: JsonObject) -> bool:
    """Whether this is a run, a step, outputs to hand in, or a bare call or output out of
    these."""
    if "role" in item:
        return False
    kind = item.get("object")
    if kind in (STEP, RUN) or isinstance(item.get("tool_outputs"), list):
        return True
    return _is_output(item) or is_call(item)


def is_call(item: JsonObject) -> bool:
    """Whether this is a tool call of a step: an id, and all else under the name of its type."""
    kind = item.get("type")
    return isinstance(kind, str) and isinstance(item.get(kind), dict) and "id" in item


def is_bare(item: JsonObject) -> bool:
    """Whether it is a call or an output without what it stands in."""
    return item.get("object") not in (STEP, RUN) and "tool_outputs" not in item


def _is_output(item: JsonObject) -> bool:
    return "tool_call_id" in item and "output" in item and "type" not in item


def read(item: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """Read one of them; what answers the calls in a step is a message of its own, from the
    same JSON."""
    if isinstance(outputs := item.get("tool_outputs"), list):
        _read_outputs(item, outputs, at, into)
    elif item.get("object") == STEP:
        _read_calls(item, ("step_details", "tool_calls"), at, into)
    elif item.get("object") == RUN:
        _read_calls(item, ("required_action", "submit_tool_outputs", "tool_calls"), at, into)
    elif _is_output(item):
        into.message("tool", at, item, [_output(item, at)])
    else:
        _say(item, [(item, at)], at, into)


def _read_outputs(
    body: JsonObject, outputs: list[JsonValue], at: Address, into: ConversationBuilder
) -> None:
    into.calls_may_be_elsewhere = True
    places = [(output, child(at, "tool_outputs", i)) for i, output in enumerate(outputs)]
    message = into.message(
        "tool",
        at,
        body,
        [
            _output(output, place)
            if isinstance(output, dict)
            else opaque(output, place, "An output is an object.")
            for output, place in places
        ],
    )
    message.extras = extras_of(body, frozenset({"tool_outputs"}))


def _output(output: JsonObject, at: Address) -> ToolResultPart:
    place = child(at, "tool_call_id")
    return ToolResultPart(
        address=at,
        raw=output,
        call_id=read_call_id(
            output.get("tool_call_id"), address=place, present="tool_call_id" in output
        ),
        wire_type="tool_output",
        content=read_data(output.get("output"), child(at, "output")),
        extras=extras_of(output, frozenset({"tool_call_id", "output"})),
    )


def _read_calls(
    item: JsonObject, path: tuple[str, ...], at: Address, into: ConversationBuilder
) -> None:
    """A step or a run, with the calls that stand at a path in it."""
    found: JsonValue = item
    for name in path:
        found = found.get(name) if isinstance(found, dict) else None
    calls = found if isinstance(found, list) else []
    places = [(call, child(at, *path, i)) for i, call in enumerate(calls)]
    _say(item, places, at, into)
    message = into.messages[-1] if into.messages[-1].role == "assistant" else into.messages[-2]
    item_id = item.get("id")
    message.item_id = item_id if isinstance(item_id, str) else None
    message.extras = extras_of(item, frozenset({"id", "object", "type", *path[:1]}))


def _say(
    item: JsonObject,
    places: list[tuple[JsonValue, Address]],
    at: Address,
    into: ConversationBuilder,
) -> None:
    if not places:
        into.message("assistant", at, item, [opaque(item, at, "It calls no tool.")])
        return
    calls = [
        _call(call, place)
        if isinstance(call, dict) and isinstance(call.get("type"), str)
        else opaque(call, place, "A call is an object with a type.")
        for call, place in places
    ]
    into.message("assistant", at, item, list(calls))
    results = [
        _result(call, call.raw)
        for call in calls
        if isinstance(call, ToolCallPart) and _is_answered(call)
    ]
    if results:
        into.message("tool", at, item, list(results))


def _call(call: JsonObject, at: Address) -> ToolCallPart:
    kind = str(call["type"])
    inner = call.get(kind)
    if kind == "function":
        return _function(call, inner, at)
    if not isinstance(inner, dict) and isinstance(call.get("function"), dict):
        kind = "function"  # what an API offers is called as a function of it
        inner = call[kind]
    body, place = (inner, child(at, kind)) if isinstance(inner, dict) else (call, at)
    return _hybrid(call, body, at, place)


def _function(call: JsonObject, inner: JsonValue, at: Address) -> ToolCallPart:
    body = inner if isinstance(inner, dict) else {}
    name = body.get("name")
    beside = {
        **(extras_of(call, _OF_CALLS | ({"function"} if inner is body else set())) or {})
    }
    beside |= extras_of(body, frozenset({"name", "arguments", "output"})) or {}
    return ToolCallPart(
        address=at,
        raw=call,
        call_id=read_call_id(call.get("id"), address=child(at, "id"), present="id" in call),
        name=name if isinstance(name, str) else "",
        arguments=arguments.from_text(
            body.get("arguments"), child(at, "function", "arguments")
        ),
        wire_type="function",
        extras=beside or None,
    )


def _is_answered(call: ToolCallPart) -> bool:
    return call.wire_type == "function" and _given(call.raw) is not None


def _given(raw: JsonValue) -> JsonValue:
    function = raw.get("function") if isinstance(raw, dict) else None
    return function.get("output") if isinstance(function, dict) else None


def _result(call: ToolCallPart, raw: JsonValue) -> ToolResultPart:
    given, place = _given(raw), child(call.address, "function", "output")
    return ToolResultPart(
        address=place,
        raw=given,
        call_id=call.call_id,
        wire_type="tool_output",
        content=read_data(given, place),
    )


def _hybrid(call: JsonObject, body: JsonObject, at: Address, place: Address) -> ToolCallPart:
    """A tool that the provider runs; what it asks and gives stands in the body, or is all of
    it."""
    kind, call_id = str(call["type"]), call.get("id")
    asks, gives = first_of(body, _ASKS), first_of(body, _GIVES)
    name = body.get("name") if place.endswith("/function") else None
    known = {
        place.rpartition("/")[2],
        *_OF_CALLS,
        *(name for name in (asks, gives) if name is not None),
    }
    known |= {"name"} if isinstance(name, str) else set()
    beside = {**(extras_of(call, frozenset(known)) or {})}
    if gives is not None:
        beside |= extras_of(body, frozenset(known)) or {}
    given, where = (body[gives], child(place, gives)) if gives is not None else (body, place)
    return ToolCallPart(
        address=at,
        raw=call,
        call_id=item_id_as_call_id(call_id, address=child(at, "id")),
        name=name if isinstance(name, str) else kind,
        arguments=_asked(kind, body, asks, place),
        wire_type=kind,
        item_id=call_id if isinstance(call_id, str) else None,
        executed_by="server",
        hybrid=True,
        embedded=ToolResultPart(
            address=where,
            raw=given,
            call_id=no_call_id(),
            wire_type=kind,
            content=read_data(given, where),
            is_error=bool(body.get("error")),
            executed_by="server",
        ),
        extras=beside or None,
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
