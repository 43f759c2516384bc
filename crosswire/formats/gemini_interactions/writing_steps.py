"""From the model's messages to steps, in their order."""

from __future__ import annotations

from typing import TypeAlias

from crosswire.address import Address
from crosswire.formats.gemini_interactions.names import CONTENT, INSTRUCTION, TITLE
from crosswire.formats.gemini_interactions.writing_blocks import StepBlockWriter
from crosswire.model import (
    JsonValue,
    Message,
    Part,
    ToolCallPart,
    ToolResultPart,
    text_of,
)
from crosswire.model.json_values import type_of
from crosswire.model.loss import LossKind, Relation
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import as_it_is, say_developer
from crosswire.rendering.result_media import gives_results

_AT = Address(f"0:/{INSTRUCTION}")
_HOISTED = "The instruction is one text, and stands before the steps."
_JOINED = "The instruction is one text; the texts are joined by line ends."
_Piece: TypeAlias = "ToolCallPart | ToolResultPart | list[Part]"
"""What becomes one step."""


class StepsWriter:
    """Writes each call, each result and each thing said as a step."""

    def __init__(self, out: RenderingBuilder) -> None:
        self.out = out
        self.blocks = StepBlockWriter(out)
        self.input: JsonValue = []
        """The steps, or what stood in their place: a text, or pieces of content."""
        self.steps: list[JsonValue] = []
        self.instruction: str | None = None
        self._instructing: list[Part] = []

    def write(self) -> None:
        """All messages of the conversation."""
        spoken: list[Message] = []
        for message in self.out.conversation.messages:
            if message.field == INSTRUCTION or message.role in ("system", "developer"):
                self._instruct(message, is_later=bool(spoken))
            else:
                spoken.append(message)
        if len(self._instructing) > 1:
            first, code = self._instructing[0], "texts-joined"
            self.out.lost(LossKind.CHANGED, first, code, "texts", _JOINED, target=_AT)
        if len(spoken) == 1 and self._is_bare(spoken[0]) and spoken[0].role == "user":
            place = Address("0:/input")
            self.input = as_it_is(self.out, spoken[0], place, spoken[0].raw)
            return
        for message in spoken:
            self._message(message)
        self._show_media()
        self.input = self.steps

    def _message(self, message: Message) -> None:
        if self.blocks.media.waiting and not gives_results(message):
            self._show_media()
        if self._is_bare(message):
            self._own_words(message)
        elif self.out.is_own(message):
            self.steps.append(as_it_is(self.out, message, self._next(), message.raw))
        else:
            self._foreign(message)

    def _next(self) -> Address:
        return Address(f"0:/input/{len(self.steps)}")

    def _show_media(self) -> None:
        """What is to stand behind the results, once the last of them is written."""
        if self.blocks.media.waiting:
            at = self._next()
            self.blocks.media.say_message(at)
            self.steps.append({"type": "user_input", "content": self.blocks.shown(at, 0)})

    # The instruction

    def _instruct(self, message: Message, *, is_later: bool) -> None:
        parts = [part for part in message.parts if self.blocks.has_place(part, of_system=True)]
        if not parts and not self.out.is_own(message):
            why = "None of its parts has a place in an instruction."
            self.out.dropped_message(message, why)
            return
        self.out.link_message(message, _AT, "same" if self.instruction is None else "merged")
        say_developer(self.out, message, _AT, title=TITLE)
        for part in parts:
            self.blocks.plain(part, _AT)
            if is_later:
                code = "system-hoisted"
                self.out.lost(LossKind.MOVED, part, code, "system message", _HOISTED)
        self._instructing += parts
        self.instruction = text_of(self._instructing)

    # In the target's own words

    def _is_bare(self, message: Message) -> bool:
        """Whether it is a text or pieces of content, which stand alone in place of steps."""
        raw = message.raw
        is_bare = isinstance(raw, (str, list)) or type_of(raw) in CONTENT
        return is_bare and self.out.is_own(message)

    def _own_words(self, message: Message) -> None:
        """A text or pieces of content, as the content of a step."""
        at = self._next()
        self.out.link_message(message, at)
        content: list[JsonValue] = []
        for part in message.parts:
            self.out.link(part, Address(f"{at}/content/{len(content)}"))
            is_text = isinstance(part.raw, str)
            content.append({"type": "text", "text": part.raw} if is_text else part.raw)
        kind = "model_output" if message.role == "assistant" else "user_input"
        self.steps.append({"type": kind, "content": content})

    # In other words

    def _foreign(self, message: Message) -> None:
        pieces = self._pieces(message)
        relation: Relation = "split" if len(pieces) > 1 else "same"
        for piece in pieces:
            if not isinstance(piece, ToolResultPart):
                self._show_media()
            at = self._next()
            self.out.link_message(message, at, relation)
            self.steps.append(self._step(message, piece, at))
        if not pieces:
            self.out.dropped_message(message, f"None of its parts has a place in {TITLE}.")

    def _pieces(self, message: Message) -> list[_Piece]:
        """What becomes a step each: calls, results, and what is said between them."""
        pieces: list[_Piece] = []
        for part in message.parts:
            before = pieces[-1] if pieces else None
            if not self.blocks.has_place(part):
                continue
            if isinstance(part, (ToolCallPart, ToolResultPart)):
                pieces.append(part)
            elif isinstance(before, list):
                before.append(part)
            else:
                pieces.append([part])
        return pieces

    def _step(self, message: Message, piece: _Piece, at: Address) -> JsonValue:
        if isinstance(piece, ToolCallPart):
            return self.blocks.call(piece, at)
        if isinstance(piece, ToolResultPart):
            return self.blocks.result(piece, at)
        content = [
            self.blocks.plain(part, Address(f"{at}/content/{i}"))
            for i, part in enumerate(piece)
        ]
        kind = "model_output" if message.role == "assistant" else "user_input"
        return {"type": kind, "content": content}
