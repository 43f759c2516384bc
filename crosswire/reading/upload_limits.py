"""Refuses uploads with too many conversations by the first of them, before all are read."""

from __future__ import annotations

from itertools import islice

from crosswire.containers import Data, Opened, json_lines, source_of
from crosswire.errors import CrosswireError, TooManyConversations
from crosswire.reading.detection import candidates
from crosswire.reading.finding import SAMPLE


def refuse_lines(data: Data, max_conversations: int) -> None:
    """Raise where very many lines are a conversation each, going by the first of them."""
    source = source_of(data)
    lines = sum(piece.count(b"\n") for piece in source.pieces())
    if lines <= max_conversations:
        return
    first = b"".join(line + b"\n" for _, line in islice(source.lines(), SAMPLE))
    try:
        opened = json_lines.open(first)
    except CrosswireError:
        return
    if opened is not None:
        _refuse(opened, lines, max_conversations)


def refuse_items(opened: Opened, max_conversations: int) -> None:
    """Raise where each item of one array is a conversation, going by the first of them."""
    first = opened.documents[0]
    if (
        len(opened.documents) == 1
        and isinstance(first, list)
        and len(first) > max_conversations
    ):
        _refuse(Opened(opened.container, [first[:SAMPLE]]), len(first), max_conversations)


def refuse_more(count: int, max_conversations: int) -> None:
    """Raise where there are more, of all files together."""
    if count > max_conversations:
        raise _too_many(count, max_conversations)


def _too_many(count: int, max_conversations: int) -> TooManyConversations:
    return TooManyConversations(
        f"This holds about {count:,} conversations, and at most {max_conversations:,} "
        "are taken at once. Split it, and send the parts."
    )


def _refuse(sample: Opened, count: int, max_conversations: int) -> None:
    found = next(iter(candidates(sample)), None)
    if found is not None and found.log is None and len(found.entries) >= SAMPLE:
        raise _too_many(count, max_conversations)
