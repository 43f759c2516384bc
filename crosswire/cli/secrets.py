"""`crosswire secrets`: which keys, tokens and passwords stand in a file, and the file without
them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from crosswire.cli.output import print_json, print_text
from crosswire.cli.uploads import UNREADABLE, read_bytes, stop_unreadable
from crosswire.errors import CrosswireError
from crosswire.secrets import Secret, find_secrets, masked


@click.command("secrets")
@click.argument("file", metavar="FILE")
@click.option(
    "--mask", is_flag=True, help="Write the file with placeholders in place of what is found."
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False),
    help="Where to write it; else standard output.",
)
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json"]),
    default="text",
    help="How to answer.",
)
def secrets(file: str, mask: bool, output: str | None, output_format: str) -> None:
    """Find what looks like keys, tokens and passwords in FILE (`-` is standard input).

    FILE need not be a log that can be read. What is found is never shown, only where it
    stands, its kind and its length. Exits with 1 where something was found, with 2 where FILE
    cannot be opened; with --mask, which says on standard error what it replaced, with 0.
    """
    if output is not None and not mask:
        raise click.UsageError("--output goes with --mask.")
    try:
        data = read_bytes(file)
    except CrosswireError as error:
        stop_unreadable(file, error)
        return
    everything = find_secrets(data)
    found = [one for one in everything if not one.continues]
    if mask:
        _write(masked(data, everything), output)
        for one in found:
            print_text(f"{_line(one)} -> {one.placeholder}", err=True)
        return
    if output_format == "json":
        print_json({"path": file, "secrets": [as_object(one) for one in found]})
    else:
        for one in found:
            print_text(_line(one))
    raise SystemExit(1 if found else 0)


def as_object(found: Secret) -> dict[str, Any]:
    """A secret as JSON; the fields are documented and stable, and none holds the secret."""
    return {
        "kind": found.rule.id,
        "title": found.rule.title,
        "address": found.address or None,
        "start": found.start,
        "end": found.end,
        "hint": found.hint,
        "number": found.number,
        "placeholder": found.placeholder,
    }


def _line(found: Secret) -> str:
    return f"{found.address or 'in no document'} (byte {found.start}): {found.hint}"


def _write(data: bytes, path: str | None) -> None:
    if path is None:
        click.echo(data, nl=False)
        return
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        print_text(f"crosswire: {path}: {error.strerror or error}.", err=True)
        raise SystemExit(UNREADABLE) from error
