"""The line of a result, as the program writes it, for a call whose result was not recorded."""

from __future__ import annotations

from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, LineNames, OwnResults
from crosswire.model import JsonObject, ToolCallPart

_AS_THE_CALL = ("isSidechain", "userType", "cwd", "sessionId", "version", "gitBranch", "slug")
_AND = ("agentId", "timestamp")


def _line(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    if call.wire_type != "tool_use" or call.call_id.value is None:
        return None
    block: JsonObject = {
        "type": "tool_result",
        "content": NOT_RECORDED,
        "is_error": True,
        "tool_use_id": call.call_id.value,
    }
    return {
        "parentUuid": beside.line.get("uuid"),
        **beside.fields(*_AS_THE_CALL, *_AND),
        "type": "user",
        "message": {"role": "user", "content": [block]},
        "uuid": beside.uuid,
        "toolUseResult": f"Error: {NOT_RECORDED}",
    }


RESULTS = OwnResults(
    element=_line,
    names=LineNames("uuid", "parentUuid", shared=("sessionId", "isSidechain", "agentId")),
)
