"""A browser without a login: it has one cookie with a random key, made when it first keeps
something."""

from __future__ import annotations

import hashlib
import re

from flask import Flask, Response, g, request

from webapp.store.permalinks import new_secret

COOKIE = "cw_manage"
DAYS = 400  # browsers keep no cookie longer

_KEY = re.compile(r"[\w-]{43}", re.ASCII)


def browser_key() -> str | None:
    """The key of the browser that asks, if it has one."""
    key = g.get("browser_key") or request.cookies.get(COOKIE, "")
    return key if _KEY.fullmatch(key) else None


def key_to_keep_with() -> str:
    """The same, or a new one, which the answer to this request gives to the browser."""
    g.browser_key = browser_key() or new_secret()
    key: str = g.browser_key
    return key


def owner_of_key(key: str) -> str:
    """How `upload_owners` names the browser with this key."""
    return f"b:{hashlib.sha256(f'owner {key}'.encode()).hexdigest()}"


def remember_browsers(app: Flask) -> None:
    """Give a browser its key with the answer in which it first needed one, and keep it from
    running out."""
    app.after_request(_remember)


def _remember(response: Response) -> Response:
    if "browser_key" in g:
        response.set_cookie(
            COOKIE,
            g.browser_key,
            max_age=DAYS * 24 * 60 * 60,
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
    return response
