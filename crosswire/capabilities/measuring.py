"""Whether a format holds a feature: found out by writing a specimen in it, never by a table of
words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache

from msgspec import Struct

from crosswire.capabilities.feature import Feature, Specimen
from crosswire.conversion import render
from crosswire.model import Conversation
from crosswire.model.loss import IdChange, Loss, LossKind, NameChange
from crosswire.reading.loading import parse


class State(StrEnum):
    HELD = "held"
    """It is in the payload, with the same meaning."""
    CHANGED = "changed"
    """It is there in other words, or without a piece of it."""
    MOVED = "moved"
    """It is there at another place of the conversation."""
    LOST = "lost"
    """It is not there, or only as a line about it."""


class Outcome(Struct, frozen=True):
    """The outcome of a specimen in a format."""

    feature: Feature
    specimen: Specimen
    target: str
    state: State
    losses: tuple[Loss, ...]
    """The losses that are about the feature."""
    ids: tuple[IdChange, ...]
    names: tuple[NameChange, ...]

    @property
    def own(self) -> bool:
        """Whether the specimen is in the target's own words."""
        return self.specimen.format == self.target

    @property
    def because(self) -> tuple[str, ...]:
        """Why it is not held, in the words of the rendering."""
        lines = [
            *map(_why, self.losses),
            *(
                f"id {one.how}: {one.logged or 'none'} → {one.written}: {one.why}."
                for one in self.ids
            ),
            *(
                f"name {one.how}: {one.logged} → {one.written}: {one.why}."
                for one in self.names
            ),
        ]
        return tuple(dict.fromkeys(lines))


class Holding(Struct, frozen=True):
    """How a format holds a feature: in its own form, and in the forms of other formats."""

    feature: Feature
    format: str
    own: Outcome | None
    """None where the format has no words of its own for it."""
    others: tuple[Outcome, ...]

    @property
    def best(self) -> Outcome:
        """The one that a table shows: its own, or else that of the first specimen."""
        return self.own or self.others[0]

    @property
    def of_others(self) -> dict[State, int]:
        """How many of the others' forms are held, changed, moved and lost."""
        counts = {state: sum(one.state is state for one in self.others) for state in State}
        return {state: count for state, count in counts.items() if count}


def read(specimen: Specimen) -> Conversation:
    return parse(specimen.body, specimen.format)[0]


@cache
def outcome(feature: Feature, specimen: Specimen, target: str) -> Outcome:
    """Write a specimen in a format, and look for losses of the feature."""
    rendering = render(read(specimen), target)
    places = tuple(f"0:{pointer}" for pointer in specimen.at)
    losses = tuple(loss for loss in rendering.losses if _concerns(loss, places))
    ids = tuple(change for change in rendering.id_map if _meets([change.source], places))
    names = tuple(change for change in rendering.name_map if _meets(change.sources, places))
    return Outcome(
        feature, specimen, target, _state(losses, ids, names, places), losses, ids, names
    )


def holding(feature: Feature, format: str) -> Holding:
    """How a format holds a feature, written in any format."""
    found = [outcome(feature, specimen, format) for specimen in feature.specimens]
    own = next((one for one in found if one.own), None)
    return Holding(feature, format, own, tuple(one for one in found if not one.own))


def _state(
    losses: Sequence[Loss],
    ids: Sequence[IdChange],
    names: Sequence[NameChange],
    places: Sequence[str],
) -> State:
    gone = [loss.source for loss in losses if loss.kind is LossKind.DROPPED]
    if all(any(_inside(place, source) for source in gone if source) for place in places):
        return State.LOST
    kinds = {loss.kind for loss in losses}
    if kinds - {LossKind.MOVED} or ids or names:
        return State.CHANGED
    return State.MOVED if kinds else State.HELD


def _concerns(loss: Loss, places: Sequence[str]) -> bool:
    if loss.source is None or loss.kind is LossKind.ADDED:
        return False
    # What is dropped takes along all that stands in it; other losses speak of their place
    # alone.
    around = loss.kind is LossKind.DROPPED and any(
        _inside(place, loss.source) for place in places
    )
    return around or any(_inside(loss.source, place) for place in places)


def _meets(sources: Iterable[str | None], places: Sequence[str]) -> bool:
    """Whether a place is that of a part, or inside one."""
    return any(
        source is not None and (_inside(source, place) or _inside(place, source))
        for source in sources
        for place in places
    )


def _inside(address: str, place: str) -> bool:
    return address == place or (address.startswith(place) and address[len(place)] in "/!@")


def _why(loss: Loss) -> str:
    instead = f" Instead: {loss.fallback}" if loss.fallback else ""
    return f"{loss.kind.value}: {loss.what}: {loss.why}{instead}"
