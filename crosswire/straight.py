"""Straight from one provider's JSON to another's, where all that is wanted is the payload.

The envelope and what stands before the first answer go by way of the model, as ever; the plain turns
after them (see `plain`) are written from what they are read from. A conversation that is not plain to
its end goes by way of the model as a whole, and comes out the same either way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial

from crosswire.address import root
from crosswire.detection import Entry
from crosswire.formats import FORMATS
from crosswire.formats.anthropic import plain as anthropic
from crosswire.formats.gemini import plain as gemini
from crosswire.formats.openai_chat import plain as openai_chat
from crosswire.formats.openai_responses import plain as openai_responses
from crosswire.id_plan import IdPolicy, IdRule, make_all
from crosswire.loading import digest_of_value, read_entry
from crosswire.loss import IdChange, Rendering
from crosswire.model import Conversation, JsonObject, JsonValue, Message, ToolCallPart, ToolResultPart
from crosswire.plain import (
    Ends,
    PlainFormat,
    Turn,
    are_accepted,
    are_settled,
    ends_of,
    ids_of,
    turns_of,
    with_ids,
)

PLAIN: dict[str, PlainFormat] = {
    "openai-chat": openai_chat.PLAIN,
    "openai-responses": openai_responses.PLAIN,
    "anthropic": anthropic.PLAIN,
    "gemini": gemini.PLAIN,
}
ByModel = Callable[[Conversation, str, IdPolicy], Rendering]
"""Renders by way of the model, without links and losses."""
_LONGEST_HEAD = 20
"""Messages that may stand before the first answer; more are no longer a matter of a few."""


def from_request(
    body: JsonObject, format: str, to: str, ids: IdPolicy, by_model: ByModel
) -> Rendering | None:
    """A request body in memory as one of another format; None where it is not plain to its end."""
    source = PLAIN.get(format)
    messages = body.get(source.messages) if source is not None else None
    if source is None or to not in PLAIN or to == format or type(messages) is not list:
        return None
    size = _size_of_head(messages)
    turns = source.read(messages[size:]) if size else None
    if not turns:
        return None
    head: JsonObject = {**body, source.messages: messages[:size]}
    builder = read_entry(FORMATS[format], Entry("request", request=(head, root())))
    before = builder.finish(
        container="json",
        shape="request",
        documents=[head],
        digest_of=cache(lambda: digest_of_value(body)),
    )
    ends = source.ends and partial(source.ends, messages, size, len(before.messages) - size)
    return _joined(before, turns, ends, to, ids, by_model)


def _size_of_head(messages: Sequence[JsonValue]) -> int:
    """How many messages stand before the first answer, the last of them the user's; 0: too unusual."""
    for i, message in enumerate(messages[:_LONGEST_HEAD]):
        role = message.get("role") if isinstance(message, dict) else None
        if role == "user":
            return i + 1
    return 0


def from_conversation(
    conversation: Conversation, to: str, ids: IdPolicy, by_model: ByModel
) -> Rendering | None:
    """A conversation that was read, without links and losses; None where it is not plain to its end."""
    if to not in PLAIN or conversation.dialect not in PLAIN or to == conversation.dialect:
        return None
    size = next((i + 1 for i, m in enumerate(conversation.messages[:_LONGEST_HEAD]) if m.role == "user"), 0)
    turns = turns_of(conversation.messages[size:], conversation.dialect) if size else None
    if not turns:
        return None
    head = replace(conversation, messages=conversation.messages[:size])
    ends = partial(ends_of, conversation.messages[size:])
    return _joined(head, turns, ends, to, ids, by_model)


def _joined(
    head: Conversation,
    turns: list[Turn],
    ends: Callable[[], Ends] | None,
    to: str,
    ids: IdPolicy,
    by_model: ByModel,
) -> Rendering | None:
    """The head by way of the model, and behind it the turns."""
    target = FORMATS[to]
    if not all(map(_is_before_turns, head.messages)):
        return None
    made: list[IdChange] = []
    if "" in ids_of(turns):
        filled = _filled(head, turns, ends, target.ID_RULE, ids)
        if filled is None:
            return None
        turns, made = filled
    if not are_settled(turns):
        return None
    if not are_accepted(turns, target.ID_RULE, target.NAME_RULE, ids):
        return None
    written = PLAIN[to].write(turns)
    if written is None:
        return None
    rendering = by_model(head, to, ids)
    payload = rendering.payload
    begun = payload.get(PLAIN[to].messages) if isinstance(payload, dict) else None
    if rendering.name_map or not isinstance(begun, list) or not begun:
        return None
    begun += written
    rendering.id_map += made
    return rendering


def _filled(
    head: Conversation,
    turns: list[Turn],
    ends: Callable[[], Ends] | None,
    rule: IdRule,
    policy: IdPolicy,
) -> tuple[list[Turn], list[IdChange]] | None:
    """The turns with the ids that the target requires, and the id map; None where some have ids already."""
    if policy != "fill" or not rule.required or ends is None:
        return None
    made, changes = make_all(head, *ends(), rule)
    filled = with_ids(turns, made)
    return None if filled is None else (filled, changes)


def _is_before_turns(message: Message) -> bool:
    """Whether nothing in a message can belong to what is said or called later."""
    calls = any(isinstance(part, (ToolCallPart, ToolResultPart)) for part in message.parts)
    return message.role in ("system", "developer", "user") and not calls
