"""The panes of conversations that are stored: kept once, their blocks fetched when asked
for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Select, delete, select
from sqlalchemy.exc import IntegrityError

import crosswire
from crosswire.errors import UnknownFormat
from webapp.database.engine import Session, writing
from webapp.database.tables import (
    ConversationRow,
    PaneBlockRow,
    PaneListRow,
    PaneRow,
    PaneSegmentRow,
)
from webapp.packing import json_of, unpack
from webapp.readmodel.ahead import packed_pane
from webapp.readmodel.cell import Cell
from webapp.readmodel.losses import LossSummary
from webapp.readmodel.panes import (
    NO_LOSSES,
    ORIGINAL,
    REPAIRED,
    MadePane,
    PaneChoice,
    Record,
    row_of_place,
)
from webapp.store.blobs import StoredUpload, upload_bytes
from webapp.store.growing import is_as_it_was
from webapp.store.listings import row_at
from webapp.store.permalinks import Gone
from webapp.store.reading import beside_upload, insert_pane

_Packed: TypeAlias = Select[bytes, int | None, int | None]
MOST_SELECTIONS = 8
"""Panes of one conversation that are kept with some changes left out."""


@dataclass(frozen=True, slots=True)
class Pane:
    """A pane that is stored."""

    session: Session
    conversation: ConversationRow
    row: PaneRow

    @property
    def target(self) -> str:
        return self.row.target

    @property
    def told(self) -> LossSummary:
        return self.row.told or NO_LOSSES

    @property
    def losses(self) -> list[Record]:
        """All that was lost, each with the fields of `crosswire.Loss`."""
        found: list[Record] = self.row.losses
        return found

    @property
    def id_map(self) -> list[Record]:
        found: list[Record] = self.row.id_map
        return found

    @property
    def name_map(self) -> list[Record]:
        return self.row.name_map or []

    def listed(self, name: str, number: int) -> list[Any]:
        query = select(PaneListRow.entries).where(
            PaneListRow.pane_id == self.row.id,
            PaneListRow.list == name,
            PaneListRow.number == number,
        )
        return self.session.scalar(query) or []

    def payload_bytes(self) -> bytes:
        """The payload as JSON, or the upload as it came."""
        if self.target == ORIGINAL:
            return upload_bytes(self.session, self.conversation)
        segment = PaneSegmentRow
        query = select(segment.packed, segment.start, segment.end).order_by(segment.offset)
        return b"".join(self._unpacked(query.where(segment.pane_id == self.row.id)))

    def block(self, number: int) -> list[list[Cell]]:
        block = PaneBlockRow
        query = select(block.cells, block.start, block.end).where(
            block.pane_id == self.row.id, block.number == number
        )
        return [cells for text in self._unpacked(query) for cells in json_of(text)]

    def _unpacked(self, query: _Packed) -> Iterator[bytes]:
        """What is packed, each beside the bytes of the upload between its two ends."""
        upload = StoredUpload(self.session, self.conversation, with_keys=True)
        for packed, start, end in self.session.execute(query):
            yield unpack(packed, upload.between(start, end))

    def row_of(self, address: str) -> int | None:
        if self.target == ORIGINAL:
            return row_at(self.session, self.conversation, address)
        return row_of_place(address, self.row.places)


def check_target(target: str) -> None:
    """Raises UnknownFormat where there is no pane of this name."""
    if target not in (ORIGINAL, REPAIRED) and target not in crosswire.FORMATS:
        known = ", ".join((ORIGINAL, REPAIRED, *crosswire.FORMATS))
        raise UnknownFormat(f"There is no pane {target!r}. There are: {known}.")


def stored(session: Session, row: ConversationRow, choice: PaneChoice) -> Pane | None:
    """The pane of a conversation, if it is stored; raises UnknownFormat."""
    check_target(choice.target)
    found = session.scalar(
        select(PaneRow).where(
            PaneRow.conversation_id == row.id,
            PaneRow.reading_version == row.upload.reading_version,
            PaneRow.target == choice.target,
            PaneRow.policy == choice.policy,
        )
    )
    return None if found is None else Pane(session, row, found)


def original(session: Session, row: ConversationRow) -> Pane:
    """The pane of the upload as it came; raises Gone where it is deleted meanwhile."""
    found = stored(session, row, PaneChoice(ORIGINAL))
    if found is None:
        raise Gone
    return found


def keep(session: Session, row: ConversationRow, made: MadePane) -> None:
    """Store a pane; raises StorageFull."""
    packed = packed_pane(made, beside_upload(session, row))
    try:
        with writing(session):
            if not is_as_it_was(session, row.upload):
                return
            insert_pane(session, row, row.upload, packed)
    except IntegrityError:
        return  # it was made meanwhile, or the conversation was deleted
    if ":" in made.policy:
        _forget_selections(session, row)


def _forget_selections(session: Session, row: ConversationRow) -> None:
    """Keep the newest few of the panes in which changes are left out; a reader can ask for any
    number."""
    query = (
        select(PaneRow.id)
        .where(
            PaneRow.conversation_id == row.id,
            PaneRow.target == REPAIRED,
            PaneRow.policy.contains(":"),
        )
        .order_by(PaneRow.id.desc())
        .offset(MOST_SELECTIONS)
    )
    old = list(session.scalars(query))
    if old:
        with writing(session):
            session.execute(delete(PaneRow).where(PaneRow.id.in_(old)))
