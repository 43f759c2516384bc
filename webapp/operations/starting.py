"""What every command begins with: the settings, and the app with its database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from flask import Flask

    from webapp.database.engine import Database
    from webapp.settings import Settings


class CannotStart(click.ClickException):
    """What keeps a command from its work, said in one line."""

    exit_code = 2


NICE = 10
"""How far what reads large logs stands back behind the server, which answers everybody."""


def load_settings() -> Settings:
    """The settings of the environment; raises CannotStart."""
    from pydantic import ValidationError

    from webapp.settings import Settings

    try:
        return Settings()
    except ValidationError as error:
        raise CannotStart(_wrong_setting(error)) from error


def open_app(settings: Settings) -> Flask:
    """The app with its database; raises CannotStart."""
    from webapp import create_app
    from webapp.access import UnusableLogin
    from webapp.database.engine import UnusableDatabase

    try:
        return create_app(settings)
    except (UnusableDatabase, UnusableLogin) as error:
        raise CannotStart(str(error)) from error


def open_database(settings: Settings) -> Database:
    """The database alone, for commands that show no page; raises CannotStart."""
    from webapp.database import schema
    from webapp.database.engine import Database, UnusableDatabase
    from webapp.settings import data_dir

    try:
        database = Database(settings.database_url, settings.uploads)
        schema.bring_up_to_date(database, data_dir("migrations"))
    except UnusableDatabase as error:
        raise CannotStart(str(error)) from error
    return database


def _wrong_setting(error: Any) -> str:
    problem = error.errors()[0]
    if not problem["loc"]:  # of several settings together
        return f"{problem['msg']}."
    name = "_".join(map(str, problem["loc"])).upper()
    return f"CROSSWIRE_{name}: {problem['msg']}."
