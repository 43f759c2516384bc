"""The command line: `crosswire detect`, `check`, ...; the web app adds `serve` and `put`.

Exit codes: 0 all well, 1 findings at or above `--fail-on`, 2 something could not be read, 3 a
named target is unsure.
"""

from __future__ import annotations

import click

from crosswire.cli.calls import calls
from crosswire.cli.catalogues import catalogue_command, rules
from crosswire.cli.check import check
from crosswire.cli.compare import compare_command
from crosswire.cli.completion import completion
from crosswire.cli.convert import convert
from crosswire.cli.corpus import corpus
from crosswire.cli.detect import detect
from crosswire.cli.doctor import doctor
from crosswire.cli.explain import explain_error
from crosswire.cli.extract import extract
from crosswire.cli.formats import formats
from crosswire.cli.losses import loss_codes
from crosswire.cli.map import map_command
from crosswire.cli.others import INSTALL, NotInstalled, entry_points_of, load
from crosswire.cli.repair import repair_command
from crosswire.cli.secrets import secrets
from crosswire.cli.share import share
from crosswire.cli.wire_types import wire_types

COMMANDS_OF_OTHERS = "crosswire.commands"
"""Entry points of packages that add a command, such as the web app's `serve` and `put`."""


class _Commands(click.Group):
    """Own commands, and those of installed packages, which are imported when called."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted({*super().list_commands(context), *entry_points_of(COMMANDS_OF_OTHERS)})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        own = super().get_command(context, name)
        if own is not None:
            return own
        entry = entry_points_of(COMMANDS_OF_OTHERS).get(name)
        if entry is None:
            return None
        try:
            command: click.Command = load(entry, f"`crosswire {name}`")
        except NotInstalled as missing:
            return _not_installed(name, missing)
        return command


def _not_installed(name: str, missing: NotInstalled) -> click.Command:
    """Stands in the list of commands, and says what to install when it is called."""

    def say() -> None:
        raise missing

    return click.Command(
        name,
        callback=say,
        context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
        help=f"Not installed. {missing.message}",
        short_help=f"Not installed: {INSTALL}",
    )


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
    doctor,
    explain_error,
    convert,
    repair_command,
    extract,
    corpus,
    secrets,
    share,
    compare_command,
    rules,
    catalogue_command,
    map_command,
    loss_codes,
    formats,
    wire_types,
    completion,
):
    main.add_command(_command)
