"""The result in the state of a call."""

from __future__ import annotations

from crosswire.address import child
from crosswire.logs.opencode.names import BLOCKS, CALL, RESULT
from crosswire.logs.sessions.fields import word
from crosswire.logs.sessions.lines import Line
from crosswire.model import ToolResultPart

_ENDED = ("completed", "success", "error")


def result_of(line: Line, state: Line) -> ToolResultPart | None:
    """The result in the state of a call, where there is one."""
    ended = word(state.raw, "status") in _ENDED or state.raw.get("output") is not None
    if not ended:
        return None
    result = BLOCKS.result(state.raw, state.at, RESULT)
    call = BLOCKS.call(line.raw, line.at, CALL)
    result.call_id, result.name, result.wire_type = call.call_id, call.name, "tool"
    result.extras = None
    result.content += BLOCKS.parts(
        state.raw.get("attachments"), child(state.at, "attachments")
    )
    return result
