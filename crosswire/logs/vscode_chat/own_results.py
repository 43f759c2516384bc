"""The result of a call, as the editor keeps it beside the rounds of calls, for a call whose
result was not recorded."""

from __future__ import annotations

import re

from crosswire.address import Address, child
from crosswire.logs.shared.own_results import NOT_RECORDED, OwnResults
from crosswire.model import JsonObject, ToolCallPart

_CALL = re.compile(r"(.*)/toolCallRounds/\d+/toolCalls/\d+", re.DOTALL)


def _result(call: ToolCallPart) -> tuple[Address, JsonObject] | None:
    beside = _CALL.fullmatch(call.address)
    if beside is None or call.call_id.value is None:
        return None
    # The editor's own class of texts, whose name stands in the file as a number.
    result: JsonObject = {"$mid": 20, "content": [{"$mid": 21, "value": NOT_RECORDED}]}
    return child(Address(beside[1]), "toolCallResults"), result


RESULTS = OwnResults(by_id=_result)
