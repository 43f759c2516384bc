"""Who asks, and what they may do.

Without a login everybody is a browser with a key of its own, and a member.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from webapp.access.browsers import browser_key, key_to_keep_with, owner_of_key

Role = Literal["owner", "member", "reader", "stranger"]
"""`owner` manages everything, `member` keeps and shares, `reader` reads, `stranger` reads what is shared."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who asks."""

    role: Role
    owner: str | None
    """How `upload_owners` names them; None where they have kept nothing yet."""
    name: str = ""
    """What pages call them; empty for browsers without a login."""


def identity() -> Identity:
    """Who asks."""
    key = browser_key()
    return Identity("member", owner_of_key(key) if key else None)


def owner_to_be() -> str:
    """How `upload_owners` will name them who ask, who are about to keep something."""
    return owner_of_key(key_to_keep_with())
