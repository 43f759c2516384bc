"""Messages in other words than Anthropic's, as turns of user and assistant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from crosswire.address import Address
from crosswire.formats.anthropic.foreign_parts import PartWriter
from crosswire.model import (
    JsonObject,
    JsonValue,
    Message,
    Part,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import exportable_as_function

_Side = Literal["assistant", "user"]
_Item = tuple[Message, Part]
_Block = tuple[Message, Part, JsonValue]


class TurnWriter:
    """Writes a run of foreign messages.

    All that the assistant says up to the next word of another is one message, in exact order;
    all between two such messages is one user message, results first. Texts of the system go to
    the top-level `system`: a system message further down is taken by newer models alone.
    """

    def __init__(self, out: RenderingBuilder, messages: list[JsonValue]) -> None:
        self.out = out
        self.messages = messages
        self.parts = PartWriter(out)
        self.places: dict[str, list[Address]] = {}
        self.head: list[_Block] = []

    def write(self, run: Sequence[Message]) -> list[_Block]:
        """Append to the messages; give back what belongs into the top-level `system`."""
        for side, items in groupby(_items(run), key=_side):
            if side == "assistant":
                self._assistant(list(items))
            else:
                self._user(list(items))
        self._link_messages(run)
        return self.head

    def _assistant(self, items: list[_Item]) -> None:
        kept = [item for item in items if self.parts.has_place(item[1], "assistant")]
        if kept:
            self._message("assistant", kept)

    def _user(self, items: list[_Item]) -> None:
        kept = [item for item in items if self.parts.has_place(item[1], _role_for(item[0]))]
        results = [item for item in kept if isinstance(item[1], ToolResultPart)]
        others = [item for item in kept if not isinstance(item[1], ToolResultPart)]
        system = [item for item in others if _role_for(item[0]) == "system"]
        said = [item for item in others if _role_for(item[0]) == "user"]
        self._to_head(system, kept)
        self._say_moved(kept, results, said)
        if results or said:
            self._message("user", results + said)

    def _to_head(self, system: list[_Item], kept: list[_Item]) -> None:
        for i, (message, part) in enumerate(system):
            if self.messages or kept[i] is not system[i]:
                why = (
                    "Every model takes a text of the system before the conversation; few "
                    "take one within."
                )
                self.out.lost(LossKind.MOVED, part, "system-hoisted", "system message", why)
            self.places.setdefault(message.key, [])
            self.head.append((message, part, getattr(part, "text", "")))

    def _say_moved(self, kept: list[_Item], results: list[_Item], said: list[_Item]) -> None:
        last = {id(part): i for i, (_, part) in enumerate(kept)}
        last_result = max((last[id(part)] for _, part in results), default=-1)
        for _, part in said:
            if last[id(part)] < last_result:
                why = "Results stand first in a user message; what stood before them follows."
                self.out.lost(LossKind.MOVED, part, "text-before-result", "text", why)

    def _message(self, role: str, items: list[_Item]) -> None:
        at = Address(f"0:/messages/{len(self.messages)}")
        for message, _ in items:
            self.places.setdefault(message.key, []).append(at)
        written: JsonObject = {"role": role, "content": self._content(items, at)}
        self.messages.append(written)

    def _content(self, items: list[_Item], at: Address) -> JsonValue:
        only = items[0][1] if len(items) == 1 else None
        if isinstance(only, TextPart):
            self.out.link(only, Address(f"{at}/content"))
            return only.text
        written: list[JsonValue] = []
        for message, part in items:
            if not isinstance(part, ToolResultPart):
                written += self.parts.shown(at, len(written))
            place = Address(f"{at}/content/{len(written)}")
            written.append(self.parts.block(part, place, role=_role_for(message)))
        return written + self.parts.shown(at, len(written))

    def _link_messages(self, run: Sequence[Message]) -> None:
        targets = {key: list(dict.fromkeys(places)) for key, places in self.places.items()}
        sources: dict[Address, int] = {}
        for places in targets.values():
            for place in places:
                sources[place] = sources.get(place, 0) + 1
        for message in run:
            if message.key not in targets:
                why = "None of its parts has a place in Anthropic Messages."
                self.out.dropped_message(message, why)
            for place in targets.get(message.key, ()):
                split = len(targets[message.key]) > 1
                merged = sources[place] > 1
                relation = "split" if split else "merged" if merged else "same"
                self.out.link_message(message, place, relation)  # type: ignore[arg-type]


def _items(run: Sequence[Message]) -> Iterator[_Item]:
    for message in run:
        for part in message.parts:
            yield message, part


def _side(item: _Item) -> _Side:
    """Who says a part: calls are the assistant's and results the user's, wherever they stood."""
    message, part = item
    if isinstance(part, ToolCallPart):
        return "assistant"
    if isinstance(part, ToolResultPart):
        return "user" if exportable_as_function(part) else "assistant"
    return "assistant" if message.role == "assistant" else "user"


def _role_for(message: Message) -> Literal["assistant", "user", "system"]:
    if message.role in ("system", "developer"):
        return "system"
    return "assistant" if message.role == "assistant" else "user"
