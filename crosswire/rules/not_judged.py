"""What no rule looks at, so that no verdict can say yes to it.

Two kinds. Something in the log may be refused, and is not judged: then the verdict is open,
with the place. And no log shows whether the model exists or a quota is used up: that is listed
beside each verdict and changes none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crosswire.address import Address
from crosswire.formats import FORMATS
from crosswire.model import (
    Conversation,
    JsonObject,
    JsonValue,
    MediaPart,
    OpaquePart,
    Part,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.json_values import are_texts, object_or_empty


@dataclass(frozen=True, slots=True)
class NotJudged:
    """Something that may be refused, of which no rule says whether it is."""

    code: str
    """`unread`, `nothing-written`, `media`, `block`, `tool-schema`, `model`, `model-exists`,
    `size` or `quota`."""
    message: str
    address: Address | None = None
    """Its place in the upload, where it has one."""

    def record(self) -> JsonObject:
        """As answers in JSON have it."""
        return {"code": self.code, "message": self.message, "address": self.address}


NO_LOG_SHOWS = (
    NotJudged("model-exists", "Whether the model exists, and takes what is sent."),
    NotJudged("size", "Whether the request is within the limits of size and of tokens."),
    NotJudged("quota", "Whether the key may do it, and whether a quota is used up."),
)
"""What any request may fail by, whatever stands in it."""
_NO_MODEL = NotJudged("model", "The log names no model, and the body must: name one.")
NOTHING_WRITTEN = NotJudged(
    "nothing-written", "Nothing of the log has a place in this format."
)
_MEDIA = "Whether it takes this {}: no rule looks at media yet."
_BLOCK = "Whether it takes this {}: no rule knows blocks of this type."
_PROVIDERS_BLOCKS = frozenset(
    {"cachePoint", "item_reference", "container_upload", "reference", "compaction"}
    | {"additional_tools"}
)
"""Types that no word of the model fits, and that the provider of their format has."""
_SCHEMA = "Whether it takes the schema of the tool {}: no rule looks at schemas yet."
_PLAIN_TYPES = frozenset({"object", "array", "string", "number", "integer", "boolean", "null"})
_PLAIN_KEYS = frozenset({"type", "properties", "items", "description", "required", "enum"})


def never_judged(format: str, model: str | None) -> tuple[NotJudged, ...]:
    """What is not known of a request in a format, whatever the verdict is."""
    if model is None and FORMATS[format].MODEL_IN_BODY:
        return (_NO_MODEL, *NO_LOG_SHOWS)
    return NO_LOG_SHOWS


def undecided(conversation: Conversation, sent: Conversation | None) -> list[NotJudged]:
    """Why no verdict on what would be sent can be a yes."""
    open_points = [
        NotJudged("unread", note.message, note.address) for note in conversation.unread[:1]
    ]
    if sent is None or not sent.messages:
        return [*open_points, NOTHING_WRITTEN]
    if next(_media(sent), None) is not None:
        first = next(_media(conversation), None)
        kind = "media" if first is None else first.media
        open_points.append(
            NotJudged("media", _MEDIA.format(kind), None if first is None else first.address)
        )
    strange = next(_strange_blocks(sent), None)
    if strange is not None:
        found = _strange_blocks(conversation)
        at = next((block.address for block in found if block.raw == strange.raw), None)
        open_points.append(NotJudged("block", _BLOCK.format(strange.wire_type), at))
    if next(_rich_tools(sent), None) is not None:
        tool = next(_rich_tools(conversation), None)
        name = "" if tool is None else tool.name
        open_points.append(
            NotJudged(
                "tool-schema", _SCHEMA.format(name), None if tool is None else tool.address
            )
        )
    return open_points


def _media(conversation: Conversation) -> Iterator[MediaPart]:
    return (part for part in _blocks(conversation) if isinstance(part, MediaPart))


def _strange_blocks(conversation: Conversation) -> Iterator[OpaquePart]:
    """Blocks that are sent as they stand, of types that may be nobody's."""
    return (
        part
        for part in _blocks(conversation)
        if isinstance(part, OpaquePart) and part.wire_type not in _PROVIDERS_BLOCKS
    )


def _blocks(conversation: Conversation) -> Iterator[Part]:
    """All parts, with those within results in the place of these."""
    for _, part in conversation.parts():
        yield from part.content if isinstance(part, ToolResultPart) else [part]


def _rich_tools(conversation: Conversation) -> Iterator[ToolPart]:
    """The tools whose schemas have more in them than every provider is known to take."""
    for tool in conversation.tools():
        if tool.schema is not None and not _is_plain(tool.schema):
            yield tool


def _is_plain(schema: JsonValue) -> bool:
    """Whether a schema has objects, arrays with `items`, plain types, `description`,
    `required` and `enum` of texts, and nothing else."""
    if not isinstance(schema, dict) or not schema.keys() <= _PLAIN_KEYS:
        return False
    kind = schema.get("type")
    is_plain = isinstance(kind, str) and kind.lower() in _PLAIN_TYPES
    return (
        is_plain
        and (kind != "array" or "items" in schema)
        and all(are_texts(schema.get(key, [])) for key in ("required", "enum"))
        and all(map(_is_plain, object_or_empty(schema.get("properties")).values()))
        and ("items" not in schema or _is_plain(schema["items"]))
    )
