"""From the model to a request body of Responses, or of a dialect of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from crosswire import arguments
from crosswire.address import Address, rebase
from crosswire.formats.openai_responses.cleaning import for_request, tool_for_request
from crosswire.formats.openai_responses.dialect import RESPONSES, Dialect, type_of
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
from crosswire.writing import (
    as_it_is,
    field,
    foreign_settings,
    inside,
    own_setting,
    own_settings,
    say_model_kept,
    told_name,
)

ID_RULE = IdRule(longest=64, native="call_{24}")

_SETTINGS = {
    "model": field("model"),
    "max_output_tokens": field("max_output_tokens"),
    "temperature": field("temperature"),
    "top_p": field("top_p"),
    "stream": field("stream"),
    "parallel_tool_calls": field("parallel_tool_calls"),
}


_OF_THE_PROVIDER = frozenset({"previous_response_id", "conversation", "prompt"})
"""Settings that name what one provider stores."""


def render(out: RenderingBuilder, dialect: Dialect = RESPONSES) -> JsonObject:
    payload: JsonObject = {}
    source = out.conversation.dialect
    tools = list(out.conversation.tools())
    if source == dialect.name:
        own_settings(out, payload)
    elif source in dialect.kin:
        _kindred_settings(out, payload, dialect)
    else:
        custom = frozenset(tool.name for tool in tools if tool.kind == "custom")
        choice = {"tool_choice": lambda value: (("tool_choice",), _tool_choice(value, custom))}
        foreign_settings(out, payload, _SETTINGS | choice)
    _Writer(out, payload, dialect).write()
    if tools:
        payload["tools"] = [_any_tool(out, tool, i, dialect) for i, tool in enumerate(tools)]
    return payload


def _kindred_settings(out: RenderingBuilder, payload: JsonObject, dialect: Dialect) -> None:
    """Settings in the words of a kindred dialect: they stand, but for what only their provider knows."""
    for setting in out.conversation.settings():
        if setting.name in dialect.strange_settings and not setting.of_response:
            out.dropped(setting, "setting", setting.name, f"A request of {out.target} has no field for it.")
        elif setting.name in _OF_THE_PROVIDER and not setting.of_response:
            why = "It names what another provider stores."
            out.dropped(setting, "stored-elsewhere", setting.name, why)
        else:
            own_setting(out, payload, setting)
            if setting.meaning == "model":
                say_model_kept(out, setting, Address(f"0:/{setting.name}"))


def _tool_choice(value: JsonValue, custom: frozenset[str]) -> JsonValue:
    if not isinstance(value, dict):
        return None
    name = value.get("name")
    if value.get("mode") != "named" or not isinstance(name, str):
        return value.get("mode")
    return {"type": "custom" if name in custom else "function", "name": name}


def _any_tool(out: RenderingBuilder, tool: ToolPart, position: int, dialect: Dialect) -> JsonValue:
    source = out.conversation.dialect
    taken_over = source in dialect.kin and tool.kind in dialect.tools
    if source == dialect.name or taken_over:
        return _own_tool(out, replace(tool, extras=None) if taken_over else tool, position)
    return _tool(out, tool, position)


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

    def __init__(self, out: RenderingBuilder, payload: JsonObject, dialect: Dialect) -> None:
        self.out = out
        self.payload = payload
        self.dialect = dialect
        self.items: list[JsonValue] = []

    def write(self) -> None:
        messages = self.out.conversation.messages
        self.payload["input"] = self.items
        if self.out.ids.changes:
            self._keep_ids_of_items()
        for position, message in enumerate(messages):
            if self._is_kindred(message):
                self.out.take_over(message)
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

    def _is_kindred(self, message: Message) -> bool:
        """Whether a message is in a kindred dialect, and both dialects have such items."""
        if message.dialect not in self.dialect.kin:
            return False
        return message.field is not None or type_of(message.raw) in self.dialect.takes

    def _keep_ids_of_items(self) -> None:
        """Make up no id that an item of this format can do without, and change none of a stored item."""
        conversation, ids = self.out.conversation, self.out.ids
        ends: dict[str, ToolCallPart | ToolResultPart] = {c.key: c for c in conversation.calls()}
        ends |= {result.key: result for result in conversation.results()}
        for key in list(ids.changes):
            message = conversation.messages[int(key.partition(".")[0][1:])]
            own = message.dialect == self.out.target or self._is_kindred(message)
            if own and _keeps_id(ends[key]):
                ids.ids[key] = ends[key].call_id.value
                del ids.changes[key]

    def _own(self, message: Message) -> None:
        """An item of this format, or one that means the same in it, as it is."""
        at = self._next()
        self.items.append(as_it_is(self.out, message, at, for_request(self.out, message, self.dialect)))
        for inner in inside(message.parts) if message.dialect != self.dialect.name else ():
            self.out.link(inner, rebase(inner.address, message.address, at))

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
        written["name"] = told_name(call)
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
