"""What a reading of a conversation is stored as."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from webapp.readmodel.call_lines import CallLine
from webapp.readmodel.lists import Finding
from webapp.readmodel.part_lines import PartLine

Record = dict[str, Any]
"""Columns of a row."""


class Block(NamedTuple):
    """What is stored of some rows of the page, packed."""

    packed: bytes
    start: int | None = None
    """It is packed beside the bytes of the upload from here on, which it mostly repeats; None
    where it is packed by itself."""
    end: int | None = None


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
    search: list[bytes]
    """The texts of each block of rows, packed."""
    cells: list[Block] = field(default_factory=list)
    """The cells of each block of rows, packed."""
    parts: list[PartLine] = field(default_factory=list)
