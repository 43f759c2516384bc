"""The event of a result, as the framework writes it, for a call whose result was not
recorded; of a database of version 1 the row with it. What rows of version 0 have to hold only
the program can write (`actions`), so that none is put in there."""

from __future__ import annotations

from crosswire.logs.adk.rows import EVENT, is_row, next_moment
from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import JsonObject, ToolCallPart
from crosswire.model.json_values import object_or_empty

_ABOUT = ("invocation_id", "invocationId", "author", "timestamp", "branch")
_COLUMNS = ("app_name", "user_id", "session_id", "invocation_id", "timestamp")


def _event(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    if EVENT in beside.line and is_row(beside.line):
        return _row(call, beside)
    if "author" not in beside.line or is_row(beside.line):
        return None
    in_python = "function_call" in object_or_empty(call.raw)
    given: JsonObject = {"name": call.name, "response": {"error": NOT_RECORDED}}
    if call.call_id.value is not None:
        given = {"id": call.call_id.value, **given}
    part: JsonObject = {"function_response" if in_python else "functionResponse": given}
    content: JsonObject = {"role": "user", "parts": [part]}
    return {"content": content, **beside.fields(*_ABOUT), "id": beside.uuid}


def _row(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    asked = object_or_empty(beside.line[EVENT])
    event = _event(call, Beside(asked, beside.hexadecimal))
    if event is None:
        return None
    row: JsonObject = {"id": beside.uuid, **beside.fields(*_COLUMNS), EVENT: event}
    for written in (row, event):
        if "timestamp" in written:
            written["timestamp"] = next_moment(written["timestamp"])
    return row


RESULTS = OwnResults(element=_event)
