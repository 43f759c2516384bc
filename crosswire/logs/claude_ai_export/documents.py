"""Tells them from other documents, and reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.address import Address, root
from crosswire.formats.protocol import Recognition
from crosswire.logs.claude_ai_export.reading import read_conversation
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import objects_in


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    for value, _ in _conversations(documents, 0):
        if all("sender" in one for one in objects_in(value["chat_messages"])[:20]):
            return Recognition("messages", 0.97, "`chat_messages`, each with its `sender`.")
    return None


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return [one for c in _conversations(documents, first) for one in read_conversation(*c)]


def _conversations(
    documents: Sequence[JsonValue], first: int
) -> Iterator[tuple[JsonObject, Address]]:
    for number, document in enumerate(documents, first):
        at = root(number)
        if isinstance(document, dict) and isinstance(document.get("chat_messages"), list):
            yield document, at
        for i, one in enumerate(document) if isinstance(document, list) else ():
            if isinstance(one, dict) and isinstance(one.get("chat_messages"), list):
                yield one, Address(f"{at}/{i}")
