"""Full text over all that somebody keeps: a step of it at a time, so that no answer takes
long."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import select, tuple_

from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, SearchBlockRow
from webapp.packing import unpack
from webapp.readmodel.text_search import Hit, Words
from webapp.store.blobs import StoredUpload, whole_uploads
from webapp.store.library import Filters, library_count, matching_sizes
from webapp.store.permalinks import Gone

CHUNK = 500
"""Uploads whose sizes are read with one statement."""
SIGNED_BYTES = 16_000_000
"""Uploads whose signatures are read with one statement have so many bytes together, or are
one."""
UNPACKED_BYTES = 8_000_000
"""The same of those whose texts are unpacked together."""
BLOCKS_AT_ONCE = 200
"""Blocks of texts that are read with one statement."""


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
    last, stopped = before, False
    for searched_to, found in _steps(session, filters, Words(words), before, count + 1):
        hits += found
        last = searched_to
        if stopped := len(hits) > count or time.monotonic() >= ends:
            break
    if len(hits) > count:
        hits, last = hits[:count], hits[count - 1].upload_id
    total = library_count(session, filters)
    left = library_count(session, filters, last) if stopped else 0
    return LibraryHits(hits, total - left, total, last if left else None)


def _steps(
    session: Session, filters: Filters, words: Words, before: int | None, most: int
) -> Iterator[tuple[int, list[LibraryHit]]]:
    """The hits of some uploads at a time, the newest first, with the oldest of these; no more
    than `most` are unpacked at once."""
    while sizes := matching_sizes(session, filters, before, CHUNK):
        for signed in _together(sizes, SIGNED_BYTES, CHUNK):
            likely = _likely_blocks(session, [id for id, _ in signed], words)
            unpacked = [(id, size if id in likely else 0) for id, size in signed]
            for some in _together(unpacked, UNPACKED_BYTES, most):
                here = {id: likely[id] for id, _ in some if id in likely}
                yield some[-1][0], _hits(session, here, words)
        before = sizes[-1][0]


def _together(
    uploads: Sequence[tuple[int, int]], most_bytes: int, most: int
) -> Iterator[list[tuple[int, int]]]:
    """Uploads with their bytes, as many as have so many together, or one; those without any
    do not count."""
    some: list[tuple[int, int]] = []
    together = number = 0
    for id, size in uploads:
        if number and size and (together + size > most_bytes or number == most):
            yield some
            some, together, number = [], 0, 0
        some.append((id, size))
        together += size
        number += size > 0
    yield some


class _Likely(NamedTuple):
    """A block of texts that may have the words."""

    upload_id: int
    slug: str
    number: int
    """Of the conversation in its upload."""
    block: tuple[int, int]
    """The conversation, and the number of the block in it."""


def _likely_blocks(
    session: Session, upload_ids: Sequence[int], words: Words
) -> dict[int, list[_Likely]]:
    """Upload -> its blocks that may have the words, in order."""
    conversation, block = ConversationRow, SearchBlockRow
    query = (
        select(conversation.upload_id, conversation.slug, conversation.number)
        .add_columns(block.conversation_id, block.number, block.signature)
        .join_from(conversation, block, block.conversation_id == conversation.id)
        .where(conversation.upload_id.in_(upload_ids))
        .order_by(block.conversation_id, block.number)
    )
    found: dict[int, list[_Likely]] = defaultdict(list)
    for upload_id, slug, number, id, block_number, signature in session.execute(query):
        if words.may_stand_in(signature):
            found[upload_id].append(_Likely(upload_id, slug, number, (id, block_number)))
    return found


def _hits(
    session: Session, likely: Mapping[int, Sequence[_Likely]], words: Words
) -> list[LibraryHit]:
    """The first hit of each of these uploads that has one, in their order."""
    blocks = {one.block: one for some in likely.values() for one in some}
    beside = _Beside(session, likely)
    found: dict[int, LibraryHit] = {}
    for key, packed, start, end in _packed(session, list(blocks)):
        one = blocks[key]
        if one.upload_id not in found:
            texts = unpack(packed, beside.between(one, start, end))
            place = next(words.places(texts), None)
            if place is not None:
                found[one.upload_id] = LibraryHit(*one[:3], place.hit())
    return [found[id] for id in likely if id in found]


def _packed(
    session: Session, keys: Sequence[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int], bytes, int | None, int | None]]:
    """Some blocks, with the place of the bytes beside which they are packed."""
    block = SearchBlockRow
    key = block.conversation_id, block.number
    query = select(*key, block.packed, block.start, block.end).order_by(*key)
    for first in range(0, len(keys), BLOCKS_AT_ONCE):
        some = tuple_(*key).in_(keys[first : first + BLOCKS_AT_ONCE])
        for id, number, packed, start, end in session.execute(query.where(some)):
            yield (id, number), packed, start, end


class _Beside:
    """The bytes beside which the texts of some uploads are packed: of several, which are
    small, all at once; of one by itself piece by piece."""

    def __init__(self, session: Session, upload_ids: Collection[int]) -> None:
        self._session = session
        self._whole = whole_uploads(session, upload_ids) if len(upload_ids) > 1 else {}
        self._in_pieces: dict[int, StoredUpload] = {}

    def between(self, one: _Likely, start: int | None, end: int | None) -> bytes:
        """Raises Gone where the upload is deleted meanwhile."""
        if start is None or end is None:
            return b""
        if one.upload_id in self._whole:
            return self._whole[one.upload_id][start:end]
        if one.upload_id not in self._in_pieces:
            row = self._session.get(ConversationRow, one.block[0])
            if row is None:
                raise Gone
            self._in_pieces[one.upload_id] = StoredUpload(self._session, row, with_keys=True)
        return self._in_pieces[one.upload_id].between(start, end)
