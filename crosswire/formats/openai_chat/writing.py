"""From the model to a Chat Completions request body."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crosswire import arguments
from crosswire.address import Address
from crosswire.formats.openai_chat.cleaning import for_request
from crosswire.formats.openai_chat.dialect import CHAT, Dialect
from crosswire.formats.openai_chat.writing_content import (
    content,
    result_content,
    why_no_place,
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
    assistant_runs,
    foreign_settings,
    is_function,
    json_text,
    object_arguments,
    own_settings,
    told_name,
)

# 64 was measured at the provider in 2026-09; older and Azure endpoints still take 40 (see id-too-long).
ID_RULE = IdRule(longest=64, native="call_{24}")


def render(out: RenderingBuilder, dialect: Dialect = CHAT) -> JsonObject:
    payload: JsonObject = {}
    own = out.conversation.dialect == dialect.name
    tools = list(out.conversation.tools())
    if own:
        own_settings(out, payload)
    else:
        free = frozenset(tool.name for tool in tools if dialect.custom_tools and tool.kind == "custom")
        choice = {"tool_choice": lambda value: (("tool_choice",), _tool_choice(value, free, dialect))}
        foreign_settings(out, payload, {**dialect.settings, **choice})
    payload["messages"] = _Writer(out, dialect).write()
    if own:
        _own_tools(out, payload, tools)
    elif tools:
        payload["tools"] = [_tool(out, tool, i, dialect) for i, tool in enumerate(tools)]
    return payload


def _own_tools(out: RenderingBuilder, payload: JsonObject, tools: list[ToolPart]) -> None:
    for tool in tools:
        container = "functions" if "/functions/" in tool.address else "tools"
        written = payload.setdefault(container, [])
        if isinstance(written, list):
            out.link(tool, Address(f"0:/{container}/{len(written)}"))
            written.append(tool.raw)


def _tool(out: RenderingBuilder, tool: ToolPart, position: int, dialect: Dialect) -> JsonValue:
    target = Address(f"0:/tools/{position}")
    extras = dict(tool.extras or {})
    strict = extras.pop("strict", None)
    out.link(replace(tool, extras=extras), target, "changed")
    described: JsonObject = {"name": tool.name}
    if tool.description is not None:
        described["description"] = tool.description
    if tool.kind == "custom" and dialect.custom_tools:
        return {"type": "custom", "custom": described}
    described["parameters"] = _schema(out, tool, target, dialect)
    if isinstance(strict, bool):
        described["strict"] = strict
    return {"type": "function", "function": described}


def _schema(out: RenderingBuilder, tool: ToolPart, target: Address, dialect: Dialect) -> JsonObject:
    if tool.kind == "custom":
        why = f"{dialect.title} has no tools of free text; it becomes the field `input` of a function."
        out.lost(LossKind.CHANGED, tool, "custom-tool", "free-text input", why, target=target)
        text: JsonObject = {"input": {"type": "string"}}
        return {"type": "object", "properties": text, "required": ["input"]}
    if tool.kind != "function":
        why = f"{dialect.title} has no built-in tool of this type; it is declared as a function."
        out.lost(LossKind.CHANGED, tool, "built-in-tool", tool.kind, why, target=target)
    return tool.schema if isinstance(tool.schema, dict) else {"type": "object", "properties": {}}


def _tool_choice(value: JsonValue, custom: frozenset[str], dialect: Dialect) -> JsonValue:
    if not isinstance(value, dict):
        return None
    name = value.get("name")
    if value.get("mode") != "named" or not isinstance(name, str):
        return dialect.required if value.get("mode") == "required" else value.get("mode")
    kind = "custom" if name in custom else "function"
    return {"type": kind, kind: {"name": name}}


class _Writer:
    """Writes the messages; a run of assistant messages in other words becomes one message."""

    def __init__(self, out: RenderingBuilder, dialect: Dialect) -> None:
        self.out = out
        self.dialect = dialect
        self.written: list[JsonValue] = []

    def write(self) -> list[JsonValue]:
        for run in assistant_runs(self.out.conversation.messages, self.dialect.name):
            if self.out.is_own(run[0]):
                self._own(run[0])
            elif run[0].role == "assistant":
                self._turn(run)
            else:
                self._results_then_content(run[0])
        return self.written

    def _own(self, message: Message) -> None:
        raw = message.raw if self.dialect.answers_may_be_sent else for_request(self.out, message)
        self.written.append(as_it_is(self.out, message, self._next(), raw))

    def _next(self) -> Address:
        return Address(f"0:/messages/{len(self.written)}")

    def _turn(self, run: Sequence[Message]) -> None:
        """One assistant message: first what was said, then the calls, as the format has it."""
        parts = [part for message in run for part in message.parts if self._has_place_in_turn(part)]
        if not parts:
            for message in run:
                self.out.dropped_message(message, f"None of its parts has a place in {self.dialect.title}.")
            return
        at = self._next()
        for message in run:
            self.out.link_message(message, at, "merged" if len(run) > 1 else "same")
        said = TextPart if self.dialect.refusals else (TextPart, RefusalPart)
        texts = [part for part in parts if isinstance(part, said)]
        calls = [part for part in parts if isinstance(part, ToolCallPart)]
        turn: JsonObject = {
            "role": "assistant",
            "content": content(self.out, texts, at, self.dialect) if texts else None,
        }
        refusals = [part for part in parts if isinstance(part, RefusalPart) and part not in texts]
        if refusals:
            turn["refusal"] = "\n".join(part.text for part in refusals)
        for part in refusals:
            self.out.link(part, Address(f"{at}/refusal"), "merged" if len(refusals) > 1 else "same")
        if calls:
            turn["tool_calls"] = [
                self._call(call, Address(f"{at}/tool_calls/{i}")) for i, call in enumerate(calls)
            ]
            self._say_moved(parts, calls[0], at)
        self.written.append(turn)

    def _has_place_in_turn(self, part: Part) -> bool:
        called = isinstance(part, ToolCallPart) and is_function(part)
        if called or isinstance(part, (TextPart, RefusalPart)):
            return True
        self.out.dropped(part, *why_no_place(part, self.dialect))
        return False

    def _say_moved(self, parts: list[Part], first_call: ToolCallPart, at: Address) -> None:
        for part in parts[parts.index(first_call) :]:
            if isinstance(part, TextPart):
                why = f"In {self.dialect.title} the text of a message stands before its calls."
                self.out.lost(LossKind.MOVED, part, "text-after-call", "text", why, target=at)

    def _call(self, call: ToolCallPart, at: Address) -> JsonValue:
        self.out.link(call, at, "changed")
        call_id = self.out.id_for(call, Address(f"{at}/id"))
        written: JsonObject = {} if call_id is None else {"id": call_id}
        if call.arguments.state is ArgumentsState.FREE_TEXT and self.dialect.custom_tools:
            return {
                **written,
                "type": "custom",
                "custom": {"name": told_name(call), "input": call.arguments.text or ""},
            }
        text = arguments.as_text(call.arguments)
        if call.arguments.state is ArgumentsState.FREE_TEXT:
            text = json_text(object_arguments(self.out, call, at))
        function: JsonObject = {"name": told_name(call), "arguments": text}
        return {**written, "type": "function", "function": function}

    def _results_then_content(self, message: Message) -> None:
        """Tool messages for the results of a message, then a message with the rest of it."""
        parts = [part for part in message.parts if self._has_place_outside_turns(part, message)]
        results = [part for part in parts if isinstance(part, ToolResultPart)]
        said = [part for part in parts if not isinstance(part, ToolResultPart)]
        relation: Relation = "split" if len(results) + bool(said) > 1 else "same"
        for result in results:
            self.out.link_message(message, self._next(), relation)
            self.written.append(self._result(result, self._next()))
        if said:
            self._say_results_moved(parts)
            self._spoken(message, said, relation)
        elif not results:
            self.out.dropped_message(message, f"None of its parts has a place in {self.dialect.title}.")

    def _has_place_outside_turns(self, part: Part, message: Message) -> bool:
        if isinstance(part, ToolResultPart):
            placed = is_function(part)
        elif isinstance(part, MediaPart):
            placed = message.role == "user" and self.dialect.written_media(self.out, part) is not None
        else:
            placed = isinstance(part, (TextPart, RefusalPart))
        if not placed:
            self.out.dropped(part, *why_no_place(part, self.dialect))
        return placed

    def _say_results_moved(self, parts: list[Part]) -> None:
        last_result = max((i for i, part in enumerate(parts) if isinstance(part, ToolResultPart)), default=0)
        for part in parts[:last_result]:
            if not isinstance(part, ToolResultPart):
                why = (
                    "Tool messages come directly after the calls; what stood before the results follows them."
                )
                at = self._next()
                self.out.lost(LossKind.MOVED, part, "text-before-result", "text", why, target=at)

    def _spoken(self, message: Message, said: list[Part], relation: Relation) -> None:
        at = self._next()
        role = message.role if message.role in ("system", "developer", "user") else "user"
        if role == "developer" and not self.dialect.developers:
            role = "system"
            why = f"{self.dialect.title} has no role for developers; the system's comes nearest."
            self.out.lost(LossKind.CHANGED, message, "developer-role", "developer", why, target=at)
        self.out.link_message(message, at, relation)
        self.written.append({"role": role, "content": content(self.out, said, at, self.dialect)})

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
        written["content"] = result_content(self.out, result.content, at)
        return written

    def _name(self, result: ToolResultPart, written: JsonObject, at: Address) -> None:
        """The tool's name, where a message may say it; else its call tells, if it is known and the same."""
        pair = self.out.pairing.pair_of.get(result.key)
        if result.name is None or result.retold_as is not None:
            return
        if self.dialect.names_results:
            written["name"] = result.name
        elif pair is None or pair.call.name != result.name:
            why = "A tool message names no tool."
            self.out.lost(LossKind.DROPPED, result, "tool-name", result.name, why, target=at)
