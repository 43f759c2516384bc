"""Tells whether lines are of a rollout."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.formats.protocol import Recognition
from crosswire.logs.codex_rollout.names import ENVELOPES, ITEM
from crosswire.logs.sessions.fields import word
from crosswire.logs.sessions.lines import sample
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import text_or_empty

_BARE = (
    "tool_call",
    "tool_result",
    "function_call",
    "function_result",
    "function_call_output",
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    lines = sample(documents)
    wrapped = [line for line in lines if _is_wrapped(line)]
    kinds = {text_or_empty(line.get("type")) for line in wrapped}
    is_sure = bool(kinds & {"session_meta", ITEM})
    if is_sure or (wrapped and 2 * len(wrapped) >= len(lines)):
        sure = 0.97 if is_sure else 0.8
        named = ", ".join(f"`{kind}`" for kind in sorted(kinds))
        return Recognition("messages", sure, f"Lines with a `payload` of the types {named}.")
    why = "Items without an envelope, as the first versions of the program wrote them."
    if lines and _has_header(lines):
        return Recognition("messages", 0.95, why)
    return Recognition("messages", 0.85, why) if lines and _lacks_ids(lines) else None


def _is_wrapped(line: JsonObject) -> bool:
    return word(line, "type") in ENVELOPES and isinstance(line.get("payload"), dict)


def _has_header(lines: Sequence[JsonObject]) -> bool:
    """Whether a header of a session stands before bare items."""
    heads = [number for number, line in enumerate(lines) if _is_header(line)]
    return bool(heads) and any("type" in line for line in lines[heads[0] + 1 :])


def _is_header(line: JsonObject) -> bool:
    is_bare = not {"type", "role"} & line.keys() and {"id", "timestamp"} <= line.keys()
    return is_bare and ("instructions" in line or "git" in line)


def _lacks_ids(lines: Sequence[JsonObject]) -> bool:
    """Whether calls name their function in an object, and have no ids."""
    timed = any("timestamp" in line or "created_at" in line for line in lines)
    bare = [line for line in lines if word(line, "type") in _BARE]
    without = [line for line in bare if not {"call_id", "id", "tool_call_id"} & line.keys()]
    named = any(isinstance(line.get("function"), dict) for line in without)
    return timed and named and any(text_or_empty(line.get("role")) for line in lines)
