"""Searches that the provider ran for an answer, told beside the answer and not in it.

A candidate says what it was grounded on: queries, and what they found. There is no call and no
id on the wire, so what was asked and what came back is one call with its result embedded, and
without an id.
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address
from crosswire.formats.gemini.names import URL_CONTEXT
from crosswire.formats.gemini.spelling import field, rest_key
from crosswire.model import DataPart, JsonObject, JsonValue, Part, ToolCallPart, ToolResultPart
from crosswire.model.call_id import no_call_id
from crosswire.tools import arguments

GROUNDING, URLS = "groundingMetadata", "urlContextMetadata"

_QUERIES = frozenset({"webSearchQueries", "imageSearchQueries", "retrievalQueries"})
_FOUND = {
    "web": "google_search",
    "image": "google_search",
    "maps": "google_maps",
    "retrievedContext": "retrieval",
}
"""The kinds of chunks, by the tool that finds them; where several did, the first of these is
named."""
_SAYS = {
    "webSearchQueries": "google_search",
    "imageSearchQueries": "google_search",
    "searchEntryPoint": "google_search",
    "googleMapsWidgetContextToken": "google_maps",
    "retrievalQueries": "retrieval",
}
"""Fields that tell the tool where no chunk does."""
_SHOWN_AS = {
    "google_search": "GOOGLE_SEARCH",
    "google_maps": "GOOGLE_MAPS",
    "retrieval": "FILE_SEARCH",
    URL_CONTEXT: "URL_CONTEXT",
}
"""How the type of a `toolCall` begins that shows the same run of the tool."""


def read_search(
    kind: str, found: JsonValue, at: Address, beside: Sequence[Part]
) -> ToolCallPart | None:
    """The search that metadata tell of; None where they tell of none, or of one that the
    answer shows."""
    if not isinstance(found, dict):
        return None
    name = _tool(found) if kind == GROUNDING else _tool_of_urls(found)
    if name is None or any(_shows(part, name) for part in beside):
        return None
    said: JsonObject = {key: value for key, value in found.items() if value is not None}
    asked: JsonObject = {key: said.pop(key) for key in [*said] if rest_key(key) in _QUERIES}
    return ToolCallPart(
        address=at,
        raw=found,
        call_id=no_call_id(),
        name=name,
        arguments=arguments.from_value(asked or None, at),
        wire_type=kind,
        executed_by="server",
        hybrid=True,
        embedded=_result(kind, found, at, said),
    )


def _result(
    kind: str, found: JsonObject, at: Address, said: JsonObject
) -> ToolResultPart | None:
    """What came back, as one structure: its keys tell the chunks from the passages that rest
    on them."""
    if not said:
        return None
    return ToolResultPart(
        address=at,
        raw=found,
        call_id=no_call_id(),
        wire_type=kind,
        content=[DataPart(address=at, raw=found, value=said)],
        executed_by="server",
    )


def _tool(found: JsonObject) -> str | None:
    chunks = field(found, "groundingChunks")
    kinds = {
        rest_key(key)
        for chunk in (chunks if isinstance(chunks, list) else [])
        for key, value in (chunk.items() if isinstance(chunk, dict) else ())
        if value is not None
    }
    by_chunk = next((name for kind, name in _FOUND.items() if kind in kinds), None)
    return by_chunk or next((name for key, name in _SAYS.items() if field(found, key)), None)


def _tool_of_urls(found: JsonObject) -> str | None:
    return URL_CONTEXT if field(found, "urlMetadata") else None


def _shows(part: Part, name: str) -> bool:
    return (
        isinstance(part, ToolCallPart)
        and part.wire_type == "toolCall"
        and part.name.startswith(_SHOWN_AS[name])
    )
