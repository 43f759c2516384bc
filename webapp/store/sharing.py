"""Copies for others: made in one transaction, each with links of its own, and taken back for
good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from urllib.parse import urlencode

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.orm import aliased, joinedload

import crosswire
from crosswire.containers import SEVERAL
from crosswire.model import Note
from crosswire.reading import NO_FORMAT
from crosswire.secrets import Secret, find_secrets
from webapp.database.engine import Session
from webapp.database.tables import (
    ConversationRow,
    OwnerRow,
    PartRow,
    RevisionRow,
    ShareRow,
    UploadRow,
)
from webapp.readmodel.places import address_hash, around_address
from webapp.readmodel.text import printable
from webapp.settings import NO_LIMITS, Limits
from webapp.store.blobs import upload_bytes
from webapp.store.cutting import Cut, cut_out
from webapp.store.deleting import delete_uploads
from webapp.store.listings import row_at
from webapp.store.loading import NOTES_OF_SENDING
from webapp.store.masking import ALL_SECRETS, Choice, known_secrets, tells, without_secrets
from webapp.store.permalinks import Gone
from webapp.store.uploads import Copied, KeptUpload, keep
from webapp.telemetry.events import log_event

Extent = Literal["upload", "conversation"]
LONGEST_OPENS = 2_000
"""Characters of the query that a link opens with."""
MOST_SEARCHED = 200
"""Conversations of an upload in which places are looked for; of more, only the one that is
shown."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How a copy is wanted."""

    masks: Choice = ALL_SECRETS
    extent: Extent = "upload"
    days: int | None = 7
    """None: until somebody takes it back."""
    opens: dict[str, Any] | None = None
    """What its link opens with: the query of the page, `at` and `there` among it."""
    named: bool = True
    """Whether it keeps the name of the file."""


@dataclass(frozen=True, slots=True)
class Found:
    """What would be in a copy, and which secrets a scan found in it."""

    data: bytes
    secrets: Sequence[Secret]
    cut: Cut | None
    """The conversation alone, where that can be had."""
    cut_secrets: Sequence[Secret]
    name_tells: bool
    """Whether the name of the file holds a secret."""


@dataclass(frozen=True, slots=True)
class Shared:
    """A copy that has just been made, and its manage secret, which is told once."""

    row: ConversationRow
    """The conversation that its link opens."""
    share: ShareRow
    manage_secret: str


class CannotCut(crosswire.CrosswireError):
    """A conversation that cannot be had without the rest of its upload."""


def scan(session: Session, row: ConversationRow) -> Found:
    """What there is to know before a copy is made; it stores nothing."""
    data = _bytes(session, row)
    cut = cut_out(session, row, data)
    secrets = find_secrets(data)
    return Found(
        data,
        secrets,
        cut,
        find_secrets(cut.data) if cut else (),
        tells(row.upload.name or "", known_secrets(data, secrets)),
    )


