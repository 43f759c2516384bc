"""Uploads of more conversations than are wanted: told by their first ones, before all are
read."""

from __future__ import annotations

from crosswire.containers import Opened, json_lines
from crosswire.errors import CrosswireError, TooManyConversations
from crosswire.reading.detection import SAMPLE, candidates


def refuse_lines(data: bytes, most: int) -> None:
    """Raise where very many lines are a conversation each, judged by the first of them."""
    lines = data.count(b"\n")
    if lines <= most:
        return
    end = 0
    for _ in range(SAMPLE):
        end = data.find(b"\n", end) + 1
    try:
        opened = json_lines.open(data[:end])
    except CrosswireError:
        return
    if opened is not None:
        _refuse(opened, lines, most)


def refuse_items(opened: Opened, most: int) -> None:
    """Raise where each item of one array is a conversation, judged by the first of them."""
    first = opened.documents[0]
    if len(opened.documents) == 1 and isinstance(first, list) and len(first) > most:
        _refuse(Opened(opened.container, [first[:SAMPLE]]), len(first), most)


def _refuse(sample: Opened, count: int, most: int) -> None:
    found = next(iter(candidates(sample)), None)
    if found is not None and found.log is None and len(found.entries) >= SAMPLE:
        raise TooManyConversations(
            f"This holds about {count:,} conversations, and at most {most:,} are taken at "
            "once. Split it, and send the parts."
        )
