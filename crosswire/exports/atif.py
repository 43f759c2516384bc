"""A trajectory in the agent trajectory interchange format (ATIF) of Harbor, version 1.7: what
evaluations and training pipelines exchange.

    {"schema_version", "session_id", "agent": {"name", "version", "model_name"}, "steps": [
        {"step_id", "source": "agent", "message", "reasoning_content", "tool_calls": [
            {"tool_call_id", "function_name", "arguments"}],
         "observation": {"results": [{"source_call_id", "content"}]}}]}

It is written from what was read, and not from a request: a result stands in the step of its
call, and a sub-agent's trajectory in that of the agent that began it. What it has no field for
is listed as lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child, root
from crosswire.containers import json_document
from crosswire.exports.atif_steps import Steps
from crosswire.exports.export import Written
from crosswire.model import Conversation, JsonObject, JsonValue, SettingPart, ToolPart
from crosswire.model.loss import IdChange, Loss, LossKind

NAME = "atif"
TITLE = "ATIF trajectory"
VERSION = "ATIF-v1.7"
_UNKNOWN = "unknown"
_DECLARED = ("function", "custom")
"""Kinds of tools that a trajectory declares, each as a function."""
_Told = tuple[list[Loss], list[IdChange]]
_NO_FIELD = "An ATIF trajectory has no field for it."


def write_trajectories(conversations: Sequence[Conversation]) -> list[Written]:
    """A document for each conversation that no other one of them began; those of sub-agents
    stand in the document of theirs."""
    numbers = {one.number for one in conversations}
    return [
        write_trajectory(one, conversations)
        for one in conversations
        if not _is_sub_agent(one) or _number_above(one) not in numbers
    ]


def _is_sub_agent(one: Conversation) -> bool:
    return one.started_from is not None and one.started_from.relation == "sub-agent"


def _number_above(one: Conversation) -> int | None:
    return None if one.started_from is None else one.started_from.number


def write_trajectory(conversation: Conversation, every: Sequence[Conversation]) -> Written:
    """The document of one conversation, with those of the others that it began."""
    lost, ids = list[Loss](), list[IdChange]()
    document = _document(conversation, every, root(), (lost, ids))
    return Written(json_document.write(document, indent=True) + b"\n", lost, ids, [])


def _document(
    conversation: Conversation, every: Sequence[Conversation], at: Address, told: _Told
) -> JsonObject:
    """The trajectory of a conversation; what it lacks and adds goes to `told`."""
    lost, ids = told
    thread = conversation.thread
    session = thread or f"crosswire-{conversation.digest[:16]}-{conversation.number}"
    if thread is None:
        lost.append(_added("session_id", child(at, "session_id")))
    steps = Steps(conversation, at)
    document: JsonObject = {
        "schema_version": VERSION,
        "session_id": session,
        "trajectory_id": session,
        "agent": _agent(conversation, at, lost),
        "steps": steps.written(),
    }
    lost += steps.losses
    ids += steps.id_map()
    inner = [one for one in every if _is_sub_agent(one) and _is_below(one, conversation)]
    if inner:
        place = child(at, "subagent_trajectories")
        document["subagent_trajectories"] = [
            _document(one, every, child(place, number), told)
            for number, one in enumerate(inner)
        ]
    return document


def _is_below(one: Conversation, above: Conversation) -> bool:
    return _number_above(one) == above.number and one is not above


def _agent(conversation: Conversation, at: Address, lost: list[Loss]) -> JsonObject:
    """Who acts: the program of the log, its model and its tools; settings have no place."""
    place = child(at, "agent")
    settings = {one.meaning or one.name: one for one in conversation.settings()}
    model = settings.pop("model", None)
    agent: JsonObject = {"name": conversation.traits.program or _UNKNOWN}
    agent["version"] = _text_of(settings.pop("version", None))
    if agent["name"] == _UNKNOWN:
        lost.append(_added("name", child(place, "name")))
    if agent["version"] == _UNKNOWN:
        lost.append(_added("version", child(place, "version")))
    if model is not None and isinstance(model.value, str):
        agent["model_name"] = model.value
    functions = [tool for tool in conversation.tools() if tool.kind in _DECLARED]
    tools: list[JsonValue] = [_tool(tool) for tool in functions]
    lost += [
        Loss(
            LossKind.DROPPED, "built-in-tool", tool.name or tool.kind, _NO_FIELD, tool.address
        )
        for tool in conversation.tools()
        if tool.kind not in _DECLARED
    ]
    if tools:
        agent["tool_definitions"] = tools
    lost += [
        Loss(LossKind.DROPPED, "not-in-shape", one.name, _NO_FIELD, one.address)
        for one in settings.values()
    ]
    return agent


def _text_of(setting: SettingPart | None) -> str:
    value = None if setting is None else setting.value
    return value if isinstance(value, str) and value else _UNKNOWN


def _tool(tool: ToolPart) -> JsonObject:
    """A declaration in the form of Chat Completions, as the format has them."""
    function: JsonObject = {"name": tool.name}
    if tool.description is not None:
        function["description"] = tool.description
    if tool.schema is not None:
        function["parameters"] = tool.schema
    return {"type": "function", "function": function}


def _added(what: str, target: Address) -> Loss:
    why = "A trajectory must have it, and the log does not say it."
    return Loss(LossKind.ADDED, "required-by-shape", what, why, target=target)
