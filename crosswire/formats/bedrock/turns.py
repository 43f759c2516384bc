"""The messages of a conversation as turns of user and assistant, and its system prompt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from crosswire.address import Address, last_token
from crosswire.formats.bedrock.foreign_parts import PartWriter, Speaker
from crosswire.formats.bedrock.names import TITLE
from crosswire.model import JsonObject, JsonValue, Message, Part, ToolCallPart, ToolResultPart
from crosswire.model.json_patch import patched
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import as_it_is, exportable_as_function, say_developer

_Item = tuple[Message, Part]


class MessagesWriter:
    """Writes messages in Converse's words as they are, and runs of others as turns.

    All that the assistant says up to the next word of another is one message, in exact order;
    all between two such messages is one user message, results first. Texts of the system stand
    in `system`, the one place that every model takes them in.
    """

    def __init__(self, out: RenderingBuilder) -> None:
        self.out = out
        self.messages: list[JsonValue] = []
        self.system: JsonValue = None
        self.parts = PartWriter(out)
        self.places: dict[str, list[Address]] = {}

    def write(self) -> None:
        for own, group in groupby(self.out.conversation.messages, self.out.is_own):
            run = list(group)
            if not own:
                self._turns(run)
                continue
            for message in run:
                self._own(message)

    def _own(self, message: Message) -> None:
        if message.field == "system" and self.system is None:
            self.system = as_it_is(self.out, message, Address("0:/system"), message.raw)
            return
        raw = message.raw
        if message.address.endswith("/output/message"):
            raw = self._for_request(message)
        self.messages.append(as_it_is(self.out, message, self._next(), raw))

    def _for_request(self, message: Message) -> JsonValue:
        """An answer without the word that some models' calls are marked by, and that no
        request takes."""
        changes: list[tuple[tuple[str, ...], JsonValue]] = []
        for part in message.parts:
            marked = (
                (part.extras or {}).get("type") if isinstance(part, ToolCallPart) else None
            )
            if marked == "tool_use":
                position = last_token(part.address)
                changes.append((("content", position, "toolUse", "type"), None))
                why = "A call of a request says a type only where Bedrock ran it."
                self.out.lost(
                    LossKind.DROPPED, part, "of-response", "type", why, target=self._next()
                )
        return patched(message.raw, changes) if changes else message.raw

    def _next(self) -> Address:
        return Address(f"0:/messages/{len(self.messages)}")

    # Messages in other words

    def _turns(self, run: Sequence[Message]) -> None:
        for side, items in groupby(_items(run), key=_side):
            kept = [
                item
                for item in items
                if self.parts.has_place(item[1], _speaker(item[0], item[1]))
            ]
            if side == "assistant":
                self._message("assistant", kept)
            else:
                self._user(kept)
        self._link_messages(run)

    def _user(self, kept: list[_Item]) -> None:
        results = [item for item in kept if isinstance(item[1], ToolResultPart)]
        others = [item for item in kept if not isinstance(item[1], ToolResultPart)]
        system = [item for item in others if _speaker(*item) == "system"]
        said = [item for item in others if _speaker(*item) == "user"]
        self._to_system(system, kept)
        self._say_moved(kept, said)
        self._message("user", results + said)

    def _to_system(self, items: list[_Item], kept: list[_Item]) -> None:
        system = list(self.system) if isinstance(self.system, list) else []
        if isinstance(self.system, str):
            system = [{"text": self.system}]
        for i, (message, part) in enumerate(items):
            if self.messages or kept[i][1] is not part:
                why = (
                    "The texts of the system stand before the conversation, whatever they "
                    "stood behind."
                )
                self.out.lost(LossKind.MOVED, part, "system-hoisted", "system message", why)
            if message.key not in self.places:
                say_developer(self.out, message, Address("0:/system"), title=TITLE)
            self.places.setdefault(message.key, []).append(Address("0:/system"))
            system.append(
                self.parts.block(part, Address(f"0:/system/{len(system)}"), role="system")
            )
        if items:
            self.system = system

    def _say_moved(self, kept: list[_Item], said: list[_Item]) -> None:
        order = {id(part): i for i, (_, part) in enumerate(kept)}
        last_result = max(
            (order[id(part)] for _, part in kept if isinstance(part, ToolResultPart)),
            default=-1,
        )
        for _, part in said:
            if order[id(part)] < last_result:
                why = "Results stand first in a user message; what stood before them follows."
                self.out.lost(LossKind.MOVED, part, "text-before-result", "text", why)

    def _message(self, role: Literal["user", "assistant"], items: list[_Item]) -> None:
        if not items:
            return
        at = self._next()
        content: list[JsonValue] = []
        for message, part in items:
            if not isinstance(part, ToolResultPart):
                content += self.parts.shown(at, len(content))
            self.places.setdefault(message.key, []).append(at)
            content.append(
                self.parts.block(part, Address(f"{at}/content/{len(content)}"), role=role)
            )
        content += self.parts.shown(at, len(content))
        written: JsonObject = {"role": role, "content": content}
        self.messages.append(written)

    def _link_messages(self, run: Sequence[Message]) -> None:
        targets = {key: list(dict.fromkeys(places)) for key, places in self.places.items()}
        sources: dict[Address, int] = {}
        for places in targets.values():
            for place in places:
                sources[place] = sources.get(place, 0) + 1
        for message in run:
            if message.key not in targets:
                self.out.dropped_message(message, "None of its parts has a place in Converse.")
            for place in targets.get(message.key, ()):
                if len(targets[message.key]) > 1:
                    self.out.link_message(message, place, "split")
                else:
                    self.out.link_message(
                        message, place, "merged" if sources[place] > 1 else "same"
                    )


def _items(run: Sequence[Message]) -> Iterator[_Item]:
    for message in run:
        for part in message.parts:
            yield message, part


def _side(item: _Item) -> Literal["assistant", "user"]:
    """Who says a part: calls are the assistant's and results the user's, wherever they stood."""
    message, part = item
    if isinstance(part, ToolCallPart):
        return "assistant"
    if isinstance(part, ToolResultPart):
        return "user" if exportable_as_function(part) else "assistant"
    return "assistant" if message.role == "assistant" else "user"


def _speaker(message: Message, part: Part) -> Speaker:
    if isinstance(part, (ToolCallPart, ToolResultPart)):
        return "assistant" if isinstance(part, ToolCallPart) else "user"
    if message.role in ("system", "developer"):
        return "system"
    return "assistant" if message.role == "assistant" else "user"
