"""Who has logged in, and what a browser hands over to them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, exists, func, insert, literal, select, update

from webapp.database.engine import DatabaseError, Session, StorageFull, writing
from webapp.database.tables import CollectionRow, OwnerRow, PersonRow, ShareRow
from webapp.store import kept_mappings

SEEN_EVERY = timedelta(hours=1)
"""How exactly it is known when somebody was last here."""


def person(session: Session, owner: str) -> PersonRow | None:
    return session.get(PersonRow, owner)


def remember_person(session: Session, owner: str, name: str, role: str) -> PersonRow:
    """Write down who is here, now and then; a database that takes nothing more keeps nobody
    from reading."""
    now = datetime.now(UTC)
    known = session.get(PersonRow, owner)
    seen = PersonRow(owner=owner, name=name, role=role, seen_at=now)
    if known and (known.name, known.role) == (name, role) and now - known.seen_at < SEEN_EVERY:
        return known
    with where_there_is_room(), writing(session):
        session.merge(seen)
    return seen


@contextmanager
def where_there_is_room() -> Iterator[None]:
    """What is only good to know need not be written."""
    try:
        yield
    except (StorageFull, DatabaseError):
        return


def kept_by(session: Session, owner: str) -> int:
    """How many uploads somebody manages, copies for others aside."""
    no_copy = ~exists().where(ShareRow.upload_id == OwnerRow.upload_id)
    return session.scalar(select(func.count()).where(OwnerRow.owner == owner, no_copy)) or 0


def take_over(session: Session, browser: str, person: str) -> None:
    """Hand all that a browser manages over to a person, with its collections."""
    has = select(OwnerRow.upload_id).where(OwnerRow.owner == person)
    new = select(OwnerRow.upload_id, literal(person)).where(
        OwnerRow.owner == browser, OwnerRow.upload_id.not_in(has)
    )
    with writing(session):
        session.execute(insert(OwnerRow).from_select(["upload_id", "owner"], new))
        session.execute(delete(OwnerRow).where(OwnerRow.owner == browser))
        _hand_over_collections(session, browser, person)
        kept_mappings.hand_over(session, browser, person)


def _hand_over_collections(session: Session, browser: str, person: str) -> None:
    """A name that the person has already gets a number."""
    taken = set(
        session.scalars(select(CollectionRow.name).where(CollectionRow.owner == person))
    )
    collections = select(CollectionRow.id, CollectionRow.name).where(
        CollectionRow.owner == browser
    )
    for id, name in session.execute(collections).all():
        numbered = (f"{name[:110]} ({number})" for number in range(2, len(taken) + 3))
        free = next(one for one in (name, *numbered) if one not in taken)
        taken.add(free)
        changed = update(CollectionRow).where(CollectionRow.id == id)
        session.execute(changed.values(owner=person, name=free))
