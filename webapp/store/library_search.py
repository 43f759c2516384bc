"""Full text over all that somebody keeps: a step of it at a time, so that no answer takes
long."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Select, select

from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, SearchBlockRow
from webapp.packing import unpack
from webapp.readmodel.text_search import Hit, Words
from webapp.store.library import Filters, library_count, matching_sizes

CHUNK_BYTES = 8_000_000
"""Uploads that are read with one statement have so many bytes together, or are one."""
CHUNK = 100


@dataclass(frozen=True, slots=True)
class LibraryHit:
    """The first place of an upload that has the words."""

    upload_id: int
    slug: str
    number: int
    """Of the conversation in its upload."""
    hit: Hit


@dataclass(frozen=True, slots=True)
class LibraryHits:
    """What one step found."""

    hits: list[LibraryHit]
    searched: int
    """Uploads that were searched, counted from the newest one."""
    total: int
    """Uploads that match all but the words."""
    last: int | None
    """Where to search on: the oldest upload that was searched; None when all were."""


def search_library(
    session: Session,
    filters: Filters,
    words: str,
    before: int | None,
    *,
    count: int,
    seconds: float,
) -> LibraryHits:
    """Search uploads that match, the newest first, until there are so many hits or the time is
    over."""
    ends = time.monotonic() + seconds
    hits: list[LibraryHit] = []
    last = before
    is_all = True
    for chunk in _chunks(session, filters, before):
        if last != before and time.monotonic() >= ends:
            is_all = False
            break
        hits += _hits(session, chunk, Words(words))
        last = chunk[-1]
        if len(hits) > count:
            hits, last, is_all = hits[:count], hits[count - 1].upload_id, False
            break
    total = library_count(session, filters)
    if is_all:
        return LibraryHits(hits, total, total, None)
    return LibraryHits(hits, total - library_count(session, filters, last), total, last)


def _chunks(session: Session, filters: Filters, before: int | None) -> Iterator[list[int]]:
    """The ids of the uploads that match, the newest first, some at a time."""
    while some := matching_sizes(session, filters, before, CHUNK):
        chunk: list[int] = []
        together = 0
        for id, size in some:
            if chunk and together + size > CHUNK_BYTES:
                yield chunk
                chunk, together = [], 0
            chunk.append(id)
            together += size
        yield chunk
        before = some[-1][0]


def _hits(session: Session, upload_ids: Sequence[int], words: Words) -> list[LibraryHit]:
    """The first hit of each of these uploads that has one, the newest first."""
    own = ConversationRow.upload_id.in_(upload_ids)
    conversations = {row.id: row for row in session.execute(_conversations().where(own))}
    blocks = (
        select(SearchBlockRow.conversation_id, SearchBlockRow.packed)
        .where(SearchBlockRow.conversation_id.in_(select(ConversationRow.id).where(own)))
        .order_by(SearchBlockRow.conversation_id, SearchBlockRow.number)
        .execution_options(yield_per=20)
    )
    found: dict[int, LibraryHit] = {}
    for id, packed in session.execute(blocks):
        row = conversations.get(id)
        if row is None or row.upload_id in found:
            continue
        place = next(words.places(unpack(packed)), None)
        if place is not None:
            found[row.upload_id] = LibraryHit(row.upload_id, row.slug, row.number, place.hit())
    return [found[id] for id in upload_ids if id in found]


def _conversations() -> Select[int, int, str, int]:
    return select(
        ConversationRow.id,
        ConversationRow.upload_id,
        ConversationRow.slug,
        ConversationRow.number,
    )
