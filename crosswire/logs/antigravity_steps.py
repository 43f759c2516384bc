"""Transcripts of Antigravity: a step a line.

    {step_index, source, type: USER_INPUT | PLANNER_RESPONSE | VIEW_FILE ..., content}

Calls have no ids. What a tool returned is a step of its own, which names neither a call nor
the tool as the model called it; there may be more of these than calls. They are read as text.
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats.protocol import Recognition
from crosswire.logs.sessions.blocks import Blocks
from crosswire.logs.sessions.fields import words
from crosswire.logs.sessions.kinds import Call
from crosswire.logs.sessions.lines import Line, lines_of, sample
from crosswire.logs.sessions.thread import Thread
from crosswire.model import JsonObject, JsonValue, Part, ReasoningPart, TextPart, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import is_number, objects_in, text_or_none

NAME = "antigravity-steps"
TITLE = "Antigravity transcript"
WIRE_FORMAT = NAME
TRAITS = Traits(
    results_follow_calls=False, results_are_logged=False, program="Antigravity's agent"
)
SIGNS = frozenset({"step_index"})

_CALL = Call(arguments="args|arguments", may_lack_id=True)
_BLOCKS = Blocks({}, beside=words("status"))
_NAMED = words(
    "step_index source type status created_at truncated_fields content thinking "
    "tool_calls promptVariant telemetry model error"
)
_SILENT = words("CONVERSATION_HISTORY EPHEMERAL_MESSAGE")


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    lines = sample(documents)
    held = [line for line in lines if _is_step(line)]
    if not held or 2 * len(held) < len(lines) - 20:
        return None
    return Recognition("messages", 0.96, "Steps with `step_index`, `source` and `type`.")


def _is_step(line: JsonObject) -> bool:
    named = isinstance(line.get("source"), str) and isinstance(line.get("type"), str)
    return is_number(line.get("step_index")) and named


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    thread = Thread(NAME, TRAITS, _NAMED)
    for line in lines_of(documents, first):
        kind = text_or_none(line.raw.get("type")) or "line"
        parts = _parts(line) if _is_step(line.raw) else []
        if not parts:
            known = (_is_step(line.raw) and not line.raw.get("content")) or kind in _SILENT
            thread.aside(kind, line, known=known)
            continue
        by_model = kind == "PLANNER_RESPONSE"
        if kind == "CHECKPOINT":
            thread.compaction(line.at, summary=True)
        elif kind not in ("PLANNER_RESPONSE", "USER_INPUT", "SYSTEM_MESSAGE"):
            _note_results(line, thread)
        thread.model(line, "model")
        message = thread.say("assistant" if by_model else "user", line, parts, known=_NAMED)
        thread.stamp(message, line, "created_at")
    return thread.finish()


def _note_results(line: Line, thread: Thread) -> None:
    """Say once how what tools returned was read."""
    if not any(note.code == "results-as-text" for note in thread.into.notes):
        text = "What tools returned names no call here, and was read as text."
        thread.into.note("results-as-text", text, line.at)


def _parts(line: Line) -> list[Part]:
    parts: list[Part] = []
    thought, said = (text_or_none(line.raw.get(name)) for name in ("thinking", "content"))
    if thought:
        at = child(line.at, "thinking")
        parts.append(ReasoningPart(address=at, raw=thought, text=thought))
    if said:
        parts.append(TextPart(address=child(line.at, "content"), raw=said, text=said))
    for i, call in enumerate(objects_in(line.raw.get("tool_calls"))):
        parts.append(_BLOCKS.call(call, Address(f"{line.at}/tool_calls/{i}"), _CALL))
    return parts
