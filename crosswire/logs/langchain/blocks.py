"""What stands in the content of messages: the framework's own blocks, and providers' blocks,
which it passes on as they came."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.formats import openai_responses
from crosswire.formats.anthropic.reading_blocks import read_block
from crosswire.formats.openai_chat.reading_content import read_part
from crosswire.formats.openai_chat.variant import CHAT
from crosswire.logs.langchain.names import NAME, TRAITS
from crosswire.logs.shared.blocks import Media, Text, Thought, aside
from crosswire.logs.shared.call_blocks import Call, Result
from crosswire.logs.shared.content import Content
from crosswire.model import JsonObject, JsonValue, OpaquePart, Part
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import type_of

_OF_RESPONSES = ("_call", "_call_output", "reasoning", "mcp_approval_request", "compaction")
"""How types of items of Responses end."""
_OF_CONVERSE = Thought(("reasoning_content.text",), ("reasoning_content.signature",))
_OWN_THOUGHT = Thought(("reasoning",), ("extras.signature",), ("id",))


def _of_provider(block: JsonObject, at: Address) -> list[Part] | None:
    """A block in the words of the provider that it came from."""
    if (type_of(block) or "").endswith(_OF_RESPONSES):
        scratch = ConversationBuilder(NAME, TRAITS)
        openai_responses.read_message(block, at, scratch)
        return [part for message in scratch.messages for part in message.parts]
    for part in (read_block(block, at), read_part(block, at, CHAT)):
        if not isinstance(part, OpaquePart):
            return [part]
    return None


def _thought(raw: JsonObject, at: Address, known: frozenset[str]) -> list[Part] | None:
    if "summary" in raw or "encrypted_content" in raw or "content" in raw:
        return None  # an item of Responses, which has the same type
    return _OWN_THOUGHT(raw, at, known)


def _wrapped(raw: JsonObject, at: Address, known: frozenset[str]) -> list[Part] | None:
    """A provider's block within one that says no more than that it is one."""
    value = raw.get("value")
    return CONTENT.block(value, child(at, "value")) if isinstance(value, dict) else None


_CALL = Call(id=("id",), name=("name",), arguments=("args",), type="tool_call", needs_id=False)
INVALID_CALL = Call(
    id=("id",),
    name=("name",),
    arguments=("args",),
    type="invalid_tool_call",
    also=frozenset({"error"}),
    needs_id=False,
)
OPENAI_CALL = Call(
    id=("id",),
    name=("function.name", "custom.name"),
    arguments=("function.arguments", "custom.input"),
    also=frozenset({"index"}),
    needs_id=False,
)
RETURNED = Content(
    blocks={
        "text": Text(),
        **dict.fromkeys(("image", "audio", "video", "file"), Media(data=("base64", "data"))),
        "text-plain": Text(("text", "data")),
    },
    known=frozenset({"id", "index"}),
    else_read=_of_provider,
)
"""What a tool gave."""
SERVER_CALL = Call(
    id=("id",), name=("name",), arguments=("args",), type="server_tool_call", by="server"
)
SERVER_RESULT = Result(
    id=("tool_call_id",),
    output=("output",),
    content=RETURNED,
    error=("status",),
    type="server_tool_result",
    by="server",
    also=frozenset({"id"}),
)
RESULT = Result(
    id=("tool_call_id",),
    output=("content",),
    content=RETURNED,
    name=("name",),
    error=("status",),
    type="tool",
    needs_id=False,
)
_MEDIA = Media(data=("base64", "data"), url=("url", "file_uri"), file_id=("file_id", "id"))
CONTENT = Content(
    blocks={
        "text": Text(),
        "text-plain": Text(("text", "data")),
        "reasoning": _thought,
        "reasoning_content": _OF_CONVERSE,
        "tool_call": _CALL,
        "tool_call_chunk": aside,
        "invalid_tool_call": INVALID_CALL,
        "server_tool_call": SERVER_CALL,
        "server_tool_result": SERVER_RESULT,
        "non_standard": _wrapped,
        **dict.fromkeys(("image", "audio", "video", "file", "media"), _MEDIA),
    },
    known=frozenset({"index", "source_type"}),
    data=False,
    else_read=_of_provider,
)
"""What a message says."""


def call_in(value: JsonValue, at: Address) -> list[Part]:
    """An element of `tool_calls`."""
    return _CALL(value, at, CONTENT.known | {"type"}) or [] if isinstance(value, dict) else []
