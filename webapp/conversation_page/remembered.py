"""Which panes a reader chose last, kept in a cookie: apart for logs that a fix mends and for
all others."""

from __future__ import annotations

from flask import Response, request

COOKIE = "cw_panes"
DAYS = 400  # browsers keep no cookie longer
LONGEST = 200
"""Characters of what a browser says that it chose."""


def chosen_last(*, mendable: bool) -> tuple[str, ...]:
    """What the panes of such a log showed last, as an address says it; empty where none were
    chosen."""
    kept = request.cookies.get(_name(mendable), "")[:LONGEST]
    return tuple(filter(None, kept.split("|")))


def remember(response: Response, panes: tuple[str, ...], *, mendable: bool) -> None:
    """Keep what the panes show in the browser that asks."""
    response.set_cookie(
        _name(mendable),
        "|".join(panes),
        max_age=DAYS * 24 * 60 * 60,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def _name(mendable: bool) -> str:
    return f"{COOKIE}_fix" if mendable else COOKIE
