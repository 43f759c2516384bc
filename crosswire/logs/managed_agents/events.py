"""From the events of a session to its conversation; an event that the client sent and the
stream gave back counts once."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.logs.managed_agents.names import (
    BOOKKEEPING,
    CALLS,
    MESSAGES,
    NAME,
    RESULTS,
    TRAITS,
)
from crosswire.logs.managed_agents.sessions import read_other, read_session
from crosswire.logs.shared.keyed_blocks import content_of, read_blocks
from crosswire.logs.shared.opening import claim_texts
from crosswire.logs.spans.likeness import canonical
from crosswire.model import (
    JsonObject,
    Message,
    Part,
    ReasoningPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.call_id import read_call_id
from crosswire.model.json_values import (
    text_or_empty,
    text_or_none,
    type_of,
)
from crosswire.tools import arguments

_Found = tuple[JsonObject, Address, bool]
_KNOWN = BOOKKEEPING | {
    *("id", "type", "content", "name", "input", "is_error", "tool_use_id", "mcp_tool_use_id"),
    *("custom_tool_use_id", "thinking", "text"),
}


def read_events(found: Sequence[_Found]) -> ConversationBuilder:
    """The conversation of a session."""
    into = ConversationBuilder(NAME, TRAITS)
    into.bookkeeping = BOOKKEEPING
    given_back = {_signature(event) for event, _, sent in found if not sent}
    for event, at, sent in found:
        if sent and _signature(event) in given_back:
            into.set_aside.append(event)
        else:
            _read(event, at, into)
    claim_texts(into)
    return into


def _signature(event: JsonObject) -> str:
    ids = {key: event.get(key) for key in RESULTS.values() if key in event}
    told = {"type": event.get("type"), "content": event.get("content"), "ids": ids}
    told["result"] = event.get("result")
    return canonical(told)


def _read(event: JsonObject, at: Address, into: ConversationBuilder) -> None:
    kind = type_of(event) or ""
    message: Message | None = None
    if kind in MESSAGES:
        parts = read_blocks(event.get("content"), child(at, "content"))
        message = into.message("user", at, event, parts)
        message.role = "assistant" if kind == "agent.message" else "user"
        message.role = "system" if kind == "system.message" else message.role
    elif kind == "agent.thinking":
        text = text_or_empty(event.get("thinking") or event.get("text"))
        thought: list[Part] = [ReasoningPart(address=at, raw=event, text=text)]
        message = into.message("assistant", at, event, thought)
    elif kind in CALLS:
        message = into.message("assistant", at, event, [_call(event, at, kind)])
    elif kind in RESULTS:
        message = into.message("tool", at, event, [_result(event, at, kind)])
    elif kind == "session":
        read_session(event, at, into)
    else:
        read_other(event, at, kind, into)
    if message is not None:
        message.timestamp = text_or_none(event.get("processed_at"))
        message.timestamp_at = child(at, "processed_at")
        message.extras = extras_of(event, _KNOWN)


def _call(event: JsonObject, at: Address, kind: str) -> ToolCallPart:
    return ToolCallPart(
        address=at,
        raw=event,
        call_id=read_call_id(event.get("id"), address=child(at, "id"), present="id" in event),
        name=text_or_empty(event.get("name")),
        arguments=arguments.from_value(event.get("input"), child(at, "input")),
        wire_type=kind,
        executed_by="client" if kind == "agent.custom_tool_use" else "server",
    )


def _result(event: JsonObject, at: Address, kind: str) -> ToolResultPart:
    key = RESULTS[kind]
    return ToolResultPart(
        address=at,
        raw=event,
        call_id=read_call_id(event.get(key), address=child(at, key), present=key in event),
        wire_type=kind,
        content=content_of(event.get("content"), child(at, "content")),
        is_error=event.get("is_error") is True,
        executed_by="client" if kind.startswith("user.") else "server",
    )
