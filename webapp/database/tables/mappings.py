"""Mappings that somebody keeps for the next file of the same shape."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from webapp.database.tables.columns import JsonText, Moment, Table, WireText


class KeptMappingRow(Table):
    """A mapping and its name, for whoever keeps it."""

    __tablename__ = "kept_mappings"
    __table_args__ = (UniqueConstraint("owner", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(String(80))
    """As `OwnerRow.owner`."""
    name: Mapped[str] = mapped_column(WireText)
    mapping: Mapped[Any] = mapped_column(JsonText)
    created_at: Mapped[datetime] = mapped_column(Moment, default=lambda: datetime.now(UTC))
