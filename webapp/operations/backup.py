"""`crosswire backup` and `crosswire restore`: everything in one file, an SQLite database.

That of PostgreSQL is a copy of its rows, so a backup of one kind of database can be restored
into the other.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from webapp.database.snapshots import CannotBackUp, close_journal, copy_sqlite, made_whole
from webapp.operations.databases import (
    CopyProgress,
    file_of,
    make_current,
    must_be_current,
    opened,
    reading,
    shown,
    sqlite_address,
    writing_all,
)
from webapp.operations.starting import CannotStart, load_settings
from webapp.wording.sizes import size

if TYPE_CHECKING:
    from webapp.database.engine import Database
    from webapp.settings import Settings


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def backup(file: Path, force: bool) -> None:
    """Copy the whole database into one FILE, while it is in use.

    The file is there once it is whole. It holds all uploads: keep it as safe as the database.
    """
    settings = load_settings()
    if file.exists() and not force:
        raise CannotStart(f"{file} is there already; give --force to replace it.")
    with opened(settings.database_url, settings) as database:
        source = file_of(database)
        if source is not None and file.exists() and source.exists() and file.samefile(source):
            raise CannotStart(f"{file} is the database itself.")
        try:
            with made_whole(file) as part:
                _copy_into(part, database, source, settings)
        except CannotBackUp as error:
            raise CannotStart(str(error)) from error
    click.echo(f"{file}: {size(file.stat().st_size)}")
    if settings.uploads != "database":
        click.echo("The bytes of uploads are in the object store: back that up too.", err=True)


def _copy_into(
    part: Path, database: Database, source: Path | None, settings: Settings
) -> None:
    if source is None:
        must_be_current(database)
        with opened(sqlite_address(part), settings) as file:
            make_current(file)
            _copy_rows(database, file)
    elif source.exists():
        copy_sqlite(source, part)
    else:
        raise CannotStart(f"{source} is not there.")
    close_journal(part)


def _copy_rows(source: Database, target: Database, *, replace: bool = False) -> None:
    """Copy all rows, and check that they are the same; raises CannotStart."""
    from webapp.store import copying

    with reading(source) as old, writing_all(target) as new:
        if replace:
            copying.empty(new)
        copying.copy_all(old, new, CopyProgress())
        try:
            copying.compare(old, new, target)
        except copying.CannotCopy as error:
            raise CannotStart(str(error)) from error


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--force", is_flag=True, help="Replace what the database holds.")
def restore(file: Path, force: bool) -> None:
    """Put a backup in the place of the database. Stop the server before.

    FILE is checked first, and the database afterwards.
    """
    settings = load_settings()
    with opened(settings.database_url, settings) as target:
        if not force and _holds_uploads(target):
            raise CannotStart(f"{shown(target)} holds uploads; give --force to replace them.")
        place = file_of(target)
        try:
            # Beside the database there is room for a second one.
            with TemporaryDirectory(
                prefix=".restoring-", dir=place and place.parent
            ) as folder:
                _restore(file, Path(folder) / "staged.db", target, settings)
        except CannotBackUp as error:
            raise CannotStart(str(error)) from error
        except OSError as error:
            raise CannotStart(f"Nothing was restored: {error.strerror}.") from error


def _restore(file: Path, staged: Path, target: Database, settings: Settings) -> None:
    copy_sqlite(file, staged)
    with opened(sqlite_address(staged), settings) as source:
        make_current(source, keep_copy=False)
        _must_be_whole(source, f"{file} is not restored")
        place = file_of(target)
        if place is None:
            make_current(target)
            _copy_rows(source, target, replace=True)
    if place is not None:
        target.engine.dispose()
        copy_sqlite(staged, place)
    told = _must_be_whole(target, f"{shown(target)} was restored, but")
    click.echo(f"{shown(target)}: {told}")


def _must_be_whole(database: Database, else_: str) -> str:
    from webapp.store import checking

    checked = checking.check(database)
    if checked.wrong:
        raise CannotStart(f"{else_}: {checked.wrong[0].words}")
    return f"{size(checked.bytes)} of uploads ({checked.uploads:,}), each as it came."


def _holds_uploads(database: Database) -> bool:
    from webapp.database.engine import table_names
    from webapp.store import copying

    file = file_of(database)
    if file is not None and not file.exists():
        return False
    with database.engine.connect() as connection:
        return "uploads" in table_names(connection) and copying.holds_uploads(connection)
