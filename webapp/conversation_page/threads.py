"""The conversations of an upload as a tree: which began in which, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flask import url_for

from webapp.database.tables import ConversationRow
from webapp.readmodel.thread_lists import Threads, ThreadTie
from webapp.request_scope import session
from webapp.store import permalinks

_WORDS = {
    "branch": ("Branch of {}", "1 other branch", "{} other branches"),
    "sub-agent": ("Sub-agent of {}", "1 sub-agent", "{} sub-agents"),
    "continuation": ("Goes on with {}", "goes on in 1 other", "goes on in {} others"),
}
"""A relation -> what the later one is, and how many of them the earlier one has."""


class ThreadLink(NamedTuple):
    """A way to another conversation."""

    words: str
    url: str
    title: str = ""


_NONE = Threads(id="", started_from=None, starts=[], counts={})


def _threads(row: ConversationRow) -> Threads:
    """Its ties; none in a reading of before they were stored."""
    threads: Threads = row.summary.get("threads", _NONE)
    return threads


def _tie(row: ConversationRow) -> ThreadTie | None:
    """The conversation of the upload that it began in."""
    tie = _threads(row)["started_from"]
    return None if tie is None or tie["conversation"] is None else tie


def tie_words(row: ConversationRow) -> str:
    """What a conversation is to the one that it began in; empty where it began in none."""
    tie = _tie(row)
    return "" if tie is None else _WORDS[tie["relation"]][0].format(f"{tie['conversation']:,}")


def ways_back(rows: Sequence[ConversationRow]) -> dict[int, ThreadLink]:
    """By the id of each row that began in another conversation: the way to the place there."""
    ties = {row.id: (row, tie) for row in rows if (tie := _tie(row)) is not None}
    if not ties:
        return {}
    numbers = {(tie["conversation"] or 1) - 1 for _, tie in ties.values()}
    found = permalinks.numbered(session(), rows[0], numbers)
    slugs = {other.number + 1: other.slug for other in found}
    return {
        id: ThreadLink(tie_words(row), _url(slug, tie), _HOW.get(tie["why"], ""))
        for id, (row, tie) in ties.items()
        if (slug := slugs.get(tie["conversation"] or 1)) is not None
    }


def _url(slug: str, tie: ThreadTie) -> str:
    if not tie["there"]:
        return url_for("conversations.show", slug=slug)
    return url_for("conversations.show", slug=slug, at=tie["there"], _anchor="at")


_HOW = {
    "rewind": "The user went back here and asked something else",
    "retry": "The same was asked or answered again",
    "prompt": "Told by its first words alone, which are those of the call",
}


def ways_on(row: ConversationRow) -> list[str]:
    """How many conversations of each kind began in this one."""
    counts = _threads(row)["counts"]
    return [
        one if counts[relation] == 1 else several.format(f"{counts[relation]:,}")
        for relation, (_, one, several) in _WORDS.items()
        if counts.get(relation)
    ]