def share(
    session: Session,
    row: ConversationRow,
    wish: Wish,
    owner: str | None,
    limits: Limits = NO_LIMITS,
) -> Shared:
    """Make a copy for others; raises CannotCut, CannotMask, and Gone where it is deleted
    meanwhile."""
    drawn = draw(session, row, wish)
    cut, known = drawn.cut, drawn.known
    number = row.number if cut is None else 0
    copied = Copied(
        source_id=row.upload_id,
        number=number,
        opens=_opens(session, row, wish, cut, known),
        changes=_changes(session, row),
        masked=len(drawn.secrets),
        kinds=kinds_of(drawn.secrets),
        expires_at=_until(session, row, wish.days),
    )
    kept = _keep(
        session, row, drawn.masked, _name(row, wish, known), copied, cut, owner, limits
    )
    opened = next(
        (conversation for conversation in kept.conversations if conversation.number == number),
        kept.first,
    )
    made = share_of(session, opened)
    if made is None:
        raise Gone
    log_event("shared", masked=copied.masked, days=wish.days, extent=wish.extent)
    return Shared(opened, made, kept.manage_secret)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A copy as it would be; nothing of it is stored."""

    data: bytes
    """Before it is masked."""
    secrets: Sequence[Secret]
    """What is masked in it."""
    masked: bytes
    cut: Cut | None
    known: frozenset[str] | None
    """What its name and its link must not tell; None where nothing is masked."""


def draw(session: Session, row: ConversationRow, wish: Wish) -> Drawn:
    """What a copy would be; raises CannotCut and CannotMask."""
    data, choice = _bytes(session, row), wish.masks
    secrets = choice.find(data) if choice.secrets or choice.words else []
    known = known_secrets(data, secrets) if choice.secrets or choice.words else None
    is_cut = wish.extent == "conversation" or row.upload.container == SEVERAL
    cut = _cut(session, row, data) if is_cut else None
    if cut is None:
        part = data
    else:
        part = cut.data
        secrets = choice.find_in_part(part, data) if known is not None else []
    left = choice.left_values(data)
    container = (cut.container if cut else "") or row.upload.container
    masked = part if known is None else _masked(part, secrets, container, choice, left)
    return Drawn(part, secrets, masked, cut, known)


def _masked(
    data: bytes,
    secrets: Sequence[Secret],
    container: str,
    choice: Choice,
    left: frozenset[bytes],
) -> bytes:
    return without_secrets(data, secrets, container if choice.secrets else "", left)


def kinds_of(secrets: Sequence[Secret]) -> list[dict[str, Any]]:
    """How many places there are of each kind, the most first."""
    titles = {secret.rule.id: secret.rule.title for secret in secrets}
    counted = Counter(one.rule.id for one in secrets if not one.continues).most_common()
    return [{"rule": rule, "title": titles[rule], "count": count} for rule, count in counted]


def share_of(session: Session, row: ConversationRow) -> ShareRow | None:
    """That a conversation's upload is a copy for others, where it is one."""
    return session.get(ShareRow, row.upload_id)


def shares_of(
    session: Session, owner: str | None, offset: int, count: int
) -> Sequence[tuple[ConversationRow, ShareRow]]:
    """Copies that somebody shared and that can be read still, the newest first: what each
    opens."""
    query = _alive().where(_owned_by(owner)).order_by(ShareRow.upload_id.desc())
    return [(row, share) for row, share in session.execute(query.offset(offset).limit(count))]


def share_count(session: Session, owner: str | None) -> int:
    """How many they are."""
    query = select(func.count()).select_from(ShareRow).where(_not_over(), _owned_by(owner))
    return session.scalar(query) or 0


def copies_made(
    session: Session, row: ConversationRow, count: int
) -> Sequence[tuple[ConversationRow, ShareRow]]:
    """The copies of an upload that can be read still, the newest first."""
    query = (
        _alive().where(ShareRow.source_id == row.upload_id).order_by(ShareRow.upload_id.desc())
    )
    return [(copy, share) for copy, share in session.execute(query.limit(count))]


def source_of(session: Session, share: ShareRow) -> ConversationRow | None:
    """The first conversation of the upload that a copy was made of."""
    return session.scalar(
        select(ConversationRow).where(ConversationRow.upload_id == share.source_id).limit(1)
    )


def revoke(session: Session, row: ConversationRow) -> None:
    """Take a copy back: it is deleted, and all that were made of it."""
    log_event("revoked", copies=delete_uploads(session, [row.upload_id]))


def revoke_all(session: Session, owner: str | None) -> int:
    """Take back all copies that somebody shared; how many were deleted, copies of copies among
    them."""
    own = session.scalars(select(ShareRow.upload_id).where(_owned_by(owner))).all()
    revoked = delete_uploads(session, own)
    log_event("revoked", copies=revoked)
    return revoked


def shown_by(
    session: Session, row: ConversationRow, addresses: Sequence[str]
) -> dict[str, str]:
    """The slugs of the conversations that show some addresses of an upload, this one before
    its siblings.

    What no part is near to has none.
    """
    around = {address: list(around_address(address)) for address in addresses}
    hashes = {address_hash(one) for some in around.values() for one in some}
    query = (
        select(PartRow.address, ConversationRow.slug)
        .join(ConversationRow, ConversationRow.id == PartRow.conversation_id)
        .where(PartRow.address_hash.in_(hashes), ConversationRow.upload_id == row.upload_id)
    )
    if row.upload.conversation_count > MOST_SEARCHED:
        query = query.where(ConversationRow.id == row.id)
    found: dict[str, str] = {}
    for part in session.execute(query):
        at = printable(part.address)
        if at not in found or part.slug == row.slug:
            found[at] = part.slug
    nearest = {
        address: next((found[at] for at in some if at in found), None)
        for address, some in around.items()
    }
    return {address: slug for address, slug in nearest.items() if slug is not None}


