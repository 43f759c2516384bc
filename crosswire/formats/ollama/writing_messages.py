"""The messages of a conversation as Ollama has them: one text each, with images and calls
beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from crosswire.address import Address
from crosswire.formats.ollama.names import NAME, TITLE
from crosswire.formats.shared.writing import (
    id_field,
    lose_error_flag,
    lost_as,
    relation_of,
    told_name,
)
from crosswire.formats.shared.writing_tool_messages import ToolMessagesWriter
from crosswire.model import (
    JsonObject,
    JsonValue,
    MediaPart,
    Message,
    Part,
    ReasoningPart,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.loss import LossKind
from crosswire.model.media import summary_of
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import (
    as_it_is,
    drop_run_elsewhere,
    exportable_as_function,
    exported_name,
    object_arguments,
    result_text,
)
from crosswire.rendering.result_media import ResultMedia, Shown

_LIMIT = "A message shows images, by their bytes, and no other medium."


class MessagesWriter(ToolMessagesWriter):
    """Writes the messages as Ollama has them."""

    def __init__(self, out: RenderingBuilder) -> None:
        media = ResultMedia(
            out,
            limit="A message of Ollama shows images, by their bytes, and no other medium.",
            behind="in a message of the user behind the results",
        )
        super().__init__(out, media, name=NAME, title=TITLE, place="a message of Ollama")

    def own(self, message: Message, at: Address) -> JsonValue:
        return as_it_is(self.out, message, at, message.raw)

    def has_place(self, part: Part, message: Message) -> bool:
        if isinstance(part, (ToolCallPart, ToolResultPart)):
            return self._has_place_for_tool(part, message.role == "assistant")
        if isinstance(part, (TextPart, RefusalPart, MediaPart)):
            return True
        code, name = lost_as(part)
        why = "A message of Ollama has no such block."
        if isinstance(part, ReasoningPart):
            why = (
                "What another provider's model thought is not told to Ollama's as a "
                "thought of its own."
            )
        self.out.dropped(part, code, name, why)
        return False

    def _has_place_for_tool(
        self, part: ToolCallPart | ToolResultPart, by_assistant: bool
    ) -> bool:
        why = "Another provider ran it, and Ollama runs no tools."
        if exportable_as_function(part):
            if isinstance(part, ToolCallPart) == by_assistant:
                return True
            why = "Only the assistant calls, and only messages of others give results."
        drop_run_elsewhere(self.out, part, why)
        return False

    def turn(self, parts: list[Part], at: Address) -> JsonObject:
        """What was said, then the calls."""
        turn: JsonObject = {"role": "assistant", **self.content(parts, at)}
        calls = [part for part in parts if isinstance(part, ToolCallPart)]
        if calls:
            turn["tool_calls"] = [
                self._call(call, Address(f"{at}/tool_calls/{i}"))
                for i, call in enumerate(calls)
            ]
        return turn

    def content(self, parts: Sequence[Part], at: Address) -> JsonObject:
        """The text of a message, and the images that stand beside it."""
        images = self._images(parts, at)
        texts = [p for p in parts if not (_is_image(p) or isinstance(p, ToolCallPart))]
        place = Address(f"{at}/content")
        written = [self._text(part, place, len(texts)) for part in texts]
        self._say_joined(texts, place)
        self._say_moved(parts, place)
        return {"content": "\n".join(written), **images}

    def _images(self, parts: Sequence[Part], at: Address) -> JsonObject:
        """The field of the images, where there are any."""
        images = [part for part in parts if _is_image(part)]
        for i, part in enumerate(images):
            self.out.link(part, Address(f"{at}/images/{i}"), "changed")
        return {"images": [part.data for part in images]} if images else {}

    def _text(self, part: Part, at: Address, number: int) -> str:
        """The text of one of that `number` of parts, which are joined at `at`."""
        if isinstance(part, TextPart):
            self.out.link(part, at, relation_of(number))
            return part.text
        self.out.link(part, at, "changed")
        if isinstance(part, MediaPart):
            text, kind = summary_of(part), part.media
            lost = self.out.lost
            lost(LossKind.DROPPED, part, "media", kind, _LIMIT, target=at, fallback=text)
            return text
        why = "Ollama has no field for a refusal; it is written as text."
        self.out.lost(LossKind.CHANGED, part, "refusal", "refusal", why, target=at)
        return part.text if isinstance(part, RefusalPart) else ""

    def _say_joined(self, parts: Sequence[Part], at: Address) -> None:
        if len(parts) > 1:
            why = "A message holds one text; the parts are joined by line ends."
            self.out.lost(LossKind.CHANGED, parts[0], "texts-joined", "texts", why, target=at)

    def _say_moved(self, parts: Sequence[Part], at: Address) -> None:
        """Texts stand before images, and both before calls, whatever their order was."""
        behind: tuple[str, str] | None = None
        for part in parts:
            if isinstance(part, ToolCallPart):
                behind = ("text-after-call", "its calls")
            elif _is_image(part):
                behind = behind or ("text-after-image", "its images")
            elif behind is not None:
                code, why = behind[0], f"The text of a message stands before {behind[1]}."
                self.out.lost(LossKind.MOVED, part, code, "text", why, target=at)

    def _call(self, call: ToolCallPart, at: Address) -> JsonValue:
        self.out.link(call, at, "changed")
        written = id_field(self.out, call, at, "id")
        function: JsonObject = {
            "name": self.out.name_for(exported_name(call), at, "function", "name"),
            "arguments": object_arguments(self.out, call, at),
        }
        return {**written, "function": function}

    def result(self, result: ToolResultPart, at: Address) -> JsonObject:
        self.out.link(result, at, "changed")
        written: JsonObject = {"role": "tool"}
        pair = self.out.pairing.pair_of.get(result.key)
        name = told_name(result) or (pair and exported_name(pair.call))
        if name:
            written["tool_name"] = self.out.name_for(name, at, "tool_name")
        written |= id_field(self.out, result, at, "tool_call_id")
        lose_error_flag(self.out, result, at, "A tool message has no error flag.")
        return {**written, **self._given(result, at)}

    def _given(self, result: ToolResultPart, at: Address) -> JsonObject:
        """The text of a result, and the images that stand beside it."""
        images: list[JsonValue] = []
        told: list[Part] = []
        texts: list[str] = []
        place = Address(f"{at}/content")
        for part in result.content:
            if self.media.inside and _is_image(part):
                self.out.link(part, Address(f"{at}/images/{len(images)}"), "changed")
                images.append(part.data)
            else:
                told.append(part)
                texts.append(self._given_text(result, part, place))
        self._say_joined(told, place)
        if images:
            self._say_moved(result.content, place)
        given: JsonObject = {"content": "\n".join(texts)}
        return {**given, "images": images} if images else given

    def _given_text(self, result: ToolResultPart, part: Part, at: Address) -> str:
        if isinstance(part, MediaPart):
            return self.media.text_for(result, part, at, beside=_is_image(part))
        return result_text(self.out, part, at, place="A tool message")

    def shown(self, at: Address) -> JsonObject:
        waiting = self.media.take()
        content = "\n".join(_numbered(waiting))
        self.media.say_message(at)
        self.media.say_label(Address(f"{at}/content"), content)
        images = [part for shown in waiting for part in shown.parts]
        for i, part in enumerate(images):
            self.media.say_shown(part, Address(f"{at}/images/{i}"))
        data: list[JsonValue] = [part.data for part in images]
        return {"role": "user", "content": content, "images": data}


def _numbered(waiting: Sequence[Shown]) -> Iterator[str]:
    """For each result a line that says which of the images of a message are its own."""
    number = 1
    for shown in waiting:
        images = range(number, number := number + len(shown.parts))
        yield f"{shown.label} {', '.join(f'image {i}' for i in images)}"


def _is_image(part: Part) -> TypeGuard[MediaPart]:
    """Whether it is an image at hand, which a message shows."""
    return isinstance(part, MediaPart) and part.media == "image" and bool(part.data)
