"""Finds the parts of one message by a mapping, and puts them in order."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.address import Address, ancestry, child, is_within
from crosswire.logs.by_shape.mapping import Mapping
from crosswire.logs.by_shape.parts import read_call, read_result
from crosswire.logs.by_shape.patterns import Pattern
from crosswire.logs.by_shape.texts import Place, Texts
from crosswire.model import Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from crosswire.model.builder import opaque

_Order = tuple[int, int, int]
"""Which of the lists in the message, where in it, and what comes first at one place."""


class PartsOfMessage:
    """The parts of one message: read once, then put in order."""

    def __init__(self, mapping: Mapping, place: Place, texts: Texts) -> None:
        self.mapping = mapping
        self.place = place
        self.texts = texts
        self.found: list[tuple[_Order, Part]] = []
        self.whole: set[Address] = set()
        """Where values stand that were read with all that is in them."""
        self.taken: set[Address] = set()
        """Where anything stands that was read, and all above it in the message."""

    def read(self) -> list[Part]:
        for calls in self.mapping.calls:
            for place in calls.at.places(self.place, self.texts):
                self._add(calls.at, place, read_call(calls, place, self.texts))
        for results in self.mapping.results:
            for place in results.at.places(self.place, self.texts):
                self._add(results.at, place, read_result(results, place, self.texts))
        for pattern in self.mapping.reasoning:
            self._read_texts(pattern, is_thought=True)
        for pattern in self.mapping.text:
            self._read_texts(pattern, is_thought=False)
        self._keep_blocks()
        self._leave_what_was_read()
        self.found.sort(key=lambda one: one[0])
        return [part for _, part in self.found]

    def _add(
        self, pattern: Pattern, place: Place, part: ToolCallPart | ToolResultPart | None
    ) -> None:
        if part is None or (isinstance(part, ToolCallPart) and part.address in self.whole):
            return
        kind = 3
        if isinstance(part, ToolCallPart):
            kind = 2
            self._take(part.arguments.address or part.address)
            self.whole.add(part.arguments.address or part.address)
        else:
            for content in part.content:
                self._take(content.address)
                self.whole.add(content.address)
        self._take(part.address)
        self.found.append((self._order(pattern, place, kind), part))

    def _read_texts(self, pattern: Pattern, *, is_thought: bool) -> None:
        for place in pattern.places(self.place, self.texts):
            value, at, _ = place
            if not isinstance(value, str) or not value or self._is_read(at):
                continue
            part: Part = TextPart(address=at, raw=value, text=value)
            if is_thought:
                part = ReasoningPart(address=at, raw=value, text=value)
            self.whole.add(at)
            self._take(at)
            self.found.append((self._order(pattern, place, 0 if is_thought else 1), part))

    def _order(self, pattern: Pattern, place: Place, kind: int) -> _Order:
        taken = place.taken[len(self.place.taken) :]
        return self.mapping.lists[pattern.to_list], taken[0] if taken else 0, kind

    def _is_read(self, at: Address) -> bool:
        """Whether a text was read as something else, or as the JSON in it."""
        if not self.taken:
            return False
        return Address(f"{at}!") in self.taken or any(
            one in self.whole for one in self._up(at)
        )

    def _take(self, at: Address) -> None:
        self.taken.update(self._up(at))

    def _up(self, at: Address) -> Iterator[Address]:
        """An address and those above it in the message."""
        return (one for one in ancestry(at) if is_within(one, self.place.at))

    def _leave_what_was_read(self) -> None:
        """Of a call or a result that is the message itself, what else is known of the message
        is no unknown field."""
        known = self.mapping.fields_of_messages
        for _, part in self.found:
            is_whole = isinstance(part, (ToolCallPart, ToolResultPart))
            if is_whole and part.extras and part.address == self.place.at:
                fields = (
                    (key, value) for key, value in part.extras.items() if key not in known
                )
                taken, at = self.taken, part.address
                part.extras = {k: v for k, v in fields if child(at, k) not in taken} or None

        self._leave_what_others_read()

    def _leave_what_others_read(self) -> None:
        """Of a call and its result in one object, what neither knows is told once."""
        calls = {
            part.address: part for _, part in self.found if isinstance(part, ToolCallPart)
        }
        for _, part in self.found:
            call = calls.get(part.address)
            if call is not None and isinstance(part, ToolResultPart):
                mine, extras = call.extras or {}, part.extras or {}
                call.extras = {k: v for k, v in mine.items() if k in extras} or None
                part.extras = None

    def _keep_blocks(self) -> None:
        """Elements of the lists in which nothing was read are parts without a word of the
        model."""
        for blocks in self.mapping.blocks:
            for place in blocks.places(self.place, self.texts):
                value, at, _ = place
                if not isinstance(value, (dict, list)) or not value or at in self.taken:
                    continue
                self.taken.add(at)
                part = opaque(value, at, "The mapping has no place for it.")
                self.found.append((self._order(blocks, place, 1), part))
