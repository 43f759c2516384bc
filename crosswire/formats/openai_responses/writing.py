"""From the model to a request body of Responses, or of a variant of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from crosswire.address import Address
from crosswire.formats.openai_responses.cleaning import for_request, tool_for_request
from crosswire.formats.openai_responses.variant import RESPONSES, Variant, type_of
from crosswire.formats.openai_responses.writing_content import (
    ResultWriter,
    detail_of,
    has_place,
    why_no_place,
    written_media,
)
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
from crosswire.model.loss import LossKind, Relation
from crosswire.model.node_key import message_number
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import (
    Declaration,
    ToolForms,
    choice_writer,
    foreign_tools,
    own_tool,
)
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.messages import as_it_is, exported_name, inside, place_below
from crosswire.rendering.result_media import gives_results
from crosswire.rendering.settings import (
    SettingWriter,
    field,
    foreign_settings,
    own_setting,
    own_settings,
    say_model_kept,
)
from crosswire.rendering.tool_choice import ChoiceForms
from crosswire.tools import arguments
from crosswire.tools.builtin import form_in
from crosswire.tools.schemas import OF_OPENAI

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


_TOOLS = ToolForms(
    "Responses",
    name_at=("name",),
    schema_at=("parameters",),
    schemas=OF_OPENAI,
    says_strict=True,
    custom=True,
)


def render(out: RenderingBuilder, variant: Variant = RESPONSES) -> JsonObject:
    payload: JsonObject = {}
    source = out.conversation.wire_format
    if source == variant.name:
        own_settings(out, payload)
    elif source in variant.kin:
        _kindred_settings(out, payload, variant)
    else:
        foreign_settings(out, payload, _SETTINGS | {"tool_choice": _choice(out)})
    _Writer(out, payload, variant).write()
    if source == variant.name:
        tools = [_own_tool(out, tool, i) for i, tool in enumerate(out.conversation.tools())]
    else:
        tools = _tools(out, payload, variant)
    if tools:
        payload["tools"] = tools
    return payload


def _kindred_settings(out: RenderingBuilder, payload: JsonObject, variant: Variant) -> None:
    """Settings in the words of a kindred variant: they stand, but for what only their provider
    knows."""
    for setting in out.conversation.settings():
        if setting.name in variant.strange_settings and not setting.of_response:
            out.dropped(
                setting,
                "setting",
                setting.name,
                f"A request of {out.title} has no field for it.",
            )
        elif setting.name in _OF_THE_PROVIDER and not setting.of_response:
            why = "It names what another provider stores."
            out.dropped(setting, "stored-elsewhere", setting.name, why)
        else:
            own_setting(out, payload, setting)
            if setting.meaning == "model":
                say_model_kept(out, setting, Address(f"0:/{setting.name}"))


def _choice(out: RenderingBuilder) -> SettingWriter:
    free = {tool.name for tool in out.conversation.tools() if tool.kind == "custom"}
    custom = {out.names.written.get(name, name) for name in free}

    def tool(name: str) -> JsonObject:
        return {"type": "custom" if name in custom else "function", "name": name}

    def allowed(mode: str, names: list[str]) -> JsonObject:
        return {"type": "allowed_tools", "mode": mode, "tools": [tool(name) for name in names]}

    def built_in(meaning: str) -> JsonValue:
        form = form_in(out.target, meaning)
        return None if form is None else {"type": form.kind}

    words = {"auto": "auto", "none": "none", "required": "required"}
    return choice_writer(out, ChoiceForms(words, tool, allowed, built_in), "tool_choice")


def _own_tool(out: RenderingBuilder, tool: ToolPart, position: int) -> JsonValue:
    return own_tool(out, tool, Address(f"0:/tools/{position}"), tool_for_request(out, tool))


def _tools(out: RenderingBuilder, payload: JsonObject, variant: Variant) -> list[JsonValue]:
    """Tools in the words of others; those of kin stand as they are, where both have the type."""

    def taken_over(tool: ToolPart, place: Address) -> JsonValue:
        return own_tool(out, replace(tool, extras=None), place, tool_for_request(out, tool))

    kindred = out.conversation.wire_format in variant.kin
    kinds = variant.tools if kindred else frozenset[str]()
    return foreign_tools(
        out, _TOOLS, _spelled, Address("0:/tools"), payload, kinds, taken_over
    )


def _spelled(tool: Declaration) -> JsonObject:
    kind: JsonObject = {"type": "custom" if tool.custom else "function"}
    if tool.custom:
        grammar: JsonObject = (
            {"format": {"type": "grammar", **tool.grammar}} if tool.grammar else {}
        )
        return kind | tool.described() | grammar
    # Said even where it is false: left out, it would mean true here and false elsewhere.
    return kind | tool.described() | {"parameters": tool.schema, "strict": tool.strict is True}


class _Writer:
    """Writes messages as items, in their order; each call and each result is an item of its
    own."""

    def __init__(self, out: RenderingBuilder, payload: JsonObject, variant: Variant) -> None:
        self.out = out
        self.payload = payload
        self.variant = variant
        self.items: list[JsonValue] = []
        self.results = ResultWriter(out)

    def write(self) -> None:
        messages = self.out.conversation.messages
        self.payload["input"] = self.items
        if self.out.ids.changes:
            self._keep_ids_of_items()
        for position, message in enumerate(messages):
            if self._is_kindred(message):
                self.out.take_over(message)
            if not gives_results(message):
                self._show_media()
            if message.field is not None and self.out.is_own(message):
                self._own_field(message)
            elif self.out.is_own(message):
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
        return message.field is not None or type_of(message.raw) in self.variant.takes

    def _keep_ids_of_items(self) -> None:
        """Make up no id that an item of this format can do without, and change none of a
        stored item."""
        conversation, ids = self.out.conversation, self.out.ids
        ends: dict[str, ToolCallPart | ToolResultPart] = {
            c.key: c for c in conversation.calls()
        }
        ends |= {result.key: result for result in conversation.results()}
        for key in list(ids.changes):
            message = conversation.messages[message_number(key)]
            own = message.wire_format == self.out.target or self._is_kindred(message)
            if own and _keeps_id(ends[key]):
                ids.ids[key] = ends[key].call_id.value
                del ids.changes[key]

    def _own(self, message: Message) -> None:
        """An item of this format, or one that means the same in it, as it is."""
        at = self._next()
        self.items.append(
            as_it_is(self.out, message, at, for_request(self.out, message, self.variant))
        )
        for inner in inside(message.parts) if message.wire_format != self.variant.name else ():
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
            self.items.append(
                {
                    "role": message.role,
                    "content": self._text(message.parts, Address(f"{at}/content")),
                }
            )

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
        pieces = list(self._pieces(message))
        relation: Relation = "split" if len(pieces) > 1 else "same"
        for piece in pieces:
            if not isinstance(piece, ToolResultPart):
                self._show_media()
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

    def _pieces(
        self, message: Message
    ) -> Iterator[ToolCallPart | ToolResultPart | list[Part]]:
        """What becomes an item each: calls, results, and what is said between them.

        Each text of an assistant is one: a list of them would need item ids, which nobody has.
        """
        said: list[Part] = []
        for part in message.parts:
            if not has_place(self.out, part, message):
                self.out.dropped(part, *why_no_place(part))
                continue
            if said and (
                isinstance(part, (ToolCallPart, ToolResultPart)) or message.role == "assistant"
            ):
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
            content = [
                self._content_part(part, Address(f"{at}/content/{i}"))
                for i, part in enumerate(parts)
            ]
            return {"role": role, "content": content}
        target = Address(f"{at}/content")
        if isinstance(first, RefusalPart):
            self.out.link(first, target, "changed")
            why = (
                "Only an item with an id of the provider's holds a refusal; it is written "
                "as text."
            )
            self.out.lost(
                LossKind.CHANGED, first, "refusal-as-text", "refusal", why, target=target
            )
        else:
            self.out.link(first, target)
        return {"role": role, "content": first.text}

    def _content_part(self, part: Part, at: Address) -> JsonValue:
        if isinstance(part, MediaPart):
            self.out.link(*detail_of(part)[:1], at)
            return written_media(self.out, part, detail=detail_of(part)[1])
        self.out.link(part, at)
        return {
            "type": "input_text",
            "text": part.text if isinstance(part, (TextPart, RefusalPart)) else "",
        }

    def _call(self, call: ToolCallPart, at: Address) -> JsonValue:
        self.out.link(call, at, "changed")
        call_id = self.out.id_for(call, Address(f"{at}/call_id"))
        free = call.arguments.state is ArgumentsState.FREE_TEXT
        written: JsonObject = {"type": "custom_tool_call" if free else "function_call"}
        if call_id is not None:
            written["call_id"] = call_id
        written["name"] = self.out.name_for(exported_name(call), at, "name")
        if free:
            return {**written, "input": call.arguments.text or ""}
        return {**written, "arguments": arguments.as_text(call.arguments)}

    def _result(self, result: ToolResultPart, at: Address) -> JsonValue:
        self.out.link(result, at, "changed")
        pair = self.out.pairing.pair_of.get(result.key)
        free = pair is not None and pair.call.arguments.state is ArgumentsState.FREE_TEXT
        written: JsonObject = {
            "type": "custom_tool_call_output" if free else "function_call_output"
        }
        call_id = self.out.id_for(result, Address(f"{at}/call_id"))
        if call_id is not None:
            written["call_id"] = call_id
        if result.is_error:
            why = "The output of a function has no error flag."
            self.out.lost(LossKind.DROPPED, result, "error-flag", "is_error", why, target=at)
        return {**written, "output": self.results.content(result, at)}


def _keeps_id(part: ToolCallPart | ToolResultPart) -> bool:
    """Whether an item has no id by right, or one that names an item which the provider stores."""
    by_right = part.call_id.value is None and not part.call_id.required
    return by_right or part.wire_type in ("mcp_approval_request", "mcp_approval_response")
