"""The registry: every type of tool call and result, what ties them, what an id is worth.

There is a table for each provider; `find` and `of` look types up in all of them.
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
    openai_responses_hosted,
    openai_responses_variants,
)
from crosswire.wire_types.specimens import alone as alone
from crosswire.wire_types.specimens import together as together
from crosswire.wire_types.wire_type import Category as Category
from crosswire.wire_types.wire_type import Role as Role
from crosswire.wire_types.wire_type import WireType as WireType

WIRE_TYPES: tuple[WireType, ...] = (
    *openai_other.CHAT,
    *openai_responses_hosted.WIRE_TYPES,
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
    """The row of a type, by the wire format of a message and the word on the wire.

    Where several rows share a word this is the main one; `role` helps where a call and an
    output share it (`function`, in Chat Completions), and `of` looks at the item itself.
    """
    rows = _BY_WORD.get((wire_format, wire_type), ())
    for row in rows:
        if role is None or row.role in (role, Role.BOTH):
            return row
    return rows[0] if rows else None


def of(part: ToolCallPart | ToolResultPart, wire_format: str) -> WireType | None:
    """The row of a part; where several rows share a word, the part's JSON decides."""
    rows = _BY_WORD.get((wire_format, part.wire_type), ())
    if len(rows) > 1 and isinstance(part.raw, dict):
        for row in rows:
            if row.slug in _RECOGNISED_BY and _RECOGNISED_BY[row.slug](part.raw):
                return row
    role = Role.CALL if isinstance(part, ToolCallPart) else Role.OUTPUT
    return find(wire_format, part.wire_type, role=role)


def _calls_from_code(block: JsonObject) -> bool:
    kind = field_of(block.get("caller"), "type")
    return isinstance(kind, str) and kind.startswith("code_execution")


_RECOGNISED_BY: dict[str, Callable[[JsonObject], bool]] = {
    "anthropic.toolset_tool_use.browser": lambda block: block.get("toolset_name") == "browser",
    "anthropic.toolset_tool_use.computer": lambda block: (
        block.get("toolset_name") == "computer"
    ),
    "anthropic.tool_result.toolset": lambda block: block.get("toolset_name") is not None,
    "anthropic.tool_use.programmatic": _calls_from_code,
    "azure.memory_search_call.param": lambda item: item.get("id") is None,
}
"""Slugs of types that share their word with a main one -> whether an item is of the type."""

_ALIASES = {
    "a2a_preview_call": "a2a_call",
    "bing_custom_search_preview_call": "bing_custom_search_call",
    "browser_automation_preview_call": "browser_automation_call",
    "fabric_dataagent_preview_call": "fabric_dataagent_call",
    "sharepoint_grounding_preview_call": "sharepoint_grounding_call",
}
"""Types of Foundry that are previews -> their likely names after the preview."""

_WORD_OF_CONTAINED = "tool_output"
"""What the reader calls the element of `tool_outputs`, which has no word of its own."""


def _words(row: WireType) -> list[str]:
    """The words of a type on parts: that on the wire, and later ones."""
    word = row.discriminator.value
    base = word.removesuffix("_output")
    alias = _ALIASES.get(base)
    if row.discriminator.kind == "container":
        return [word, _WORD_OF_CONTAINED]
    return [word] if alias is None else [word, alias + word.removeprefix(base)]


def _by_word() -> _Index:
    index: _Index = {}
    # Main rows before variants, so that the first of a word is the main one.
    for row in sorted(WIRE_TYPES, key=lambda row: row.variant_of is not None):
        for word in _words(row) if row.format is not None else ():
            key = (row.format or "", word)
            index[key] = (*index.get(key, ()), row)
    return _shared(index)


def _shared(index: _Index) -> _Index:
    """The index, with each other's types for Responses and Foundry, which speak one format."""
    shared = dict(index)
    for (wire_format, word), rows in index.items():
        if wire_format == "openai-responses":
            shared.setdefault(("azure-foundry", word), rows)
        elif wire_format == "azure-foundry":
            items = tuple(row for row in rows if row.api == "azure-foundry-responses")
            if items:
                shared.setdefault(("openai-responses", word), items)
    return shared


_BY_WORD = _by_word()
