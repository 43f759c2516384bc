"""Writes messages where each result is a message of its own (`"role": "tool"`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from crosswire.address import Address
from crosswire.formats.shared.writing import before_last_result, relation_of, split_results
from crosswire.model import JsonObject, JsonValue, Message, Part, ToolResultPart
from crosswire.model.loss import LossKind, Relation
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import assistant_runs, say_developer
from crosswire.rendering.result_media import ResultMedia, gives_results

_RESULTS_FIRST = (
    "Tool messages come directly after the calls; what stood before the results follows them."
)


class ToolMessagesWriter(ABC):
    """Writes own messages as they are; a run of other assistant messages becomes one."""

    roles: tuple[str, ...] = ("system", "user")
    """The roles of messages beside those of assistant and tools; any other is the user's."""

    def __init__(
        self, out: RenderingBuilder, media: ResultMedia, *, name: str, title: str, place: str
    ) -> None:
        self.out = out
        self.media = media
        """Media of results that the tool messages do not hold."""
        self.name = name
        """The name of the target's format or variant."""
        self.title = title
        """What the target is called in sentences."""
        self.place = place
        """What has no place for a part, in sentences: `a message of Ollama`."""
        self.written: list[JsonValue] = []

    def write(self) -> list[JsonValue]:
        """All messages of the conversation."""
        for run in assistant_runs(self.out.conversation.messages, self.name):
            if self.media.waiting and not gives_results(run[0]):
                self._show_media()
            if self.out.is_own(run[0]):
                self.written.append(self.own(run[0], self.next()))
            elif run[0].role == "assistant":
                self._turn(run)
            else:
                self._results_then_content(run[0])
        self._show_media()
        return self.written

    def next(self) -> Address:
        """Where the next message will stand."""
        return Address(f"0:/messages/{len(self.written)}")

    @abstractmethod
    def own(self, message: Message, at: Address) -> JsonValue:
        """A message in the target's own words."""

    @abstractmethod
    def has_place(self, part: Part, message: Message) -> bool:
        """Whether the part can be written; where not, the loss is told."""

    @abstractmethod
    def turn(self, parts: list[Part], at: Address) -> JsonObject:
        """The message of an assistant that says and calls all this."""

    @abstractmethod
    def result(self, result: ToolResultPart, at: Address) -> JsonObject:
        """The message of a tool."""

    @abstractmethod
    def content(self, parts: Sequence[Part], at: Address) -> JsonObject:
        """What a message says, beside its role."""

    @abstractmethod
    def shown(self, at: Address) -> JsonObject:
        """A message of the user with the media of the results before it."""

    def _show_media(self) -> None:
        if self.media.waiting:
            self.written.append(self.shown(self.next()))

    def _drop_message(self, message: Message) -> None:
        self.out.dropped_message(message, f"None of its parts has a place in {self.place}.")

    def _turn(self, run: Sequence[Message]) -> None:
        parts = [p for message in run for p in message.parts if self.has_place(p, message)]
        at = self.next()
        for message in run:
            if parts:
                self.out.link_message(message, at, relation_of(len(run)))
            else:
                self._drop_message(message)
        if parts:
            self.written.append(self.turn(parts, at))

    def _results_then_content(self, message: Message) -> None:
        """Tool messages for the results of a message, then a message with the rest of it."""
        parts = [part for part in message.parts if self.has_place(part, message)]
        results, others = split_results(parts)
        if not parts:
            self._drop_message(message)
        relation: Relation = "split" if len(results) + bool(others) > 1 else "same"
        for result in results:
            at = self.next()
            self.out.link_message(message, at, relation)
            self.written.append(self.result(result, at))
        if others:
            self._show_media()
            at = self.next()
            for part in before_last_result(parts) if results else ():
                code = "text-before-result"
                self.out.lost(LossKind.MOVED, part, code, "text", _RESULTS_FIRST, target=at)
            role = self._role(message, at)
            self.out.link_message(message, at, relation)
            self.written.append({"role": role, **self.content(others, at)})

    def _role(self, message: Message, at: Address) -> str:
        if message.role in self.roles:
            return message.role
        if message.role == "developer":
            say_developer(self.out, message, at, title=self.title)
            return "system"
        return "user"
