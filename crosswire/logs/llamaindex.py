"""Chat messages and chat stores of LlamaIndex.

{"role", "blocks": [{"block_type": "text", ...}], "additional_kwargs": {"tool_calls": [...]}}
{"role", "content": "...", "additional_kwargs": {"tool_call_id": ...}}              before 0.12
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats.protocol import Recognition
from crosswire.logs.shared.blocks import Block, Media, Text, Thought, aside
from crosswire.logs.shared.call_blocks import Call, Result
from crosswire.logs.shared.content import Content
from crosswire.logs.shared.dialect import Dialect, recognise
from crosswire.logs.shared.dialect_reading import extras_in, put, said_in, set_aside
from crosswire.logs.shared.finding import Finder, Run
from crosswire.logs.shared.run_reading import begin, note_others, read_beside
from crosswire.logs.shared.speakers import usual_and
from crosswire.logs.shared.updates import once
from crosswire.model import JsonObject, JsonValue, Part, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    objects_in,
    text_field,
    text_or_empty,
)

NAME = "llamaindex"
TITLE = "LlamaIndex"
# Its words are no provider's, so that nothing of it is ever written as it stands.
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset({"additional_kwargs", "blocks"})

ROLES = usual_and(model="assistant", chatbot="assistant", function="tool")
_MEDIA = Media(
    data=("image", "audio", "video", "data"),
    mime=("image_mimetype", "document_mimetype", "video_mimetype", "format"),
    name=("title",),
)
_WORDS: dict[str, Block] = {
    "text": Text(),
    **dict.fromkeys(("image", "audio", "video", "document"), _MEDIA),
}
_CALL = Call(
    id=("id", "tool_id", "tool_call_id"),
    name=("function.name", "tool_name", "name"),
    arguments=("function.arguments", "tool_kwargs", "arguments", "input"),
    needs_id=False,
    also=frozenset({"type", "index"}),
)
_CONTENT = Content(
    kind=("block_type",),
    blocks={
        **_WORDS,
        "tool_call": Call(
            ("tool_call_id",), ("tool_name",), ("tool_kwargs",), "tool_call", needs_id=False
        ),
        "thinking": Thought(("content",), ("additional_information.signature",)),
        "cache": aside,
    },
    known=frozenset({"num_tokens", "path", "detail"}),
    data=False,
)
_RESULT = Result(
    id=("additional_kwargs.tool_call_id", "additional_kwargs.tool_use_id"),
    output=("blocks", "content"),
    content=Content(kind=("block_type",), blocks=_WORDS, known=frozenset({"path", "detail"})),
    name=("additional_kwargs.name",),
    type="tool",
    needs_id=False,
)


def is_message(value: JsonValue) -> bool:
    """Whether a value is a message."""
    if not isinstance(value, dict) or text_field(value, "role") not in ROLES:
        return False
    blocks = value.get("blocks")
    if isinstance(blocks, list):
        return all("block_type" in block for block in objects_in(blocks))
    return "content" in value and isinstance(value.get("additional_kwargs"), dict)


def is_sign(message: JsonObject) -> bool:
    """Whether no other format writes such a message: none has these fields beside a role."""
    return "type" not in message


DIALECT = Dialect(
    name=NAME,
    traits=TRAITS,
    is_message=is_message,
    is_sign=is_sign,
    signs=SIGNS,
    reason="Messages with `role` beside `additional_kwargs`, or blocks with a `block_type`.",
    roles=ROLES,
    content=_CONTENT,
    says=("blocks",),
    known=frozenset({"additional_kwargs", "class_name", "content"}),
    kept=frozenset({"raw", "metadata", "delta"}),
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    return recognise(documents, DIALECT)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return [_read(run) for run in Finder(is_message).runs(documents, first)]


def _read(run: Run) -> ConversationBuilder:
    into = begin(DIALECT)
    read_beside(run, into, DIALECT)
    for value, at in run.messages:
        _read_message(object_or_empty(value), at, into)
    note_others(run, into)
    return into


def _read_message(raw: JsonObject, at: Address, into: ConversationBuilder) -> None:
    role = ROLES[text_or_empty(raw["role"])]
    set_aside(raw.get("blocks"), into, _CONTENT)
    if role == "tool":
        put(_RESULT(raw, at, DIALECT.known | {"role"}) or [], role, raw, at, into)
        return
    if "blocks" in raw:
        parts = said_in(raw, at, DIALECT)
    else:
        parts = _CONTENT(raw.get("content"), child(at, "content"))
    beside, place = (
        object_or_empty(raw.get("additional_kwargs")),
        child(at, "additional_kwargs"),
    )
    listed: list[Part] = []
    for i, one in enumerate(list_or_empty(beside.get("tool_calls"))):
        if isinstance(one, dict):
            listed += _CALL(one, child(place, "tool_calls", i), frozenset()) or []
    said = once([*parts, *listed], set(), into)
    put(said, role, raw, at, into, extras_in(raw, DIALECT))
