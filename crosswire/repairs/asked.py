"""What a repair was limited to: findings, places of the upload, or rules."""

from __future__ import annotations

import re
from collections.abc import Collection

from crosswire.address import Address, is_within
from crosswire.model import SettingPart, ToolCallPart, ToolPart, ToolResultPart
from crosswire.repairs.change import Fix
from crosswire.repairs.view import View
from crosswire.rules import RULES
from crosswire.rules.rule import Diagnostic, Kind, Rule

Only = Diagnostic | Rule | str
"""A finding; a rule; or as text the name or code of a rule, or an address."""
_ADDRESS = re.compile(r"\d+:")


class Asked:
    """Tells of each change whether it was asked for."""

    def __init__(self, only: Collection[Only] | None) -> None:
        self.everything = only is None
        self.rules: set[str] = set()
        self.places: list[tuple[str | None, str]] = []
        """Addresses, each with the rule that must have asked, if any."""
        for one in only or ():
            if isinstance(one, Diagnostic):
                self.places.append(
                    (one.name if one.kind is Kind.DEFECT else None, one.address)
                )
            elif isinstance(one, Rule):
                self.rules.add(one.name)
            elif _ADDRESS.match(one):
                self.places.append((None, one))
            else:
                self.rules.add(RULES[one].name if one in RULES else one)

    def wants(self, fix: Fix, view: View) -> bool:
        if self.everything or fix.rule in self.rules or not fix.about:
            return True
        asked = [(rule, place) for rule, place in self.places if rule in (None, fix.rule)]
        for number, part in enumerate(fix.about if asked else ()):
            for place in _places_of(part, view):
                for rule, one in asked:
                    # A place deep inside of a part asks for what is wrong with that part
                    # itself.
                    deeper = is_within(one, place) and (number == 0 or rule is not None)
                    if deeper or is_within(place, one):
                        return True
        return False

    def is_about(self, rule: str, place: Address | None) -> bool:
        """Whether a finding was among what was asked for."""
        if self.everything or rule in self.rules:
            return True
        return place is not None and any(
            name in (None, rule) and (is_within(one, place) or is_within(place, one))
            for name, one in self.places
        )


def _places_of(part: object, view: View) -> list[Address]:
    found = []
    if isinstance(part, (ToolCallPart, ToolResultPart)):
        for address in (part.address, part.call_id.address):
            origin = view.sheet.origin(address) if address is not None else None
            if origin is not None:
                found.append(origin)
    elif isinstance(part, (SettingPart, ToolPart)):
        origin = view.sheet.origin(part.address)
        found += [] if origin is None else [origin]
    return found
