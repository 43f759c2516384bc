"""The library as its page shows it: what was found, what can be chosen, and the addresses
around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from flask import url_for

from crosswire.rules import named
from webapp.database.tables import UploadRow
from webapp.library.query import LibraryAsked
from webapp.library.words import COLUMNS, HAS_WORDS, REFUSED_ALONE, SAYS, WAITS, Chip, Head
from webapp.request_scope import session
from webapp.store import collections as stored_collections
from webapp.store import library, library_search
from webapp.store.library_entries import Kept, library_entries
from webapp.wording.searching import what_words
from webapp.wording.template_names import format_title, nameless, target_short
from webapp.wording.times import age_words

PAGE = 50
"""Uploads that a page lists."""
AT_ONCE = 1_000
"""Uploads that are changed, deleted or exported at once."""


@dataclass(frozen=True)
class Entry:
    """An upload in the list, with the first place that has the words."""

    kept: Kept
    found: library_search.LibraryHit | None
    words: str

    @property
    def upload(self) -> UploadRow:
        return self.kept.upload

    @property
    def name(self) -> str:
        """What it is called: by whoever manages it, by the first words of its user, by its
        file."""
        named = self.upload.label or self.kept.title or self.upload.name
        return named or nameless(self.upload.format and self.upload.format_title)

    @property
    def own_name(self) -> str:
        """The name of its file, where it is called something else."""
        return self.upload.name or "" if self.name != self.upload.name else ""

    @property
    def state(self) -> tuple[str, str]:
        """How it stands, as a shape and in words: what its own provider says, as far as it
        was asked, and what is wrong whoever reads it."""
        kept = self.kept
        if kept.waits:
            return "open", WAITS[kept.waits]
        if not kept.messages:
            return "open", "no message read"
        if kept.verdict == "refused":
            return "error", SAYS[kept.verdict] if kept.errors else REFUSED_ALONE
        if kept.errors:
            return "error", "wrong"
        if kept.unread:
            return "open", "not all read"
        if kept.warnings or kept.verdict == "unsure":
            return "warning", "in doubt" if kept.warnings else SAYS[kept.verdict]
        return ("sound" if kept.verdict else "open"), SAYS[kept.verdict]

    @property
    def age(self) -> str:
        """How long it has been kept."""
        made = self.upload.created_at
        made = made if made.tzinfo else made.replace(tzinfo=UTC)
        return age_words((datetime.now(UTC) - made).total_seconds())

    @property
    def hit_url(self) -> str:
        """The place in its conversation, with the search beside it."""
        if self.found is None:
            return ""
        place = self.found.hit["address"]
        return url_for(
            "conversations.show", slug=self.found.slug, q=self.words, at=place, _anchor="at"
        )

    def record(self) -> dict[str, Any]:
        """The same for a program."""
        kept, upload = self.kept, self.upload
        hit = (
            None
            if self.found is None
            else {
                **self.found.hit,
                "what": what_words(self.found.hit["what"]),
                "slug": self.found.slug,
            }
        )
        return {
            "slug": kept.slug,
            "url": url_for("conversations.show", slug=kept.slug, _external=True),
            "label": upload.label,
            "name": upload.name,
            "title": kept.title,
            "note": upload.remark,
            "tags": kept.tags,
            "collections": [{"slug": slug, "name": name} for slug, name in kept.collections],
            "format": upload.format or None,
            "created_at": upload.created_at.isoformat(),
            "size": upload.size,
            "sha256": upload.digest,
            "state": kept.waits or "read",
            "conversations": kept.conversations,
            "messages": kept.messages,
            "calls": kept.calls,
            "unread": kept.unread,
            "findings": {"error": kept.errors, "warning": kept.warnings, "info": kept.remarks},
            "hit": hit,
        }


class Library:
    """What somebody keeps, as an address asks for it."""

    SECONDS = 1.5
    """So long one request searches texts."""

    def __init__(self, owner: str | None, asked: LibraryAsked) -> None:
        self.owner = owner or ""
        self.forgotten: list[int] = []
        """Uploads that this browser kept when owners were not written down yet."""
        self.asked = asked
        self.filters = asked.filters(self.owner)

    @cached_property
    def _before(self) -> int | None:
        if not self.asked.before:
            return None
        return library.managed_ids(session(), self.owner, [self.asked.before]).get(
            self.asked.before
        )

    @property
    def lost_place(self) -> bool:
        """Whether the list was to go on at an upload that is gone; then it begins anew."""
        return bool(self.asked.before) and self._before is None

    @cached_property
    def searched(self) -> library_search.LibraryHits | None:
        """What was found in the texts; None where no words are asked for."""
        if not self.asked.q:
            return None
        return library_search.search_library(
            session(),
            self.filters,
            self.asked.q,
            self._before,
            count=PAGE,
            seconds=self.SECONDS,
        )

    @cached_property
    def _page(self) -> tuple[list[int], int | None]:
        """The uploads of this page, and the one below which the list goes on."""
        if self.searched is not None:
            return [one.upload_id for one in self.searched.hits], self.searched.last
        if self.asked.sort:
            return self._sorted, None
        ids = list(library.library_ids(session(), self.filters, self._before, PAGE + 1))
        return ids[:PAGE], ids[PAGE - 1] if len(ids) > PAGE else None

    @cached_property
    def _sorted(self) -> list[int]:
        """The uploads of this page of a sorted list."""
        asked = self.asked
        found = library.sorted_ids(session(), self.filters, asked.sort, asked.skip, PAGE)
        return list(found)

    @cached_property
    def entries(self) -> list[Entry]:
        hits = {one.upload_id: one for one in self.searched.hits} if self.searched else {}
        kept = library_entries(session(), self.owner, self._page[0])
        return [Entry(one, hits.get(one.upload.id), self.asked.q) for one in kept]

    @cached_property
    def total(self) -> int:
        """Uploads that match all but the words."""
        if self.searched:
            return self.searched.total
        if not self.asked.sort and self._before is None and self._page[1] is None:
            return len(self._page[0])  # the first page has them all
        return library.library_count(session(), self.filters)

    @cached_property
    def is_empty(self) -> bool:
        """Whether nothing is kept at all."""
        return not library.library_ids(session(), library.Filters(self.owner), None, 1)

    @cached_property
    def next(self) -> str:
        """The permalink below which the list goes on; empty at its end."""
        last = self._page[1]
        if last is None:
            return ""
        listed = [entry.kept for entry in self.entries if entry.upload.id == last]
        found = listed or library_entries(session(), self.owner, [last])
        return found[0].slug if found else ""

    @property
    def next_query(self) -> dict[str, Any]:
        """What asks for the next page; empty at the end of the list."""
        asked = self.asked
        if asked.sort and not asked.q:
            further = asked.skip + PAGE
            return asked.query(before="", skip=further) if further < self.total else {}
        return asked.query(before=self.next) if self.next else {}

    @property
    def next_url(self) -> str:
        return url_for("library.index", **self.next_query) if self.next_query else ""

    @property
    def matching(self) -> int:
        """How many uploads `all that match` stands for."""
        return min(self.total, AT_ONCE)

    def matching_ids(self) -> list[int]:
        """The newest uploads that match; with words, they cannot be told without a long
        search."""
        return list(library.library_ids(session(), self.filters, None, AT_ONCE))

    @cached_property
    def facets(self) -> library.Facets:
        return library.library_facets(session(), self.owner)

    @cached_property
    def collections(self) -> list[stored_collections.Collection]:
        return stored_collections.collections_of(session(), self.owner)

    @cached_property
    def collection(self) -> stored_collections.Collection | None:
        """The one that is asked for."""
        return next(
            (
                collection
                for collection in self.collections
                if collection.slug == self.asked.collection
            ),
            None,
        )

    @cached_property
    def older(self) -> int:
        """Uploads that older code read."""
        return library.older_readings(session(), self.owner)[0]

    def url(self, **changes: Any) -> str:
        return url_for("library.index", **self.asked.query(**changes))

    @property
    def heads(self) -> list[Head]:
        """The heads of the list; what is found by words comes newest first."""
        return [self._head(*column) for column in COLUMNS]

    def _head(self, name: str, title: str, sort: str, way: str) -> Head:
        now = bool(sort) and self.asked.sort == sort and not self.asked.q
        shown = way if now else ""
        if name == "age" and not self.asked.sort:
            shown = "ascending"
        url = self.url(sort="" if now else sort, skip=0, before="")
        return Head(name, title, url if sort and not self.asked.q else "", shown)

    @property
    def query(self) -> dict[str, Any]:
        return self.asked.query()

    @property
    def is_filtered(self) -> bool:
        return bool(self.asked.query(before="", sort="", skip=0))

    @property
    def chips(self) -> list[Chip]:
        """The filters that are set, each with the page without it."""
        return [
            Chip(title, value, self.url(before="", skip=0, **gone))
            for title, value, gone in self._set()
        ]

    def _set(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        asked = self.asked
        target, _, state = asked.verdict.rpartition(":")
        rule = named(asked.code)
        shown = (
            ("Text", "q", asked.q),
            ("Tool", "tool", asked.tool),
            ("Id", "id", asked.id),
            ("Format", "format", format_title(asked.format)),
            ("Problem", "code", f"{rule.code} {rule.name}" if rule else asked.code),
            ("Verdict", "verdict", f"{target_short(target)}: {state}" if target else ""),
            ("From", "since", asked.since),
            ("To", "until", asked.until),
            (
                "Collection",
                "collection",
                self.collection.name if self.collection else asked.collection,
            ),
        )
        yield from ((title, value, {name: ""}) for title, name, value in shown if value)
        for tag in asked.tags:
            yield "Tag", tag, {"tags": tuple(one for one in asked.tags if one != tag)}
        for name in asked.has:
            yield (
                "With",
                HAS_WORDS[name],
                {"has": tuple(one for one in asked.has if one != name)},
            )
