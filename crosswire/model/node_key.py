"""Node keys: the names of the nodes of one conversation inside this process.

    m3          a message
    m3.p1       a part of it
    m3.p1.r     the result inside a call
    m3.p1.c0    what a result holds
    m3.p1.t0    a tool that a block declares
    e2          a setting or a declared tool

They are never exported, as they shift when readers improve: what lasts names an address.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    NodeKey = NewType("NodeKey", str)
else:
    NodeKey = str  # made for every part, and a NewType is a slow function at run time

UNNAMED = NodeKey("")
"""The key of a node whose conversation is not finished yet."""


def message_key(number: int) -> NodeKey:
    return NodeKey(f"m{number}")


def setting_key(number: int) -> NodeKey:
    return NodeKey(f"e{number}")


def part_key(message: NodeKey, number: int) -> NodeKey:
    return NodeKey(f"{message}.p{number}")


def embedded_key(call: NodeKey) -> NodeKey:
    return NodeKey(f"{call}.r")


def content_key(result: NodeKey, number: int) -> NodeKey:
    return NodeKey(f"{result}.c{number}")


def declared_key(part: NodeKey, number: int) -> NodeKey:
    return NodeKey(f"{part}.t{number}")


def is_setting(node: NodeKey) -> bool:
    """Whether the node is a setting or a declared tool, and in no message."""
    return node.startswith("e")


def is_part(node: NodeKey) -> bool:
    """Whether the node is a part of a message, or lies in one."""
    return "." in node


def message_of(node: NodeKey) -> NodeKey:
    """The key of the message that a node lies in; a setting's own key."""
    return NodeKey(node.partition(".")[0])


def message_number(node: NodeKey) -> int:
    """The position in the conversation of the message that a node lies in."""
    return int(message_of(node)[1:])


def part_of(node: NodeKey) -> NodeKey:
    """The key of the part that a node is or lies in; the own key of a message or a setting."""
    return NodeKey(".".join(node.split(".")[:2]))
