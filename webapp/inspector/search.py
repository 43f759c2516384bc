"""A search in a conversation, as its page shows it: hits some at a time, counts of every
scope, ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flask import request

from crosswire.explanations import is_known_error
from webapp.readmodel.search_texts import Scope
from webapp.readmodel.text_search import Found, Hit, WholeId, Words
from webapp.request_scope import session
from webapp.store import searching
from webapp.wording.searching import SCOPES, what_words

if TYPE_CHECKING:
    from webapp.conversation_page.page import Inspector

HITS = 50
"""Hits that a page shows at once."""
LONGEST_ERROR = 2_000
"""Characters of what may be an error's text rather than words to look for."""
FEWEST_SPACES = 2
"""An error's text has more than two words."""


class Search:
    """What an address searches for, found when it is asked for."""

    def __init__(self, page: Inspector, offset: int = 0) -> None:
        self._page = page
        self.asked = page.asked
        self.words = page.asked.q or ""
        self.offset = offset

    @cached_property
    def _found(self) -> tuple[Found, Found | None]:
        """The words, and the same as a whole id where one is searched for."""
        asked = self.asked
        words = Found(Words(self.words, asked.case == "exact"), self.offset, HITS, asked.scope)
        whole = Found(WholeId(self.words), self.offset, HITS) if asked.scope == "ids" else None
        searching.search(session(), self._page.row, words, *([] if whole is None else [whole]))
        return words, whole

    @property
    def is_id(self) -> bool:
        """Whether an id is searched for, and some part has just this one."""
        whole = self._found[1]
        return whole is not None and whole.places["ids"] > 0

    @property
    def found(self) -> Found:
        """What is listed: every place of a whole id, or the places of the words."""
        words, whole = self._found
        return whole if whole is not None and self.is_id else words

    @property
    def hits(self) -> list[Hit]:
        return self.found.hits

    @property
    def scopes(self) -> list[tuple[Scope | None, str, int, str]]:
        """Name, title, number of texts and page of each scope; the first one is everywhere."""
        counts = self._found[0].places
        every: list[tuple[Scope | None, str, int]] = [(None, "Everywhere", counts.total())]
        every += [(scope, title, counts[scope]) for scope, title in SCOPES.items()]
        return [(scope, title, count, self.url(scope=scope)) for scope, title, count in every]

    @cached_property
    def beside(self) -> searching.IdPlaces | None:
        """Ids that may be meant, and what Crosswire made of it; only where an id is searched
        for."""
        if self.asked.scope != "ids":
            return None
        return searching.beside_id(session(), self._page.row, self.words)

    @cached_property
    def made(self) -> list[searching.MadeId]:
        """What Crosswire wrote for the id; what several policies write alike is told of
        once."""
        every = self.beside.made if self.beside else []
        return list({replace(one, policy=""): one for one in every}.values())

    def url(self, **changes: Any) -> str:
        """The page of this search with some of it changed."""
        return self._page.link("search.show", asked=replace(self.asked, **changes))

    @cached_property
    def error_url(self) -> str:
        """Where it is explained what the words mean, if they are a provider's error."""
        error = request.args.get("q", "")[:LONGEST_ERROR].strip()
        if error.count(" ") < FEWEST_SPACES or not is_known_error(error):
            return ""
        asked = replace(self.asked, q=None, scope=None, case="any")
        return self._page.link("explanations.show", asked=asked, error=error)

    @property
    def last(self) -> int:
        return self.offset + len(self.hits)

    @property
    def next_url(self) -> str:
        more = self.last < self.found.total
        return self._page.link("search.show", offset=self.last) if more else ""

    @property
    def previous_url(self) -> str:
        before = max(self.offset - HITS, 0)
        return self._page.link("search.show", offset=before or None) if self.offset else ""

    def record(self) -> dict[str, Any]:
        """The same for a program."""
        found, counts = self.found, self._found[0].places
        return {
            "q": self.words,
            "in": self.asked.scope or "all",
            "case": self.asked.case,
            "whole_id": self.is_id,
            "total": found.total,
            "times": found.times,
            "scopes": {scope: counts[scope] for scope in SCOPES},
            "offset": self.offset,
            "hits": [_plain(hit) for hit in self.hits],
            "ids": None if self.beside is None else self.beside.record(),
        }


def _plain(hit: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **hit,
        "what": what_words(hit["what"]),
        "role": hit["role"] or None,
        "tool": hit["tool"] or None,
    }
