"""What happened in the midst of a request, as its own blocks tell it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from crosswire.address import Address
from crosswire.model import JsonObject, OpaquePart, Part, TextPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.event import Event, EventKind
from crosswire.model.json_values import type_of

Telling: TypeAlias = Mapping[str, tuple[EventKind, Callable[[JsonObject], str]]]
"""A type of block -> what it tells, and the detail of that in the block's words."""


def no_detail(block: JsonObject) -> str:
    """For a block that says nothing beside its type."""
    return ""


def note_events(into: ConversationBuilder, first: int, telling: Telling) -> None:
    """Note what the blocks of the messages from this one on tell."""
    for number in range(first, len(into.messages)):
        for part in filter(_may_tell, into.messages[number].parts):
            raw = part.raw if isinstance(part.raw, dict) else {}
            found = telling.get(type_of(raw) or "")
            if found is not None:
                kind, detail = found
                into.events.append(_event(into, kind, part.address, number, detail(raw)))


def _may_tell(part: Part) -> bool:
    """Whether a part is a block of its own kind; most texts say at a glance that they are
    none."""
    return isinstance(part, OpaquePart) or (
        isinstance(part, TextPart) and part.extras is not None
    )


def _event(
    into: ConversationBuilder, kind: EventKind, at: Address, number: int, detail: str
) -> Event:
    if kind != "compaction":
        return Event(kind, at, number, detail)
    said = [one for one in into.messages[:number] if one.role not in ("system", "developer")]
    replaced = (said[0].address, said[-1].address) if said else None
    by = into.messages[number].address
    return Event(kind, at, number, detail, replaced_by=by, replaced=replaced)
