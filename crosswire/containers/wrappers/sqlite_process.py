"""Reads an SQLite database and writes its rows as JSON, a line each.

A program of its own, which imports nothing of Crosswire, so that it begins at once: it is
given the bytes and its limits, opens no file, and may be ended at any time.
"""

from __future__ import annotations

import json
import resource
import sqlite3
import sys
import time
import zlib
from collections.abc import Iterator
from typing import Any

MAX_COLUMNS = 1_000
MAX_TABLES = 2_000
DEEPEST = 200
"""Levels of JSON in a cell; what is deeper stays text."""
SHORTEST = 2
MAX_UNPACKED = 50_000_000
"""Bytes of one packed cell."""
_ZSTD = b"\x28\xb5\x2f\xfd"
_GZIP_OR_ZLIB = (b"\x1f\x8b", b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
_ALLOWED = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_PRAGMA,
}


def main(libraries: str, rows: int, seconds: int, memory: int) -> None:
    sys.path.append(
        libraries
    )  # of which only what unpacks zstd is loaded, where a cell has it
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    if sys.platform == "linux":
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        memory = memory if most == resource.RLIM_INFINITY else min(memory, most)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    deadline = time.monotonic() + seconds
    try:
        database = _opened(sys.stdin.buffer.read(), deadline)
        for name in _tables(database):
            rows = _write(database, name, rows)
    except (sqlite3.Error, MemoryError) as error:
        _say("cut", _told(error))
    _say("end")
    sys.stdout.flush()


def _opened(data: bytes, deadline: float) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.deserialize(data)
    database.text_factory = bytes
    for pragma in (
        "trusted_schema=OFF",
        "query_only=ON",
        "cell_size_check=ON",
        "mmap_size=0",
        "temp_store=MEMORY",
    ):
        database.execute(f"PRAGMA {pragma}")
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 500_000_000)
    database.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 1_000_000)
    database.setlimit(sqlite3.SQLITE_LIMIT_COLUMN, MAX_COLUMNS)
    database.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    database.setlimit(sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1)
    database.set_progress_handler(lambda: int(time.monotonic() > deadline), 50_000)
    database.set_authorizer(_may)
    return database


def _may(action: int, first: str | None, *_: object) -> int:
    reads = ("table_list", "table_xinfo")
    if action == sqlite3.SQLITE_PRAGMA and first not in reads:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY


def _tables(database: sqlite3.Connection) -> Iterator[str]:
    """The names of ordinary tables; the others are told."""
    listed = database.execute("PRAGMA table_list").fetchmany(MAX_TABLES + 1)
    if len(listed) > MAX_TABLES:
        _say("left", ["", f"It has more than {MAX_TABLES:,} tables; the others are not read."])
    for schema, name, kind, *_ in listed[:MAX_TABLES]:
        shown = name.decode("utf-8", "replace")
        if schema != b"main" or shown.startswith("sqlite_"):
            continue
        if kind == b"table":
            yield shown
        elif kind != b"shadow":
            _say("left", [shown, "It is a view or a virtual table, which is not run."])


def _write(database: sqlite3.Connection, table: str, rows: int) -> int:
    """Write the rows of a table; how many more may be written of others."""
    _say("table", table)
    columns = [
        name.decode("utf-8", "replace")
        for _, name, _, _, _, _, hidden in database.execute(
            f"PRAGMA table_xinfo({_quoted(table)})"
        )
        if hidden == 0
    ]
    wanted = ", ".join(map(_quoted, columns))
    has_row_id = _has_row_id(database, table)
    first = "_rowid_, " if has_row_id else ""
    left_cells = 0
    for number, row in enumerate(
        database.execute(f"SELECT {first}{wanted} FROM main.{_quoted(table)}")  # noqa: S608
    ):
        if not rows:
            _say("cut", "It has more rows than are read of one database; these are the first.")
            break
        rows -= 1
        values = row[1:] if has_row_id else row
        fields = []
        for column, value in zip(columns, values, strict=True):
            text = as_json(value)
            if text is None:
                left_cells += 1
            else:
                fields.append(f"{json.dumps(column)}: {text}")
        shown = row[0] if has_row_id else number + 1
        line = f"row {shown} {{{', '.join(fields)}}}\n"
        sys.stdout.buffer.write(line.encode("utf-8", "replace"))
    if left_cells:
        cells = "1 cell of it holds" if left_cells == 1 else f"{left_cells:,} cells of it hold"
        _say("left", [table, f"{cells} bytes that are no text."])
    return rows


def _has_row_id(database: sqlite3.Connection, table: str) -> bool:
    try:
        database.execute(f"SELECT _rowid_ FROM main.{_quoted(table)} LIMIT 0")  # noqa: S608
    except sqlite3.Error:
        return False
    return True


def as_json(value: Any) -> str | None:
    """A cell as JSON: a text that is an object or a list becomes that, packed or not; None for
    bytes that are no text."""
    if value is None or isinstance(value, int):
        return json.dumps(value)
    if isinstance(value, float):
        return json.dumps(value if abs(value) != float("inf") else str(value))
    try:
        text = _unpacked(value).decode()
    except UnicodeDecodeError:
        return None
    if len(text) >= SHORTEST and text.lstrip(" \t\r\n")[:1] in ("{", "["):
        try:
            if _depth(json.loads(text)) <= DEEPEST:
                # The text itself: numbers and equal keys stay as they are. Its line ends can
                # only stand between values.
                return str(text.replace("\n", " ").replace("\r", " "))
        except (ValueError, RecursionError):
            pass
    return json.dumps(text)


def _unpacked(cell: bytes) -> bytes:
    """What a cell holds that a program packed; the cell itself where it is not packed, or is
    damaged or too long."""
    unpacker: Any
    faults: type[Exception]
    if cell.startswith(_ZSTD):
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
        unpacker, faults = zstd.ZstdDecompressor(), zstd.ZstdError
    elif cell.startswith(_GZIP_OR_ZLIB):
        unpacker, faults = zlib.decompressobj(wbits=47), zlib.error
    else:
        return cell
    try:
        whole = unpacker.decompress(cell, MAX_UNPACKED)
    except faults:
        return cell
    return bytes(whole) if unpacker.eof and not unpacker.unused_data else cell


def _depth(value: Any) -> int:
    level, depth = [value], 0
    while level and depth <= DEEPEST:
        depth += 1
        level = [
            inner
            for item in level
            for inner in (item.values() if isinstance(item, dict) else item)
            if isinstance(inner, (dict, list))
        ]
    return depth


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _told(error: BaseException) -> str:
    if isinstance(error, sqlite3.OperationalError) and "interrupted" in str(error):
        return "It took too long to read; the rows before that were read."
    return f"It is damaged or not to be read ({str(error) or type(error).__name__})."


def _say(kind: str, what: object = None) -> None:
    text = "" if what is None else f" {json.dumps(what)}"
    sys.stdout.buffer.write(f"{kind}{text}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:5]))
