"""Uploads whose bytes are kept and that are not read yet."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.database.tables.columns import JsonText, Moment, Table, key_of
from webapp.database.tables.uploads import UploadRow


class JobRow(Table):
    """The reading of an upload; it goes when the conversations are there."""

    __tablename__ = "jobs"
    __table_args__ = (Index(None, "state", "upload_id"),)

    upload_id: Mapped[int] = key_of("uploads")
    slug: Mapped[str] = mapped_column(String(22), unique=True)
    """The permalink that its first conversation will have."""
    state: Mapped[str] = mapped_column(String(10))
    """`waiting`, `working` or `failed`."""
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    """How often somebody began with it."""
    worker: Mapped[str | None] = mapped_column(String(80))
    """Who works on it."""
    beat_at: Mapped[datetime | None] = mapped_column(Moment)
    """When that one last said so."""
    stage: Mapped[str] = mapped_column(String(10), default="")
    done: Mapped[int] = mapped_column(Integer, default=0)
    of: Mapped[int] = mapped_column(Integer, default=0)
    problem: Mapped[Any | None] = mapped_column(JsonText)
    """Why it failed: `{"status", "message"}`."""
    holder_hash: Mapped[str | None] = mapped_column(String(64))
    """sha256 of the manage secret that it was sent with, empty without one; None where it is
    no revision of another upload, whatever is read in it."""
    queued_at: Mapped[datetime] = mapped_column(Moment, default=lambda: datetime.now(UTC))

    upload: Mapped[UploadRow] = relationship(lazy="joined")


class WorkerRow(Table):
    """A process that reads uploads, for as long as it is heard from."""

    __tablename__ = "workers"

    name: Mapped[str] = mapped_column(String(80), primary_key=True)
    beat_at: Mapped[datetime] = mapped_column(Moment)
    """When it last said that it is there."""
