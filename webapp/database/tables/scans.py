"""How many secrets stand in an upload."""

from __future__ import annotations

from sqlalchemy import Integer
from sqlalchemy.orm import Mapped, mapped_column

from webapp.database.tables.columns import Table, key_of


class ScanRow(Table):
    """What a scan for secrets counted in an upload, when it was read. An upload that no scan
    looked at has no row."""

    __tablename__ = "scans"

    upload_id: Mapped[int] = key_of("uploads")
    sure: Mapped[int] = mapped_column(Integer)
    """Different secrets that their shape shows."""
    probable: Mapped[int] = mapped_column(Integer)
    """Different ones that only a name tells."""
