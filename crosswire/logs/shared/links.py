"""Which message each message follows, where lines name the line before them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence


def parents_of(
    ids: Sequence[str | None],
    before: Sequence[str | None],
    links: Mapping[str, str | None],
) -> list[int | None]:
    """The number of the message that each follows; None where it begins a chain.

    `ids` and `before` are those of the messages; `links` leads from the id of any line to the
    line before it, so that what stands between two messages ties them. An id that several
    messages have, as where a recording was made anonymous, names the nearest one before. No
    ring is left.
    """
    parents = followed(ids, before, links)
    shared = {id for id, count in Counter(filter(None, ids)).items() if count > 1}
    newest: dict[str | None, int] = {}
    for number, (id, parent) in enumerate(zip(ids, before, strict=True)):
        if parent in shared and parent in newest:
            parents[number] = newest[parent]
        newest[id] = number
    return without_rings(parents)


def followed(
    ids: Sequence[str | None],
    before: Sequence[str | None],
    links: Mapping[str, str | None],
) -> list[int | None]:
    """The number of the message that some lines follow, which are no messages perhaps."""
    numbers: dict[str, int] = {}
    for number, id in enumerate(ids):
        if id is not None:
            numbers.setdefault(id, number)
    known: dict[str, int | None] = {}
    return [_nearest(id, numbers, links, known) for id in before]


def _nearest(
    id: str | None,
    numbers: Mapping[str, int],
    links: Mapping[str, str | None],
    known: dict[str, int | None],
) -> int | None:
    """The nearest message from a line on upwards."""
    passed: list[str] = []
    while id is not None and id not in numbers and id not in known:
        known[id] = None  # ends a ring of lines between messages
        passed.append(id)
        id = links.get(id)
    nearest = None if id is None else numbers.get(id, known.get(id))
    known.update(dict.fromkeys(passed, nearest))
    return nearest


def without_rings(parents: list[int | None]) -> list[int | None]:
    """The same, where the first message of each ring begins a chain."""
    walk_of: dict[int, int] = {}
    for start in range(len(parents)):
        walk: list[int] = []
        number: int | None = start
        while number is not None and number not in walk_of:
            walk_of[number] = start
            walk.append(number)
            number = parents[number]
        if number is not None and walk_of[number] == start:
            parents[min(walk[walk.index(number) :])] = None
    return parents
