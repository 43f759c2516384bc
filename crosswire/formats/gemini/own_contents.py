"""Contents that are Gemini's already: their JSON in REST's spelling, with the ids that the
plan changes."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.gemini.reading_parts import is_part
from crosswire.formats.gemini.spelling import as_rest, rest_tokens
from crosswire.model import JsonObject, JsonValue, Message, Part, ToolCallPart, ToolResultPart
from crosswire.model.json_patch import patched
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
        place = _place(part, message, target, offset) if out.with_links else target
        out.link(part, place)
        if not isinstance(part, (ToolCallPart, ToolResultPart)):
            continue
        written = out.id_for(part, place)
        if written != part.call_id.value and part.call_id.address is not None:
            changes.append((tokens_in(message, part.call_id.address), written))
        changes += name_changes(out, part, place, tokens_in(message, part.address))
        if isinstance(part, ToolResultPart) and out.with_links:
            for inner in part.content:
                out.link(inner, _place(inner, message, target, offset))
    content = as_rest(
        _in_full(
            patched(message.raw, changes), "model" if message.role == "assistant" else "user"
        )
    )
    if isinstance(content, dict) and "role" not in content and message.role == "assistant":
        # In a request a content without a role is taken as the user's.
        out.added(
            Address(f"{target}/role"),
            "role",
            "A content without a role is taken as the user's.",
        )
        content = {"role": "model", **content}
    return content


def _in_full(raw: JsonValue, role: str) -> JsonValue:
    """A content with a list of parts, where an SDK took something shorter and filled in the
    role."""
    if isinstance(raw, str) or (isinstance(raw, dict) and is_part(raw)):
        raw = [raw]
    if isinstance(raw, list):
        return {"role": role, "parts": [_part_in_full(part) for part in raw]}
    if not isinstance(raw, dict):
        return raw
    parts = raw.get("parts")
    if isinstance(parts, list) and not any(isinstance(part, str) for part in parts):
        return raw
    if parts is None:
        return raw
    return {
        **raw,
        "parts": [
            _part_in_full(part) for part in (parts if isinstance(parts, list) else [parts])
        ],
    }


def _part_in_full(part: JsonValue) -> JsonValue:
    return {"text": part} if isinstance(part, str) else part


def _place(part: Part, message: Message, target: Address, offset: int) -> Address:
    """Where a part of a message stands after `_in_full` and `as_rest`."""
    raw = message.raw
    tokens = rest_tokens(tokens_in(message, part.address), raw)
    if isinstance(raw, list):
        tokens = ("parts", *tokens)
    elif isinstance(raw, str) or (isinstance(raw, dict) and is_part(raw)):
        tokens = ("parts", "0", *tokens)
    elif isinstance(raw, dict) and not isinstance(raw.get("parts"), list):
        tokens = ("parts", "0", *tokens[1:])
    if offset:
        tokens = (tokens[0], str(int(tokens[1]) + offset), *tokens[2:])
    return Address("/".join((target, *tokens)))


def parts_of(content: JsonValue) -> list[JsonValue]:
    parts = content.get("parts") if isinstance(content, dict) else None
    return parts if isinstance(parts, list) else []


def without_parts(content: JsonValue) -> JsonObject:
    fields = content if isinstance(content, dict) else {}
    return {key: value for key, value in fields.items() if key != "parts"}
