"""Puts the repaired JSON of a conversation back where it stood among the documents of an
upload."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import cast

from crosswire.address import Address, resolve, split, unescape
from crosswire.containers import Documents, json_document
from crosswire.containers.packed_text import packed_in
from crosswire.errors import CannotExport, UnreadableUpload
from crosswire.exports import patched_text
from crosswire.formats import FORMATS
from crosswire.model import Conversation, JsonObject, JsonValue
from crosswire.model.entry import Entry
from crosswire.model.json_patch import patched, value_below
from crosswire.reading.choosing import read_entry
from crosswire.repairs.message_list import ALL_DOCUMENTS


def spliced(
    conversation: Conversation, entry: Entry, list_address: Address | None
) -> Sequence[JsonValue]:
    """A copy of the documents with a conversation's places replaced; what is not changed is
    shared."""
    documents = conversation.documents
    values = [value for value, _ in entry.messages]
    if list_address == ALL_DOCUMENTS:
        behind = len(documents) - conversation.documents_after
        return [*documents[: conversation.documents_before], *values, *documents[behind:]]
    places = entry.messages if list_address is None else [(values, list_address)]
    bodies = [body for body in (entry.request, entry.response) if body is not None]
    for value, address in (*places, *bodies):
        documents = _replaced(documents, address, value)
    return documents


def digest_of(documents: Sequence[JsonValue]) -> str:
    """sha256 of repaired documents, in place of that of an upload."""
    return hashlib.sha256(b"\n".join(map(json_document.write, documents))).hexdigest()


def reread(
    conversation: Conversation, entry: Entry, documents: Sequence[JsonValue]
) -> Conversation:
    """A conversation of a wire format as it stands in a later state of its documents."""
    changed = Entry(
        entry.shape,
        choice=entry.choice,
        title=entry.title,
        unread=entry.unread,
        errors=entry.errors,
    )
    changed.request = _body(entry.request, documents)
    changed.response = _body(entry.response, documents)
    changed.messages = [(_value(address, documents), address) for _, address in entry.messages]
    return read_entry(FORMATS[conversation.format], changed).finish(
        container=conversation.container,
        shape=conversation.shape,
        documents=documents,
        others=(conversation.documents_before, conversation.documents_after),
        number=conversation.number,
        digest_of=conversation.digest_of,
        unread=conversation.unread,
        server=conversation.server,
        differences=conversation.differences,
    )


def _body(
    body: tuple[JsonObject, Address] | None, documents: Sequence[JsonValue]
) -> tuple[JsonObject, Address] | None:
    if body is None:
        return None
    value = _value(body[1], documents)
    return (value, body[1]) if isinstance(value, dict) else None


def _value(address: Address, documents: Sequence[JsonValue]) -> JsonValue:
    return cast("JsonValue", resolve(address, documents, _read))


def _replaced(
    documents: Sequence[JsonValue], address: Address, value: JsonValue
) -> Sequence[JsonValue]:
    parts = split(address)
    levels = [tuple(unescape(token) for token in tokens) for tokens in parts.levels]
    value = _within(documents[parts.document], levels, value)
    if isinstance(documents, Documents):
        return documents.with_value(parts.document, value)
    changed = list(documents)
    changed[parts.document] = value
    return changed


def _within(document: JsonValue, levels: list[tuple[str, ...]], value: JsonValue) -> JsonValue:
    """The document with a place replaced; a place inside of a text is replaced in its JSON."""
    tokens, *deeper = levels
    if deeper:
        text = value_below(document, tokens)
        before = _read(text)
        value = _in_text(text, before, _within(before, deeper, value))
    return patched(document, [(tokens, value)])


def _in_text(text: object, before: JsonValue, after: JsonValue) -> str:
    """The text of a JSON value that changed, as it was but for the change where it can be."""
    packed = packed_in(str(text))
    held = str(text) if packed is None else packed.text
    try:
        data = patched_text(held.encode("utf-8", "surrogatepass"), before, after)
    except CannotExport:
        data = json_document.write(after)
    made = data.decode("utf-8", "surrogatepass")
    return made if packed is None else packed.packed_again(made)


def _read(text: object) -> JsonValue:
    if not isinstance(text, str):
        raise UnreadableUpload("No text stands here any more.")
    packed = packed_in(text)
    text = text if packed is None else packed.text
    return json_document.read(text.encode("utf-8", "surrogatepass"))
