"""The mappings that somebody keeps: files that no format knows are read by them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Select, func, select

from crosswire.model import JsonObject
from webapp.database.engine import Session, writing
from webapp.database.tables import KeptMappingRow, OwnerRow

MAX_KEPT = 50
"""Mappings of one owner: each is tried on a file that no format knows."""


class TooManyMappings(Exception):
    """One owner keeps as many as one may."""


def keep(session: Session, owner: str, name: str, mapping: JsonObject) -> None:
    """Keep a mapping, in place of one with the same name; raises TooManyMappings."""
    with writing(session):
        known = session.scalar(_of(owner).where(KeptMappingRow.name == name))
        if known is not None:
            known.mapping = mapping
            return
        count = select(func.count()).where(KeptMappingRow.owner == owner)
        if session.scalars(count).one() >= MAX_KEPT:
            raise TooManyMappings
        session.add(KeptMappingRow(owner=owner, name=name, mapping=mapping))


def of_owner(session: Session, owner: str | None) -> Sequence[KeptMappingRow]:
    """What somebody keeps, the newest first."""
    if owner is None:
        return []
    return session.scalars(_of(owner).order_by(KeptMappingRow.id.desc())).all()


def of_upload(session: Session, upload_id: int) -> list[JsonObject]:
    """The mappings of those who manage an upload, the newest first."""
    owners = select(OwnerRow.owner).where(OwnerRow.upload_id == upload_id)
    kept = select(KeptMappingRow).where(KeptMappingRow.owner.in_(owners))
    rows = session.scalars(kept.order_by(KeptMappingRow.id.desc()).limit(MAX_KEPT))
    return [row.mapping for row in rows]


def remove(session: Session, owner: str, id: int) -> bool:
    """Forget a mapping; whether there was one."""
    with writing(session):
        kept = session.scalar(_of(owner).where(KeptMappingRow.id == id))
        if kept is not None:
            session.delete(kept)
    return kept is not None


def hand_over(session: Session, browser: str, person: str) -> None:
    """Give a browser's mappings to a person; one whose name is taken gets a number. Within a
    change of the database that the caller began."""
    taken = {row.name for row in session.scalars(_of(person))}
    for row in session.scalars(_of(browser)).all():
        name, number = row.name, 1
        while row.name in taken:
            number += 1
            row.name = f"{name} ({number})"
        taken.add(row.name)
        row.owner = person


def _of(owner: str) -> Select[KeptMappingRow]:
    return select(KeptMappingRow).where(KeptMappingRow.owner == owner)
