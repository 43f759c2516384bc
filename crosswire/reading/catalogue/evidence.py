"""What there is to tell a file by: its objects, the tables of a database, its first bytes."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct, field

from crosswire.address import root
from crosswire.containers.opened import Opened
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty
from crosswire.reading.envelopes import in_text

MAX_VALUES = 20_000
"""Objects and lists that are looked at, the outer ones first."""
BEGINNING = 4_096
"""Bytes in which words are looked for."""
_SAMPLE = 200
"""Documents, and elements of a list, that may tell what the whole is."""
_DATABASE = b"SQLite format 3\x00"
_MADE = re.compile(rb"CREATE TABLE (?:IF NOT EXISTS )?[\"'`\[]?(\w{1,80})[\"'`\]]?\s?\(")
_MOST_TABLES = 500
_LONGEST_TABLE = 4_000


class Evidence(Struct, frozen=True):
    """All that a row of the catalogue may ask for."""

    outer: Sequence[JsonValue] = ()
    """Objects and lists near the outside."""
    beginning: bytes = b""
    tables: dict[str, str] = field(default_factory=dict)
    """Table -> what was said when it was made, or the names of its columns."""
    name: str = ""


def of_documents(opened: Opened) -> Evidence:
    """What was opened, without a look at its bytes."""
    return Evidence(list(_outer(opened.documents)), tables=_tables_of_files(opened))


def of_bytes(data: bytes, name: str | None) -> Evidence:
    """An upload that nothing could be read of."""
    tables = _tables_in(data) if data.startswith(_DATABASE) else {}
    return Evidence((), data[:BEGINNING], tables, (name or "").lower())


def _outer(documents: Sequence[JsonValue]) -> Iterator[JsonValue]:
    for document in documents[:_SAMPLE]:
        inner = in_text(document, root()) if isinstance(document, str) else None
        yield document if inner is None else inner[0]
        yield from islice(list_or_empty(document), _SAMPLE)


def objects(documents: Sequence[JsonValue]) -> Iterator[JsonObject]:
    """The objects of an upload, outer ones first, and no more than so many."""
    waiting: deque[JsonValue] = deque(documents[:MAX_VALUES])
    for _ in range(MAX_VALUES):
        if not waiting:
            return
        value = waiting.popleft()
        inner = list(value.values()) if isinstance(value, dict) else list_or_empty(value)
        room = max(0, MAX_VALUES - len(waiting))
        waiting.extend(one for one in inner[:room] if isinstance(one, (dict, list)))
        if isinstance(value, dict):
            yield value


# Tables


def _tables_of_files(opened: Opened) -> dict[str, str]:
    """The tables whose rows are documents, with the columns of their first rows."""
    found: dict[str, str] = {}
    for file in opened.files:
        step = file.origin.steps[-1] if file.origin.steps else None
        first = file.opened.documents[0] if file.opened.documents else None
        if step is not None and step.kind == "table" and isinstance(first, dict):
            found[step.name.lower()] = " ".join(first).lower()
    return found


def _tables_in(data: bytes) -> dict[str, str]:
    """The tables that a database lists: `table`, its name twice, and how it was made.

    No SQL runs, so that a hostile file costs one scan; rows that quote SQL have no such list.
    """
    found: dict[str, str] = {}
    for made in islice(_MADE.finditer(data), _MOST_TABLES):
        name = made[1]
        before = data[max(0, made.start() - 2 * len(name) - 14) : made.start()]
        if b"table" + name + name in before:
            text = data[made.end() : made.end() + _LONGEST_TABLE]
            found.setdefault(name.decode().lower(), text.decode("utf-8", "replace").lower())
    return found
