"""Tells them from other documents, and reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.address import Address, child, root
from crosswire.formats.protocol import Recognition
from crosswire.logs.chatgpt_export.names import SIGNS
from crosswire.logs.chatgpt_export.trees import read_tree
from crosswire.logs.shared.finding import fields_in_ends
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty

_SAMPLE = 20
_MAX_DEPTH = 5
"""Lists and objects around a conversation."""


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    fields = fields_in_ends(documents)
    if fields is not None and SIGNS.isdisjoint(fields):
        return None  # most logs are no such export, and a walk makes an address for each value
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
        yield from _held(document, root(number))


def _held(
    document: JsonValue, at: Address, depth: int = 0
) -> Iterator[tuple[JsonObject, Address]]:
    """The conversations in a document: itself, or those in lists and envelopes, as browser
    extensions and backups of several users write them."""
    if isinstance(document, dict) and _is_conversation(document):
        yield document, at
    elif depth < _MAX_DEPTH and isinstance(document, dict):
        for key, value in document.items():
            yield from _held(value, child(at, key), depth + 1)
    elif depth < _MAX_DEPTH and isinstance(document, list):
        for i, one in enumerate(document):
            yield from _held(one, child(at, i), depth + 1)


def _is_conversation(value: JsonObject) -> bool:
    mapping = value.get("mapping")
    if not isinstance(mapping, dict):
        return False
    nodes = [object_or_empty(node) for node in list(mapping.values())[:_SAMPLE]]
    return any(
        "message" in node and ("parent" in node or "children" in node) for node in nodes
    )
