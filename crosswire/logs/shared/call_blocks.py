"""Readers of calls and results, for the table of a format."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from crosswire.address import Address, child, last_key
from crosswire.logs.shared.content import Content
from crosswire.logs.shared.fields import Names, field_in, id_in, outer, text_in
from crosswire.model import (
    Arguments,
    JsonObject,
    JsonValue,
    Part,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import extras_of
from crosswire.model.call_id import no_call_id
from crosswire.tools import arguments

By = Literal["client", "server"]


class Call(Struct, frozen=True):
    """A call, with the type that it is told as."""

    id: Names
    name: Names
    arguments: Names
    type: str = "function"
    item: Names = ()
    by: By = "client"
    unnamed: str = ""
    """The tool's name where the block has none, as blocks of one tool."""
    also: frozenset[str] = frozenset()
    """Fields that say nothing beside these."""
    needs_id: bool = True
    """Whether the framework takes no call without an id."""
    holds: Result | None = None
    """Of a call that is its result too: what reads that."""

    def __call__(
        self, raw: JsonObject, at: Address, known: frozenset[str]
    ) -> list[Part] | None:
        names = outer(self.id, self.name, self.arguments, self.item)
        held = None if self.holds is None else self.holds.within(raw, at)
        part = ToolCallPart(
            address=at,
            raw=raw,
            call_id=id_in(raw, at, self.id, required=self.needs_id and self.by == "client"),
            name=text_in(raw, self.name) or self.unnamed,
            arguments=self._arguments(raw, at),
            wire_type=self.type,
            item_id=text_in(raw, self.item),
            executed_by=self.by,
            hybrid=self.holds is not None,
            embedded=held,
            extras=extras_of(raw, known | names | self.also),
        )
        return [part]

    def _arguments(self, raw: JsonObject, at: Address) -> Arguments:
        """What the tool is called with; a list, as tools of providers take, by its name."""
        given = field_in(raw, at, self.arguments)
        if given is None:
            place = child(at, *self.arguments[0].split(".")) if self.arguments else at
            return arguments.from_text(None, place)
        if self.by == "server" and isinstance(given.value, list):
            return arguments.from_value({last_key(given.at): given.value}, at)
        return arguments.from_text(given.value, given.at)


class Result(Struct, frozen=True):
    """A result; what it holds is read as content is."""

    id: Names
    output: Names
    content: Content
    name: Names = ()
    error: Names = ()
    """Fields that hold an error, or say that there is one."""
    failed: frozenset[str] = frozenset({"error"})
    """Words in those fields that tell of an error."""
    fine: frozenset[str] = frozenset()
    """Words in those fields that tell of none; all others do, where there are any."""
    type: str = "tool"
    item: Names = ()
    by: By = "client"
    also: frozenset[str] = frozenset()
    needs_id: bool = True

    def __call__(
        self, raw: JsonObject, at: Address, known: frozenset[str]
    ) -> list[Part] | None:
        given, error = field_in(raw, at, self.output), field_in(raw, at, self.error)
        failed = error is not None and self._tells(error.value)
        if given is None and failed:
            given = error
        names = outer(self.id, self.name, self.output, self.error, self.item)
        part = ToolResultPart(
            address=at,
            raw=raw,
            call_id=id_in(raw, at, self.id, required=self.needs_id and self.by == "client"),
            wire_type=self.type,
            content=[] if given is None else self.content(given.value, given.at),
            name=text_in(raw, self.name) or None,
            is_error=failed,
            item_id=text_in(raw, self.item),
            executed_by=self.by,
            extras=extras_of(raw, known | names | self.also),
        )
        return [part]

    def within(self, raw: JsonObject, at: Address) -> ToolResultPart | None:
        """The result in a call that is both; None where it shows none."""
        given = field_in(raw, at, self.output)
        if given is None:
            return None
        return ToolResultPart(
            address=given.at,
            raw=given.value,
            call_id=no_call_id(),
            wire_type=self.type,
            content=self.content(given.value, given.at),
            executed_by=self.by,
        )

    def _tells(self, value: JsonValue) -> bool:
        if isinstance(value, str) and self.fine:
            return value not in self.fine
        if isinstance(value, str) and value.islower() and " " not in value:
            return value in self.failed
        return bool(value)
