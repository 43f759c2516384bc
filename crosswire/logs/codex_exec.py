"""What `codex exec --json` writes while it works.

    {type: thread.started | turn.started | turn.completed | item.started | item.completed,
     item{id, type, ...}}

An item is told when it begins and again when it ends; it is call and result at once, and its
id (`item_0`) is that of the item alone. The prompt stands nowhere in it.
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats.protocol import Recognition
from crosswire.logs.sessions.blocks import Blocks
from crosswire.logs.sessions.fields import field, text, word, words
from crosswire.logs.sessions.kinds import Call, Media, Result, Text
from crosswire.logs.sessions.lines import Line, lines_of, sample
from crosswire.logs.sessions.thread import Thread
from crosswire.model import JsonValue, Part, ReasoningPart, TextPart, ToolCallPart, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.call_id import item_id_as_call_id
from crosswire.model.json_values import object_or_empty, text_or_empty, text_or_none

NAME = "codex-exec"
TITLE = "Events of codex exec"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, program="Codex exec")

_BLOCKS = Blocks(
    {"text": Text(), "image": Media(media="image")}, beside=words("id status exit_code server")
)
_CALLS: dict[str, tuple[Call, Result]] = {
    "command_execution": (
        Call(name="type", arguments="command", is_prose=True),
        Result(content="aggregated_output", error="status"),
    ),
    "mcp_tool_call": (
        Call(name="tool", arguments="arguments"),
        Result(content="error.message|result.content|result", error="status"),
    ),
    "file_change": (
        Call(name="type", arguments="changes"),
        Result(content="", error="status"),
    ),
    "web_search": (
        Call(name="type", arguments="action|query", is_prose=True),
        Result(content="results"),
    ),
    "collab_tool_call": (
        Call(name="tool", arguments="arguments|prompt", is_prose=True),
        Result(content="agents_states|result", error="status"),
    ),
}
"""A type of item -> the names of what it was called with, and of what came back."""
_BOOKKEEPING = words("type id status usage thread_id turn_id exit_code server item error")


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    lines = sample(documents)
    kinds = [text_or_empty(line.get("type")) for line in lines]
    items = [line for line in lines if _is_item(Line(line, Address("")))]
    begins = any(kind in ("thread.started", "turn.started") for kind in kinds)
    if not items and not (begins and "thread_id" in lines[kinds.index("thread.started")]):
        return None
    return Recognition("messages", 0.95 if begins else 0.85, "Events `item.*` with an `item`.")


def _is_item(line: Line) -> bool:
    kind, item = text_or_empty(line.raw.get("type")), object_or_empty(line.raw.get("item"))
    told = kind in ("item.started", "item.updated", "item.completed")
    return told and isinstance(item.get("id"), str) and isinstance(item.get("type"), str)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    thread = Thread(NAME, TRAITS, _BOOKKEEPING)
    lines = list(lines_of(documents, first))
    last = {_key(line): line for line in lines if _is_item(line)}
    read: set[str] = set()
    for line in lines:
        kind = word(line.raw, "type")
        if _is_item(line):
            key = _key(line)
            if key not in read:
                read.add(key)
                _read_item(last[key], thread)
            if line is not last[key]:
                thread.into.set_aside.append(line.raw)
            continue
        if kind == "thread.started":
            thread.into.thread = text_or_none(line.raw.get("thread_id"))
        known = kind in ("thread.started", "turn.started", "turn.completed", "turn.failed")
        thread.aside(kind, line, known=known)
    return thread.finish()


def _key(line: Line) -> str:
    return str(object_or_empty(line.raw["item"]).get("id"))


def _read_item(line: Line, thread: Thread) -> None:
    item = Line(object_or_empty(line.raw["item"]), child(line.at, "item"))
    kind = text_or_empty(item.raw.get("type"))
    if kind in _CALLS:
        thread.say("assistant", item, [_call(item, *_CALLS[kind])])
        return
    if kind not in ("agent_message", "assistant_message", "reasoning"):
        thread.aside(f"item {kind}", item, known=kind in ("todo_list", "error"))
        return
    said = text(item.raw, "text|message") or ""
    part: Part = TextPart(address=item.at, raw=item.raw, text=said)
    if kind == "reasoning":
        part = ReasoningPart(address=item.at, raw=item.raw, text=said)
    thread.say("assistant", item, [part])


def _call(item: Line, call: Call, result: Result) -> ToolCallPart:
    part = _BLOCKS.call(item.raw, item.at, call, f"{result.content}|duration_ms")
    part.call_id = item_id_as_call_id(item.raw.get("id"), address=child(item.at, "id"))
    part.item_id, part.hybrid = text_or_none(item.raw.get("id")), True
    content = field(item.raw, item.at, result.content)
    if item.raw.get("status") not in (None, "in_progress") or content.value not in (None, ""):
        part.embedded = _BLOCKS.result(item.raw, item.at, result)
        part.embedded.call_id, part.embedded.extras = part.call_id, None
    return part
