"""The messages of a conversation as Ollama has them: one text each, with images and calls
beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from crosswire.address import Address
from crosswire.formats.ollama.names import NAME, TITLE
from crosswire.model import (
    JsonObject,
    JsonValue,
    MediaPart,
    Message,
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
    as_it_is,
    assistant_runs,
    drop_run_elsewhere,
    exportable_as_function,
    exported_name,
    object_arguments,
    result_text,
    say_developer,
)
from crosswire.rendering.result_media import ResultMedia, Shown, gives_results


class MessagesWriter:
    """Writes messages in Ollama's words as they are; a run of other assistant messages becomes
    one."""

    def __init__(self, out: RenderingBuilder) -> None:
        self.out = out
        self.written: list[JsonValue] = []
        self.media = ResultMedia(
            out,
            limit="A message of Ollama shows images, by their bytes, and no other medium.",
            behind="in a message of the user behind the results",
        )

    def write(self) -> list[JsonValue]:
        for run in assistant_runs(self.out.conversation.messages, NAME):
            if not gives_results(run[0]):
                self._show_media()
            if self.out.is_own(run[0]):
                self.written.append(as_it_is(self.out, run[0], self._next(), run[0].raw))
            elif run[0].role == "assistant":
                self._turn(run)
            else:
                self._results_then_content(run[0])
        self._show_media()
        return self.written

    def _next(self) -> Address:
        return Address(f"0:/messages/{len(self.written)}")

    # What is said

    def _turn(self, run: Sequence[Message]) -> None:
        """One assistant message: what was said, then the calls."""
        parts = [
            part
            for message in run
            for part in message.parts
            if self._has_place(part, ToolCallPart)
        ]
        at = self._next()
        for message in run:
            if parts:
                self.out.link_message(message, at, "merged" if len(run) > 1 else "same")
            else:
                self.out.dropped_message(
                    message, "None of its parts has a place in a message of Ollama."
                )
        if not parts:
            return
        calls = [part for part in parts if isinstance(part, ToolCallPart)]
        turn: JsonObject = {"role": "assistant", **self._said(parts, at)}
        if calls:
            turn["tool_calls"] = [
                self._call(call, Address(f"{at}/tool_calls/{i}"))
                for i, call in enumerate(calls)
            ]
        self.written.append(turn)

    def _results_then_content(self, message: Message) -> None:
        """Tool messages for the results of a message, then a message with the rest of it."""
        parts = [part for part in message.parts if self._has_place(part, ToolResultPart)]
        results = [part for part in parts if isinstance(part, ToolResultPart)]
        said = [part for part in parts if not isinstance(part, ToolResultPart)]
        relation: Relation = "split" if len(results) + bool(said) > 1 else "same"
        for result in results:
            self.out.link_message(message, self._next(), relation)
            self.written.append(self._result(result, self._next()))
        if said:
            self._show_media()
            self._say_results_moved(parts)
            self._spoken(message, said, relation)
        elif not results:
            self.out.dropped_message(
                message, "None of its parts has a place in a message of Ollama."
            )

    def _has_place(self, part: Part, tool_part: type[Part]) -> bool:
        """Whether the part can be written beside these parts of tools; where not, the loss is
        told."""
        if isinstance(part, (ToolCallPart, ToolResultPart)):
            if exportable_as_function(part) and isinstance(part, tool_part):
                return True
            self._drop_part_of_tool(part)
        elif isinstance(part, ReasoningPart):
            why = (
                "What another provider's model thought is not told to Ollama's as a "
                "thought of its own."
            )
            self.out.dropped(part, "reasoning", "reasoning", why)
        elif isinstance(part, (TextPart, RefusalPart, MediaPart)):
            return True
        else:
            kind = part.wire_type if isinstance(part, OpaquePart) else "block"
            self.out.dropped(part, "opaque", kind, "A message of Ollama has no such block.")
        return False

    def _drop_part_of_tool(self, part: ToolCallPart | ToolResultPart) -> None:
        why = "Another provider ran it, and Ollama runs no tools."
        if exportable_as_function(part):
            why = "Only the assistant calls, and only messages of others give results."
        drop_run_elsewhere(self.out, part, why)

    def _spoken(self, message: Message, said: list[Part], relation: Relation) -> None:
        at = self._next()
        role = message.role if message.role in ("system", "user") else "user"
        if message.role == "developer":
            role = "system"
            say_developer(self.out, message, at, title=TITLE)
        self.out.link_message(message, at, relation)
        self.written.append({"role": role, **self._said(said, at)})

    def _said(self, parts: Sequence[Part], at: Address) -> JsonObject:
        """The text of a message, and the images that stand beside it."""
        images: list[JsonValue] = []
        texts: list[tuple[Part, str]] = []
        for part in parts:
            if _is_image(part):
                self.out.link(part, Address(f"{at}/images/{len(images)}"), "changed")
                images.append(part.data)
            elif isinstance(part, (TextPart, RefusalPart)):
                texts.append((part, part.text))
            elif isinstance(part, MediaPart):
                texts.append((part, summary_of(part)))
        content = Address(f"{at}/content")
        for part, _ in texts:
            self._link_text(part, content, single=len(texts) == 1)
        self._say_joined([part for part, _ in texts], content)
        self._say_moved(parts, at)
        said: JsonObject = {"content": "\n".join(text for _, text in texts)}
        return {**said, "images": images} if images else said

    def _link_text(self, part: Part, at: Address, *, single: bool) -> None:
        if isinstance(part, TextPart):
            self.out.link(part, at, "same" if single else "merged")
            return
        self.out.link(part, at, "changed")
        if isinstance(part, MediaPart):
            why = "A message shows images, by their bytes, and no other medium."
            text = summary_of(part)
            self.out.lost(
                LossKind.DROPPED, part, "media", part.media, why, target=at, fallback=text
            )
        else:
            why = "Ollama has no field for a refusal; it is written as text."
            self.out.lost(LossKind.CHANGED, part, "refusal", "refusal", why, target=at)

    def _say_joined(self, parts: Sequence[Part], at: Address) -> None:
        if len(parts) > 1:
            why = "A message holds one text; the parts are joined by line ends."
            self.out.lost(LossKind.CHANGED, parts[0], "texts-joined", "texts", why, target=at)

    def _say_moved(self, parts: Sequence[Part], at: Address) -> None:
        """Texts stand before images, and both before calls, in whatever order they were said."""
        behind: tuple[str, str] | None = None
        for part in parts:
            if isinstance(part, ToolCallPart):
                behind = ("text-after-call", "its calls")
            elif _is_image(part):
                behind = behind or ("text-after-image", "its images")
            elif behind is not None:
                why = f"The text of a message stands before {behind[1]}."
                self.out.lost(
                    LossKind.MOVED,
                    part,
                    behind[0],
                    "text",
                    why,
                    target=Address(f"{at}/content"),
                )

    # Calls and results

    def _call(self, call: ToolCallPart, at: Address) -> JsonValue:
        self.out.link(call, at, "changed")
        call_id = self.out.id_for(call, Address(f"{at}/id"))
        written: JsonObject = {} if call_id is None else {"id": call_id}
        function: JsonObject = {
            "name": self.out.name_for(exported_name(call), at, "function", "name"),
            "arguments": object_arguments(self.out, call, at),
        }
        return {**written, "function": function}

    def _result(self, result: ToolResultPart, at: Address) -> JsonValue:
        self.out.link(result, at, "changed")
        written: JsonObject = {"role": "tool"}
        name = self._name_of(result)
        if name:
            written["tool_name"] = self.out.name_for(name, at, "tool_name")
        call_id = self.out.id_for(result, Address(f"{at}/tool_call_id"))
        if call_id is not None:
            written["tool_call_id"] = call_id
        if result.is_error:
            why = "A tool message has no error flag."
            self.out.lost(LossKind.DROPPED, result, "error-flag", "is_error", why, target=at)
        return {**written, **self._given(result, at)}

    def _given(self, result: ToolResultPart, at: Address) -> JsonObject:
        """The text of a result, and the images that stand beside it."""
        content = Address(f"{at}/content")
        images: list[JsonValue] = []
        texts: dict[str, str] = {}
        for part in result.content:
            if _is_image(part) and self.media.inside:
                self.out.link(part, Address(f"{at}/images/{len(images)}"), "changed")
                images.append(part.data)
            elif isinstance(part, MediaPart):
                texts[part.key] = self.media.text_for(
                    result, part, content, beside=_is_image(part)
                )
            else:
                texts[part.key] = result_text(self.out, part, content, place="A tool message")
        self._say_joined([part for part in result.content if part.key in texts], content)
        if images:
            self._say_moved(result.content, at)
        given: JsonObject = {"content": "\n".join(texts.values())}
        return {**given, "images": images} if images else given

    def _show_media(self) -> None:
        """What is to stand behind the results, once the last of them is written."""
        if not self.media.waiting:
            return
        at = self._next()
        waiting = self.media.take()
        content = "\n".join(_numbered(waiting))
        self.media.say_message(at)
        self.media.say_label(Address(f"{at}/content"), content)
        images: list[JsonValue] = []
        for part in (part for shown in waiting for part in shown.parts):
            self.media.say_shown(part, Address(f"{at}/images/{len(images)}"))
            images.append(part.data)
        self.written.append({"role": "user", "content": content, "images": images})

    def _name_of(self, result: ToolResultPart) -> str | None:
        """The tool's name, as the result says it or as its call does."""
        own = (
            result.name
            if result.function_name_for_export is None
            else result.function_name_for_export
        )
        pair = self.out.pairing.pair_of.get(result.key)
        return own or (exported_name(pair.call) if pair is not None else None)

    def _say_results_moved(self, parts: list[Part]) -> None:
        last = max(
            (i for i, part in enumerate(parts) if isinstance(part, ToolResultPart)), default=0
        )
        for part in parts[:last]:
            if not isinstance(part, ToolResultPart):
                why = (
                    "Tool messages come directly after the calls; what stood before the "
                    "results follows."
                )
                at = self._next()
                self.out.lost(
                    LossKind.MOVED, part, "text-before-result", "text", why, target=at
                )


def _numbered(waiting: Sequence[Shown]) -> Iterator[str]:
    """For each result a line that says which of the images of a message are its own."""
    number = 1
    for shown in waiting:
        images = range(number, number := number + len(shown.parts))
        yield f"{shown.label} {', '.join(f'image {i}' for i in images)}"


def _is_image(part: Part) -> TypeGuard[MediaPart]:
    """Whether it is an image at hand, which a message shows."""
    return isinstance(part, MediaPart) and part.media == "image" and bool(part.data)
