"""What a reader chose last, kept in cookies: the order of results, and the panes, apart for
logs that a fix mends and for all others."""

from __future__ import annotations

from flask import Response, request

from webapp.conversation_page.query import Order

COOKIE = "cw_panes"
ORDER_COOKIE = "cw_order"
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
    _keep(response, _name(mendable), "|".join(panes))


def order_chosen_last() -> Order:
    """Where results stood last."""
    kept = request.cookies.get(ORDER_COOKIE)
    return "calls" if kept == "calls" else "wire" if kept == "wire" else "usual"


def remember_order(response: Response, order: Order) -> None:
    """Keep where results stand in the browser that asks."""
    _keep(response, ORDER_COOKIE, order)


def _keep(response: Response, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=DAYS * 24 * 60 * 60,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def _name(mendable: bool) -> str:
    return f"{COOKIE}_fix" if mendable else COOKIE
