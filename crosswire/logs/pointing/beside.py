"""What stands beside a place that somebody pointed at, where only one thing can be meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.address import Address, child, parent, root
from crosswire.logs.by_shape.texts import Place, Texts
from crosswire.logs.pointing.steps import Way
from crosswire.model import JsonValue
from crosswire.model.json_values import object_or_empty

MAX_VALUES = 300_000
"""Values that are looked at for an id that stands again."""
_MIN_ID, _MAX_ID = 2, 300
"""Characters of a text that may be an id."""


def arguments_beside(name: Way, texts: Texts) -> str | None:
    """The field beside a call's name with an object in it, where there is one such field."""
    holder = name.places[-2]
    fields = _fields(holder, texts)
    fitting = [key for key, place in fields if isinstance(place.value, dict)]
    return fitting[0] if len(fitting) == 1 else None


def same_elsewhere(
    name: Way, documents: Sequence[JsonValue], texts: Texts
) -> tuple[str, Address] | None:
    """The field beside a call's name whose text stands again in the fewest other objects, and
    where it does first."""
    holder = name.places[-2]
    own = {
        value: key
        for key, value in object_or_empty(holder.value).items()
        if isinstance(value, str)
        and value != name.value
        and _MIN_ID <= len(value) <= _MAX_ID
        and not any(map(str.isspace, value))
    }
    again: dict[str, list[Address]] = {}
    for value, at in _texts(documents, texts):
        if value in own and parent(at) != holder.at:
            again.setdefault(value, []).append(at)
    if not again:
        return None
    # Words for a kind or a state stand in many objects, an id in few.
    id = min(again, key=lambda value: (len(again[value]), -len(value)))
    return own[id], again[id][0]


def output_beside(id: Way, texts: Texts) -> str | None:
    """The field beside the id of a result that holds most."""
    fields = [
        (_size(place.value), key)
        for key, place in _fields(id.places[-2], texts)
        if place.at != id.places[-1].at
    ]
    size, key = max(fields, default=(0, ""))
    return key if size else None


def _fields(holder: Place, texts: Texts) -> list[tuple[str, Place]]:
    given = object_or_empty(holder.value)
    places = [(key, Place(value, child(holder.at, key))) for key, value in given.items()]
    return [(key, texts.opened(place)) for key, place in places]


def _size(value: JsonValue) -> int:
    """How much somebody could read there; numbers and words for yes and no are nothing."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return 2 + sum(len(key) + _size(one) for key, one in value.items())
    return 2 + sum(map(_size, value)) if isinstance(value, list) else 0


def _texts(documents: Sequence[JsonValue], texts: Texts) -> Iterator[tuple[str, Address]]:
    """The texts of the documents with their places, also those of JSON in texts."""
    waiting = [Place(value, root(n)) for n, value in reversed(list(enumerate(documents)))]
    for _ in range(MAX_VALUES):
        if not waiting:
            return
        place = waiting.pop()
        if isinstance(place.value, str):
            yield place.value, place.at
        value, at, _ = texts.opened(place)
        if isinstance(value, dict):
            waiting += [Place(one, child(at, key)) for key, one in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [Place(value[n], child(at, n)) for n in range(len(value) - 1, -1, -1)]
