"""The command line: `crosswire detect`, `check`, ...; the web app adds `serve` and `put`.

Exit codes: 0 all well, 1 findings at or above `--fail-on`, 2 something could not be read, 3 a
named target is unsure.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

import click

from crosswire.cli.others import INSTALL, NotInstalled, entry_points_of, load
from crosswire.collector import collector_paused
from crosswire.errors import BadSettings, did_you_mean

COMMANDS_OF_OTHERS = "crosswire.commands"
"""Entry points of packages that add a command, such as the web app's `serve` and `put`."""


OWN_COMMANDS = {
    "calls": "calls:calls",
    "catalogue": "catalogues:catalogue_command",
    "check": "check:check",
    "compare": "compare:compare_command",
    "completion": "completion:completion",
    "convert": "convert:convert",
    "corpus": "corpus:corpus",
    "detect": "detect:detect",
    "doctor": "doctor:doctor",
    "explain": "explain:explain_error",
    "extract": "extract:extract",
    "formats": "formats:formats",
    "losses": "losses:loss_codes",
    "map": "map:map_command",
    "repair": "repair:repair_command",
    "rules": "catalogues:rules",
    "secrets": "secrets:secrets",
    "share": "share:share",
    "wire-types": "wire_types:wire_types",
}
"""A command -> its module in this package and its name there."""


class _Refused(click.ClickException):
    """What ends a command before it has begun."""

    exit_code = 2


class _Commands(click.Group):
    """Own commands, and those of installed packages; each is imported when called, as all
    together take longer than a small log."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted({*OWN_COMMANDS, *entry_points_of(COMMANDS_OF_OTHERS)})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name in OWN_COMMANDS:
            module, _, attribute = OWN_COMMANDS[name].partition(":")
            own: click.Command = getattr(_loaded(f"{__name__}.{module}"), attribute)
            return own
        entry = entry_points_of(COMMANDS_OF_OTHERS).get(name)
        if entry is None:
            return None
        try:
            command: click.Command = load(entry, f"`crosswire {name}`")
        except NotInstalled as missing:
            return _not_installed(name, missing)
        return command

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except BadSettings as error:
            raise _Refused(str(error)) from error

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, *_ = args
        if name in OWN_COMMANDS or name.startswith("-"):
            return super().resolve_command(context, args)
        known = self.list_commands(context)
        if name not in known:
            context.fail(f"No such command {name!r}.{did_you_mean(name, known)}")
        return super().resolve_command(context, args)


def _loaded(module: str) -> ModuleType:
    with collector_paused():  # all of it stays
        return import_module(module)


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
