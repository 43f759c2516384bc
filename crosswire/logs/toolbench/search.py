"""ToolBench's search: a tree of thoughts and calls with what came back, or a chain for each
try. The way that was kept is told in the training messages too; the others are branches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from crosswire.address import Address, child
from crosswire.logs.shared.opening import Opened
from crosswire.model import (
    JsonObject,
    JsonValue,
)
from crosswire.model.json_values import list_or_empty, object_or_empty, text_or_empty

THOUGHT, CALL = "Thought", "Action Input"
Step = tuple[str, str]
"""A thought or the arguments of a call, by the type of its node."""


class Node(Struct, eq=False):
    raw: JsonObject
    at: Address
    above: Node | None = None
    below: list[Node] = field(default_factory=list)

    def text(self, key: str = "description") -> str:
        return text_or_empty(self.raw.get(key))

    @property
    def step(self) -> Step | None:
        """What the model said there; a name alone is none."""
        kind = text_or_empty(self.raw.get("node_type"))
        return (kind, self.text()) if kind in (THOUGHT, CALL) and self.above else None


def search_of(document: JsonObject, at: Address) -> Node:
    """All tries, below a node that says nothing."""
    tree = object_or_empty(object_or_empty(document.get("tree")).get("tree"))
    root = Node(tree, child(at, "tree", "tree"))
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for number, one in enumerate(list_or_empty(node.raw.get("children"))):
            place = child(node.at, "children", number)
            node.below.append(Node(object_or_empty(one), place, node))
        waiting += node.below
    for number, one in enumerate(list_or_empty(document.get("trys"))):
        last = root
        for i, raw in enumerate(list_or_empty(object_or_empty(one).get("chain"))):
            node = Node(object_or_empty(raw), child(at, "trys", number, "chain", i), last)
            last.below.append(node)
            last = node
    return root


def kept_way(root: Node, steps: Sequence[Step]) -> list[Node]:
    """The nodes of the way that says these steps; none where no way does."""
    waiting: list[tuple[Node, int]] = [(root, 0)]
    while waiting:
        node, said = waiting.pop()
        if node.step is not None:
            if said == len(steps) or node.step != steps[said]:
                continue
            said += 1
        if said == len(steps):
            return list(_up(node))[::-1]
        waiting += [(one, said) for one in reversed(node.below)]
    return []


def _up(node: Node | None) -> Iterator[Node]:
    while node is not None:
        yield node
        node = node.above


def set_aside(kept: Sequence[Node], opened: Opened) -> None:
    """Say that the kept way is read already."""
    for node in kept:
        for key in ("description", "observation"):
            opened.set_aside(node.text(key), child(node.at, key))


def steps_of(messages: Sequence[JsonValue]) -> Iterator[Step]:
    """What the model said in the last message of each step."""
    for one in messages:
        said = object_or_empty(one)
        if text := text_or_empty(said.get("content")):
            yield THOUGHT, text
        call = object_or_empty(said.get("function_call"))
        if call:
            yield CALL, text_or_empty(call.get("arguments"))
