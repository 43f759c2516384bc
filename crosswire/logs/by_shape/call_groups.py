"""Calls at one place of a file, which have the same fields."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct, field

from crosswire.logs.by_shape.patterns import Step
from crosswire.logs.by_shape.sites import Site, Thing
from crosswire.model import JsonValue


class Field(NamedTuple):
    """A field of an object, or of one around it."""

    far: int
    """How many objects around."""
    key: str


class Call(Struct):
    """What looks like a call, the innermost of the objects that it is made of first."""

    chain: list[Thing]
    ids: list[Field]


class Calls(Struct):
    """Calls at one place, which have the same fields."""

    site: Site
    name: Field
    arguments: Field
    calls: list[Call] = field(default_factory=list)
    id: Field | None = None
    outputs: list[Field] = field(default_factory=list)
    errors: list[Field] = field(default_factory=list)

    @property
    def top(self) -> int:
        """How far around the outermost object is that a call is made of."""
        fields = [self.name, *self.outputs, *self.errors, *([self.id] if self.id else [])]
        return max(one.far for one in fields)

    def object_of(self, call: Call) -> Thing:
        return call.chain[min(self.top, len(call.chain) - 1)]

    def own(self, call: Call) -> list[Thing]:
        """The objects that a call is made of."""
        return call.chain[: self.top + 1]

    def path(self, field: Field) -> tuple[Step, ...]:
        """The keys from the outermost object to a field."""
        sites = [self.site]
        while sites[-1].above is not None and len(sites) <= self.top:
            sites.append(sites[-1].above)
        steps = [site.step for site in reversed(sites[field.far : self.top])]
        return *(step for step in steps if step is not None), field.key

    def value(self, call: Call, field: Field | None) -> JsonValue:
        if field is None or field.far >= len(call.chain):
            return None
        return call.chain[field.far].value.get(field.key)
