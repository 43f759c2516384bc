"""What no rule looks at, so that no verdict can say yes to it.

Two kinds. Something in the log may be refused, and is not judged: then the verdict is open,
with the place. And no log shows whether the model exists or a quota is used up: that is listed
beside each verdict and changes none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

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
from crosswire.model.loss import Loss, LossKind
from crosswire.reading.known_fields import says_anything
from crosswire.reading.provider_errors import words_of
from crosswire.rules.declared_schemas import DeclaredSchema
from crosswire.rules.uses import TAKEN_EVERYWHERE
from crosswire.tools.builtin import built_in_tool
from crosswire.tools.schema_validity import KEYWORDS


class NotJudged(Struct, frozen=True):
    """Something that may be refused, of which no rule says whether it is."""

    code: str
    """`by-shape`, `unread`, `branch`, `provider-error`, `nothing-written`, `media`, `block`,
    `block-left-out`, `field`, `tool`, `tool-schema`, `half-character`, `foreign-words`,
    `model`, `stored`, `model-exists`, `size` or `quota`."""
    message: str
    address: Address | None = None
    """Its place in the upload, where it has one."""

    @property
    def is_of_this(self) -> bool:
        """Whether it is about this very request, and not about any."""
        return self.code not in OF_ANY_REQUEST

    def record(self) -> JsonObject:
        """As answers in JSON have it."""
        return {"code": self.code, "message": self.message, "address": self.address}


NO_LOG_SHOWS = (
    NotJudged("model-exists", "Whether the model exists, and takes what is sent."),
    NotJudged("size", "Whether the request is within the limits of size and of tokens."),
    NotJudged("quota", "Whether the key may do it, and whether a quota is used up."),
)
"""What any request may fail by, whatever stands in it."""
OF_ANY_REQUEST = frozenset({"model", *(point.code for point in NO_LOG_SHOWS)})
"""Codes of what is not about the words of a log; the others are told beside a yes."""
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
PROVIDERS_BLOCKS = frozenset(
    {"cachePoint", "item_reference", "container_upload", "reference", "compaction"}
    | {"additional_tools"}
)
"""Types that no word of the model fits, and that the provider of their format has."""
KNOWN_BLOCKS = frozenset(
    {"tool_addition", "tool_removal", "mcp_tool_listing", "fallback", "search_result"}
    | {"compaction_trigger", "configuration_update"}
)
"""Further such types, of which no rule says what their provider asks of them."""
_NO_PLACE = "Whether it takes {}, which was left out of what is judged."
_HALF = (
    "Whether it takes half a character (a lone surrogate), as where an emoji was cut: "
    "no rule looks at that yet, and Anthropic is known to refuse it."
)
_FIELD = (
    "Whether it takes the field {} of a message: no rule looks at such fields yet, and "
    "Anthropic is known to refuse others than `role` and `content`."
)
_TOOL = "Whether it takes a tool of the type {}: no rule knows it."
PROVIDERS_TOOLS = frozenset(
    {"namespace", "advisor_20260301", "systemTool", "cachePoint", "parallelAiSearch"}
    | {"openapi", "azure_function", "fabric_dataagent_preview", "a2a_preview"}
    | {"programmatic_tool_calling"}
)
"""Types of tools that a provider has and that mean the same nowhere else."""
_TOO_DEEP = (
    "Whether it takes the schema of the tool {}, which is too deep or large to be read."
)
_KEYWORDS = (
    "Whether it takes {} in the schema of the tool {}: no refusal is known, and no acceptance."
)
_HALVES = re.compile("[\ud800-\udfff]")
_TAKEN: dict[str, frozenset[str]] = {
    "openai-chat": TAKEN_EVERYWHERE | KEYWORDS,
    "openai-responses": TAKEN_EVERYWHERE | KEYWORDS,
    "azure-foundry": TAKEN_EVERYWHERE | KEYWORDS,
    "anthropic": TAKEN_EVERYWHERE | KEYWORDS,
    "gemini": TAKEN_EVERYWHERE
    | {
        *("$anchor", "$id", "maxItems", "maxLength", "minItems", "minLength", "oneOf"),
        *("pattern", "prefixItems", "propertyOrdering", "uniqueItems"),
    },
}
"""Those that a provider is known to take besides, by its format: in form, as rules look at
that, or as Google lists them for `parametersJsonSchema`."""
_MOST_NAMED = 5


def never_judged(
    format: str,
    model: str | None,
    *,
    answers_stored: bool,
    odd_schema: NotJudged | None = None,
) -> tuple[NotJudged, ...]:
    """What is not known of a request in a format, whatever the verdict is; `answers_stored` is
    whether it answers calls that only the provider can have, `odd_schema` what `odd_schema`
    says of its tools."""
    wants_model = model is None and FORMATS[format].MODEL_IN_BODY
    here = ((_NO_MODEL, wants_model), (_STORED, answers_stored))
    odd = () if odd_schema is None else (odd_schema,)
    return (*odd, *(point for point, holds in here if holds), *NO_LOG_SHOWS)


def odd_schema(
    conversation: Conversation,
    format: str,
    schemas: Sequence[DeclaredSchema],
    *,
    is_first: bool,
) -> NotJudged | None:
    """The keywords in the schemas that would be sent of which no refusal is known, and that
    nobody says to be taken either; the first schema that has some. `is_first` is whether the
    maker of the format is asked, of whom more is known."""
    taken = _TAKEN.get(format, TAKEN_EVERYWHERE) if is_first else TAKEN_EVERYWHERE
    for declared in schemas:
        is_own = format == "gemini" and declared.field == "parameters"  # rules know all of it
        odd = [] if is_own else sorted(declared.places.keywords - taken)
        if odd:
            name = declared.tool.name
            words = ", ".join(f"`{key[:40]}`" for key in odd[:_MOST_NAMED])
            more = " and more" if len(odd) > _MOST_NAMED else ""
            at = _declared(conversation, name)
            return NotJudged("tool-schema", _KEYWORDS.format(words + more, name), at)
    return None


def undecided(
    conversation: Conversation,
    sent: Conversation | None,
    left_out: Sequence[OpaquePart] = (),
    halved: Part | None = None,
    schemas: Sequence[DeclaredSchema] = (),
) -> list[NotJudged]:
    """Why no verdict on what would be sent, without the blocks that it leaves out, can be a
    yes; `halved` is a part with half a character in it, `schemas` are those of its tools."""
    open_points = [
        NotJudged("unread", note.message, note.address) for note in conversation.unread[:1]
    ]
    origin = conversation.started_from
    is_piece = conversation.shape == "session"  # a recorded request has its whole history
    if is_piece and origin and origin.relation == "branch" and origin.there is not None:
        open_points.append(NotJudged("branch", _BRANCH, origin.there))
    if sent is None or not sent.messages:
        return [*open_points, NOTHING_WRITTEN]
    has_odd = not sent.kinds().isdisjoint((MediaPart, OpaquePart))
    blocks = _blocks(sent) if has_odd else ()
    odd = [part for part in blocks if isinstance(part, (MediaPart, OpaquePart))]
    if any(isinstance(part, MediaPart) for part in odd):
        first = next(_media(conversation), None)
        kind = "media" if first is None else first.media
        open_points.append(
            NotJudged("media", _MEDIA.format(kind), None if first is None else first.address)
        )
    strange = next(_strange(odd), None)
    if strange is not None:
        found = _strange(_blocks(conversation))
        at = next((block.address for block in found if block.raw == strange.raw), None)
        open_points.append(NotJudged("block", _BLOCK.format(strange.wire_type), at))
    for block in left_out[:1]:
        message = _LEFT_OUT.format(block.wire_type)
        open_points.append(NotJudged("block-left-out", message, block.address))
    if halved is not None and any(map(_holds_half, sent.documents)):
        open_points.append(NotJudged("half-character", _HALF, halved.address))
    of_tools = _of_tools(conversation, sent, schemas)
    return [*open_points, *_extra_fields(conversation, sent), *of_tools]


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


def _of_tools(
    conversation: Conversation, sent: Conversation, schemas: Sequence[DeclaredSchema]
) -> Iterator[NotJudged]:
    """What no rule looks at in the tools that would be sent."""
    odd = next(_strange_tools(sent), None)
    if odd is not None:
        at = next((one.address for one in conversation.tools() if one.raw == odd.raw), None)
        yield NotJudged("tool", _TOOL.format(odd.kind), at)
    for declared in schemas:
        if not declared.places.is_whole:
            name = declared.tool.name
            yield NotJudged(
                "tool-schema", _TOO_DEEP.format(name), _declared(conversation, name)
            )
            return


def _declared(conversation: Conversation, name: str) -> Address | None:
    """Where the log declares a tool of this name."""
    return next((tool.address for tool in conversation.tools() if tool.name == name), None)


def _media(conversation: Conversation) -> Iterator[MediaPart]:
    return (part for part in _blocks(conversation) if isinstance(part, MediaPart))


def _strange(blocks: Iterable[Part]) -> Iterator[OpaquePart]:
    """Those of some blocks that are sent as they stand, of types that may be nobody's."""
    return (
        part
        for part in blocks
        if isinstance(part, OpaquePart) and part.wire_type not in PROVIDERS_BLOCKS
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
    return [
        block
        for block in _strange(_blocks(conversation))
        if block.wire_type not in KNOWN_BLOCKS and says_anything(block.raw)
    ]


def halved_part(conversation: Conversation) -> Part | None:
    """The first part with half a character in it, which UTF-8 cannot hold."""
    parts = (*conversation.settings_and_tools, *_blocks(conversation))
    return next((part for part in parts if _is_halved(part)), None)


def _is_halved(part: Part) -> bool:
    arguments = part.arguments.value if type(part) is ToolCallPart else None
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


def no_place(
    conversation: Conversation, losses: Sequence[Loss], told: Iterable[NotJudged]
) -> list[NotJudged]:
    """The first block or tool that a server was sent in the dialect of another, and that its
    own format, in which it is judged, has no place for; none of those that were told."""
    places = {part.address for _, part in conversation.parts()}
    places |= {tool.address for tool in conversation.tools()}
    places -= {point.address for point in told if point.address is not None}
    for loss in losses:
        if loss.kind is LossKind.DROPPED and loss.target is None and loss.source in places:
            return [NotJudged("no-place", _NO_PLACE.format(loss.what), loss.source)]
    return []


def _blocks(conversation: Conversation) -> Iterator[Part]:
    """All parts, with those within results in the place of these."""
    for message in conversation.messages:
        for part in message.parts:
            if type(part) is ToolResultPart:
                yield from part.content
            else:
                yield part


def _strange_tools(conversation: Conversation) -> Iterator[ToolPart]:
    """Tools that are neither functions nor known to be the provider's own."""
    for tool in conversation.tools():
        if tool.kind in ("function", "custom") or tool.kind in PROVIDERS_TOOLS:
            continue
        if built_in_tool(conversation.format, tool.kind, tool.name) is None:
            yield tool
