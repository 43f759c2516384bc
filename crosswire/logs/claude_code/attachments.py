"""What Claude Code puts beside the user's words: files, hooks' words, reminders, prompts.

The program sends the texts of some to the model, in words of its own around them, behind the
results that stand there. Of the others it sends none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from crosswire.address import Address, child
from crosswire.model import JsonObject, JsonValue, Part, TextPart
from crosswire.model.json_values import (
    object_or_empty,
    objects_in,
    text_or_empty,
    text_or_none,
)

_TEXTS: dict[str, tuple[str, ...]] = {
    "queued_command": ("prompt",),
    "file": ("content", "file", "content"),
    "edited_text_file": ("snippet",),
    "nested_memory": ("content", "content"),
    "skill_listing": ("content",),
    "hook_success": ("content",),
    "hook_additional_context": ("content",),
    "hook_blocking_error": ("blockingError", "blockingError"),
    "agent_listing_delta": ("addedLines",),
    "deferred_tools_delta": ("addedLines",),
    "mcp_instructions_delta": ("addedBlocks",),
    "total_tokens_reminder": ("text",),
    "batching_reminder_sent": ("text",),
    "silent_turn_reminder": ("text",),
}
"""A type of attachment -> where its text for the model stands: one, or a list of them."""
_FOR_THE_PROGRAM = frozenset(
    {"command_permissions", "dynamic_skill", "hook_cancelled", "hook_non_blocking_error"}
    | {"hook_system_message", "hook_permission_decision", "budget_usd"}
)
"""Types of which nothing is sent."""


class _HasRaw(Protocol):
    raw: JsonObject


_Line = TypeVar("_Line", bound=_HasRaw)


def is_one(line: JsonObject) -> bool:
    """Whether a line is an attachment."""
    return line.get("type") == "attachment"


def behind_results(lines: Sequence[_Line]) -> list[_Line]:
    """The lines of a conversation as the program sends them: a hook may write before the
    result of the call that it is about."""
    ordered: list[_Line] = []
    waiting: list[_Line] = []
    called: set[str | None] = set()
    for line in lines:
        if is_one(line.raw):
            waiting.append(line)
        else:
            message = object_or_empty(line.raw.get("message"))
            blocks = list(objects_in(message.get("content")))
            answered = {text_or_none(block.get("tool_use_id")) for block in blocks} - {None}
            if message.get("role") == "user" and not answered:
                called = set()  # the user went on without the results
                ordered += waiting
                waiting = []
            called |= {
                text_or_none(block.get("id"))
                for block in blocks
                if block.get("type") == "tool_use"
            }
            called -= answered
            ordered.append(line)
        if not called:
            ordered += waiting
            waiting = []
    return ordered + waiting


def is_bookkeeping(line: JsonObject) -> bool:
    """Whether nothing of an attachment is sent to the model."""
    kind = _kind(line)
    if kind in _TEXTS:
        return not _held(line, kind)
    return kind in _FOR_THE_PROGRAM


def texts_of(line: JsonObject, at: Address) -> list[Part]:
    """The texts of an attachment that are sent to the model; none where it is no text, or of a
    type that is not known."""
    kind = _kind(line)
    if kind not in _TEXTS:
        return []
    held, place = _held(line, kind), child(at, "attachment", *_TEXTS[kind])
    if isinstance(held, str):
        return [_text(held, place)] if held else []
    if not isinstance(held, list) or not all(isinstance(one, str) for one in held):
        return []
    return [_text(str(one), child(place, i)) for i, one in enumerate(held) if one]


def _text(text: str, at: Address) -> TextPart:
    return TextPart(address=at, raw=text, text=text)


def _kind(line: JsonObject) -> str:
    if not is_one(line):
        return ""
    return text_or_empty(object_or_empty(line.get("attachment")).get("type"))


def _held(line: JsonObject, kind: str) -> JsonValue:
    held: JsonValue = line.get("attachment")
    for name in _TEXTS[kind]:
        held = object_or_empty(held).get(name)
    return held
