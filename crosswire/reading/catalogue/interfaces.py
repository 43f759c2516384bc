"""Interfaces that the registry of wire types knows; most of them no format reads.

Many words belong to several interfaces (`function_call` to six). So an interface is told only
by what no other has: a word of its own on an item with its own fields.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from crosswire.model import JsonObject
from crosswire.reading.catalogue.shape import Shape
from crosswire.wire_types import WIRE_TYPES

_ROWS = (
    Shape(
        name="openai-agents-sessions",
        program="OpenAI",
        what="sessions of OpenAI's agents",
        kind="interface",
        at_any_depth=True,
        marks=(("object=agent.session",), ("type^agent.session.",)),
    ),
    Shape(
        name="openai-realtime",
        program="OpenAI",
        what="OpenAI Realtime",
        kind="interface",
        format="openai-realtime",
        at_any_depth=True,
        marks=(
            ("type^conversation.item.", "item:object"),
            ("object=realtime.item|realtime.session",),
        ),
    ),
    Shape(
        name="gemini-interactions",
        program="Google Gemini, Vertex AI",
        what="Gemini Interactions",
        kind="interface",
        format="gemini-interactions",
        at_any_depth=True,
        marks=(
            ("event_type^interaction.|step.",),
            ("object=interaction",),
            ("steps:list", "usage/total_input_tokens"),
            ("input", "previous_interaction_id"),
            ("input", "generation_config:object"),
            ("steps[]/type=function_call", "steps[]/arguments:object", "!steps[]/call_id"),
        ),
    ),
    Shape(
        name="gemini-live",
        program="Google Gemini, Vertex AI",
        what="Gemini Live",
        kind="interface",
        at_any_depth=True,
        marks=(
            ("toolCall/functionCalls:list",),
            ("toolResponse/functionResponses:list",),
        ),
    ),
    Shape(
        name="cohere-v1-chat",
        program="Cohere",
        what="version 1 of Cohere's Chat",
        kind="interface",
        take="a log of version 2, which is read",
        at_any_depth=True,
        marks=(
            ("role=USER|CHATBOT|SYSTEM", "message:text"),
            ("text:text", "generation_id:text", "finish_reason"),
            ("text:text", "generation_id:text", "chat_history"),
            ("call/name:text", "call/parameters:object", "outputs:list"),
            ("name:text", "parameter_definitions:object"),
        ),
    ),
)
_OWN_FIELDS = {
    "openai-agents-sessions": (("turn_id:text",),),
}
"""Interface -> what items have beside a word of its own."""
_LIVE = {"toolCall": "functionCalls", "toolResponse": "functionResponses"}


def _types_of() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    names = {row.name for row in _ROWS}
    for row in WIRE_TYPES:
        if row.format is None and row.discriminator.kind == "type" and row.api in names:
            found.setdefault(row.discriminator.value, []).append(row.api)
    return found


_BY_TYPE = _types_of()
_READ = {row.discriminator.value for row in WIRE_TYPES if row.format is not None}


def _with_words(row: Shape) -> Shape:
    """A row that is told by words of its own too, each beside the fields of its items."""
    own = [word for word, apis in _BY_TYPE.items() if apis == [row.name] and word not in _READ]
    term = f"type={'|'.join(own)}"
    marks = tuple((term, *fields) for fields in _OWN_FIELDS.get(row.name, ()) if own)
    return replace(row, marks=row.marks + marks)


SHAPES = tuple(map(_with_words, _ROWS))


def words_in(item: JsonObject) -> Iterator[tuple[str, str]]:
    """The types that an item may be of, each with the interface that has it."""
    kind = item.get("type")
    for api in _BY_TYPE.get(kind, ()) if isinstance(kind, str) else ():
        yield api, str(kind)
    for key, inner in _LIVE.items():
        held = item.get(key)
        if isinstance(held, dict) and isinstance(held.get(inner), list):
            yield "gemini-live", key
