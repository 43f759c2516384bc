"""A copy for others, as pages show it."""

from __future__ import annotations

from flask import current_app, url_for
from werkzeug.urls import iri_to_uri

from webapp.conversation_page.bars import named
from webapp.database.tables import ConversationRow, ShareRow
from webapp.wording.sharing import kinds_words, masked_words, minute, until_words


class SharedCopy:
    """A copy for others."""

    def __init__(self, row: ConversationRow, share: ShareRow) -> None:
        self.row = row
        self.slug = row.slug
        self.share = share

    @property
    def name(self) -> str:
        return named(self.row)

    @property
    def what(self) -> str:
        count = self.row.upload.conversation_count
        return "one conversation" if count == 1 else f"{count:,} conversations"

    @property
    def url(self) -> str:
        """Its link, which opens what was chosen."""
        query = f"?{self.share.opens}" if self.share.opens else ""
        anchor = "#at" if "at=" in self.share.opens else ""
        return (
            iri_to_uri(url_for("conversations.show", slug=self.slug, _external=True) + query)
            + anchor
        )

    @property
    def made(self) -> str:
        return minute(self.share.created_at)

    @property
    def until(self) -> str:
        return until_words(self.share.expires_at)

    @property
    def masked(self) -> str:
        return masked_words(self.share.masked)

    @property
    def kinds(self) -> str:
        return kinds_words(self.share.kinds)

    @property
    def repaired(self) -> int | None:
        return self.share.changes

    @property
    def revoke_url(self) -> str:
        return url_for("shares.revoke", slug=self.slug)

    def manage_url(self, secret: str) -> str:
        """The link with which somebody else manages it; empty where this app has none."""
        if "access.claim" not in current_app.view_functions:
            return ""
        return url_for("access.claim", slug=self.slug, _external=True, _anchor=secret)
