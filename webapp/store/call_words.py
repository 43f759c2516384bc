"""The calls that have some words: in their tool, arguments or ids, in their result, or in how
they ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from sqlalchemy import select

from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, ListBlockRow
from webapp.readmodel.lists import CallEntry
from webapp.readmodel.text_search import Words
from webapp.store.searching import search_blocks_of

MOST_WORDS = 8
"""Words that are looked for at once."""


def calls_with(
    session: Session, row: ConversationRow, words: str, most: int
) -> list[CallEntry]:
    """The first entries of the list of calls that have all these words."""
    sought = list(dict.fromkeys(words.casefold().split()))[:MOST_WORDS]
    in_texts = [_Places(word) for word in sought]
    for block in search_blocks_of(session, row, [one.sought for one in in_texts]):
        for one in in_texts:
            one.read(block)
    found = (one for one in _entries(session, row) if _has(one, in_texts))
    return list(islice(found, most))


class _Places:
    """The calls and rows whose texts have a word."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.calls: set[int] = set()
        self.rows: set[int] = set()
        self.sought = Words(word)

    def read(self, block: bytes) -> None:
        """Search one more block."""
        for owner in self.sought.owners(block):
            self.rows.add(owner.row)
            if owner.call is not None:
                self.calls.add(owner.call)


def _entries(session: Session, row: ConversationRow) -> Iterator[CallEntry]:
    query = select(ListBlockRow.entries).where(
        ListBlockRow.conversation_id == row.id, ListBlockRow.list == "calls"
    )
    query = query.order_by(ListBlockRow.number).execution_options(yield_per=20)
    for entries in session.scalars(query):
        yield from entries


def _has(entry: CallEntry, sought: Sequence[_Places]) -> bool:
    ended = "error" if entry.get("failed") else entry["how"]
    # What a list says of a call may be shorter than its texts, or put together from them.
    said = f"{entry['name']} {entry.get('telling', '')} {ended}".casefold()
    return all(
        one.word in said or entry["row"] in one.rows or entry["call"] in one.calls
        for one in sought
    )
