"""`crosswire purge`: deletes what has had its time."""

from __future__ import annotations

import re
from datetime import timedelta

import click

from webapp.operations.starting import load_settings, open_database

UNITS = {"h": "hours", "d": "days", "w": "weeks"}


class Age(click.ParamType[timedelta]):
    """A number and `h`, `d` or `w`."""

    name = "age"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> timedelta:
        found = re.fullmatch(r"(\d{1,5})([hdw])", str(value), re.ASCII)
        if found is None:
            self.fail("An age is a number and h, d or w, such as 30d.", param, ctx)
        return timedelta(**{UNITS[found[2]]: int(found[1])})


@click.command()
@click.option(
    "--older-than", type=Age(), help=("Delete uploads of this age too, such as 30d or 12w.")
)
@click.option(
    "--expired", is_flag=True, help=("Delete only copies for others whose time is over.")
)
@click.option("--dry-run", is_flag=True, help="Say what would be deleted, and delete nothing.")
def purge(older_than: timedelta | None, expired: bool, dry_run: bool) -> None:
    """Delete copies whose time is over, uploads older than CROSSWIRE_KEEP_DAYS, and what is
    left over.

    A worker does the same once an hour. Our own examples stay.
    """
    from webapp.store import tidying

    if expired and older_than is not None:
        raise click.UsageError("--expired deletes no uploads of an age; give one of the two.")
    settings = load_settings()
    if older_than is None and settings.keep_days is not None:
        older_than = timedelta(days=settings.keep_days)
    act = tidying.would_purge if dry_run else tidying.purge
    with open_database(settings).session() as session:
        done = act(session, older_than, expired_only=expired)
    verb = "Would delete" if dry_run else "Deleted"
    click.echo(
        f"{verb}: copies {done.copies:,}, uploads {done.uploads:,}, old panes {done.panes:,}, "
        f"objects without an upload {done.objects:,}."
    )
