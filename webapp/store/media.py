"""The bytes of a medium in an upload, read without the rest of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sqlalchemy import select

from crosswire.address import Address, is_within, resolve
from crosswire.containers import read_in_text, read_slice
from crosswire.errors import BadAddress, CrosswireError
from crosswire.model import Conversation, JsonValue, split_data_url
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, PartRow
from webapp.readmodel.cell import Cell
from webapp.readmodel.media_facts import MediaFacts, decoded, key_of
from webapp.readmodel.outline import BLOCK_ROWS
from webapp.readmodel.places import address_hash, around_address
from webapp.store.listings import part_bytes
from webapp.store.panes import original


def media_bytes(
    session: Session,
    row: ConversationRow,
    number: int,
    key: str,
    read: Callable[[], Conversation],
) -> bytes | None:
    """The bytes of this key in or near a row of the page; None where there are none.

    `read` gives the whole conversation, for what has no bytes of its own in the upload.
    """
    facts = _facts(session, row, number, key)
    if facts is None or facts["at"] is None:
        return None
    text = _text_at(session, row, Address(facts["at"]), read)
    data = None if text is None else decoded(split_data_url(text)[1] or text)
    return data if data is not None and key_of(data) == key else None


def _facts(session: Session, row: ConversationRow, number: int, key: str) -> MediaFacts | None:
    block = original(session, row).block(number // BLOCK_ROWS)
    at = number % BLOCK_ROWS
    # A rendering may show it in a row of its own, not far from there.
    for cells in [*block[at : at + 1], *block]:
        for facts in _media_of(cells):
            if facts["key"] == key:
                return facts
    return None


def _media_of(cells: Sequence[Cell]) -> Iterator[MediaFacts]:
    for cell in cells:
        facts = cell.get("media")
        if facts is not None:
            yield facts
        yield from _media_of(cell.get("content", ()))
        result = cell.get("result")
        if result is not None:
            yield from _media_of([result])


def _text_at(
    session: Session, row: ConversationRow, at: Address, read: Callable[[], Conversation]
) -> str | None:
    """The text at an address: by the bytes of its part where that has any, else by reading the
    upload."""
    part = _part_around(session, row, at)
    data = None if part is None else part_bytes(session, row, part)
    if part is not None and data:
        try:
            documents: Sequence[JsonValue] = [read_slice(data)]
            return _text(
                resolve(Address(f"0:{at[len(part.address) :]}"), documents, read_in_text)
            )
        except CrosswireError:
            pass  # what stands inside a text has no bytes of its own
    try:
        return _text(resolve(at, read().documents, read_in_text))
    except BadAddress:
        return None


def _part_around(session: Session, row: ConversationRow, at: Address) -> PartRow | None:
    around = [address_hash(one) for one in around_address(at)]
    query = select(PartRow).where(
        PartRow.conversation_id == row.id, PartRow.address_hash.in_(around)
    )
    found = [part for part in session.scalars(query) if is_within(at, part.address)]
    return max(found, key=lambda part: len(part.address), default=None)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
