"""What the doctor's server offers: the sessions that were found, read one after the other."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread

from crosswire.configuration import ProjectSettings
from crosswire.doctor import Found, Known, Session, Summary, summarise

NICE = 10


@dataclass(slots=True)
class Offered:
    """A session of the list."""

    number: int
    session: Session
    summary: Summary | None = None
    """None until it is read."""
    slug: str = ""
    """Of the conversation that was opened of it."""
    opened_as: str = ""
    """The stamp of its files when it was opened."""


class Offer:
    """The list, and the process that reads what is in it."""

    def __init__(self, found: Found, known: Known) -> None:
        self._known = known
        self.left = found.left
        self.looked: Sequence[object] = found.looked
        self.sessions = [
            Offered(number, session, known.summary(session))
            for number, session in enumerate(found.sessions, 1)
        ]

    def get(self, number: int) -> Offered | None:
        """The session with a number in the list."""
        return self.sessions[number - 1] if 0 < number <= len(self.sessions) else None

    @property
    def waiting(self) -> int:
        """How many are not read yet."""
        return sum(one.summary is None for one in self.sessions)

    def start_reading(self) -> None:
        """Read the sessions beside the server, the newest first."""
        Thread(target=self._read_all, daemon=True).start()

    def _read_all(self) -> None:
        reader: _Reader | None = None
        for one in self.sessions:
            if one.summary is None:
                reader = reader or _Reader()
                one.summary = reader.summary(one.session, self._known.settings_of(one.session))
                self._known.keep(one.session, one.summary)
                if not reader.is_there:
                    reader = None
        if reader is not None:
            reader.end()
        self._known.save()


class _Reader:
    """A process that reads one session after the other; a huge one ends it, not the server."""

    def __init__(self) -> None:
        # A fork server listens at a path, which a long temporary folder makes too long.
        context = get_context("spawn")
        self._pipe, other = context.Pipe()
        self.is_there = True
        self._why = "The process that read it was ended: it may be too large."
        with other:
            process = context.Process(target=_summarise_all, args=(other,), daemon=True)
            try:
                process.start()
            except OSError as error:
                why = error.strerror or error
                self._why = f"It was not read: no process could be started ({why})."
                self.end()

    def summary(self, session: Session, settings: ProjectSettings) -> Summary:
        """What is in a session, or that the process ended over it."""
        try:
            self._pipe.send((session, settings))
            found: Summary = self._pipe.recv()
        except (EOFError, OSError):
            self.end()
            return Summary("unread", self._why)
        return found

    def end(self) -> None:
        self.is_there = False
        self._pipe.close()


def _summarise_all(pipe: Connection) -> None:
    """What the process does, until its server ends."""
    with suppress(AttributeError):  # not on every system
        os.nice(NICE)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            pipe.send(summarise(*pipe.recv()))
