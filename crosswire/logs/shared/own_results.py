"""How a program's log holds the results of calls: what a repair needs to mend the log in the
program's own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType

from msgspec import Struct

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue, ToolCallPart

NOT_RECORDED = "No result was recorded for this call."
"""What stands in place of a result that a repair adds."""


class Beside(Struct, frozen=True):
    """What a result that is put in stands beside, and what may be made up for it."""

    line: JsonObject
    """The line, or the element of a list, that holds the call."""
    hexadecimal: str
    """32 digits for an id, made from the upload's digest and the place of the call."""

    @property
    def uuid(self) -> str:
        digits = self.hexadecimal
        return "-".join(
            (digits[:8], digits[8:12], f"4{digits[13:16]}", f"8{digits[17:20]}", digits[20:])
        )

    def fields(self, *names: str) -> JsonObject:
        """Those of these fields that the line of the call has."""
        return {name: self.line[name] for name in names if name in self.line}


class LineNames(Struct, frozen=True):
    """The names that lines have for each other."""

    own: str
    """The field with the id of a line."""
    before: str
    """The field that names the line before it."""
    shared: tuple[str, ...] = ()
    """The fields that lines of one chain have in common."""

    def are_in(self, line: JsonObject) -> bool:
        """Whether a line has an id and names another one."""
        is_named = isinstance(line.get(self.own), str) and self.before in line
        return is_named and isinstance(line[self.before], (str, NoneType))

    def side(self, line: JsonObject) -> tuple[str, ...]:
        """What tells the chain of a line from others in the same file."""
        return tuple(repr(line.get(name)) for name in self.shared)


class OwnResults(Struct, frozen=True):
    """Where a log has results, and what stands there for one that was not recorded."""

    element: Callable[[ToolCallPart, Beside], JsonObject | None] | None = None
    """Makes the line or the element of a result; None for a call that gets none."""
    fields: Callable[[ToolCallPart], Mapping[tuple[str, ...], JsonValue] | None] | None = None
    """Of a log whose calls hold their own results: the fields below the call -> their
    values."""
    inside: Callable[[ToolCallPart], JsonObject | None] | None = None
    """Makes the element of a result that stands in the list of its call."""
    listed: Callable[[ToolCallPart], tuple[str, JsonObject] | None] | None = None
    """Makes the element of a result that stands in another list, beside that of its call; and
    names that list."""
    by_id: Callable[[ToolCallPart], tuple[Address, JsonObject] | None] | None = None
    """Makes the result that stands under the id of its call in an object elsewhere; and where
    that object stands."""
    like: Callable[[ToolCallPart, JsonObject, JsonObject], JsonObject | None] | None = None
    """Makes the line of a result of a call from the line of the call and from that of another
    result, where each may be set by a line of its own; None where that line sets no result
    beside it."""
    is_told_twice: bool = False
    """Another list may hold the same element as that of a call, and then its result too."""
    retold: Callable[[JsonObject], str | None] | None = None
    """Where lines write a call anew each time that its state changes: gives the id by which
    these lines are known, None of any other."""
    is_put_together: bool = False
    """Whether what was said is put together of several lines, and stands in none of them."""
    names: LineNames | None = None
    """How lines name each other."""
    ordinal: str | None = None
    """The field that numbers the lines, each one higher than that before it."""
