"""What several answers have in them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Json = Any
"""Any JSON: it is the log's own."""


class Answer(BaseModel):
    """What an answer holds; it has no other fields."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Asked(BaseModel):
    """What a request holds; other fields are left unread."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class Permalink(Answer):
    """A conversation, by its link."""

    slug: str
    """What names it in addresses of the API."""
    url: str
    """Its page."""


class ErrorText(Answer):
    """What went wrong."""

    status: int
    message: str
    hint: str = ""
    """What would help."""
    offset: int | None = None
    """Byte of the upload where reading stopped."""
    line: int | None = None
    program: str = ""
    """Which program writes such files, where the upload is known as one of them."""
    take_instead: str = ""
    """What to take instead of the upload, where that is known."""


class Error(Answer):
    """Every answer that is no success."""

    error: ErrorText


class Note(Answer):
    """Something that reading had to do or leave."""

    code: str
    message: str
    address: str | None
    """Its place in the upload, such as `0:/messages/3/content`."""


Severity = Literal["error", "warning", "info"]
FindingKind = Literal["defect", "refusal", "loss"]


class Related(Answer):
    """Another place that a finding names."""

    word: str
    address: str
    row: int | None


class Finding(Answer):
    """A defect of the log, as its page lists it."""

    number: int
    code: str
    name: str
    severity: Severity
    kind: FindingKind
    message: str
    address: str
    targets: list[str]
    row: int
    """The row of the page that it is about."""
    related: list[Related]
    origin: str | None = None
    """Of an upload that came packed: the file in it with the line, or the row of a table."""


class RelatedPlace(Answer):
    """Another place that a finding names."""

    what: str
    address: str


class Told(Answer):
    """A finding as the command line tells it."""

    code: str
    name: str
    severity: Severity
    kind: FindingKind
    address: str
    message: str
    targets: list[str]
    related: list[RelatedPlace]
    payload: str | None = None
    """A refusal's place in what would be sent."""
    error: str | None = None
    """The provider's own words."""
    ground: str | None = None
    """The provider's rule that it goes by."""
    confidence: str | None = None


class Paging(Asked):
    """Which of a long list."""

    offset: int = Field(default=0, ge=0, le=2**31 - 1)
    """How many are passed over."""
