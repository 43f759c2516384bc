"""Options that several commands share."""

from __future__ import annotations

import click

format_option = click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json"]),
    default="text",
    help="How to answer.",
)
source_option = click.option(
    "--from", "source", help="Read the file as this format, whatever it looks like."
)
sources_option = click.option(
    "--from", "source", help="Read the files as this format, whatever they look like."
)


def listed(value: str) -> list[str]:
    """The words of an option that takes several, with commas between them."""
    return [word for word in map(str.strip, value.split(",")) if word]
