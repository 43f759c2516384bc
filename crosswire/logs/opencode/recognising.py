"""Tells whether documents are of OpenCode."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.formats.protocol import Recognition
from crosswire.logs.opencode.gathering import Gathered
from crosswire.logs.sessions.lines import some_lines
from crosswire.model import JsonValue

_SAMPLE = 80


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    found = Gathered()
    for line in some_lines(documents, _SAMPLE):
        found.add(line)
    known = [*found.infos.values(), *found.sessions.values(), *found.whole, *found.older]
    known += [line for parts in found.parts.values() for line in parts.values()]
    strange = [line for line in found.others if "properties" not in line.raw]
    if not known or len(strange) > max(len(known), 1) + 20:
        return None
    why = "Messages and parts, or events of them, with `sessionID` and `messageID`."
    return Recognition("messages", 0.95, why)


def joins(files: Sequence[Sequence[JsonValue]]) -> bool:
    """Whether messages stand in some of these files and their parts in others."""
    infos, parts = set[str](), set[str]()
    for documents in files:
        found = Gathered()
        for line in some_lines(documents, _SAMPLE):
            found.add(line)
        infos |= found.infos.keys() - found.parts.keys()
        parts |= found.parts.keys() - found.infos.keys()
    return not infos.isdisjoint(parts)
