"""How people sort what they keep."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from webapp.database.tables.columns import Moment, Table, key_of


class TagRow(Table):
    """A word on an upload, for whoever manages it."""

    __tablename__ = "upload_tags"
    __table_args__ = (Index(None, "tag"),)

    upload_id: Mapped[int] = key_of("uploads")
    tag: Mapped[str] = mapped_column(String(60), primary_key=True)


class CollectionRow(Table):
    """Uploads that somebody put together."""

    __tablename__ = "collections"
    __table_args__ = (UniqueConstraint("owner", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(22), unique=True)
    owner: Mapped[str] = mapped_column(String(80))
    name: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(Moment, default=lambda: datetime.now(UTC))


class CollectedRow(Table):
    """An upload in a collection."""

    __tablename__ = "collected"
    __table_args__ = (Index(None, "upload_id"),)

    collection_id: Mapped[int] = key_of("collections")
    upload_id: Mapped[int] = key_of("uploads")
