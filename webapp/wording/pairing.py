"""How calls and results belong together, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.readmodel.connectors import Strand
from webapp.readmodel.invisible import spelt

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
    how, state = row["how"], row["state"]
    is_call = (end or row.get("end") or row.get("kind") or "call") == "call"
    if state == "not shown":
        return "one item, no result shown"
    if state == "likely":
        return "no result" if is_call else "answers no call"
    if how == "duplicate":
        return f"answers call {row['call']} once more"
    if how == "ambiguous":
        return f"ambiguous, several {'' if is_call else 'calls '}may fit"
    return ", ".join(filter(None, [_HOW.get(how, ""), _STATES.get(state, "")]))


def strand_words(strand: Strand, row: int, tied: Mapping[str, Any]) -> str:
    """What the connector between a call and its result says at one of its ends: in row `row`,
    which is paired as `tied` says."""
    tool = spelt(tied["label"]) or "a tool"
    if strand["at"] == "call":
        end = f"Call {strand['call']} of {tool}"
    else:
        end = f"Result of {tool}, call {strand['call']}"
    if strand["quality"] == "sure":
        state = "paired by id"
    elif strand["quality"] == "broken" and strand["at"] == "call":
        state = "a result that may be meant for it"
    else:
        state = state_words(tied, strand["at"])
    distance = (strand["other"] or 0) - row
    if not distance:
        return f"{end}: {state}, in this row"
    rows = "row" if abs(distance) == 1 else "rows"
    return f"{end}: {state}, {abs(distance)} {rows} {'on' if distance > 0 else 'back'}"


def card_label(cell: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    """What a screen reader says of a call or a result."""
    if cell["kind"] == "call":
        subject = (
            f"Call {row['call'] or ''} of {spelt(cell['name']) or 'a tool without a name'}"
        )
    elif row["call"]:
        tool = spelt(cell["name"] or row["label"]) or "a tool"
        subject = f"Result of {tool}, call {row['call']}"
    else:
        subject = (spelt(row["label"]) or "Report") if row["how"] == "report" else "Result"
    return f"{subject}, {state_words(row)}"


def call_state(call: Any) -> str:
    """How a stored call is paired: `tables.CallRow`."""
    return state_words({"how": call.how, "state": call.state, "call": call.number}, "call")


def became_words(tied: Mapping[str, Any], place: str = "") -> str:
    """What a fix changed in the pairing of a call or a result, whose other end stands at a
    place; empty if nothing."""
    if tied["became"] == "answer":
        return f"answers the call at {place}" if place else f"answers call {tied['call']}"
    if tied["became"] == "alone" and tied["end"] == "result":
        return "answers no call"
    return _BECAME.get((tied["became"], tied["end"]), "")
