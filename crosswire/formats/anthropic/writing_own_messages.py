"""Messages in Anthropic's own words, without what only a response may carry."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.model import (
    ArgumentsState,
    JsonObject,
    JsonValue,
    Message,
    Part,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.json_patch import patched, tokens_below
from crosswire.model.json_values import list_or_empty, object_or_empty, without
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import own_tool
from crosswire.rendering.messages import (
    as_it_is,
    name_changes,
    object_arguments,
    place_below,
    tokens_in,
)

_OF_RESPONSE = frozenset({"type", "stop_reason", "usage", "model"})
"""A message that has one of these came from a response (or a log of responses)."""


def own_turn(out: RenderingBuilder, run: Sequence[Message], target: Address) -> JsonValue:
    """One message from one, or from the lines of a log that were one on the wire."""
    if len(run) == 1:
        cleaned = _with_whole_inputs(out, run[0], _for_request(run[0]), target)
        _say_what_is_gone(out, run[0], cleaned, target)
        return as_it_is(out, run[0], target, cleaned)
    blocks: list[JsonValue] = []
    for message in run:
        out.link_message(message, target, "merged")
        _say_what_is_gone(out, message, {}, target)
        for part in message.parts:
            blocks.append(_block(out, part, Address(f"{target}/content/{len(blocks)}")))
    return {"role": "assistant", "content": blocks}


def _block(out: RenderingBuilder, part: Part, target: Address) -> JsonValue:
    out.link(part, target)
    block = _cleaned_block(part.raw)
    if isinstance(block, str):
        return {"type": "text", "text": block}
    changes: list[tuple[tuple[str, ...], JsonValue]] = []
    for tool in part.declares:
        tokens = tokens_below(tool.address, part.address)
        declared = own_tool(out, tool, child(target, *tokens), tool.raw)
        if declared is not tool.raw:
            changes.append((tokens, declared))
    if isinstance(part, (ToolCallPart, ToolResultPart)):
        changes += _changes_of_end(out, part, target)
    return patched(block, changes) if changes else block


def _changes_of_end(
    out: RenderingBuilder, part: ToolCallPart | ToolResultPart, target: Address
) -> list[tuple[tuple[str, ...], JsonValue]]:
    """What becomes of the ids and the name of a call or a result."""
    changes: list[tuple[tuple[str, ...], JsonValue]] = [
        (tokens_below(address, part.address), written)
        for address, written in out.edge_changes(part)
    ]
    if part.call_id.address is not None:
        written = out.id_for(part, target)
        if written != part.call_id.value:
            changes.append((tokens_below(part.call_id.address, part.address), written))
    return changes + name_changes(out, part, target)


def _with_whole_inputs(
    out: RenderingBuilder, message: Message, raw: JsonValue, target: Address
) -> JsonValue:
    """An input of which a stream brought no whole JSON is wrapped, as one of another format
    would be."""
    changes: list[tuple[tuple[str, ...], JsonValue]] = []
    for part in message.parts:
        if type(part) is ToolCallPart and part.arguments.state is ArgumentsState.INVALID:
            place = place_below(message, part.address, target)
            written = object_arguments(out, part, place)
            changes.append(((*tokens_in(message, part.address), "input"), written))
    return patched(raw, changes) if changes else raw


def _for_request(message: Message) -> JsonValue:
    """Only role and content of a message that came from a response; any other as it is."""
    raw = message.raw
    if not isinstance(raw, dict) or raw.keys().isdisjoint(_OF_RESPONSE):
        return raw
    content = raw.get("content")
    if isinstance(content, list):
        content = list(map(_cleaned_block, content))
    return {"role": raw.get("role", message.role), "content": content}


def _cleaned_block(block: JsonValue) -> JsonValue:
    """A block without its null fields: responses have them, and requests refuse some."""
    if not isinstance(block, dict):
        return block
    kept: JsonObject = {name: value for name, value in block.items() if value is not None}
    if isinstance(kept.get("citations"), list):
        kept["citations"] = list(map(_cleaned_citation, list_or_empty(kept["citations"])))
    return kept


def _cleaned_citation(citation: JsonValue) -> JsonValue:
    """Only a response names the file of a citation."""
    return without(citation, "file_id") if isinstance(citation, dict) else citation


def _say_what_is_gone(
    out: RenderingBuilder, message: Message, written: JsonValue, target: Address
) -> None:
    kept = object_or_empty(written).keys() | (message.extras_at or {}).keys()
    gone = [name for name in message.extras or () if name not in kept]
    if gone:
        why = "A message of a request has role and content alone."
        out.lost(LossKind.DROPPED, message, "of-response", ", ".join(gone), why, target=target)
