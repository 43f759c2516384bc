"""Makes an app ask who it is that asks."""

from __future__ import annotations

from flask import Flask, g, request

from webapp.access.browsers import remember_browsers
from webapp.access.gate import guard, why_not
from webapp.access.identities import Identity, identity
from webapp.request_scope import session
from webapp.security import SAFE_METHODS
from webapp.services import services
from webapp.settings import Settings


def attach(app: Flask, settings: Settings) -> None:
    """Serve the login of the settings."""
    remember_browsers(app)
    app.before_request(guard)
    app.before_request(_write_down)
    app.jinja_env.globals.update(
        asks=identity,
        closed=settings.closed,
        login_by=settings.login,
        who_is_logged_in=_who,
        why_not=why_not,
    )


def _write_down() -> None:
    """A request that may write writes down too who was here."""
    if request.method not in SAFE_METHODS:
        services().sightings.write_down(session())


def _who() -> Identity | None:
    """For the bar above each page, the page of an error too: it asks the database for
    nothing."""
    found: Identity | None = g.get("identity")
    return found if found and found.name else None
