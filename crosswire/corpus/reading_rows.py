"""The rows of a piece, one at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Any

from crosswire.containers import json_document
from crosswire.corpus.places import opened, opened_text
from crosswire.corpus.plan import Piece
from crosswire.corpus.row import Row, Wish
from crosswire.corpus.table import arrow
from crosswire.errors import CrosswireError

_BLOCK = 1 << 20
_ROWS_AT_ONCE = 64


def rows_of(piece: Piece, wish: Wish) -> Iterator[Row]:
    """The rows, in order; raises OSError, CrosswireError where the file cannot be read."""
    if piece.kind == "table":
        yield from _of_table(piece, wish)
        return
    with opened(piece.file.path) if piece.kind == "file" else opened_text(piece.file) as text:
        if piece.kind == "file":
            yield _row(piece, 1, 0, text, text.read(wish.max_row_bytes + 1), wish)
        else:
            yield from _of_lines(piece, text, wish)


def _of_lines(piece: Piece, text: IO[bytes], wish: Wish) -> Iterator[Row]:
    place, number = piece.start, piece.first
    text.seek(place)
    end = None if piece.file.packing else piece.end
    while end is None or place < end:
        line = text.readline(wish.max_row_bytes + 1)
        if not line:
            return
        row = _row(piece, number, place, text, line, wish)
        place = text.tell()
        number += 1
        if row.refused or row.text.strip():
            yield row


def _row(
    piece: Piece, number: int, place: int, text: IO[bytes], begin: bytes, wish: Wish
) -> Row:
    """A row that begins so; what is longer than wanted is read on to its end, and not kept."""
    is_file = piece.kind == "file"
    text_of_row = begin if is_file else begin.removesuffix(b"\n")
    found = hashlib.sha256(text_of_row)
    size, refused = len(text_of_row), ""
    if size > wish.max_row_bytes:
        refused = "too-long"
        for more in _rest(text, begin, is_file):
            found.update(more)
            size += len(more)
    return Row(
        piece.file.path,
        number,
        b"" if refused else text_of_row,
        size,
        found.hexdigest(),
        place,
        refused,
        is_file,
        piece.file.settings,
    )


def _rest(text: IO[bytes], begin: bytes, is_file: bool) -> Iterator[bytes]:
    """What follows in the same row, in blocks that are not kept."""
    while begin and (is_file or not begin.endswith(b"\n")):
        begin = text.read(_BLOCK) if is_file else text.readline(_BLOCK)
        yield begin if is_file else begin.removesuffix(b"\n")


# Tables


def _of_table(piece: Piece, wish: Wish) -> Iterator[Row]:
    number = piece.first
    with opened(piece.file.path) as raw:
        table = arrow("pyarrow.parquet").ParquetFile(raw)
        columns = [wish.column] if wish.column else None
        if wish.column and wish.column not in table.schema_arrow.names:
            names = ", ".join(table.schema_arrow.names)
            raise CrosswireError(
                f"{piece.file.path} has no column {wish.column!r}. These are: {names}."
            )
        groups = range(piece.start, piece.end)
        for batch in table.iter_batches(_ROWS_AT_ONCE, row_groups=[*groups], columns=columns):
            for record in batch.to_pylist():
                yield _of_record(piece, number, record, wish)
                number += 1


def _of_record(piece: Piece, number: int, record: dict[str, Any], wish: Wish) -> Row:
    text = _text_of(record[wish.column]) if wish.column else _as_object(record)
    digest = hashlib.sha256(text).hexdigest()
    is_long = len(text) > wish.max_row_bytes
    refused, kept = ("too-long", b"") if is_long else ("", text)
    file = piece.file
    return Row(
        file.path, number, kept, len(text), digest, None, refused, settings=file.settings
    )


def _text_of(cell: Any) -> bytes:
    """A text as it is, bytes too; anything else as JSON."""
    if isinstance(cell, bytes):
        return cell
    return cell.encode() if isinstance(cell, str) else json_document.write(_plain(cell))


def _as_object(record: dict[str, Any]) -> bytes:
    """A row as one object: texts that are JSON, as tables hold messages and tools, as what
    they hold."""
    cells = {name: _unfolded(_plain(cell)) for name, cell in record.items()}
    return json_document.write(
        {name: cell for name, cell in cells.items() if cell is not None}
    )


def _unfolded(cell: Any) -> Any:
    if isinstance(cell, str) and cell[:1] in ("[", "{"):
        with suppress(CrosswireError):
            return json_document.read(cell.encode())
    return cell


def _plain(value: Any) -> Any:
    """As JSON has it, without the nulls that Arrow puts where an object lacks a field that
    others have."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [*map(_plain, value)]
    is_json = value is None or isinstance(value, (str, int, float, bool))
    return value if is_json else str(value)
