"""Copies for others."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from webapp.api.openapi.models.common import Answer, Asked, Permalink
from webapp.wording.sharing import MOST_DAYS


class ShareWish(Asked):
    """What copy to make; a request without a body asks for the usual."""

    masked: bool = True
    """Secrets that a scan finds are replaced, each by the same word everywhere."""
    days: int | None = Field(default=7, ge=1, le=MOST_DAYS)
    """When it runs out; null for never."""
    only: Literal["upload", "conversation"] = "upload"
    """The whole upload, or this conversation alone."""
    opens: str = ""
    """The query with which its link opens, such as `pane=gemini:wire`."""
    name: bool = True
    """Whether it has the file name too."""


class MaskedKind(Answer):
    """How many places of one kind of secret are masked."""

    rule: str
    title: str
    count: int


class SharedCopy(Permalink):
    """A copy that others can read."""

    name: str | None
    conversations_total: int
    created_at: str
    expires_at: str | None
    masked: list[MaskedKind]
    masked_total: int


class NewCopy(SharedCopy):
    """A copy that was made just now."""

    manage_secret: str
    """Whoever has it may take the copy back; it is told here and never again."""
    manage_url: str | None
    """Opened in a browser, it lets that browser manage the copy."""


class SharedCopies(Answer):
    """The copies that can be read still, the newest first."""

    shares: list[SharedCopy]
    total: int


class Revoked(Answer):
    """A copy that is gone."""

    revoked: str
