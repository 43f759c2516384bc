"""Chat messages of Haystack 2, as `ChatMessage.to_dict` writes them.

{"role": "assistant", "meta": {}, "name": null, "content": [{"tool_call": {...}}]}
{"_role": "assistant", "_meta": {}, "_name": null, "_content": [...]}       before 2.12
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.formats.protocol import Recognition
from crosswire.logs.shared.blocks import Block, Media, Text, Thought
from crosswire.logs.shared.call_blocks import Call, Result
from crosswire.logs.shared.content import Content
from crosswire.logs.shared.dialect import Dialect, recognise
from crosswire.logs.shared.run_reading import read_runs
from crosswire.model import JsonObject, JsonValue, Role, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty

NAME = "haystack"
TITLE = "Haystack"
# Its words are no provider's, so that nothing of it is ever written as it stands.
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset({"_meta", "meta"})

ROLES: dict[str, Role] = {
    "system": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}
_IMAGE = Media(data=("image.base64_image",), mime=("image.mime_type",), name=(), kind="image")
_FILE = Media(
    data=("file.base64_data",), mime=("file.mime_type",), name=("file.filename",), kind="file"
)
_WORDS: dict[str, Block] = {".text": Text(), ".image": _IMAGE, ".file": _FILE}
_CONTENT = Content(
    kind=(),
    blocks={
        **_WORDS,
        ".tool_call": Call(
            id=("tool_call.id",),
            name=("tool_call.tool_name",),
            arguments=("tool_call.arguments",),
            type="tool_call",
            needs_id=False,
        ),
        ".tool_call_result": Result(
            id=("tool_call_result.origin.id",),
            output=("tool_call_result.result",),
            content=Content(kind=(), blocks=_WORDS),
            name=("tool_call_result.origin.tool_name",),
            error=("tool_call_result.error",),
            type="tool_call_result",
            needs_id=False,
        ),
        ".reasoning": Thought(("reasoning.reasoning_text",)),
    },
    data=False,
)


def is_message(value: JsonValue) -> bool:
    """Whether a value is a message."""
    if not isinstance(value, dict) or value.get("type") is not None:
        return False
    role = value.get("role", value.get("_role"))
    content = value.get("content", value.get("_content"))
    named = {"meta", "_meta"} & value.keys()
    blocks = list_or_empty(content)
    known = isinstance(role, str) and role in ROLES and isinstance(content, list)
    return known and bool(named) and all(isinstance(block, dict) for block in blocks)


def is_sign(message: JsonObject) -> bool:
    """Whether no other format writes such a message: blocks without types, beside `meta`."""
    blocks = list_or_empty(message.get("content", message.get("_content")))
    return any(map(_CONTENT.is_block, blocks)) and not any(
        isinstance(block, dict) and "type" in block for block in blocks
    )


DIALECT = Dialect(
    name=NAME,
    traits=TRAITS,
    is_message=is_message,
    is_sign=is_sign,
    signs=SIGNS,
    reason="Messages with `meta`, whose blocks are `text`, `tool_call` or `tool_call_result`.",
    role=("role", "_role"),
    roles=ROLES,
    content=_CONTENT,
    says=("content", "_content"),
    known=frozenset({"name", "_name"}),
    kept=frozenset({"meta", "_meta"}),
    model=("meta.model", "_meta.model"),
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    return recognise(documents, DIALECT)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return read_runs(documents, first, DIALECT)
