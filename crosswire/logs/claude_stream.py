"""What Claude's agent SDK and `claude --output-format stream-json` write while they work.

    {type: system | assistant | user | result | stream_event, session_id, parent_tool_use_id,
     message}

Messages are Anthropic's, a line for each block; recorders put `{direction, message}` around a
line. Lines of a sub-agent name the call that started it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from crosswire.address import Address, child
from crosswire.formats import anthropic
from crosswire.formats.protocol import Recognition
from crosswire.logs.sessions.fields import text, word, words
from crosswire.logs.sessions.lines import Line, lines_of, some_lines
from crosswire.logs.sessions.threads import Threads
from crosswire.logs.shared.lost_results import of_anthropic
from crosswire.logs.shared.own_results import Beside, OwnResults
from crosswire.model import JsonObject, JsonValue, TextPart, ToolCallPart, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, objects_in, text_or_none

NAME = "claude-stream"
TITLE = "Claude agent SDK messages"
WIRE_FORMAT = anthropic.NAME
TRAITS = Traits(
    results_follow_calls=False, turn_is_one_message=True, program="Claude's agent SDK"
)
SIGNS = frozenset({"message"})

_NAMED = words(
    "type session_id parent_tool_use_id uuid subtype direction message metadata "
    "request_id request response tool_use_result timestamp isReplay isSynthetic usage id "
    "model stop_reason stop_sequence stop_details container context_management "
    "diagnostics error cli_version subagent_type task_description origin priority"
)
_SILENT = words(
    "system result stream_event control_request control_response control_cancel_request "
    "keep_alive rate_limit_event tool_progress auth_status tool_use_summary "
    "prompt_suggestion"
)
"""Types of lines that are about the session, or say again what messages say."""


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    lines = [line.raw for line in islice(_lines(some_lines(documents, 200)), 200)]
    held = [line for line in lines if _is_message(line)]
    if any("isSidechain" in line or "parentUuid" in line for line in held):
        return None
    signs = {"session_id", "parent_tool_use_id"}
    told = [line for line in held if signs & line.keys()]
    begins = any(line.get("type") == "system" and "session_id" in line for line in lines)
    asked = any(line.get("type") == "control_request" for line in lines)
    if not told and not ((begins or asked) and held):
        return None
    why = "Lines of `type` and `message` beside `session_id` or `parent_tool_use_id`."
    return Recognition("messages", 0.96, why)


def _is_message(line: JsonObject) -> bool:
    message = line.get("message")
    return line.get("type") in ("user", "assistant") and "content" in object_or_empty(message)


def _lines(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, out of what recorders put around them."""
    for line in lines:
        held = line.raw.get("messages")
        if isinstance(held, list) and "type" not in line.raw:
            for i, one in enumerate(objects_in(held)):
                yield _inside(Line(one, Address(f"{line.at}/messages/{i}")))
        else:
            yield _inside(line)


def _inside(line: Line) -> Line:
    inner = line.raw.get("message")
    if "direction" in line.raw and isinstance(inner, dict):
        return Line(inner, child(line.at, "message"))
    return line


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    threads = Threads(NAME, TRAITS, _NAMED, WIRE_FORMAT)
    for line in _lines(lines_of(documents, first)):
        _read_line(line, threads)
    return threads.finish()


def _read_line(line: Line, threads: Threads) -> None:
    thread = threads.of(text(line.raw, "parent_tool_use_id"))
    own = threads.of(None)
    kind = word(line.raw, "type")
    if own.into.thread is None and isinstance(line.raw.get("session_id"), str):
        own.into.thread = text_or_none(line.raw["session_id"]) or None
    if _is_message(line.raw):
        at = child(line.at, "message")
        message = object_or_empty(line.raw["message"])
        if message.get("model") != "<synthetic>":
            thread.model(Line(message, at), "model")
        anthropic.read_message(message, at, thread.into)
        thread.stamp(thread.into.messages[-1], line, "timestamp")
        return
    subtype = line.raw.get("subtype")
    if kind == "system" and subtype == "init":
        own.settings(line, ("model", "cwd", "tools", "permissionMode", "claude_code_version"))
    elif kind == "system" and subtype == "compact_boundary":
        thread.compaction(line.at, text(line.raw, "compact_metadata.trigger"))
    elif kind == "result":
        own.end_turn(line.at, "over" if subtype == "success" else "cut short")
        if isinstance(line.raw.get("result"), str):
            _read_last(line, own.into)
    label = f"{kind}: {subtype}" if isinstance(subtype, str) else kind
    own.aside(label, line, known=kind in _SILENT)


def _lost(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    """The line of a result that was not recorded; None where a recorder wrote the lines."""
    message = of_anthropic(call)
    if message is None or "message" not in beside.line or "direction" in beside.line:
        return None
    about = beside.fields("parent_tool_use_id", "session_id", "timestamp")
    return {"type": "user", "message": message, **about, "uuid": beside.uuid}


RESULTS = OwnResults(element=_lost)


def _read_last(line: Line, into: ConversationBuilder) -> None:
    """What the program says at the end is told already, where it is no message of its own."""
    said = line.raw["result"]
    for message in into.messages[-3:]:
        if any(isinstance(part, TextPart) and part.text == said for part in message.parts):
            return
    if into.messages:
        into.note("result", "The last words stand in `result` too.", child(line.at, "result"))
