"""With any one reader off, nobody takes its files for more or less than they hold.

Each file goes to the reader by shape, to another that reads as many calls and results or says what it left,
or it is refused.
"""

from __future__ import annotations

import crosswire
import pytest
from crosswire.formats import FORMATS
from crosswire.logs import LOGS
from tests import shared_corpus
from tests.corpus_counts import Counts, counted, expected, read_apart
from tests.selection import some_of
from tests.shared_corpus import Row

BY_SHAPE = "by-shape"
"""It knows no format and guesses, and what it reads is measured apart."""
READERS = [name for name in (*FORMATS, *LOGS) if name != BY_SHAPE]

pytestmark = shared_corpus.needs_corpus


def files_of(name: str) -> list[Row]:
    """Files that the reader of this name reads."""
    read = []
    for row in some_of(shared_corpus.manifest(), 16):
        try:
            log = shared_corpus.load(row["path"])
        except crosswire.CrosswireError:
            continue
        read += [row] if log.format == name else []
    return read


@pytest.mark.parametrize("name", READERS)
def test_a_file_whose_reader_is_off_is_claimed_by_nobody_with_other_calls(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = files_of(name)
    registry = next(one for one in (FORMATS, LOGS) if name in one)
    monkeypatch.delitem(registry, name)
    claimed = [row["path"] for row in rows if _is_claimed_wrongly(row)]
    assert claimed == []


def _is_claimed_wrongly(row: Row) -> bool:
    try:
        log = read_apart(row["path"])
    except crosswire.CrosswireError:
        return False
    counted_by_hand = Counts(int(row["calls"] or 0), int(row["results"] or 0))
    if log.format == BY_SHAPE or counted(log) in (expected(row), counted_by_hand):
        return False
    return not any(list(each.unread) for each in log.conversations)
