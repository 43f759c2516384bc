"""A database with the rows of a log mended: a new one, all other rows as they were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.address import child, root
from crosswire.containers import (
    DEFAULT_LIMITS,
    RowChange,
    database_of,
    json_document,
    rewritten,
)
from crosswire.errors import CannotExport, UnreadableUpload
from crosswire.exports import patched_text
from crosswire.model import JsonObject, JsonValue
from crosswire.reading.loading import Log
from crosswire.repairs.file_repair import FileRepair

_NEW_ROW = (
    "A row would have to be put into a table of this database, or go elsewhere in it, where "
    "only its program knows how. Leave out what is missing (`--missing drop`), or export the "
    "session with the program, and repair that file."
)


def is_of_rows(log: Log, first: int) -> bool:
    """Whether a document of a log is a row of a database."""
    return any(step.kind == "table" for step in log.origin_of(first).steps)


def mended_database(log: Log, data: bytes, files: Sequence[FileRepair]) -> bytes:
    """The database of a log's rows after their repair; `data` are the bytes of the upload.

    Raises CannotExport where the changes are no changes of rows that are there.
    """
    database = database_of(data, log.origin_of(files[0].first), DEFAULT_LIMITS)
    if database is None:
        raise CannotExport("The database itself is not at hand, only what was read of it.")
    changes = [change for file in files for change in _row_changes(log, file)]
    try:
        return rewritten(database, changes, DEFAULT_LIMITS)
    except UnreadableUpload as fault:
        raise CannotExport(str(fault)) from fault


def _row_changes(log: Log, file: FileRepair) -> Iterator[RowChange]:
    kept = [origin for origin in file.origins if origin is not None]
    # Rows with messages of a wire format: nobody knows which program wrote and orders them.
    is_strange = len(kept) < len(file.origins) and file.conversations[0].read_from is not None
    if not file.is_in_place or is_strange or kept != sorted(kept):
        raise CannotExport(_NEW_ROW)
    both = list(zip(file.origins, file.own, strict=True))
    after = {origin: row for origin, row in both if origin is not None}
    for number, row in enumerate(file.conversations[0].own_documents):
        document = file.first + number
        if number not in after:
            yield RowChange(*_row_of(log, document), None)
        elif after[number] is not row and after[number] != row:
            cells = _cells(log, document, row, after[number])
            yield RowChange(*_row_of(log, document), cells)
    for position, (origin, row) in enumerate(both):
        if origin is None:  # it stands in the table of the row that it was put behind
            before = (one for one, _ in reversed(both[:position]) if one is not None)
            table, _ = _row_of(log, file.first + next(before, 0))
            yield RowChange(table, None, _new_cells(row))


def _new_cells(row: JsonValue) -> JsonObject:
    """The cells of a new row that hold something."""
    if not isinstance(row, dict):
        raise CannotExport("A new row of a database is no object.")
    told = {name: value for name, value in row.items() if value is not None}
    return {
        name: json_document.write(value).decode() if isinstance(value, (dict, list)) else value
        for name, value in told.items()
    }


def _row_of(log: Log, document: int) -> tuple[str, str]:
    steps = {step.kind: step.name for step in log.origin_of(document).steps}
    return steps["table"], steps["row"]


def _cells(log: Log, document: int, before: JsonValue, after: JsonValue) -> JsonObject:
    """The columns of a row that differ, as their cells hold them."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        raise CannotExport("A row of a database is no object any more.")
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return {
        name: _cell(log, document, name, before.get(name), after.get(name)) for name in names
    }


def _cell(
    log: Log, document: int, name: str, before: JsonValue, after: JsonValue
) -> JsonValue:
    """A value as a cell holds it: an object or a list as a text, in its own bytes but for
    what changes."""
    if not isinstance(after, (dict, list)):
        return after
    at = child(root(document), name)
    span = log.spans(b"", [at]).get(at)
    if span is not None and log.text is not None and isinstance(before, (dict, list)):
        try:
            return patched_text(log.text[slice(*span)], before, after).decode()
        except CannotExport:
            pass
    return json_document.write(after).decode()
