"""Ids, names and calls as they stand in the messages of findings."""

from __future__ import annotations

import re

from crosswire.counting import counted
from crosswire.model import ToolCallPart
from crosswire.rules.evidence import FaultyId


def quoted(text: str | None, max_length: int = 60) -> str:
    """An id or a name, quoted, and cut where it is long; none is as an empty one."""
    value = text or ""
    if len(value) <= max_length:
        return repr(value)
    return f"{value[:max_length]!r}… ({len(value)} characters)"


def tool_name(name: str | None) -> str:
    """The name of a tool: bare where it is a plain one, else quoted and cut."""
    if name and re.fullmatch(r"[\w.:/-]{1,64}", name):
        return name
    return quoted(name, 40) if name else "a tool without a name"


def call_name(call: ToolCallPart) -> str:
    """A call by its id and its tool: `'call_abc' (get_weather)`."""
    if call.call_id.value is None:
        return f"to {tool_name(call.name)}"
    value = quoted(call.call_id.value)
    return f"{value} ({tool_name(call.name)})" if call.name else value


def plural(number: int, word: str) -> str:
    """`no results`, `1 result`, `2 results`."""
    return counted(number, word) if number else f"no {word}s"


def by_number(number: int, singular: str, plural: str) -> str:
    """A sentence about one thing, or else the one about several."""
    return singular if number == 1 else plural


def consequences(faulty: FaultyId) -> str:
    """What a faulty id leads to: calls that share it, and the other end that it was cut off
    from; empty where it leads to nothing."""
    return sharing(faulty) + likely_partner(faulty)


def sharing(faulty: FaultyId) -> str:
    """How many other calls share the faulty id; empty where none does."""
    if not faulty.sharers:
        return ""
    return by_number(
        faulty.sharers,
        " Another call of this turn has the same id.",
        f" {faulty.sharers} other calls of this turn have the same id.",
    )


def likely_partner(faulty: FaultyId) -> str:
    """The call or the result that the faulty id was cut off from, as far as one is likely."""
    end = faulty.end
    if not end.severed:
        return ""
    if end.call is None:
        return " No call of its turn is left that it could answer."
    if not faulty.on_call:
        return f" The call it most likely answers is {call_name(end.call)}."
    value = end.result.call_id.value if end.result is not None else None
    if value is None:
        return ""
    return f" Its result most likely is the one with the id {quoted(value)}."
