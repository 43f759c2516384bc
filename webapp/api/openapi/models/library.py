"""What somebody keeps here, and what is said of it."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import ConfigDict, Field

from webapp.api.openapi.models.common import Answer, Asked, Permalink, Severity
from webapp.api.openapi.models.searching import Hit
from webapp.store.collections import LONGEST_LABEL, LONGEST_NOTE
from webapp.store.library import HAS, SORTS

SLUG = r"^[A-Za-z0-9_-]{22}$"


class LibraryFilters(Asked):
    """All that is given must hold."""

    q: str = ""
    """Words that stand in it."""
    tool: str = ""
    """A tool's name, all of it."""
    id: str = ""
    """A call id, all of it."""
    format: str = Field(default="", pattern=r"^[A-Za-z0-9_.-]{0,60}$")
    code: str = ""
    """A rule that finds something in it, by its code or its name."""
    verdict: str = ""
    """A target and what it made of it, such as `anthropic:refused`."""
    since: date | None = Field(default=None, alias="from")
    """It was kept on this day or later."""
    until: date | None = Field(default=None, alias="to")
    """It was kept on this day or before."""
    tag: list[str] = Field(default_factory=list, max_length=20)
    """It has all of these."""
    collection: str | None = Field(default=None, pattern=SLUG)
    has: list[Literal[*HAS]] = Field(default_factory=list)  # type: ignore[valid-type]
    before: str | None = Field(default=None, pattern=SLUG)
    """The list goes on below this upload; `next` says it."""
    sort: Literal["", *SORTS] = ""  # type: ignore[valid-type]
    """The order; without it the newest come first. Words are found in that order alone."""
    skip: int = Field(default=0, ge=0)
    """Where a sorted list goes on; `next` says it."""


class CollectionName(Answer):
    """A collection that it is in."""

    slug: str
    name: str


class LibraryHit(Hit):
    """The first text that has the words."""

    slug: str
    """Of its conversation."""


class LibraryEntry(Permalink):
    """An upload, by its first conversation."""

    label: str | None
    """What whoever manages it calls it."""
    name: str | None
    """Its file name."""
    title: str | None
    note: str | None
    tags: list[str]
    collections: list[CollectionName]
    format: str | None
    """None where it is not read, or where no format knows it."""
    created_at: str
    size: int
    sha256: str
    state: Literal["read", "waiting", "working", "failed"]
    conversations: int
    messages: int
    calls: int
    unread: int
    """Places that were not read."""
    findings: dict[Severity, int]
    hit: LibraryHit | None


class LibraryPage(Answer):
    """Some uploads, the newest first."""

    uploads: list[LibraryEntry]
    total: int
    """Uploads that match all but the words."""
    searched: int | None
    """How many of them were searched for the words so far."""
    limit: int
    next: str | None
    """Address of the others."""


class Said(Asked):
    """What is said of an upload; what is not named stays."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"minProperties": 1})

    label: str | None = Field(default=None, max_length=LONGEST_LABEL)
    """What it is called."""
    note: str | None = Field(default=None, max_length=LONGEST_NOTE)
    tags: list[str] = Field(default_factory=list, max_length=20)


class SaidNow(Answer):
    """What is said of it now."""

    slug: str
    label: str | None
    note: str | None
    tags: list[str]
