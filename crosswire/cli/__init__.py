"""The command line: `crosswire detect`, `check`, ...; the web app adds `serve` and `put`.

Exit codes: 0 all well, 1 findings at or above `--fail-on`, 2 something could not be read, 3 a
named target is unsure.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from crosswire.cli.calls import calls
from crosswire.cli.catalogues import rules
from crosswire.cli.check import check
from crosswire.cli.compare import compare_command
from crosswire.cli.convert import convert
from crosswire.cli.detect import detect
from crosswire.cli.explain import explain_error
from crosswire.cli.extract import extract
from crosswire.cli.formats import formats
from crosswire.cli.losses import loss_codes
from crosswire.cli.map import map_command
from crosswire.cli.repair import repair_command
from crosswire.cli.secrets import secrets
from crosswire.cli.wire_types import wire_types

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

COMMANDS_OF_OTHERS = "crosswire.commands"
"""Entry points of packages that add a command, such as the web app's `serve` and `put`."""


class _Commands(click.Group):
    """Own commands, and those of installed packages, which are imported when called."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted({*super().list_commands(context), *_entry_points()})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        own = super().get_command(context, name)
        if own is not None:
            return own
        entry = _entry_points().get(name)
        command = entry.load() if entry is not None else None
        return command if isinstance(command, click.Command) else None


def _entry_points() -> dict[str, EntryPoint]:
    # Imported here, as it would be a sixth of the time that each own command takes to start.
    from importlib.metadata import entry_points

    installed = {entry.name: entry for entry in entry_points(group=COMMANDS_OF_OTHERS)}
    return installed or _entry_points_of_a_checkout()


def _entry_points_of_a_checkout() -> dict[str, EntryPoint]:
    """The entry points in `pyproject.toml`, where the package runs from its checkout."""
    import tomllib
    from importlib.metadata import EntryPoint

    project = Path(__file__).resolve().parents[2] / "pyproject.toml"
    if not project.is_file():
        return {}
    declared = tomllib.loads(project.read_text())["project"]["entry-points"]
    return {
        name: EntryPoint(name, place, COMMANDS_OF_OTHERS)
        for name, place in declared[COMMANDS_OF_OTHERS].items()
    }


def _print_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        click.echo(f"crosswire {version('crosswire')}")
    except PackageNotFoundError:
        click.echo("crosswire, from a checkout")
    context.exit()


@click.group(cls=_Commands)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Read logged LLM conversations: who answers which tool call, what is wrong with the ids,
    and how each provider would write it."""


for _command in (
    detect,
    check,
    calls,
    explain_error,
    convert,
    repair_command,
    extract,
    secrets,
    compare_command,
    rules,
    map_command,
    loss_codes,
    formats,
    wire_types,
):
    main.add_command(_command)
