"""What stands in a part, as the program writes it, where no result of its call was
recorded."""

from __future__ import annotations

from collections.abc import Mapping

from crosswire.logs.shared.own_results import NOT_RECORDED, OwnResults
from crosswire.model import JsonValue, ToolCallPart


def _fields(call: ToolCallPart) -> Mapping[tuple[str, ...], JsonValue]:
    return {("state", "status"): "error", ("state", "error"): NOT_RECORDED}


RESULTS = OwnResults(fields=_fields, retold=("properties", "part", "id"))
