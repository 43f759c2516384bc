"""What stands in a part, as the program writes it, where no result of its call was
recorded."""

from __future__ import annotations

from collections.abc import Mapping

from crosswire.logs.shared.own_results import NOT_RECORDED, OwnResults
from crosswire.model import JsonObject, JsonValue, ToolCallPart
from crosswire.model.json_values import text_or_none, value_at


def _fields(call: ToolCallPart) -> Mapping[tuple[str, ...], JsonValue]:
    return {("state", "status"): "error", ("state", "error"): NOT_RECORDED}


def _part(line: JsonObject) -> str | None:
    return text_or_none(value_at(line, "properties", "part", "id"))


RESULTS = OwnResults(fields=_fields, retold=_part)
