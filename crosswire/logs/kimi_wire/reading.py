"""Reads a log: Kimi session."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import child
from crosswire.logs.kimi_wire.names import (
    BLOCKS,
    CALL,
    CHANGES,
    CUT_SHORT,
    NAME,
    NAMED,
    RESULT,
    RETRIES,
    ROLES,
    SILENT,
    STEPS,
    TOLD_TWICE,
    TRAITS,
    TURN_ENDS,
)
from crosswire.logs.kimi_wire.recognising import is_wire
from crosswire.logs.sessions.fields import field, text, word
from crosswire.logs.sessions.lines import Line, lines_of
from crosswire.logs.sessions.threads import Threads
from crosswire.logs.sessions.tools import read_tools
from crosswire.model import JsonValue, Part, TextPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import (
    text_or_empty,
    text_or_none,
)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    threads = Threads(NAME, TRAITS, NAMED)
    lines = list(lines_of(documents, first))
    appended = any(line.raw.get("type") == "context.append_message" for line in lines)
    begun: dict[str | None, int] = {}
    for line in lines:
        message = line.inside("message")
        kind, held, agent = text_or_empty(line.raw.get("type")), line, None
        if is_wire(line.raw) or "payload" in message.raw:
            kind, held, agent = _wired(message, agent)
        elif kind == "context.append_loop_event":
            held = line.inside("event")
            kind = text_or_empty(held.raw.get("type"))
        thread = threads.of(agent)
        count = len(thread.into.messages)
        if kind in STEPS:
            begun[agent] = count
        elif kind in RETRIES:
            thread.rewind(begun.get(agent, count))
        if kind not in TOLD_TWICE or not appended:
            _read(kind, held, threads, agent)
        if len(thread.into.messages) == count:
            thread.aside(kind or "line", line, known=kind in SILENT)
        for read in thread.into.messages[count:]:
            thread.stamp(read, line, "time|timestamp")
    return threads.finish()


def _wired(message: Line, agent: str | None) -> tuple[str, Line, str | None]:
    """The event in a message of the older protocol; one of a sub-agent holds another."""
    kind = text_or_empty(message.raw.get("type"))
    held = message.inside("payload")
    if kind == "SubagentEvent" and isinstance(held.raw.get("event"), dict):
        own = text(held.raw, "task_tool_call_id|parent_tool_call_id")
        return _wired(held.inside("event"), own or agent)
    return kind, held, agent


def _read(kind: str, held: Line, threads: Threads, agent: str | None) -> None:
    thread = threads.of(agent)
    if kind in ("turn.prompt", "turn.steer", "TurnBegin", "SteerInput"):
        asked = field(held.raw, held.at, "input|user_input")
        thread.say("user", held, BLOCKS.parts(asked.value, asked.at), known=NAMED)
    elif kind == "context.append_message":
        _read_message(held.inside("message"), threads)
    elif kind in ("content.part", "ContentPart"):
        part = held if kind == "ContentPart" else held.inside("part")
        message = thread.say("assistant", part, [BLOCKS.part(part.raw, part.at)])
        message.group = text_or_none(held.raw.get("stepUuid"))
    elif kind in ("tool.call", "ToolCall"):
        message = thread.say("assistant", held, [BLOCKS.call(held.raw, held.at, CALL)])
        message.group = text_or_none(held.raw.get("stepUuid"))
    elif kind in ("tool.result", "ToolResult"):
        thread.say("tool", held, [BLOCKS.result(held.raw, held.at, RESULT)])
    elif kind == "context.apply_compaction":
        said = field(held.raw, held.at, "contextSummary|summary")
        thread.compaction(held.at, summary=True)
        thread.say("user", held, BLOCKS.parts(said.value, said.at))
    elif kind in STEPS or kind in TURN_ENDS:
        reason = word(held.raw, "reason")
        thread.end_turn(held.at, "cut short" if reason in CUT_SHORT else "over")
    else:
        _read_event(kind, held, threads)


def _read_event(kind: str, held: Line, threads: Threads) -> None:
    thread = threads.of(None)
    if kind == "config.update":
        thread.model(held, "modelAlias")
        prompt = text_or_none(held.raw.get("systemPrompt"))
        if prompt:
            at = child(held.at, "systemPrompt")
            part = TextPart(address=at, raw=prompt, text=prompt)
            thread.into.message("system", at, prompt, [part]).field = "systemPrompt"
    elif kind == "llm.tools_snapshot" and not thread.into.settings_and_tools:
        read_tools(thread.into, held.raw.get("tools"), child(held.at, "tools"))
    elif kind in CHANGES:
        thread.event("mode changed", held.at, CHANGES[kind] or "plan ended")
    elif kind in ("turn.cancel", "StepInterrupted", "step.interrupted"):
        thread.event("interrupt", held.at)
    elif text(held.raw, "result.decision|response") in ("rejected", "denied", "reject"):
        thread.event("denied", held.at)


def _read_message(line: Line, threads: Threads) -> None:
    thread = threads.of(None)
    role = text_or_empty(line.raw.get("role"))
    if role == "tool":
        thread.say("tool", line, [BLOCKS.result(line.raw, line.at, RESULT)])
        return
    parts: list[Part] = BLOCKS.parts(line.raw.get("content"), child(line.at, "content"))
    parts += [BLOCKS.call(*call, CALL) for call in line.objects("toolCalls")]
    thread.say(ROLES.get(role, "other"), line, parts, known=NAMED)
