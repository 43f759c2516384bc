"""`crosswire convert`: a file in another provider's format."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from crosswire.cli.output import as_json, print_text
from crosswire.cli.uploads import UNREADABLE, load_path, stop_unreadable
from crosswire.containers import json_document
from crosswire.conversion import render
from crosswire.errors import CrosswireError
from crosswire.formats import FORMATS
from crosswire.id_plan import ID_POLICIES, IdPolicy
from crosswire.loss import Rendering


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--to", "target", required=True, type=click.Choice(list(FORMATS)), help="The format to write.")
@click.option("--ids", type=click.Choice(ID_POLICIES), default="fill", help="What becomes of call ids.")
@click.option("--from", "source", help="Read the file as this format, whatever it looks like.")
@click.option("--output", type=click.Path(dir_okay=False), help="Where to write; else standard output.")
@click.option(
    "--losses",
    type=click.Path(dir_okay=False),
    help="Where to write losses and the id map, as JSON.",
)
def convert(
    file: str,
    target: str,
    ids: IdPolicy,
    source: str | None,
    output: str | None,
    losses: str | None,
) -> None:
    """Write FILE as another provider's request body (`-` is standard input).

    A file of several conversations gives JSON Lines. What the target cannot hold is said on standard
    error, or in the file of --losses.
    """
    try:
        log = load_path(file, source)
    except CrosswireError as error:
        stop_unreadable(file, error)
        return
    renderings = [render(conversation, target, ids=ids) for conversation in log.conversations]
    _write(renderings, output)
    _report(renderings, losses)


def _write(renderings: list[Rendering], output: str | None) -> None:
    if len(renderings) == 1:
        text = json_document.write(renderings[0].payload, indent=True) + b"\n"
    else:
        text = b"".join(json_document.write(rendering.payload) + b"\n" for rendering in renderings)
    if output is None:
        click.echo(text, nl=False)
    else:
        _save(output, text)


def _save(path: str, text: bytes) -> None:
    try:
        Path(path).write_bytes(text)
    except OSError as error:
        print_text(f"crosswire: {path}: {error.strerror or error}.", err=True)
        raise SystemExit(UNREADABLE) from error


def _report(renderings: list[Rendering], path: str | None) -> None:
    if path is not None:
        report = [
            {
                "conversation": number,
                "target": rendering.target,
                "ids": rendering.policy,
                "losses": [asdict(loss) for loss in rendering.losses],
                "id_map": [change.record() for change in rendering.id_map],
            }
            for number, rendering in enumerate(renderings)
        ]
        _save(path, as_json(report))
        return
    for rendering in renderings:
        for loss in rendering.losses:
            place = loss.source or f"payload {loss.target}"
            instead = f" Instead: {loss.fallback}" if loss.fallback else ""
            print_text(f"{place}: {loss.kind} {loss.code}: {loss.what}: {loss.why}{instead}", err=True)
        for change in rendering.id_map:
            made = f"{change.logged!r} -> {change.written!r}: {change.why}."
            print_text(f"{change.source}: id {change.how}: {made}", err=True)
