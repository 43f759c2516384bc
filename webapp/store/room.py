"""Whether there is room for one more upload, and until when it is kept: what an operator
set."""

from __future__ import annotations

import os
import shutil
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from sqlalchemy import ScalarSelect, Select, func, select, text

from webapp.database.engine import Session, StorageFull
from webapp.database.tables import EarlierRow, OwnerRow, UploadRow
from webapp.settings import Limits

LEAST_FREE = 64 * 1024 * 1024
"""Bytes of a disk, below which a server is not ready to keep anything."""


class QuotaReached(StorageFull):
    """An upload for which an operator left no room."""

    def __init__(self, most: int, *, own: bool) -> None:
        super().__init__("quota")
        self.most = most
        self.own = own
        """Whether it is the room of its owner alone."""


def check_room(session: Session, limits: Limits, owner: str | None, size: int) -> None:
    """Raises QuotaReached where an upload of this size is more than may be kept."""
    kept = select(func.sum(UploadRow.size + _kept_apart()))
    _check_quota(session, kept, limits.bytes, size, own=False)
    if owner is not None:
        of_owner = kept.join(OwnerRow, OwnerRow.upload_id == UploadRow.id)
        own = of_owner.where(OwnerRow.owner == owner)
        _check_quota(session, own, limits.bytes_each, size, own=True)


def _kept_apart() -> ScalarSelect[int]:
    """Bytes of earlier revisions that are kept by themselves."""
    apart = select(func.coalesce(func.sum(EarlierRow.size), 0))
    own = (EarlierRow.upload_id == UploadRow.id) & EarlierRow.is_apart
    return apart.where(own).correlate(UploadRow).scalar_subquery()


def _check_quota(
    session: Session, kept: Select[int], quota: int | None, size: int, *, own: bool
) -> None:
    if quota is not None and (session.scalar(kept) or 0) + size > quota:
        raise QuotaReached(quota, own=own)


def kept_until(limits: Limits, upload: UploadRow) -> datetime | None:
    """When an upload will be deleted; None where it stays."""
    if limits.days is None or upload.example:
        return None
    return upload.created_at + timedelta(days=limits.days)


def cannot_write(session: Session) -> Literal["", "storage-full", "storage-read-only"]:
    """Why nothing can be kept now, as far as that shows without writing."""
    if session.get_bind().dialect.name == "sqlite":
        return _cannot_write_file(session)
    in_recovery = session.scalar(text("SELECT pg_is_in_recovery()"))
    return "storage-read-only" if in_recovery or _shows_read_only(session) else ""


def _cannot_write_file(session: Session) -> Literal["", "storage-full", "storage-read-only"]:
    file = session.scalar(text("SELECT file FROM pragma_database_list WHERE name = 'main'"))
    if not file:  # in memory
        return ""
    folder = Path(file).parent
    if not (os.access(file, os.W_OK) and os.access(folder, os.W_OK)):
        return "storage-read-only"
    pages = session.scalar(text("PRAGMA page_count")) or 0
    max_pages = session.scalar(text("PRAGMA max_page_count")) or 0
    is_full = pages >= max_pages or shutil.disk_usage(folder).free < LEAST_FREE
    return "storage-full" if is_full else ""


def _shows_read_only(session: Session) -> bool:
    return str(session.scalar(text("SHOW transaction_read_only"))) == "on"
