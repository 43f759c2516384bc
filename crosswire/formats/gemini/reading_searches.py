"""Searches that the provider ran for an answer, of which only metadata of the answer tell.

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
from crosswire.model.json_values import objects_in
from crosswire.tools import arguments

GROUNDING, URLS = "groundingMetadata", "urlContextMetadata"

_QUERIES = frozenset({"webSearchQueries", "imageSearchQueries", "retrievalQueries"})
_FINDS = {
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
    kind: str, metadata: JsonValue, at: Address, others: Sequence[Part]
) -> ToolCallPart | None:
    """The search that metadata tell of; None where they tell of none, or of one that the
    `others` parts of the answer show."""
    if not isinstance(metadata, dict):
        return None
    name = _tool(metadata) if kind == GROUNDING else _tool_of_urls(metadata)
    if name is None or any(_shows(part, name) for part in others):
        return None
    given: JsonObject = {key: value for key, value in metadata.items() if value is not None}
    asked: JsonObject = {key: given.pop(key) for key in [*given] if rest_key(key) in _QUERIES}
    # What came back is one structure: its keys tell the chunks from the passages that rest on
    # them.
    result = ToolResultPart(
        address=at,
        raw=metadata,
        call_id=no_call_id(),
        wire_type=kind,
        content=[DataPart(address=at, raw=metadata, value=given)],
        executed_by="server",
    )
    return ToolCallPart(
        address=at,
        raw=metadata,
        call_id=no_call_id(),
        name=name,
        arguments=arguments.from_value(asked or None, at),
        wire_type=kind,
        executed_by="server",
        hybrid=True,
        embedded=result if given else None,
    )


def _tool(metadata: JsonObject) -> str | None:
    """The tool that found the chunks; where there are none, the one that other fields tell."""
    kinds: set[str] = set()
    for chunk in objects_in(field(metadata, "groundingChunks")):
        kinds.update(rest_key(key) for key, value in chunk.items() if value is not None)
    tools = [name for kind, name in _FINDS.items() if kind in kinds]
    tools += [name for key, name in _SAYS.items() if field(metadata, key)]
    return next(iter(tools), None)


def _tool_of_urls(metadata: JsonObject) -> str | None:
    return URL_CONTEXT if field(metadata, "urlMetadata") else None


def _shows(part: Part, name: str) -> bool:
    return (
        isinstance(part, ToolCallPart)
        and part.wire_type == "toolCall"
        and part.name.startswith(_SHOWN_AS[name])
    )
