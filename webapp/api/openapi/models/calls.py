"""The calls of a conversation."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from webapp.api.openapi.models.common import Answer, Paging


class CallPage(Paging):
    """Which calls."""

    limit: int = Field(default=100, ge=1, le=1_000)
    """How many at most."""


class CallId(Answer):
    """An id as it was on the wire."""

    value: str | None
    state: Literal["present", "null", "empty", "no field", "not text"]
    source: Literal["correlation", "item id", "none"]
    required: bool
    looks_like: str | None
    """Whose ids have this shape: a hint, no proof."""


class Checksum(Answer):
    """What is the same for the same call, whatever its id."""

    algorithm: str
    hex: str
    times: int
    """How many calls of the conversation have it."""


class Tie(Answer):
    """A tie to another part."""

    field: str
    value: str
    address: str
    target: str | None
    """The part that has this id; none where nothing here has it."""
    phrase: str


class Call(Answer):
    """A call, with what became of it."""

    number: int
    address: str
    name: str
    wire_type: str
    dialect: str
    category: str | None
    id: CallId
    item_id: str | None
    checksum: Checksum | None
    how: str
    """How its result was found, or why there is none."""
    result: str | None
    """Address of its result."""
    embedded: bool
    """The item is call and result at once."""
    edges: list[Tie]


class Calls(Answer):
    """Some of the calls."""

    calls: list[Call]
    total: int
    offset: int
    limit: int
    next: str | None
    """Address of the others."""
