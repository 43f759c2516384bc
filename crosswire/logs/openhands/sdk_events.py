"""The events of OpenHands' SDK, which have a `kind`."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.openhands.names import NAME, role_of
from crosswire.logs.shared.bodies import BodyReader
from crosswire.logs.shared.keyed_blocks import content_of, read_blocks
from crosswire.logs.shared.keyed_messages import read_message
from crosswire.logs.shared.opening import Opened
from crosswire.model import JsonObject, Message, ToolCallPart, ToolResultPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.call_id import read_call_id
from crosswire.model.json_values import object_or_empty, text_or_empty, text_or_none
from crosswire.tools import arguments


def read_of_sdk(raw: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """Read an event of the SDK."""
    kind = text_or_empty(raw.get("kind"))
    if kind == "MessageEvent":
        said: list[Message] = read_message(
            raw.get("llm_message"), child(at, "llm_message"), NAME, role_of(raw)
        )
        into.messages += said
    elif kind == "SystemPromptEvent":
        prompt = raw.get("system_prompt")
        into.message("system", at, raw, read_blocks(prompt, child(at, "system_prompt")))
        tools = BodyReader(NAME, Opened()).tools(raw.get("tools"), child(at, "tools"))
        into.settings_and_tools += tools
    elif kind == "ActionEvent":
        _read_action(raw, at, into)
    elif "tool_call_id" in raw:
        held = raw.get("observation", raw.get("error"))
        key = "observation" if "observation" in raw else "error"
        inner = object_or_empty(held).get("content", held)
        result = ToolResultPart(
            address=at,
            raw=raw,
            call_id=read_call_id(raw["tool_call_id"], address=child(at, "tool_call_id")),
            wire_type="observation",
            content=content_of(inner, child(at, key)),
            name=text_or_none(raw.get("tool_name")),
            is_error=kind == "AgentErrorEvent"
            or object_or_empty(held).get("is_error") is True,
        )
        into.message("tool", at, raw, [result])


def _read_action(raw: JsonObject, at: Address, into: ConversationBuilder) -> None:
    call = object_or_empty(raw.get("tool_call"))
    holder = object_or_empty(call.get("function")) or call
    given = holder.get("arguments")
    parts = read_blocks(raw.get("thought"), child(at, "thought"))
    parts.append(
        ToolCallPart(
            address=child(at, "tool_call") if call else at,
            raw=raw["tool_call"] if call else raw,
            call_id=read_call_id(
                raw.get("tool_call_id"),
                address=child(at, "tool_call_id"),
                present="tool_call_id" in raw,
            ),
            name=text_or_empty(raw.get("tool_name") or holder.get("name")),
            arguments=arguments.from_text(
                raw.get("action") if given is None else given, child(at, "tool_call")
            ),
            wire_type="action",
        )
    )
    into.message("assistant", at, raw, parts)
