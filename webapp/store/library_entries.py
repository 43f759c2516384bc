"""What the library says of uploads: with few statements, each built once, as building one
takes longer than the database does to answer it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    case,
    func,
    literal,
    select,
    union_all,
)
from sqlalchemy.orm import aliased

from webapp.database.engine import Session
from webapp.database.tables import (
    CollectedRow,
    CollectionRow,
    ConversationRow,
    JobRow,
    TagRow,
    UploadRow,
    VerdictRow,
)
from webapp.store.own_verdicts import OwnVerdict, of_own_provider, worst


@dataclass(slots=True)
class Kept:
    """An upload as the library lists it."""

    upload: UploadRow
    slug: str
    """Of its first conversation."""
    title: str | None = None
    waits: str = ""
    """`waiting`, `working` or `failed` for as long as it is not read."""
    model: str = ""
    """That of its first conversation."""
    conversations: int = 0
    messages: int = 0
    calls: int = 0
    errors: int = 0
    warnings: int = 0
    remarks: int = 0
    unread: int = 0
    """Places that were not read."""
    verdict: OwnVerdict = ""
    """What the log's own provider says of it, as far as it was asked."""
    tags: list[str] = field(default_factory=list)
    collections: list[tuple[str, str]] = field(default_factory=list)
    """Slug and name of each that it is in."""


_IDS: Any = bindparam("ids", expanding=True)
_COUNTED = ("messages", "calls", "errors", "warnings", "remarks", "unread")
_STATES = ("refused", "unsure", "accepted")


def _sum(value: ColumnElement[Any], name: str) -> ColumnElement[int]:
    return func.coalesce(func.sum(value), 0).label(name)


_COUNTS = (
    select(ConversationRow.upload_id, func.count().label("conversations"))
    .add_columns(*(_sum(getattr(ConversationRow, name), name) for name in _COUNTED))
    .add_columns(*(_sum(case((VerdictRow.state == state, 1)), state) for state in _STATES))
    .join(UploadRow, UploadRow.id == ConversationRow.upload_id)
    .outerjoin(VerdictRow, of_own_provider())
    .where(ConversationRow.upload_id.in_(_IDS))
    .group_by(ConversationRow.upload_id)
    .subquery()
)
_FIRST = aliased(ConversationRow)
_UPLOADS = (
    select(UploadRow, _FIRST.slug, _FIRST.title, _FIRST.summary, _COUNTS)
    .add_columns(JobRow.slug.label("waits_at"), JobRow.state.label("waits"))
    .outerjoin(_FIRST, and_(_FIRST.upload_id == UploadRow.id, _FIRST.number == 0))
    .outerjoin(_COUNTS, _COUNTS.c.upload_id == UploadRow.id)
    .outerjoin(JobRow, JobRow.upload_id == UploadRow.id)
    .where(UploadRow.id.in_(_IDS))
)
_LABELS: Any = union_all(
    select(TagRow.upload_id, literal("").label("slug"), TagRow.tag.label("name")).where(
        TagRow.upload_id.in_(_IDS)
    ),
    select(CollectedRow.upload_id, CollectionRow.slug, CollectionRow.name)
    .join(CollectionRow, CollectionRow.id == CollectedRow.collection_id)
    .where(CollectedRow.upload_id.in_(_IDS), CollectionRow.owner == bindparam("owner")),
).order_by("name")
"""Tags, which have no slug, and collections."""


def library_entries(session: Session, owner: str, ids: Sequence[int]) -> list[Kept]:
    """Uploads with all that the library says of them, in this order; what is gone is left
    out."""
    asked = {"ids": ids, "owner": owner}
    found: dict[int, Kept] = {}
    for row in session.execute(_UPLOADS, asked):
        upload = row.UploadRow
        if row.slug is not None:
            kept = Kept(upload, row.slug, row.title, model=row.summary.get("model", ""))
            for name in ("conversations", *_COUNTED):
                setattr(kept, name, int(getattr(row, name)))
            kept.verdict = worst(row.refused, row.unsure, row.accepted, row.conversations)
            found[upload.id] = kept
        elif row.waits is not None:
            found[upload.id] = Kept(upload, row.waits_at, waits=row.waits)
    for id, slug, name in session.execute(_LABELS, asked):
        if id in found and slug:
            found[id].collections.append((slug, name))
        elif id in found:
            found[id].tags.append(name)
    return [found[id] for id in ids if id in found]
