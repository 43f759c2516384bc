"""One conversation of an export: the ways through its tree."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.chatgpt_export.messages import read_message
from crosswire.logs.chatgpt_export.names import BOOKKEEPING, NAME, TRAITS
from crosswire.logs.shared.branching import Step, Way, ways
from crosswire.logs.shared.links import parents_of
from crosswire.logs.shared.opening import claim_texts
from crosswire.model import JsonObject, ThreadEdge
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, text_field, text_or_none, value_at


class _Tree:
    def __init__(self, conversation: JsonObject, at: Address) -> None:
        self.raw = conversation
        self.at = at
        mapping = object_or_empty(conversation.get("mapping"))
        self.nodes = {id: object_or_empty(node) for id, node in mapping.items()}
        self.links = {id: text_or_none(node.get("parent")) for id, node in self.nodes.items()}
        said = [id for id, node in self.nodes.items() if isinstance(node.get("message"), dict)]
        self.ids = self._current_last(said)

    def _current_last(self, ids: list[str]) -> list[str]:
        """The messages, those of the path that the program goes on with behind all others, as
        the way with the last message is the active one."""
        path: list[str] = []
        seen: set[str] = set()
        id = text_or_none(self.raw.get("current_node"))
        while id is not None and id not in seen:
            seen.add(id)
            path.append(id)
            id = self.links.get(id)
        on_path = [id for id in reversed(path) if id in self.nodes]
        of_messages = set(ids)
        rest = [id for id in ids if id not in seen]
        return [*rest, *(id for id in on_path if id in of_messages)]

    def place(self, id: str) -> Address:
        return child(self.at, "mapping", id, "message")


def read_tree(conversation: JsonObject, at: Address) -> list[ConversationBuilder]:
    """The active path first, then each branch."""
    tree = _Tree(conversation, at)
    before = [tree.links.get(id) for id in tree.ids]
    parents = parents_of(tree.ids, before, tree.links)
    found = ways([Step(parent) for parent in parents])
    builders = [_read_way(tree, way) for way in found]
    active = builders[0]
    active.title = text_or_none(conversation.get("title"))
    named = (text_or_none(conversation.get(key)) for key in ("conversation_id", "id"))
    active.thread = next(filter(None, named), None)
    homes = {n: b for way, b in zip(found, builders, strict=True) for n in way.own}
    for way, builder in zip(found[1:], builders[1:], strict=True):
        _tie(tree, way, builder, homes)
    _read_settings(tree, active)
    return builders


def _read_way(tree: _Tree, way: Way) -> ConversationBuilder:
    into = ConversationBuilder(NAME, TRAITS)
    into.bookkeeping = BOOKKEEPING
    into.stands_at = [tree.at]
    for number in way.own:
        id = tree.ids[number]
        raw = object_or_empty(tree.nodes[id].get("message"))
        message = read_message(raw, tree.place(id), into)
        message.node, message.parent = id, tree.links.get(id)
    claim_texts(into)
    return into


def _tie(
    tree: _Tree, way: Way, into: ConversationBuilder, homes: dict[int, ConversationBuilder]
) -> None:
    into.thread = tree.ids[way.own[0]]
    into.title = "Branch"
    into.calls_may_be_elsewhere = True
    if way.leaves is not None:
        into.started_from = ThreadEdge(
            "branch",
            homes[way.leaves].named_thread(),
            here=tree.place(tree.ids[way.own[0]]),
            there=tree.place(tree.ids[way.leaves]),
            why=_why(tree, way),
        )


def _why(tree: _Tree, way: Way) -> str:
    if way.instead_of is None:
        return ""
    both = (tree.ids[way.own[0]], tree.ids[way.instead_of])
    roles = {text_field(value_at(tree.nodes[id], "message", "author"), "role") for id in both}
    return "rewind" if roles == {"user"} else "retry"


def _read_settings(tree: _Tree, into: ConversationBuilder) -> None:
    model = tree.raw.get("default_model_slug")
    if isinstance(model, str):
        into.setting("model", model, child(tree.at, "default_model_slug"), meaning="model")
    for id, node in tree.nodes.items():
        if not isinstance(node.get("message"), dict) and node:
            into.set_aside.append(tree.raw["mapping"][id])  # type: ignore[index,call-overload]
