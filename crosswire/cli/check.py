"""`crosswire check`: the defects of some files, and what targets would make of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import click

from crosswire.cli import sarif
from crosswire.cli.checked import Unreadable
from crosswire.cli.checking import OUTPUTS, Check, Job, Said, worst
from crosswire.cli.colours import Line, colours_of_terminal
from crosswire.cli.jobs import ENDED, in_order
from crosswire.cli.options import jobs_option, listed, settings_options, sources_option
from crosswire.cli.output import as_json, print_json, print_text, save
from crosswire.cli.progress import told
from crosswire.cli.sources import STANDARD_INPUT, expanded
from crosswire.configuration import FAIL_ON, Lookup, why_no_rules
from crosswire.reading.asked import Asked
from crosswire.rules.targets import TARGETS


def _names(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> tuple[str, ...] | None:
    """Names and codes of rules, or beginnings of codes; one that fits no rule is an error."""
    if value is None:
        return None
    names = tuple(listed(value))
    if why := why_no_rules(names):
        raise click.BadParameter(why)
    return names


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@click.option(
    "--target",
    "targets",
    multiple=True,
    type=click.Choice(list(TARGETS)),
    help=(
        "Say what this target would refuse, and exit with 1 where it does, with 3 where that "
        "is not sure; may be given again."
    ),
)
@click.option(
    "--format",
    "output",
    type=click.Choice(list(OUTPUTS)),
    default="text",
    help="How to answer; `github` writes annotations for a workflow of GitHub Actions.",
)
@click.option(
    "--sarif",
    "sarif_file",
    type=click.Path(dir_okay=False),
    help="Write the findings to this file too, as SARIF.",
)
@sources_option
@click.option(
    "--select",
    callback=_names,
    help="Show only these rules: codes or names, with commas; CW2 stands for all of CW2xx.",
)
@click.option("--ignore", callback=_names, help="Show all but these rules.")
@click.option(
    "--fail-on", type=click.Choice(FAIL_ON), help="From which severity on to exit with 1."
)
@click.option(
    "--allow-unsure",
    is_flag=True,
    default=None,
    help="Exit with 0 where a target that was named is unsure.",
)
@click.option(
    "--rules-at",
    metavar="URL",
    help="Where a server shows the rules, for the links of SARIF: `https://…/rules`.",
)
@click.option(
    "--no-verdicts", is_flag=True, help="Leave verdicts out of the JSON, which is faster."
)
@jobs_option
@settings_options
def check(
    files: tuple[str, ...],
    targets: tuple[str, ...],
    output: str,
    sarif_file: str | None,
    source: Asked,
    rules_at: str | None,
    no_verdicts: bool,
    jobs: int,
    lookup: Lookup,
    **options: Any,
) -> None:
    """Find what is wrong with the tool calls of each FILE or folder (`-` is standard input).

    A FILE may be a pattern in quotes (`'logs/**/*.json'`); a folder is read as one log with
    all its files. Settings stand in `crosswire.toml`, or under `[tool.crosswire]` in
    `pyproject.toml`, in the folder of FILE or above it; what is given here goes before them.

    Exits with 0 where nothing at or above --fail-on (else: error) was found, 1 where something
    was or where a target that was named refuses, 2 where a file could not be read, 3 where
    nothing was found and a target that was named is unsure: something was not read, or may be
    refused. What --select and --ignore hide of the defects does not count; a verdict comes of
    all rules, whichever are shown.
    """
    if no_verdicts and targets:
        raise click.UsageError("--no-verdicts and --target contradict each other.")
    given = {name: value for name, value in options.items() if value is not None}
    if targets or no_verdicts:
        given["targets"] = tuple(dict.fromkeys(targets))
    wants_verdicts = output == "json" and not no_verdicts
    forms = [output, "sarif"] if sarif_file else [output]
    check = Check(source, forms, given, wants_verdicts, colours_of_terminal())
    todo = [Job(path, lookup.configuration_of(path)) for path in expanded(files)]
    answers = told(_said(check, todo, jobs), len(todo), "files")
    raise SystemExit(_tell_all(answers, output, sarif_file, rules_at))


def _said(check: Check, todo: list[Job], jobs: int) -> Iterator[Said]:
    """What is said of each file, in their order; other processes have no standard input."""

    def lost(job: Job) -> Said:
        return check.say(job.path, [Unreadable(job.path, ENDED)])

    if any(job.path == STANDARD_INPUT for job in todo):
        jobs = 1
    yield from in_order(check, todo, jobs, lost)


def _tell_all(
    answers: Iterable[Said], output: str, sarif_file: str | None, rules_at: str | None
) -> int:
    """Lines as soon as they are known, or one document; gives the exit code."""
    codes: list[int] = []
    parts = defaultdict[str, list[Any]](list)
    for said in answers:
        codes.append(said.code)
        for form, one in said.outputs.items():
            if form in _DOCUMENTS:
                parts[form].append(one)
            else:
                _print_lines(one)
    if output in _DOCUMENTS:
        print_json(_DOCUMENTS[output](parts[output], rules_at))
    if sarif_file is not None:
        save(sarif_file, as_json(sarif.report(parts["sarif"], rules_at)))
    return worst(codes)


_DOCUMENTS: dict[str, Callable[[list[Any], str | None], dict[str, Any]]] = {
    "json": lambda parts, _: {"files": [record for part in parts for record in part]},
    "sarif": sarif.report,
}
"""What is one document, made of the parts of all files."""


def _print_lines(lines: Iterable[Line]) -> None:
    for line in lines:
        print_text(line.text, err=line.err)
