"""Replays the changes of a chat, and knows where each value of its last state was written."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.logs.sessions.lines import Line
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty

SET, PUSH, DELETE = 1, 2, 3
_Key = str | int


class Replay:
    """The last state of a chat."""

    def __init__(self) -> None:
        self.state: JsonValue = None
        self.removed: list[JsonValue] = []
        """Values that a later change took away."""
        self.copies: dict[int, tuple[JsonValue, Address]] = {}
        """A list or an object of the state -> what it is a copy of, and where that stands."""
        self._kept: list[JsonValue] = []
        """The copies, which are known by their identity."""
        self._set: dict[tuple[int, _Key], Address] = {}
        """The place of a plain value that was set by itself."""

    def begin(self, value: JsonValue, at: Address) -> None:
        """Take the first state."""
        self.state = self._copy(value, at)

    def change(self, line: Line) -> bool:
        """Take a change; whether its way leads anywhere."""
        way = [key for key in list_or_empty(line.raw.get("k")) if isinstance(key, (str, int))]
        kind, at = line.raw.get("kind"), child(line.at, "v")
        holder = self._holder(way[:-1]) if way else None
        if holder is None:
            return False
        if kind == PUSH:
            return self._push(holder, way[-1], line, at)
        old = _get(holder, way[-1])
        if isinstance(old, (dict, list)):
            self.removed.append(self.copies[id(old)][0])
        if kind == DELETE:
            if isinstance(holder, dict):
                holder.pop(str(way[-1]), None)
            return True
        return self._put(holder, way[-1], self._copy(line.raw.get("v"), at), at)

    def place(self, holder: JsonValue, key: _Key) -> Address:
        """Where a value of an object or list of the state was written."""
        value = _get(holder, key)
        if isinstance(value, (dict, list)):
            return self.copies[id(value)][1]
        around = self.copies.get(id(holder), (None, Address("")))[1]
        return self._set.get((id(holder), key), child(around, key))

    def line(self, value: JsonObject) -> Line:
        """An object of the state as it stands in the file."""
        raw, at = self.copies[id(value)]
        return Line(raw if isinstance(raw, dict) else value, at)

    def _copy(self, value: JsonValue, at: Address) -> JsonValue:
        copy: JsonValue = value
        if isinstance(value, dict):
            copy = {key: self._copy(inner, child(at, key)) for key, inner in value.items()}
        elif isinstance(value, list):
            copy = [self._copy(inner, child(at, i)) for i, inner in enumerate(value)]
        if isinstance(copy, (dict, list)):
            self.copies[id(copy)] = value, at
            self._kept.append(copy)
        return copy

    def _holder(self, way: Sequence[_Key]) -> JsonValue:
        value = self.state
        for key in way:
            value = _get(value, key)
        return value

    def _push(self, holder: JsonValue, key: _Key, line: Line, at: Address) -> bool:
        held = _get(holder, key)
        if held is None:
            self._put(holder, key, self._copy([], at), at)
            held = _get(holder, key)
        if not isinstance(held, list):
            return False
        number = line.raw.get("i")
        if isinstance(number, int) and 0 <= number < len(held):
            gone = (self.copies.get(id(one), (one, at))[0] for one in held[number:])
            self.removed += gone
            del held[number:]
        for i, value in enumerate(list_or_empty(line.raw.get("v"))):
            place = child(at, i)
            self._set[(id(held), len(held))] = place
            held.append(self._copy(value, place))
        return True

    def _put(self, holder: JsonValue, key: _Key, value: JsonValue, at: Address) -> bool:
        if isinstance(holder, dict):
            holder[str(key)] = value
        elif isinstance(holder, list) and isinstance(key, int) and 0 <= key <= len(holder):
            holder[key : key + 1] = [value]
        else:
            return False
        self._set[(id(holder), key)] = at
        return True


def _get(holder: JsonValue, key: _Key) -> JsonValue:
    if isinstance(holder, dict):
        return holder.get(str(key))
    if isinstance(holder, list) and isinstance(key, int) and 0 <= key < len(holder):
        return holder[key]
    return None
