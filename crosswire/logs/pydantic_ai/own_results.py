"""The request with a result, as the library writes it, for a call whose result was not
recorded."""

from __future__ import annotations

from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import JsonObject, ToolCallPart


def _request(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    if call.call_id.value is None:
        return None
    part: JsonObject = {
        "tool_name": call.name,
        "content": NOT_RECORDED,
        "tool_call_id": call.call_id.value,
        **beside.fields("timestamp"),
        "part_kind": "tool-return",
    }
    return {"parts": [part], "kind": "request"}


RESULTS = OwnResults(element=_request)
