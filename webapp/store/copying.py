"""Copies all tables from one database into another, and checks that both hold the same.

Values are copied as they are stored, so that nothing is read and written anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import (
    Column,
    LargeBinary,
    MetaData,
    Table,
    TypeDecorator,
    func,
    insert,
    select,
    text,
)
from sqlalchemy.types import TypeEngine

from webapp.database import tables
from webapp.database.engine import Connection, Database
from webapp.database.tables import Moment
from webapp.store.checking import wrong_uploads

Progress = Callable[[str, int, int], None]
"""Told the table, how many rows are copied, and how many there are."""

ROWS_AT_ONCE = 2_000
ROWS_WITH_BYTES_AT_ONCE = 64


class CannotCopy(Exception):
    """A copy that was not made, or is not the same, said in one line."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied, and found to be the same."""

    tables: int
    rows: int
    uploads: int
    bytes: int
    """Of the uploads as they came."""


def plain_tables() -> list[Table]:
    """The tables with columns as the databases have them; what others need comes first."""
    metadata = MetaData()
    return [
        Table(table.name, metadata, *(_plain(column) for column in table.columns))
        for table in tables.Table.metadata.sorted_tables
    ]


def _plain(column: Column[object]) -> Column[object]:
    return Column(column.name, _stored_as(column.type), primary_key=column.primary_key)


def _stored_as(type: TypeEngine[object]) -> TypeEngine[object]:
    """Moments keep their type: one database has a time zone and the other has none."""
    if isinstance(type, TypeDecorator) and not isinstance(type, Moment):
        return type.impl_instance
    return type


def holds_uploads(connection: Connection) -> bool:
    return bool(
        connection.scalar(select(func.count()).select_from(tables.UploadRow.__table__))
    )


def row_count(connection: Connection) -> int:
    """Of all tables together."""
    return sum(
        connection.scalar(select(func.count()).select_from(table)) or 0
        for table in plain_tables()
    )


def copy_all(source: Connection, target: Connection, told: Progress) -> None:
    """Copy all rows of all tables into tables that are empty; the transactions are the
    caller's."""
    for table in plain_tables():
        _copy(source, target, table, told)
    if target.dialect.name == "postgresql":
        _count_on(target)


def empty(target: Connection) -> None:
    """Delete all rows of all tables."""
    for table in reversed(plain_tables()):
        target.execute(table.delete())


def _copy(source: Connection, target: Connection, table: Table, told: Progress) -> None:
    total = source.scalar(select(func.count()).select_from(table)) or 0
    done = 0
    told(table.name, done, total)
    for some in _batches(source, table):
        target.execute(insert(table), some)
        done += len(some)
        told(table.name, done, total)


def _batches(source: Connection, table: Table) -> Iterator[list[dict[str, object]]]:
    packed = any(isinstance(column.type, LargeBinary) for column in table.columns)
    size = ROWS_WITH_BYTES_AT_ONCE if packed else ROWS_AT_ONCE
    query = select(table).order_by(*table.primary_key.columns)
    with source.execute(query, execution_options={"yield_per": size}) as result:
        for some in result.mappings().partitions():
            yield [{name: _in_utc(value) for name, value in row.items()} for row in some]


def _in_utc(value: object) -> object:
    """PostgreSQL gives moments in the time zone of its session."""
    return value.astimezone(UTC) if isinstance(value, datetime) else value


def _count_on(target: Connection) -> None:
    """Let PostgreSQL give the next rows numbers that come after those which were copied."""
    for table in plain_tables():
        keys = [column.name for column in table.primary_key.columns]
        if keys == ["id"]:
            last = f"(SELECT max(id) FROM {table.name})"  # noqa: S608 - a table of ours
            target.execute(
                text(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), "
                    f"coalesce({last}, 1), {last} IS NOT NULL)"
                )
            )


def compare(source: Connection, target: Connection, database: Database) -> Copied:
    """Check that both have the same rows, and that each upload of the target has its bytes.

    Raises CannotCopy. `database` is the target's, for the bytes of uploads that are in an
    object store.
    """
    rows = 0
    every = plain_tables()
    for table in every:
        query = select(func.count()).select_from(table)
        there, here = source.scalar(query) or 0, target.scalar(query) or 0
        if there != here:
            raise CannotCopy(f"{table.name} has {here:,} rows and should have {there:,}.")
        rows += here
        if _digest(source, table) != _digest(target, table):
            raise CannotCopy(f"{table.name} does not hold the same after it was copied.")
    wrong = wrong_uploads(target, database)
    if wrong:
        raise CannotCopy(wrong[0].words)
    uploads = tables.UploadRow.__table__
    count, size = target.execute(select(func.count(), func.sum(uploads.c.size))).one()
    return Copied(len(every), rows, count, int(size or 0))


def _digest(connection: Connection, table: Table) -> int:
    """Of all rows of a table, in whatever order: databases sort texts in different ones."""
    total = 0
    for some in _batches(connection, table):
        for row in some:
            digest = hashlib.sha256()
            for value in row.values():
                digest.update(_as_bytes(value))
            total += int.from_bytes(digest.digest(), "big")
    return total


def _as_bytes(value: object) -> bytes:
    plain = bytes(value) if isinstance(value, bytes | memoryview) else repr(value).encode()
    return len(plain).to_bytes(8, "big") + plain
