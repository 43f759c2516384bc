"""Chat Completions as Cohere speaks it."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.cohere.names import NAME, TITLE
from crosswire.formats.cohere.settings import MEANINGS, WRITERS
from crosswire.formats.openai_chat.variant import Variant
from crosswire.model import (
    DataPart,
    JsonObject,
    JsonValue,
    MediaPart,
    Message,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
)
from crosswire.model.builder import extras_of, opaque
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import ToolForms

PLAN = "tool_plan"
"""The field for what an assistant says before it calls."""

_THINKING_KEYS = frozenset({"type", "thinking"})
_SAY_NOTHING_EMPTY = (PLAN, "citations")


class CohereVariant(Variant):
    """Cohere's blocks and fields, beside those of Chat Completions."""

    def read_part(self, part: JsonObject, at: Address) -> Part | None:
        kind = part.get("type")
        if kind == "thinking" and isinstance(part.get("thinking"), str):
            text, extras = str(part["thinking"]), extras_of(part, _THINKING_KEYS)
            return ReasoningPart(address=at, raw=part, text=text, extras=extras)
        document = part.get("document")
        if kind == "document" and isinstance(document, dict):
            return _read_document(part, document, at)
        return None

    def read_beside(self, message: Message, raw: JsonObject) -> None:
        """The plan before the calls; and documents, which results alone may hold."""
        if message.role == "tool":
            return
        message.parts = [_outside_results(part) for part in message.parts]
        plan = raw.get(PLAN)
        if isinstance(plan, str) and plan:
            read = TextPart(address=Address(f"{message.address}/{PLAN}"), raw=plan, text=plan)
            message.parts.insert(_first_call(message.parts), read)
        message.extras = _extras(message.extras, plan)

    def written_media(self, out: RenderingBuilder, part: MediaPart) -> JsonObject | None:
        return Variant.written_media(self, out, part) if part.media == "image" else None

    def written_data(self, part: DataPart) -> JsonObject | None:
        """A document holds an object; other structures are none."""
        data = part.value
        return (
            {"type": "document", "document": {"data": data}}
            if isinstance(data, dict)
            else None
        )


def _read_document(part: JsonObject, document: JsonObject, at: Address) -> Part | None:
    """What a tool gave: an object, or text, which may again be JSON."""
    data = document.get("data")
    known = frozenset({"type", "document"})
    beside = {
        **(extras_of(document, frozenset({"data"})) or {}),
        **(extras_of(part, known) or {}),
    }
    if isinstance(data, str):
        return TextPart(address=at, raw=part, text=data, extras=beside or None)
    if data is None:
        return None
    return DataPart(address=at, raw=part, value=data, extras=beside or None)


def _outside_results(part: Part) -> Part:
    if not isinstance(part, DataPart):
        return part
    return opaque(part.raw, part.address, "A document stands in the result of a tool.")


def _first_call(parts: list[Part]) -> int:
    return next(
        (i for i, part in enumerate(parts) if isinstance(part, ToolCallPart)), len(parts)
    )


def _extras(extras: JsonObject | None, plan: JsonValue) -> JsonObject | None:
    """Fields without a word in the model: not the plan that was read, and none that is empty."""
    if extras is None:
        return None
    kept = {
        name: value
        for name, value in extras.items()
        if name not in _SAY_NOTHING_EMPTY or value not in ("", [])
    }
    if isinstance(plan, str):
        kept.pop(PLAN, None)
    return kept or None


COHERE = CohereVariant(
    NAME,
    TITLE,
    frozenset({"text", "image_url", "thinking", "document"}),
    MEANINGS,
    words={"REQUIRED": "required", "NONE": "none"},
    settings=WRITERS,
    tools=ToolForms(TITLE, name_at=("function", "name"), schema_at=("function", "parameters")),
    named_tools=False,
    allowed_tools=False,
    developers=False,
    refusals=False,
    answers_may_be_sent=True,
    plan=PLAN,
    thinks=True,
)
