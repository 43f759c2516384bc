"""What a message says or a tool gave, by the table of a format."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from crosswire.address import Address, child
from crosswire.formats.shared.reading import read_text
from crosswire.logs.shared.blocks import Block, aside
from crosswire.logs.shared.fields import Names
from crosswire.model import DataPart, JsonObject, JsonValue, Part
from crosswire.model.builder import opaque
from crosswire.model.json_values import text_or_none


class Content(Struct, frozen=True):
    """What a message says or a tool gave: a text, blocks of some kinds, or any other value."""

    kind: Names = ("type",)
    blocks: Mapping[str, Block] = field(default_factory=dict)
    known: frozenset[str] = frozenset()
    """Fields that any block may have, and that say nothing."""
    data: bool = True
    """Whether a value that is no block is data, as a tool may give; else it is opaque."""
    else_read: Callable[[JsonObject, Address], list[Part] | None] | None = None
    """Reads blocks that are in no table."""

    def __call__(self, value: JsonValue, at: Address) -> list[Part]:
        if value is None:
            return []
        if isinstance(value, str):
            return read_text(value, at)
        if not isinstance(value, list):
            return self.block(value, at)
        if self.data and not any(map(self.is_block, value)):
            return self._datum(value, at) if value else []
        return [part for i, one in enumerate(value) for part in self.block(one, child(at, i))]

    def is_block(self, value: JsonValue) -> bool:
        """Whether a value is a block of a kind that is known here, or a text."""
        return isinstance(value, str) or (isinstance(value, dict) and self._kind(value) != "")

    def block(self, value: JsonValue, at: Address) -> list[Part]:
        """The parts of one block."""
        if isinstance(value, str):
            return read_text(value, at)
        if not isinstance(value, dict):
            return self._datum(value, at)
        reader = self.blocks.get(self._kind(value))
        read = None if reader is None else reader(value, at, self.known | set(self.kind))
        if read is None and self.else_read is not None:
            read = self.else_read(value, at)
        return self._datum(value, at) if read is None else read

    def put_aside(self, value: JsonValue) -> list[JsonValue]:
        """The blocks in a content that say nothing of what was said."""
        found = (
            [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
        )
        return [one for one in found if self.blocks.get(self._kind(one)) is aside]

    def _kind(self, value: JsonObject) -> str:
        for name in self.kind:
            if (found := text_or_none(value.get(name))) in self.blocks:
                return found or ""
        return next(
            (key for key in self.blocks if key.startswith(".") and key[1:] in value), ""
        )

    def _datum(self, value: JsonValue, at: Address) -> list[Part]:
        if self.data:
            return [DataPart(address=at, raw=value, value=value)]
        return [opaque(value, at, "No word of Crosswire's model fits it.")]
