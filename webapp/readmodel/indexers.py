"""Indexers: processes in which the lines of a large upload are read, its conversations looked
at and its secrets counted, so that all cores of a machine do.

Each is told which conversations come next. It has the log, and asks for the bytes of the
upload that it needs: they may be where only the process that reads the upload reaches them, as
in a database.
"""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, TypeVar

from crosswire.containers import Data, Source, size_of
from crosswire.errors import CrosswireError
from crosswire.reading import collector_paused
from webapp.processes import ready_with

AT_ONCE = 1_000_000
"""Bytes of an upload that an indexer asks for, and about as many as it is told to look at."""
LOOKS = 1.0
"""Seconds after which whoever waits hears that nothing came."""
_PRELOADED = (__name__, "webapp.readmodel.made_ready")

LARGE = 16_000_000
"""Bytes from which on it pays to look for secrets in several processes."""

Item = TypeVar("Item")
Made = TypeVar("Made")


class IndexerEnded(CrosswireError):
    """An indexer came to its end before its work did."""

    def __init__(self, code: int | None) -> None:
        how = "by itself" if code is None or code >= 0 else f"by signal {-code}"
        super().__init__(
            f"A process that looked at some of the conversations was ended {how}; nothing of "
            "what it did is kept. Memory may be short: fewer such processes, set by "
            "CROSSWIRE_READ_PROCESSES, take less of it."
        )


class _Slice(NamedTuple):
    """What an indexer asks for."""

    source: int
    start: int
    end: int


class _Indexer(NamedTuple):
    process: Any
    pipe: Connection

    def heard(self) -> Any:
        """What it says; raises IndexerEnded, and what went wrong in it."""
        try:
            said = self.pipe.recv()
        except (EOFError, OSError) as error:
            self.process.join(LOOKS)
            raise IndexerEnded(self.process.exitcode) from error
        if isinstance(said, Exception):
            raise said
        return said

    def tell(self, what: object) -> None:
        with suppress(OSError):  # it came to its end, which whoever listens to it hears
            self.pipe.send(what)


def in_indexers(
    work: Callable[[Any, Item], Made], given: object, items: Iterable[Item], count: int
) -> Iterator[Made | None]:
    """What `work` makes of each item, with what all indexers are given, as it comes; None
    where a second went by without any. Raises IndexerEnded, and what `work` raises."""
    sent, sources = _sent((work, given))
    waiting = iter(items)
    indexers: list[_Indexer] = []
    at_work: dict[Connection, _Indexer] = {}
    try:
        for item in islice(waiting, count):
            indexers.append(_started(sent))
            at_work[indexers[-1].pipe] = indexers[-1]
            indexers[-1].tell(item)
        while at_work:
            ready = wait([*at_work], LOOKS)
            for indexer in [one for pipe, one in at_work.items() if pipe in ready]:
                said = indexer.heard()
                if isinstance(said, _Slice):
                    indexer.tell(sources[said.source].slice(said.start, said.end))
                    continue
                more = next(waiting, None)
                indexer.tell(more)
                if more is None:
                    del at_work[indexer.pipe]
                yield said
            if not ready:
                yield None
    finally:
        for one in indexers:
            one.process.kill()
            one.process.join()
            one.pipe.close()


def each_in(
    count: int, data: Data
) -> Callable[[Callable[[Item], Made], Iterable[Item]], Iterator[Made]]:
    """Does what `map` does, in no order; in several processes where the data is large."""
    if not get_ready(count, data):
        return map

    def each(work: Callable[[Item], Made], items: Iterable[Item]) -> Iterator[Made]:
        every = in_indexers(_made_of, work, items, count)
        return (made for made in every if made is not None)

    return each


def get_ready(count: int, data: Data) -> bool:
    """Whether so many indexers look at such data: they load what they need from now on, while
    this process does what comes before their work."""
    are_used = count > 1 and size_of(data) >= LARGE
    if are_used:
        ready_with(_PRELOADED)
    return are_used


def _made_of(work: Callable[[Item], Made], item: Item) -> Made:
    return work(item)


def _started(sent: bytes) -> _Indexer:
    context = ready_with(_PRELOADED)
    own, other = context.Pipe()
    with other:
        process = context.Process(target=_look, args=(other, sent), daemon=True)
        process.start()
    return _Indexer(process, own)


def _look(pipe: Connection, sent: bytes) -> None:
    """What an indexer does, until it is told that there is no more, or nobody listens."""
    for one in (signal.SIGINT, signal.SIGTERM):  # the process that it works for ends it
        signal.signal(one, signal.SIG_IGN)
    with suppress(EOFError, OSError), collector_paused():
        work, given = _Received(BytesIO(sent), pipe).load()
        while (item := pipe.recv()) is not None:
            try:
                said: object = work(given, item)
            except Exception as error:  # noqa: BLE001 - it is raised where it is heard
                said = error
            pipe.send(said)


class _Sent(pickle.Pickler):
    """Pickles what all indexers are given, without the sources in it."""

    def __init__(self, to: BytesIO) -> None:
        super().__init__(to, pickle.HIGHEST_PROTOCOL)
        self.sources: list[Source] = []

    def persistent_id(self, one: object) -> tuple[int, int] | None:
        if not isinstance(one, Source):
            return None
        if not any(one is known for known in self.sources):
            self.sources.append(one)
        number = next(n for n, known in enumerate(self.sources) if known is one)
        return number, one.size


def _sent(given: object) -> tuple[bytes, Sequence[Source]]:
    to = BytesIO()
    pickler = _Sent(to)
    pickler.dump(given)
    return to.getvalue(), pickler.sources


class _Received(pickle.Unpickler):
    """The same in an indexer, which asks for the bytes of the sources."""

    def __init__(self, sent: BytesIO, pipe: Connection) -> None:
        super().__init__(sent)
        self._pipe = pipe
        self._sources: dict[int, Source] = {}

    def persistent_load(self, told: tuple[int, int]) -> Source:
        number, size = told
        return self._sources.setdefault(number, _AskedFor(self._pipe, number, size))


class _AskedFor(Source):
    """A source whose bytes another process has."""

    def __init__(self, pipe: Connection, number: int, size: int) -> None:
        self._pipe, self._number, self.size = pipe, number, size
        self._begin, self._held = 0, b""

    def slice(self, start: int, end: int) -> bytes:
        end = max(start, min(end, self.size))
        if not self._begin <= start <= end <= self._begin + len(self._held):
            until = min(max(end, start + AT_ONCE), self.size)
            self._pipe.send(_Slice(self._number, start, until))
            self._begin, self._held = start, self._pipe.recv()
        found = self._held[start - self._begin : end - self._begin]
        if len(self._held) > AT_ONCE:
            self._begin, self._held = 0, b""
        return found
