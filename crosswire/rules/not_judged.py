"""What no rule looks at, so that no verdict can say yes to it.

Two kinds. Something in the log may be refused, and is not judged: then the verdict is open,
with the place. And no log shows whether the model exists or a quota is used up: that is listed
beside each verdict and changes none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crosswire.address import Address, ancestry, child
from crosswire.formats import FORMATS
from crosswire.model import (
    Conversation,
    JsonObject,
    JsonValue,
    MediaPart,
    OpaquePart,
    Part,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.json_values import are_texts, object_or_empty, text_or_empty
from crosswire.model.loss import Loss, LossKind
from crosswire.reading.known_fields import says_anything
from crosswire.reading.provider_errors import words_of
from crosswire.tools.builtin import built_in_tool


@dataclass(frozen=True, slots=True)
class NotJudged:
    """Something that may be refused, of which no rule says whether it is."""

    code: str
    """`by-shape`, `unread`, `branch`, `provider-error`, `nothing-written`, `media`, `block`,
    `block-left-out`, `field`, `tool`, `tool-schema`, `half-character`, `model`, `stored`,
    `model-exists`, `size` or `quota`."""
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
READ_BY_SHAPE = NotJudged(
    "by-shape", "It was read by shape; which provider's words these were is not known."
)
_NO_MODEL = NotJudged("model", "The log names no model, and the body must: name one.")
_STORED = NotJudged(
    "stored", "Whether the calls that its results answer stand in what the provider stores."
)
NOTHING_WRITTEN = NotJudged(
    "nothing-written", "Nothing of the log has a place in this format."
)
_ERROR = "Whether it is to blame for the error that the log shows in place of an answer: {!r}."
_CUT = "Whether it is to blame for the error with which the log's answer ends."
_BRANCH = "Whether it takes them behind the messages that the branch leaves from."
_MEDIA = "Whether it takes this {}: no rule looks at media yet."
_BLOCK = "Whether it takes this {}: no rule knows blocks of this type."
_LEFT_OUT = "Crosswire does not know the type {}, and what such a block says is left out."
_PROVIDERS_BLOCKS = frozenset(
    {"cachePoint", "item_reference", "container_upload", "reference", "compaction"}
    | {"additional_tools"}
)
"""Types that no word of the model fits, and that the provider of their format has."""
_HALF = (
    "Whether it takes half a character (a lone surrogate), as where an emoji was cut: "
    "no rule looks at that yet, and Anthropic is known to refuse it."
)
_FIELD = (
    "Whether it takes the field {} of a message: no rule looks at such fields yet, and "
    "Anthropic is known to refuse others than `role` and `content`."
)
_TOOL = "Whether it takes a tool of the type {}: no rule knows it."
_PROVIDERS_TOOLS = frozenset(
    {"namespace", "advisor_20260301", "systemTool", "cachePoint", "parallelAiSearch"}
    | {"openapi", "azure_function", "fabric_dataagent_preview", "a2a_preview"}
)
"""Types of tools that a provider has and that mean the same nowhere else."""
_SCHEMA = "Whether it takes the schema of the tool {}: no rule looks at schemas yet."
_PLAIN_TYPES = frozenset({"object", "array", "string", "number", "integer", "boolean", "null"})
_HALVES = re.compile("[\ud800-\udfff]")
_PLAIN_KEYS = frozenset({"type", "properties", "items", "description", "required", "enum"})


def never_judged(
    format: str, model: str | None, *, answers_stored: bool
) -> tuple[NotJudged, ...]:
    """What is not known of a request in a format, whatever the verdict is; `answers_stored` is
    whether it answers calls that only the provider can have."""
    wants_model = model is None and FORMATS[format].MODEL_IN_BODY
    here = ((_NO_MODEL, wants_model), (_STORED, answers_stored))
    return (*(point for point, holds in here if holds), *NO_LOG_SHOWS)


def undecided(
    conversation: Conversation,
    sent: Conversation | None,
    left_out: Sequence[OpaquePart] = (),
    halved: Part | None = None,
) -> list[NotJudged]:
    """Why no verdict on what would be sent, without the blocks that it leaves out, can be a
    yes; `halved` is a part with half a character in it."""
    open_points = [
        NotJudged("unread", note.message, note.address) for note in conversation.unread[:1]
    ]
    origin = conversation.started_from
    is_piece = conversation.shape == "session"  # a recorded request has its whole history
    if is_piece and origin and origin.relation == "branch" and origin.there is not None:
        open_points.append(NotJudged("branch", _BRANCH, origin.there))
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
    for block in left_out[:1]:
        message = _LEFT_OUT.format(block.wire_type)
        open_points.append(NotJudged("block-left-out", message, block.address))
    if halved is not None and any(map(_holds_half, sent.documents)):
        open_points.append(NotJudged("half-character", _HALF, halved.address))
    return [*open_points, *_extra_fields(conversation, sent), *_of_tools(conversation, sent)]


def _extra_fields(conversation: Conversation, sent: Conversation) -> Iterator[NotJudged]:
    """The first field of a message of Anthropic's that its API does not have."""
    for message in sent.messages if sent.format == "anthropic" else ():
        if isinstance(message.raw, dict) and "role" in message.raw:
            extra = next((key for key in message.raw if key not in ("role", "content")), None)
            if extra is not None:
                logged = (one for one in conversation.messages if one.raw == message.raw)
                at = next((child(one.address, extra) for one in logged), None)
                yield NotJudged("field", _FIELD.format(extra), at)
                return


