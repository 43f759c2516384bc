"""The conversations of an upload as a tree: which began in which, and where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from flask import url_for

from webapp.database.tables import ConversationRow
from webapp.readmodel.text import one_line
from webapp.readmodel.thread_lists import Threads, ThreadTie
from webapp.request_scope import session
from webapp.store import listings, permalinks
from webapp.wording.between import elsewhere_words

_WORDS = {
    "branch": ("Branch", "1 other branch", "{} other branches"),
    "fork": ("Fork", "1 fork", "{} forks"),
    "sub-agent": ("Sub-agent", "1 sub-agent", "{} sub-agents"),
    "continuation": ("Continuation", "goes on in 1 other", "goes on in {} others"),
}
"""A relation -> what the later one is, and how many of them the earlier one has."""
LONGEST_CALL = 40
LONGEST_TITLE = 50
DEEPEST = 6
"""Levels of a tree that are indented."""


class ThreadLink(NamedTuple):
    """A way to another conversation."""

    words: str
    url: str
    """Empty where the upload does not hold it."""
    title: str = ""


def _elsewhere(row: ConversationRow) -> ThreadLink | None:
    """The conversation that one began in, where the upload does not hold that."""
    tie = _threads(row)["started_from"]
    if tie is None or tie["conversation"] is not None or not tie["id"]:
        return None
    words = f"{_WORDS[tie['relation']][0]} of {one_line(tie['id'], LONGEST_TITLE)}"
    return ThreadLink(words + elsewhere_words(tie.get("path", "")), "")


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
    return "" if tie is None else _WORDS[tie["relation"]][0]


def in_tree(rows: Sequence[ConversationRow]) -> list[tuple[ConversationRow, int]]:
    """The rows in the order of their tree, each with its depth: what began in one of them
    stands below it."""
    above = _above(rows)
    below: dict[int, list[ConversationRow]] = defaultdict(list)
    for row in rows:
        below[above[row.number + 1]].append(row)
    found: list[tuple[ConversationRow, int]] = []
    waiting = [(row, 0) for row in reversed(below[0])]
    while waiting:
        row, depth = waiting.pop()
        found.append((row, min(depth, DEEPEST)))
        waiting += [(one, depth + 1) for one in reversed(below[row.number + 1])]
    return found


def _above(rows: Sequence[ConversationRow]) -> dict[int, int]:
    """The number of each row, from 1 -> that of the row that it stands below, or 0."""
    above: dict[int, int] = {}
    known = {row.number + 1 for row in rows}
    for row in rows:
        own, tie = row.number + 1, _tie(row)
        other = 0 if tie is None else tie["conversation"] or 0
        root = other if other in known else 0
        while root in above:
            root = above[root]
        # A log can say anything: nothing stands below itself, or below what is below it.
        above[own] = other if other in known and root != own else 0
    return above


def ways_back(
    rows: Sequence[ConversationRow], *, titled: bool = True
) -> dict[int, ThreadLink]:
    """By the id of each row that began in another conversation: the way to the place there;
    `titled` says which one that is. Of one that the upload does not hold the name alone."""
    ties = {row.id: (row, tie) for row in rows if (tie := _tie(row)) is not None}
    links = {row.id: link for row in rows if (link := _elsewhere(row)) is not None}
    if not ties:
        return links
    numbers = {(tie["conversation"] or 1) - 1 for _, tie in ties.values()}
    found = permalinks.numbered(session(), rows[0], numbers)
    others = {other.number + 1: other for other in found}
    called = listings.calls_at(
        session(), [other.id for other in found], [tie["there"] for _, tie in ties.values()]
    )
    for id, (row, tie) in ties.items():
        other = others.get(tie["conversation"] or 1)
        if other is not None:
            call = called.get((other.id, tie["there"]))
            words = tie_words(row) + _of_call(call)
            if titled:
                words += _in_title(other, has_call=call is not None)
            links[id] = ThreadLink(words, _url(other.slug, tie), _HOW.get(tie["why"], ""))
    return links


def _of_call(call: tuple[str, str] | None) -> str:
    if call is None:
        return ""
    return f" of call {one_line(' '.join(filter(None, call)), LONGEST_CALL)}"


def _in_title(other: ConversationRow, *, has_call: bool) -> str:
    title = one_line(other.title or f"conversation {other.number + 1:,}", LONGEST_TITLE)
    return f" {'in' if has_call else 'of'} {title}"


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
