"""A JSON Patch (RFC 6902): from the document of an upload to the fixed one.

Applied to the first it gives the second, to the last value. Only what differs is in it; an
element that moved is taken out and put in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from crosswire.containers import write_json
from crosswire.errors import CannotExport
from crosswire.model import JsonObject, JsonValue

MEDIA_TYPE = "application/json-patch+json"
MOST_ALIGNED = 4_000
"""Elements of a list that are aligned; of more, those at the same position are compared."""


def patch(before: JsonValue, after: JsonValue) -> list[JsonObject]:
    """The operations that make `after` of `before`, in order.

    Raises CannotExport where an object has equal keys that differ: no patch can name them.
    """
    return list(_operations(before, after, ""))


def _operations(before: JsonValue, after: JsonValue, path: str) -> Iterator[JsonObject]:
    if write_json(before) == write_json(after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _of_object(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_list(before, after, path)
    else:
        yield {"op": "replace", "path": path, "value": after}


def _of_object(before: JsonObject, after: JsonObject, path: str) -> Iterator[JsonObject]:
    if _shadowed(before) != _shadowed(after):
        at = path or "the whole document"
        raise CannotExport(
            f"The object at {at} has equal keys, and a JSON Patch cannot say which of them "
            "changes. Take the fixed document instead."
        )
    for key in before:
        if key not in after:
            yield {"op": "remove", "path": _below(path, key)}
    for key, value in after.items():
        if key in before:
            yield from _operations(before[key], value, _below(path, key))
        else:
            yield {"op": "add", "path": _below(path, key), "value": value}


def _shadowed(value: JsonObject) -> list[bytes]:
    earlier: Sequence[tuple[str, JsonValue]] = getattr(value, "shadowed", ())
    return [write_json([key, one]) for key, one in earlier]


def _of_list(
    before: list[JsonValue], after: list[JsonValue], path: str
) -> Iterator[JsonObject]:
    """From the last difference to the first, so that no operation moves the place of
    another."""
    for first, last, start, end in reversed(_differences(before, after)):
        shared = min(last - first, end - start)
        for position in range(last - 1, first + shared - 1, -1):
            yield {"op": "remove", "path": _below(path, position)}
        for offset, value in enumerate(after[start + shared : end]):
            place = _below(path, first + shared + offset)
            yield {"op": "add", "path": place, "value": value}
        for offset in range(shared):
            place = _below(path, first + offset)
            yield from _operations(before[first + offset], after[start + offset], place)


def _differences(
    before: Sequence[JsonValue], after: Sequence[JsonValue]
) -> list[tuple[int, int, int, int]]:
    """Stretches of two lists that differ: first and last in the one, then in the other."""
    old, new = list(map(write_json, before)), list(map(write_json, after))
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    old, new = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(old) == len(new) and _is_mostly_in_place(old, new):
        pairs = enumerate(zip(old, new, strict=True), head)
        return [(at, at + 1, at, at + 1) for at, (one, other) in pairs if one != other]
    if max(len(old), len(new)) > MOST_ALIGNED:
        return [(head, head + len(old), head, head + len(new))]
    matched = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [
        (head + first, head + last, head + start, head + end)
        for tag, first, last, start, end in matched
        if tag != "equal"
    ]


def _is_mostly_in_place(old: Sequence[bytes], new: Sequence[bytes]) -> bool:
    """Whether two lists differ in a few elements, and none of these stands elsewhere."""
    changed = [at for at, one in enumerate(old) if one != new[at]]
    return {old[at] for at in changed}.isdisjoint(new[at] for at in changed)


def _below(path: str, step: str | int) -> str:
    return f"{path}/{str(step).replace('~', '~0').replace('/', '~1')}"
