"""A call of Gemini's with arguments in pieces, each with its path
(`streamFunctionCallArguments`)."""

from __future__ import annotations

import re
from typing import TypeAlias

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import object_or_empty
from crosswire.model.source_map import PlaceTable
from crosswire.streams.pieces import Fields, Notes, below

_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d{1,9})\]|\[(?:'([^']*)'|\"([^\"]*)\")\]", re.ASCII)
_SPELT = {
    "partial_args": "partialArgs",
    "will_continue": "willContinue",
    "json_path": "jsonPath",
}
_VALUES = (
    "stringValue",
    "numberValue",
    "boolValue",
    "string_value",
    "number_value",
    "bool_value",
)

_FIELDS = frozenset({*_VALUES, *_SPELT, *_SPELT.values(), "nullValue", "null_value"})
"""Of a piece."""

_Tree: TypeAlias = "dict[str | int, _Tree | list[str] | tuple[JsonValue]]"
"""Arguments so far: below a step more steps, the pieces of a text, or another value."""


def begins(part: JsonValue) -> bool:
    """Whether a part is the first piece of a call that comes in pieces."""
    call = _call(part)
    return call is not None and (
        call.get("partialArgs") is not None or call.get("willContinue") is True
    )


def continues(part: JsonValue) -> bool:
    """Whether a part may be a later piece, which does not name the tool again."""
    call = _call(part)
    return call is not None and not call.get("name") and "args" not in call


def _call(part: JsonValue) -> JsonObject | None:
    """The call in a part, in the spelling of REST."""
    fields = object_or_empty(part)
    call = fields.get("functionCall", fields.get("function_call"))
    return _spelt(call) if isinstance(call, dict) else None


def _spelt(value: JsonValue) -> JsonObject:
    return {_SPELT.get(name, name): inner for name, inner in object_or_empty(value).items()}


class PartialCall:
    """The pieces of one call."""

    def __init__(self, notes: Notes, at: Address) -> None:
        self.notes = notes
        self.at = at
        self.outer = Fields()
        """The fields beside the call in its parts: a signature."""
        self.fields = Fields()
        self.key = "functionCall"
        self.key_at: Address | None = None
        self.args: _Tree = {}
        self.args_at: Address | None = None
        self.pieces: list[Address] = []
        """Where its pieces stand."""
        self.is_complete = False

    def goes_on_with(self, part: JsonValue) -> bool:
        """Whether a part is the next piece, or the end."""
        other = (_call(part) or {}).get("id")
        return continues(part) and (not other or other == self.fields.values.get("id"))

    def says_again(self, part: JsonValue) -> bool:
        """Whether a part says once more what the call began with."""
        call = _call(part)
        names = {} if call is None else {key: call.get(key) for key in ("name", "id")}
        again = all(self.fields.values.get(key) == value for key, value in names.items())
        return begins(part) and again and not (call or {}).get("partialArgs")

    def add(self, part: JsonValue, at: Address) -> None:
        call = _call(part)
        if not isinstance(part, dict) or call is None:
            return
        self.key = next(name for name in ("functionCall", "function_call") if name in part)
        place = below(at, self.key)
        self.key_at = self.key_at or place
        self.pieces.append(place)
        self.outer.all_first(part, at, but=(self.key,))
        self.fields.all_first(call, place, but=("partialArgs", "willContinue"))
        pieces = call.get("partialArgs")
        if isinstance(pieces, list):
            snake = "partial_args" in object_or_empty(part[self.key])
            pieces_at = Address(f"{place}/{'partial_args' if snake else 'partialArgs'}")
            self.args_at = self.args_at or pieces_at
            for i, piece in enumerate(pieces):
                self._add_piece(piece, Address(f"{pieces_at}/{i}"))
        self.is_complete = call.get("willContinue") is not True

    def _add_piece(self, piece: JsonValue, at: Address) -> None:
        named = _spelt(piece)
        self.notes.pass_over(object_or_empty(piece), at, _FIELDS)
        try:
            self._put(_steps(named.get("jsonPath")), named, at)
        except _Misplaced as misplaced:
            self.notes.unread(str(misplaced), piece, at)

    def _put(self, steps: list[str | int], named: JsonObject, at: Address) -> None:
        branch = self.args
        for step in steps[:-1]:
            inner = branch.setdefault(step, {})
            if not isinstance(inner, dict):
                raise _Misplaced("A piece of arguments stands below what is a plain value")
            branch = inner
        value = next((named[name] for name in _VALUES if name in named), None)
        known = branch.get(steps[-1])
        if isinstance(value, str) and isinstance(known, list):
            known.append(value)
        elif known is not None:
            raise _Misplaced("A piece of arguments stands where another does already")
        else:
            branch[steps[-1]] = [value] if isinstance(value, str) else (value,)

    def finished(self, pointer: str, table: PlaceTable) -> JsonValue:
        self.outer.add_places(pointer, table)
        inside = f"{pointer}/{self.key}"
        if self.key_at is not None:
            table[inside] = self.key_at
        table.came_in(inside, self.pieces)
        self.fields.add_places(inside, table)
        call = self.fields.value()
        if self.args_at is not None:
            table[f"{inside}/args"] = self.args_at
            table.closed.add(f"{inside}/args")
            call["args"] = _grown(self.args)
            if _has_gaps(self.args):
                message = "The positions of a list in these arguments have gaps."
                code = "stream-index-gap"
                self.notes.fault(code, message, self.args_at, about=self.at)
            return {self.key: call, **self.outer.value()}
        if "args" not in call:
            table[f"{inside}/args"] = table[inside]
            table.closed.add(f"{inside}/args")
        if self.is_complete:
            call.setdefault("args", {})
        else:
            call["willContinue"] = True
        return {self.key: call, **self.outer.value()}


class _Misplaced(Exception):
    """A piece has no place in the arguments."""


def _steps(path: JsonValue) -> list[str | int]:
    if not isinstance(path, str) or not path.startswith("$") or len(path) > 1_000:
        raise _Misplaced("A piece of arguments has no `jsonPath` from `$`")
    steps: list[str | int] = []
    position = 1
    while position < len(path):
        step = _STEP.match(path, position)
        if step is None:
            raise _Misplaced(f"The path {path[:60]!r} is not understood")
        number = step[2]
        steps.append(step[step.lastindex or 0] if number is None else int(number))
        position = step.end()
    if not steps or isinstance(steps[0], int):
        raise _Misplaced("Arguments are an object, and this path leads to none of its fields")
    return steps


def _grown(tree: _Tree | list[str] | tuple[JsonValue]) -> JsonValue:
    """The value; a list whose positions have gaps, or names among them, is an object of them,
    so that a large number makes no large list."""
    if isinstance(tree, list):
        return "".join(tree)
    if isinstance(tree, tuple):
        return tree[0]
    numbers = sorted(step for step in tree if isinstance(step, int))
    if numbers and len(numbers) == len(tree) and numbers == list(range(len(numbers))):
        return [_grown(tree[number]) for number in numbers]
    return {str(step): _grown(inner) for step, inner in tree.items()}


def _has_gaps(tree: _Tree | list[str] | tuple[JsonValue]) -> bool:
    """Whether a list in it is none for its positions."""
    if not isinstance(tree, dict):
        return False
    numbers = sorted(step for step in tree if isinstance(step, int))
    is_whole = len(numbers) == len(tree) and numbers == list(range(len(numbers)))
    return bool(numbers and not is_whole) or any(map(_has_gaps, tree.values()))
