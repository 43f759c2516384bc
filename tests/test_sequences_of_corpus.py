"""Joining the recorded exchanges of real logs loses none of them, and no call or result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePath

import crosswire
import pytest
from crosswire.address import Address
from crosswire.model import Conversation, Message, ToolCallPart, ToolResultPart
from crosswire.reading import loading
from tests import shared_corpus
from tests.selection import some_of

RECORDED = (".har", ".yaml", ".yml", ".pairs.jsonl", ".responses")
STRIDE = 6


def recordings() -> list[str]:
    rows = (row["path"] for row in shared_corpus.manifest())
    return some_of([path for path in rows if PurePath(path).name.endswith(RECORDED)], STRIDE)


def apart(path: str, monkeypatch: pytest.MonkeyPatch) -> list[Conversation]:
    with monkeypatch.context() as patched:
        patched.setattr(loading, "join", lambda files: None)
        return crosswire.load((shared_corpus.CORPUS / path).read_bytes(), name=path).conversations


def places(conversations: Iterable[Conversation]) -> Counter[Address]:
    """Where the calls and results stand, whichever stand there again, and those that a finding tells of;
    of what came in events, where the first of it stands."""
    conversations = list(conversations)
    left_out = [one.there for each in conversations for one in each.differences if one.what == "left out"]
    found = [at for one in conversations for message in one.messages for at in _places_in(message)]
    return Counter(found + left_out)


def _places_in(message: Message) -> Iterator[Address]:
    for part in message.parts:
        if isinstance(part, ToolCallPart | ToolResultPart):
            yield part.address
            yield from part.also if message.places is None else ()


@shared_corpus.needs_corpus
def test_no_exchange_and_no_place_of_a_call_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    joined_some = False
    for path in recordings():
        try:
            joined = shared_corpus.load(path).conversations
        except crosswire.CrosswireError:
            continue
        single = apart(path, monkeypatch)
        requests = [sum(event.kind == "seam" for event in one.events) or 1 for one in joined]
        assert sum(requests) == len(single), path
        assert places(joined) == places(single), path
        assert [
            found for one in joined for found in crosswire.diagnose(one) if found.severity == "error"
        ] == [], path
        joined_some |= max(requests) > 1
    assert joined_some
