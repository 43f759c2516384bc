"""A mapping: where in the documents of a file messages, roles, texts, calls and results stand.

Whoever knows a format writes one down; `guessing` makes one for a file that nobody knows;
`reading` reads by either. `from_json` reads one, docs/mapping.md what each field
means.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from crosswire.cached_property import cached_property
from crosswire.logs.by_shape.patterns import Many, Pattern, Step
from crosswire.logs.by_shape.texts import Place, Texts
from crosswire.model import JsonValue, Role

Patterns: TypeAlias = tuple[Pattern, ...]
"""Those that may lead to a value; the first that finds one counts."""
Scalar: TypeAlias = "str | int | float | bool | None"


class Condition(Struct, frozen=True):
    """What must stand somewhere within a value."""

    at: Pattern
    values: tuple[Scalar, ...] | None
    """Those that may stand there; None where anything but null may."""

    def holds(self, place: Place, texts: Texts) -> bool:
        found = self.at.first(place, texts)
        if self.values is None or found is None:
            return found is not None and self.values is None
        return any(_equal(found.value, one) for one in self.values)


Where: TypeAlias = tuple[Condition, ...]


class MessagesAt(Struct, frozen=True):
    """Where messages stand, from the root of a document."""

    at: Pattern
    where: Where = ()
    role: str = ""
    """Of those that name none themselves; empty where nobody says."""


class CallsAt(Struct, frozen=True):
    """Where calls stand in a message, and what is what in each."""

    at: Pattern
    where: Where = ()
    name: Patterns = ()
    arguments: Patterns = ()
    id: Patterns = ()


class ResultsAt(Struct, frozen=True):
    """Where results stand in a message, and what is what in each."""

    at: Pattern
    where: Where = ()
    id: Patterns = ()
    name: Patterns = ()
    output: Patterns = ()
    error: Patterns = ()
    """A value that says that the call failed: `true`, or the words of an error."""


class Mapping(Struct, frozen=True, dict=True):
    """Where everything stands that is read."""

    messages: tuple[MessagesAt, ...]
    name: str = ""
    title: str = ""
    conversation: Pattern | None = None
    """Where each conversation stands; None where each list of messages is one."""
    role: Patterns = ()
    roles: tuple[tuple[str, Role], ...] = ()
    """What the words of the format mean; other words are understood by `words`."""
    text: Patterns = ()
    """All texts that these lead to are read, in the order of the document."""
    reasoning: Patterns = ()
    calls: tuple[CallsAt, ...] = ()
    results: tuple[ResultsAt, ...] = ()
    id: Patterns = ()
    parent: Patterns = ()
    time: Patterns = ()
    thread: Patterns = ()

    @cached_property
    def parts(self) -> tuple[Pattern, ...]:
        """Where parts of a message stand, in the order in which they are read."""
        calls, results = (one.at for one in self.calls), (one.at for one in self.results)
        return (*self.reasoning, *self.text, *calls, *results)

    @cached_property
    def lists(self) -> dict[tuple[Step, ...], int]:
        """The lists that those lead through, in their order; see `Pattern.to_list`."""
        return {
            one: number
            for number, one in enumerate(dict.fromkeys(at.to_list for at in self.parts))
        }

    @cached_property
    def blocks(self) -> tuple[Pattern, ...]:
        """Where the elements of these lists stand."""
        lists = dict.fromkeys(one.to_list for one in self.parts if not one.is_plain)
        return tuple(Pattern((*steps, Many.EACH)) for steps in lists)

    @cached_property
    def fields_of_messages(self) -> frozenset[str]:
        """The fields of a message that say who speaks, when, and behind what; and of one that
        is a call or a result itself those of these."""
        facts = [*self.role, *self.id, *self.parent, *self.time, *self.thread]
        parts: list[CallsAt | ResultsAt] = [*self.calls, *self.results]
        facts += [at for one in parts if not one.at.steps for at in within(one)]
        return frozenset(str(one.steps[0]) for one in facts if one.steps)

    @cached_property
    def meanings(self) -> dict[str, Role]:
        """`roles`, to look them up."""
        return dict(self.roles)


def within(one: CallsAt | ResultsAt) -> list[Pattern]:
    """All patterns within a call or a result, those of its conditions among them."""
    groups = [one.name, one.id]
    groups += [one.arguments] if isinstance(one, CallsAt) else [one.output, one.error]
    return [*(at for group in groups for at in group), *(each.at for each in one.where)]


def _equal(value: JsonValue, wanted: Scalar) -> bool:
    return type(value) is type(wanted) and value == wanted
