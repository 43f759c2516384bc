"""API tokens: only their hashes are kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, func, or_, select, update

from webapp.database.engine import Session, writing
from webapp.database.tables import TokenRow
from webapp.store.people import where_there_is_room
from webapp.store.permalinks import hash_of, new_secret

TOKEN_PREFIX = "cwt_"  # noqa: S105 - what scanners for secrets look for, not a secret
MOST_TOKENS = 100
"""That somebody has at a time."""
USED_EVERY = timedelta(minutes=1)
"""How exactly it is known when a token was last used."""
KEY_LENGTH = 16
"""Digits of a token's hash that name it on the page of its owner."""

_KEY = re.compile(rf"[0-9a-f]{{{KEY_LENGTH}}}")


class TooManyTokens(Exception):
    """Somebody has as many tokens as one may have."""


def add_token(session: Session, owner: str, name: str, role: str, days: int | None) -> str:
    """A new token, told once. `days` is how long it holds; None is for ever. Raises
    TooManyTokens."""
    token = TOKEN_PREFIX + new_secret()
    with writing(session):
        count = session.scalar(select(func.count()).where(TokenRow.owner == owner)) or 0
        if count >= MOST_TOKENS:
            raise TooManyTokens
        session.add(
            TokenRow(
                owner=owner,
                name=name,
                role=role,
                token_hash=hash_of(token),
                hint=token[:8],
                expires_at=None if days is None else datetime.now(UTC) + timedelta(days=days),
            )
        )
    return token


def token_that_holds(session: Session, token: str) -> TokenRow | None:
    """The token, where it is known and has not run out."""
    in_time = or_(TokenRow.expires_at.is_(None), TokenRow.expires_at > datetime.now(UTC))
    return session.scalar(
        select(TokenRow).where(TokenRow.token_hash == hash_of(token), in_time)
    )


def touch_token(session: Session, token_id: int, moment: datetime) -> None:
    """Write down when a token was used."""
    token = session.get(TokenRow, token_id, populate_existing=True)
    if token is not None and (token.used_at is None or moment - token.used_at >= USED_EVERY):
        with where_there_is_room(), writing(session):
            session.execute(
                update(TokenRow).where(TokenRow.id == token_id).values(used_at=moment)
            )


def tokens_of(session: Session, owner: str | None) -> Sequence[TokenRow]:
    """Somebody's tokens, the newest first, those that ran out too."""
    query = select(TokenRow).where(TokenRow.owner == owner).order_by(TokenRow.id.desc())
    return session.scalars(query).all() if owner else []


def revoke_token(session: Session, owner: str | None, key: str) -> bool:
    """Delete somebody's token, named by the beginning of its hash; whether there was one."""
    query = select(TokenRow.id).where(
        TokenRow.owner == owner, TokenRow.token_hash.startswith(key)
    )
    ids = session.scalars(query).all() if owner and _KEY.fullmatch(key) else []
    if ids:
        with writing(session):
            session.execute(delete(TokenRow).where(TokenRow.id.in_(ids)))
    return bool(ids)


def key_of_token(token: TokenRow) -> str:
    return token.token_hash[:KEY_LENGTH]
