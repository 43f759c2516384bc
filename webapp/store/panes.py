"""A conversation in one pane: as it came, or as one target writes it, made when first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

import crosswire
from crosswire.containers import json_document
from crosswire.errors import UnknownFormat
from crosswire.id_plan import IdPolicy
from crosswire.loss import IdChange
from crosswire.model import JsonValue
from crosswire.repair import Missing, repair
from webapp.database import Session, writing
from webapp.indexing import Record
from webapp.presenters import Cell, cells
from webapp.presenters.repairs import as_losses, repaired_cells
from webapp.presenters.text import printable
from webapp.store.listings import first_below, row_at, row_of
from webapp.store.permalinks import Gone
from webapp.store.reading import ORIGINAL, insert_pane
from webapp.store.rereading import whole
from webapp.store.segments import insert_segments, joined, upload_bytes
from webapp.tables import ConversationRow, PaneBlockRow, PaneRow, PaneSegmentRow

REPAIRED = "repaired"
"""The pane that shows the conversation after its repair."""


@dataclass(frozen=True, slots=True)
class Pane:
    """A pane that is stored; its blocks are fetched when asked for."""

    session: Session
    conversation: ConversationRow
    row: PaneRow

    @property
    def target(self) -> str:
        return self.row.target

    @property
    def policy(self) -> str:
        return self.row.policy

    @property
    def losses(self) -> list[Record]:
        """Fields of `crosswire.Loss`, as a page can print them; `row.losses` has them as they are."""
        return list(map(_printable, self.row.losses))

    @property
    def id_map(self) -> list[Record]:
        """Fields of `crosswire.loss.IdChange`, as a page can print them."""
        return list(map(_printable, self.row.id_map))

    def payload_bytes(self) -> bytes:
        """The payload as JSON, or the upload as it came."""
        if self.target == ORIGINAL:
            return upload_bytes(self.session, self.conversation)
        return joined(self.session, PaneSegmentRow, PaneSegmentRow.pane_id == self.row.id)

    def block(self, number: int) -> list[list[Cell]]:
        """The cells of some rows of the page; none after the last one."""
        query = select(PaneBlockRow.cells).where(
            PaneBlockRow.pane_id == self.row.id, PaneBlockRow.number == number
        )
        return self.session.scalar(query) or []

    def row_of(self, address: str) -> int | None:
        """The row that shows an address: of the upload, or of the payload that this pane shows."""
        if self.target == ORIGINAL:
            return row_at(self.session, self.conversation, address)
        places: dict[str, int] = self.row.places
        found = row_of(address, places)
        return first_below(address, iter(places.items())) if found is None else found


def pane(session: Session, row: ConversationRow, target: str, policy: IdPolicy | None = None) -> Pane:
    """A conversation in one format, made where it is not there yet.

    Raises UnknownFormat, and Gone where the conversation is deleted meanwhile.
    """
    if target not in (ORIGINAL, REPAIRED) and target not in crosswire.FORMATS:
        known = ", ".join((ORIGINAL, REPAIRED, *crosswire.FORMATS))
        raise UnknownFormat(f"There is no pane {target!r}. There are: {known}.")
    chosen: IdPolicy = policy or "fill"
    found = _stored(session, row, target, "" if target == ORIGINAL else chosen)
    if found is None and target != ORIGINAL:
        conversation, pairing = whole(session, row)
        rendering = crosswire.render(conversation, target, ids=chosen, pairing=pairing)
        made = _Made(
            target,
            chosen,
            rendering.payload,
            [asdict(loss) for loss in rendering.losses],
            rendering.id_map,
            cells(conversation, pairing, rendering),
        )
        found = _keep(session, row, made)
    if found is None:
        raise Gone
    return Pane(session, row, found)


def repaired_pane(session: Session, row: ConversationRow, missing: Missing = "leave") -> Pane:
    """A conversation as a repair would leave it, with everything mended that is certain.

    Raises Gone where the conversation is deleted meanwhile.
    """
    found = _stored(session, row, REPAIRED, missing)
    if found is None:
        conversation, _ = whole(session, row)
        after = repair(conversation, missing=missing)
        made = _Made(
            REPAIRED,
            missing,
            after.payload,
            as_losses(after),
            after.id_map,
            repaired_cells(conversation, after),
        )
        found = _keep(session, row, made)
    if found is None:
        raise Gone
    return Pane(session, row, found)


def _stored(session: Session, row: ConversationRow, target: str, policy: str) -> PaneRow | None:
    return session.scalar(
        select(PaneRow).where(
            PaneRow.conversation_id == row.id,
            PaneRow.code_version == row.upload.code_version,
            PaneRow.target == target,
            PaneRow.policy == policy,
        )
    )


@dataclass(frozen=True, slots=True)
class _Made:
    """A pane, ready to be stored."""

    target: str
    policy: str
    payload: JsonValue
    losses: Sequence[Record]
    id_map: Sequence[IdChange]
    cells: list[list[Cell]]


def _keep(session: Session, row: ConversationRow, made: _Made) -> PaneRow | None:
    payload = json_document.write(made.payload, indent=True) + b"\n"
    places: dict[str, int] = {}
    for address, number in _places(made.cells):
        places.setdefault(address, number)
    pane_row = PaneRow(
        conversation_id=row.id,
        code_version=row.upload.code_version,
        target=made.target,
        policy=made.policy,
        losses=list(made.losses),
        id_map=[asdict(change) for change in made.id_map],
        places=places,
    )
    try:
        with writing(session):
            insert_pane(session, pane_row, made.cells)
            insert_segments(session, PaneSegmentRow, {"pane_id": pane_row.id}, payload)
    except IntegrityError:  # somebody else made it meanwhile, or deleted the conversation
        return _stored(session, row, made.target, made.policy)
    return pane_row


def _printable(record: Record) -> Record:
    return {key: printable(value) if isinstance(value, str) else value for key, value in record.items()}


def _places(made: list[list[Cell]]) -> Iterator[tuple[str, int]]:
    for number, row_cells in enumerate(made):
        for cell in row_cells:
            if cell["address"]:
                yield cell["address"], number
