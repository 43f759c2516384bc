"""What an id turned out to be instead of one, and the places that show it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from crosswire.address import Address
from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.rules.finding import Severity
from crosswire.rules.parts import id_address


class IdFault(StrEnum):
    """What an id turned out to be instead of one."""

    ABSENT = "absent"
    EMPTY = "empty"
    ITEM_ID = "item id"
    RESULT_TEXT = "text of a result"
    TOOL_NAME = "name of a tool"
    PLACEHOLDER = "placeholder"
    COMPOSITE = "two ids"
    LOOKALIKE = "look-alike"
    MADE_UP = "made up"


class End(Struct, frozen=True):
    """One end of a pair, or what should be one."""

    part: ToolCallPart | ToolResultPart
    """Whose id it is; the call where both ends have the same."""
    call: ToolCallPart | None
    """The call itself, or the one that the result most likely answers."""
    result: ToolResultPart | None
    """The result itself, or the one that most likely answers the call."""
    both: bool = False
    """Call and result agree on the id, so that the pair holds all the same."""
    severed: bool = False
    """Call and result do not find each other by it."""

    @property
    def value(self) -> str:
        return self.part.call_id.text


class FaultyId(Struct, frozen=True):
    """An id with a fault, and the call and the result that it concerns."""

    fault: IdFault
    end: End
    origin: Address | None = None
    """Where the thing stands that the id really is: an item, the result with that text."""
    item: ToolCallPart | None = None
    """The call whose item id it is."""
    certain: bool = True
    """False where the shape of the id is all the evidence."""
    sharers: int = 0
    """How many further calls of the same turn have the same id."""

    @property
    def address(self) -> Address:
        return id_address(self.end.part)

    @property
    def breaks(self) -> bool:
        """Whether it costs the conversation a pair, or may."""
        return self.end.severed or self.sharers > 0

    @property
    def severity(self) -> Severity:
        """Of an id that is harmless as long as call and result find each other."""
        return Severity.ERROR if self.breaks else Severity.WARNING

    @property
    def on_call(self) -> bool:
        return self.end.part is self.end.call

    def related(self) -> tuple[tuple[str, Address], ...]:
        """The other places of the evidence, each with a word for what it is."""
        end = self.end
        ends = (("call", end.call), ("result", end.result))
        places = [
            (word, part.address)
            for word, part in ends
            if part is not None and part is not end.part
        ]
        known = {end.part.address, *(address for _, address in places)}
        if self.origin is not None and self.origin not in known:
            places.append(("origin", self.origin))
        return tuple(places)
