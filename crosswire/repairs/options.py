"""What a repair was asked to do, and which changes and findings that takes in."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from copy import copy
from itertools import chain

from msgspec import Struct

from crosswire.address import Address, are_related, is_within
from crosswire.model import Part, ToolCallPart, ToolResultPart
from crosswire.repairs.change import Missing, ProposedChange
from crosswire.repairs.working_copy import WorkingCopy
from crosswire.rules import RULES
from crosswire.rules.rule import Diagnostic, Kind, Rule

Only = Diagnostic | Rule | str
"""A finding; a rule; or as text the name or code of a rule, or an address."""
_ADDRESS = re.compile(r"\d+:")


class _Place(Struct, frozen=True):
    """An address that was asked for."""

    address: str
    rule: str | None
    """Only this rule may change what stands there; None: any rule."""

    def allows(self, rule: str) -> bool:
        return self.rule in (None, rule)

    def touches(self, address: Address) -> bool:
        """Whether one of the two addresses lies within the other."""
        return are_related(self.address, address)


class RepairOptions:
    """The choices of whoever asked for a repair; see `repair`."""

    def __init__(
        self, only: Collection[Only] | None, missing: Missing, target: str | None
    ) -> None:
        self.missing = missing
        self.target = target
        self._everything = only is None
        self._rules: set[str] = set()
        self._places: list[_Place] = []
        for selected in only or ():
            self._select(selected)

    def without_target(self) -> RepairOptions:
        """The same options for a conversation that was written for the target already."""
        options = copy(self)
        options.target = None
        return options

    def _select(self, selected: Only) -> None:
        if isinstance(selected, Diagnostic):
            rule = selected.name if selected.kind is Kind.DEFECT else None
            self._places.append(_Place(selected.address, rule))
        elif isinstance(selected, Rule):
            self._rules.add(selected.name)
        elif _ADDRESS.match(selected):
            self._places.append(_Place(selected, None))
        else:
            self._rules.add(RULES[selected].name if selected in RULES else selected)

    def includes_rule(self, rule: str) -> bool:
        """Whether everything that a rule asks for is to be changed."""
        return self._everything or rule in self._rules

    def includes_change(self, proposal: ProposedChange, working_copy: WorkingCopy) -> bool:
        """Whether a change was asked for."""
        if self.includes_rule(proposal.rule) or not proposal.parts:
            return True
        places = [place for place in self._places if place.allows(proposal.rule)]
        at_fault, *others = (list(_origins(part, working_copy)) for part in proposal.parts)
        if any(place.touches(origin) for place in places for origin in at_fault):
            return True
        # A place deep inside of another part of the change does not ask for the change.
        return any(
            is_within(origin, place.address) or (place.rule and place.touches(origin))
            for place in places
            for origin in chain.from_iterable(others)
        )

    def includes_finding(self, rule: str, source: Address | None) -> bool:
        """Whether a finding with this place in the upload was asked for."""
        return self.includes_rule(rule) or any(
            source is not None and place.allows(rule) and place.touches(source)
            for place in self._places
        )


def _origins(part: Part, working_copy: WorkingCopy) -> Iterator[Address]:
    """The places in the upload that a part and its call id come from."""
    addresses: list[Address | None] = [part.address]
    if isinstance(part, (ToolCallPart, ToolResultPart)):
        addresses.append(part.call_id.address)
    return filter(None, map(working_copy.origin, filter(None, addresses)))
