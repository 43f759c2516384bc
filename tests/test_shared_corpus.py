"""No file of the recorded logs is read by less than it holds without a word about it."""

from collections.abc import Sequence

import crosswire
import pytest
from crosswire.model import Conversation, Part
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


def places(parts: Sequence[Part]) -> int:
    return sum(1 + len(part.also) for part in parts)


def leaves_out(conversation: Conversation) -> bool:
    """Whether a finding tells that something of an answer was not sent back."""
    return any(one.what == "left out" for one in conversation.differences)


def was_read_by_shape(log: crosswire.Log) -> bool:
    """Whether a note tells that the format is not known, and what was found in it."""
    return any(note.code == "read-by-shape" for each in log.conversations for note in each.notes)


def test_a_file_with_more_calls_than_were_read_says_so() -> None:
    """By the counts of the manifest, which may count a call at each place where it stands."""
    silent = []
    for row in some_of(shared_corpus.manifest(), 4):
        try:
            log = shared_corpus.load(row["path"])
        except crosswire.CrosswireError:
            continue
        calls = [call for each in log.conversations for call in each.calls()]
        results = [result for each in log.conversations for result in each.results()]
        results += [call.embedded for call in calls if call.embedded is not None]
        fewer = places(calls) < int(row["calls"] or 0) or places(results) < int(row["results"] or 0)
        says_so = any(each.unread or leaves_out(each) for each in log.conversations)
        if fewer and not says_so and not was_read_by_shape(log):
            silent.append(row["path"])
    assert silent == []
