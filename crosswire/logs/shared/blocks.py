"""Readers of blocks, to be put into the table of a format: each is told which fields hold what
it makes a part of.

A reader gives the parts of a block, or None where the block has not what it should have.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from crosswire.address import Address
from crosswire.logs.shared.fields import Names, field_in, outer, text_in
from crosswire.model import (
    JsonObject,
    MediaPart,
    Part,
    ReasoningPart,
    RefusalPart,
    TextPart,
)
from crosswire.model.builder import extras_of
from crosswire.model.media import held_in_url, kind_of

Block = Callable[[JsonObject, Address, frozenset[str]], list[Part] | None]
"""Reads a block at an address; the names are those of fields that any block may have."""


class Text(Struct, frozen=True):
    """Words; none where they are empty."""

    text: Names = ("text",)

    def __call__(
        self, raw: JsonObject, at: Address, known: frozenset[str]
    ) -> list[Part] | None:
        found = field_in(raw, at, self.text)
        if found is None or not isinstance(found.value, str):
            return [] if found is None else None
        extras = extras_of(raw, known | outer(self.text))
        if not found.value and extras is None:
            return []
        return [TextPart(address=at, raw=raw, text=found.value, extras=extras)]


class Refusal(Struct, frozen=True):
    """What a model says when it declines."""

    text: Names = ("refusal",)

    def __call__(
        self, raw: JsonObject, at: Address, known: frozenset[str]
    ) -> list[Part] | None:
        text = text_in(raw, self.text)
        return None if text is None else [RefusalPart(address=at, raw=raw, text=text)]


class Thought(Struct, frozen=True):
    """What a model thought, with what proves it."""

    text: Names
    signature: Names = ()
    item: Names = ()

    def __call__(
        self, raw: JsonObject, at: Address, known: frozenset[str]
    ) -> list[Part] | None:
        text, signature = text_in(raw, self.text), text_in(raw, self.signature)
        item = text_in(raw, self.item)
        if not (text or signature or item):
            return []
        names = known | outer(self.text, self.signature, self.item)
        part = ReasoningPart(
            address=at,
            raw=raw,
            text=text or "",
            signature=signature or None,
            redacted=bool(signature) and not text,
            item_id=item,
            extras=extras_of(raw, names),
        )
        return [part]


class Media(Struct, frozen=True):
    """An image, a sound, a video or a file: its bytes, its address or its id."""

    data: Names = ("data", "base64")
    url: Names = ("url", "uri")
    file_id: Names = ("file_id", "fileId")
    mime: Names = ("mime_type", "mimeType", "mediaType", "media_type")
    name: Names = ("filename", "fileName", "name")
    kind: Literal["image", "audio", "video", "file"] | None = None

    def __call__(
        self, raw: JsonObject, at: Address, known: frozenset[str]
    ) -> list[Part] | None:
        mime, data = text_in(raw, self.mime), text_in(raw, self.data)
        url, file_id = text_in(raw, self.url), text_in(raw, self.file_id)
        if data is not None and data.startswith(("http://", "https://", "data:")):
            url, data = data, None
        url_mime, in_url = held_in_url(url or "")
        if not (data or url or file_id):
            return None
        names = outer(self.data, self.url, self.file_id, self.mime, self.name)
        part = MediaPart(
            address=at,
            raw=raw,
            media=self.kind or kind_of(mime or url_mime),
            mime_type=mime or url_mime,
            given=data or in_url,
            url=None if in_url is not None else url,
            file_id=file_id,
            name=text_in(raw, self.name),
            extras=extras_of(raw, known | names),
        )
        return [part]


def aside(raw: JsonObject, at: Address, known: frozenset[str]) -> list[Part] | None:
    """A block that says when, how much or where a step begins, and nothing else."""
    return []
