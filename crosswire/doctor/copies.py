"""Mended copies beside sessions, and how a program goes on with one."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from msgspec import Struct

from crosswire.containers import is_wrapped
from crosswire.doctor.pieces import write_pieces
from crosswire.doctor.sessions import MENDED, Session
from crosswire.doctor.walking import read_plain
from crosswire.doctor.writing import MOST_COPIES, write_new
from crosswire.errors import CannotExport, CrosswireError
from crosswire.reading.loading import load
from crosswire.repairs import Change, mend

_DATABASE = b"SQLite format 3\0"
_PACKED = (".zst", ".gz", ".bz2", ".xz")
_NOT_OWN = "It holds the mended conversation, and is no file that the program itself reads."


class Copy(Struct, frozen=True):
    """What became of the wish for a mended copy."""

    path: Path | None
    """The file, or of a session in many files a folder with those that changed; None where
    nothing was written."""
    words: str
    """How to go on with it, or why there is none."""
    changes: Sequence[Change] = ()
    lines_left_out: Sequence[int] = ()
    """Of the session's file: lines that are no JSON, which no program reads."""


def write_copy(session: Session, only: Collection[str] | None = None) -> Copy:
    """Write a mended copy of a session beside it, under a name that no file has; with `only`
    what these rules find is mended."""
    in_pieces = session.place is not None and session.place.in_pieces
    try:
        data = session.read() if in_pieces else _data(session)
        log = load(data, name=session.path.name)
        mended = mend(log, data, only=only, missing="mark", asks_provider=False)
        changes = [change for one in mended.repaired for change in one.changes]
        if not mended.is_changed:
            return Copy(None, "Nothing in it can be mended with certainty.")
        if in_pieces:
            folder = write_pieces(session, mended.data)
            return Copy(folder, _going_on_in_pieces(session, folder), changes)
        name = _name(session.path.name, data, mended.data)
        path = _write(session.path.parent, name, mended.data)
    except CrosswireError as error:
        return Copy(None, str(error))
    except OSError as error:
        return Copy(None, f"{error.filename or session.path}: {error.strerror or error}.")
    is_own = mended.is_own and path.name.endswith(_bare(session.path.name)[1])
    words = going_on(session, path) if is_own else _NOT_OWN
    return Copy(path, words, changes, mended.lines_left_out)


def going_on(session: Session, copy: Path) -> str:
    """How to go on with a copy in the program that wrote the session."""
    place = session.place
    command = place.resume if place else ""
    command = command.format(session=session.id, path=shlex.quote(str(copy)))
    where = f", in {session.project}" if session.project and command else ""
    if place and place.takes_path:
        return f"To go on with it: `{command}`{where}."
    name = "".join(_bare(session.path.name))
    is_same = name == session.path.name
    swap = f"move {session.path.name} to another folder and give the copy "
    if is_database(copy):
        swap = (
            f"move {name} and, where they are, {name}-wal and {name}-shm, which belong to it "
            "alone, to another folder and give the copy "
        )
    swap += "its name" if is_same else f"the name {name}"
    run = f", then run `{command}`{where}" if command else ""
    return f"To go on with it, end the program, {swap}{run}."


def _going_on_in_pieces(session: Session, folder: Path) -> str:
    command = session.place.resume.format(session=session.id, path="") if session.place else ""
    where = f", in {session.project}" if session.project and command else ""
    run = f", then run `{command}`{where}" if command else ""
    return (
        f"To go on with it, end the program, keep a copy of {session.folder}, and put the "
        f"files of {folder.name} over those of the same names in it{run}."
    )


def is_database(path: Path) -> bool:
    """Whether a file is an SQLite database."""
    return read_plain(path, len(_DATABASE)) == _DATABASE


def _data(session: Session) -> bytes:
    """The file to be mended; raises OSError."""
    data = read_plain(session.path)
    # A database is nothing without its journal; a session is whole without its sub-agents.
    return session.read() if session.beside and is_wrapped(data) else data


def _bare(name: str) -> tuple[str, ...]:
    """A name and its ending, without what says that it is compressed."""
    stem, dot, ending = name.partition(".")
    for packed in _PACKED:
        ending = ending.removesuffix(packed)
    return stem, f"{dot}{ending}"


def _name(name: str, data: bytes, mended: bytes) -> Callable[[str], str]:
    """Names for a copy, with something more in each: of the same kind, unless what was packed
    is not any more."""
    stem, dot, ending = name.partition(".")
    if is_wrapped(data) and not is_wrapped(mended):
        bare = _bare(name)[1].lstrip(".")
        is_json = mended.lstrip().startswith((b"[", b"{\n"))
        ending = bare if bare != ending else "json" if is_json else "jsonl"
    return lambda more: f"{stem}{MENDED}{more}{dot}{ending}"


def _write(folder: Path, name: Callable[[str], str], data: bytes) -> Path:
    """Write it under the first name that is free, or that holds the same already."""
    for number in range(1, MOST_COPIES + 1):
        path = folder / name(f"-{number}" if number > 1 else "")
        if not write_new(path, data):
            continue
        return path
    raise CannotExport(f"There are {MOST_COPIES} mended copies of it already.")
