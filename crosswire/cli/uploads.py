"""Reads the files that a command is given; `-` is standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from crosswire.cli.output import print_text
from crosswire.errors import CrosswireError, NotAConversation
from crosswire.reading.loading import Log, load

UNREADABLE = 2
"""Exit code where a file cannot be read, whatever the others give."""


def read_bytes(path: str) -> bytes:
    """The bytes of a file; raises CrosswireError with the system's reason."""
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise CrosswireError(f"{error.strerror or error}.") from error


def load_path(path: str, format: str | None) -> Log:
    """Load a file; raises CrosswireError."""
    return load_bytes(read_bytes(path), path, format)


def load_bytes(data: bytes, path: str, format: str | None) -> Log:
    """Load a file's bytes; raises CrosswireError, which names the option that may help."""
    try:
        return load(data, name=path, format=format)
    except NotAConversation as error:
        if not error.may_be_named:
            raise
        raise NotAConversation(
            f"{error} To read it as one of them all the same, give --from."
        ) from error


def stop_unreadable(path: str, error: CrosswireError) -> None:
    """End the command with a message that names the file."""
    print_text(f"crosswire: {path}: {error}", err=True)
    raise SystemExit(UNREADABLE)
