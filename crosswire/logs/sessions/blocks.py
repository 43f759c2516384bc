"""Reads the blocks of messages by a table that names their types and fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec import field as defaulted

from crosswire.address import Address
from crosswire.logs.sessions.fields import failed, field, id_in, text, tops
from crosswire.logs.sessions.kinds import Block, Call, Media, Result, Text
from crosswire.model import (
    DataPart,
    JsonObject,
    JsonValue,
    MediaPart,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import extras_of, opaque
from crosswire.model.json_values import list_or_empty, text_or_empty, text_or_none
from crosswire.model.media import held_in_url, kind_of
from crosswire.tools import arguments


class Blocks(Struct, frozen=True):
    """The types of blocks that a program writes."""

    kinds: Mapping[str, Block]
    kind: str = "type"
    """The field that names the type."""
    beside: frozenset[str] = defaulted(default_factory=frozenset)
    """Fields of blocks that say nothing of the conversation."""

    def parts(self, content: JsonValue, at: Address) -> list[Part]:
        """The content of a message: a text, blocks, or one block."""
        if content is None or content == "":
            return []
        if isinstance(content, list):
            return [self.part(one, Address(f"{at}/{i}")) for i, one in enumerate(content)]
        return [self.part(content, at)]

    def part(self, raw: JsonValue, at: Address) -> Part:
        """One block; what the table does not know is kept as it is."""
        if isinstance(raw, str):
            return TextPart(address=at, raw=raw, text=raw)
        found = self._known(raw, at) if isinstance(raw, dict) else None
        return found or opaque(raw, at, "The program has no such block that is known.")

    def returned(self, content: JsonValue, at: Address) -> list[Part]:
        """What a result holds: text, blocks, or any other JSON."""
        if content is None or content == "":
            return []
        if isinstance(content, str):
            return [TextPart(address=at, raw=content, text=content)]
        blocks = list(self._blocks_in(content, at))
        if blocks and len(blocks) == len(list_or_empty(content)):
            return blocks
        return [DataPart(address=at, raw=content, value=content)]

    def _blocks_in(self, content: JsonValue, at: Address) -> Iterator[Part]:
        for i, one in enumerate(list_or_empty(content)):
            place = Address(f"{at}/{i}")
            part = self._known(one, place) if isinstance(one, dict) else None
            if isinstance(one, str) or isinstance(part, (TextPart, MediaPart)):
                yield part or TextPart(address=place, raw=one, text=text_or_empty(one))
            elif isinstance(one, dict) and isinstance(one.get("text"), str):
                yield self._read(one, place, Text())

    def _known(self, raw: JsonObject, at: Address) -> Part | None:
        block = self.kinds.get(text_or_empty(raw.get(self.kind)))
        return None if block is None else self._read(raw, at, block)

    def _read(self, raw: JsonObject, at: Address, block: Block) -> Part:
        if isinstance(block, Call):
            return self.call(raw, at, block)
        if isinstance(block, Result):
            return self.result(raw, at, block)
        if isinstance(block, Media):
            return self.media(raw, at, block)
        said = text(raw, block.text)
        if isinstance(block, Text):
            extras = self.extras(raw, block.text)
            return TextPart(address=at, raw=raw, text=said or "", extras=extras)
        hidden = text(raw, block.redacted)
        return ReasoningPart(
            address=at,
            raw=raw,
            text=said or "",
            signature=hidden or text(raw, block.signature) or None,
            redacted=hidden is not None and not said,
            extras=self.extras(raw, block.text, block.signature, block.redacted),
        )

    def call(
        self, raw: JsonObject, at: Address, block: Call, beside: str = ""
    ) -> ToolCallPart:
        """The call in an object; `beside` names fields that are read as something else."""
        given = field(raw, at, block.arguments)
        is_prose = block.is_prose and isinstance(given.value, str)
        read = arguments.free_text if is_prose else arguments.from_text
        return ToolCallPart(
            address=at,
            raw=raw,
            call_id=id_in(raw, at, block.id, block.may_lack_id),
            name=text(raw, block.name) or "",
            arguments=read(given.value, given.at),
            wire_type=text_or_none(raw.get(self.kind)) or "call",
            extras=self.extras(raw, block.id, block.name, block.arguments, beside),
        )

    def result(self, raw: JsonObject, at: Address, block: Result) -> ToolResultPart:
        """The result in an object."""
        content = field(raw, at, block.content)
        return ToolResultPart(
            address=at,
            raw=raw,
            call_id=id_in(raw, at, block.id, block.may_lack_id),
            name=text(raw, block.name),
            wire_type=text_or_none(raw.get(self.kind)) or "result",
            content=self.returned(content.value, content.at),
            is_error=failed(raw, at, block.error),
            extras=self.extras(
                raw, block.id, block.content, block.name, block.error.lstrip("!")
            ),
        )

    def media(self, raw: JsonObject, at: Address, block: Media) -> MediaPart:
        url = text(raw, block.url)
        of_url, data = held_in_url(url or "")
        mime = text(raw, block.mime) or of_url
        return MediaPart(
            address=at,
            raw=raw,
            media=block.media or kind_of(mime),
            mime_type=mime,
            given=text(raw, block.data) or data,
            url=None if data is not None else url,
            name=text(raw, block.name),
            extras=self.extras(raw, block.data, block.mime, block.url, block.name),
        )

    def extras(self, raw: JsonObject, *names: str) -> JsonObject | None:
        """The fields that none of these names begin with, and that say something."""
        read = frozenset().union(self.beside, {self.kind}, *map(tops, names))
        return extras_of(raw, read)
