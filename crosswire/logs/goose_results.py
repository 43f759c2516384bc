"""The message of a result, as Goose writes it, for a call whose result was not recorded; of
rows of its database there is none, as only the program puts rows in."""

from __future__ import annotations

from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import JsonObject, ToolCallPart


def _message(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    if call.call_id.value is None or "content" not in beside.line:
        return None
    told: JsonObject = {"status": "error", "error": NOT_RECORDED}
    block: JsonObject = {"type": "toolResponse", "id": call.call_id.value, "toolResult": told}
    return {"role": "user", **beside.fields("created"), "content": [block]}


GOOSE_RESULTS = OwnResults(element=_message)
