"""Reads what is compressed a piece at a time, so that the budget ends it in time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from crosswire.containers.foreign_bytes import NotText
from crosswire.containers.foreign_bytes import refuse as refuse_foreign
from crosswire.containers.wrappers.budget import Budget
from crosswire.containers.wrappers.protocol import Member, Skipped
from crosswire.errors import UnreadableUpload

PIECE = 1 << 18


class Decompressor(Protocol):
    """As the standard library's for bzip2 and xz."""

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


def decompressed(
    data: bytes,
    new: Callable[[], Decompressor],
    faults: tuple[type[Exception], ...],
    title: str,
    budget: Budget,
) -> Iterator[Member | Skipped]:
    """The one file that some bytes were compressed from: all their frames, one behind the
    other. Raises UnreadableUpload where nothing comes out."""
    pieces: list[bytes] = []
    cut = None
    try:
        while data:
            frame = new()
            fed = data
            while not frame.eof:
                piece = frame.decompress(fed, PIECE)
                fed = b""
                budget.take(len(piece))
                pieces.append(piece)
                if not piece and not frame.eof:
                    raise EOFError
            data = frame.unused_data
            if not data.strip(b"\0"):
                break
    except EOFError:
        cut = f"It is {title} without its end; what came before was read."
    except faults as fault:
        cut = f"It is {title} that is damaged ({fault}); what came before was read."
    text = b"".join(pieces)
    if not text and cut is not None:
        raise UnreadableUpload(
            f"This is {title} that is cut off or damaged: nothing comes out."
        )
    yield Member(text, cut=cut)


def read_member(
    read: Callable[[int], bytes],
    budget: Budget,
    faults: tuple[type[Exception], ...],
    *,
    media: bool = False,
) -> tuple[bytes, str | None]:
    """A file of an archive, and what is wrong with its end. Raises OverBudget, and NotText
    where it begins as no text does."""
    pieces: list[bytes] = []
    cut = None
    try:
        while piece := read(PIECE):
            budget.take(len(piece))
            if not pieces and not media:
                refuse_media(piece)
            pieces.append(piece)
    except faults as fault:
        why = str(fault) or type(fault).__name__
        cut = f"It is damaged ({why}); what came before was read."
    except NotText:
        budget.give_back(len(piece))
        raise
    return b"".join(pieces), cut


def refuse_media(beginning: bytes) -> None:
    """Leave out pictures and the like before all of them is unpacked."""
    try:
        refuse_foreign(beginning)
    except NotText as error:
        if "Unpack it" not in str(error) and "SQLite" not in str(error):
            raise
    except UnreadableUpload:
        pass  # it is told when all of it is there
