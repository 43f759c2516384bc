"""What a module must offer to be a wrapper: bytes around the files that hold documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from crosswire.containers.origin import Counted, Step
from crosswire.containers.wrappers.budget import Budget


class Member(Struct, frozen=True):
    """A file that a wrapper held."""

    data: bytes
    steps: tuple[Step, ...] = ()
    """Its name, or the table that it was written from; none where the wrapper holds one
    thing."""
    rows: Sequence[str] | None = None
    """Of a table: the id of the row that each line was written from."""
    cut: str | None = None
    """What of it could not be had: its end is missing, or damaged."""
    remarks: tuple[str, ...] = ()
    """What else is to be said of it."""
    written_from: str = ""
    """What its JSON was written from, with its article; empty where it stands there as it
    is."""


class Skipped(Struct, frozen=True):
    """What a wrapper held and was left out."""

    reason: str
    """A sentence."""
    steps: tuple[Step, ...] = ()


class Wrapper(Protocol):
    """One way to pack files, or a file, into bytes."""

    NAME: str
    TITLE: str
    """With its article: `a zip archive`."""

    def fits(self, data: bytes) -> bool:
        """Whether bytes begin as this wrapper does."""

    def members(self, data: bytes, budget: Budget) -> Iterator[Member | Skipped]:
        """What it holds, one at a time; raises UnreadableUpload where it is broken and gives
        nothing."""


def told_apart(members: Iterable[Member | Skipped]) -> Iterator[Member | Skipped]:
    """What a wrapper holds, with files of one name told apart by their order."""
    counted = Counted()
    for one in members:
        steps = (*map(counted.step, one.steps[:1]), *one.steps[1:])
        yield replace(one, steps=steps)
