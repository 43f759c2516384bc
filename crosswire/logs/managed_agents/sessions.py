"""What a session was made with, and what happened in it between messages."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.managed_agents.names import NAME
from crosswire.logs.shared.bodies import BodyReader
from crosswire.logs.shared.keyed_blocks import read_blocks
from crosswire.logs.shared.opening import Opened
from crosswire.model import Event, JsonObject
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import (
    object_or_empty,
    text_field,
    text_or_empty,
    text_or_none,
    type_of,
)


def read_session(event: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """What the session was made with."""
    agent, place = object_or_empty(event.get("agent")), child(at, "agent")
    into.thread = into.thread or text_or_none(event.get("id"))
    into.title = text_or_none(event.get("title")) or text_or_none(agent.get("name"))
    prompt = agent.get("system")
    if isinstance(prompt, str) and prompt and not into.messages:
        parts = read_blocks(prompt, child(place, "system"))
        into.message("system", child(place, "system"), prompt, parts)
    model = agent.get("model")
    key = ("model", "id") if isinstance(model, dict) else ("model",)
    named = text_field(model, "id") or text_or_none(model)
    if named is not None:
        into.setting("model", named, child(place, *key), meaning="model")
    tools = BodyReader(NAME, Opened()).tools(agent.get("tools"), child(place, "tools"))
    into.settings_and_tools += tools
    into.set_aside += [
        agent[name] for name in agent if name not in ("system", "model", "tools")
    ]


def read_other(event: JsonObject, at: Address, kind: str, into: ConversationBuilder) -> None:
    """What happened between messages; all else is about how the session gets on."""
    before, stopped = len(into.messages), type_of(event.get("stop_reason"))
    if kind == "user.interrupt":
        into.events.append(Event("interrupt", at, before))
    elif kind == "user.tool_confirmation" and event.get("result") == "deny":
        into.events.append(Event("denied", at, before))
    elif kind == "session.status_idle" and stopped == "end_turn":
        into.end_turn(at)
    elif kind == "agent.thread_context_compacted":
        into.events.append(Event("compaction", at, before))
    elif kind == "session.error":
        words = text_or_empty(object_or_empty(event.get("error")).get("message"))
        into.note("session-error", f"The session told of an error: {words}"[:500], at)
    if kind.startswith(("session.", "span.", "user.", "agent.thread")):
        into.set_aside.append(event)
