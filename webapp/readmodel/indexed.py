"""What a reading of a conversation is stored as."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from webapp.readmodel.answer import ShownAnswer
from webapp.readmodel.call_lines import CallLine
from webapp.readmodel.lists import Finding
from webapp.readmodel.part_lines import PartLine
from webapp.readmodel.verdicts import TargetVerdict

Record = dict[str, Any]
"""Columns of a row."""


class Block(NamedTuple):
    """What is stored of some rows of the page, packed."""

    packed: bytes
    start: int | None = None
    """It is packed beside the bytes of the upload from here on, which it mostly repeats; None
    where it is packed by itself."""
    end: int | None = None


@dataclass(frozen=True, slots=True)
class SearchBlock:
    """The texts of some rows of the page."""

    texts: Block
    signature: bytes | None
    """Which words may stand in them: `readmodel.signatures`."""


@dataclass(frozen=True, slots=True)
class PackedPane:
    """A pane that was made, ready to be stored."""

    target: str
    record: Record
    """Columns of its row, but for those that say whose it is; lists and places are packed."""
    cells: list[Block]
    """Of each block of rows, packed."""
    payload: list[tuple[int, Block]]
    """Its segments, each with its offset."""
    lists: dict[str, list[bytes]]
    """The blocks of each list of what it lost or renamed, packed."""


@dataclass(frozen=True, slots=True)
class MadeAhead:
    """What was made of a conversation before anybody asked for it."""

    panes: list[PackedPane]
    verdicts: dict[str, ShownAnswer | TargetVerdict]
    """By target, with what is wrong as `readmodel.answer.CARD`; none where they were not
    wanted."""


@dataclass(slots=True)
class IndexedConversation:
    """A conversation, ready to be stored."""

    number: int
    record: Record
    findings: list[Finding]
    calls: list[CallLine]
    # Packed here, and not when they are written: while that goes on, nobody else writes.
    lists: dict[str, list[bytes]]
    """The blocks of each list, packed."""
    search: list[SearchBlock]
    """The texts of each block of rows, packed."""
    cells: list[Block] = field(default_factory=list)
    """The cells of each block of rows, packed."""
    parts: list[PartLine] = field(default_factory=list)
    ahead: MadeAhead | None = None
