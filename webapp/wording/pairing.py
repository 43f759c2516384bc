"""How calls and results belong together, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_HOW = {
    "by_id": "paired",
    "by_position": "paired by position",
    "by_name": "paired by name",
    "embedded": "result in the same item",
    "pending": "pending, no result yet",
    "missing": "no result",
    "orphan": "answers no call",
    "report": "report, no call expected",
}
_STATES = {"late": "late", "result first": "result before its call"}
_BECAME = {("answered", "call"): "answered", ("alone", "call"): "without a result"}


def state_words(row: Mapping[str, Any], end: str = "") -> str:
    """How a call or a result is paired: of a row, an entry of the list of calls, or a tie
    after a repair."""
    how, state, end = (
        row["how"],
        row["state"],
        end or row.get("end") or row.get("kind") or "call",
    )
    if state == "not shown":
        return "one item, no result shown"
    if state == "likely":
        if end == "call":
            return "no result with its id"
        return f"answers no call; likely call {row['likely_call']}"
    if how == "duplicate":
        return f"answers call {row['call']} once more"
    if how == "ambiguous":
        return (
            "ambiguous, several may fit"
            if end == "call"
            else ("ambiguous, several calls may fit")
        )
    return ", ".join(filter(None, [_HOW.get(how, ""), _STATES.get(state, "")]))


def call_state(call: Any) -> str:
    """How a stored call is paired: `tables.CallRow`."""
    return state_words({"how": call.how, "state": call.state, "call": call.number}, "call")


def became_words(tied: Mapping[str, Any]) -> str:
    """What a repair made another thing of a call or a result; empty where it is as it was."""
    if tied["became"] == "answer":
        return f"answers call {tied['call']}"
    if tied["became"] == "alone" and tied["end"] == "result":
        return "answers no call"
    return _BECAME.get((tied["became"], tied["end"]), "")
