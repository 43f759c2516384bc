"""What pages asked for and a worker is to make: panes, and verdicts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.database.tables.columns import NEVER_AGAIN, JsonText, Moment, Table, belongs_to
from webapp.database.tables.uploads import ConversationRow


class WishRow(Table):
    """A pane of a conversation, or its verdicts, that is to be made and stored; it goes when
    it is there."""

    __tablename__ = "wishes"
    __table_args__ = (UniqueConstraint("conversation_id", "target", "policy"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    """The order in which they were asked for."""
    conversation_id: Mapped[int] = belongs_to("conversations")
    target: Mapped[str] = mapped_column(String(60))
    """Of the pane; empty for the verdicts of all targets."""
    policy: Mapped[str] = mapped_column(String(20))
    choices: Mapped[Any] = mapped_column(JsonText)
    """The fields of `readmodel.panes.PaneChoice`."""
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    worker: Mapped[str | None] = mapped_column(String(80))
    begun_at: Mapped[datetime | None] = mapped_column(Moment)
    asked_at: Mapped[datetime] = mapped_column(Moment, default=lambda: datetime.now(UTC))

    conversation: Mapped[ConversationRow] = relationship(lazy="joined")
