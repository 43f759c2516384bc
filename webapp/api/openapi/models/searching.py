"""A search in a conversation."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from webapp.api.openapi.models.common import Answer, Paging
from webapp.wording.searching import SCOPES

Scope = Literal[*SCOPES]  # type: ignore[valid-type]


class SearchFor(Paging):
    """What to search for."""

    q: str = Field(min_length=1)
    """The text, or the id."""
    scope: Scope | None = Field(default=None, alias="in")
    """Where; everywhere without it. With `ids`, a whole id is found in every place that names
    it."""
    case: Literal["any", "exact"] = "any"


class Hit(Answer):
    """A text that has the words."""

    row: int
    message: int | None
    call: int | None
    role: str | None
    tool: str | None
    scope: Scope
    what: str
    address: str
    times: int
    """How often the words stand in it."""
    before: str
    found: str
    after: str


class OtherId(Answer):
    """Another id of the log, which may be meant."""

    id: str
    how: str


class MadeId(Answer):
    """A place of a rendering in which Crosswire wrote the id, or replaced it."""

    target: str
    policy: str
    logged: str | None
    written: str
    how: str
    why: str
    source: str


class BesideId(Answer):
    """What is known of an id beside its places in the log."""

    alike: list[OtherId]
    longer: list[OtherId]
    longer_count: int
    made: list[MadeId]
    made_count: int


class Hits(Answer):
    """Where the words stand, some places at a time."""

    q: str
    scope: str = Field(alias="in")
    case: str
    whole_id: bool
    """The words are an id of the log."""
    total: int
    times: int
    scopes: dict[Scope, int]
    offset: int
    hits: list[Hit]
    ids: BesideId | None
    limit: int
    next: str | None
    """Address of the others."""
