"""Runs commands of the app in this process, on a database of the test's choice."""

from collections.abc import Callable
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from webapp.database.engine import Database
from webapp.operations.backup import backup, restore
from webapp.operations.move import migrate_to
from webapp.operations.purge import purge
from webapp.operations.verify import verify

COMMANDS: dict[str, click.Command] = {
    "backup": backup,
    "restore": restore,
    "verify": verify,
    "purge": purge,
    "migrate-to": migrate_to,
}

Run = Callable[..., Result]


def runner(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `crosswire NAME ARGUMENTS...` with the database at `url` and other settings."""

    def run(url: str, name: str, *arguments: object, **settings: str) -> Result:
        with monkeypatch.context() as environment:
            environment.setenv("CROSSWIRE_DATABASE_URL", url)
            for setting, value in settings.items():
                environment.setenv(f"CROSSWIRE_{setting.upper()}", value)
            return CliRunner().invoke(COMMANDS[name], [*map(str, arguments)])

    return run


def contents(database: Database) -> dict[str, list[Any]]:
    """All rows of all tables, to compare."""
    from webapp.store.copying import plain_tables

    with database.engine.connect() as connection:
        return {table.name: sorted(map(repr, connection.execute(table.select()))) for table in plain_tables()}
