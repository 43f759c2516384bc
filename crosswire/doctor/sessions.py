"""The sessions that are found: names, dates and sizes, before any is read."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from glob import escape
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from crosswire.containers.folder import packed, why_left
from crosswire.doctor.folders import places_to_look
from crosswire.doctor.places import PROGRAMS, Place
from crosswire.doctor.walking import File, Walk, read_plain

BEGINNING = 64 * 1024
"""Bytes in which the folder that a session worked in is looked for."""
ENDINGS = ("jsonl", "json", "ndjson", "zst", "gz", "db", "sqlite")
"""How files end that are taken for sessions where no program's folder is known."""
MENDED = ".mended"
"""Stands in the name of a copy that was mended."""
_WORKED_IN = re.compile(
    rb'"(?:cwd|directory|working_dir|workDir)"\s*:\s*("(?:[^"\\]|\\.){1,1000}")'
)
_NAMED = re.compile(rb'"(?:sessionId|session_id)"\s*:\s*"([^"\\]{1,200})"')
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
_NAMELESS = ("events", "wire", "transcript", "chat_history", "conversation", "trajectory",
             "api_conversation_history", "state", "sessions")  # fmt: skip
"""Names that the files of all sessions of a program have: the folder's name tells more."""


class Session(Struct, frozen=True, dict=True):
    """What belongs to one session, as it was found."""

    file: File
    folder: Path
    """The folder of the program, or the root."""
    place: Place | None = None
    """None where it is not known which program wrote it."""
    beside: tuple[File, ...] = ()

    @property
    def path(self) -> Path:
        return self.file.path

    @property
    def program(self) -> str:
        """What a list calls the program; empty where it is not known."""
        return PROGRAMS[self.place.program] if self.place else ""

    @property
    def size(self) -> int:
        return self.file.size + sum(one.size for one in self.beside)

    @property
    def changed(self) -> float:
        """When it was written last, in seconds since 1970."""
        return self.file.changed_ns / 1e9

    @property
    def id(self) -> str:
        """Its id, as the names of its file and folder tell it, or else its beginning."""
        found = _UUID.findall("/".join(self.path.parts[-2:]))
        if found:
            return str(found[-1])
        named = _NAMED.search(self._beginning)
        return named[1].decode("utf-8", "replace") if named else self.name

    @property
    def name(self) -> str:
        """What its file is called, or the folder where all files have one name."""
        named = _UUID.findall("/".join(self.path.parts[-2:]))
        stem = self.path.name.split(".")[0]
        is_nameless = stem in _NAMELESS and self.path.parent != self.folder
        name = named[-1] if named else self.path.parent.name if is_nameless else stem
        return f"mended copy of {name}" if self.is_mended else name

    @property
    def is_mended(self) -> bool:
        return MENDED in self.path.name

    @cached_property
    def project(self) -> str:
        """The folder that the program worked in; empty where its beginning does not say."""
        found = _WORKED_IN.search(self._beginning)
        try:
            return str(json.loads(found[1])) if found else ""
        except ValueError:
            return ""

    @cached_property
    def _beginning(self) -> bytes:
        try:
            return read_plain(self.path, BEGINNING)
        except OSError:
            return b""

    @property
    def stamp(self) -> str:
        """Tells whether anything of it has changed."""
        files = [(str(one.path), one.size, one.changed_ns) for one in self.all_files]
        return hashlib.sha256(json.dumps(files).encode()).hexdigest()

    def stamp_now(self) -> str:
        """The stamp of the same files as they are now; empty where one is gone."""
        walk = Walk()
        now = [found for one in self.all_files for found in walk.file(one.path)]
        if len(now) < len(self.all_files):
            return ""
        return replace(self, file=now[0], beside=tuple(now[1:])).stamp

    @property
    def all_files(self) -> tuple[File, ...]:
        return (self.file, *self.beside)

    def read(self) -> bytes:
        """Its bytes, as an archive where they are several files; raises OSError."""
        if not self.beside:
            return read_plain(self.path)
        above = Path(os.path.commonpath([one.path.parent for one in self.all_files]))
        return packed(
            (one.path.relative_to(above).as_posix(), read_plain(one.path))
            for one in self.all_files
        )


class Found(Struct):
    """Sessions, the newest first, and what could not be looked into."""

    sessions: list[Session]
    left: dict[Path, str] = field(default_factory=dict)
    looked: list[Path] = field(default_factory=list)
    """The folders of programs that are there."""


def find(
    program: str | None = None,
    *,
    root: Path | None = None,
    since: float | None = None,
    most: int | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Found:
    """The sessions of a program, or of all, that were written since a moment (in seconds since
    1970), and no more than the newest `most`."""
    walk, looked = Walk(), dict[Path, None]()
    files: dict[Path, tuple[File, Path, Place | None]] = {}
    for place, folder in places_to_look(program, root, environment):
        is_whole_root = folder == root and program is None
        if is_whole_root or not folder.is_dir():
            continue
        folder = folder.resolve()
        looked[folder] = None
        for pattern in place.files:
            for file in walk.files(folder, pattern):
                files.setdefault(file.path, (file, folder, place))
    if root is not None and not files and root.is_dir():
        looked[root.resolve()] = None
        files = {file.path: (file, root.resolve(), None) for file in _any_files(walk, root)}
    chosen = [one for one in files.values() if since is None or _is_since(one[0], since)]
    chosen.sort(key=lambda one: (-one[0].changed_ns, str(one[0].path)))
    return Found([_session(walk, *one) for one in chosen[:most]], walk.left, list(looked))


def find_one(path: Path, environment: Mapping[str, str] = os.environ) -> Session:
    """The session in a file, of the program in whose folder it stands; raises OSError."""
    path = path.parent.resolve() / path.name
    walk = Walk()
    for place, folder in places_to_look(None, None, environment):
        folder = folder.resolve()
        if not path.is_relative_to(folder):
            continue
        for pattern in place.files:
            for file in walk.files(folder, pattern):
                if file.path == path:
                    return _session(walk, file, folder, place)
    for file in walk.file(path):
        return Session(file, path.parent)
    path.stat()
    raise OSError(walk.left.get(path, "This is no plain file."))


def _is_since(file: File, since: float) -> bool:
    return file.changed_ns >= since * 1e9


def _any_files(walk: Walk, root: Path) -> Iterator[File]:
    for file in walk.files(root.resolve(), "**/*"):
        inside = file.path.relative_to(root.resolve()).as_posix()
        if file.path.suffix.lower().lstrip(".") in ENDINGS and not why_left(inside):
            yield file


def _session(walk: Walk, file: File, folder: Path, place: Place | None) -> Session:
    beside = _beside(walk, file, folder, place.beside) if place else ()
    return Session(file, folder, place, tuple(beside))


def _beside(walk: Walk, file: File, folder: Path, patterns: Sequence[str]) -> list[File]:
    """What else belongs to the session of a file."""
    inside = file.path.parent.relative_to(folder).as_posix()
    names = {"folder": escape(inside), "name": escape(file.path.name)}
    names["stem"] = escape(file.path.name.split(".")[0])
    found: list[File] = []
    before: list[File] = [file]
    for pattern in patterns:
        each = [escape(one.path.stem) for one in before] if "{each}" in pattern else [""]
        before = [
            one
            for name in each
            for one in walk.files(folder, pattern.format(each=name, **names))
            if not why_left(one.path.relative_to(folder).as_posix().lstrip("."))
        ]
        found += before
    return found
