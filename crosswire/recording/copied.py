"""A stream of bytes that passes through to the program, and of which a copy is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

Ended = Callable[[bytes, bool], None]
"""What is done with the copy when the program closes the stream; whether it read all of it."""


def copied(stream: Any, ended: Ended) -> Any:
    """The stream, as an object of a kind of its own kind, which the HTTP client asks for."""
    kind = type("Copied", (_Copied, type(stream)), {})
    return kind(stream, ended)


class _Copied:
    """Reads nothing by itself: what the program never reads is not in the copy."""

    def __init__(self, stream: Any, ended: Ended) -> None:
        self._original = stream
        self._pieces: list[bytes] = []
        self._ended: Ended | None = ended
        self._is_whole = False

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._original:
            self._pieces.append(piece)
            yield piece
        self._is_whole = True

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._original:
            self._pieces.append(piece)
            yield piece
        self._is_whole = True

    def close(self) -> None:
        try:
            self._original.close()
        finally:
            self._end()

    async def aclose(self) -> None:
        try:
            await self._original.aclose()
        finally:
            self._end()

    def _end(self) -> None:
        """Once, however often it is closed."""
        ended, self._ended = self._ended, None
        if ended is not None:
            ended(b"".join(self._pieces), self._is_whole)
