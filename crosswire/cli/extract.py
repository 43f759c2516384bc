"""`crosswire extract`: the smallest log that still shows a finding, to put into an issue."""

from __future__ import annotations

import click

from crosswire.cli.options import source_option
from crosswire.cli.output import print_text, write_output
from crosswire.cli.uploads import StopIfUnreadable, load_path, nth
from crosswire.errors import CannotExport
from crosswire.exports import MinimalExample, minimal_example
from crosswire.model import Conversation
from crosswire.reading.asked import Asked
from crosswire.rules import RULES, RULES_BY_NAME, TARGETS, diagnose


def _code(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    if value is None or value in RULES:
        return value
    if value not in RULES_BY_NAME:
        raise click.BadParameter(f"There is no rule {value}.")
    return RULES_BY_NAME[value].code


@click.command("extract")
@click.argument("file", metavar="FILE", type=click.Path())
@click.option(
    "--rule",
    "code",
    callback=_code,
    help="The rule whose finding is kept: code or name. [default: that of the first error]",
)
@click.option("--at", "address", help="The address of the finding. [default: the first one]")
@click.option(
    "--target",
    type=click.Choice(list(TARGETS)),
    help="Whose refusal it is, where the rule is one of a provider.",
)
@click.option(
    "--conversation", type=click.IntRange(1), help="Of which conversation in FILE, from 1."
)
@source_option
@click.option(
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Where to write; else standard output.",
)
def extract(
    file: str,
    code: str | None,
    address: str | None,
    target: str | None,
    conversation: int | None,
    source: Asked,
    output: str | None,
) -> None:
    """Write the fewest messages of FILE that keep a finding, with lengths in place of texts.

    Ids, roles, types and names of tools stay. The example was read again, and has the finding;
    how much is left is told on standard error.
    """
    with StopIfUnreadable(file):
        found = nth(load_path(file, source).conversations, conversation or 1)[0]
        wanted = code or _first_error(found)
        example = minimal_example(found, wanted, address, target=target)
    write_output(example.data, output)
    print_text(_told(example, wanted), err=True)


def _first_error(conversation: Conversation) -> str:
    by_weight = sorted(diagnose(conversation), key=lambda one: one.severity.value != "error")
    if not by_weight:
        raise CannotExport("Nothing is wrong with this log, so that nothing is to be shown.")
    return by_weight[0].code


def _told(example: MinimalExample, code: str) -> str:
    named = f" Read it with --from {example.read_as}." if example.read_as else ""
    return (
        f"{code} at {example.address}: {example.messages} of {example.of} messages, "
        f"texts {example.texts}.{named}"
    )
