"""Tells them from other documents, and reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.address import Address, child, root
from crosswire.formats.protocol import Recognition
from crosswire.logs.chatgpt_export.trees import read_tree
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty

_SAMPLE = 20


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    if next(_conversations(documents[:_SAMPLE], 0), None) is None:
        return None
    return Recognition("messages", 0.97, "`mapping` of nodes with `parent` and `children`.")


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return [one for found in _conversations(documents, first) for one in read_tree(*found)]


def _conversations(
    documents: Sequence[JsonValue], first: int
) -> Iterator[tuple[JsonObject, Address]]:
    for number, document in enumerate(documents, first):
        at = root(number)
        held = document.get("conversations") if isinstance(document, dict) else document
        place = child(at, "conversations") if isinstance(document, dict) else at
        if isinstance(document, dict) and _is_conversation(document):
            yield document, at
        elif isinstance(held, list):
            for i, one in enumerate(held):
                if isinstance(one, dict) and _is_conversation(one):
                    yield one, Address(f"{place}/{i}")


def _is_conversation(value: JsonObject) -> bool:
    mapping = value.get("mapping")
    if not isinstance(mapping, dict):
        return False
    nodes = [object_or_empty(node) for node in list(mapping.values())[:_SAMPLE]]
    return any(
        "message" in node and ("parent" in node or "children" in node) for node in nodes
    )
