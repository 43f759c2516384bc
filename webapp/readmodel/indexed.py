"""What a reading of a conversation is stored as."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from webapp.readmodel.call_lines import CallLine
from webapp.readmodel.lists import Finding
from webapp.readmodel.part_lines import PartLine

Record = dict[str, Any]
"""Columns of a row."""


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
    cells: list[bytes] = field(default_factory=list)
    """The cells of each block of rows, packed."""
    parts: list[PartLine] = field(default_factory=list)
