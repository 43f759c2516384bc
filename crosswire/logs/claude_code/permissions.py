"""Who allowed or denied a call: told in the words of its result, and by what hooks decided."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from crosswire.address import child
from crosswire.logs.claude_code import attachments
from crosswire.logs.claude_code.lines import Line
from crosswire.model import Event, EventKind, ToolResultPart, text_of
from crosswire.model.json_values import object_or_empty, text_or_empty

_DENIED = "The user doesn't want to proceed with this tool use."
_DENIED_BY_RULE = re.compile(r"Permission to use [^\n]{1,200} has been denied")
_APPROVED = "User has approved your plan"
_NOT_GRANTED = re.compile(
    r"Claude requested permissions? to [^\n]{1,2000}haven't granted it yet"
)
_DECISIONS: Mapping[str, EventKind] = {"allow": "approved", "deny": "denied"}


def of_result(result: ToolResultPart, before: int) -> Iterator[Event]:
    """What the words of a result say of its call."""
    text = text_of(result.content)
    by = _denied_by(text) if result.is_error else None
    if by is not None:
        yield Event("denied", result.address, before, by)
    elif not result.is_error and text.startswith(_APPROVED):
        yield Event("approved", result.address, before)


def _denied_by(text: str) -> str | None:
    """Who kept a tool from being run: empty for the user; None where nobody did."""
    if text.startswith(_DENIED):
        return ""
    if _DENIED_BY_RULE.match(text):
        return "a rule"
    return "default, as nobody allowed it" if _NOT_GRANTED.match(text) else None


def of_hooks(beside: Iterable[tuple[int, Line]]) -> Iterator[Event]:
    """What hooks decided on calls."""
    for before, line in beside:
        if attachments.is_one(line.raw):
            said = object_or_empty(line.raw.get("attachment"))
            kind = _DECISIONS.get(text_or_empty(said.get("decision")))
            if said.get("type") == "hook_permission_decision" and kind is not None:
                hook = text_or_empty(said.get("hookEvent"))
                at = child(line.at, "attachment")
                yield Event(kind, at, before, f"the hook {hook}" if hook else "a hook")
