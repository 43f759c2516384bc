"""From the model to a Responses request body."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from crosswire import arguments
from crosswire.address import Address
from crosswire.formats.openai_responses.cleaning import for_request, tool_for_request
from crosswire.formats.openai_responses.names import NAME
from crosswire.formats.openai_responses.writing_content import (
    detail_of,
    has_place,
    result_content,
    why_no_place,
    written_media,
)
from crosswire.id_plan import IdRule
from crosswire.loss import LossKind, Relation
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
    ToolPart,
    ToolResultPart,
)
from crosswire.rendering import RenderingBuilder
from crosswire.writing import as_it_is, field, foreign_settings, own_settings

ID_RULE = IdRule(longest=64, native="call_{24}")

_SETTINGS = {
    "model": field("model"),
    "max_output_tokens": field("max_output_tokens"),
    "temperature": field("temperature"),
    "top_p": field("top_p"),
    "stream": field("stream"),
    "parallel_tool_calls": field("parallel_tool_calls"),
}


def render(out: RenderingBuilder) -> JsonObject:
    payload: JsonObject = {}
    own = out.conversation.dialect == NAME
    tools = list(out.conversation.tools())
    if own:
        own_settings(out, payload)
    else:
        custom = frozenset(tool.name for tool in tools if tool.kind == "custom")
        choice = {"tool_choice": lambda value: (("tool_choice",), _tool_choice(value, custom))}
        foreign_settings(out, payload, _SETTINGS | choice)
    _Writer(out, payload).write()
    if tools:
        payload["tools"] = [
            _own_tool(out, tool, i) if own else _tool(out, tool, i) for i, tool in enumerate(tools)
        ]
    return payload


def _tool_choice(value: JsonValue, custom: frozenset[str]) -> JsonValue:
    if not isinstance(value, dict):
        return None
    name = value.get("name")
    if value.get("mode") != "named" or not isinstance(name, str):
        return value.get("mode")
    return {"type": "custom" if name in custom else "function", "name": name}


def _own_tool(out: RenderingBuilder, tool: ToolPart, position: int) -> JsonValue:
    out.link(tool, Address(f"0:/tools/{position}"))
    return tool_for_request(out, tool)


def _tool(out: RenderingBuilder, tool: ToolPart, position: int) -> JsonValue:
    target = Address(f"0:/tools/{position}")
    extras = dict(tool.extras or {})
    strict = extras.pop("strict", None) is True
    out.link(replace(tool, extras=extras), target, "changed")
    written: JsonObject = {"type": "custom" if tool.kind == "custom" else "function", "name": tool.name}
    if tool.description is not None:
        written["description"] = tool.description
    if tool.kind == "custom":
        return written
    if tool.kind != "function":
        why = "Responses has no built-in tool of this type; it is declared as a function."
        out.lost(LossKind.CHANGED, tool, "built-in-tool", tool.kind, why, target=target)
    written["parameters"] = (
        tool.schema if isinstance(tool.schema, dict) else {"type": "object", "properties": {}}
    )
    # Said even where it is false: left out, it would mean true here and false elsewhere.
    written["strict"] = strict
    return written


class _Writer:
    """Writes messages as items, in their order; each call and each result is an item of its own."""

    def __init__(self, out: RenderingBuilder, payload: JsonObject) -> None:
        self.out = out
        self.payload = payload
        self.items: list[JsonValue] = []

    def write(self) -> None:
        messages = self.out.conversation.messages
        self.payload["input"] = self.items
        for position, message in enumerate(messages):
            if message.field is not None and self.out.is_own(message):
                self._own_field(message)
            elif self.out.is_own(message):
                self._own(message)
            elif position == 0 and self._are_instructions(message, messages[1:2]):
                self._field("instructions", message)
            else:
                self._foreign(message)

    def _next(self) -> Address:
        return Address(f"0:/input/{len(self.items)}")

    def _own(self, message: Message) -> None:
        """An item of this format, as it is; ids that its type can do without are not made up."""
        for part in message.parts:
            if isinstance(part, (ToolCallPart, ToolResultPart)) and _keeps_id(part):
                self.out.ids.ids[part.key] = part.call_id.value
                self.out.ids.changes.pop(part.key, None)
        self.items.append(as_it_is(self.out, message, self._next(), for_request(self.out, message)))

    def _own_field(self, message: Message) -> None:
        """A text that stood in a field of its own; as `input` it can only stay where nothing follows."""
        alone = not any(m.field is None for m in self.out.conversation.messages)
        if message.field == "instructions" and "instructions" not in self.payload:
            self._field("instructions", message)
        elif message.field == "input" and alone:
            self._field("input", message)
        else:
            at = self._next()
            self.out.link_message(message, at)
            self.items.append(
                {"role": message.role, "content": self._text(message.parts, Address(f"{at}/content"))}
            )

    def _field(self, name: str, message: Message) -> None:
        target = Address(f"0:/{name}")
        self.out.link_message(message, target, "same" if message.field == name else "moved")
        self.payload[name] = self._text(message.parts, target)

    def _text(self, parts: list[Part], target: Address) -> str:
        for part in parts:
            self.out.link(part, target)
        return "".join(part.text for part in parts if isinstance(part, TextPart))

    def _are_instructions(self, message: Message, following: list[Message]) -> bool:
        """Whether this is one text by the one system message that leads the conversation."""
        single = len(message.parts) == 1 and isinstance(message.parts[0], TextPart)
        return message.role == "system" and single and all(m.role != "system" for m in following)

    def _foreign(self, message: Message) -> None:
        pieces = list(self._pieces(message))
        relation: Relation = "split" if len(pieces) > 1 else "same"
        for piece in pieces:
            at = self._next()
            self.out.link_message(message, at, relation)
            if isinstance(piece, ToolCallPart):
                self.items.append(self._call(piece, at))
            elif isinstance(piece, ToolResultPart):
                self.items.append(self._result(piece, at))
            else:
                self.items.append(self._said(message, piece, at))
        if not pieces:
            self.out.dropped_message(message, "None of its parts has a place in Responses.")

    def _pieces(self, message: Message) -> Iterator[ToolCallPart | ToolResultPart | list[Part]]:
        """What becomes an item each: calls, results, and what is said between them.

        Each text of an assistant is one: a list of them would need item ids, which nobody has.
        """
        said: list[Part] = []
        for part in message.parts:
            if not has_place(self.out, part, message):
                self.out.dropped(part, *why_no_place(part))
                continue
            if said and (isinstance(part, (ToolCallPart, ToolResultPart)) or message.role == "assistant"):
                yield said
                said = []
            if isinstance(part, (ToolCallPart, ToolResultPart)):
                yield part
            else:
                said.append(part)
        if said:
            yield said

    def _said(self, message: Message, parts: list[Part], at: Address) -> JsonValue:
        role = "user" if message.role in ("tool", "other") else message.role
        first = parts[0]
        if len(parts) > 1 or not isinstance(first, (TextPart, RefusalPart)):
            content = [self._content_part(part, Address(f"{at}/content/{i}")) for i, part in enumerate(parts)]
            return {"role": role, "content": content}
        target = Address(f"{at}/content")
        if isinstance(first, RefusalPart):
            self.out.link(first, target, "changed")
            why = "Only an item with an id of the provider's holds a refusal; it is written as text."
            self.out.lost(LossKind.CHANGED, first, "refusal-as-text", "refusal", why, target=target)
        else:
            self.out.link(first, target)
        return {"role": role, "content": first.text}

    def _content_part(self, part: Part, at: Address) -> JsonValue:
        if isinstance(part, MediaPart):
            self.out.link(*detail_of(part)[:1], at)
            return written_media(self.out, part, detail=detail_of(part)[1])
        self.out.link(part, at)
        return {"type": "input_text", "text": part.text if isinstance(part, (TextPart, RefusalPart)) else ""}

    def _call(self, call: ToolCallPart, at: Address) -> JsonValue:
        self.out.link(call, at, "changed")
        call_id = self.out.id_for(call, Address(f"{at}/call_id"))
        free = call.arguments.state is ArgumentsState.FREE_TEXT
        written: JsonObject = {"type": "custom_tool_call" if free else "function_call"}
        if call_id is not None:
            written["call_id"] = call_id
        written["name"] = call.name
        if free:
            return {**written, "input": call.arguments.text or ""}
        return {**written, "arguments": arguments.as_text(call.arguments)}

    def _result(self, result: ToolResultPart, at: Address) -> JsonValue:
        self.out.link(result, at, "changed")
        pair = self.out.pairing.pair_of.get(result.key)
        free = pair is not None and pair.call.arguments.state is ArgumentsState.FREE_TEXT
        written: JsonObject = {"type": "custom_tool_call_output" if free else "function_call_output"}
        call_id = self.out.id_for(result, Address(f"{at}/call_id"))
        if call_id is not None:
            written["call_id"] = call_id
        if result.is_error:
            why = "The output of a function has no error flag."
            self.out.lost(LossKind.DROPPED, result, "error-flag", "is_error", why, target=at)
        return {**written, "output": result_content(self.out, result.content, at)}


def _keeps_id(part: ToolCallPart | ToolResultPart) -> bool:
    """Whether an item has no id by right, or one that names an item which the provider stores."""
    by_right = part.call_id.value is None and not part.call_id.required
    return by_right or part.wire_type in ("mcp_approval_request", "mcp_approval_response")
