"""Inserts rows, however many: what was read of a large log are hundreds of thousands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from operator import itemgetter
from typing import Any, TypeAlias

from sqlalchemy import Dialect, insert

from webapp.database.engine import Session
from webapp.database.tables import Table

Values: TypeAlias = tuple[Any, ...]


def insert_all(
    session: Session,
    table: type[Table],
    records: Iterable[Mapping[str, Any]],
    at_once: int = 2_000,
) -> None:
    """Insert records that all have the same columns, two or more of them, many with one
    statement."""
    waiting = iter(records)
    for first in islice(waiting, 1):
        names = tuple(first)
        rows = map(itemgetter(*names), chain([first], waiting))
        insert_values(session, table, names, rows, at_once)


def insert_values(
    session: Session,
    table: type[Table],
    names: tuple[str, ...],
    rows: Iterable[Values],
    at_once: int = 2_000,
) -> None:
    """Insert rows of the values of these columns. They go to the driver as they are: for each
    row by itself SQLAlchemy does as much work as the database."""
    connection = session.connection()
    statement = _statement(connection.dialect, table, names)
    waiting = iter(rows)
    while some := list(islice(waiting, at_once)):
        connection.exec_driver_sql(statement.text, statement.parameters(some))


@lru_cache(maxsize=100)
def _statement(dialect: Dialect, table: type[Table], names: tuple[str, ...]) -> _Statement:
    return _Statement(dialect, table, names)


class _Statement:
    """An insertion in the words of a database."""

    def __init__(self, dialect: Dialect, table: type[Table], names: Sequence[str]) -> None:
        of = Table.metadata.tables[table.__tablename__]
        compiled = insert(of).inline().compile(dialect=dialect, column_keys=[*names])
        self.text = str(compiled)
        self._names = names
        self._in_order: Sequence[str] = compiled.positiontup or names
        self._is_by_place = compiled.positional
        self._as_stored: list[Callable[[Any], Any] | None] = [
            of.c[name].type.dialect_impl(dialect).bind_processor(dialect)
            for name in self._in_order
        ]

    def parameters(self, rows: Sequence[Values]) -> list[Any]:
        """What the driver takes of some rows."""
        columns = dict(zip(self._names, zip(*rows, strict=True), strict=True))
        stored = (
            columns[name] if as_stored is None else map(as_stored, columns[name])
            for name, as_stored in zip(self._in_order, self._as_stored, strict=True)
        )
        found = zip(*stored, strict=True)
        if self._is_by_place:
            return list(found)
        return [dict(zip(self._in_order, row, strict=True)) for row in found]
