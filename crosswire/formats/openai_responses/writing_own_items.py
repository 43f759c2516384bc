"""Items and tools in the words of Responses, without what only a response may carry."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from crosswire.formats.openai_responses.variant import Variant
from crosswire.model import JsonObject, JsonValue, Message, Part, ToolPart
from crosswire.model.json_values import list_or_empty, type_of, without
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder

Lose = Callable[[str], None]

_NULL_SAYS_SOMETHING = frozenset(
    {"call_id", "outputs", "output", "result", "results", "error", "encrypted_content"}
)
"""Fields that a request may, or even must, have as null."""


class _OnlyInResponses(Struct, frozen=True):
    """Fields of a type that a request has no place for, and values that go without saying."""

    fields: frozenset[str]
    by_default: tuple[JsonValue, ...] = ()


_OF_ITEMS = {
    "custom_tool_call": _OnlyInResponses(frozenset({"status"}), ("completed",)),
    "custom_tool_call_output": _OnlyInResponses(frozenset({"status"}), ("completed",)),
}
_OF_EVERY_ITEM = _OnlyInResponses(frozenset({"created_by", "parsed_arguments"}))
_OF_HITS = _OnlyInResponses(frozenset({"vector_store_id"}))
_OF_TOOLS = {"image_generation": _OnlyInResponses(frozenset({"n"}), (1,))}
_OF_NO_TOOL = _OnlyInResponses(frozenset())


def for_request(out: RenderingBuilder, message: Message, variant: Variant) -> JsonValue:
    """The JSON of an item, without what a request of this variant has no field for."""
    item = message.raw
    if not isinstance(item, dict):
        return item
    cleaned = item
    if message.wire_format != variant.name and not variant.strange_fields.isdisjoint(item):
        cleaned = _without_strange(out, message, item, variant.strange_fields)
    lose = _loser(out, message)
    kind = type_of(item) or ""
    for gone in (_OF_EVERY_ITEM, _OF_ITEMS.get(kind, _OF_EVERY_ITEM)):
        cleaned = _without(cleaned, gone, lose)
    for name in cleaned.keys() & {"content", "action", "output"}:
        cleaned[name] = _without_nulls(cleaned[name])
    if kind == "file_search_call" and isinstance(cleaned.get("results"), list):
        cleaned["results"] = _hits(list_or_empty(cleaned["results"]), lose)
    for name in variant.never_null:
        if cleaned.get(name) is None:
            cleaned.pop(name, None)
    return cleaned if cleaned != item else item


def _loser(out: RenderingBuilder, part: Part | Message) -> Lose:
    """Reports a field that a request has no place for."""

    def lose(name: str) -> None:
        out.lost(LossKind.DROPPED, part, "of-response", name, "A request has no field for it.")

    return lose


def _without_strange(
    out: RenderingBuilder, message: Message, item: JsonObject, strange: frozenset[str]
) -> JsonObject:
    why = f"{out.title} has no field for it."
    for name, value in item.items():
        if name in strange and value is not None:
            out.lost(LossKind.DROPPED, message, "vendor-field", name, why)
    return without(item, *strange)


def _without_nulls(value: JsonValue) -> JsonValue:
    """Content parts or an action without null fields, which a program's dump has."""
    if isinstance(value, list):
        return list(map(_without_nulls, value))
    if not isinstance(value, dict):
        return value
    return {name: inner for name, inner in value.items() if inner is not None}


def _hits(results: list[JsonValue], lose: Lose) -> JsonValue:
    return [_without(hit, _OF_HITS, lose) if isinstance(hit, dict) else hit for hit in results]


def tool_for_request(out: RenderingBuilder, tool: ToolPart) -> JsonValue:
    """The JSON of a tool, without what only the echo of a response says about it."""
    raw = tool.raw
    if not isinstance(raw, dict):
        return raw
    lose = _loser(out, tool)
    cleaned = _without(raw, _OF_TOOLS.get(tool.kind, _OF_NO_TOOL), lose)
    approval = cleaned.get("require_approval")
    if isinstance(approval, dict):
        cleaned["require_approval"] = _without(approval, _OF_NO_TOOL, lose)
    return cleaned


def _without(fields: JsonObject, gone: _OnlyInResponses, lose: Lose) -> JsonObject:
    """The object without nulls that say nothing and without some fields; only the latter are a
    loss."""
    kept: JsonObject = {}
    for name, value in fields.items():
        if name in gone.fields:
            if value is not None and value not in gone.by_default:
                lose(name)
        elif value is not None or name in _NULL_SAYS_SOMETHING:
            kept[name] = value
    return kept
