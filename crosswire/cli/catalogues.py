"""`crosswire rules` and `crosswire formats`: what Crosswire knows."""

from __future__ import annotations

import click

from crosswire.formats import FORMATS
from crosswire.logs import LOGS
from crosswire.rules import RULES


@click.command()
@click.argument("code", required=False)
def rules(code: str | None) -> None:
    """List the rules, or show the documentation of the one with this CODE or name."""
    if code is None:
        for rule in RULES.values():
            click.echo(f"{rule.code}  {rule.severity:<8} {rule.kind:<8} {rule.name}: {rule.title}")
        return
    by_name = {rule.name.lower(): rule for rule in RULES.values()}
    found = RULES.get(code.upper()) or by_name.get(code.lower())
    if found is None:
        raise click.UsageError(f"There is no rule {code!r}; `crosswire rules` lists them.")
    click.echo(f"{found.code} {found.name} ({found.kind}, {found.severity})\n\n{found.doc.strip()}")


@click.command()
def formats() -> None:
    """List the formats that Crosswire reads and writes."""
    for format in FORMATS.values():
        click.echo(f"{format.NAME:<18} read and written   {format.TITLE}")
    for log in LOGS.values():
        click.echo(f"{log.NAME:<18} read               {log.TITLE}")
