"""Choosing parts, and naming the places where they stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from crosswire.address import Address
from crosswire.model import Message, Part, ToolCallPart, ToolResultPart

PartT = TypeVar("PartT", bound=Part)


def of_type(parts: Iterable[Part], kind: type[PartT]) -> list[PartT]:
    """Those of some parts that are of a class."""
    return [part for part in parts if isinstance(part, kind)]


def ids_of(parts: Iterable[ToolCallPart | ToolResultPart]) -> set[str | None]:
    """The ids of calls or results; None is among them where one has none."""
    return {part.call_id.value for part in parts}


def related(word: str, *parts: Part | Message) -> tuple[tuple[str, Address], ...]:
    """Other places of the evidence, each with the same word for what it is."""
    return tuple((word, part.address) for part in parts)
