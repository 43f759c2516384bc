"""The uploads of the browser that asks."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from webapp.database import Session
from webapp.store.permalinks import may_manage
from webapp.tables import ConversationRow, UploadRow

LOOKED_THROUGH = 300
"""The newest uploads of everybody; which are whose, only the browser's key tells."""


def newest_of(session: Session, browser_key: str, count: int) -> Sequence[ConversationRow]:
    """The first conversation of each of the newest uploads that a browser may delete, the newest first."""
    if not browser_key:
        return []
    query = (
        select(ConversationRow)
        .join(UploadRow)
        .options(joinedload(ConversationRow.upload))
        .where(ConversationRow.number == 0, UploadRow.example.is_(None))
        .order_by(UploadRow.id.desc())
        .limit(LOOKED_THROUGH)
    )
    found = (row for row in session.scalars(query) if may_manage(row, browser_key=browser_key))
    return [row for row, _ in zip(found, range(count), strict=False)]
