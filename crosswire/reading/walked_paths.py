"""Places on a walk through a document, which become addresses only where they are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from crosswire.address import Address, child
from crosswire.model import JsonValue

Path: TypeAlias = "tuple[Path | Address, str | int]"
"""What is above, and a token."""


def items(value: JsonValue) -> Iterator[tuple[str | int, JsonValue]]:
    """What stands right in an object or a list, each with its token."""
    if isinstance(value, dict):
        return iter(value.items())
    return enumerate(value) if isinstance(value, list) else iter(())


def written(path: Path | Address) -> Address:
    """The address of a place."""
    tokens = []
    while not isinstance(path, str):
        path, token = path
        tokens.append(token)
    return child(path, *reversed(tokens))
