"""Writes what stands in a request in the words of another format, messages and tools, in those
of the format that the request was sent in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from crosswire.address import Address, child, root
from crosswire.containers import json_document
from crosswire.conversion import render
from crosswire.formats import FORMATS
from crosswire.formats.openai_chat.reading_messages import FLAT_ARGUMENTS
from crosswire.formats.protocol import WireFormat
from crosswire.model import JsonObject, JsonValue, Message, Part, ToolCallPart, ToolPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, object_or_empty, value_at, without
from crosswire.model.loss import LossKind, Rendering
from crosswire.repairs.change import ProposedChange
from crosswire.repairs.context import RepairContext
from crosswire.repairs.other_format import way_back
from crosswire.repairs.tracked import Element
from crosswire.repairs.working_copy import WorkingCopy
from crosswire.rules.content import foreign_container
from crosswire.rules.order import result_in_wrong_role

_REASON = "Its format says the same in words of its own."
_MESSAGES = (("messages",), ("contents",), ("input",))
"""Where requests hold their messages."""
_TOOLS = (("tools",), ("toolConfig", "tools"))
"""Where they declare their tools."""
_ASIDE = ("system", "instructions", "systemInstruction", "system_instruction")
"""Where some hold what was said before them."""


def write_foreign_messages(context: RepairContext) -> Iterator[ProposedChange]:
    """One change for each message of another format that can be written without a loss."""
    copy = context.working_copy
    for message in context.conversation.messages:
        element = _element_of(message, copy) if message.in_words_of else None
        if element is None or message.address in context.shared_places:
            continue
        rendering = _written(context, message)
        values = _values(rendering, _MESSAGES)
        if values:
            trace = way_back(context.conversation, rendering)
            make = partial(copy.rewrite, element, values, trace)
            rule = _rule_of(message)
            yield ProposedChange(rule, "kind", _REASON, (*message.parts,), make)


def declare_foreign_tools(context: RepairContext) -> Iterator[ProposedChange]:
    """One change for each tool that another format declares and that can be declared without a
    loss."""
    copy, home = context.working_copy, context.conversation.wire_format
    for tool in context.conversation.tools():
        owner = foreign_container.format_of_tool(tool, home)
        element = _element_of(tool, copy) if owner is not None else None
        if owner is None or element is None:
            continue
        rendering = _declared(tool, FORMATS[owner], home)
        values = _values(rendering, _TOOLS)
        if values:
            trace = partial(_place_of, tool)
            make = partial(copy.rewrite, element, values, trace)
            yield ProposedChange(foreign_container.rule.name, "kind", _REASON, (tool,), make)


def write_flat_calls(context: RepairContext) -> Iterator[ProposedChange]:
    """One change for each call of Chat Completions with its name beside its id."""
    copy = context.working_copy
    if context.conversation.wire_format not in FORMATS:
        return
    for call in filter(foreign_container.is_flat, context.conversation.calls()):
        element = _element_of(call, copy)
        if element is not None and isinstance(call.raw, dict):
            values = [(call.address, _with_function(call.raw))]
            make = partial(copy.rewrite, element, values, partial(_place_of, call))
            yield ProposedChange(foreign_container.rule.name, "kind", _REASON, (call,), make)


def _element_of(node: Message | Part, copy: WorkingCopy) -> Element | None:
    """The element that is all of a message or a part, and nothing else."""
    element = copy.element_at(node.address)
    return element if element is not None and element.value is node.raw else None


def _with_function(call: JsonObject) -> JsonObject:
    """The same call with `function`, and with what else stood in it."""
    field = next((name for name in FLAT_ARGUMENTS if name in call), FLAT_ARGUMENTS[0])
    given = call.get(field, "{}")
    text = given if isinstance(given, str) else json_document.write(given).decode()
    rest = without(call, "type", "name", "function", field)
    function: JsonObject = {"name": call["name"], "arguments": text}
    return {**rest, "type": "function", "function": function}


def _place_of(part: ToolPart | ToolCallPart, place: Address) -> Address:
    return part.address


def _declared(tool: ToolPart, owner: WireFormat, home: str) -> Rendering:
    """A tool alone, as the request's format declares what another one has declared."""
    into = ConversationBuilder(owner.NAME, owner.TRAITS)
    body: JsonObject = {"tools": [tool.raw]}
    if owner.NAME == "bedrock":
        body = {"toolConfig": body}
    owner.read_request(body, root(), into)
    alone = into.finish(container="json", shape="request", documents=[body])
    return render(alone, home, ids="keep")


def _rule_of(message: Message) -> str:
    """The rule that finds such a message at fault."""
    if foreign_container.is_told_elsewhere(message):
        return result_in_wrong_role.rule.name
    return foreign_container.rule.name


def _written(context: RepairContext, message: Message) -> Rendering:
    """The message alone, as the request's format writes what another one has said."""
    conversation = context.conversation
    foreign = replace(message, wire_format=message.in_words_of, in_words_of=None)
    alone = replace(conversation, messages=[foreign], settings_and_tools=())
    return render(alone, conversation.wire_format, ids="keep", pairing=context.pairing)


def _values(
    rendering: Rendering, places: Iterable[tuple[str, ...]]
) -> list[tuple[Address, JsonValue]]:
    """What was written into the first of these lists, each with its place in the rendering;
    nothing where something would be lost, or said elsewhere."""
    payload = object_or_empty(rendering.payload)
    is_lossy = any(loss.kind is LossKind.DROPPED for loss in rendering.losses)
    if is_lossy or any(payload.get(aside) for aside in _ASIDE):
        return []
    for place in places:
        if values := list_or_empty(value_at(payload, *place)):
            at = child(root(), *place)
            return [(child(at, number), value) for number, value in enumerate(values)]
    return []
