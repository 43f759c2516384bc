"""`crosswire secrets`: the keys, tokens and passwords in a file, and the file without them."""

from __future__ import annotations

from typing import Any

import click

from crosswire.cli.output import print_json, print_lines, write_output
from crosswire.cli.uploads import StopIfUnreadable, read_bytes, text_of
from crosswire.secrets import Secret, find_secrets, masked


@click.command("secrets")
@click.argument("file", metavar="FILE", type=click.Path())
@click.option(
    "--mask", is_flag=True, help="Write the file with placeholders in place of what is found."
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Where to write it; else standard output.",
)
@click.option(
    "--only-sure",
    is_flag=True,
    help="Leave out what only a name tells, such as the value of DB_PASSWORD.",
)
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json"]),
    default="text",
    help="How to answer.",
)
def secrets(
    file: str, mask: bool, output: str | None, only_sure: bool, output_format: str
) -> None:
    """Find what looks like keys, tokens and passwords in FILE (`-` is standard input).

    FILE need not be a log that can be read. What is found is never shown, only where it
    stands, its kind and its length. What only a name tells is said to be probable. Exits with
    1 where something is sure, with 2 where FILE cannot be opened; with --mask, which replaces
    both and says on standard error what, with 0.
    """
    if output is not None and not mask:
        raise click.UsageError("--output goes with --mask.")
    with StopIfUnreadable(file):
        data = text_of(read_bytes(file))
    everything = [secret for secret in find_secrets(data) if secret.is_sure or not only_sure]
    found = [secret for secret in everything if not secret.continues]
    if mask:
        write_output(masked(data, everything), output)
        print_lines(map(masked_line, found), err=True)
    elif output_format == "json":
        print_json({"path": file, "secrets": [as_object(secret) for secret in found]})
    else:
        print_lines(map(_line, found))
    is_alarm = not mask and any(secret.is_sure for secret in found)
    raise SystemExit(1 if is_alarm else 0)


def as_object(secret: Secret) -> dict[str, Any]:
    """A secret as JSON; the fields are documented and stable, and none holds the secret."""
    return {
        "kind": secret.rule.id,
        "title": secret.rule.title,
        "sure": secret.is_sure,
        "address": secret.address or None,
        "start": secret.start,
        "end": secret.end,
        "hint": secret.hint,
        "number": secret.number,
        "placeholder": secret.placeholder,
    }


def masked_line(secret: Secret) -> str:
    """Where a secret was, and what stands there now."""
    return f"{_line(secret)} -> {secret.placeholder}"


def _line(secret: Secret) -> str:
    likely = "" if secret.is_sure else "probably "
    place = secret.address or "in no document"
    return f"{place} (byte {secret.start}): {likely}{secret.hint}"
