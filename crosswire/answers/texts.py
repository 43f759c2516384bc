"""A cause as plain texts, for terminals and reports of tests: what is wrong, in whose words,
where, and what mends it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from crosswire.address import Address, is_within, split, unescape
from crosswire.answers.cause import Cause
from crosswire.answers.changed_text import ChangedLines, Line, changed_lines
from crosswire.containers import Data
from crosswire.counting import counted
from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.reading import Log
from crosswire.rules import said_by

MOST_CHANGES = 4
"""Changes of one cause that are shown; the others are counted."""


class CauseTexts(Struct, frozen=True):
    """One cause, each of its sides as text."""

    cause: str
    """What is wrong, with the rule that says so."""
    place: str
    """Where, as a program writes it: `messages[2].tool_call_id`; with the call's id."""
    says: str
    """What the provider answers; empty where its words are not known."""
    cure: tuple[str, ...]
    """Lines that go (`- `) and come (`+ `), or else what one can do by hand."""


def cause_texts(cause: Cause, conversation: Conversation, log: Log, data: Data) -> CauseTexts:
    """The sides of a cause of a conversation that was read from `data`."""
    lead = cause.lead
    place = place_in_code(lead.address, conversation)
    id = _id_at(lead.node, conversation)
    return CauseTexts(
        f"{lead.message} ({lead.code} {lead.name})",
        f"{place} (id {id})" if id else place,
        _said(cause),
        tuple(_cure(cause, log, data)),
    )


def cure_in_short(cause: Cause) -> str:
    """What mends it, on a line: the first change, or else the first step by hand."""
    if not cause.changes:
        return next(iter(cause.by_hand), "")
    change = cause.changes[0]
    more = len(cause.changes) - 1
    and_more = f" and {more} more" if more else ""
    if isinstance(change.before, str) and isinstance(change.after, str):
        return f"write {change.after!r} for {change.before!r}{and_more}"
    return f"{change.why}{and_more}"


def place_in_code(address: Address, conversation: Conversation) -> str:
    """A place below the body that it stands in, as a program names it."""
    entry = conversation.read_from
    above = [one for one in (entry.places if entry else ()) if is_within(address, one)]
    # A list of messages has a place for each of them, below which nothing tells which it is.
    bodies = [] if entry is not None and entry.shape == "messages" else above
    cut = max(map(len, bodies), default=len(address.partition(":")[0]) + 1)
    keys = split(Address(f"0:{address[cut:]}")).levels[-1]
    steps = (f"[{key}]" if key.isdigit() else f".{unescape(key)}" for key in keys)
    path = "".join(steps).lstrip(".")
    return f"messages{path}" if path.startswith("[") else path or "the whole"


def _id_at(node: str, conversation: Conversation) -> str | None:
    for _, part in conversation.parts():
        if part.key == node and isinstance(part, (ToolCallPart, ToolResultPart)):
            return part.call_id.value
    return None


def _said(cause: Cause) -> str:
    refusal = cause.refusal
    if refusal is None or not cause.says:
        return ""
    status = f" {refusal.ground.status}" if refusal.ground.status else ""
    return f"{said_by(refusal)} answers{status}: {cause.says}"


def _cure(cause: Cause, log: Log, data: Data) -> Iterator[str]:
    for changed in changed_lines(log, data, cause.changes[:MOST_CHANGES]):
        yield from _diff(changed)
    if more := len(cause.changes[MOST_CHANGES:]):
        yield f"  and {counted(more, 'more change')}"
    if not cause.changes or not cause.is_fixed:
        yield from (f"  {step}" for step in cause.by_hand)


def _diff(changed: ChangedLines) -> Iterator[str]:
    if changed.old is None and changed.new is None:
        yield f"  {changed.change.why}"
    if changed.old is not None:
        yield f"- {_whole(changed.old)}"
    if changed.new is not None:
        yield f"+ {_whole(changed.new)}"


def _whole(line: Line) -> str:
    """On one line, as a change of several would look like several changes."""
    return " ".join(f"{line.before}{line.changed}{line.after}".split())
