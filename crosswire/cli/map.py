"""`crosswire map`: the mapping that the shape of a file tells."""

from __future__ import annotations

import click

from crosswire.cli.output import print_text, write_output
from crosswire.cli.uploads import StopIfUnreadable, load_bytes, read_bytes
from crosswire.containers import json_document
from crosswire.errors import NotAConversation
from crosswire.logs.by_shape import mapping_json
from crosswire.reading.asked import Asked
from crosswire.reading.loading import guess_mapping


@click.command("map")
@click.argument("file", metavar="FILE", type=click.Path())
@click.option(
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Where to write; else standard output.",
)
def map_command(file: str, output: str | None) -> None:
    """Guess where messages, roles, texts, calls and results stand in FILE, whatever format it
    is in, and write it as a mapping, to be corrected and given to --map.

    What it took for what is said on standard error.
    """
    with StopIfUnreadable(file):
        data = read_bytes(file)
        mapping = guess_mapping(data)
        if mapping is None:
            raise NotAConversation(
                "Nothing in it looks like a conversation. Write a mapping by hand: "
                "docs/mapping.md says how."
            )
        log = load_bytes(data, file, Asked(mapping=mapping))
    print_text(f"{file}: {log.detection.reason}", err=True)
    write_output(json_document.write(mapping_json(mapping), indent=True) + b"\n", output)
