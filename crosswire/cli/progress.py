"""How far long work is, in a line on standard error that is gone when it ends."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click

from crosswire.cli.colours import shows_colours

Item = TypeVar("Item")
SOON = 1.0
"""Seconds of work of which nothing is told."""
_CLEAR = "\r\033[K"


def told(items: Iterable[Item], of: int, what: str) -> Iterator[Item]:
    """The items as they come; a person at a terminal sees how many of them came. The line is
    out of the way while an item is worked on by whoever asked for it."""
    began = time.monotonic()
    is_seen = shows_colours(sys.stderr)
    is_shown = False
    for number, item in enumerate(items, 1):
        if is_shown:
            click.echo(_CLEAR, err=True, nl=False)
        yield item
        is_shown = is_seen and number < of and time.monotonic() - began > SOON
        if is_shown:
            click.echo(f"{number:,} of {of:,} {what} …", err=True, nl=False)
