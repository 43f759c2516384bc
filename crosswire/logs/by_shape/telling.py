"""Tells in a sentence what a mapping took for what."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address
from crosswire.logs.by_shape.mapping import Mapping
from crosswire.logs.by_shape.patterns import Pattern, Step
from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.model.builder import ConversationBuilder


def told(mapping: Mapping, builders: Sequence[ConversationBuilder]) -> str:
    """Where messages stand, with the first message, call and result that were read."""
    whole = mapping.conversation
    above = () if whole is None else whole.steps
    lists = [_place((*above, *one.at.steps)) for one in mapping.messages]
    if whole is not None:
        lists[-1] += f", one conversation in {_place(above)}"
    found = {
        "message": (one.address for each in builders for one in each.messages),
        "call": _first(builders, ToolCallPart),
        "result": _first(builders, ToolResultPart),
    }
    firsts = [(name, next(iter(addresses), None)) for name, addresses in found.items()]
    places = [f"the first {name} is {at}" for name, at in firsts if at is not None]
    absent = [f"no {name}" for name, at in firsts if at is None]
    what = f"the mapping {mapping.name}" if mapping.name else "shape"
    return f"Read by {what}: messages in {', '.join(lists)}; {', '.join(places + absent)}."


def _place(steps: tuple[Step, ...]) -> str:
    return f"/{Pattern(steps).text}" if steps else "each document"


def _first(
    builders: Sequence[ConversationBuilder], kind: type[ToolCallPart] | type[ToolResultPart]
) -> list[Address]:
    for builder in builders:
        for message in builder.messages:
            for part in message.parts:
                if isinstance(part, kind):
                    return [part.address]
    return []
