"""Writes messages of other formats as turns of user and assistant, made of content blocks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Literal

from crosswire.address import Address
from crosswire.formats.shared.writing import before_last_result, relation_of
from crosswire.formats.shared.writing_blocks import BlockWriter, Speaker
from crosswire.model import JsonValue, Message, Part, ToolCallPart, ToolResultPart
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import exportable_as_function

Side = Literal["user", "assistant"]
Item = tuple[Message, Part]
"""A part, with the message that it stands in."""


_SYSTEM = ("system", "developer")
"""The roles whose texts stand apart."""


class TurnWriter(ABC):
    """Writes a run of messages in other words than the target's.

    All that the assistant says up to the next word of another is one message, in exact order;
    all between two such messages is one user message, results first. Texts of the system stand
    apart from the messages, where every model takes them.
    """

    why_hoisted: str
    """Why a text of the system stands before the conversation."""

    def __init__(
        self, out: RenderingBuilder, messages: list[JsonValue], blocks: BlockWriter
    ) -> None:
        self.out = out
        self.messages = messages
        """What is written; turns are appended."""
        self.blocks = blocks
        self.places: dict[str, dict[Address, None]] = {}
        """The key of each message -> the places of the payload that its parts stand in, in
        order."""
        self.sources: Counter[Address] = Counter()
        """How many of the messages of the runs so far stand in each of these."""

    def write(self, run: Sequence[Message]) -> None:
        """Append the turns of these messages."""
        kept: list[Item] = []
        before: Side = "user"
        for message in run:
            of_system = message.role in _SYSTEM
            for part in message.parts:
                side = _side(message, part)
                if side != before:
                    self._turn(before, kept)
                    kept, before = [], side
                if self.blocks.has_place(part, of_system=of_system):
                    kept.append((message, part))
        self._turn(before, kept)
        self._link_messages(run)

    @abstractmethod
    def to_system(self, message: Message, part: Part) -> None:
        """Keep a text of the system for the field of its own."""

    def content(self, items: list[Item], at: Address, role: Speaker) -> JsonValue:
        """The blocks of a message."""
        written: list[JsonValue] = []
        for _, part in items:
            if self.blocks.media.waiting and not isinstance(part, ToolResultPart):
                written += self.blocks.shown(at, len(written))
            place = Address(f"{at}/content/{len(written)}")
            written.append(self.blocks.block(part, place, role=role))
        return written + self.blocks.shown(at, len(written))

    def _turn(self, side: Side, kept: list[Item]) -> None:
        if side == "assistant":
            self._message(side, kept)
        elif kept:
            self._user(kept)

    def _user(self, kept: list[Item]) -> None:
        results: list[Item] = []
        system: list[Item] = []
        others: list[Item] = []
        for item in kept:
            if type(item[1]) is ToolResultPart:
                results.append(item)
            else:
                (system if item[0].role in _SYSTEM else others).append(item)
        for i, (message, part) in enumerate(system):
            if self.messages or kept[i][1] is not part:
                code = "system-hoisted"
                self.out.lost(LossKind.MOVED, part, code, "system message", self.why_hoisted)
            self.to_system(message, part)
        if results:
            self._say_moved(kept)
        self._message("user", results + others)

    def _say_moved(self, kept: list[Item]) -> None:
        """Report what stood before a result, and now stands behind it."""
        moved = {id(part) for part in before_last_result([part for _, part in kept])}
        for message, part in kept if moved else ():
            if id(part) in moved and message.role not in _SYSTEM:
                why = "Results stand first in a user message; what stood before them follows."
                self.out.lost(LossKind.MOVED, part, "text-before-result", "text", why)

    def _message(self, role: Side, items: list[Item]) -> None:
        if not items:
            return
        at = Address(f"0:/messages/{len(self.messages)}")
        for message, _ in items:
            self.places.setdefault(message.key, {})[at] = None
        self.messages.append({"role": role, "content": self.content(items, at, role)})

    def _link_messages(self, run: Sequence[Message]) -> None:
        placed = (self.places.get(message.key, ()) for message in run)
        self.sources.update(chain.from_iterable(placed))
        for message in run:
            places = self.places.get(message.key)
            if places is None:
                why = f"None of its parts has a place in {self.blocks.reasons.title}."
                self.out.dropped_message(message, why)
                continue
            for place in places:
                relation = "split" if len(places) > 1 else relation_of(self.sources[place])
                self.out.link_message(message, place, relation)


def _side(message: Message, part: Part) -> Side:
    """Who says a part: the assistant calls and the user answers, wherever they stood."""
    if type(part) is ToolResultPart:
        return "user" if exportable_as_function(part) else "assistant"
    by_model = type(part) is ToolCallPart or message.role == "assistant"
    return "assistant" if by_model else "user"
