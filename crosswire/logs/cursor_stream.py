"""What a command line writes while an agent works, with calls in lines of their own.

{type: tool_call, subtype: started | completed, call_id, tool_call{readToolCall{args, result}}}
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import child
from crosswire.logs.sessions.blocks import Blocks
from crosswire.logs.sessions.kinds import Call, Result
from crosswire.logs.sessions.lines import Line
from crosswire.logs.sessions.thread import Thread
from crosswire.logs.shared.own_results import NOT_RECORDED, Beside
from crosswire.model import JsonObject, JsonValue, ReasoningPart, ToolCallPart
from crosswire.model.json_values import object_or_empty, text_or_empty, text_or_none
from crosswire.tools import arguments

_IDS = Blocks({})
_CALL = Call(id="call_id", name="call_id", arguments="tool_call.function.arguments")
_RESULT = Result(id="call_id", content="")
_SUFFIX = "ToolCall"
_FAILED = frozenset({"error", "rejected", "failure", "permissionDenied"})
"""What stands in a result in place of `success`."""


def is_call(line: JsonObject) -> bool:
    """Whether a line tells of a call."""
    told = line.get("type") == "tool_call" and isinstance(line.get("tool_call"), dict)
    return told and isinstance(line.get("call_id"), str)


def calls_in(lines: Sequence[JsonObject]) -> bool:
    """Whether lines are of a stream, and not of a transcript."""
    return any(map(is_call, lines))


Asked = dict[str, JsonValue]
"""The id of a call -> what came back, as far as that was told."""


def read_call(line: Line, thread: Thread, asked: Asked) -> None:
    """A call where it is told of first, and its result where it has one; what a harness writes
    down once more is no other."""
    name, held = _told(line)
    id = str(line.raw["call_id"])
    if id not in asked:
        asked[id] = None
        call = _IDS.call(line.raw, line.at, _CALL)
        if "args" in held.raw:
            call.arguments = arguments.from_value(held.raw["args"], child(held.at, "args"))
        call.name, call.extras = name, None
        thread.say("assistant", line, [call])
    else:
        thread.into.set_aside.append(line.raw)
    result = object_or_empty(held.raw.get("result"))
    if result and asked[id] == result:
        return
    if result or line.raw.get("subtype") == "completed":
        asked[id] = result
        part = _IDS.result(line.raw, line.at, _RESULT)
        part.content = _IDS.returned(held.raw.get("result"), child(held.at, "result"))
        part.is_error, part.extras = bool(_FAILED & result.keys()), None
        thread.say("tool", line, [part])


def read_thought(line: Line, thread: Thread) -> None:
    """A piece of what it thought."""
    said = text_or_empty(line.raw.get("text"))
    part = ReasoningPart(address=child(line.at, "text"), raw=said, text=said)
    thread.say("assistant", line, [part])


def _told(line: Line) -> tuple[str, Line]:
    """The name of the tool, and the object with its arguments and its result."""
    told, at = object_or_empty(line.raw["tool_call"]), child(line.at, "tool_call")
    for key, value in told.items():
        if isinstance(value, dict):
            held = Line(value, child(at, key))
            if key == "function":
                return text_or_none(value.get("name")) or key, held
            return key.removesuffix(_SUFFIX), held
    return "", Line({}, at)


def lost(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    """The line of a result that was not recorded."""
    told = object_or_empty(beside.line.get("tool_call"))
    if not is_call(beside.line) or text_or_none(beside.line["call_id"]) != call.call_id.value:
        return None
    failed: JsonObject = {"error": {"errorMessage": NOT_RECORDED}}
    ended: JsonObject = {
        key: {**value, "result": failed} if isinstance(value, dict) else value
        for key, value in told.items()
    }
    return {**beside.line, "subtype": "completed", "tool_call": ended}
