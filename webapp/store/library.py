"""What somebody keeps, the newest first: filtered, counted, some at a time. Shares are listed
elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select, text

from webapp.database.engine import Session
from webapp.database.json_fields import text_field
from webapp.database.tables import (
    LONE_RESULTS,
    CallRow,
    CollectedRow,
    CollectionRow,
    ConversationRow,
    FindingRow,
    JobRow,
    OwnerRow,
    PartRow,
    ShareRow,
    TagRow,
    UploadRow,
    VerdictRow,
)
from webapp.readmodel import VERSION
from webapp.readmodel.places import id_hash
from webapp.store.own_verdicts import OwnVerdict, accepted, own_verdicts


@dataclass(frozen=True, slots=True)
class Filters:
    """What is asked for of what somebody keeps; all that is given must hold."""

    owner: str
    tool: str = ""
    """A tool's name, all of it."""
    call_id: str = ""
    """A call id, all of it."""
    format: str = ""
    code: str = ""
    """A rule that finds something in it, by its code."""
    target: str = ""
    state: str = ""
    """What the target made of it when it was asked last: `accepted`, `refused`, `unsure`."""
    since: datetime | None = None
    until: datetime | None = None
    """It was kept before this."""
    tags: tuple[str, ...] = ()
    collection: str = ""
    """The slug of a collection."""
    has: tuple[str, ...] = ()
    """Names of `HAS`."""


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


@dataclass(frozen=True, slots=True)
class Facets:
    """What somebody's uploads can be filtered by."""

    formats: list[tuple[str, str, int]]
    """Name, title, and how many uploads."""
    tags: list[tuple[str, int]]


