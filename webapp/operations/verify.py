"""`crosswire verify`: whether a database, or a backup, is whole."""

from __future__ import annotations

from pathlib import Path

import click

from webapp.operations.databases import must_be_current, opened, shown, sqlite_address
from webapp.operations.starting import load_settings
from webapp.wording.sizes import size


@click.command()
@click.argument(
    "file", required=False, type=click.Path(path_type=Path, dir_okay=False, exists=True)
)
@click.option("--quick", is_flag=True, help="Do not read the bytes of the uploads.")
def verify(file: Path | None, quick: bool) -> None:
    """Check the database, or the backup FILE, and list what is wrong.

    Looks for damage, for rows that belong to nothing, for missing segments, and reads each
    upload to compare its digest. Ends with 1 where something is wrong.
    """
    from webapp.store import checking

    settings = load_settings()
    url = settings.database_url if file is None else sqlite_address(file)
    with opened(url, settings) as database:
        must_be_current(database)
        checked = checking.check(database, quick=quick)
        for wrong in checked.wrong:
            click.echo(f"{wrong.code}: {wrong.words}")
        read = "their bytes were not read" if quick else f"{size(checked.bytes)} read"
        click.echo(f"{shown(database)}: uploads: {checked.uploads:,}; {read}.", err=True)
        if checked.old_panes:
            words = (
                f"{checked.old_panes:,} panes are of other code; `crosswire purge` "
                "removes them."
            )
            click.echo(words, err=True)
    if checked.wrong:
        raise SystemExit(1)
    click.echo("Nothing is wrong.")
