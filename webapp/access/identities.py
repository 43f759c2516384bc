"""Who asks, and what they may do.

Without a login everybody is a browser with a key of its own, and a member.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flask import g

from webapp.access.browsers import browser_key, key_to_keep_with, owner_of_key
from webapp.access.people import access_settings, person
from webapp.access.roles import Role, as_role, lesser, role_of
from webapp.access.tokens import known_token
from webapp.request_scope import session
from webapp.services import services
from webapp.store import people


@dataclass(frozen=True, slots=True)
class Identity:
    """Who asks."""

    role: Role
    owner: str | None
    """How `upload_owners` names them; None where they have kept nothing yet."""
    name: str = ""
    """What pages call them; empty for browsers without a login."""
    by: Literal["browser", "login", "token", "nothing"] = "browser"
    """How they are known."""

    @property
    def may_keep(self) -> bool:
        """Whether they may keep, change, share and delete."""
        return self.role in ("owner", "member")


NOBODY = Identity("stranger", None, by="nothing")


def identity() -> Identity:
    """Who asks."""
    if "identity" not in g:
        found = _by_token() or _by_login()
        if found is None and access_settings().login == "none":
            return _browser()  # it may get its key in the midst of a request
        g.identity = found or NOBODY
    asks: Identity = g.identity
    return asks


def owner_to_be() -> str:
    """How `upload_owners` will name them who ask, who are about to keep something."""
    asks = identity()
    return owner_of_key(key_to_keep_with()) if asks.by == "browser" else asks.owner or ""


def _browser() -> Identity:
    key = browser_key()
    return Identity("member", owner_of_key(key) if key else None)


def _by_login() -> Identity | None:
    found = person()
    if found is None:
        return None
    return Identity(role_of(found.name, access_settings()), found.owner, found.name, "login")


def _by_token() -> Identity | None:
    token = known_token()
    if token is None:
        return None
    whose = _whose(token.owner)
    if whose is None:
        return None
    services().sightings.saw_token(token.id)
    return Identity(lesser(as_role(token.role), whose.role), token.owner, whose.name, "token")


def _whose(owner: str) -> Identity | None:
    """Who made a token; None where people log in now and it was a browser, or the other way
    round."""
    settings = access_settings()
    if settings.login == "none":
        return Identity("member", owner) if owner.startswith("b:") else None
    found = people.person(session(), owner)
    return Identity(role_of(found.name, settings), owner, found.name) if found else None
