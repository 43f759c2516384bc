"""Panes and verdicts of conversations, stored as a worker stores them; what stands in tables, unpacked."""

from typing import Any

from sqlalchemy import RowMapping, select
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, PaneRow
from webapp.packing import unpack
from webapp.readmodel.answer import answer_and_verdicts, conversation_of
from webapp.readmodel.panes import PaneChoice
from webapp.store import blobs, conversations, panes, verdicts

ZSTD = bytes.fromhex("28b52ffd")


def pane_of(session: Session, row: ConversationRow, target: str, **choices: Any) -> panes.Pane:
    """A pane, made and stored where it is not there yet."""
    choice = PaneChoice(target, **choices)
    if panes.stored(session, row, choice) is None:
        panes.keep(session, row, choice.made_of(*conversations.read(session, row)))
    found = panes.stored(session, row, choice)
    assert found is not None
    return found


def ask_all_targets(session: Session, row: ConversationRow) -> None:
    log, data = conversations.read_log(session, row)
    verdicts.keep(session, row, dict(answer_and_verdicts(log, data, conversation_of(log, row.number))))


def unpacked(session: Session, value: bytes, record: RowMapping) -> bytes:
    """The bytes in a column of a record, which may be packed, by themselves or beside those of the upload."""
    if not value.startswith(ZSTD):
        return value
    if record.get("start") is None:
        return unpack(value)
    own = select(ConversationRow)
    if "pane_id" in record:
        own = own.join(PaneRow).where(PaneRow.id == record["pane_id"])
    else:
        own = own.where(ConversationRow.id == record["conversation_id"])
    row = session.scalars(own).one()
    return unpack(value, blobs.slice_as_it_came(session, row, record["start"], record["end"]))
