"""Where the list of a conversation's messages stands, apart from the bodies of requests."""

from __future__ import annotations

from crosswire.address import Address, child, parent, position_of, root
from crosswire.model import Conversation
from crosswire.model.entry import Entry

ALL_DOCUMENTS = Address("")
"""In place of a list's address: each message is a document of its file."""


def list_address(conversation: Conversation, entry: Entry) -> Address | None:
    """The address of the list, or ALL_DOCUMENTS; None where messages stand in no list."""
    if not entry.messages:
        return None
    count, first = len(entry.messages), entry.messages[0][1]
    if first == root(conversation.documents_before):
        return ALL_DOCUMENTS if len(conversation.own_documents) == count > 1 else None
    above = parent(first) if position_of(first) == 0 else None
    return above if count > 1 or _is_list_of_one(conversation, above) else None


def _is_list_of_one(conversation: Conversation, address: Address | None) -> bool:
    """Whether a lone message stands in a list of its own, and not among other
    conversations."""
    if address != root(conversation.documents_before) or not conversation.own_documents:
        return False
    document = conversation.own_documents[0]
    return isinstance(document, list) and len(document) == 1


def message_addresses(
    count: int, list_address: Address | None, entry: Entry, first: int
) -> list[Address]:
    """Where so many messages stand: in their list, or each where it was read; `first` is the
    number of the first document of their file."""
    if list_address is None:
        return [address for _, address in entry.messages]
    if list_address == ALL_DOCUMENTS:
        return [*map(root, range(first, first + count))]
    return [child(list_address, position) for position in range(count)]
