"""The steps of a trajectory: what was said, called and observed."""

from __future__ import annotations

from msgspec import Struct

from crosswire.address import Address, child
from crosswire.logs.atif.names import BOOKKEEPING, NAME, OF_STEPS, TRAITS
from crosswire.logs.atif.observations import read_result
from crosswire.logs.shared.bodies import BodyReader
from crosswire.logs.shared.keyed_blocks import read_blocks
from crosswire.logs.shared.opening import Opened, claim_texts
from crosswire.model import (
    JsonObject,
    Message,
    Part,
    ReasoningPart,
    Role,
    ToolCallPart,
)
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.call_id import read_call_id
from crosswire.model.json_values import (
    object_or_empty,
    objects_in,
    text_field,
    text_or_empty,
    text_or_none,
)
from crosswire.tools import arguments

_ROLES: dict[str, Role] = {"system": "system", "user": "user", "agent": "assistant"}
_CALL_KEYS = frozenset({"tool_call_id", "function_name", "arguments", "extra"})


class Trajectory(Struct, frozen=True):
    """One document, or one within another."""

    raw: JsonObject
    at: Address


def read_trajectory(trajectory: Trajectory, told: set[str]) -> ConversationBuilder:
    """The conversation of a trajectory; `told` are the calls of those before it, which its
    copied steps repeat."""
    raw, at = trajectory.raw, trajectory.at
    into = ConversationBuilder(NAME, TRAITS)
    into.bookkeeping = BOOKKEEPING
    into.stands_at = [at]
    agent = object_or_empty(raw.get("agent"))
    into.title = text_or_none(agent.get("name"))
    named = (text_field(raw, key) for key in ("trajectory_id", "session_id"))
    into.thread = next(filter(None, named), None)
    _read_settings(raw, agent, at, into)
    for i, step in enumerate(objects_in(raw.get("steps"))):
        place = child(at, "steps", i)
        if step.get("is_copied_context") is True and _is_told(step, told):
            into.set_aside.append(step)
        else:
            _read_step(step, place, into)
    claim_texts(into)
    told |= {id for message in into.messages for id in _ids(message)}
    return into


def _read_settings(
    raw: JsonObject, agent: JsonObject, at: Address, into: ConversationBuilder
) -> None:
    for name in ("name", "version"):
        if agent.get(name) is not None:
            into.setting(name, agent[name], child(at, "agent", name), of_response=True)
    model = agent.get("model_name")
    if isinstance(model, str):
        into.setting("model", model, child(at, "agent", "model_name"), meaning="model")
    tools = BodyReader(NAME, Opened()).tools(
        agent.get("tool_definitions"), child(at, "agent", "tool_definitions")
    )
    into.settings_and_tools += tools
    if raw.get("notes") is not None:
        into.setting("notes", raw["notes"], child(at, "notes"), of_response=True)


def _is_told(step: JsonObject, told: set[str]) -> bool:
    ids = {
        text_or_empty(call.get("tool_call_id")) for call in objects_in(step.get("tool_calls"))
    }
    return bool(ids) and ids <= told


def _ids(message: Message) -> list[str]:
    calls = (part for part in message.parts if isinstance(part, ToolCallPart))
    return [call.call_id.text for call in calls if call.call_id.value is not None]


def _read_step(step: JsonObject, at: Address, into: ConversationBuilder) -> None:
    parts: list[Part] = []
    thought = step.get("reasoning_content")
    if isinstance(thought, str) and thought:
        place = child(at, "reasoning_content")
        parts.append(ReasoningPart(address=place, raw=thought, text=thought))
    parts += read_blocks(step.get("message"), child(at, "message"))
    for i, call in enumerate(objects_in(step.get("tool_calls"))):
        parts.append(_call(call, child(at, "tool_calls", i)))
    role = _ROLES.get(text_or_empty(step.get("source")), "other")
    message = into.message(role, at, step, parts)
    message.extras = extras_of(step, OF_STEPS)
    message.timestamp = text_or_none(step.get("timestamp"))
    message.timestamp_at = child(at, "timestamp")
    called = [part for part in parts if isinstance(part, ToolCallPart)]
    results = objects_in(object_or_empty(step.get("observation")).get("results"))
    for i, result in enumerate(results):
        place = child(at, "observation", "results", i)
        read_result(result, place, into, called, message)


def _call(call: JsonObject, at: Address) -> ToolCallPart:
    given = child(at, "arguments")
    return ToolCallPart(
        address=at,
        raw=call,
        call_id=read_call_id(
            call.get("tool_call_id"),
            address=child(at, "tool_call_id"),
            present="tool_call_id" in call,
        ),
        name=text_or_empty(call.get("function_name")),
        arguments=arguments.from_text(call.get("arguments"), given),
        wire_type="tool_call",
        extras=extras_of(call, _CALL_KEYS),
    )
