"""`crosswire migrate-to`: copies everything into another database, and checks the copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crosswire.counting import counted
from webapp.operations.databases import (
    CopyProgress,
    file_of,
    make_current,
    must_be_current,
    opened,
    reading,
    shown,
    writing_all,
)
from webapp.operations.starting import CannotStart, load_settings
from webapp.wording.sizes import size

if TYPE_CHECKING:
    from webapp.database.engine import Database
    from webapp.store.copying import Copied


@click.command("migrate-to")
@click.argument("url")
def migrate_to(url: str) -> None:
    """Copy everything into the database at URL, and check that it is the same there.

    From SQLite to PostgreSQL or back. The other database must be empty; it has everything in
    the end, or nothing. The old one stays as it is. Stop the server before: what is kept
    meanwhile is not copied.
    """
    from webapp.settings import with_driver

    settings = load_settings()
    with (
        opened(settings.database_url, settings) as source,
        opened(with_driver(url), settings) as target,
    ):
        _must_be_there(source)
        must_be_current(source)
        make_current(target)
        copied = _copy(source, target)
        click.echo(
            f"The same in {shown(target)}: {counted(copied.uploads, 'upload')} "
            f"({size(copied.bytes)}), {counted(copied.rows, 'row')} in {copied.tables} tables."
        )
    click.echo(
        "Set CROSSWIRE_DATABASE_URL to it and start the server. The old database "
        "stays as it is."
    )


def _copy(source: Database, target: Database) -> Copied:
    from webapp.store import copying

    with reading(source) as old, writing_all(target) as new:
        if copying.row_count(new):
            raise CannotStart(f"{shown(target)} is not empty, so nothing was copied.")
        try:
            copying.copy_all(old, new, CopyProgress())
            return copying.compare(old, new, target)
        except copying.CannotCopy as error:
            raise CannotStart(f"Nothing was copied: {error}") from error


def _must_be_there(source: Database) -> None:
    file = file_of(source)
    if file is not None and not file.exists():
        raise CannotStart(f"{file} is not there.")
