"""What the address of a library asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Self

from werkzeug.datastructures import MultiDict

import crosswire
from crosswire.rules import named
from webapp.library.words import HAS_WORDS, STATES
from webapp.readmodel.search_texts import LONGEST_QUERY
from webapp.readmodel.verdicts import TARGETS_ASKED
from webapp.settings import LARGEST_NUMBER
from webapp.store import library

MOST_ASKED_TAGS = 20
_SLUG = re.compile(r"[\w-]{22}", re.ASCII)


@dataclass(frozen=True)
class LibraryAsked:
    """What the query of an address asks for."""

    q: str = ""
    tool: str = ""
    id: str = ""
    format: str = ""
    code: str = ""
    verdict: str = ""
    since: str = ""
    until: str = ""
    tags: tuple[str, ...] = ()
    collection: str = ""
    has: tuple[str, ...] = ()
    before: str = ""
    """The list goes on below the upload of this permalink."""
    sort: str = ""
    """In which order; empty: the newest first."""
    skip: int = 0
    """Where a sorted list goes on."""
    unknown: tuple[str, ...] = field(default=(), compare=False)
    """What was not understood, each in a sentence."""

    @classmethod
    def of(cls, query: MultiDict[str, str]) -> Self:
        reader = _Reader(query)
        asked = cls(
            q=query.get("q", "")[:LONGEST_QUERY] if query.get("q", "").strip() else "",
            tool=query.get("tool", ""),
            id=query.get("id", ""),
            format=reader.format(),
            code=reader.code(),
            verdict=reader.verdict(),
            since=reader.day("from"),
            until=reader.day("to"),
            tags=reader.tags(),
            collection=reader.fits("collection", _SLUG, "is no collection"),
            has=reader.has(),
            before=reader.fits("before", _SLUG, "is no place in the list"),
            sort=reader.sort(),
            skip=min(max(query.get("skip", 0, type=int) or 0, 0), LARGEST_NUMBER),
        )
        return replace(asked, unknown=tuple(reader.unknown))

    def query(self, **changes: Any) -> dict[str, Any]:
        """The query that asks for the same, changes aside."""
        one = replace(self, **changes)
        every = {
            "q": one.q,
            "tool": one.tool,
            "id": one.id,
            "format": one.format,
            "code": one.code,
            "verdict": one.verdict,
            "from": one.since,
            "to": one.until,
            "tag": list(one.tags),
            "collection": one.collection,
            "has": list(one.has),
            "before": one.before,
            "sort": one.sort,
            "skip": one.skip,
        }
        return {name: value for name, value in every.items() if value}

    def filters(self, owner: str) -> library.Filters:
        target, _, state = self.verdict.rpartition(":")
        until = _moment(self.until)
        return library.Filters(
            owner=owner,
            tool=self.tool,
            call_id=self.id,
            format=self.format,
            code=self.code,
            target=target,
            state=state,
            since=_moment(self.since),
            until=until and until + timedelta(days=1),
            tags=self.tags,
            collection=self.collection,
            has=self.has,
        )


def _moment(day: str) -> datetime | None:
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC) if day else None


class _Reader:
    """Reads what a query asks for, and keeps what it does not understand."""

    def __init__(self, query: MultiDict[str, str]) -> None:
        self._query = query
        self.unknown: list[str] = []

    def fits(self, name: str, pattern: re.Pattern[str], fault: str) -> str:
        text = self._query.get(name, "")
        return text if not text or pattern.fullmatch(text) else self._no(text, fault)

    def format(self) -> str:
        text = self._query.get("format", "")
        known = text in crosswire.FORMATS or text in crosswire.LOGS
        return text if known else self._no(text, "is no name of a format")

    def code(self) -> str:
        text = self._query.get("code", "").strip()
        rule = named(text) if text else None
        return rule.code if rule else self._no(text, "is the code and the name of no rule")

    def verdict(self) -> str:
        text = self._query.get("verdict", "")
        target, _, state = text.rpartition(":")
        known = target in TARGETS_ASKED and state in STATES
        return (
            text
            if known
            else self._no(text, ("is no verdict: write a target, a colon and a word"))
        )

    def day(self, name: str) -> str:
        text = self._query.get(name, "").strip()
        try:
            known = text and 1_900 <= date.fromisoformat(text).year <= 9_000
        except ValueError:
            known = False
        return (
            date.fromisoformat(text).isoformat()
            if known
            else self._no(text, "is no day such as 2026-11-01")
        )

    def tags(self) -> tuple[str, ...]:
        asked = list(dict.fromkeys(filter(None, self._query.getlist("tag"))))
        tags = []
        for tag in asked[:MOST_ASKED_TAGS]:
            if tag.isprintable():
                tags.append(tag)
            else:
                self._no(tag, "is no tag")
        return tuple(tags)

    def sort(self) -> str:
        text = self._query.get("sort", "")
        known = text in library.SORTS
        return text if known else self._no(text, f"is not one of {', '.join(library.SORTS)}")

    def has(self) -> tuple[str, ...]:
        asked = dict.fromkeys(name for name in self._query.getlist("has") if name)
        for name in asked:
            if name not in HAS_WORDS:
                self._no(name, f"is not one of {', '.join(HAS_WORDS)}")
        return tuple(name for name in asked if name in HAS_WORDS)

    def _no(self, text: str, fault: str) -> str:
        if text and len(self.unknown) < MOST_ASKED_TAGS:
            self.unknown.append(f"“{text[:80]}” {fault}.")
        return ""
