"""From the model's messages to those of Chat Completions."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address
from crosswire.formats.openai_chat.variant import Variant
from crosswire.formats.openai_chat.writing_content import (
    ResultWriter,
    content,
    said,
    why_no_place,
)
from crosswire.formats.openai_chat.writing_own_messages import for_request, with_role
from crosswire.formats.shared.writing import (
    id_field,
    lose_error_flag,
    lose_tool_name,
    relation_of,
)
from crosswire.formats.shared.writing_tool_messages import ToolMessagesWriter
from crosswire.model import (
    ArgumentsState,
    JsonObject,
    JsonValue,
    MediaPart,
    Message,
    Part,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    text_of,
)
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import (
    as_it_is,
    exportable_as_function,
    exported_name,
    json_text,
    object_arguments,
)
from crosswire.tools import arguments


class MessagesWriter(ToolMessagesWriter):
    """Writes the messages in a variant of Chat Completions."""

    def __init__(self, out: RenderingBuilder, variant: Variant) -> None:
        self.variant = variant
        self.results = ResultWriter(out, variant)
        title = variant.title
        super().__init__(out, self.results.media, name=variant.name, title=title, place=title)
        if variant.developers:
            self.roles = (*self.roles, "developer")

    def own(self, message: Message, at: Address) -> JsonValue:
        keeps = self.variant.answers_may_be_sent
        raw = message.raw if keeps else for_request(self.out, message)
        return as_it_is(self.out, message, at, with_role(self.out, message, raw, at))

    def has_place(self, part: Part, message: Message) -> bool:
        by_assistant = message.role == "assistant"
        if type(part) is ToolCallPart:
            placed = by_assistant and exportable_as_function(part)
        elif type(part) is ToolResultPart:
            placed = not by_assistant and exportable_as_function(part)
        elif type(part) is MediaPart:
            shows = message.role == "user"
            placed = shows and self.variant.written_media(self.out, part) is not None
        else:
            placed = isinstance(part, (TextPart, RefusalPart))
        if not placed:
            self.out.dropped(part, *why_no_place(part, self.variant))
        return placed

    def turn(self, parts: list[Part], at: Address) -> JsonObject:
        """First what was said, then the calls, as the format has it."""
        spoken = TextPart if self.variant.refusals else (TextPart, RefusalPart)
        texts = [part for part in parts if isinstance(part, spoken)]
        calls = [part for part in parts if type(part) is ToolCallPart]
        turn: JsonObject = {"role": "assistant"}
        plan = self.variant.plan if calls else None
        if plan is None:
            turn["content"] = content(self.out, texts, at, self.variant) if texts else None
        elif texts:
            turn[plan] = said(self.out, texts, Address(f"{at}/{plan}"), self.variant)
        if self.variant.refusals:
            turn |= self._refusal(parts, Address(f"{at}/refusal"))
        if calls:
            turn["tool_calls"] = [
                self._call(call, Address(f"{at}/tool_calls/{i}"))
                for i, call in enumerate(calls)
            ]
            self._say_moved(parts[parts.index(calls[0]) :], at)
        return turn

    def _refusal(self, parts: list[Part], at: Address) -> JsonObject:
        """The field for a refusal, which is no content."""
        refusals = [part for part in parts if type(part) is RefusalPart]
        for part in refusals:
            self.out.link(part, at, relation_of(len(refusals)))
        return {"refusal": text_of(refusals)} if refusals else {}

    def _say_moved(self, parts: Sequence[Part], at: Address) -> None:
        """Report the texts behind the first call, which the format puts before it."""
        for part in parts:
            if type(part) is TextPart:
                why = f"In {self.variant.title} the text of a message stands before its calls."
                self.out.lost(LossKind.MOVED, part, "text-after-call", "text", why, target=at)

    def _call(self, call: ToolCallPart, at: Address) -> JsonValue:
        self.out.link(call, at, "changed")
        written = id_field(self.out, call, at, "id")
        kind, field = "function", "arguments"
        if call.arguments.state is not ArgumentsState.FREE_TEXT:
            text = arguments.as_text(call.arguments)
        elif self.variant.custom_tools:
            kind, field, text = "custom", "input", call.arguments.text or ""
        else:
            text = json_text(object_arguments(self.out, call, at))
        name = self.out.name_for(exported_name(call), at, kind, "name")
        return {**written, "type": kind, kind: {"name": name, field: text}}

    def result(self, result: ToolResultPart, at: Address) -> JsonObject:
        self.out.link(result, at, "changed")
        written: JsonObject = {
            "role": "tool",
            **id_field(self.out, result, at, "tool_call_id"),
        }
        if not self.variant.names_results:
            lose_tool_name(self.out, result, at, "A tool message names no tool.")
        elif result.name is not None and result.function_name_for_export is None:
            written["name"] = self.out.name_for(result.name, at, "name")
        lose_error_flag(self.out, result, at, "A tool message has no error flag.")
        written["content"] = self.results.content(result, Address(f"{at}/content"))
        return written

    def content(self, parts: Sequence[Part], at: Address) -> JsonObject:
        return {"content": content(self.out, parts, at, self.variant)}

    def shown(self, at: Address) -> JsonObject:
        return self.results.shown(at)
