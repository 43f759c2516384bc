"""From the model's messages to items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from crosswire.address import Address
from crosswire.formats.openai_responses.variant import Variant, kind_of
from crosswire.formats.openai_responses.writing_content import (
    ResultWriter,
    detail_of,
    has_place,
    text_part,
    why_no_place,
    written_media,
)
from crosswire.formats.openai_responses.writing_own_items import for_request
from crosswire.formats.openai_responses.writing_program_items import (
    for_request_of_program,
    is_text_of_list,
)
from crosswire.formats.shared.writing import id_field, lose_error_flag
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
from crosswire.model.loss import LossKind, Relation
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import as_it_is, exported_name, inside, place_below
from crosswire.rendering.result_media import gives_results
from crosswire.tools import arguments

_REFUSAL = "Only an item with an id of the provider's holds a refusal; it is written as text."
_Piece: TypeAlias = "ToolCallPart | ToolResultPart | list[Part]"
"""What becomes one item."""


class ItemsWriter:
    """Writes messages as items, in their order; each call and each result is an item of its
    own."""

    def __init__(self, out: RenderingBuilder, payload: JsonObject, variant: Variant) -> None:
        self.out = out
        self.payload = payload
        self.variant = variant
        self.items: list[JsonValue] = []
        self.results = ResultWriter(out)
        self.of_program = out.conversation.format not in (variant.name, *variant.kin)
        """Whether items in this format's words stand in a log that a program keeps."""
        self.has_free_text = any(map(_takes_text, out.conversation.calls()))

    def write(self) -> None:
        """Write all messages, and the fields for texts that stand apart from the items."""
        messages = self.out.conversation.messages
        self.payload["input"] = self.items
        if self.out.ids.changes:
            self._keep_ids_of_items()
        for position, message in enumerate(messages):
            if self._is_kindred(message):
                self.out.take_over(message)
            if self.results.media.waiting and not gives_results(message):
                self._show_media()
            own = self.out.is_own(message)
            if own and message.field is not None:
                self._own_field(message)
            elif own:
                self._own(message)
            elif position == 0 and self._are_instructions(message, messages[1:2]):
                self._field("instructions", message)
            else:
                self._foreign(message)
        self._show_media()

    def _show_media(self) -> None:
        """What is to stand behind the outputs, once the last of them is written."""
        if self.results.media.waiting:
            self.items.append(self.results.shown(self._next()))

    def _next(self) -> Address:
        return Address(f"0:/input/{len(self.items)}")

    def _is_kindred(self, message: Message) -> bool:
        """Whether a message is in a kindred variant, and both variants have such items."""
        if message.wire_format not in self.variant.kin:
            return False
        return message.field is not None or kind_of(message.raw) in self.variant.takes

    def _keep_ids_of_items(self) -> None:
        """Make up no id that an item of this format can do without, and change none of a
        stored item."""
        ids = self.out.ids
        for message in self.out.conversation.messages:
            if message.wire_format != self.out.target and not self._is_kindred(message):
                continue
            for part in (*message.parts, *inside(message.parts)):
                if not isinstance(part, (ToolCallPart, ToolResultPart)):
                    continue
                if part.key in ids.changes and _keeps_id(part):
                    ids.ids[part.key] = part.call_id.value
                    del ids.changes[part.key]

    def _own(self, message: Message) -> None:
        """An item of this format, or one that means the same in it, as it is."""
        at = self._next()
        raw = for_request(self.out, message, self.variant)
        if self.of_program and isinstance(raw, dict):
            raw = for_request_of_program(self.out, message, raw, at)
            if is_text_of_list(message, raw):
                self.out.link_message(message, at)
                self.out.link(message.parts[0], Address(f"{at}/content"))
                self.items.append(raw)
                return
        self.items.append(as_it_is(self.out, message, at, raw))
        if message.wire_format != self.variant.name:
            for inner in inside(message.parts):
                self.out.link(inner, place_below(message, inner.address, at))

    def _own_field(self, message: Message) -> None:
        """A text that stood in a field of its own; as `input` it can only stay where nothing
        follows."""
        alone = not any(m.field is None for m in self.out.conversation.messages)
        if message.field == "instructions" and "instructions" not in self.payload:
            self._field("instructions", message)
        elif message.field == "input" and alone:
            self._field("input", message)
        else:
            at = self._next()
            self.out.link_message(message, at)
            text = self._text(message.parts, Address(f"{at}/content"))
            self.items.append({"role": message.role, "content": text})

    def _field(self, name: str, message: Message) -> None:
        target = Address(f"0:/{name}")
        self.out.link_message(message, target, "same" if message.field == name else "moved")
        self.payload[name] = self._text(message.parts, target)

    def _text(self, parts: list[Part], target: Address) -> str:
        for part in parts:
            self.out.link(part, target)
        return "".join(part.text for part in parts if isinstance(part, TextPart))

    def _are_instructions(self, message: Message, following: Sequence[Message]) -> bool:
        """Whether this is one text by the one system message that leads the conversation."""
        single = len(message.parts) == 1 and isinstance(message.parts[0], TextPart)
        return (
            message.role == "system" and single and all(m.role != "system" for m in following)
        )

    def _foreign(self, message: Message) -> None:
        pieces = self._pieces(message)
        relation: Relation = "split" if len(pieces) > 1 else "same"
        for piece in pieces:
            if self.results.media.waiting and not isinstance(piece, ToolResultPart):
                self._show_media()
            at = self._next()
            self.out.link_message(message, at, relation)
            self.items.append(self._piece(message, piece, at))
        if not pieces:
            self.out.dropped_message(message, "None of its parts has a place in Responses.")

    def _piece(self, message: Message, piece: _Piece, at: Address) -> JsonObject:
        if isinstance(piece, list):
            return self._said(message, piece, at)
        if isinstance(piece, ToolCallPart):
            return self._call(piece, at)
        return self._result(piece, at)

    def _pieces(self, message: Message) -> list[_Piece]:
        """What becomes an item each: calls, results, and what is said between them.

        Each text of an assistant is one: a list of them would need item ids, which nothing in
        the log gives.
        """
        pieces: list[_Piece] = []
        for part in message.parts:
            before = pieces[-1] if pieces else None
            if not has_place(self.out, part, message):
                self.out.dropped(part, *why_no_place(part))
            elif type(part) is ToolCallPart or type(part) is ToolResultPart:
                pieces.append(part)
            elif isinstance(before, list) and message.role != "assistant":
                before.append(part)
            else:
                pieces.append([part])
        return pieces

    def _said(self, message: Message, parts: list[Part], at: Address) -> JsonObject:
        role = "user" if message.role in ("tool", "other") else message.role
        place, first = Address(f"{at}/content"), parts[0]
        if len(parts) > 1 or not isinstance(first, (TextPart, RefusalPart)):
            content = [self._part(p, Address(f"{place}/{i}")) for i, p in enumerate(parts)]
            return {"role": role, "content": content}
        is_refusal = type(first) is RefusalPart
        self.out.link(first, place, "changed" if is_refusal else "same")
        if is_refusal:
            code = "refusal-as-text"
            self.out.lost(LossKind.CHANGED, first, code, "refusal", _REFUSAL, target=place)
        return {"role": role, "content": first.text}

    def _part(self, part: Part, at: Address) -> JsonValue:
        if isinstance(part, MediaPart):
            medium, detail = detail_of(part)
            self.out.link(medium, at)
            return written_media(self.out, part, detail=detail)
        self.out.link(part, at)
        return text_part(text_of([part]))

    def _call(self, call: ToolCallPart, at: Address) -> JsonObject:
        self.out.link(call, at, "changed")
        written = id_field(self.out, call, at, "call_id")
        written["name"] = self.out.name_for(exported_name(call), at, "name")
        if _takes_text(call):
            text = call.arguments.text or ""
            return {"type": "custom_tool_call", **written, "input": text}
        text = arguments.as_text(call.arguments)
        return {"type": "function_call", **written, "arguments": text}

    def _result(self, result: ToolResultPart, at: Address) -> JsonObject:
        self.out.link(result, at, "changed")
        pair = self.out.pairing.pair_of.get(result.key) if self.has_free_text else None
        free = pair is not None and _takes_text(pair.call)
        kind = "custom_tool_call_output" if free else "function_call_output"
        written = id_field(self.out, result, at, "call_id")
        lose_error_flag(self.out, result, at, "The output of a function has no error flag.")
        output = self.results.content(result, Address(f"{at}/output"))
        return {"type": kind, **written, "output": output}


def _takes_text(call: ToolCallPart) -> bool:
    """Whether it is the call of a tool that takes free text."""
    return call.arguments.state is ArgumentsState.FREE_TEXT


def _keeps_id(part: ToolCallPart | ToolResultPart) -> bool:
    """Whether an item needs no id, or has one that names an item which the provider stores."""
    by_right = part.call_id.value is None and not part.call_id.required
    return by_right or part.wire_type in ("mcp_approval_request", "mcp_approval_response")
