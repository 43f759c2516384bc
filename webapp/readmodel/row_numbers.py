"""Which row shows what: the nodes and the parts of each row of a conversation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from crosswire.model import (
    Conversation,
    Message,
    NodeKey,
    Part,
    is_setting,
    part_of,
    told_copies,
)


def nodes(conversation: Conversation) -> Iterator[str]:
    """The key of each row's node: `e` for the envelope, a part's, or that of a message without
    parts."""
    yield "e"
    for message in conversation.messages:
        if message.parts:
            yield from (part.key for part in message.parts)
        else:
            yield message.key


def row_node(key: NodeKey) -> NodeKey:
    """The node whose row shows the node of this key (`m3.p1` for `m3.p1.c0`; `m3` stays, see
    `find_row`)."""
    return NodeKey("e") if is_setting(key) else part_of(key)


def parts_by_row(
    conversation: Conversation,
) -> Iterator[tuple[Message | None, Sequence[Part]]]:
    """The parts that each row shows, with their message; several only in the envelope's
    row."""
    yield None, list(conversation.settings_and_tools)
    for message in conversation.messages:
        for part in message.parts:
            yield message, (part,)
        if not message.parts:
            yield message, ()


class RowNumbers:
    """Which row shows a node, or a place of the upload, without the rows themselves.

    Both lists are made when they are first needed: a log without findings needs none.
    """

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    @cached_property
    def _of_node(self) -> dict[str, int]:
        return {node: number for number, node in enumerate(nodes(self._conversation))}

    @cached_property
    def _of_address(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for number, (message, parts) in enumerate(parts_by_row(self._conversation)):
            for one in (*parts[:1], message):
                if one is not None:
                    found.setdefault(one.address, number)
        for number, (_, parts) in enumerate(parts_by_row(self._conversation)):
            for part in parts:
                found |= {at: number for at in told_copies(part) if at not in found}
        return found

    @cached_property
    def _at(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for number, (_, parts) in enumerate(parts_by_row(self._conversation)):
            for part in parts[: bool(number)]:
                found.setdefault(part.address, []).append(number)
        return found

    @property
    def count(self) -> int:
        return len(self._of_node)

    def of_node(self, key: str) -> int:
        """The row of a node; the first one where there is none such."""
        node = row_node(NodeKey(key or "e"))
        return self._of_node.get(node, self._of_node.get(f"{node}.p0", 0))

    def of_address(self, address: str) -> int | None:
        """The row of an address, or of the nearest place around it."""
        at = address
        while at:
            if at in self._of_address:
                return self._of_address[at]
            at = at[: max(at.rfind("/"), at.rfind("!"), at.rfind("@"), 0)]
        return None

    def at(self, address: str) -> Sequence[int]:
        """The rows of parts at this very address: a call and its result may be one object."""
        return self._at.get(address, ())
