"""Conversations that are ready to be stored, in a file until all of an upload are: what is
stored of a large one takes as much as the upload, and is written to the database at once."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile, gettempdir
from typing import overload
from weakref import finalize

from crosswire.reading import collector_paused
from webapp.readmodel.indexed import IndexedConversation

IN_MEMORY = 8_000_000
"""Bytes of them that need no file."""


class NoRoomToSpool(Exception):
    """There is no room for temporary files."""


def ready_to_spool(one: IndexedConversation) -> bytes:
    return pickle.dumps(one, pickle.HIGHEST_PROTOCOL)


class Spool(Sequence[IndexedConversation]):
    """Each is read when it is asked for, and held by nobody else."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile[bytes](IN_MEMORY)
        finalize(self, self._file.close)
        self._end = 0
        self._places: dict[int, int] = {}
        """By the number of a conversation."""

    def append(self, one: IndexedConversation) -> None:
        """Raises NoRoomToSpool."""
        with self._place_of(len(self)):
            pickle.dump(one, self._file, pickle.HIGHEST_PROTOCOL)

    def add(self, number: int, ready: bytes) -> None:
        """Keep the conversation of this number, as `ready_to_spool` gives it. Raises
        NoRoomToSpool."""
        with self._place_of(number):
            self._file.write(ready)

    @contextmanager
    def _place_of(self, number: int) -> Iterator[None]:
        try:
            self._file.seek(self._end)
            yield
        except OSError as error:
            raise NoRoomToSpool(
                f"There is no room for temporary files in {gettempdir()}: {error.strerror}. "
                "A large log needs about its own size there. Free some room, or name another "
                "folder in the environment variable TMPDIR."
            ) from error
        self._places[number], self._end = self._end, self._file.tell()

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, number: int) -> IndexedConversation: ...
    @overload
    def __getitem__(self, number: slice) -> list[IndexedConversation]: ...
    def __getitem__(
        self, number: int | slice
    ) -> IndexedConversation | list[IndexedConversation]:
        every = range(len(self))
        if isinstance(number, slice):
            return [self._read(one) for one in every[number]]
        return self._read(every[number])

    def __iter__(self) -> Iterator[IndexedConversation]:
        return map(self._read, range(len(self)))

    def _read(self, number: int) -> IndexedConversation:
        self._file.seek(self._places[number])
        with collector_paused():
            found: IndexedConversation = pickle.load(self._file)  # noqa: S301 - its own
        return found
