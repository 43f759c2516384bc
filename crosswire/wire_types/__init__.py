"""The registry: every type of tool call and result on the wire, with what ties it and what its
id is worth.

A table per provider; `find` and `of` are how the rest of Crosswire asks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from crosswire.model import JsonObject, ToolCallPart, ToolResultPart
from crosswire.model.json_values import field_of
from crosswire.wire_types import (
    anthropic,
    azure_foundry,
    bedrock,
    cohere,
    gemini,
    mistral,
    ollama,
    openai_other,
    openai_responses,
    openai_responses_variants,
)
from crosswire.wire_types.specimens import alone as alone
from crosswire.wire_types.specimens import together as together
from crosswire.wire_types.wire_type import Category as Category
from crosswire.wire_types.wire_type import Role as Role
from crosswire.wire_types.wire_type import WireType as WireType

WIRE_TYPES: tuple[WireType, ...] = (
    *openai_other.CHAT,
    *openai_responses.WIRE_TYPES,
    *openai_responses_variants.WIRE_TYPES,
    *openai_other.SESSIONS,
    *openai_other.REALTIME,
    *anthropic.WIRE_TYPES,
    *gemini.WIRE_TYPES,
    *azure_foundry.WIRE_TYPES,
    *bedrock.WIRE_TYPES,
    *mistral.WIRE_TYPES,
    *cohere.WIRE_TYPES,
    *ollama.WIRE_TYPES,
)
BY_SLUG: dict[str, WireType] = {row.slug: row for row in WIRE_TYPES}

_Index: TypeAlias = dict[tuple[str, str], tuple[WireType, ...]]
"""Rows by wire format and word, the main one first."""

APIS: tuple[str, ...] = tuple(dict.fromkeys(row.api for row in WIRE_TYPES))
"""The providers' interfaces, in the order of the tables."""


def find(wire_format: str, wire_type: str, *, role: Role | None = None) -> WireType | None:
    """The row of a type, by the wire format that a message is written in and the word that
    tells the type.

    Where several rows share a word this is the main one; `role` helps where a call and an
    output share it (`function`, in Chat Completions), and `of` looks at the item itself.
    """
    rows = _BY_WORD.get((wire_format, wire_type), ())
    for row in rows:
        if role is None or row.role in (role, Role.BOTH):
            return row
    return rows[0] if rows else None


def of(part: ToolCallPart | ToolResultPart, wire_format: str) -> WireType | None:
    """The row of a part, told by what stands in its item where several rows share a word."""
    rows = _BY_WORD.get((wire_format, part.wire_type), ())
    if len(rows) > 1 and isinstance(part.raw, dict):
        for row in rows:
            tells = _TELLING.get(row.slug)
            if tells is not None and tells(part.raw):
                return row
    role = Role.CALL if isinstance(part, ToolCallPart) else Role.OUTPUT
    return find(wire_format, part.wire_type, role=role)


def _calls_from_code(block: JsonObject) -> bool:
    caller = block.get("caller")
    kind = field_of(caller, "type")
    return isinstance(kind, str) and kind.startswith("code_execution")


_TELLING: dict[str, Callable[[JsonObject], bool]] = {
    "anthropic.toolset_tool_use.browser": lambda block: block.get("toolset_name") == "browser",
    "anthropic.toolset_tool_use.computer": lambda block: (
        block.get("toolset_name") == "computer"
    ),
    "anthropic.tool_result.toolset": lambda block: block.get("toolset_name") is not None,
    "anthropic.tool_use.programmatic": _calls_from_code,
    "azure.memory_search_call.param": lambda item: item.get("id") is None,
}
"""How an item tells that it is of a type which shares its word with the main one."""

_ALIASES = {
    "a2a_preview_call": "a2a_call",
    "bing_custom_search_preview_call": "bing_custom_search_call",
    "browser_automation_preview_call": "browser_automation_call",
    "fabric_dataagent_preview_call": "fabric_dataagent_call",
    "sharepoint_grounding_preview_call": "sharepoint_grounding_call",
}
"""Types of Foundry under the names that they may have when they are no preview any more."""

_WORD_OF_CONTAINED = "tool_output"
"""What the reader calls the element of `tool_outputs`, which has no word of its own."""


def _words(row: WireType) -> list[str]:
    """The words by which parts name a type: that on the wire, and others that may come."""
    word = row.discriminator.value
    base = word.removesuffix("_output")
    alias = _ALIASES.get(base)
    if row.discriminator.kind == "container":
        return [word, _WORD_OF_CONTAINED]
    return [word] if alias is None else [word, alias + word.removeprefix(base)]


def _by_word() -> _Index:
    found: _Index = {}
    # Main rows before variants, so that the first of a word is the main one.
    for row in sorted(WIRE_TYPES, key=lambda row: row.variant_of is not None):
        for word in _words(row) if row.format is not None else ():
            key = (row.format or "", word)
            found[key] = (*found.get(key, ()), row)
    return _shared(found)


def _shared(found: _Index) -> _Index:
    """With the types of Responses for Foundry, which speaks a wire_format of it, and the
    reverse."""
    shared = dict(found)
    for (wire_format, word), rows in found.items():
        if wire_format == "openai-responses":
            shared.setdefault(("azure-foundry", word), rows)
        elif wire_format == "azure-foundry":
            items = tuple(row for row in rows if row.api == "azure-foundry-responses")
            if items:
                shared.setdefault(("openai-responses", word), items)
    return shared


_BY_WORD = _by_word()
