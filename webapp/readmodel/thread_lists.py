"""How a conversation hangs together with others of its upload, as it is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypedDict

from crosswire.model import Conversation, ThreadEdge
from webapp.readmodel.text import printable

MAX_LISTED = 200
"""Conversations that began in one, which are stored with it; each of them names it itself."""


class ThreadTie(TypedDict):
    """A tie to another conversation."""

    relation: str
    id: str
    """The other's, as the log has it."""
    conversation: int | None
    """Its number in the upload, from 1; None where it is not in it."""
    here: str
    """The place in this conversation; empty where it is not known."""
    there: str
    """The place in the other one."""
    why: str
    path: str
    """The file that it stands in, where the log or its program tells; empty else."""


class Threads(TypedDict):
    """Where a conversation began, and what began in it."""

    id: str
    started_from: ThreadTie | None
    starts: list[ThreadTie]
    """At most `MAX_LISTED`."""
    counts: Mapping[str, int]
    """How many of each relation began in it."""


def threads_of(conversation: Conversation) -> Threads:
    """The ties of a conversation."""
    from_, starts = conversation.started_from, conversation.starts
    return Threads(
        id=printable(conversation.thread or ""),
        started_from=None if from_ is None else _tie(from_),
        starts=[_tie(edge) for edge in starts[:MAX_LISTED]],
        counts=Counter[str](edge.relation for edge in starts),
    )


def thread_of(summary: Mapping[str, Any]) -> str:
    """The log's own id of a conversation; empty where it has none, and in a reading of before
    they were stored."""
    return str((summary.get("threads") or {}).get("id", ""))


def _tie(edge: ThreadEdge) -> ThreadTie:
    return ThreadTie(
        relation=edge.relation,
        id=printable(edge.thread),
        conversation=None if edge.number is None else edge.number + 1,
        here=printable(edge.here or ""),
        there=printable(edge.there or ""),
        why=edge.why,
        path=printable(edge.path),
    )
