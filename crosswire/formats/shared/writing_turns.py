"""Writes messages of other formats as turns of user and assistant, made of content blocks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import Literal

from crosswire.address import Address
from crosswire.formats.shared.writing import before_last_result, relation_of
from crosswire.formats.shared.writing_blocks import BlockWriter, Speaker
from crosswire.model import JsonObject, JsonValue, Message, Part, ToolCallPart, ToolResultPart
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import exportable_as_function

Item = tuple[Message, Part]
"""A part, with the message that it stands in."""


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
        self.places: dict[str, list[Address]] = {}
        """The key of each message -> the places of the payload that its parts stand in."""
        self.sources: Counter[Address] = Counter()
        """How many of the messages of the runs so far stand in each of these."""

    def write(self, run: Sequence[Message]) -> None:
        """Append the turns of these messages."""
        for side, items in groupby(_items(run), key=_side):
            kept = [item for item in items if self.blocks.has_place(item[1], _speaker(*item))]
            if side == "assistant":
                self._message("assistant", kept)
            else:
                self._user(kept)
        self._link_messages(run)

    @abstractmethod
    def to_system(self, message: Message, part: Part) -> None:
        """Keep a text of the system for the field of its own."""

    def content(self, items: list[Item], at: Address, role: Speaker) -> JsonValue:
        """The blocks of a message."""
        written: list[JsonValue] = []
        for _, part in items:
            if not isinstance(part, ToolResultPart):
                written += self.blocks.shown(at, len(written))
            place = Address(f"{at}/content/{len(written)}")
            written.append(self.blocks.block(part, place, role=role))
        return written + self.blocks.shown(at, len(written))

    def _user(self, kept: list[Item]) -> None:
        by_kind: dict[str, list[Item]] = {"result": [], "system": [], "user": []}
        for item in kept:
            kind = "result" if isinstance(item[1], ToolResultPart) else _speaker(*item)
            by_kind[kind].append(item)
        system = by_kind["system"]
        for i, (message, part) in enumerate(system):
            if self.messages or kept[i][1] is not part:
                code = "system-hoisted"
                self.out.lost(LossKind.MOVED, part, code, "system message", self.why_hoisted)
            self.to_system(message, part)
        if by_kind["result"]:
            self._say_moved(kept)
        self._message("user", by_kind["result"] + by_kind["user"])

    def _say_moved(self, kept: list[Item]) -> None:
        """Report what stood before a result, and now stands behind it."""
        moved = {id(part) for part in before_last_result([part for _, part in kept])}
        for message, part in kept if moved else ():
            if id(part) in moved and _speaker(message, part) != "system":
                why = "Results stand first in a user message; what stood before them follows."
                self.out.lost(LossKind.MOVED, part, "text-before-result", "text", why)

    def _message(self, role: Literal["user", "assistant"], items: list[Item]) -> None:
        if not items:
            return
        at = Address(f"0:/messages/{len(self.messages)}")
        for message, _ in items:
            self.places.setdefault(message.key, []).append(at)
        written: JsonObject = {"role": role, "content": self.content(items, at, role)}
        self.messages.append(written)

    def _link_messages(self, run: Sequence[Message]) -> None:
        targets = {
            message.key: dict.fromkeys(self.places[message.key])
            for message in run
            if message.key in self.places
        }
        self.sources.update(chain.from_iterable(targets.values()))
        for message in run:
            places = targets.get(message.key)
            if places is None:
                why = f"None of its parts has a place in {self.blocks.reasons.title}."
                self.out.dropped_message(message, why)
                continue
            for place in places:
                relation = "split" if len(places) > 1 else relation_of(self.sources[place])
                self.out.link_message(message, place, relation)


def _items(run: Sequence[Message]) -> Iterator[Item]:
    return ((message, part) for message in run for part in message.parts)


def _side(item: Item) -> Literal["assistant", "user"]:
    """Who says a part: the assistant calls and the user answers, wherever they stood."""
    message, part = item
    if isinstance(part, ToolResultPart) and exportable_as_function(part):
        return "user"
    if isinstance(part, (ToolCallPart, ToolResultPart)) or message.role == "assistant":
        return "assistant"
    return "user"


def _speaker(message: Message, part: Part) -> Speaker:
    if isinstance(part, ToolCallPart):
        return "assistant"
    if isinstance(part, ToolResultPart):
        return "user"
    if message.role in ("system", "developer"):
        return "system"
    return "assistant" if message.role == "assistant" else "user"
