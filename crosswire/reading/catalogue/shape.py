"""One kind of file that a program writes: what it is called, where it lies, what tells it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from msgspec import Struct, field

Kind = Literal[
    "session", "index", "database", "export", "trace", "recording", "dataset",
    "cache", "settings", "interface", "other",
]  # fmt: skip
"""What a file is for the program that wrote it."""


class Where(NamedTuple):
    """Where a file lies, for each system; empty where that is not one place."""

    linux: str = ""
    macos: str = ""
    windows: str = ""


NOWHERE = Where()


def home(path: str) -> Where:
    """The same place in everybody's home, on each system."""
    return Where(f"~/{path}", f"~/{path}", "%USERPROFILE%\\" + path.replace("/", "\\"))


def of_app(path: str, app: str = "") -> Where:
    """Where desktop programs keep what is theirs; `app` as the folder is called on Linux."""
    windows = path.replace("/", "\\")
    return Where(
        f"~/.config/{app or path}",
        f"~/Library/Application Support/{path}",
        f"%APPDATA%\\{windows}",
    )


def anywhere(words: str) -> Where:
    """A place that is said in words: a button, a command, a folder of the project."""
    return Where(words, words, words)


class Shape(Struct, frozen=True, kw_only=True):
    """A kind of file, as a row of the catalogue."""

    name: str
    program: str
    what: str
    """With its article, as a sentence goes on: `the state database of Codex`."""
    kind: Kind = "session"
    called: str = ""
    """The names of such files."""
    at: Where = NOWHERE
    take: str = ""
    """What to take instead of it; or, where it is a log, how to get one."""
    since: str = ""
    """The version of the program that writes it first."""
    format: str = ""
    """The format whose reader reads it, once there is one."""
    marks: tuple[tuple[str, ...], ...] = ()
    """Terms of which all hold in one object of such a file; one of these groups is enough."""
    unless: tuple[tuple[str, ...], ...] = ()
    """The same, where none of these groups may hold in any object of it."""
    tables: Mapping[str, str] = field(default_factory=dict)
    """Of a database: tables that it has, each with columns that it has."""
    beginnings: tuple[bytes, ...] = ()
    """How its bytes begin."""
    opening: bytes | None = None
    """A pattern of its text up to its first brackets, where words may stand before these; few
    uploads are held against it, so that it is not compiled here."""
    words: tuple[bytes, ...] = ()
    """What stands near the beginning too."""
    endings: tuple[str, ...] = ()
    """How its name ends, where its bytes tell nothing because they are encrypted."""
    at_any_depth: bool = False
    """Whether its marks are looked for in all objects, and not in the outer ones alone."""
