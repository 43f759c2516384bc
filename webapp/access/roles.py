"""What somebody may do, by the lists of names in the settings."""

from __future__ import annotations

from typing import Literal

from webapp.settings import Settings

Role = Literal["owner", "member", "reader", "stranger"]
"""`owner` manages everything, `member` keeps and shares, `reader` reads, `stranger` reads what
is shared."""

RANKS: tuple[Role, ...] = ("stranger", "reader", "member", "owner")
EVERYBODY = "*"


def role_of(name: str, settings: Settings) -> Role:
    """The role of somebody who has logged in; a list with the name counts before one with
    everybody."""
    lists: tuple[tuple[Role, tuple[str, ...]], ...] = (
        ("owner", settings.owners),
        ("member", settings.members),
        ("reader", settings.readers),
    )
    for wanted in (name.casefold(), EVERYBODY):
        for role, names in lists:
            if wanted in names:
                return role
    return "stranger"


def roles_up_to(role: Role) -> tuple[Role, ...]:
    """What somebody with this role may hand on to a token, the most first."""
    return tuple(reversed(RANKS[1 : RANKS.index(role) + 1]))


def lesser(one: Role, other: Role) -> Role:
    return min(one, other, key=RANKS.index)


def as_role(text: str) -> Role:
    """A role from a column or a form; what is none may do nothing."""
    return next((role for role in RANKS if role == text), "stranger")
