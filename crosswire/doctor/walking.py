"""Finds files by patterns, and follows no link: what a link leads to is not the program's."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from msgspec import Struct, field

DEEPEST = 20
"""Folders that `**` goes down."""


class File(Struct, frozen=True):
    """A plain file, as it was when it was found."""

    path: Path
    size: int
    changed_ns: int


class Walk(Struct):
    """A way through folders, and what it had to leave."""

    left: dict[Path, str] = field(default_factory=dict)
    """Folders, links and files that were not looked into, each with the reason."""

    def files(self, folder: Path, pattern: str) -> Iterator[File]:
        """The plain files below a folder that fit a pattern."""
        yield from self._below(folder, tuple(pattern.split("/")), 0)

    def _below(self, folder: Path, parts: tuple[str, ...], depth: int) -> Iterator[File]:
        wanted, rest = parts[0], parts[1:]
        if wanted == "**":
            yield from self._below(folder, rest, depth)
            if depth < DEEPEST:
                for name in self._names(folder):
                    if self._is_folder(folder / name):
                        yield from self._below(folder / name, parts, depth + 1)
            return
        is_pattern = any(sign in wanted for sign in "*?[")
        names = self._names(folder) if is_pattern else [wanted]
        for name in names:
            if not fnmatchcase(name, wanted) and is_pattern:
                continue
            if rest and self._is_folder(folder / name):
                yield from self._below(folder / name, rest, depth)
            elif not rest:
                yield from self.file(folder / name)

    def file(self, path: Path) -> Iterator[File]:
        """The file at a path, where it is a plain one."""
        status = self._status(path)
        if status is not None and stat.S_ISREG(status.st_mode):
            yield File(path, status.st_size, status.st_mtime_ns)

    def _is_folder(self, path: Path) -> bool:
        status = self._status(path)
        return status is not None and stat.S_ISDIR(status.st_mode)

    def _status(self, path: Path) -> os.stat_result | None:
        try:
            status = path.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return None  # gone meanwhile, or never there
        except (OSError, ValueError) as error:
            self._leave(path, error)
            return None
        if stat.S_ISLNK(status.st_mode):
            self.left[path] = "This is a link, which is not followed."
        return status

    def _names(self, folder: Path) -> list[str]:
        try:
            return sorted(os.listdir(folder))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            self._leave(folder, error)
            return []

    def _leave(self, path: Path, error: Exception) -> None:
        self.left[path] = f"{getattr(error, 'strerror', None) or error}."


def read_plain(path: Path, most: int = -1) -> bytes:
    """The bytes of a plain file, or the first ones; raises OSError where a link or a pipe took
    its place."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError("This is no plain file any more")
        return file.read(most)
