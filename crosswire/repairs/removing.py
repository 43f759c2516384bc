"""Takes calls and results out, and the messages that nothing is left of then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from crosswire.address import Address, last_token, parent
from crosswire.model import JsonValue, Message, ReasoningPart
from crosswire.repairs.change import Fix
from crosswire.repairs.view import End, View


def removal(view: View, part: End) -> Callable[[], None] | None:
    """What takes a part out; None where it stands in no list."""
    message = view.message_of[part.key]
    items = list_of(view, part, message)
    return partial(view.sheet.drop, part.raw, items) if items is not None else None


def list_of(view: View, part: End, message: Message) -> list[JsonValue] | None:
    """The list that a part is an element of: of messages, of items, of calls or of blocks."""
    if part.raw is message.raw:
        return view.sheet.slots.get(id(message.raw))
    above, last = parent(part.address), last_token(part.address)
    items = view.sheet.value_at(above) if above is not None else None
    if isinstance(items, list) and last.isdigit() and int(last) < len(items):
        return items if items[int(last)] is part.raw else None
    return None


def drop_emptied_messages(view: View) -> Iterator[Fix]:
    """Messages of which a repair took all that they said; none that was empty in the
    upload."""
    others = len(view.conversation.messages)
    for message in view.conversation.messages:
        raw, slots = message.raw, view.sheet.slots.get(id(message.raw))
        rule = (
            view.sheet.emptied_for(raw)
            if isinstance(raw, dict) and slots is not None
            else None
        )
        if rule is None or slots is None or not isinstance(raw, dict):
            continue
        if others > 1 and all(isinstance(part, ReasoningPart) for part in message.parts):
            others -= 1
            why = "Nothing that was said is left in this message."
            yield Fix(rule, "dropped", why, (), partial(view.sheet.drop, raw, slots, why=why))
        elif raw.get("tool_calls") == []:
            why = "No call is left in this message, and the list may not be empty."
            forget = partial(
                view.sheet.set, Address(f"{message.address}/tool_calls"), None, absent=True
            )
            yield Fix(rule, "dropped", why, (), forget)
