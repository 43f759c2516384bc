"""From the model to a Chat Completions request body."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address
from crosswire.formats.openai_chat.cleaning import for_request
from crosswire.formats.openai_chat.names import WEB_SEARCH
from crosswire.formats.openai_chat.variant import CHAT, Variant
from crosswire.formats.openai_chat.writing_content import (
    ResultWriter,
    content,
    planned,
    why_no_place,
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
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import (
    Declaration,
    choice_writer,
    foreign_tools,
    has_tools,
    own_tool,
)
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.messages import (
    as_it_is,
    assistant_runs,
    exportable_as_function,
    exported_name,
    json_text,
    object_arguments,
    say_developer,
)
from crosswire.rendering.result_media import gives_results
from crosswire.rendering.settings import SettingWriter, foreign_settings, own_settings
from crosswire.rendering.tool_choice import ChoiceForms
from crosswire.tools import arguments

# 64 was measured at the provider in 2026-09; older and Azure endpoints still take 40 (see
# id-too-long).
ID_RULE = IdRule(longest=64, native="call_{24}")


def render(out: RenderingBuilder, variant: Variant = CHAT) -> JsonObject:
    payload: JsonObject = {}
    own = out.conversation.wire_format == variant.name
    tools = list(out.conversation.tools())
    if own:
        own_settings(out, payload)
    else:
        foreign_settings(out, payload, {**variant.settings, **_choice(out, variant)})
    payload["messages"] = _Writer(out, variant).write()
    if own:
        _own_tools(out, payload, tools)
    elif written := foreign_tools(out, variant.tools, _spelled, Address("0:/tools"), payload):
        payload["tools"] = written
    return payload


def _own_tools(out: RenderingBuilder, payload: JsonObject, tools: list[ToolPart]) -> None:
    for tool in tools:
        if tool.kind == WEB_SEARCH:
            payload[WEB_SEARCH] = own_tool(out, tool, Address(f"0:/{WEB_SEARCH}"), tool.raw)
            continue
        container = "functions" if "/functions/" in tool.address else "tools"
        written = payload.setdefault(container, [])
        if isinstance(written, list):
            written.append(
                own_tool(out, tool, Address(f"0:/{container}/{len(written)}"), tool.raw)
            )


def _spelled(tool: Declaration) -> JsonObject:
    described = tool.described()
    if tool.custom:
        if tool.grammar is not None:
            described["format"] = {"type": "grammar", "grammar": tool.grammar}
        return {"type": "custom", "custom": described}
    if tool.schema is not None:
        described["parameters"] = tool.schema
    if tool.strict is not None:
        described["strict"] = tool.strict
    return {"type": "function", "function": described}


def _choice(out: RenderingBuilder, variant: Variant) -> dict[str, SettingWriter]:
    tools = list(out.conversation.tools())
    if tools and not has_tools(out):
        return {}  # "tool_choice is only allowed when tools are specified"
    free = {tool.name for tool in tools if variant.custom_tools and tool.kind == "custom"}
    custom = {out.names.written.get(name, name) for name in free}

    def function(name: str) -> JsonObject:
        kind = "custom" if name in custom else "function"
        return {"type": kind, kind: {"name": name}}

    def allowed(mode: str, names: list[str]) -> JsonObject:
        return {
            "type": "allowed_tools",
            "allowed_tools": {"mode": mode, "tools": [function(n) for n in names]},
        }

    words = {mode: word for word, mode in variant.words.items()}
    if len(tools) == 1 and not variant.named_tools:
        forms = ChoiceForms(
            words, lambda name: words["required"]
        )  # there is no other that it could be
    else:
        forms = ChoiceForms(
            words,
            function if variant.named_tools else None,
            allowed if variant.allowed_tools else None,
        )
    return {"tool_choice": choice_writer(out, forms, "tool_choice")}


class _Writer:
    """Writes the messages; a run of assistant messages in other words becomes one message."""

    def __init__(self, out: RenderingBuilder, variant: Variant) -> None:
        self.out = out
        self.variant = variant
        self.results = ResultWriter(out, variant)
        self.written: list[JsonValue] = []

    def write(self) -> list[JsonValue]:
        for run in assistant_runs(self.out.conversation.messages, self.variant.name):
            if not gives_results(run[0]):
                self._show_media()
            if self.out.is_own(run[0]):
                self._own(run[0])
            elif run[0].role == "assistant":
                self._turn(run)
            else:
                self._results_then_content(run[0])
        self._show_media()
        return self.written

    def _show_media(self) -> None:
        """What results gave and tool messages do not hold, once the last of them is written."""
        if self.results.media.waiting:
            self.written.append(self.results.shown(self._next()))

    def _own(self, message: Message) -> None:
        raw = (
            message.raw if self.variant.answers_may_be_sent else for_request(self.out, message)
        )
        self.written.append(as_it_is(self.out, message, self._next(), raw))

    def _next(self) -> Address:
        return Address(f"0:/messages/{len(self.written)}")

    def _turn(self, run: Sequence[Message]) -> None:
        """One assistant message: first what was said, then the calls, as the format has it."""
        parts = [
            part for message in run for part in message.parts if self._has_place_in_turn(part)
        ]
        if not parts:
            for message in run:
                self.out.dropped_message(
                    message, f"None of its parts has a place in {self.variant.title}."
                )
            return
        at = self._next()
        for message in run:
            self.out.link_message(message, at, "merged" if len(run) > 1 else "same")
        said = TextPart if self.variant.refusals else (TextPart, RefusalPart)
        texts = [part for part in parts if isinstance(part, said)]
        calls = [part for part in parts if isinstance(part, ToolCallPart)]
        turn: JsonObject = {"role": "assistant"}
        if self.variant.plan is None or not calls:
            turn["content"] = content(self.out, texts, at, self.variant) if texts else None
        elif texts:
            turn[self.variant.plan] = planned(
                self.out, texts, Address(f"{at}/{self.variant.plan}"), self.variant
            )
        refusals = [
            part for part in parts if isinstance(part, RefusalPart) and part not in texts
        ]
        if refusals:
            turn["refusal"] = "\n".join(part.text for part in refusals)
        for part in refusals:
            self.out.link(
                part, Address(f"{at}/refusal"), "merged" if len(refusals) > 1 else "same"
            )
        if calls:
            turn["tool_calls"] = [
                self._call(call, Address(f"{at}/tool_calls/{i}"))
                for i, call in enumerate(calls)
            ]
            self._say_moved(parts, calls[0], at)
        self.written.append(turn)

    def _has_place_in_turn(self, part: Part) -> bool:
        called = isinstance(part, ToolCallPart) and exportable_as_function(part)
        if called or isinstance(part, (TextPart, RefusalPart)):
            return True
        self.out.dropped(part, *why_no_place(part, self.variant))
        return False

    def _say_moved(self, parts: list[Part], first_call: ToolCallPart, at: Address) -> None:
        for part in parts[parts.index(first_call) :]:
            if isinstance(part, TextPart):
                why = f"In {self.variant.title} the text of a message stands before its calls."
                self.out.lost(LossKind.MOVED, part, "text-after-call", "text", why, target=at)

    def _call(self, call: ToolCallPart, at: Address) -> JsonValue:
        self.out.link(call, at, "changed")
        call_id = self.out.id_for(call, Address(f"{at}/id"))
        written: JsonObject = {} if call_id is None else {"id": call_id}
        if call.arguments.state is ArgumentsState.FREE_TEXT and self.variant.custom_tools:
            return {
                **written,
                "type": "custom",
                "custom": {
                    "name": self.out.name_for(exported_name(call), at, "custom", "name"),
                    "input": call.arguments.text or "",
                },
            }
        text = arguments.as_text(call.arguments)
        if call.arguments.state is ArgumentsState.FREE_TEXT:
            text = json_text(object_arguments(self.out, call, at))
        name = self.out.name_for(exported_name(call), at, "function", "name")
        function: JsonObject = {"name": name, "arguments": text}
        return {**written, "type": "function", "function": function}

    def _results_then_content(self, message: Message) -> None:
        """Tool messages for the results of a message, then a message with the rest of it."""
        parts = [
            part for part in message.parts if self._has_place_outside_turns(part, message)
        ]
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
                message, f"None of its parts has a place in {self.variant.title}."
            )

    def _has_place_outside_turns(self, part: Part, message: Message) -> bool:
        if isinstance(part, ToolResultPart):
            placed = exportable_as_function(part)
        elif isinstance(part, MediaPart):
            placed = (
                message.role == "user"
                and self.variant.written_media(self.out, part) is not None
            )
        else:
            placed = isinstance(part, (TextPart, RefusalPart))
        if not placed:
            self.out.dropped(part, *why_no_place(part, self.variant))
        return placed

    def _say_results_moved(self, parts: list[Part]) -> None:
        last_result = max(
            (i for i, part in enumerate(parts) if isinstance(part, ToolResultPart)), default=0
        )
        for part in parts[:last_result]:
            if not isinstance(part, ToolResultPart):
                why = (
                    "Tool messages come directly after the calls; what stood before the "
                    "results follows them."
                )
                at = self._next()
                self.out.lost(
                    LossKind.MOVED, part, "text-before-result", "text", why, target=at
                )

    def _spoken(self, message: Message, said: list[Part], relation: Relation) -> None:
        at = self._next()
        role = message.role if message.role in ("system", "developer", "user") else "user"
        if role == "developer" and not self.variant.developers:
            role = "system"
            say_developer(self.out, message, at, title=self.variant.title)
        self.out.link_message(message, at, relation)
        self.written.append(
            {"role": role, "content": content(self.out, said, at, self.variant)}
        )

    def _result(self, result: ToolResultPart, at: Address) -> JsonValue:
        self.out.link(result, at, "changed")
        written: JsonObject = {"role": "tool"}
        call_id = self.out.id_for(result, Address(f"{at}/tool_call_id"))
        if call_id is not None:
            written["tool_call_id"] = call_id
        self._name(result, written, at)
        if result.is_error:
            why = "A tool message has no error flag."
            self.out.lost(LossKind.DROPPED, result, "error-flag", "is_error", why, target=at)
        written["content"] = self.results.content(result, at)
        return written

    def _name(self, result: ToolResultPart, written: JsonObject, at: Address) -> None:
        """The tool's name, where a message may say it; else its call tells, if it is known and
        the same."""
        pair = self.out.pairing.pair_of.get(result.key)
        if result.name is None or result.function_name_for_export is not None:
            return
        if self.variant.names_results:
            written["name"] = self.out.name_for(result.name, at, "name")
        elif pair is None or pair.call.name != result.name:
            why = "A tool message names no tool."
            self.out.lost(LossKind.DROPPED, result, "tool-name", result.name, why, target=at)
