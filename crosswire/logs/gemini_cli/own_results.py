"""What stands in a call, as the program writes it, where no result of it was recorded."""

from __future__ import annotations

from collections.abc import Mapping

from crosswire.logs.shared.own_results import NOT_RECORDED, OwnResults
from crosswire.model import JsonObject, JsonValue, ToolCallPart


def _fields(call: ToolCallPart) -> Mapping[tuple[str, ...], JsonValue]:
    answer: JsonObject = {"name": call.name, "response": {"error": NOT_RECORDED}}
    if call.call_id.value is not None:
        answer = {"id": call.call_id.value, **answer}
    return {("status",): "error", ("result",): [{"functionResponse": answer}]}


RESULTS = OwnResults(fields=_fields)
