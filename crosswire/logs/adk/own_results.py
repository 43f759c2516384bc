"""The event of a result, as the framework writes it, for a call whose result was not
recorded; of rows of its database there is none, as only the program puts rows in."""

from __future__ import annotations

from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import JsonObject, ToolCallPart
from crosswire.model.json_values import object_or_empty

_ABOUT = ("invocation_id", "invocationId", "author", "timestamp", "branch")


def _event(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    if "author" not in beside.line:
        return None
    in_python = "function_call" in object_or_empty(call.raw)
    given: JsonObject = {"name": call.name, "response": {"error": NOT_RECORDED}}
    if call.call_id.value is not None:
        given = {"id": call.call_id.value, **given}
    part: JsonObject = {"function_response" if in_python else "functionResponse": given}
    content: JsonObject = {"role": "user", "parts": [part]}
    return {"content": content, **beside.fields(*_ABOUT), "id": beside.uuid}


RESULTS = OwnResults(element=_event)
