"""What the steps of a repair look at: the conversation as it stands, with its pairing and
indexes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import partial

from crosswire.address import Address
from crosswire.cached_property import cached_property
from crosswire.containers import json_document
from crosswire.model import JsonValue, ToolCallPart, ToolResultPart
from crosswire.model.call_id import IdSource
from crosswire.pairing import Fate, How, Orphan, Pair, pair
from crosswire.repairs.sheet import Sheet
from crosswire.rules.rule import RuleContext

End = ToolCallPart | ToolResultPart
Said = tuple[str | None, str | None, bool, bytes]


class View(RuleContext):
    """A reading of the sheet; a new one is made after each step that changed something."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.conversation, pair(sheet.conversation))
        self.sheet = sheet

    @cached_property
    def ends(self) -> list[End]:
        return [*self.conversation.calls(), *self.conversation.results()]

    @cached_property
    def users(self) -> dict[str, list[End]]:
        """An id -> the calls and results that are tied by it; one that only names an item ties
        nothing."""
        found: dict[str, list[End]] = defaultdict(list)
        for part in self.ends:
            if part.call_id.value is not None and part.call_id.source is not IdSource.ITEM_ID:
                found[part.call_id.value].append(part)
        return found

    @cached_property
    def calls_of_turn(self) -> dict[int, list[ToolCallPart]]:
        """A turn -> its calls that wait for a result of their own."""
        found: dict[int, list[ToolCallPart]] = defaultdict(list)
        for call in self.conversation.calls():
            if not call.hybrid:
                found[self.turn(call)].append(call)
        return found

    @cached_property
    def loose_ends(self) -> dict[int, tuple[list[ToolCallPart], list[ToolResultPart]]]:
        """A turn -> its calls without a result, and its results without a call."""
        found: dict[int, tuple[list[ToolCallPart], list[ToolResultPart]]] = defaultdict(
            lambda: ([], [])
        )
        for alone in self.pairing.unanswered:
            found[self.pairing.turn_of[alone.call.key]][0].append(alone.call)
        for orphan in self.pairing.orphans:
            if orphan.duplicate_of is None:
                found[self.pairing.turn_of[orphan.result.key]][1].append(orphan.result)
        return found

    @cached_property
    def loose_names(self) -> dict[int, tuple[Counter[str], Counter[str]]]:
        """A turn -> how many of its loose calls, and of its loose results, name each tool."""
        return {
            turn: (
                Counter(c.name for c in calls),
                Counter(name for r in results if (name := named(r))),
            )
            for turn, (calls, results) in self.loose_ends.items()
        }

    @cached_property
    def _unanswered_names(self) -> set[tuple[int, str, str | None]]:
        """Turn, who runs it, and name of each call without a result; and once without a
        name."""
        calls = [alone.call for alone in self.pairing.unanswered]
        return {(self.turn(c), c.executed_by, name) for c in calls for name in (c.name, None)}

    def has_rivals(self, pair: Pair) -> bool:
        """Whether a result was tied by its order alone, while a call without one could have it
        as well."""
        by_order = pair.how in (How.BY_POSITION, How.BY_NAME)
        asked = (self.turn(pair.call), pair.call.executed_by, pair.result.name)
        return by_order and asked in self._unanswered_names

    @cached_property
    def unsure_calls(self) -> frozenset[str]:
        """Keys of calls without a result that may have come all the same, and was tied to
        another call."""
        rivals = [pair for pair in self.pairing.pairs if self.has_rivals(pair)]
        taken = {
            (self.turn(pair.call), pair.call.executed_by, pair.result.name) for pair in rivals
        }
        found: set[str] = set()
        for alone in self.pairing.unanswered:
            call = alone.call
            place = (self.turn(call), call.executed_by)
            if (
                (*place, call.name) in taken
                or (*place, None) in taken
                or self.is_half_answered(call)
            ):
                found.add(call.key)
        return frozenset(found)

    def is_half_answered(self, call: ToolCallPart) -> bool:
        """Whether fewer results than calls came under the id that it shares with others of its
        turn."""
        return (self.turn(call), call.call_id.value) in self._half_answered

    @cached_property
    def _half_answered(self) -> set[tuple[int, str | None]]:
        missing = {
            alone.call.key
            for alone in self.pairing.unanswered
            if alone.fate is not Fate.PENDING
        }
        return {
            place
            for place, calls in self.uses_in_turn.items()
            if any(one.key in missing for one in calls)
            and any(one.key in self.pairing.pair_of for one in calls)
        }

    @cached_property
    def first_told(self) -> dict[Said, int]:
        """What a result says, under its id -> the first turn that it was said in."""
        found: dict[Said, int] = {}
        for result in self.conversation.results():
            if len(self.users.get(result.call_id.value or "", ())) > 1:
                said, turn = said_by(result), self.turn(result)
                found[said] = min(turn, found.get(said, turn))
        return found

    @cached_property
    def positions(self) -> dict[str, int]:
        """Key of a part -> its number in the conversation."""
        return {part.key: i for i, (_, part) in enumerate(self.conversation.parts())}

    @cached_property
    def message_positions(self) -> dict[str, int]:
        return {message.key: i for i, message in enumerate(self.conversation.messages)}

    @cached_property
    def duplicates_of(self) -> dict[str, list[Orphan]]:
        """Key of a call -> the further results that it has."""
        found: dict[str, list[Orphan]] = defaultdict(list)
        for orphan in self.pairing.orphans:
            if orphan.duplicate_of is not None:
                found[orphan.duplicate_of.call.key].append(orphan)
        return found

    @cached_property
    def _edges(self) -> dict[str, list[tuple[End, Address]]]:
        found: dict[str, list[tuple[End, Address]]] = defaultdict(list)
        for part in self.ends:
            for edge in part.edges:
                found[edge.value].append((part, edge.address))
        return found

    def is_free(self, value: str, call: ToolCallPart) -> bool:
        """Whether no other call has this id."""
        return not any(
            isinstance(p, ToolCallPart) and p is not call for p in self.users.get(value, ())
        )

    def turn(self, part: End) -> int:
        return self.pairing.turn_of[part.key]

    def renaming(self, parts: Iterable[End], value: str) -> Callable[[], None]:
        """What writes an id into some parts, and into the fields of others that name a call of
        them by it."""
        places: list[Address] = []
        for part in parts:
            if part.call_id.address is not None:
                places.append(part.call_id.address)
            old = part.call_id.value
            if isinstance(part, ToolCallPart) and old is not None:
                alone = self.is_free(old, part)
                places += [
                    at
                    for o, at in self._edges.get(old, ())
                    if alone or self.turn(o) == self.turn(part)
                ]
        return partial(self._rename, places, value)

    def _rename(self, places: list[Address], value: str) -> None:
        for place in places:
            self.sheet.set(place, value)

    def name_at(self, result: ToolResultPart) -> Address | None:
        """Where the tool's name of a result stands: beside its id."""
        if result.call_id.address is None:
            return (
                Address(f"{result.address}/name") if result.wire_type == "function" else None
            )
        return Address(f"{result.call_id.address.rpartition('/')[0]}/name")


def named(result: ToolResultPart) -> str | None:
    """The tool that a result names, in the field for it or in the place of its id."""
    return result.name if result.name is not None else result.call_id.value


def said_by(result: ToolResultPart) -> Said:
    """What a result says, word for word."""
    content: JsonValue = [part.raw for part in result.content]
    return result.call_id.value, result.name, result.is_error, json_document.write(content)
