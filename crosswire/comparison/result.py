"""The result of a comparison: an entry for each part of either conversation, with
differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from enum import StrEnum
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from crosswire.address import Address
from crosswire.cached_property import cached_property
from crosswire.comparison.units import Unit
from crosswire.comparison.values import Nothing
from crosswire.model import Conversation, JsonObject, JsonValue
from crosswire.rules.rule import Diagnostic

State = Literal["same", "changed", "first", "second"]


class Aspect(StrEnum):
    """An aspect of a part that may differ."""

    ID = "id"
    """The call id that it carries."""
    ITEM_ID = "item id"
    """The id of the item itself; only where both are in one format's words."""
    PAIRING = "pairing"
    """The counterpart of a call or result in its pair, and how the pair is known."""
    TOOL = "tool"
    """The tool that is called."""
    ARGUMENTS = "arguments"
    TEXT = "text"
    """Text, of all but tools."""
    RESULT = "result"
    """What a tool gave back."""
    ERROR = "error"
    """Whether a result is an error."""
    ROLE = "role"
    MEDIA = "media"
    SIGNATURE = "signature"
    """Of reasoning; only where both are in one format's words."""
    SETTING = "setting"
    DECLARATION = "declaration"
    """Of a tool."""
    MESSAGE = "message"
    """Whether it begins a message; only where both are in one format's words."""
    FIELDS = "fields"
    """What the model has no word for; only where both are in one format's words."""
    OTHER = "other"
    """A part that is kept as it is."""
    ORDER = "order"
    """Its position among the others."""


class Difference(Struct, frozen=True):
    """One thing in which a part and its counterpart differ."""

    aspect: Aspect
    path: str
    """Within what differs (`/city` of arguments); empty for all of it."""
    first: JsonValue | Nothing
    """The value there; `NOTHING` where the place is absent."""
    second: JsonValue | Nothing
    first_address: Address
    second_address: Address

    def record(self) -> JsonObject:
        told: JsonObject = {"aspect": self.aspect.value, "path": self.path}
        for name, value, at in (
            ("first", self.first, self.first_address),
            ("second", self.second, self.second_address),
        ):
            there = not isinstance(value, Nothing)
            shown = None if isinstance(value, Nothing) else value
            told[name] = {"address": at, "there": there, "value": shown}
        return told


class Entry(Struct):
    """A part and its counterpart, or a part without one."""

    first: Unit | None
    second: Unit | None
    differences: list[Difference] = field(default_factory=list)
    gone: list[Diagnostic] = field(default_factory=list)
    """Findings that only the first has."""
    new: list[Diagnostic] = field(default_factory=list)
    """Findings that only the second has."""

    @property
    def state(self) -> State:
        if self.first is None:
            return "second"
        if self.second is None:
            return "first"
        return "changed" if self.differences else "same"

    @property
    def is_quiet(self) -> bool:
        """Whether there is neither a difference nor a finding to list."""
        return self.state == "same" and not self.gone and not self.new

    @property
    def aspects(self) -> list[Aspect]:
        return list(dict.fromkeys(one.aspect for one in self.differences))

    def record(self) -> JsonObject:
        return {
            "state": self.state,
            "first": None if self.first is None else self.first.record(),
            "second": None if self.second is None else self.second.record(),
            "differences": [one.record() for one in self.differences],
            "findings_gone": [_finding(one) for one in self.gone],
            "findings_new": [_finding(one) for one in self.new],
        }


def _finding(found: Diagnostic) -> JsonObject:
    return {
        "code": found.code,
        "name": found.name,
        "severity": found.severity.value,
        "address": found.address,
        "message": found.message,
    }


class Totals(Struct, frozen=True):
    """How many parts are the same, and how many are not."""

    same: int
    changed: int
    only_first: int
    only_second: int
    findings_gone: int
    findings_new: int
    aspects: dict[str, int]
    """The number of parts that differ in each aspect; aspects without differences are left
    out."""

    def record(self) -> JsonObject:
        return {
            "same": self.same,
            "changed": self.changed,
            "only_first": self.only_first,
            "only_second": self.only_second,
            "findings_gone": self.findings_gone,
            "findings_new": self.findings_new,
            "aspects": {**self.aspects},
        }

    def __str__(self) -> str:
        parts = "part" if self.same == 1 else "parts"
        return (
            f"{self.same} {parts} the same, {self.changed} changed, "
            f"{self.only_first} only in the first, "
            f"{self.only_second} only in the second; "
            f"{self.findings_gone} "
            f"{'finding' if self.findings_gone == 1 else 'findings'} gone, "
            f"{self.findings_new} new"
        )


class Comparison(Struct, dict=True):
    """Two conversations, part by part; the entries are in the order of the first."""

    first: Conversation
    second: Conversation
    entries: list[Entry]
    gone: list[Diagnostic]
    """Findings on the whole that only the first has."""
    new: list[Diagnostic]
    """Findings on the whole that only the second has."""

    @cached_property
    def totals(self) -> Totals:
        states = Counter(entry.state for entry in self.entries)
        aspects = Counter(aspect.value for entry in self.entries for aspect in entry.aspects)
        return Totals(
            states["same"],
            states["changed"],
            states["first"],
            states["second"],
            len(self.gone) + sum(len(entry.gone) for entry in self.entries),
            len(self.new) + sum(len(entry.new) for entry in self.entries),
            {
                aspect.value: aspects[aspect.value]
                for aspect in Aspect
                if aspects[aspect.value]
            },
        )

    @property
    def is_equal(self) -> bool:
        """Whether there is neither a difference nor a finding of only one of them."""
        return not (self.gone or self.new) and all(entry.is_quiet for entry in self.entries)

    def without(self, aspects: Collection[Aspect]) -> Comparison:
        """The same comparison, as if these aspects were nothing to look at."""
        entries = [
            replace(
                entry,
                differences=[one for one in entry.differences if one.aspect not in aspects],
            )
            for entry in self.entries
        ]
        return replace(self, entries=entries)

    def record(self) -> JsonObject:
        """The differences as JSON; equal parts are only counted."""
        return {
            "equal": self.is_equal,
            "formats": [self.first.format, self.second.format],
            "totals": self.totals.record(),
            "entries": [entry.record() for entry in self.entries if not entry.is_quiet],
            "findings_gone": [_finding(one) for one in self.gone],
            "findings_new": [_finding(one) for one in self.new],
        }