def _of_conversations(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(ConversationRow.upload_id == UploadRow.id, *conditions)


HAS: dict[str, ColumnElement[bool]] = {
    "errors": _of_conversations(ConversationRow.errors > 0),
    "warnings": _of_conversations(ConversationRow.warnings > 0),
    "unread": _of_conversations(ConversationRow.unread > 0),
    "no-problem": and_(
        _of_conversations(),
        ~_of_conversations(
            or_(
                ConversationRow.errors > 0,
                ConversationRow.warnings > 0,
                func.coalesce(ConversationRow.unread, 1) > 0,
                ~accepted(),
            )
        ),
    ),
    "shares": exists().where(ShareRow.source_id == UploadRow.id),
    "note": UploadRow.remark.is_not(None),
}
"""What an upload may have."""


def library_ids(
    session: Session, filters: Filters, before: int | None, count: int
) -> Sequence[int]:
    """The ids of the newest uploads that match, or of the newest that are older than one."""
    query = _matching(filters, before).order_by(UploadRow.id.desc()).limit(count)
    return session.scalars(query).all()


def _sum(name: str) -> ColumnElement[int]:
    column = getattr(ConversationRow, name)
    return (
        select(func.coalesce(func.sum(column), 0))
        .where(ConversationRow.upload_id == UploadRow.id)
        .scalar_subquery()
    )


def _title() -> ColumnElement[str]:
    first = (
        select(ConversationRow.title)
        .where(ConversationRow.upload_id == UploadRow.id, ConversationRow.number == 0)
        .scalar_subquery()
    )
    return func.lower(func.coalesce(UploadRow.label, first, UploadRow.name, ""))


def _model() -> ColumnElement[str]:
    """The model of the first conversation, logs without one last."""
    named = select(func.nullif(func.lower(text_field(ConversationRow.summary, "model")), ""))
    of_first = (ConversationRow.upload_id == UploadRow.id, ConversationRow.number == 0)
    return named.where(*of_first).scalar_subquery()


SORTS: dict[str, ColumnElement[Any]] = {
    "oldest": UploadRow.id.asc(),
    "title": _title().asc(),
    "model": _model().asc().nulls_last(),
    "calls": _sum("calls").desc(),
    "errors": _sum("errors").desc(),
    "size": UploadRow.size.desc(),
}
"""How a list can be sorted otherwise than by the newest."""


def sorted_ids(
    session: Session, filters: Filters, sort: str, skip: int, count: int
) -> Sequence[int]:
    """The ids of some uploads that match, in an order of `SORTS`."""
    query = _matching(filters, None).order_by(SORTS[sort], UploadRow.id.desc())
    return session.scalars(query.offset(skip).limit(count)).all()


def matching_sizes(
    session: Session, filters: Filters, before: int | None, count: int
) -> Sequence[tuple[int, int]]:
    """The same with the size of each."""
    query = (
        _matching(filters, before).add_columns(UploadRow.size).order_by(UploadRow.id.desc())
    )
    return [(id, size) for id, size in session.execute(query.limit(count))]


def library_count(session: Session, filters: Filters, before: int | None = None) -> int:
    """How many uploads match, or match and are older than one."""
    return (
        session.scalar(select(func.count()).select_from(_matching(filters, before).subquery()))
        or 0
    )


def _matching(filters: Filters, before: int | None) -> Select[int]:
    query = select(UploadRow.id).where(*_managed_by(filters.owner), *_conditions(filters))
    return query if before is None else query.where(UploadRow.id < before)


def _managed_by(owner: str) -> Iterator[ColumnElement[bool]]:
    yield UploadRow.id.in_(select(OwnerRow.upload_id).where(OwnerRow.owner == owner))
    yield ~exists().where(ShareRow.upload_id == UploadRow.id)


def _conditions(filters: Filters) -> Iterator[ColumnElement[bool]]:
    for name, condition in _CONDITIONS.items():
        if getattr(filters, name):
            yield condition(filters)
    for tag in filters.tags:
        yield exists().where(TagRow.upload_id == UploadRow.id, TagRow.tag == tag)
    yield from (HAS[name] for name in filters.has)


def _in_format(filters: Filters) -> ColumnElement[bool]:
    here = _of_conversations(ConversationRow.format == filters.format)
    return or_(UploadRow.format == filters.format, here)


def _has_finding(filters: Filters) -> ColumnElement[bool]:
    of_it = FindingRow.conversation_id == ConversationRow.id
    return _of_conversations(of_it, FindingRow.code == filters.code)


_CONDITIONS: dict[str, Callable[[Filters], ColumnElement[bool]]] = {
    "tool": lambda filters: _calls_tool(filters.tool),
    "call_id": lambda filters: _has_id(filters.call_id),
    "format": _in_format,
    "code": _has_finding,
    "target": lambda filters: _verdict_is(filters.target, filters.state),
    "since": lambda filters: UploadRow.created_at >= filters.since,
    "until": lambda filters: UploadRow.created_at < filters.until,
    "collection": lambda filters: _collected(filters.owner, filters.collection),
}
"""What an upload must fulfil for each filter that is set."""


def _calls_tool(name: str) -> ColumnElement[bool]:
    """A result may name the tool where no call of it is in the log."""
    called = exists().where(
        CallRow.conversation_id == ConversationRow.id, CallRow.tool == name
    )
    alone = and_(PartRow.conversation_id == ConversationRow.id, PartRow.tool_name == name)
    answered = exists().where(alone, text(LONE_RESULTS))
    return _of_conversations(or_(called, answered))


def _has_id(call_id: str) -> ColumnElement[bool]:
    """Whether a call or a result has this id; what older code read has no hash of it."""
    parts = select(ConversationRow.upload_id).join(
        PartRow, PartRow.conversation_id == ConversationRow.id
    )
    own = PartRow.call_id == call_id
    return or_(
        UploadRow.id.in_(parts.where(PartRow.call_id_hash == id_hash(call_id), own)),
        and_(
            UploadRow.reading_version != VERSION,
            _of_conversations(PartRow.conversation_id == ConversationRow.id, own),
        ),
    )


def _verdict_is(target: str, state: str) -> ColumnElement[bool]:
    return _of_conversations(
        VerdictRow.conversation_id == ConversationRow.id,
        VerdictRow.reading_version == UploadRow.reading_version,
        VerdictRow.target == target,
        VerdictRow.state == state,
    )


def _collected(owner: str, slug: str) -> ColumnElement[bool]:
    return exists().where(
        CollectedRow.upload_id == UploadRow.id,
        CollectedRow.collection_id == CollectionRow.id,
        CollectionRow.owner == owner,
        CollectionRow.slug == slug,
    )


def library_entries(session: Session, owner: str, ids: Sequence[int]) -> list[Kept]:
    """Uploads with all that the library says of them, in this order; what is gone is left
    out."""
    uploads = {
        one.id: one for one in session.scalars(select(UploadRow).where(UploadRow.id.in_(ids)))
    }
    firsts = {one.upload_id: one for one in session.execute(_first_conversations(ids))}
    jobs = {
        job.upload_id: job
        for job in session.scalars(select(JobRow).where(JobRow.upload_id.in_(ids)))
    }
    kept: dict[int, Kept] = {}
    for id in ids:
        if id in uploads and id in firsts:
            first = firsts[id]
            model = first.summary.get("model", "")
            kept[id] = Kept(uploads[id], first.slug, first.title, model=model)
        elif id in uploads and id in jobs:
            kept[id] = Kept(uploads[id], jobs[id].slug, waits=jobs[id].state)
    _add_counts(session, kept)
    for id, verdict in own_verdicts(session, list(kept)).items():
        kept[id].verdict = verdict
    _add_tags(session, kept)
    _add_collections(session, kept, owner)
    return list(kept.values())


def _first_conversations(ids: Sequence[int]) -> Select[int, str, str | None, Any]:
    query = select(
        ConversationRow.upload_id,
        ConversationRow.slug,
        ConversationRow.title,
        ConversationRow.summary,
    )
    return query.where(ConversationRow.upload_id.in_(ids), ConversationRow.number == 0)


def _add_counts(session: Session, kept: dict[int, Kept]) -> None:
    names = ("messages", "calls", "errors", "warnings", "remarks", "unread")
    sums = [
        func.sum(func.coalesce(getattr(ConversationRow, name), 0)).label(name)
        for name in names
    ]
    query = select(ConversationRow.upload_id, func.count().label("conversations"), *sums)
    grouped = query.where(ConversationRow.upload_id.in_(kept)).group_by(
        ConversationRow.upload_id
    )
    for row in session.execute(grouped):
        for name in ("conversations", *names):
            setattr(kept[row.upload_id], name, int(getattr(row, name)))


def _add_tags(session: Session, kept: dict[int, Kept]) -> None:
    query = select(TagRow).where(TagRow.upload_id.in_(kept)).order_by(TagRow.tag)
    for row in session.scalars(query):
        kept[row.upload_id].tags.append(row.tag)


def _add_collections(session: Session, kept: dict[int, Kept], owner: str) -> None:
    query = (
        select(CollectedRow.upload_id, CollectionRow.slug, CollectionRow.name)
        .join(CollectionRow, CollectionRow.id == CollectedRow.collection_id)
        .where(CollectedRow.upload_id.in_(kept), CollectionRow.owner == owner)
    )
    for row in session.execute(query.order_by(CollectionRow.name)):
        kept[row.upload_id].collections.append((row.slug, row.name))


def library_facets(session: Session, owner: str) -> Facets:
    """What can be chosen, with how many uploads have it."""
    own = list(_managed_by(owner))
    formats = select(UploadRow.format, UploadRow.format_title, func.count()).where(*own)
    formats = formats.group_by(UploadRow.format, UploadRow.format_title).order_by(
        UploadRow.format_title
    )
    tags = select(TagRow.tag, func.count()).join(UploadRow, UploadRow.id == TagRow.upload_id)
    tags = tags.where(*own).group_by(TagRow.tag).order_by(TagRow.tag)
    return Facets(
        [(name, title, count) for name, title, count in session.execute(formats) if name],
        list(_pairs(session, tags).items()),
    )


def managed_ids(session: Session, owner: str, slugs: Sequence[str]) -> dict[str, int]:
    """The uploads of these permalinks that somebody manages, by slug; the others are left
    out."""
    found: dict[str, int] = {}
    for first in range(0, len(slugs), 500):
        some = slugs[first : first + 500]
        for table in (ConversationRow, JobRow):
            query = select(table.slug, UploadRow.id).join(
                UploadRow, UploadRow.id == table.upload_id
            )
            found |= _pairs(session, query.where(table.slug.in_(some), *_managed_by(owner)))
    return {slug: found[slug] for slug in slugs if slug in found}


def _pairs(session: Session, query: Select[str, int]) -> dict[str, int]:
    return {slug: id for slug, id in session.execute(query)}  # noqa: C416 - mypy knows no dict of rows


def older_readings(
    session: Session, owner: str, count: int = 1
) -> tuple[int, Sequence[ConversationRow]]:
    """How many of somebody's uploads were read by older code, and the first conversation of
    some of them."""
    older = (
        ConversationRow.number == 0,
        UploadRow.reading_version != VERSION,
        *_managed_by(owner),
    )
    total = (
        session.scalar(select(func.count(ConversationRow.id)).join(UploadRow).where(*older))
        or 0
    )
    firsts = select(ConversationRow).join(UploadRow).where(*older)
    rows = (
        session.scalars(firsts.order_by(UploadRow.id.desc()).limit(count)).all()
        if total
        else []
    )
    return total, rows
