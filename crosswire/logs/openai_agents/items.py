"""The items of a run: those of Responses, and those in the spelling of the SDK for JavaScript.

{"type": "tool_call_item", "raw_item": {"type": "function_call", "call_id": ...}}
{"type": "tool_call_item", "rawItem": {"type": "function_call", "callId": ...}}
"""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.formats import openai_responses
from crosswire.logs.openai_agents.names import NAME
from crosswire.logs.shared.blocks import Media, Refusal, Text, Thought
from crosswire.logs.shared.call_blocks import Call, Result
from crosswire.logs.shared.content import Content
from crosswire.logs.shared.dialect_reading import put
from crosswire.model import JsonObject, JsonValue, Role
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import field_of, text_or_none, type_of

_NAMED = frozenset({"type", "status", "providerData", "namespace", "id"})
_SAID = Content(
    blocks={
        **dict.fromkeys(("input_text", "output_text", "text", "reasoning_text"), Text()),
        "refusal": Refusal(),
        **dict.fromkeys(
            ("input_image", "image"), Media(url=("image", "imageUrl"), kind="image")
        ),
        **dict.fromkeys(("input_file", "file"), Media(data=("file",), kind="file")),
        **dict.fromkeys(("audio", "input_audio"), Media(data=("audio",), kind="audio")),
    },
    known=_NAMED,
)
_CALL = Call(id=("callId",), name=("name",), arguments=("arguments",), item=("id",))
_RESULT = Result(
    id=("callId",),
    output=("output",),
    content=_SAID,
    name=("name",),
    error=("status",),
    failed=frozenset({"incomplete", "failed"}),
    item=("id",),
)
_CUSTOM = Call(("callId",), ("name",), ("input",), "custom_tool_call")
_HOSTED = Call(
    id=(),
    name=("name",),
    arguments=("arguments", "providerData.action"),
    type="hosted_tool_call",
    item=("id",),
    by="server",
    holds=Result((), ("output",), _SAID, type="hosted_tool_call", by="server"),
)
_PROOF = ("providerData.encryptedContent", "providerData.encrypted_content")


def _own_tool(type: str, *arguments: str) -> Call:
    """A call of a tool that the type names."""
    return Call(("callId",), (), arguments, type, unnamed=type.removesuffix("_call"))


_JS = Content(
    blocks={
        "function_call": _CALL,
        "function_call_result": _RESULT,
        "function_call_output": _RESULT,
        "custom_tool_call": _CUSTOM,
        "custom_tool_call_output": _RESULT,
        "computer_call": _own_tool("computer_call", "action", "actions"),
        "computer_call_result": _RESULT,
        "shell_call": _own_tool("shell_call", "action"),
        "shell_call_output": _RESULT,
        "apply_patch_call": _own_tool("apply_patch_call", "operation"),
        "apply_patch_call_output": _RESULT,
        "hosted_tool_call": _HOSTED,
        "reasoning": Thought(("content.0.text", "text"), _PROOF, ("id",)),
    },
    known=_NAMED | {"rawContent"},
    data=False,
)
_OF_PYTHON = ("_call", "_call_output")
"""How types of items of Responses end."""
_OF_JS = frozenset({"callId", "providerData"})
_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system"}


def key_of(item: JsonObject) -> tuple[str | None, str] | None:
    """What two copies of a call or a result have alike."""
    id = text_or_none(item.get("call_id")) or text_or_none(item.get("callId"))
    return None if id is None else (text_or_none(item.get("type")), id)


def is_item(value: JsonValue) -> bool:
    """Whether a value is an item, or a message among items."""
    default = "message" if field_of(value, "role") is not None else None
    kind = type_of(value) or default or ""
    return kind in (*_JS.blocks, "message") or kind.endswith(_OF_PYTHON)


def is_of_js(value: JsonValue) -> bool:
    """Whether an item is in the spelling of the SDK for JavaScript, and of nobody else."""
    kind, named = type_of(value), field_of(value, "callId") is not None
    has_own = field_of(value, "providerData") is not None or kind == "function_call_result"
    return kind in _JS.blocks and named and has_own


def read_item(item: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """One item, as a message."""
    kind = text_or_none(item.get("type")) or "message"
    if _OF_JS.isdisjoint(item) and kind not in ("function_call_result", "hosted_tool_call"):
        openai_responses.read_message(item, at, into)
        return
    if kind == "message":
        role = _ROLES.get(str(item.get("role")), "other")
        parts = _SAID(item.get("content"), child(at, "content"))
    else:
        role = "assistant"
        parts = _JS.block(item, at)
    for message in put(parts, role, item, at, into):
        message.wire_format = NAME
