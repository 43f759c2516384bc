"""What happened between messages, and what began there, in words."""

from __future__ import annotations

from webapp.readmodel.between import RowEvent, RowStart

_EVENTS = {
    "compaction": ("Compacted: a summary stands for all before", " ({})"),
    "compaction asked for": ("A compaction was asked for here", ""),
    "interrupt": ("Interrupted by the user", ""),
    "approved": ("A tool was approved", " by {}"),
    "denied": ("A tool was denied", " by {}"),
    "model changed": ("Model changed", " to {}"),
    "mode changed": ("Mode changed", " to {}"),
    "retry": ("The request was sent again", ", try {}"),
    "seam": ("A request begins here", ": {}"),
}
_BY_USER = {"approved": "The user approved a plan", "denied": "The user denied a tool"}
_STARTS = {
    "branch": "Branch {} leaves here",
    "fork": "Fork {} leaves here",
    "sub-agent": "Started sub-agent {}",
    "continuation": "Conversation {} goes on from here",
}
_BY_PROMPT = ", by its words alone"


def event_words(event: RowEvent) -> str:
    """What happened, with the log's own word where it has one."""
    if event["kind"] in _BY_USER and not event["detail"]:
        return _BY_USER[event["kind"]]
    words, more = _EVENTS[event["kind"]]
    return words + (more.format(event["detail"]) if event["detail"] else "")


def start_words(start: RowStart, name: str = "") -> str:
    """What began, with the name that its call gives it."""
    number = start["conversation"]
    words = _STARTS[start["relation"]].format(start["id"] if number is None else f"{number:,}")
    words += f": {name}" if name and start["relation"] == "sub-agent" else ""
    words += _BY_PROMPT if start["why"] == "prompt" else ""
    return words + (elsewhere_words(start["path"]) if number is None else "")


def elsewhere_words(path: str) -> str:
    """Of a conversation whose log was not uploaded: that, and which file it would be."""
    return ", whose log was not uploaded" + (f": it would be {path}" if path else "")
