"""How much the reader by shape finds in recorded files, all other readers off."""

from collections.abc import Iterator

import crosswire
import pytest
from bench import by_shape
from crosswire.rules import Severity
from tests.selection import some_of
from tests.shared_corpus import CORPUS, Row, manifest, needs_corpus

SHARE_FOUND = 0.9
SHARE_TOO_MANY = 0.08
STRIDE = 9


def recorded() -> Iterator[Row]:
    """All files but the providers' own streams, which are for the readers of streams."""
    return (row for row in manifest() if not by_shape.is_own_stream(row))


@pytest.mark.thorough
@needs_corpus
def test_most_calls_and_results_are_found_and_few_too_many() -> None:
    total = sum((by_shape.count(row) for row in recorded()), by_shape.Count())
    assert total.wanted > 2000
    assert total.found >= SHARE_FOUND * total.wanted
    assert total.extra <= SHARE_TOO_MANY * total.wanted


@needs_corpus
def test_nothing_found_in_a_file_read_by_shape_is_an_error() -> None:
    for row in some_of(recorded(), STRIDE):
        try:
            log = crosswire.load((CORPUS / row["path"]).read_bytes(), format="by-shape")
        except crosswire.CrosswireError:
            continue
        for conversation in log.conversations:
            found = {defect.severity for defect in crosswire.diagnose(conversation)}
            assert Severity.ERROR not in found, row["path"]
