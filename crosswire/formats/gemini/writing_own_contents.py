"""Contents that are Gemini's already: their JSON in REST's spelling, with the ids that the
plan changes."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.gemini.reading_parts import is_part
from crosswire.formats.gemini.spelling import as_rest, rest_tokens
from crosswire.model import JsonObject, JsonValue, Message, Part, ToolCallPart, ToolResultPart
from crosswire.model.json_patch import patched
from crosswire.model.json_values import list_or_empty, object_or_empty, without
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import name_changes, tokens_in


def own_content(
    out: RenderingBuilder, message: Message, target: Address, offset: int = 0
) -> JsonValue:
    """A content to stand at `target`, whose parts come after `offset` others."""
    changes: list[tuple[tuple[str, ...], JsonValue]] = []
    out.link_message(message, target)
    for part in message.parts:
        if isinstance(part, ToolCallPart) and part.hybrid:
            why = (
                "A provider tells of its searches in a response; a request has no "
                "field for it."
            )
            out.dropped(part, "of-response", part.wire_type, why)
            continue
        place = _place(out, part, message, target, offset)
        out.link(part, place)
        if isinstance(part, (ToolCallPart, ToolResultPart)):
            changes += _changes(out, part, message, place)
        for inner in part.content if isinstance(part, ToolResultPart) else ():
            out.link(inner, _place(out, inner, message, target, offset))
    role = "model" if message.role == "assistant" else "user"
    content = as_rest(_in_full(patched(message.raw, changes), role))
    if isinstance(content, dict) and "role" not in content and role == "model":
        why = "A content without a role is taken as the user's."
        out.added(Address(f"{target}/role"), "role", why)
        content = {"role": role, **content}
    return content


def _changes(
    out: RenderingBuilder,
    part: ToolCallPart | ToolResultPart,
    message: Message,
    place: Address,
) -> list[tuple[tuple[str, ...], JsonValue]]:
    """What the plans for ids and names change in a call or result."""
    changes = name_changes(out, part, place, tokens_in(message, part.address))
    written = out.id_for(part, place)
    if written != part.call_id.value and part.call_id.address is not None:
        changes.insert(0, (tokens_in(message, part.call_id.address), written))
    return changes


def _stands_alone(raw: JsonValue) -> bool:
    """Whether it is a single part in the place of a content."""
    return isinstance(raw, str) or (isinstance(raw, dict) and is_part(raw))


def _in_full(raw: JsonValue, role: str) -> JsonValue:
    """A content with a list of parts, where an SDK took something shorter and filled in the
    role."""
    if _stands_alone(raw):
        return {"role": role, "parts": [_part_in_full(raw)]}
    if isinstance(raw, list):
        return {"role": role, "parts": list(map(_part_in_full, raw))}
    parts = object_or_empty(raw).get("parts")
    if parts is None or not isinstance(raw, dict):
        return raw
    if not isinstance(parts, list):
        parts = [parts]
    full = list(map(_part_in_full, parts))
    return raw if full == raw["parts"] else {**raw, "parts": full}


def _part_in_full(part: JsonValue) -> JsonValue:
    return {"text": part} if isinstance(part, str) else part


def _place(
    out: RenderingBuilder, part: Part, message: Message, target: Address, offset: int
) -> Address:
    """Where a part of a message stands after `_in_full` and `as_rest`."""
    if not out.with_links:
        return target
    raw = message.raw
    tokens = rest_tokens(tokens_in(message, part.address), raw)
    if isinstance(raw, list):
        tokens = ("parts", *tokens)
    elif _stands_alone(raw):
        tokens = ("parts", "0", *tokens)
    elif not isinstance(object_or_empty(raw).get("parts", []), list):
        tokens = ("parts", "0", *tokens[1:])
    if offset:
        tokens = (tokens[0], str(int(tokens[1]) + offset), *tokens[2:])
    return Address("/".join((target, *tokens)))


def parts_of(content: JsonValue) -> list[JsonValue]:
    """The parts of a content; none of anything else."""
    return list_or_empty(object_or_empty(content).get("parts"))


def without_parts(content: JsonValue) -> JsonObject:
    """The other fields of a content."""
    return without(object_or_empty(content), "parts")
