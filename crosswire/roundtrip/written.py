"""A conversation as it was written in a format, and which part of it stands where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from crosswire.address import Address, ancestry, child, is_within, parent, rebase, root
from crosswire.model import JsonObject, JsonValue, Part
from crosswire.model.json_patch import tokens_below
from crosswire.model.json_values import object_or_empty
from crosswire.model.loss import Rendering
from crosswire.roundtrip.sidecar import place_of, read_body


class Written:
    """A rendering, read again, with the places of its messages, parts, settings and tools."""

    def __init__(self, rendering: Rendering) -> None:
        self.format = rendering.target
        self.payload: JsonObject = object_or_empty(rendering.payload)
        read = read_body(self.format, self.payload)
        self.messages: dict[Address, JsonValue] = {}
        self._parts: dict[Address, Part] = {}
        for message in read.messages:
            self.messages.setdefault(message.address, message.raw)
            self._parts |= {part.address: part for part in message.parts}
        self.settings_and_tools = {part.address: part for part in read.settings_and_tools}
        self._targets: dict[str | None, list[Address]] = defaultdict(list)
        for link in rendering.links:
            self._targets[link.node] += [] if link.target is None else [link.target]

    def _targets_of(self, nodes: Iterable[str]) -> list[Address]:
        return [target for node in nodes for target in self._targets.get(node, ())]

    def messages_of(self, nodes: Iterable[str]) -> set[Address]:
        """The messages that some parts of the conversation became."""
        targets = self._targets_of(nodes)
        return set(filter(None, (nearest(target, self.messages) for target in targets)))

    def part_of(self, node: str) -> Part | None:
        """The part that a part of the conversation became; None where it became several, or
        none."""
        places = set(self._targets_of([node]))
        return self._parts.get(places.pop()) if len(places) == 1 else None

    def settings_of(self, node: str) -> list[Address]:
        """The settings and tools that one of the conversation became."""
        places = (self._settings_at(target) for target in self._targets_of([node]))
        return list(dict.fromkeys(place for found in places for place in found))

    def _settings_at(self, target: Address) -> list[Address]:
        """The setting or tool that holds this place, or those that the place holds."""
        above = nearest(target, self.settings_and_tools)
        if above is not None:
            return [above]
        return [place for place in self.settings_and_tools if is_within(place, target)]


def nearest(target: Address, places: Collection[Address]) -> Address | None:
    """The nearest of some places that holds an address."""
    return next((above for above in ancestry(target) if above in places), None)


class PrunedBody:
    """A payload without the messages that a sidecar does not keep."""

    def __init__(
        self, written: Written, kept: Collection[Address], *, with_settings: bool
    ) -> None:
        self.format = written.format
        self.body = dict(written.payload)
        self._moved: dict[Address, Address] = {}
        """Where an element of a list stood -> where it stands now."""
        self._leave_out([place for place in written.messages if place not in kept])
        fields = set(map(_field, kept))
        if not with_settings and "" not in fields:
            self.body = {name: self.body[name] for name in self.body if name in fields}

    def _leave_out(self, places: Sequence[Address]) -> None:
        in_lists: dict[Address, set[Address]] = defaultdict(set)
        for place in places:
            in_lists[parent(place) or place].add(place)
        for above, gone in in_lists.items():
            tokens = tokens_below(above, root())
            items = self.body.get(tokens[0]) if len(tokens) == 1 else None
            if isinstance(items, list):
                self.body[tokens[0]] = self._without(items, above, gone)
                continue
            for field in map(_field, gone):
                self.body.pop(field, None)

    def _without(
        self, items: list[JsonValue], above: Address, gone: Collection[Address]
    ) -> list[JsonValue]:
        kept = [i for i in range(len(items)) if child(above, i) not in gone]
        self._moved |= {child(above, old): child(above, new) for new, old in enumerate(kept)}
        return [items[i] for i in kept]

    def place(self, address: Address) -> str:
        """Where what stands at an address of the whole payload stands in the sidecar."""
        old = nearest(address, self._moved)
        new = address if old is None else rebase(address, old, self._moved[old])
        return place_of(self.format, new)


def _field(address: Address) -> str:
    """The top-level field that an address lies in; empty for the whole document."""
    return next(iter(tokens_below(address, root())), "")
