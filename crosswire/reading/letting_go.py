"""Gives the conversations of a log one after the other: no more than one need be in memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain

from crosswire.address import document_of
from crosswire.containers import Documents
from crosswire.model import Conversation
from crosswire.reading.line_by_line import ReadAgain
from crosswire.reading.loading import Log


def one_by_one(log: Log) -> Iterator[Conversation]:
    """Each conversation, out of its log, which holds it no more. When the next one is asked
    for, the documents before those in which one still stands go too, where they can be read
    again (`containers.Documents`)."""
    if isinstance(log.conversations, ReadAgain):
        again, log.conversations = log.conversations, []
        yield from again
        return
    waiting, log.conversations = deque(log.conversations), []
    firsts = deque(_first_documents(waiting, len(log.documents)))
    gone = 0
    while waiting:
        yield waiting.popleft()
        first = firsts.popleft()
        if isinstance(log.documents, Documents):
            log.documents.let_go(gone, first)
            gone = first


def are_read_apart(log: Log) -> bool:
    """Whether each conversation is read when it is asked for, from its line alone: so another
    process can, which was sent the log (it pickles, but for the source of its bytes)."""
    return isinstance(log.conversations, ReadAgain)


def _first_documents(conversations: Sequence[Conversation], end: int) -> list[int]:
    """For each of some conversations, the first document in which one behind it stands."""
    firsts: list[int] = []
    for conversation in reversed(conversations):
        firsts.append(end)
        end = min(end, _first_document(conversation, end))
    return firsts[::-1]


def _first_document(conversation: Conversation, end: int) -> int:
    parts = (part.address for _, part in conversation.parts())
    messages = (message.address for message in conversation.messages)
    beside = (part.address for part in conversation.settings_and_tools)
    return min(map(document_of, chain(parts, messages, beside)), default=end)
