"""Who may delete an upload: the browser that sent it, and whoever has its manage secret.

A browser has one cookie with a random key; the secret of each of its uploads is derived from it.
Several conversations of one upload share the secret, and are deleted together.
"""

from __future__ import annotations

import re

from flask import Response, request

from webapp import store
from webapp.tables import ConversationRow

COOKIE = "cw_manage"
DAYS = 400  # browsers keep no cookie longer

_KEY = re.compile(r"[\w-]{43}", re.ASCII)


def browser_key() -> str | None:
    """The key of the browser that asks, if it has one."""
    key = request.cookies.get(COOKIE, "")
    return key if _KEY.fullmatch(key) else None


def remember_browser(response: Response, key: str) -> None:
    response.set_cookie(
        COOKIE,
        key,
        max_age=DAYS * 24 * 60 * 60,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def may_manage(row: ConversationRow) -> bool:
    """Whether who asks may delete this conversation's upload."""
    authorization = request.authorization
    secret = authorization.token if authorization and authorization.type == "bearer" else None
    return store.may_manage(row, secret=secret or "", browser_key=browser_key() or "")