def _of_tools(conversation: Conversation, sent: Conversation) -> Iterator[NotJudged]:
    """What no rule looks at in the tools that would be sent."""
    odd = next(_strange_tools(sent), None)
    if odd is not None:
        at = next((one.address for one in conversation.tools() if one.raw == odd.raw), None)
        yield NotJudged("tool", _TOOL.format(odd.kind), at)
    if next(_rich_tools(sent), None) is not None:
        tool = next(_rich_tools(conversation), None)
        name = "" if tool is None else tool.name
        at = None if tool is None else tool.address
        yield NotJudged("tool-schema", _SCHEMA.format(name), at)


def _media(conversation: Conversation) -> Iterator[MediaPart]:
    return (part for part in _blocks(conversation) if isinstance(part, MediaPart))


def _strange_blocks(conversation: Conversation) -> Iterator[OpaquePart]:
    """Blocks that are sent as they stand, of types that may be nobody's."""
    return (
        part
        for part in _blocks(conversation)
        if isinstance(part, OpaquePart) and part.wire_type not in _PROVIDERS_BLOCKS
    )


def logged_error(conversation: Conversation) -> list[NotJudged]:
    """The error that a provider sent for this conversation as it was logged, in place of an
    answer or in the middle of one; a repaired one was not sent yet."""
    entry = conversation.read_from
    errors = [] if entry is None else entry.errors
    found = [
        *((_ERROR.format(words_of(value)), at) for value, at in errors),
        *((_CUT, one.address) for one in conversation.notes if one.code == "stream-error"),
    ]
    return [NotJudged("provider-error", message, at) for message, at in found[:1]]


def unknown_blocks(conversation: Conversation) -> list[OpaquePart]:
    """Blocks of types that nobody knows, which say something."""
    return [block for block in _strange_blocks(conversation) if says_anything(block.raw)]


def halved_part(conversation: Conversation) -> Part | None:
    """The first part with half a character in it, which UTF-8 cannot hold."""
    parts = (*conversation.settings_and_tools, *_blocks(conversation))
    return next((part for part in parts if _is_halved(part)), None)


def _is_halved(part: Part) -> bool:
    arguments = part.arguments.value if isinstance(part, ToolCallPart) else None
    return _holds_half(part.raw) or _holds_half(arguments)


def _holds_half(value: JsonValue) -> bool:
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            if not held.isascii() and _HALVES.search(held):
                return True
        elif isinstance(held, (dict, list)):
            waiting += (*held, *held.values()) if isinstance(held, dict) else held
    return False


def left_out(blocks: Sequence[OpaquePart], losses: Sequence[Loss]) -> list[OpaquePart]:
    """Those of some blocks that have no place in what is sent."""
    dropped = {
        loss.source for loss in losses if loss.kind is LossKind.DROPPED and loss.target is None
    }
    return [block for block in blocks if not dropped.isdisjoint(ancestry(block.address))]


def _blocks(conversation: Conversation) -> Iterator[Part]:
    """All parts, with those within results in the place of these."""
    for _, part in conversation.parts():
        yield from part.content if isinstance(part, ToolResultPart) else [part]


def _strange_tools(conversation: Conversation) -> Iterator[ToolPart]:
    """Tools that are neither functions nor known to be the provider's own."""
    for tool in conversation.tools():
        if tool.kind in ("function", "custom") or tool.kind in _PROVIDERS_TOOLS:
            continue
        if built_in_tool(conversation.format, tool.kind, tool.name) is None:
            yield tool


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
    kind = text_or_empty(schema.get("type")).lower()  # Gemini writes types in capitals
    return (
        kind in _PLAIN_TYPES
        and (kind != "array" or "items" in schema)
        and all(are_texts(schema.get(key, [])) for key in ("required", "enum"))
        and all(map(_is_plain, object_or_empty(schema.get("properties")).values()))
        and ("items" not in schema or _is_plain(schema["items"]))
    )
