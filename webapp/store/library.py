"""What somebody keeps, the newest first: filtered, counted, some at a time; `library_entries`
tells of each. Shares are listed elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    text,
)

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
from webapp.store.own_verdicts import accepted


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

    @property
    def values(self) -> dict[str, Any]:
        """What the conditions of a statement are asked with."""
        return asdict(self) | {"call_id_hash": id_hash(self.call_id)}


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
    return session.scalars(query, filters.values).all()


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
    return session.scalars(query.offset(skip).limit(count), filters.values).all()


def matching_sizes(
    session: Session, filters: Filters, before: int | None, count: int
) -> Sequence[tuple[int, int]]:
    """The same with the size of each."""
    query = (
        _matching(filters, before).add_columns(UploadRow.size).order_by(UploadRow.id.desc())
    )
    found = session.execute(query.limit(count), filters.values)
    return [(id, size) for id, size in found]


def library_count(session: Session, filters: Filters, before: int | None = None) -> int:
    """How many uploads match, or match and are older than one."""
    query = select(func.count()).select_from(_matching(filters, before).subquery())
    return session.scalar(query, filters.values) or 0


def _matching(filters: Filters, before: int | None) -> Select[int]:
    """A statement that is asked with the `values` of the filters."""
    query = select(UploadRow.id).where(*_MANAGED, *_conditions(filters))
    return query if before is None else query.where(UploadRow.id < before)


def _conditions(filters: Filters) -> Iterator[ColumnElement[bool]]:
    for name, condition in _CONDITIONS.items():
        if getattr(filters, name):
            yield condition
    for tag in filters.tags:
        yield exists().where(TagRow.upload_id == UploadRow.id, TagRow.tag == tag)
    yield from (HAS[name] for name in filters.has)


def _calls_tool() -> ColumnElement[bool]:
    """A result may name the tool where no call of it is in the log."""
    name: BindParameter[str] = bindparam("tool")
    called = exists().where(
        CallRow.conversation_id == ConversationRow.id, CallRow.tool == name
    )
    alone = and_(PartRow.conversation_id == ConversationRow.id, PartRow.tool_name == name)
    answered = exists().where(alone, text(LONE_RESULTS))
    return _of_conversations(or_(called, answered))


def _has_id() -> ColumnElement[bool]:
    """Whether a call or a result has this id; what older code read has no hash of it."""
    parts = select(ConversationRow.upload_id).join(
        PartRow, PartRow.conversation_id == ConversationRow.id
    )
    own = PartRow.call_id == bindparam("call_id")
    return or_(
        UploadRow.id.in_(parts.where(PartRow.call_id_hash == bindparam("call_id_hash"), own)),
        and_(
            UploadRow.reading_version != VERSION,
            _of_conversations(PartRow.conversation_id == ConversationRow.id, own),
        ),
    )


def _verdict_is() -> ColumnElement[bool]:
    return _of_conversations(
        VerdictRow.conversation_id == ConversationRow.id,
        VerdictRow.reading_version == UploadRow.reading_version,
        VerdictRow.target == bindparam("target"),
        VerdictRow.state == bindparam("state"),
    )


def _is_collected() -> ColumnElement[bool]:
    return exists().where(
        CollectedRow.upload_id == UploadRow.id,
        CollectedRow.collection_id == CollectionRow.id,
        CollectionRow.owner == bindparam("owner"),
        CollectionRow.slug == bindparam("collection"),
    )


_MANAGED = (
    UploadRow.id.in_(select(OwnerRow.upload_id).where(OwnerRow.owner == bindparam("owner"))),
    ~exists().where(ShareRow.upload_id == UploadRow.id),
)
"""What somebody keeps; shares are none of it."""
_CONDITIONS: dict[str, ColumnElement[bool]] = {
    "tool": _calls_tool(),
    "call_id": _has_id(),
    "format": or_(
        UploadRow.format == bindparam("format"),
        _of_conversations(ConversationRow.format == bindparam("format")),
    ),
    "code": _of_conversations(
        FindingRow.conversation_id == ConversationRow.id, FindingRow.code == bindparam("code")
    ),
    "target": _verdict_is(),
    "since": UploadRow.created_at >= bindparam("since"),
    "until": UploadRow.created_at < bindparam("until"),
    "collection": _is_collected(),
}
"""What an upload must fulfil for each filter that is set, built once, as building it takes
longer than the database does to look."""


def library_facets(session: Session, owner: str) -> Facets:
    """What can be chosen, with how many uploads have it."""
    formats = select(UploadRow.format, UploadRow.format_title, func.count()).where(*_MANAGED)
    formats = formats.group_by(UploadRow.format, UploadRow.format_title).order_by(
        UploadRow.format_title
    )
    tags = select(TagRow.tag, func.count()).join(UploadRow, UploadRow.id == TagRow.upload_id)
    tags = tags.where(*_MANAGED).group_by(TagRow.tag).order_by(TagRow.tag)
    found = session.execute(formats, {"owner": owner})
    return Facets(
        [(name, title, count) for name, title, count in found if name],
        list(_pairs(session, tags, owner).items()),
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
            found |= _pairs(session, query.where(table.slug.in_(some), *_MANAGED), owner)
    return {slug: found[slug] for slug in slugs if slug in found}


def _pairs(session: Session, query: Select[str, int], owner: str) -> dict[str, int]:
    found = session.execute(query, {"owner": owner})
    return {slug: id for slug, id in found}  # noqa: C416 - mypy knows no dict of rows


def older_readings(
    session: Session, owner: str, count: int = 1
) -> tuple[int, Sequence[ConversationRow]]:
    """How many of somebody's uploads were read by older code, and the first conversation of
    some of them."""
    older = ConversationRow.number == 0, UploadRow.reading_version != VERSION
    own = {"owner": owner}
    totals = select(func.count(ConversationRow.id)).join(UploadRow).where(*older, *_MANAGED)
    if not (total := session.scalar(totals, own)):
        return 0, []
    firsts = select(ConversationRow).join(UploadRow).where(*older, *_MANAGED)
    newest = firsts.order_by(UploadRow.id.desc()).limit(count)
    return total, session.scalars(newest, own).all()
