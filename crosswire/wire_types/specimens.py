"""The smallest uploads that show a type's example, as Crosswire reads them: alone, or call and
output."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crosswire.model import JsonObject, JsonValue
from crosswire.wire_types.wire_type import Role, WireType

Placed = tuple[WireType, JsonObject]
"""An item, and its type."""


def alone(wire_type: WireType) -> JsonValue:
    """An upload that holds the example and nothing else; None where Crosswire does not read
    the type."""
    return _upload([(wire_type, wire_type.example)])


def together(call: WireType, output: WireType) -> JsonValue:
    """An upload in which an output answers a call, with ids that match as the interface wants
    it."""
    return _upload([(call, call.example), (output, answering(call, output))])


def inner(wire_type: WireType) -> JsonObject:
    """The object with the fields of an example: itself, or the value under the key of its
    type."""
    under_key = wire_type.example.get(wire_type.discriminator.value)
    told_so = wire_type.discriminator.kind == "key" and isinstance(under_key, dict)
    return under_key if told_so and isinstance(under_key, dict) else wire_type.example


def answering(call: WireType, output: WireType) -> JsonObject:
    """The example of an output with the id of the call's example, which may be null."""
    asked, asks, answers = inner(call), call.correlation_field, output.correlation_field
    if asks not in asked or answers is None:
        return output.example
    fields = inner(output)
    if "execution" in call.example:  # who ran the search stands in both
        fields = fields | {"execution": call.example["execution"]}
        return {**fields, answers: asked[asks]}
    if fields is output.example:
        return {**fields, answers: asked[asks]}
    return {**output.example, output.discriminator.value: {**fields, answers: asked[asks]}}


def _upload(items: Sequence[Placed]) -> JsonValue:
    write = _UPLOADS.get(items[0][0].api) if items[0][0].format is not None else None
    return write(items) if write is not None else None


def _chat(items: Sequence[Placed]) -> JsonValue:
    return {"messages": [_chat_message(row, item) for row, item in items]}


def _chat_message(row: WireType, item: JsonObject) -> JsonObject:
    if row.role is Role.OUTPUT:
        return item
    spoken: JsonObject = {"role": "assistant", "content": None}
    if row.discriminator.kind == "key":
        return {**spoken, row.discriminator.value: item}
    return {**spoken, "tool_calls": [item]}


def _mistral(items: Sequence[Placed]) -> JsonValue:
    """Chat Completions, which ids make Mistral's only together with a model's name."""
    return {
        "model": "mistral-small-latest",
        "messages": [_chat_message(row, item) for row, item in items],
    }


def _cohere(items: Sequence[Placed]) -> JsonValue:
    """Chat Completions too, until the name of a model makes it Cohere's."""
    return {
        "model": "command-a-03-2025",
        "messages": [_chat_message(row, item) for row, item in items],
    }


def _ollama(items: Sequence[Placed]) -> JsonValue:
    """Ollama has its calls in `tool_calls` too, without a type."""
    return {
        "messages": [
            item
            if row.role is Role.OUTPUT
            else {"role": "assistant", "content": "", "tool_calls": [item]}
            for row, item in items
        ]
    }


def _items(items: Sequence[Placed]) -> JsonValue:
    return [item for _, item in items]


def _anthropic(items: Sequence[Placed]) -> JsonValue:
    return {"messages": _turns(items, "assistant", "content", frozenset({"tool_result"}))}


def _interaction(items: Sequence[Placed]) -> JsonValue:
    """Steps, which the configuration beside them tells from the items of Responses."""
    steps: list[JsonValue] = [item for _, item in items]
    return {"model": "gemini-3-flash-preview", "generation_config": {}, "input": steps}


def _converse(items: Sequence[Placed]) -> JsonValue:
    return {"messages": _turns(items, "assistant", "content", frozenset({"toolResult"}))}


def _gemini(items: Sequence[Placed]) -> JsonValue:
    return {"contents": _turns(items, "model", "parts", frozenset({"functionResponse"}))}


def _turns(
    items: Sequence[Placed], model: str, holds: str, of_user: frozenset[str]
) -> list[JsonValue]:
    """Messages around blocks: results of a client are the user's, all else is the model's."""
    turns: list[tuple[str, list[JsonValue]]] = []
    for row, item in items:
        speaker = "user" if row.discriminator.value in of_user else model
        if not turns or turns[-1][0] != speaker:
            turns.append((speaker, []))
        turns[-1][1].append(item)
    return [{"role": speaker, holds: blocks} for speaker, blocks in turns]


def _classic(items: Sequence[Placed]) -> JsonValue:
    return [_classic_object(row, item) for row, item in items]


def _classic_object(row: WireType, item: JsonObject) -> JsonObject:
    """A step of a run, a run that waits, or what a client hands in."""
    if row.role is Role.OUTPUT:
        return {"tool_outputs": [item]}
    if row.sdk_type.rpartition(".")[2].startswith("Required"):
        action: JsonObject = {
            "type": "submit_tool_outputs",
            "submit_tool_outputs": {"tool_calls": [item]},
        }
        return {"object": "thread.run", "status": "requires_action", "required_action": action}
    details: JsonObject = {"type": "tool_calls", "tool_calls": [item]}
    return {"object": "thread.run.step", "type": "tool_calls", "step_details": details}


_UPLOADS: dict[str, Callable[[Sequence[Placed]], JsonValue]] = {
    "openai-chat": _chat,
    "openai-responses": _items,
    "azure-foundry-responses": _items,
    "azure-agents-classic": _classic,
    "anthropic-messages": _anthropic,
    "gemini-generateContent": _gemini,
    "gemini-interactions": _interaction,
    "bedrock-converse": _converse,
    "mistral-chat": _mistral,
    "cohere-v2-chat": _cohere,
    "ollama-chat": _ollama,
}
