"""What came back in a step: results of its calls, what the environment said, and agents that
were begun."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.shared.keyed_blocks import content_of
from crosswire.model import JsonObject, Message, ThreadEdge, ToolCallPart, ToolResultPart
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.call_id import no_call_id, read_call_id
from crosswire.model.json_values import objects_in, text_field


def read_result(
    result: JsonObject,
    at: Address,
    into: ConversationBuilder,
    called: list[ToolCallPart],
    step: Message,
) -> None:
    """What came back; without a call it is what the environment said."""
    content = content_of(result.get("content"), child(at, "content"))
    for i, reference in enumerate(objects_in(result.get("subagent_trajectory_ref"))):
        place = child(at, "subagent_trajectory_ref", i)
        _start(reference, _begun_by(result, called) or place, into)
    id = result.get("source_call_id")
    if id is None and not called:
        if content:
            said = into.message("user", at, result, content)
            said.timestamp, said.timestamp_at = step.timestamp, step.timestamp_at
        else:
            into.set_aside.append(result)
        return
    address = child(at, "source_call_id")
    part = ToolResultPart(
        address=at,
        raw=result,
        call_id=no_call_id() if id is None else read_call_id(id, address=address),
        wire_type="observation",
        content=content,
        name=called[0].name if id is None and len(called) == 1 else None,
        extras=extras_of(
            result,
            frozenset({"source_call_id", "content", "subagent_trajectory_ref", "extra"}),
        ),
    )
    message = into.message("tool", at, result, [part])
    message.timestamp, message.timestamp_at = step.timestamp, step.timestamp_at


def _begun_by(result: JsonObject, called: list[ToolCallPart]) -> Address | None:
    id = result.get("source_call_id")
    if id is None and len(called) == 1:
        return called[0].address
    return next((call.address for call in called if call.call_id.value == id), None)


def _start(reference: JsonObject, at: Address, into: ConversationBuilder) -> None:
    named = (text_field(reference, key) for key in ("trajectory_id", "session_id"))
    thread = next(filter(None, named), None)
    path = text_field(reference, "trajectory_path")
    if thread or path:
        edge = ThreadEdge("sub-agent", thread or "", here=at, path=path or "")
        into.starts.append(edge)
