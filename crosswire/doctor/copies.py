"""Mended copies beside sessions, and how a program goes on with one."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Protocol

from crosswire import repairs
from crosswire.containers import is_wrapped
from crosswire.doctor.sessions import MENDED, Session
from crosswire.doctor.walking import read_plain
from crosswire.errors import CannotExport, CrosswireError
from crosswire.reading.loading import Log, load
from crosswire.repairs import Change, Repaired

_PACKED = (".zst", ".gz", ".bz2", ".xz")


class MendedFile(Protocol):
    """What `repairs.mend` gives."""

    data: bytes
    repaired: list[Repaired]
    is_own: bool
    """Whether it is the program's own file, in its own form."""


@dataclass(frozen=True, slots=True)
class Copy:
    """What became of the wish for a mended copy."""

    path: Path | None
    """None where nothing was written."""
    words: str
    """How to go on with it, or why there is none."""
    changes: Sequence[Change] = ()


def write_copy(session: Session) -> Copy:
    """Write a mended copy of a session beside it, under a name that no file has."""
    try:
        log, data = _read(session)
        mended = _mend(log, data)
        changes = [change for one in mended.repaired for change in one.changes]
        if not changes:
            return Copy(None, "Nothing in it can be mended with certainty.")
        path = _write(session.path, mended.data, _ending(session.path, data, mended.data))
    except CrosswireError as error:
        return Copy(None, str(error))
    except OSError as error:
        return Copy(None, f"{error.filename or session.path}: {error.strerror or error}.")
    if mended.is_own:
        return Copy(path, going_on(session, path), changes)
    return Copy(
        path,
        "It holds the mended conversation, and not in the form of the program's own files.",
        changes,
    )


def going_on(session: Session, copy: Path) -> str:
    """How to go on with a copy in the program that wrote the session."""
    place = session.place
    command = place.resume if place else ""
    command = command.format(session=session.id, path=shlex.quote(str(copy)))
    where = f", in {session.project}" if session.project and command else ""
    if place and place.takes_path:
        return f"To go on with it: `{command}`{where}."
    swap = f"move {session.path.name} to another folder and give the copy its name"
    run = f", then run `{command}`{where}" if command else ""
    return f"To go on with it, end the program, {swap}{run}."


def _read(session: Session) -> tuple[Log, bytes]:
    """The session's own file where it holds a conversation by itself, or else all that belongs
    to it; raises CrosswireError and OSError."""
    data = read_plain(session.path)
    if session.beside and session.path.suffix not in (".json", ".jsonl"):
        data = session.read()  # a database is nothing without its journal
    try:
        return load(data, name=session.path.name), data
    except CrosswireError:
        if not session.beside:
            raise
        data = session.read()
        return load(data, name=session.path.name), data


def _mend(log: Log, data: bytes) -> MendedFile:
    """The mended file, with marks in place of results that were not recorded."""
    mend = getattr(repairs, "mend", None)
    if mend is None:
        raise CannotExport("This version gives no program its own file back.")
    mended: MendedFile = mend(log, data, missing="mark")
    return mended


def _ending(path: Path, data: bytes, mended: bytes) -> str:
    """The ending of a copy's name: the same, unless what was packed is not any more."""
    _, dot, ending = path.name.partition(".")
    if not is_wrapped(data) or is_wrapped(mended):
        return dot + ending
    bare = next((ending.removesuffix(one) for one in _PACKED if ending.endswith(one)), "")
    is_lines = mended.strip().count(b"\n") > 0 and not mended.lstrip().startswith(b"[")
    return dot + (bare or ("jsonl" if is_lines else "json"))


def _write(original: Path, data: bytes, ending: str) -> Path:
    """Write it under the first name that is free, or that holds the same already."""
    stem = original.name.partition(".")[0]
    for number in count(1):
        more = f"-{number}" if number > 1 else ""
        path = original.with_name(f"{stem}{MENDED}{more}{ending}")
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            with suppress(OSError):
                if read_plain(path) == data:
                    return path
            continue
        try:
            with open(handle, "wb") as file:
                file.write(data)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return path
    raise AssertionError("names do not end")
