"""`./dev bench --goals`: the table of goals, printed and, where asked, put into the page about them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from datetime import date
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from platform import python_version

import click

from bench.goals import browsing, keeping, reading
from bench.goals.row import Row
from bench.goals.table import put_in

HEAD = """\
| what | at first | now | goal | met |
|---|---|---|---|---|"""
METHOD = """\
Of {day}, from one run of `./dev bench --goals{options}`, on {versions}.
"At first" is what it was when the goals were set, on another day. Reading, checking and verdicts, and what
says CPU, are CPU time, the former as medians of {rounds} interleaved rounds; all else is by the clock."""


@click.command()
@click.option("--rounds", default=5, show_default=True, help="How often reading and verdicts are measured.")
@click.option("--gigabyte", is_flag=True, help="Measure 1 GB too, which takes some five minutes.")
@click.option("--core", is_flag=True, help="Only what the core package does.")
@click.option("--write", "page", type=click.Path(path_type=Path), help="Put the table into this page.")
def main(rounds: int, gigabyte: bool, core: bool, page: Path | None) -> None:
    """Measure each goal, and print a table in Markdown."""
    options = " --gigabyte" if gigabyte else ""
    versions = ", ".join(
        [f"Python {python_version()}", *(f"{name} {version(name)}" for name in ("orjson", "msgspec"))]
    )
    said = METHOD.format(day=date.today(), options=options, versions=versions, rounds=rounds)
    lines = [said, "", HEAD]
    with tempfile.TemporaryDirectory() as folder:
        found: Iterable[Row] = reading.rows(rounds)
        if not core:
            found = chain(found, _of_the_rest(Path(folder), gigabyte))
        click.echo("\n".join(lines))
        for row in found:
            click.echo(row)
            lines.append(str(row))
    if page is not None:
        page.write_text(put_in(page.read_text(encoding="utf-8"), "\n".join(lines)), encoding="utf-8")


def _of_the_rest(folder: Path, gigabyte: bool) -> Iterator[Row]:
    yield from keeping.rows(folder, gigabyte=gigabyte)
    yield from browsing.rows(folder, gigabyte=gigabyte)


if __name__ == "__main__":
    main(prog_name="./dev bench --goals")
