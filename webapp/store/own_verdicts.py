"""What the provider of each log makes of it, as far as it was asked: for the library."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import ColumnElement, and_, select

from webapp.database.tables import ConversationRow, UploadRow, VerdictRow
from webapp.store.verdicts import OWN

OwnVerdict = Literal["refused", "unsure", "accepted", ""]
"""Empty where not all conversations of an upload were asked about."""


def of_own_provider() -> ColumnElement[bool]:
    """Which verdict of a conversation is its provider's; beside a query of the upload and the
    conversation, of which each has one at most."""
    return and_(
        VerdictRow.conversation_id == ConversationRow.id,
        VerdictRow.reading_version == UploadRow.reading_version,
        VerdictRow.target == OWN,
    )


def accepted() -> ColumnElement[bool]:
    """Whether the provider of a conversation was asked and accepts it; beside a query of
    both rows."""
    asked = select(VerdictRow.target).where(of_own_provider(), VerdictRow.state == "accepted")
    return asked.correlate(ConversationRow, UploadRow).exists()


def worst(refused: int, unsure: int, accepted: int, of: int) -> OwnVerdict:
    """The worst that was said of the conversations of an upload, by how many there are of
    each."""
    if refused:
        return "refused"
    if unsure:
        return "unsure"
    return "accepted" if accepted == of else ""
