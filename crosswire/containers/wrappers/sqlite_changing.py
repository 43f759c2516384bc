"""Changes rows of an SQLite database, and writes the whole of it.

A program of its own, like `sqlite_process`, as a database may run what it likes (triggers) and
be damaged. It is given a line of JSON and the bytes, and writes a line that says how it went,
with the bytes of the changed database behind it.
"""

from __future__ import annotations

import gzip
import json
import resource
import sqlite3
import sys
import time
import zlib
from typing import Any

_ZSTD, _GZIP = b"\x28\xb5\x2f\xfd", b"\x1f\x8b"
_ZLIB = (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
_ALLOWED = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_UPDATE,
    sqlite3.SQLITE_DELETE,
    sqlite3.SQLITE_INSERT,  # of a trigger, which keeps an index
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_TRANSACTION,
}


def main(libraries: str, seconds: int, memory: int) -> None:
    sys.path.append(
        libraries
    )  # of which only what packs by zstd is loaded, where a cell has it
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    if sys.platform == "linux":
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        memory = memory if most == resource.RLIM_INFINITY else min(memory, most)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    given = sys.stdin.buffer
    changes = json.loads(given.readline())
    try:
        database = _opened(given.read(), time.monotonic() + seconds)
        database.execute("BEGIN")
        for table, row, cells in changes:
            _change(database, table, row, cells)
        database.execute("COMMIT")
        whole = database.serialize()
    except (sqlite3.Error, MemoryError) as error:
        _say(str(error) or type(error).__name__)
        return
    _say("")
    sys.stdout.buffer.write(whole)
    sys.stdout.flush()


def _opened(data: bytes, deadline: float) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.deserialize(data)
    # Triggers keep indexes in virtual tables, as no untrusted schema may; the authorizer and
    # the limits forbid the rest.
    for pragma in ("cell_size_check=ON", "temp_store=MEMORY"):
        database.execute(f"PRAGMA {pragma}")
    database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    database.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    database.set_progress_handler(lambda: int(time.monotonic() > deadline), 50_000)
    database.set_authorizer(_may)
    return database


def _may(action: int, name: str | None, *_: object) -> int:
    if action == sqlite3.SQLITE_PRAGMA and name == "data_version":  # of an index
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY


def _change(
    database: sqlite3.Connection, table: str, row: int | None, cells: dict[str, Any] | None
) -> None:
    """Write some cells of a row, or without its number of a new one; without cells, take it
    out."""
    name = _quoted(table)
    if row is None:
        given = cells or {}
        into, marks = ", ".join(map(_quoted, given)), ", ".join("?" * len(given))
        statement = f"INSERT INTO main.{name} ({into}) VALUES ({marks})"  # noqa: S608
        done = database.execute(statement, list(given.values()))
    elif cells is None:
        done = database.execute(f"DELETE FROM main.{name} WHERE _rowid_ = ?", [row])  # noqa: S608
    else:
        columns = list(map(_quoted, cells))
        held = ", ".join(columns)
        where = f"main.{name} WHERE _rowid_ = ?"
        before = database.execute(f"SELECT {held} FROM {where}", [row]).fetchone()  # noqa: S608
        pairs = zip(cells.values(), before or [""] * len(cells), strict=True)
        values = [_in_the_way_of(one, value) for value, one in pairs]
        written = ", ".join(f"{column} = ?" for column in columns)
        statement = f"UPDATE main.{name} SET {written} WHERE _rowid_ = ?"  # noqa: S608
        done = database.execute(statement, [*values, row])
    if done.rowcount != 1:
        raise sqlite3.DataError(f"there is no row {row} in the table {table}")


def _in_the_way_of(before: Any, value: Any) -> Any:
    """A value as the cell held one before: text may be kept as bytes, and these packed."""
    if not isinstance(before, bytes) or not isinstance(value, str):
        return value
    data = value.encode("utf-8", "surrogatepass")
    if before.startswith(_ZSTD):
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
        return zstd.compress(data)
    if before.startswith(_GZIP):
        return gzip.compress(data, mtime=0)
    return zlib.compress(data) if before.startswith(_ZLIB) else data


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _say(fault: str) -> None:
    sys.stdout.buffer.write(json.dumps(fault).encode() + b"\n")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:4]))
