"""What an app works with: made once when it starts, and handed to views by `services()`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app

if TYPE_CHECKING:
    from webapp.assets import Assets
    from webapp.database.engine import Database
    from webapp.recent import Recent
    from webapp.settings import Settings
    from webapp.slots import Slots
    from webapp.store.sightings import Sightings
    from webapp.uploads.queue import Queue

_NAME = "crosswire"


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that an app shares between its requests."""

    settings: Settings
    database: Database
    queue: Queue
    """Wakes those who read uploads."""
    slots: Slots
    """For long work in requests."""
    recent: Recent
    """What requests made lately, and did not store."""
    rows: Recent
    """The first rows of logs, as they were written lately."""
    sightings: Sightings
    """Who was here, until it is written down."""
    assets: Assets
    """The stylesheet, scripts and picture that pages load."""
    readiness: Callable[[], list[str]] | None = None
    """Why a server is not ready, told at once; None where no server runs."""
    oidc: Any = None
    """The client of the OpenID provider; None with another login."""


def provide(app: Flask, made: Services) -> None:
    """Let an app work with these services."""
    app.extensions[_NAME] = made


def services_of(app: Flask) -> Services:
    """The services of an app, outside of its requests."""
    found: Services = app.extensions[_NAME]
    return found


def services() -> Services:
    """The services of the app that answers this request."""
    return services_of(current_app)
