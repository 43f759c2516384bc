"""The result of a call, as the editor keeps it beside the rounds of calls, for a call whose
result was not recorded; where results were set one by one, the change that sets it."""

from __future__ import annotations

import re

from crosswire.address import Address, child
from crosswire.logs.shared.own_results import NOT_RECORDED, OwnResults
from crosswire.logs.vscode_chat.replaying import SET
from crosswire.model import JsonObject, ToolCallPart
from crosswire.model.json_values import list_or_empty

_RESULTS = "toolCallResults"
_ANSWER = 2
"""How many steps lead to an answer: `requests`, and its number."""
_CALL = re.compile(r"(.*)/toolCallRounds/\d+/toolCalls/\d+", re.DOTALL)


def _result(call: ToolCallPart) -> tuple[Address, JsonObject] | None:
    beside = _CALL.fullmatch(call.address)
    if beside is None or call.call_id.value is None:
        return None
    return child(Address(beside[1]), _RESULTS), _not_recorded()


def _not_recorded() -> JsonObject:
    # The editor's own class of texts, whose name stands in the file as a number.
    return {"$mid": 20, "content": [{"$mid": 21, "value": NOT_RECORDED}]}


def _change(call: ToolCallPart, asked: JsonObject, line: JsonObject) -> JsonObject | None:
    """The change that sets a result in the object in which another one of the same answer was
    set; no change of the list of answers names which of them its calls are in."""
    way, own = list_or_empty(line.get("k")), list_or_empty(asked.get("k"))
    if line.get("kind") != SET or way[-2:-1] != [_RESULTS] or call.call_id.value is None:
        return None
    if len(own) < _ANSWER or way[:_ANSWER] != own[:_ANSWER]:
        return None
    return {"kind": SET, "k": [*way[:-1], call.call_id.value], "v": _not_recorded()}


RESULTS = OwnResults(by_id=_result, like=_change)
