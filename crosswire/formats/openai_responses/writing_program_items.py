"""Items that a program logged, as a request has them.

A program's log keeps items nearly as they were on the wire: with fields of its own beside
them, and without what goes without saying.
"""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.formats.openai_responses.variant import kind_of
from crosswire.model import JsonObject, JsonValue, Message, TextPart, ToolCallPart
from crosswire.model.json_values import list_or_empty, without
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.tools import arguments

_NOTED = frozenset(
    {
        "created_at",
        "internal_chat_message_metadata_passthrough",
        "metadata",
        "model",
        "timestamp",
    }
)
"""Fields that no item of a request has."""
_NOTED_OF_MESSAGES = _NOTED | {"encrypted_content"}
_NOTED_OF_CALLS = _NOTED | {"summary"}


def for_request_of_program(
    out: RenderingBuilder, message: Message, item: JsonObject, at: Address
) -> JsonObject:
    """An item of a log without the program's own fields, and with those that are required."""
    kind = kind_of(item)
    if kind == "message":
        user_side = item.get("role") != "assistant"
        names = _NOTED_OF_MESSAGES | ({"id", "phase"} if user_side else set())
        item = _without(out, message, item, names)
        return item if user_side else _answer(out, message, item, at)
    if kind == "function_call":
        return _call(out, message, _without(out, message, item, _NOTED_OF_CALLS), at)
    return _without(out, message, item, _NOTED)


def is_text_of_list(message: Message, item: JsonValue) -> bool:
    """Whether a list of one text in the log is the text itself in the payload."""
    written, logged = (
        raw.get("content") if isinstance(raw, dict) else None for raw in (item, message.raw)
    )
    return isinstance(written, str) and isinstance(logged, list)


def _without(
    out: RenderingBuilder, message: Message, item: JsonObject, names: frozenset[str]
) -> JsonObject:
    gone = [name for name in item if name in names]
    for name in gone:
        why = "The program noted it in its log; a request has no field for it."
        out.lost(LossKind.DROPPED, message, "vendor-field", name, why)
    return without(item, *gone) if gone else item


def _answer(
    out: RenderingBuilder, message: Message, item: JsonObject, at: Address
) -> JsonObject:
    """A message of the model; only one with an id may list its texts."""
    content = list_or_empty(item.get("content"))
    if not content:
        return item
    if "id" not in item:
        text = _one_text(message)
        return item if text is None else {**item, "content": text}
    written: JsonObject = {**item, "content": list(map(_with_annotations, content))}
    if "status" not in item:
        why = "A message with an id must have one; the program logs messages that are whole."
        out.added(child(at, "status"), "status", why)
        written["status"] = "completed"
    return written


def _one_text(message: Message) -> str | None:
    """All that a message says, where it is one text and nothing is told beside it."""
    alone = message.parts[0] if len(message.parts) == 1 else None
    return alone.text if isinstance(alone, TextPart) and not alone.extras else None


def _with_annotations(block: JsonValue) -> JsonValue:
    """A text says what is cited in it, though that is nothing."""
    if isinstance(block, dict) and block.get("type") == "output_text":
        return {**block, "annotations": block.get("annotations", [])}
    return block


def _call(
    out: RenderingBuilder, message: Message, item: JsonObject, at: Address
) -> JsonObject:
    """A call, whose arguments are JSON text."""
    call = next((part for part in message.parts if isinstance(part, ToolCallPart)), None)
    if call is None or isinstance(item.get("arguments"), str):
        return item
    if "arguments" not in item:
        out.added(child(at, "arguments"), "arguments", "A call must have some; it has none.")
    return {**item, "arguments": arguments.as_text(call.arguments)}
