"""Chat Completions as Cohere speaks it."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.cohere.names import NAME, TITLE
from crosswire.formats.cohere.settings import MEANINGS, WRITERS
from crosswire.formats.openai_chat.variant import Variant
from crosswire.model import (
    DataPart,
    JsonObject,
    MediaPart,
    Message,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
)
from crosswire.model.builder import extras_of, opaque
from crosswire.model.json_values import joined
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.tool_forms import ToolForms

PLAN = "tool_plan"
"""The field for what an assistant says before it calls."""

_THINKING_KEYS = frozenset({"type", "thinking"})
_DOCUMENT_KEYS, _IN_DOCUMENT = frozenset({"type", "document"}), frozenset({"data"})


class CohereVariant(Variant, frozen=True):
    """Cohere's blocks and fields, together with those of Chat Completions."""

    def read_part(self, part: JsonObject, at: Address) -> Part | None:
        kind, thought, document = (part.get(n) for n in ("type", "thinking", "document"))
        if kind == "thinking" and isinstance(thought, str):
            extras = extras_of(part, _THINKING_KEYS)
            return ReasoningPart(address=at, raw=part, text=thought, extras=extras)
        if kind == "document" and isinstance(document, dict):
            return _read_document(part, document, at)
        return None

    def complete(self, message: Message, raw: JsonObject) -> None:
        """Read the plan before the calls; documents stand in results alone."""
        if message.role == "tool":
            return
        message.parts = [_outside_results(part) for part in message.parts]
        plan = raw.get(PLAN)
        if isinstance(plan, str) and plan:
            calls = [isinstance(part, ToolCallPart) for part in message.parts]
            position = [*calls, True].index(True)
            place = Address(f"{message.address}/{PLAN}")
            message.parts.insert(position, TextPart(address=place, raw=plan, text=plan))
        if message.extras is not None:
            message.extras = _extras(message.extras) or None

    def written_media(self, out: RenderingBuilder, part: MediaPart) -> JsonObject | None:
        return super().written_media(out, part) if part.media == "image" else None

    def written_data(self, part: DataPart) -> JsonObject | None:
        """A document holds an object; other structures are none."""
        if not isinstance(part.value, dict):
            return None
        return {"type": "document", "document": {"data": part.value}}


def _read_document(part: JsonObject, document: JsonObject, at: Address) -> Part | None:
    """What a tool gave: an object, or text, which may again be JSON."""
    data = document.get("data")
    if data is None:
        return None
    extras = joined(extras_of(document, _IN_DOCUMENT), extras_of(part, _DOCUMENT_KEYS))
    if isinstance(data, str):
        return TextPart(address=at, raw=part, text=data, extras=extras)
    return DataPart(address=at, raw=part, value=data, extras=extras)


def _outside_results(part: Part) -> Part:
    if not isinstance(part, DataPart):
        return part
    return opaque(part.raw, part.address, "A document stands in the result of a tool.")


def _extras(extras: JsonObject) -> JsonObject:
    """Fields without a word in the model: no plan that was read, and none that is empty."""
    kept = dict(extras)
    if isinstance(kept.get(PLAN), str) or kept.get(PLAN) == []:
        del kept[PLAN]
    if kept.get("citations") in ("", []):
        del kept["citations"]
    return kept


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
