"""How people sort what they keep: names of their own, notes, tags, collections."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import InstrumentedAttribute

from webapp.database.engine import Session, writing
from webapp.database.tables import CollectedRow, CollectionRow, TagRow, UploadRow

LONGEST_LABEL, LONGEST_NOTE, LONGEST_TAG, LONGEST_COLLECTION = 200, 10_000, 60, 120
"""Characters of what people write about what they keep."""
MOST_TAGS = 20
"""Tags of one upload."""
AT_ONCE = 500
"""Uploads that one statement names."""


class NameTaken(Exception):
    """Somebody has a collection of this name already."""


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection as pages list it."""

    slug: str
    name: str
    count: int
    """Uploads in it."""


def tags_of(session: Session, upload_id: int) -> list[str]:
    query = select(TagRow.tag).where(TagRow.upload_id == upload_id).order_by(TagRow.tag)
    return list(session.scalars(query))


def relabel(
    session: Session,
    upload_id: int,
    *,
    label: str | None,
    remark: str | None,
    tags: Iterable[str],
    collections: tuple[str, Iterable[str]] | None = None,
) -> None:
    """Write down what whoever manages an upload says of it.

    `collections` is an owner, and the slugs of those of their collections that it is to be in.
    """
    with writing(session):
        session.execute(
            update(UploadRow)
            .where(UploadRow.id == upload_id)
            .values(label=label, remark=remark)
        )
        session.execute(delete(TagRow).where(TagRow.upload_id == upload_id))
        session.add_all(TagRow(upload_id=upload_id, tag=tag) for tag in dict.fromkeys(tags))
        if collections is not None:
            owner, slugs = collections
            own = select(CollectionRow.id).where(CollectionRow.owner == owner)
            known = [slug for slug in slugs if slug.isprintable()]
            chosen = session.scalars(own.where(CollectionRow.slug.in_(known))).all()
            gone = delete(CollectedRow).where(CollectedRow.upload_id == upload_id)
            session.execute(gone.where(CollectedRow.collection_id.in_(own)))
            session.add_all(
                CollectedRow(collection_id=id, upload_id=upload_id) for id in chosen
            )


def tag_uploads(session: Session, upload_ids: Sequence[int], tag: str) -> int:
    """Tag uploads; how many have it now: one with MOST_TAGS other tags does not get it."""
    tagged = 0
    with writing(session):
        for some in _portions(upload_ids):
            query = select(TagRow.upload_id, func.count()).where(TagRow.upload_id.in_(some))
            counts = {
                row[0]: row[1] for row in session.execute(query.group_by(TagRow.upload_id))
            }
            have = _in(session, some, TagRow.upload_id, TagRow.tag == tag)
            new = [id for id in _there(session, some) - have if counts.get(id, 0) < MOST_TAGS]
            if new:
                session.execute(insert(TagRow), [{"upload_id": id, "tag": tag} for id in new])
            tagged += len(have) + len(new)
    return tagged


def untag_uploads(session: Session, upload_ids: Sequence[int], tag: str) -> None:
    with writing(session):
        for some in _portions(upload_ids):
            session.execute(
                delete(TagRow).where(TagRow.upload_id.in_(some), TagRow.tag == tag)
            )


def collections_of(session: Session, owner: str) -> list[Collection]:
    """Somebody's collections by name."""
    inside = (
        select(func.count())
        .where(CollectedRow.collection_id == CollectionRow.id)
        .scalar_subquery()
    )
    query = select(CollectionRow.slug, CollectionRow.name, inside).where(
        CollectionRow.owner == owner
    )
    return [Collection(*row) for row in session.execute(query.order_by(CollectionRow.name))]


def find_collection(session: Session, owner: str, slug: str) -> CollectionRow | None:
    if not slug.isprintable():  # PostgreSQL takes no NUL
        return None
    query = select(CollectionRow).where(
        CollectionRow.owner == owner, CollectionRow.slug == slug
    )
    return session.scalar(query)


def make_collection(session: Session, owner: str, name: str) -> CollectionRow:
    """The collection of this name, made where there is none."""
    query = select(CollectionRow).where(
        CollectionRow.owner == owner, CollectionRow.name == name
    )
    found = session.scalar(query)
    if found is not None:
        return found
    made = CollectionRow(slug=secrets.token_urlsafe(16), owner=owner, name=name)
    try:
        with writing(session):
            session.add(made)
    except IntegrityError:  # it was made twice at once
        return session.scalars(query).one()
    return made


def rename_collection(session: Session, collection: CollectionRow, name: str) -> None:
    """Raises NameTaken."""
    try:
        with writing(session):
            collection.name = name
    except IntegrityError as error:
        raise NameTaken from error


def delete_collection(session: Session, collection: CollectionRow) -> None:
    """The uploads in it stay."""
    with writing(session):
        session.execute(delete(CollectionRow).where(CollectionRow.id == collection.id))


def collect(session: Session, upload_ids: Sequence[int], collection: CollectionRow) -> None:
    """Put uploads into a collection."""
    with writing(session):
        for some in _portions(upload_ids):
            inside = _in(
                session,
                some,
                CollectedRow.upload_id,
                CollectedRow.collection_id == collection.id,
            )
            new = [
                {"collection_id": collection.id, "upload_id": id}
                for id in _there(session, some) - inside
            ]
            if new:
                session.execute(insert(CollectedRow), new)


def uncollect(session: Session, upload_ids: Sequence[int], collection: CollectionRow) -> None:
    """Take uploads out of a collection; they stay."""
    with writing(session):
        for some in _portions(upload_ids):
            own = (
                CollectedRow.collection_id == collection.id,
                CollectedRow.upload_id.in_(some),
            )
            session.execute(delete(CollectedRow).where(*own))


def _in(
    session: Session,
    ids: Sequence[int],
    column: InstrumentedAttribute[int],
    condition: ColumnElement[bool],
) -> set[int]:
    """Those of these uploads that a table names in rows that match."""
    return set(session.scalars(select(column).where(column.in_(ids), condition)))


def _there(session: Session, ids: Sequence[int]) -> set[int]:
    """Those that nobody deleted meanwhile."""
    return set(session.scalars(select(UploadRow.id).where(UploadRow.id.in_(ids))))


def _portions(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    return (ids[first : first + AT_ONCE] for first in range(0, len(ids), AT_ONCE))
