"""Puts the repaired JSON of a conversation back where it stood among the documents of an
upload."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from crosswire.address import Address, resolve, split, unescape
from crosswire.containers import json_document
from crosswire.errors import UnreadableUpload
from crosswire.formats import FORMATS
from crosswire.model import Conversation, JsonObject, JsonValue
from crosswire.model.entry import Entry
from crosswire.model.json_patch import patched
from crosswire.reading.loading import read_entry
from crosswire.repairs.sheet import Sheet


def spliced(documents: Sequence[JsonValue], sheet: Sheet) -> list[JsonValue]:
    """A copy of the documents with this conversation's places replaced; what is not changed is
    shared."""
    if sheet.base == "":
        return list(sheet.listed)
    found = list(documents)
    if sheet.base is not None:
        found = _replaced(found, sheet.base, sheet.listed)
    else:
        for value, (_, at) in zip(sheet.listed, sheet.entry.messages, strict=True):
            found = _replaced(found, at, value)
    for half in (sheet.request, sheet.response):
        if half is not None:
            found = _replaced(found, half[1], half[0])
    return found


def reread(
    conversation: Conversation, entry: Entry, documents: list[JsonValue]
) -> Conversation:
    """A conversation as it stands in a later state of its documents."""
    changed = Entry(entry.shape, choice=entry.choice, title=entry.title, unread=entry.unread)
    changed.request = _body(entry.request, documents)
    changed.response = _body(entry.response, documents)
    changed.messages = [(_value(at, documents), at) for _, at in entry.messages]
    return read_entry(FORMATS[conversation.format], changed).finish(
        container=conversation.container,
        shape=conversation.shape,
        documents=documents,
        number=conversation.number,
        digest_of=conversation.digest_of,
    )


def _body(
    half: tuple[JsonObject, Address] | None, documents: list[JsonValue]
) -> tuple[JsonObject, Address] | None:
    value = _value(half[1], documents) if half is not None else None
    return (value, half[1]) if half is not None and isinstance(value, dict) else None


def _value(at: Address, documents: list[JsonValue]) -> JsonValue:
    return cast("JsonValue", resolve(at, documents, _read))


def _replaced(documents: list[JsonValue], at: Address, value: JsonValue) -> list[JsonValue]:
    parts = split(at)
    levels = [tuple(unescape(token) for token in tokens) for tokens in parts.levels]
    changed = list(documents)
    changed[parts.document] = _within(changed[parts.document], levels, value)
    return changed


def _within(document: JsonValue, levels: list[tuple[str, ...]], value: JsonValue) -> JsonValue:
    """The document with a place replaced; a place inside of a text is replaced in its JSON."""
    tokens, *deeper = levels
    if deeper:
        text = document
        for token in tokens:
            text = _step(text, token)
        value = json_document.write(_within(_read(text), deeper, value)).decode()
    return patched(document, [(tokens, value)])


def _step(value: JsonValue, token: str) -> JsonValue:
    if isinstance(value, list):
        return value[int(token)]
    return value.get(token) if isinstance(value, dict) else None


def _read(text: object) -> JsonValue:
    if not isinstance(text, str):
        raise UnreadableUpload("No text stands here any more.")
    return json_document.read(text.encode("utf-8", "surrogatepass"))
