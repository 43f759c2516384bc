"""One conversation of the export, with its branches."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.address import Address, child
from crosswire.formats import FORMATS
from crosswire.logs.claude_ai_export.names import BOOKKEEPING, NAME, TRAITS
from crosswire.logs.shared.branching import Step, ways
from crosswire.logs.shared.links import parents_of
from crosswire.model import (
    JsonObject,
    JsonValue,
    Part,
    TextPart,
    ThreadEdge,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    text_or_empty,
    text_or_none,
)

_NO_PARENT = "00000000-0000-4000-8000-000000000000"
_KNOWN = frozenset(
    {"uuid", "text", "content", "sender", "created_at", "updated_at", "attachments", "files"}
    | {"parent_message_uuid", "index", "truncated", "stop_reason", "files_v2", "input_mode"}
)


def read_conversation(raw: JsonObject, at: Address) -> list[ConversationBuilder]:
    """The active path first, then each branch."""
    places = child(at, "chat_messages")
    messages = [
        (one, Address(f"{places}/{i}"))
        for i, one in enumerate(list_or_empty(raw.get("chat_messages")))
        if isinstance(one, dict)
    ]
    ids = [text_or_none(one.get("uuid")) for one, _ in messages]
    before = [text_or_none(one.get("parent_message_uuid")) for one, _ in messages]
    if any(id in ids for id in before if id is not None):
        links = dict(zip(filter(None, ids), before, strict=False))
        parents = parents_of(ids, before, links)
    else:
        parents = [None if n == 0 else n - 1 for n in range(len(messages))]
    found = ways([Step(parent) for parent in parents])
    builders: list[ConversationBuilder] = []
    for way in found:
        into = ConversationBuilder(NAME, TRAITS)
        into.bookkeeping, into.stands_at = BOOKKEEPING, [at]
        for number in way.own:
            _read_message(*messages[number], into)
            into.end_turn(messages[number][1])  # the site runs all tools itself
        named = (text_or_none(raw.get(key)) for key in ("name", "title"))
        into.title = next(filter(None, named), None)
        into.thread = text_or_none(raw.get("uuid"))
        builders.append(into)
    homes = {n: one for way, one in zip(found, builders, strict=True) for n in way.own}
    for way, into in zip(found[1:], builders[1:], strict=True):
        into.title, into.thread = "Branch", ids[way.own[0]]
        into.calls_may_be_elsewhere = True
        if way.leaves is not None:
            here, there = messages[way.own[0]][1], messages[way.leaves][1]
            home = homes[way.leaves].named_thread()
            into.started_from = ThreadEdge("branch", home, here=here, there=there)
    return builders


def _read_message(raw: JsonObject, at: Address, into: ConversationBuilder) -> None:
    speaker = text_or_empty(raw.get("sender"))
    parts = list(_parts(raw, at))
    first: JsonValue = raw
    for is_result, run in _runs(parts):
        role = "tool" if is_result else "user" if speaker == "human" else "assistant"
        whole = first if first is raw else run[0].raw
        message = into.message("tool", at if first is raw else run[0].address, whole, run)
        message.role = "tool" if role == "tool" else "user" if role == "user" else "assistant"
        message.timestamp = text_or_none(raw.get("created_at"))
        message.timestamp_at = child(at, "created_at")
        if first is raw:
            message.extras = extras_of(raw, _KNOWN)
        first = None
    if first is raw:
        message = into.message("user" if speaker == "human" else "assistant", at, raw, [])
        message.extras = extras_of(raw, _KNOWN)


def _runs(parts: list[Part]) -> Iterator[tuple[bool, list[Part]]]:
    """What the assistant said, what came back, and so on in turns."""
    run: list[Part] = []
    for part in parts:
        is_result = isinstance(part, ToolResultPart)
        if run and isinstance(run[0], ToolResultPart) != is_result:
            yield isinstance(run[0], ToolResultPart), run
            run = []
        run.append(part)
    if run:
        yield isinstance(run[0], ToolResultPart), run


def _parts(raw: JsonObject, at: Address) -> Iterator[Part]:
    content = raw.get("content")
    blocks = FORMATS["anthropic"]
    held = ConversationBuilder(blocks.NAME, blocks.TRAITS)
    if isinstance(content, list) and content:
        blocks.read_message({"role": "assistant", "content": content}, at, held)
        for part in held.messages[0].parts:
            _forget(part)
            if isinstance(part, (ToolCallPart, ToolResultPart)):
                part.call_id.required = False  # many exports have none
            yield part
    elif isinstance(raw.get("text"), str) and raw["text"]:
        text = str(raw["text"])
        yield TextPart(address=child(at, "text"), raw=text, text=text)
    for i, one in enumerate(list_or_empty(raw.get("attachments"))):
        text = text_or_empty(object_or_empty(one).get("extracted_content"))
        if text:
            yield TextPart(address=child(at, "attachments", i), raw=one, text=text)


def _forget(part: Part) -> None:
    """Leave out what the page alone shows of a block."""
    if part.extras is not None:
        part.extras = {k: v for k, v in part.extras.items() if k not in BOOKKEEPING} or None