def _bytes(session: Session, row: ConversationRow) -> bytes:
    data = upload_bytes(session, row)
    if not data:
        raise Gone
    return data


def _cut(session: Session, row: ConversationRow, data: bytes) -> Cut | None:
    """The conversation alone; None where it is the only one."""
    if row.upload.conversation_count == 1 and row.upload.container != SEVERAL:
        return None
    cut = cut_out(session, row, data)
    if cut is None:
        raise CannotCut(
            "This conversation cannot be cut out of its upload so that it reads the same; "
            + (
                "upload its file by itself, and share that."
                if row.upload.container == SEVERAL
                else "share the whole upload."
            )
        )
    return cut


def _keep(
    session: Session,
    row: ConversationRow,
    data: bytes,
    name: str | None,
    copied: Copied,
    cut: Cut | None,
    owner: str | None,
    limits: Limits,
) -> KeptUpload:
    upload = row.upload
    notes = [Note(**note) for note in upload.notes if note["code"] in NOTES_OF_SENDING]
    format = upload.asked_format if cut is None else cut.format
    is_mapped = upload.asked_mapping is not None
    if copied.masked and format is None and upload.format != NO_FORMAT and not is_mapped:
        detected = crosswire.detect(data)
        if not detected or detected[0].format != upload.format:
            format = upload.format
    return keep(
        session,
        data,
        limits=limits,
        name=name,
        format=format,
        mapping=upload.asked_mapping,
        owner=owner,
        notes=notes,
        copied=copied,
    )


def _name(row: ConversationRow, wish: Wish, known: frozenset[str] | None) -> str | None:
    name = row.upload.name or ""
    return (
        None if not wish.named or (known is not None and tells(name, known)) else name or None
    )


def _opens(
    session: Session,
    row: ConversationRow,
    wish: Wish,
    cut: Cut | None,
    known: frozenset[str] | None,
) -> str:
    """The query that the link opens with; a place that tells a secret is left out."""
    query = dict(wish.opens or {})
    at = query.pop("at", None)
    if at and row_at(session, row, at) is not None:
        query["at"] = at if cut is None else cut.place(at)
    for name in ("at", "there"):
        if known is not None and tells(str(query.get(name, "")), known):
            del query[name]
    text = urlencode(query, doseq=True, safe=":/")
    return text if len(text) <= LONGEST_OPENS else ""


def _changes(session: Session, row: ConversationRow) -> int | None:
    """In how many places the upload was repaired, or the one that it is a copy of."""
    revision = session.get(RevisionRow, row.upload_id)
    source = share_of(session, row)
    if revision is not None:
        return revision.changes or None
    return source.changes if source is not None else None


def _until(session: Session, row: ConversationRow, days: int | None) -> datetime | None:
    """When the copy runs out; a copy of a copy never later than that one, with which it is
    deleted."""
    source = share_of(session, row)
    last = source.expires_at if source is not None else None
    wanted = None if days is None else datetime.now(UTC) + timedelta(days=days)
    return min((moment for moment in (wanted, last) if moment is not None), default=None)


def _alive() -> Select[ConversationRow, ShareRow]:
    """Newer code may read fewer conversations in a copy: then it opens the last one."""
    one = aliased(ConversationRow)
    there = select(func.max(one.number)).where(
        one.upload_id == ShareRow.upload_id, one.number <= ShareRow.number
    )
    return (
        select(ConversationRow, ShareRow)
        .join(ShareRow, ShareRow.upload_id == ConversationRow.upload_id)
        .options(joinedload(ConversationRow.upload).undefer(UploadRow.conversation_count))
        .where(ConversationRow.number == there.scalar_subquery(), _not_over())
    )


def _not_over() -> ColumnElement[bool]:
    return or_(ShareRow.expires_at.is_(None), ShareRow.expires_at > datetime.now(UTC))


def _owned_by(owner: str | None) -> ColumnElement[bool]:
    return ShareRow.upload_id.in_(
        select(OwnerRow.upload_id).where(OwnerRow.owner == (owner or ""))
    )
