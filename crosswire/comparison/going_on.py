"""Whether one reading of a session is a later state of another: all that was said stands there
again, unchanged and in the same place, and more may follow."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from crosswire.model import (
    Conversation,
    Message,
    Part,
    ReasoningPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.content import content_of

_Said = list[tuple[Hashable, ...]]


def goes_on_from(earlier: Sequence[Conversation], later: Sequence[Conversation]) -> bool:
    """Whether each conversation of an earlier reading is the beginning of that with the same
    id in a later one. One that has no id, or nothing in it, tells nothing."""
    now = {one.thread: one for one in later}
    before = {one.thread: one for one in earlier}
    if len(before) < len(earlier) or not any(one.messages for one in earlier):
        return False
    return all(
        bool(id) and id in now and _begins_so(now[id].messages, one.messages)
        for id, one in before.items()
    )


def _begins_so(later: Sequence[Message], earlier: Sequence[Message]) -> bool:
    """The last message of before may have got more: what a call gave that was running."""
    if len(earlier) > len(later) or not earlier:
        return not earlier
    again = zip(earlier[:-1], later, strict=False)
    if any(_said(one) != _said(same) for one, same in again):
        return False
    last = len(earlier) - 1
    return _is_within(_said(earlier[last]), _said(later[last]))


def _is_within(some: _Said, every: _Said) -> bool:
    """Whether some things stand in the same order among others."""
    left = iter(every)
    return all(one in left for one in some)


def _said(message: Message) -> _Said:
    return [(message.role,), *map(_of_part, message.parts)]


def _of_part(part: Part) -> tuple[Hashable, ...]:
    kind = type(part).__name__
    if isinstance(part, ReasoningPart):
        return kind, part.text
    if isinstance(part, ToolCallPart):
        given = None if part.embedded is None else content_of(part.embedded)
        return kind, content_of(part), part.call_id.value, given
    if isinstance(part, ToolResultPart):
        return kind, content_of(part), part.call_id.value, part.is_error
    return kind, content_of(part)
