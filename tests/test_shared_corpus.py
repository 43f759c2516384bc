"""The list of files that no reader knows is true, so that it shrinks when one is read."""

import crosswire
import pytest
from tests import shared_corpus


@pytest.mark.skipif(not shared_corpus.CORPUS.is_dir(), reason=shared_corpus.MISSING)
def test_what_is_listed_as_not_read_is_refused() -> None:
    listed = [row["path"] for row in shared_corpus.manifest() if not shared_corpus.is_read(row["path"])]
    assert listed
    for path in listed:
        with pytest.raises(crosswire.CrosswireError):
            shared_corpus.load(path)
