"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from crosswire.cli.uploads import StopIfUnreadable, read_mapping
from crosswire.configuration import Lookup
from crosswire.reading.asked import Asked

format_option = click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json"]),
    default="text",
    help="How to answer.",
)


jobs_option = click.option(
    "--jobs",
    "-j",
    type=click.IntRange(0),
    default=1,
    metavar="N",
    help="How many files to read at once, each in a process; 0 is one for each core.",
)


def _from_option(files: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    they_look = "they look" if files == "files" else "it looks"
    return click.option(
        "--from", "source", help=f"Read the {files} as this format, whatever {they_look} like."
    )


def _sourced(files: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options that say what to read files as, given to a command as `source`."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @_from_option(files)
        @map_option
        @wraps(command)
        def sourced(
            *given: Any, source: str | None, map_file: str | None, **options: Any
        ) -> None:
            if source and map_file:
                raise click.UsageError("Give --from or --map, not both.")
            command(*given, source=asked(source, map_file), **options)

        return sourced

    return decorate


map_option = click.option(
    "--map",
    "map_file",
    metavar="MAPPING",
    help="Read by the mapping in this file, whatever it looks like; see `crosswire map`.",
)
source_option = _sourced("file")
sources_option = _sourced("files")


def asked(format: str | None, map_file: str | None) -> Asked:
    """What to read files as; ends the command where the file of a mapping holds none."""
    if map_file is None:
        return Asked(format)
    with StopIfUnreadable(map_file):
        return Asked.of(format, read_mapping(map_file), ())


def listed(value: str) -> list[str]:
    """The words of an option that takes several, with commas between them."""
    return [word for word in map(str.strip, value.split(",")) if word]


def settings_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say where settings stand, given to a command as `lookup`."""

    @click.option(
        "--config",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Go by the settings in this file, whatever stands in the folders of files.",
    )
    @click.option("--no-config", is_flag=True, help="Go by no file of settings.")
    @wraps(command)
    def found(*given: Any, config: Path | None, no_config: bool, **options: Any) -> None:
        if no_config and config is not None:
            raise click.UsageError("--no-config and --config contradict each other.")
        command(*given, lookup=Lookup(config, no_config), **options)

    return found
