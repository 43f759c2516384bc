"""One conversation of an upload alone: bytes of the upload that read the same without the
rest."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import crosswire
from crosswire.address import Address, rebase, root, split
from crosswire.containers import SEVERAL, spans_of
from crosswire.errors import CrosswireError
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, PartRow
from webapp.readmodel.build import index
from webapp.readmodel.indexed import IndexedConversation
from webapp.readmodel.part_lines import PartLine
from webapp.readmodel.text import printable
from webapp.store import packed
from webapp.store.listings import all_findings, parts
from webapp.store.permalinks import sibling_count, siblings_from

SAME = (
    "row",
    "message",
    "kind",
    "role",
    "tool_name",
    "call_id",
    "id_source",
    "id_state",
    "pair",
    "how",
)
"""Columns of a part that must be the same in the cut as in the upload."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Bytes of an upload that hold one of its conversations, and nothing of another one."""

    data: bytes
    format: str | None
    """What it has to be read as."""
    moved: dict[Address, Address]
    """Roots of the upload's places -> where they stand in the cut."""
    container: str = ""
    """Where it is a file of a packed upload: the file's own."""

    def place(self, address: str) -> str:
        """An address of the upload as the cut has it; as it was where the cut has no such
        place."""
        for old, new in self.moved.items():
            try:
                return rebase(Address(address), old, new)
            except CrosswireError:
                continue
        return address


def cut_out(session: Session, row: ConversationRow, data: bytes) -> Cut | None:
    """The conversation alone, where its upload has others too and it reads the same without
    them.

    The bytes are the upload's own, and they are read again to see that it is so.
    """
    is_alone = sibling_count(session, row) == 1
    if is_alone and row.upload.container != SEVERAL:
        return None
    if row.upload.asked_mapping is not None:
        return None  # its patterns lead from the roots of the upload
    own = parts(session, row)
    ways = {"jsonl": _lines, "json": _values, SEVERAL: _file}
    if not own or row.upload.container not in ways or any(part.start is None for part in own):
        return None
    mark = packed.file_of(session, row.upload_id, own[0].address)
    own_container = mark["container"] if mark and row.upload.container == SEVERAL else ""
    for data_of_cut, moved in ways[row.upload.container](session, row, own, data):
        for format in dict.fromkeys((row.upload.asked_format, row.format, row.upload.format)):
            cut = Cut(data_of_cut, format, moved, own_container)
            if _reads_the_same(session, row, own, data, cut):
                return cut
    return None


Piece = tuple[bytes, dict[Address, Address]]


def _file(
    session: Session, row: ConversationRow, own: Sequence[PartRow], data: bytes
) -> Iterator[Piece]:
    """The file of a packed upload that it stands in."""
    mark = packed.file_of(session, row.upload_id, own[0].address)
    if mark is not None:
        first, count = mark["first"], mark["count"]
        moved = {root(first + number): root(number) for number in range(count)}
        yield data[mark["start"] : mark["end"]], moved


def _lines(
    session: Session, row: ConversationRow, own: Sequence[PartRow], data: bytes
) -> Iterator[Piece]:
    """The lines that it stands on."""
    places: dict[int, tuple[int, int]] = {}
    for part in own:
        document = split(part.address).document
        if document not in places and part.start is not None:
            places[document] = _line_around(data, part.start)
    documents = sorted(places)
    pieces = [data[slice(*places[document])].rstrip(b"\r\n") for document in documents]
    moved = {root(document): root(number) for number, document in enumerate(documents)}
    yield b"".join(piece + b"\n" for piece in pieces), moved


def _line_around(data: bytes, start: int) -> tuple[int, int]:
    bom = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    end = data.find(b"\n", start)
    return max(bom, data.rfind(b"\n", 0, start) + 1), len(data) if end == -1 else end


def _values(
    session: Session, row: ConversationRow, own: Sequence[PartRow], data: bytes
) -> Iterator[Piece]:
    """The values around all of it and nothing of its neighbours, the largest one first."""
    around = _common([split(part.address).levels[0] for part in own])
    beside = [
        split(part.address).levels[0]
        for one in siblings_from(session, row, max(0, row.number - 1), 3)
        if one.id != row.id
        for part in parts(session, one)[:1]
    ]
    shared = max((len(_common([around, other])) for other in beside), default=0)
    for depth in range(shared + 1, len(around) + 1):
        at = Address("/".join((root(), *around[:depth])))
        span = spans_of(data, "json", [at]).get(at)
        if span is not None:
            yield data[slice(*span)], {at: root()}


def _common(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    first, last = min(paths), max(paths)
    same = 0
    while same < min(len(first), len(last)) and first[same] == last[same]:
        same += 1
    return first[:same]


def _reads_the_same(
    session: Session, row: ConversationRow, own: Sequence[PartRow], data: bytes, cut: Cut
) -> bool:
    try:
        log = crosswire.load(cut.data, format=cut.format)
        if len(log.conversations) != 1:
            return False
        [alone] = index(log, cut.data)
    except CrosswireError:
        return False
    if (alone.record["format"], alone.record["rows"]) != (row.format, row.rows):
        return False
    return _same_parts(own, data, alone.parts, cut) and _findings(session, row, cut) == _found(
        alone
    )


def _same_parts(
    own: Sequence[PartRow], data: bytes, alone: Sequence[PartLine], cut: Cut
) -> bool:
    """Whether the same parts stand there, with the same bytes, and are paired alike."""
    if len(own) != len(alone):
        return False
    for part, line in zip(own, alone, strict=True):
        if any(getattr(part, name) != getattr(line, name) for name in (*SAME, "partner")):
            return False
        if cut.place(part.address) != line.address:
            return False
        if data[part.start : part.end] != cut.data[line.start : line.end]:
            return False
    return True


def _findings(session: Session, row: ConversationRow, cut: Cut) -> list[tuple[Any, ...]]:
    return [
        (
            found["code"],
            found["severity"],
            found["row"],
            cut.place(found["address"]),
            found["targets"],
        )
        for found in all_findings(session, row)
    ]


def _found(alone: IndexedConversation) -> list[tuple[Any, ...]]:
    return [
        (
            found["code"],
            found["severity"],
            found["row"],
            printable(found["address"]),
            found["targets"],
        )
        for found in alone.findings
    ]
