"""What the provider of each log makes of it, as far as it was asked: for the library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sqlalchemy import ColumnElement, and_, func, select

from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, UploadRow, VerdictRow
from webapp.store.verdicts import OWN

OwnVerdict = Literal["refused", "unsure", "accepted", ""]
"""Empty where not all conversations of an upload were asked about."""


def _of_own_provider() -> ColumnElement[bool]:
    return and_(
        VerdictRow.conversation_id == ConversationRow.id,
        VerdictRow.reading_version == UploadRow.reading_version,
        VerdictRow.target == OWN,
    )


def accepted() -> ColumnElement[bool]:
    """Whether the provider of a conversation was asked and accepts it; beside a query of
    both rows."""
    asked = select(VerdictRow.target).where(_of_own_provider(), VerdictRow.state == "accepted")
    return asked.correlate(ConversationRow, UploadRow).exists()


def own_verdicts(session: Session, ids: Sequence[int]) -> dict[int, OwnVerdict]:
    """Upload -> the worst that the provider says of a conversation in it."""
    query = (
        select(ConversationRow.upload_id, VerdictRow.state, func.count())
        .join(UploadRow, UploadRow.id == ConversationRow.upload_id)
        .join(VerdictRow, _of_own_provider())
        .where(ConversationRow.upload_id.in_(ids))
        .group_by(ConversationRow.upload_id, VerdictRow.state)
    )
    counts = {(id, state): count for id, state, count in session.execute(query)}
    totals = select(ConversationRow.upload_id, func.count())
    totals = totals.where(ConversationRow.upload_id.in_(ids))
    totals = totals.group_by(ConversationRow.upload_id)
    return {id: _worst(counts, id, total) for id, total in session.execute(totals)}


def _worst(counts: dict[tuple[int, str], int], id: int, total: int) -> OwnVerdict:
    if counts.get((id, "refused")):
        return "refused"
    if counts.get((id, "unsure")):
        return "unsure"
    return "accepted" if counts.get((id, "accepted")) == total else ""
