"""Which run of the program, and which turn, the items of a file belong to."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.logs.sessions.lines import Line
from crosswire.model.json_values import object_or_empty, text_or_empty


def is_item(line: Line) -> bool:
    """Whether a line tells of an item."""
    kind, item = text_or_empty(line.raw.get("type")), object_or_empty(line.raw.get("item"))
    told = kind in ("item.started", "item.updated", "item.completed")
    return told and isinstance(item.get("id"), str) and isinstance(item.get("type"), str)


def ends_item(line: Line) -> bool:
    """Whether a line about an item is the one that ends it."""
    return line.raw["type"] == "item.completed"


Key = tuple[int, str]
"""The number of a run in the file, and the id of an item, which begins anew in each."""


def keys_of(lines: Sequence[Line]) -> list[Key | None]:
    """The item that each line tells of."""
    keys: list[Key | None] = []
    run = 0
    for line in lines:
        run += line.raw.get("type") == "thread.started"
        id = str(object_or_empty(line.raw.get("item")).get("id"))
        keys.append((run, id) if is_item(line) else None)
    return keys


def last_lines(lines: Sequence[Line], keys: Sequence[Key | None]) -> dict[Key, Line]:
    """The line that says what became of each item: the one that ends it, else the last."""
    last: dict[Key, Line] = {}
    for line, key in zip(lines, keys, strict=True):
        if key is not None and (
            key not in last or ends_item(line) or not ends_item(last[key])
        ):
            last[key] = line
    return last
