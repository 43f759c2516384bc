"""No file of the recorded logs is read by less than it holds without a word about it."""

import crosswire
import pytest
from tests import shared_corpus
from tests.selection import some_of


@pytest.mark.skipif(not shared_corpus.CORPUS.is_dir(), reason=shared_corpus.MISSING)
def test_what_is_listed_as_not_read_is_refused_or_read_by_its_shape() -> None:
    listed = [row["path"] for row in shared_corpus.manifest() if not shared_corpus.is_read(row["path"])]
    assert listed
    for path in listed:
        try:
            found = crosswire.detect((shared_corpus.CORPUS / path).read_bytes())
        except crosswire.UnreadableUpload:
            continue
        assert {one.format for one in found} <= {"by-shape"}, path


def test_a_file_with_more_calls_than_were_read_says_so() -> None:
    """By the counts of the manifest, also for formats that no reader knows."""
    silent = []
    for row in some_of(shared_corpus.manifest(), 4):
        try:
            log = shared_corpus.load(row["path"])
        except crosswire.CrosswireError:
            continue
        calls = [call for each in log.conversations for call in each.calls()]
        results = sum(len(list(each.results())) for each in log.conversations)
        results += sum(call.embedded is not None for call in calls)
        fewer = len(calls) < int(row["calls"] or 0) or results < int(row["results"] or 0)
        if fewer and not any(each.unread for each in log.conversations):
            silent.append(row["path"])
    assert silent == []
