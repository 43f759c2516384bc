"""What Claude Code writes of what happened between messages.

Compactions and requests that were sent again are lines of their own, as are most changes of
mode; interrupts are told in the words of messages, and who allowed a call in `permissions`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import attrgetter

from msgspec.structs import replace

from crosswire.address import child
from crosswire.logs.claude_code import attachments, permissions
from crosswire.logs.claude_code.lines import Line
from crosswire.logs.claude_code.names import SYNTHETIC_MODEL
from crosswire.model import Event, Message, TextPart, ToolResultPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.event import each_once
from crosswire.model.json_values import text_field, text_or_none, value_at

_INTERRUPTED = "[Request interrupted by user"
_MODES = {"permission-mode": "permissionMode", "mode": "mode"}
"""A type of line -> its field that names the mode."""


def put_events(
    lines: Sequence[Line], others: Iterable[Line], into: ConversationBuilder
) -> None:
    """Put into a conversation what its lines tell, and those between them (`others`)."""
    beside = list(_beside(lines, others))
    found = [
        *_of_models(lines),
        *_of_messages(into.messages),
        *_of_modes(lines, beside),
        *_of_system_lines(beside),
        *permissions.of_hooks(beside),
    ]
    told = {_summary_of(lines, one.before) for one in found if one.kind == "compaction"}
    for before, line in enumerate(lines):
        if _is_summary(line) and before not in told:
            found.append(Event("compaction", line.place, before))
    found.sort(key=attrgetter("before"))
    into.events = each_once(_with_what_was_replaced(found, lines, into.messages))


def _beside(lines: Sequence[Line], others: Iterable[Line]) -> Iterator[tuple[int, Line]]:
    """Each of the other lines, with the number of the message that comes next."""
    numbers = list(accumulate((line.number for line in lines), max))
    return ((bisect_right(numbers, line.number), line) for line in others)


def _of_models(lines: Sequence[Line]) -> Iterator[Event]:
    model = None
    for before, line in enumerate(lines):
        named = text_field(line.raw.get("message"), "model")
        if named is not None and named != SYNTHETIC_MODEL:
            if model is not None and model != named:
                yield Event("model changed", child(line.place, "model"), before, named)
            model = named


def _of_messages(messages: Sequence[Message]) -> Iterator[Event]:
    for before, message in enumerate(messages):
        for part in message.parts if message.role == "user" else ():
            if isinstance(part, TextPart) and part.text.startswith(_INTERRUPTED):
                yield Event("interrupt", part.address, before)
            elif isinstance(part, ToolResultPart):
                yield from permissions.of_result(part, before)


def _of_modes(lines: Sequence[Line], beside: Iterable[tuple[int, Line]]) -> Iterator[Event]:
    said = [(before, line, "permissionMode") for before, line in enumerate(lines)]
    said += [(at, line, _MODES.get(str(line.raw.get("type")), "")) for at, line in beside]
    modes: dict[str, str] = {}
    for before, line, field in sorted(said, key=lambda one: one[1].number):
        mode = text_or_none(line.raw.get(field))
        if mode is not None:
            if modes.setdefault(field, mode) != mode:
                yield Event("mode changed", child(line.at, field), before, mode)
            modes[field] = mode


def _of_system_lines(beside: Iterable[tuple[int, Line]]) -> Iterator[Event]:
    for before, line in beside:
        raw = line.raw
        kind = raw.get("subtype") if raw.get("type") == "system" else None
        if kind == "compact_boundary":
            trigger = text_or_none(value_at(raw, "compactMetadata", "trigger"))
            yield Event("compaction", line.at, before, trigger or "")
        elif kind == "api_error":
            tries = [raw.get(name) for name in ("retryAttempt", "maxRetries")]
            known = all(isinstance(one, int) and one > 0 for one in tries)
            yield Event("retry", line.at, before, f"{tries[0]} of {tries[1]}" if known else "")


def _with_what_was_replaced(
    events: Iterable[Event], lines: Sequence[Line], messages: Sequence[Message]
) -> Iterator[Event]:
    """A compaction names the messages that are no longer sent, and what is sent for them."""
    first = 0
    for event in events:
        at = event.before
        if event.kind == "compaction" and at > first:
            ends = messages[first].address, messages[at - 1].address
            event, first = replace(event, replaced=ends), at
        by = _summary_of(lines, at) if event.kind == "compaction" else None
        if by is not None:
            event = replace(event, replaced_by=messages[by].address)
        yield event


def _summary_of(lines: Sequence[Line], before: int) -> int | None:
    """The number of the summary for a compaction before a message; what the program says by
    itself may stand between."""
    for number in range(before, len(lines)):
        if _is_summary(lines[number]):
            return number
        raw = lines[number].raw
        if not (attachments.is_one(raw) or raw.get("isMeta") is True):
            break
    return None


def _is_summary(line: Line) -> bool:
    return line.raw.get("isCompactSummary") is True
