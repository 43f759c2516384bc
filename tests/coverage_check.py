"""Whether a rendering accounts for everything: what the source had, and what the payload has.

For any pair of formats: each part has a link or is dropped with a loss, each value of the payload
lies under a link, no link points at nothing, no id comes from nowhere, and what only one provider
can read never reaches another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import crosswire
from crosswire.address import Address, child, resolve, root
from crosswire.model import (
    Conversation,
    JsonValue,
    Message,
    Part,
    ReasoningPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.loss import Link, Rendering


def uncovered_parts(conversation: Conversation, rendering: Rendering) -> list[str]:
    """Keys of parts (and of messages without parts) that the rendering says nothing about.

    What stands inside a result is accounted for with it where the whole result was dropped, or
    written as it was.
    """
    said = {link.node for link in rendering.links}
    gone = {link.node for link in rendering.links if link.relation == "dropped"}
    missing = [part.key for part in conversation.settings_and_tools if part.key not in said]
    for message in conversation.messages:
        if not message.parts and message.key not in said:
            missing.append(message.key)
        own = message.wire_format == rendering.target
        for part in message.parts:
            if part.key not in said:
                missing.append(part.key)
            elif not own and part.key not in gone:
                missing += [inner.key for inner in _inside(part) if inner.key not in said]
    return missing


def _inside(part: Part) -> Iterator[Part]:
    if isinstance(part, ToolCallPart) and part.embedded is not None:
        yield part.embedded
        yield from part.embedded.content
    elif isinstance(part, ToolResultPart):
        yield from part.content


def unreached_leaves(rendering: Rendering, conversation: Conversation | None = None) -> list[str]:
    """Addresses of plain values in the payload that no link leads to.

    The link of a message's wrapper leads to what stands directly in it, such as its role; to all of
    it only where the message was written as it stood: where the link says so, or its dialect is the
    target's, which needs the conversation to be seen.
    """
    whole, direct = set(), set()
    verbatim = _verbatim(rendering, conversation)
    for link in rendering.links:
        if link.target is not None:
            wrapper = _is_wrapper(link) and link.role != "whole" and link.node not in verbatim
            (direct if wrapper else whole).add(_without_span(link.target))
    return [
        address
        for address in _leaves(rendering.payload, root())
        if address.rpartition("/")[0] not in direct and not _reached(address, whole)
    ]


def _is_wrapper(link: Link) -> bool:
    return link.node is not None and link.node.startswith("m") and "." not in link.node


def _verbatim(rendering: Rendering, conversation: Conversation | None) -> set[str | None]:
    messages: list[Message] = conversation.messages if conversation is not None else []
    return {message.key for message in messages if message.wire_format == rendering.target}


def _without_span(target: Address) -> str:
    return target.partition("@")[0].partition("!")[0]


def _leaves(value: JsonValue, at: Address) -> Iterator[Address]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, child(at, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _leaves(inner, Address(f"{at}/{i}"))
    else:
        yield at


def _reached(address: str, targets: set[str]) -> bool:
    while address not in targets:
        if address.endswith(":"):
            return False
        address = address.rpartition("/")[0]
    return True


def links_to_nothing(rendering: Rendering) -> list[str]:
    """Targets of links, losses and made ids that are no place of the payload."""
    targets = {link.target for link in rendering.links} | {loss.target for loss in rendering.losses}
    targets |= {change.target for change in rendering.id_map}
    return [target for target in sorted(filter(None, targets)) if not _exists(target, rendering.payload)]


def _exists(target: Address, payload: JsonValue) -> bool:
    try:
        resolve(target, [payload], _read_text)
    except crosswire.BadAddress:
        return False
    return True


def _read_text(text: str) -> object:
    return crosswire.load(text.encode()).documents[0]


def ids_from_nowhere(conversation: Conversation, rendering: Rendering) -> list[str]:
    """Call ids in the payload that are neither in the log nor in the id map."""
    known = {change.written for change in rendering.id_map}
    known |= {part.call_id.value for part in _callers(conversation) if part.call_id.value is not None}
    written = [
        part.call_id.value
        for again in _parsed(rendering)
        for part in _callers(again)
        if part.call_id.value is not None
    ]
    return [value for value in written if value not in known]


def item_ids_from_nowhere(conversation: Conversation, rendering: Rendering) -> list[str]:
    """Ids of items in the payload that the log does not have."""
    known = set(_item_ids(conversation))
    return [value for again in _parsed(rendering) for value in _item_ids(again) if value not in known]


def _parsed(rendering: Rendering) -> list[Conversation]:
    try:
        return crosswire.parse(rendering.payload, rendering.target)
    except crosswire.NotAConversation:
        return []


def _callers(conversation: Conversation) -> Iterator[ToolCallPart | ToolResultPart]:
    yield from conversation.calls()
    yield from conversation.results()


def _item_ids(conversation: Conversation) -> Iterator[str]:
    for message in conversation.messages:
        found = [message.item_id, *(getattr(part, "item_id", None) for part in message.parts)]
        yield from (value for value in found if value is not None)


def leaked_signatures(conversation: Conversation, rendering: Rendering) -> list[str]:
    """Keys of reasoning whose signature stands in the payload of a format that is not its own."""
    texts = set(_texts(rendering.payload)) - _open_texts(conversation, rendering.target)
    return [
        part.key
        for message, part in conversation.parts()
        if message.wire_format != rendering.target
        and isinstance(part, ReasoningPart)
        and part.signature
        and part.signature in texts
    ]


_ROLES = frozenset({"system", "developer", "user", "assistant", "model", "tool", "function"})


def roles_changed_in_silence(conversation: Conversation, rendering: Rendering) -> list[str]:
    """Keys of messages with a role that no provider has, which stand as another's without a loss."""
    said = {loss.source for loss in rendering.losses if loss.code == "role"}
    written = {link.node for link in rendering.links if link.target is not None and link.role == "envelope"}
    return [
        message.key
        for message in conversation.messages
        if message.wire_format != rendering.target
        and isinstance(message.raw, dict)
        and isinstance(spoken := message.raw.get("role"), str)
        and spoken.lower() not in _ROLES
        and message.role == "other"
        and message.key in written
        and message.address not in said
    ]


