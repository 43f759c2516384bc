"""The calls and results that a problem is about, each with its id as a chip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from crosswire.model import IdSource
from webapp.readmodel.ids import IdChip
from webapp.readmodel.text import holdable

MOST_ENDS = 3
"""Other places of a problem that the list shows; its own page shows more."""


class IndexedPart(Protocol):
    """A part as the index has it."""

    @property
    def kind(self) -> str: ...
    @property
    def call_id(self) -> str | None: ...
    @property
    def id_source(self) -> str | None: ...
    @property
    def id_state(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class NamedEnd:
    """A part that a problem names."""

    word: str
    id: IdChip | None
    """None for what is neither a call nor a result."""


_WORDS = {"empty": "message", "opaque": "item", "data": "item"}


def named_ends(parts: Mapping[str, IndexedPart]) -> dict[str, NamedEnd]:
    """What a page says of some parts."""
    return {address: _named(part) for address, part in parts.items()}


def _named(part: IndexedPart) -> NamedEnd:
    word = _WORDS.get(part.kind, part.kind)
    if part.id_state is None:
        return NamedEnd(word, None)
    chip = IdChip(
        value=None if part.call_id is None else holdable(part.call_id),
        state=part.id_state,
        required=False,
        is_item_id=part.id_source == IdSource.ITEM_ID.value,
        change=None,
    )
    return NamedEnd(word, chip)
