"""Who manages what, and who may ask in whose name."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Index, String
from sqlalchemy.orm import Mapped, mapped_column

from webapp.database.tables.columns import Moment, Table, WireText, key_of


class OwnerRow(Table):
    """Somebody who manages an upload: a browser or a person, as `webapp.access` names them."""

    __tablename__ = "upload_owners"
    __table_args__ = (Index(None, "owner"),)

    upload_id: Mapped[int] = key_of("uploads")
    owner: Mapped[str] = mapped_column(String(80), primary_key=True)
    """`b:` or `p:` and a hash: it tells nobody's key and nobody's name."""


class PersonRow(Table):
    """Somebody who has logged in."""

    __tablename__ = "people"

    owner: Mapped[str] = mapped_column(String(80), primary_key=True)
    name: Mapped[str] = mapped_column(WireText)
    role: Mapped[str] = mapped_column(String(10))
    """`owner`, `member` or `reader`, when they were last here."""
    seen_at: Mapped[datetime] = mapped_column(Moment)


class TokenRow(Table):
    """A token with which a program asks in somebody's name."""

    __tablename__ = "api_tokens"
    __table_args__ = (Index(None, "owner"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(String(80))
    name: Mapped[str] = mapped_column(WireText)
    """What its owner calls it."""
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    """sha256 of the token in hex."""
    hint: Mapped[str] = mapped_column(String(12))
    """The beginning of the token, to tell it from others."""
    role: Mapped[str] = mapped_column(String(10))
    """What it may do at most; never more than its owner may."""
    created_at: Mapped[datetime] = mapped_column(Moment, default=lambda: datetime.now(UTC))
    expires_at: Mapped[datetime | None] = mapped_column(Moment)
    used_at: Mapped[datetime | None] = mapped_column(Moment)
