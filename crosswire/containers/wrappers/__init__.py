"""Wrappers: bytes around the files that hold documents. To add one: its module, one line here.

`unwrap` takes an upload apart, layer by layer, under one budget. Nothing is written to a disk
by the name of a member, and no path is followed.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from crosswire.containers.origin import Origin, Step
from crosswire.containers.source import SMALL, Data, begin_of
from crosswire.containers.wrappers import (
    bzip2_file,
    csv_table,
    gzip_file,
    sql_dump,
    sqlite_database,
    sqlite_journal,
    tar_archive,
    toml_document,
    wide_text,
    xml_document,
    xz_file,
    zip_archive,
    zstd_file,
)
from crosswire.containers.wrappers.budget import Budget, UnpackLimits
from crosswire.containers.wrappers.protocol import Member, Skipped, Wrapper, told_apart
from crosswire.containers.wrappers.sqlite_rewriting import RowChange, rewritten
from crosswire.counting import counted
from crosswire.errors import UnreadableUpload

__all__ = [
    "Left",
    "RowChange",
    "UnpackLimits",
    "Unwrapped",
    "database_of",
    "is_wrapped",
    "rewritten",
    "unwrap",
]

WRAPPERS: tuple[Wrapper, ...] = (
    gzip_file,
    zstd_file,
    bzip2_file,
    xz_file,
    zip_archive,
    tar_archive,
    sqlite_database,
    wide_text,
    sql_dump,
    xml_document,
    toml_document,
    csv_table,
)

BEGINNING = 4_096
"""Bytes of a file in which a zero shows that it is no text."""
_OF_SYSTEMS = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")
"""What systems put into archives; nobody looks for a log there."""


class Unwrapped(Struct, frozen=True):
    """A file that is no wrapper any more."""

    origin: Origin
    member: Member


class Left(Struct, frozen=True):
    """What was left out, and why."""

    origin: Origin
    reason: str


def wrapper_of(data: bytes) -> Wrapper | None:
    return next((wrapper for wrapper in WRAPPERS if wrapper.fits(data)), None)


def is_wrapped(data: Data) -> bool:
    """Whether an upload is no document by itself, but bytes around some; a large one that is
    read in pieces begins with what tells."""
    return wrapper_of(data if isinstance(data, bytes) else begin_of(data, SMALL)) is not None


def unwrap(data: bytes, limits: UnpackLimits) -> Iterator[Unwrapped | Left]:
    """The files in an upload, one at a time; raises UnreadableUpload where it is broken and
    gives nothing."""
    budget = Budget(limits, len(data))
    return _unwrap(Origin(), Member(data), 0, budget)


def database_of(data: bytes, origin: Origin, limits: UnpackLimits) -> bytes | None:
    """The database in an upload that a table came from, with the pages of its journal; None
    where there is none."""
    held, steps = Member(data), origin.steps
    budget = Budget(limits, len(data))
    for _ in range(limits.depth):
        wrapper = wrapper_of(held.data)
        if wrapper is None or wrapper is sqlite_database:
            return None if wrapper is None else held.data
        inner = _with_journals(told_apart(wrapper.members(held.data, budget)), budget)
        members = (one for one in inner if isinstance(one, Member))
        found = next((one for one in members if steps[: len(one.steps)] == one.steps), None)
        if found is None:
            return None
        held, steps = found, steps[len(found.steps) :]
    return None


def _unwrap(
    origin: Origin, held: Member, depth: int, budget: Budget
) -> Iterator[Unwrapped | Left]:
    wrapper = wrapper_of(held.data)
    if wrapper is None:
        yield _leaf(origin, held, budget) if depth else Unwrapped(origin, held)
        return
    if depth >= budget.limits.depth:
        yield Left(origin, f"More than {budget.limits.depth} wrappers stand around it.")
        return
    if held.cut is not None:
        yield Left(origin, held.cut)
    found, remarks = 0, held.remarks
    try:
        inner = told_apart(wrapper.members(held.data, budget))
        for member in _with_journals(inner, budget):
            below = origin.then(*member.steps)
            found += 1
            if isinstance(member, Skipped):
                yield Left(below, member.reason)
            elif not _is_of_a_system(below.path):
                member, remarks = replace(member, remarks=remarks + member.remarks), ()
                yield from _unwrap(below, member, depth + 1, budget)
    except UnreadableUpload as fault:
        if depth == 0 and not found:
            raise
        yield Left(origin, str(fault))
    if not found:
        yield Left(origin, f"This is {wrapper.TITLE} without any file in it.")


def _with_journals(
    members: Iterator[Member | Skipped], budget: Budget
) -> Iterator[Member | Skipped]:
    """Databases come last, each with the pages of the journal that lies beside it."""
    databases: list[Member] = []
    indexes: list[Member] = []
    journals: dict[tuple[Step, ...], Member] = {}
    for member in members:
        name = member.steps[-1].name if member.steps else ""
        if isinstance(member, Skipped):
            yield member
        elif name.endswith(sqlite_journal.ENDING) and sqlite_journal.fits(member.data):
            journals[_without_ending(member, sqlite_journal.ENDING)] = member
        elif sqlite_database.fits(member.data) and sqlite_journal.is_expected(member.data):
            databases.append(member)
        elif name.endswith(sqlite_journal.INDEX_ENDING):
            indexes.append(member)
        else:
            yield member
    known = {database.steps for database in databases}
    for index in indexes:  # that of a database holds nothing which is not in its journal
        if _without_ending(index, sqlite_journal.INDEX_ENDING) not in known:
            yield index
    for database in databases:
        journal = journals.pop(database.steps, None)
        yield database if journal is None else _joined(database, journal, budget)
    for left in journals.values():
        yield Skipped(
            "It is the journal of a database that does not lie beside it.", left.steps
        )


def _without_ending(member: Member, ending: str) -> tuple[Step, ...]:
    *before, last = member.steps
    return (*before, replace(last, name=last.name.removesuffix(ending)))


def _joined(database: Member, journal: Member, budget: Budget) -> Member:
    data, pages = sqlite_journal.applied(database.data, journal.data, budget)
    told = (
        f"{counted(pages, 'page of it was', 'pages of it were')} read from its journal "
        "(`-wal`), which is newer."
    )
    return replace(database, data=data, remarks=(told,) if pages else ())


def _leaf(origin: Origin, held: Member, budget: Budget) -> Unwrapped | Left:
    if b"\0" not in held.data[:BEGINNING]:
        return Unwrapped(origin, held)
    budget.give_back(len(held.data))
    return Left(origin, "This is no text.")


def _is_of_a_system(path: str) -> bool:
    return any(f"{name}" in path for name in _OF_SYSTEMS)
