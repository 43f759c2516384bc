"""Copies for others."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, Integer, Text
from sqlalchemy.orm import Mapped, mapped_column

from webapp.database.tables.columns import JsonText, Moment, Table, key_of


class ShareRow(Table):
    """That an upload is a copy of another one for others; the copy has slugs and owners of its
    own.

    Whoever deletes the source deletes its copies first.
    """

    __tablename__ = "shares"
    __table_args__ = (Index(None, "source_id"), Index(None, "expires_at"))

    upload_id: Mapped[int] = key_of("uploads")
    source_id: Mapped[int] = mapped_column(ForeignKey("uploads.id", ondelete="CASCADE"))
    """The upload that it was copied from."""
    number: Mapped[int] = mapped_column(Integer)
    """Which conversation of the copy its link opens."""
    opens: Mapped[str] = mapped_column(Text)
    """The query with which its link opens: panes, and a part."""
    changes: Mapped[int | None] = mapped_column(Integer)
    """In how many places it was repaired before; the copy does not lead to what it was
    repaired from."""
    masked: Mapped[int] = mapped_column(Integer)
    """How many places were masked in it."""
    kinds: Mapped[Any] = mapped_column(JsonText)
    """What was masked: `[{"rule", "title", "count"}]`, and never a secret."""
    created_at: Mapped[datetime] = mapped_column(Moment, default=lambda: datetime.now(UTC))
    expires_at: Mapped[datetime | None] = mapped_column(Moment)
    """From then on it answers as if it had never been."""
