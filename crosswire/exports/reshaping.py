"""A payload of which only some goes into a file: what is taken out, from which part, and where
the rest is."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator

from msgspec.structs import replace

from crosswire.address import Address, ancestry, child, escape, is_within, root, split
from crosswire.cached_property import cached_property
from crosswire.exports.export import Export
from crosswire.model import (
    JsonValue,
    MediaPart,
    Message,
    Part,
    ReasoningPart,
    SettingPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.loss import Loss, LossKind

Place = tuple[str, ...]
"""The tokens of a place in the payload, escaped as in addresses."""


def place_of(*tokens: str | int) -> Place:
    return tuple(map(escape, tokens))


class Reshaping:
    """Takes places out of a payload, or puts plain text there; the payload itself stays as it
    is."""

    def __init__(self, export: Export, why: str) -> None:
        self.export = export
        self.why = why
        """A sentence for everything that has no reason of its own."""
        self.losses: list[Loss] = []
        self._told: set[str] = set()
        self._removed: set[Place] = set()
        self._replaced: dict[Place, JsonValue] = {}
        self._above: set[Place] = set()
        self._gaps: dict[Place, list[int]] = defaultdict(list)

    def remove(
        self, *tokens: str | int, code: str = "not-in-shape", why: str | None = None
    ) -> None:
        """Leave out a place, and record a loss for each part that it is of."""
        place = place_of(*tokens)
        self._removed.add(place)
        self._touch(place)
        if isinstance(tokens[-1], int):
            self._gaps[place[:-1]].append(tokens[-1])
        for what, source in self._owners(child(root(), *tokens), tokens[-1]):
            if source is not None:  # else the rendering had added it
                self.losses.append(Loss(LossKind.DROPPED, code, what, why or self.why, source))

    def replace(self, *tokens: str | int, value: JsonValue) -> None:
        """Replace a value by another one of the same meaning."""
        place = place_of(*tokens)
        self._replaced[place] = value
        self._touch(place)

    def changed(self, *tokens: str | int, code: str, what: str, why: str) -> None:
        """Record that a reader of the file gets less, or something else, at a place."""
        at = child(root(), *tokens)
        source = next((source for _, source in self._owners(at, tokens[-1], once=False)), None)
        self.losses.append(Loss(LossKind.CHANGED, code, what, why, source, at))

    def told(self) -> list[Loss]:
        """The losses, with their targets as they are now."""
        return [
            loss if loss.target is None else replace(loss, target=self.place(loss.target))
            for loss in self.losses
        ]

    def value(self) -> JsonValue:
        """The payload without the places that were left out."""
        return self._left(self.export.rendering.payload, ())

    def place(self, at: Address) -> Address | None:
        """The new place of a place of the payload; None where it was left out."""
        tokens = split(at).levels[0]
        if any(tokens[:depth] in self._removed for depth in range(1, len(tokens) + 1)):
            return None
        out: list[str] = []
        here: Place = ()
        for token in tokens:
            gaps = self._gaps.get(here, ())
            here = (*here, token)
            out.append(
                str(int(token) - sum(gap < int(token) for gap in gaps)) if gaps else token
            )
            if here in self._replaced:
                return Address(root() + "".join(f"/{one}" for one in out))
        beginning = root() + "".join(f"/{one}" for one in tokens)
        return Address(root() + "".join(f"/{one}" for one in out) + at[len(beginning) :])

    def _touch(self, place: Place) -> None:
        self._above.update(place[:depth] for depth in range(len(place)))

    def _left(self, value: JsonValue, here: Place) -> JsonValue:
        if here in self._replaced:
            return self._replaced[here]
        if here not in self._above:
            return value
        if isinstance(value, dict):
            inside = ((name, item, (*here, escape(name))) for name, item in value.items())
            return {
                name: self._left(item, at)
                for name, item, at in inside
                if at not in self._removed
            }
        if isinstance(value, list):
            steps = ((item, (*here, str(n))) for n, item in enumerate(value))
            return [self._left(item, at) for item, at in steps if at not in self._removed]
        return value

    def _owners(
        self, at: Address, token: str | int, *, once: bool = True
    ) -> Iterator[tuple[str, Address | None]]:
        """The value at a place in words, and its source in the upload."""
        found = False
        for key in self._linked_below(at):
            node = self.export.nodes.get(key)
            if node is not None and not isinstance(node, Message):
                found = True
                if not once or key not in self._told:
                    self._told.add(key)
                    yield words_of(node), node.address
        if not found:
            yield str(token), self._source_above(at)

    def _linked_below(self, at: Address) -> Iterator[str]:
        """Keys of the nodes at a place or in it."""
        targets = self._targets
        for target, key in targets[bisect_left(targets, (at, "")) :]:
            if not target.startswith(at):
                return
            if is_within(target, at):
                yield key

    def _source_above(self, at: Address) -> Address | None:
        """Where that came from of which this is a field."""
        targets = self._targets
        for above in ancestry(at):
            position = bisect_left(targets, (above, ""))
            if position < len(targets) and targets[position][0] == above:
                return self.export.nodes[targets[position][1]].address
        return None

    @cached_property
    def _targets(self) -> list[tuple[str, str]]:
        """Places of the payload with the keys of the nodes that are linked there, sorted."""
        links = self.export.rendering.links
        return sorted((one.target, one.node) for one in links if one.target and one.node)


def words_of(part: Part) -> str:
    """What a part is, in a few words."""
    match part:
        case SettingPart() | ToolPart():
            kind = "tool" if isinstance(part, ToolPart) else "setting"
            return f"{kind} {part.name}"
        case ToolCallPart():
            return f"call of {part.name}"
        case ToolResultPart():
            return "tool result"
        case MediaPart():
            return part.mime_type or part.media
        case ReasoningPart():
            return "reasoning"
    return type(part).__name__.removesuffix("Part").lower()
