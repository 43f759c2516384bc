"""A conversation in one pane: as it came, or as one target writes it, made when first asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError

import crosswire
from crosswire.containers import json_document
from crosswire.errors import UnknownFormat
from crosswire.model import JsonValue
from crosswire.model.loss import IdChange, NameChange
from crosswire.model.media import MediaPolicy
from crosswire.rendering.id_plan import IdPolicy
from crosswire.repairs import Missing
from webapp.database.engine import Session, StorageFull, writing
from webapp.database.tables import ConversationRow, PaneBlockRow, PaneListRow, PaneRow, PaneSegmentRow
from webapp.readmodel.build import Record
from webapp.readmodel.cell import Cell
from webapp.readmodel.cells import cells
from webapp.readmodel.losses import Lists, PayloadRows, Told, lists, told
from webapp.readmodel.outline import BLOCK_ROWS, RowNumbers
from webapp.readmodel.repairs import as_losses, repaired_cells, repaired_without
from webapp.store.blobs import insert_all, insert_segments, joined, upload_bytes
from webapp.store.conversations import whole
from webapp.store.listings import first_below, row_at, row_of
from webapp.store.long_work import begin_long_work
from webapp.store.permalinks import Gone
from webapp.store.reading import ORIGINAL, blocks, insert_pane
from webapp.store.turns import turn
from webapp.store.unkept import UNKEPT, Unkept

REPAIRED = "repaired"
"""The pane that shows the conversation after its repair."""
MOST_SELECTIONS = 8
"""Panes of one conversation that are kept with some changes left out."""


@dataclass(frozen=True, slots=True)
class Pane:
    """A pane that is stored; its blocks are fetched when asked for."""

    session: Session
    conversation: ConversationRow
    row: PaneRow
    unkept: Unkept | None = None
    """What it shows, where there is no room to store it."""

    @property
    def target(self) -> str:
        return self.row.target

    @property
    def policy(self) -> str:
        return self.row.policy

    @property
    def told(self) -> Told:
        """How much was lost and renamed; `row.losses` and the maps of `row` have all of it."""
        return self.row.told or Told(kinds={}, groups=[], ids={}, names=0)

    def listed(self, name: str, number: int) -> list[Any]:
        """A block of a list of losses, changed ids or changed names; none after the last one."""
        if self.unkept is not None:
            return self.unkept.listed.get((name, number), [])
        query = select(PaneListRow.entries).where(
            PaneListRow.pane_id == self.row.id, PaneListRow.list == name, PaneListRow.number == number
        )
        return self.session.scalar(query) or []

    def payload_bytes(self) -> bytes:
        """The payload as JSON, or the upload as it came."""
        if self.target == ORIGINAL:
            return upload_bytes(self.session, self.conversation)
        if self.unkept is not None:
            return self.unkept.payload
        return joined(self.session, PaneSegmentRow, PaneSegmentRow.pane_id == self.row.id)

    def block(self, number: int) -> list[list[Cell]]:
        """The cells of some rows of the page; none after the last one."""
        if self.unkept is not None:
            return self.unkept.cells[number * BLOCK_ROWS : (number + 1) * BLOCK_ROWS]
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


@dataclass(frozen=True, slots=True)
class Unwritten:
    """A pane that nobody has asked for yet: as many rows as the others, with nothing in them."""

    conversation: ConversationRow
    target: str

    @property
    def told(self) -> Told:
        return Told(kinds={}, groups=[], ids={}, names=0)

    def listed(self, name: str, number: int) -> list[Any]:
        return []

    def block(self, number: int) -> list[list[Cell]]:
        left = self.conversation.rows - number * BLOCK_ROWS
        return [[] for _ in range(min(max(left, 0), BLOCK_ROWS))]

    def row_of(self, address: str) -> int | None:
        return None


def pane(
    session: Session,
    row: ConversationRow,
    target: str,
    policy: IdPolicy | None = None,
    media: MediaPolicy = "inside",
) -> Pane:
    """A conversation in one format, made where it is not there yet.

    Raises UnknownFormat, Gone where the conversation is deleted meanwhile, and Busy where others are made.
    """
    found = stored_pane(session, row, target, policy, media)
    if found is not None:
        return found
    if target == ORIGINAL:  # made with the upload, and gone with it
        raise Gone
    begin_long_work(session, row.upload)
    with turn(row.id, target, _word(policy, media)):
        found = stored_pane(session, row, target, policy, media)
        return found or _kept(session, row, _written(session, row, target, policy or "fill", media))


def stored_pane(
    session: Session,
    row: ConversationRow,
    target: str,
    policy: IdPolicy | None = None,
    media: MediaPolicy = "inside",
) -> Pane | None:
    """A conversation in one format, if that is made already; raises UnknownFormat."""
    if target not in (ORIGINAL, REPAIRED) and target not in crosswire.FORMATS:
        known = ", ".join((ORIGINAL, REPAIRED, *crosswire.FORMATS))
        raise UnknownFormat(f"There is no pane {target!r}. There are: {known}.")
    return _stored_pane(session, row, target, "" if target == ORIGINAL else _word(policy, media))


def _stored_pane(session: Session, row: ConversationRow, target: str, policy: str) -> Pane | None:
    found = _stored(session, row, target, policy)
    if found is not None:
        return Pane(session, row, found)
    unkept = UNKEPT.get(row.slug, row.upload.code_version, target, policy)
    return None if unkept is None else Pane(session, row, unkept.row, unkept)


def _word(policy: IdPolicy | None, media: MediaPolicy) -> str:
    chosen = policy or "fill"
    return chosen if media == "inside" else f"{chosen}+{media}"


def _written(
    session: Session, row: ConversationRow, target: str, policy: IdPolicy, media: MediaPolicy
) -> _Made:
    conversation, pairing = whole(session, row)
    rendering = crosswire.render(conversation, target, ids=policy, pairing=pairing, media=media)
    return _Made(
        target,
        _word(policy, media),
        rendering.payload,
        [loss.record() for loss in rendering.losses],
        rendering.id_map,
        rendering.name_map,
        cells(conversation, pairing, rendering),
        RowNumbers(conversation),
    )


def repaired_pane(
    session: Session, row: ConversationRow, missing: Missing = "leave", left_out: Collection[str] = ()
) -> Pane:
    """A conversation as a repair would leave it, with everything mended that is certain and not left out.

    Raises Gone where the conversation is deleted meanwhile, and Busy where others are made.
    """
    found = stored_repaired(session, row, missing, left_out)
    if found is not None:
        return found
    begin_long_work(session, row.upload)
    with turn(row.id, REPAIRED, _policy(missing, left_out)):
        found = stored_repaired(session, row, missing, left_out)
        if found is None:
            found = _kept(session, row, _repaired(session, row, missing, left_out))
            if found.unkept is None:
                _forget_selections(session, row)
    return found


def stored_repaired(
    session: Session, row: ConversationRow, missing: Missing = "leave", left_out: Collection[str] = ()
) -> Pane | None:
    """A conversation as that repair would leave it, if that is made already."""
    return _stored_pane(session, row, REPAIRED, _policy(missing, left_out))


def _repaired(session: Session, row: ConversationRow, missing: Missing, left_out: Collection[str]) -> _Made:
    conversation, pairing = whole(session, row)
    after = repaired_without(conversation, missing, left_out)
    return _Made(
        REPAIRED,
        _policy(missing, left_out),
        after.payload,
        as_losses(after),
        after.id_map,
        [],
        repaired_cells(conversation, pairing, after),
        RowNumbers(conversation),
    )


def _kept(session: Session, row: ConversationRow, made: _Made) -> Pane:
    pane_row, listed, payload = _written_out(row, made)
    try:
        found = _keep(session, row, pane_row, made.cells, listed, payload)
    except StorageFull:  # it is shown all the same
        unkept = Unkept(pane_row, dict(_numbered(listed)), payload, made.cells)
        UNKEPT.put(unkept, row.slug, row.upload.code_version, made.target, made.policy)
        return Pane(session, row, pane_row, unkept)
    if found is None:
        raise Gone
    return Pane(session, row, found)


def _policy(missing: Missing, left_out: Collection[str]) -> str:
    """A word for the choices of a repair; the same choices have the same, in whatever order."""
    if not left_out:
        return missing
    keys = "\0".join(sorted(set(left_out))).encode("utf-8", "surrogatepass")
    return f"{missing}:{hashlib.blake2b(keys, digest_size=6).hexdigest()}"


def _forget_selections(session: Session, row: ConversationRow) -> None:
    """Keep the newest few of the panes in which changes are left out; a reader can ask for any number."""
    query = (
        select(PaneRow.id)
        .where(PaneRow.conversation_id == row.id, PaneRow.target == REPAIRED, PaneRow.policy.contains(":"))
        .order_by(PaneRow.id.desc())
        .offset(MOST_SELECTIONS)
    )
    old = list(session.scalars(query))
    if old:
        with writing(session):
            session.execute(delete(PaneRow).where(PaneRow.id.in_(old)))


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
    name_map: Sequence[NameChange]
    cells: list[list[Cell]]
    rows: RowNumbers


def _written_out(row: ConversationRow, made: _Made) -> tuple[PaneRow, Lists, bytes]:
    """What is stored of a pane beside its cells."""
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
        name_map=[change.record() for change in made.name_map],
        told=told(made.losses, made.id_map, made.name_map),
        places=places,
    )
    return (
        pane_row,
        lists(made.losses, made.id_map, made.name_map, made.rows, PayloadRows(places)),
        payload,
    )


def _keep(
    session: Session,
    row: ConversationRow,
    pane_row: PaneRow,
    cells: list[list[Cell]],
    listed: Lists,
    payload: bytes,
) -> PaneRow | None:
    try:
        with writing(session):
            insert_pane(session, pane_row, cells)
            insert_segments(session, PaneSegmentRow, {"pane_id": pane_row.id}, payload)
            insert_all(session, PaneListRow, _list_blocks(pane_row.id, listed))
    except IntegrityError:  # somebody else made it meanwhile, or deleted the conversation
        return _stored(session, row, pane_row.target, pane_row.policy)
    return pane_row


def _list_blocks(pane_id: int, listed: Lists) -> Iterator[Record]:
    for (name, number), some in _numbered(listed):
        yield {"pane_id": pane_id, "list": name, "number": number, "entries": some}


def _numbered(listed: Lists) -> Iterator[tuple[tuple[str, int], list[Any]]]:
    """The blocks of the lists, each with its name and number."""
    for name, entries in listed.items():
        for number, some in blocks(entries):
            yield (name, number), list(some)


def _places(made: list[list[Cell]]) -> Iterator[tuple[str, int]]:
    for number, row_cells in enumerate(made):
        for cell in row_cells:
            if cell["address"]:
                yield cell["address"], number
