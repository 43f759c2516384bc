"""What was read before: one file in the user's cache folder, safe to delete.

It holds for each session what a list shows of it, and nothing else.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct, field

import crosswire
from crosswire.configuration import NO_SETTINGS, Lookup, ProjectSettings
from crosswire.doctor.sessions import Session
from crosswire.doctor.summaries import Summary, summarise

SAVED_AFTER = 2.0
"""Seconds between two times that it is written."""


class Entry(Struct):
    """A session that was read."""

    stamp: str
    summary: Summary


class _Content(Struct):
    version: str = ""
    sessions: dict[str, Entry] = field(default_factory=dict)


def cache_folder() -> Path:
    """The folder for what may be deleted at any time."""
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        return Path(local) / "crosswire" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "crosswire"
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "crosswire"


@cache
def reading_version() -> str:
    """Another one as soon as anything of what reads and judges is another."""
    package = Path(crosswire.__file__).parent
    files = sorted(path for path in package.rglob("*") if path.suffix in (".py", ".json"))
    told = [f"{path.relative_to(package)} {path.stat().st_mtime_ns}" for path in files]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()


class Known:
    """The sessions that were read before; without a folder, none is kept. What is wrong with
    each is told by the settings that are looked up for its file."""

    def __init__(self, folder: Path | None, lookup: Lookup = NO_SETTINGS) -> None:
        self._lookup = lookup
        self._file = folder / "doctor.json" if folder else None
        self._content = self._stored()
        self._saved = time.monotonic()
        self._is_new = False

    def __contains__(self, session: Session) -> bool:
        return self.summary(session) is not None

    def summary(self, session: Session) -> Summary | None:
        """What was read of a session, unless it or its settings have changed since; raises
        BadSettings."""
        entry = self._content.sessions.get(str(session.path))
        return entry.summary if entry and entry.stamp == self._stamp(session) else None

    def settings_of(self, session: Session) -> ProjectSettings:
        """How a session is judged; raises BadSettings."""
        return self._lookup.settings_of(session.path)

    def _stamp(self, session: Session) -> str:
        settings = msgspec.json.encode(self.settings_of(session)).decode()
        return session.stamp if settings == "{}" else f"{session.stamp} {settings}"

    def read(self, sessions: Iterable[Session]) -> Iterator[tuple[Session, Summary]]:
        """Each session with what is in it, read now where that is not known."""
        try:
            for session in sessions:
                known = self.summary(session)
                if known is None:
                    known = summarise(session, self.settings_of(session))
                    self.keep(session, known)
                yield session, known
        finally:
            self.save()

    def keep(self, session: Session, summary: Summary) -> None:
        """Keep what was just read."""
        if summary.state != "unread":  # the next try may end otherwise
            self._content.sessions[str(session.path)] = Entry(self._stamp(session), summary)
            self._is_new = True
            if time.monotonic() - self._saved > SAVED_AFTER:
                self.save()

    def save(self) -> None:
        """Write it down, without sessions that are not there any more."""
        self._saved = time.monotonic()
        if self._file is None or not self._is_new:
            return
        kept = self._content.sessions
        self._content.sessions = {path: kept[path] for path in kept if os.path.exists(path)}
        self._is_new = False
        # Python's own JSON holds names and titles that no encoding takes.
        text = json.dumps(msgspec.to_builtins(self._content))
        with suppress(OSError):  # a list without a cache is as right, and slower
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _replace(self._file, text.encode())

    def _stored(self) -> _Content:
        with suppress(OSError, ValueError, RecursionError):
            if self._file is not None:
                content = msgspec.convert(json.loads(self._file.read_bytes()), _Content)
                if content.version == reading_version():
                    return content
        return _Content(reading_version())


def _replace(path: Path, data: bytes) -> None:
    """Write a file for its owner alone, whole or not at all; raises OSError."""
    handle, made = tempfile.mkstemp(dir=path.parent)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.replace(made, path)
    except OSError:
        os.unlink(made)
        raise
