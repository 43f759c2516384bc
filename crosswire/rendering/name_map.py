"""Tells of the tools whose names a rendering wrote differently, once all is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from crosswire.address import Address, ancestry
from crosswire.model import Part
from crosswire.model.loss import Loss, LossKind, NameChange
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.name_plan import parts_named

_Places = Mapping[str, Sequence[Address]]
"""Key of each part -> its places in the payload."""


def name_map(out: RenderingBuilder) -> list[NameChange]:
    """All changed names with their places; each rewritten one is among the losses too."""
    changes = out.names.changes
    if not out.with_links or not out.name_targets:
        return [changes[name] for name in out.name_targets]
    places = _places_of_parts(out)
    parts = parts_named(out.conversation, out.name_targets)
    found: list[NameChange] = []
    for name, targets in out.name_targets.items():
        sources = tuple(part.address for part in parts[name])
        written = tuple(_as_sources(targets, parts[name], places))
        change = replace(changes[name], sources=sources, targets=written)
        found.append(change)
        if change.how == "rewritten" and out.with_losses:
            out.losses.append(_lost(out, change, parts[name][0], places))
    return found


def _places_of_parts(out: RenderingBuilder) -> _Places:
    found: dict[str, list[Address]] = {}
    for link in out.links:
        if link.node is not None and link.target is not None:
            found.setdefault(link.node, []).append(link.target)
    return found


def _as_sources(
    targets: Sequence[Address], parts: Sequence[Part], places: _Places
) -> list[Address]:
    """Places of a name in the payload in the order of the parts that have it, the declaration
    first."""
    order = reversed(list(enumerate(parts)))
    numbers = {at: number for number, part in order for at in places.get(part.key, ())}

    def rank_of(at: Address) -> int:
        known = (numbers[above] for above in ancestry(at) if above in numbers)
        return next(known, len(parts))

    return sorted(targets, key=rank_of)


def _lost(out: RenderingBuilder, change: NameChange, first: Part, places: _Places) -> Loss:
    """The loss of a name, recorded once, at the first part that has the name."""
    around = places.get(first.key, ())
    there = (at for at in change.targets if any(at.startswith(place) for place in around))
    target = next(there, change.targets[0])
    why = (
        f"{out.title} does not take it: {change.why}. All that name the tool are "
        "written alike."
    )
    return Loss(
        LossKind.CHANGED,
        "tool-name",
        change.logged,
        why,
        first.address,
        target,
        change.written,
    )
