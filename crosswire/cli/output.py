"""Writes answers so that any text of a log passes: a lone surrogate, which no encoding takes,
is escaped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from crosswire.containers import json_document


def as_json(answer: Mapping[str, Any] | list[Any]) -> bytes:
    """Indented, and ended by a line end."""
    return json_document.write(answer, indent=True) + b"\n"  # type: ignore[arg-type]


def print_json(answer: Mapping[str, Any]) -> None:
    click.echo(as_json(answer), nl=False)


def print_text(text: str, *, err: bool = False) -> None:
    click.echo(text.encode("utf-8", "backslashreplace"), err=err)
