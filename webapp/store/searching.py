"""Search in one conversation: over the stored texts, and never over what a page shows of
them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import select

from crosswire.ids import difference, skeleton
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, PaneRow, PartRow, SearchBlockRow
from webapp.packing import unpack
from webapp.readmodel.text_search import Found, WholeId, Words
from webapp.store.blobs import StoredUpload

MOST_BESIDE = 20
"""Ids that are offered beside the one that was searched for, and places of made ones."""


@dataclass(frozen=True, slots=True)
class OtherId:
    """Another id of the log, which a reader may have meant."""

    id: str
    how: str
    """How it differs, in words."""


@dataclass(frozen=True, slots=True)
class MadeId:
    """A place of a rendering in which Crosswire wrote the id, or replaced it."""

    target: str
    policy: str
    logged: str | None
    written: str
    how: str
    why: str
    source: str
    """Its place in the upload."""


@dataclass(frozen=True, slots=True)
class IdPlaces:
    """What is known of an id beside its places in the log."""

    alike: list[OtherId]
    """Ids that a reader takes for it."""
    longer: list[OtherId]
    """Ids that contain it."""
    longer_count: int
    made: list[MadeId]
    made_count: int

    def record(self) -> dict[str, Any]:
        """As programs are told of it."""
        return asdict(self)


def search(session: Session, row: ConversationRow, *wanted: Found) -> None:
    """Read the texts of a conversation once for all that is wanted."""
    for block in search_blocks_of(session, row, [one.of for one in wanted]):
        for one in wanted:
            one.read(block)


def search_blocks_of(
    session: Session, row: ConversationRow, wanted: Sequence[Words | WholeId]
) -> Iterator[bytes]:
    """The texts of a conversation that may have something of what is wanted, block by
    block."""
    block = SearchBlockRow
    query = select(block.signature, block.packed, block.start, block.end)
    own = query.where(block.conversation_id == row.id).order_by(block.number)
    upload: StoredUpload | None = None
    for signature, packed, start, end in session.execute(own.execution_options(yield_per=20)):
        if any(one.may_stand_in(signature) for one in wanted):
            if upload is None:
                upload = StoredUpload(session, row, with_keys=True)
            yield unpack(packed, upload.between(start, end))


def beside_id(session: Session, row: ConversationRow, id: str) -> IdPlaces:
    """What a reader may want who looks for an id, and what Crosswire made of it in other
    formats."""
    query = select(PartRow.call_id).where(
        PartRow.conversation_id == row.id, PartRow.call_id.is_not(None)
    )
    wanted, low = skeleton(id), id.casefold()
    alike, longer = [], []
    for other in session.scalars(query.distinct().order_by(PartRow.call_id)):
        if other is None or other == id:
            continue
        if skeleton(other) == wanted:
            alike.append(OtherId(other, difference(id, other)))
        elif low in other.casefold():
            longer.append(OtherId(other, "contains it"))
    made = list(_made(session, row, id))
    return IdPlaces(
        alike[:MOST_BESIDE], longer[:MOST_BESIDE], len(longer), made[:MOST_BESIDE], len(made)
    )


def _made(session: Session, row: ConversationRow, id: str) -> Iterator[MadeId]:
    """The changes of the panes that are stored."""
    query = select(PaneRow.target, PaneRow.policy, PaneRow.id_map).where(
        PaneRow.conversation_id == row.id,
        PaneRow.reading_version == row.upload.reading_version,
    )
    for target, policy, id_map in session.execute(query.order_by(PaneRow.id)):
        for change in id_map:
            if id in (change["written"], change["logged"]):
                yield MadeId(
                    target,
                    policy,
                    change["logged"],
                    change["written"],
                    change["how"],
                    change["why"],
                    change["source"] or "",
                )
