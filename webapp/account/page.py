"""What the page about one's access asks for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from webapp.database.tables import TokenRow
from webapp.store.tokens import key_of_token

ROLES = {
    "owner": "manages everything that there is a link to",
    "member": "keeps and shares logs, and manages those",
    "reader": "reads what there is a link to, and keeps nothing",
    "stranger": "is on no list, and reads only what was shared",
}
DAYS: dict[str, int | None] = {"7": 7, "30": 30, "90": 90, "365": 365, "never": None}
"""How long a token holds, as the form says it."""


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A token in the list of its owner."""

    key: str
    name: str
    hint: str
    role: str
    created: str
    used: str
    ends: str
    is_over: bool


def token_lines(tokens: Iterable[TokenRow]) -> list[TokenLine]:
    now = datetime.now(UTC)
    return [_line(token, now) for token in tokens]


def _line(token: TokenRow, now: datetime) -> TokenLine:
    return TokenLine(
        key=key_of_token(token),
        name=token.name,
        hint=token.hint,
        role=token.role,
        created=_day(token.created_at),
        used=_minute(token.used_at) if token.used_at else "never",
        ends=_day(token.expires_at) if token.expires_at else "never",
        is_over=token.expires_at is not None and token.expires_at <= now,
    )


def _day(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}"


def _minute(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