_SEALED = frozenset(
    {
        "signature",
        "thoughtSignature",
        "thought_signature",
        "redactedContent",
        "encrypted_content",
        "encrypted_index",
        "encrypted_stdout",
    }
)
"""Fields whose values only one provider can read."""
_TAKES_ALSO = {"azure-foundry": "openai-responses"}
"""A format -> another one whose sealed fields are its own too."""


def leaked_seals(conversation: Conversation, rendering: Rendering) -> list[str]:
    """Signed or encrypted values of the log that stand in the payload of a format that is not theirs."""
    own = {rendering.target, _TAKES_ALSO.get(rendering.target)}
    foreign = {
        text
        for message in conversation.messages
        if message.wire_format not in own
        for text in _texts(message.raw, sealed=True)
    }
    leaked = foreign & set(_texts(rendering.payload)) - {""}
    return sorted(leaked - _open_texts(conversation, rendering.target)) if leaked else []


def _open_texts(conversation: Conversation, target: str) -> set[str]:
    """Texts that the target may see: all of its own messages', and what stands unsealed in others."""
    own = {target, _TAKES_ALSO.get(target)}
    return {
        text
        for message in conversation.messages
        for text in _texts(message.raw, sealed=None if message.wire_format in own else False)
    }


def _texts(value: Any, *, sealed: bool | None = None, inside: bool = False) -> Iterator[str]:
    """All texts in a value, or only those that stand in sealed fields, or only the others."""
    if isinstance(value, str):
        if sealed is None or sealed is inside:
            yield value
    elif isinstance(value, dict):
        redacted = value.get("type") == "redacted_thinking"
        for name, inner in value.items():
            here = inside or name in _SEALED or (redacted and name == "data")
            yield from _texts(inner, sealed=sealed, inside=here)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, sealed=sealed, inside=inside)


def unaccounted(conversation: Conversation, rendering: Rendering) -> dict[str, list[str]]:
    """All complaints of this module about one rendering; empty where there are none."""
    found = {
        "parts without link or loss": uncovered_parts(conversation, rendering),
        "values that no link leads to": unreached_leaves(rendering, conversation),
        "links to nothing": links_to_nothing(rendering),
        "call ids from nowhere": ids_from_nowhere(conversation, rendering),
        "item ids from nowhere": item_ids_from_nowhere(conversation, rendering),
        "roles changed in silence": roles_changed_in_silence(conversation, rendering),
        "leaked signatures": leaked_signatures(conversation, rendering),
        "leaked ciphertexts": leaked_seals(conversation, rendering),
    }
    return {complaint: places for complaint, places in found.items() if places}
