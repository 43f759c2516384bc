"""Writes parts of other formats as content blocks, where results are blocks too."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Literal

from msgspec import Struct

from crosswire.address import Address
from crosswire.formats.shared.writing import lose_tool_name, lost_as, shown_media
from crosswire.model import (
    DataPart,
    JsonObject,
    JsonValue,
    MediaPart,
    OpaquePart,
    Part,
    ReasoningPart,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.loss import LossKind, Relation
from crosswire.model.media import summary_of
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import (
    drop_run_elsewhere,
    exportable_as_function,
    json_text,
)
from crosswire.rendering.result_media import ResultMedia

Speaker = Literal["assistant", "user", "system"]


class BlockReasons(Struct, frozen=True):
    """Why a format does not take something, a sentence each."""

    title: str
    """What the format is called in sentences."""
    reasoning: str
    run_elsewhere: str
    empty_text: str
    structure: str


class BlockWriter(ABC):
    """Decides which parts have a place, and writes those that have."""

    media_relation: Relation = "same"
    """How a medium relates to its block."""
    dropped_in_results: tuple[type[TextPart | RefusalPart], ...] = (TextPart, RefusalPart)
    """Parts of a result that are left out where they are empty."""

    def __init__(self, out: RenderingBuilder, reasons: BlockReasons) -> None:
        self.out = out
        self.reasons = reasons
        self.media = ResultMedia(
            out,
            limit=f"A result of {reasons.title} does not take this medium.",
            behind="in a block of its own behind the results",
        )

    @abstractmethod
    def text(self, text: str) -> JsonObject:
        """A block of text."""

    @abstractmethod
    def is_empty(self, text: str) -> bool:
        """Whether the format refuses a block of this text."""

    @abstractmethod
    def takes(self, part: MediaPart) -> bool:
        """Whether there is a block for a medium, and for where it lies."""

    @abstractmethod
    def medium(self, part: MediaPart, at: Address) -> JsonValue:
        """The block of a medium that the format takes, to stand at `at`."""

    @abstractmethod
    def call(self, call: ToolCallPart, at: Address) -> JsonObject:
        """The block of a call."""

    @abstractmethod
    def result(self, result: ToolResultPart, at: Address) -> JsonObject:
        """The block of a result."""

    def may_hold(self, result: ToolResultPart, part: MediaPart) -> bool:
        """Whether this result may hold a medium that the format takes."""
        return True

    def why_behind(self, result: ToolResultPart) -> str | None:
        """Why a medium stands behind this result, where it is no limit of every result."""
        return None

    def has_place(self, part: Part, *, of_system: bool = False) -> bool:
        """Whether the part can be written, `of_system` as the system's; where not, the loss is
        told."""
        if type(part) is ToolCallPart or type(part) is ToolResultPart:
            return self._runs_at_client(part)
        if isinstance(part, (TextPart, RefusalPart)):
            return not self.drop_if_empty(part)
        code, name = lost_as(part)
        if isinstance(part, ReasoningPart):
            why = self.reasons.reasoning
        elif isinstance(part, OpaquePart):
            why = f"{self.reasons.title} has no such block."
        elif of_system:
            code, name = "media", getattr(part, "media", "data")
            why = "A system prompt holds only text."
        else:
            return True
        self.out.dropped(part, code, name, why)
        return False

    def drop_if_empty(self, part: TextPart | RefusalPart) -> bool:
        """Whether a text is left out, as the format refuses one without words."""
        empty = self.is_empty(part.text)
        if empty:
            self.out.dropped(part, "empty-text", "text", self.reasons.empty_text)
        return empty

    def _runs_at_client(self, part: ToolCallPart | ToolResultPart) -> bool:
        exportable = exportable_as_function(part)
        if not exportable:
            drop_run_elsewhere(self.out, part, self.reasons.run_elsewhere)
        return exportable

    def block(self, part: Part, at: Address, *, role: Speaker) -> JsonValue:
        """The content block of a part that has a place."""
        if type(part) is ToolCallPart:
            return self.call(part, at)
        if type(part) is ToolResultPart:
            block = self.result(part, at)
            lose_tool_name(self.out, part, at, "A result names no tool.")
            return block
        if role == "assistant" and isinstance(part, MediaPart):
            why = "Only the user shows media; the assistant has none."
            return self._summary(part, at, why)
        return self.plain(part, at)

    def plain(self, part: Part, at: Address) -> JsonValue:
        """A block that may stand in a message or in a result."""
        if isinstance(part, TextPart):
            self.out.link(part, at)
            return self.text(part.text)
        if isinstance(part, MediaPart):
            if not self.takes(part):
                why = f"{self.reasons.title} does not take this medium."
                return self._summary(part, at, why)
            self.out.link(part, at, self.media_relation)
            return self.medium(part, at)
        self.out.link(part, at, "changed")
        if isinstance(part, RefusalPart):
            why = "There is no block for a refusal; it is written as text."
            self.out.lost(LossKind.CHANGED, part, "refusal", "refusal", why, target=at)
            return self.text(part.text)
        if isinstance(part, DataPart):
            code, what, value = "data-as-text", "structured result", part.value
        else:
            code, what, value = "opaque", "block", part.raw
        self.out.lost(LossKind.CHANGED, part, code, what, self.reasons.structure, target=at)
        return self.text(json_text(value))

    def result_blocks(self, result: ToolResultPart, at: Address) -> list[JsonValue]:
        """The content of a result, as a list to stand at `at`."""
        written: list[JsonValue] = []
        for part in result.content:
            if isinstance(part, self.dropped_in_results) and self.drop_if_empty(part):
                continue
            written.append(self.in_result(result, part, Address(f"{at}/{len(written)}")))
        return written

    def in_result(self, result: ToolResultPart, part: Part, at: Address) -> JsonValue:
        """One block of a result: a medium where it may stand there, or what stands for it."""
        if type(part) is not MediaPart:
            return self.plain(part, at)
        taken = self.takes(part)
        if taken and self.media.inside and self.may_hold(result, part):
            self.out.link(part, at, self.media_relation)
            return self.medium(part, at)
        return self.text(self.media.text_for(result, part, at, beside=taken))

    def shown(self, message_at: Address, position: int) -> list[JsonValue]:
        """The media of the results written last, as blocks from this position on."""
        if not self.media.waiting:
            return []
        content_at = Address(f"{message_at}/content")
        return shown_media(self.media, content_at, position, self.text, self._shown_medium)

    def _shown_medium(self, result: ToolResultPart, part: MediaPart, at: Address) -> JsonValue:
        self.media.say_shown(part, at, why=self.why_behind(result))
        return self.medium(part, at)

    def _summary(self, part: MediaPart, at: Address, why: str) -> JsonValue:
        self.out.link(part, at, "changed")
        text, kind = summary_of(part), part.media
        self.out.lost(LossKind.DROPPED, part, "media", kind, why, target=at, fallback=text)
        return self.text(text)
