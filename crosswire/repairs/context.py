"""What the steps of a repair look at: the conversation as it stands, with its pairing and
indexes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import partial

from crosswire.address import Address, child, last_key, parent
from crosswire.cached_property import cached_property
from crosswire.containers import json_document
from crosswire.model import JsonValue, ToolCallPart, ToolResultPart
from crosswire.model.call_id import IdSource
from crosswire.pairing import Fate, How, Orphan, Pair, pair
from crosswire.repairs.working_copy import WorkingCopy
from crosswire.rules.rule import RuleContext

CallOrResult = ToolCallPart | ToolResultPart
ResultWords = tuple[str | None, str | None, bool, bytes]
"""Id, tool's name, whether it is an error, and the JSON of the content of a result."""
_Rivals = tuple[int, str, str | None]
"""A turn, who runs its calls, and the name of a tool (None: of any)."""


class RepairContext(RuleContext):
    """A reading of the working copy; a new one is made after each pass that changed
    something."""

    def __init__(self, working_copy: WorkingCopy) -> None:
        super().__init__(working_copy.conversation, pair(working_copy.conversation))
        self.working_copy = working_copy

    @cached_property
    def users(self) -> dict[str, list[CallOrResult]]:
        """An id -> the calls and results that it ties; the id of an item ties nothing."""
        users: dict[str, list[CallOrResult]] = defaultdict(list)
        for part in self.conversation.ends():
            if part.call_id.value is not None and part.call_id.source is not IdSource.ITEM_ID:
                users[part.call_id.value].append(part)
        return users

    @cached_property
    def calls_of_turn(self) -> dict[int, list[ToolCallPart]]:
        """A turn -> its calls that wait for a result of their own."""
        calls: dict[int, list[ToolCallPart]] = defaultdict(list)
        for call in self.conversation.calls():
            if not call.hybrid:
                calls[self.turn(call)].append(call)
        return calls

    @cached_property
    def unpaired(self) -> dict[int, tuple[list[ToolCallPart], list[ToolResultPart]]]:
        """A turn -> its calls without a result, and its results without a call."""
        unpaired: dict[int, tuple[list[ToolCallPart], list[ToolResultPart]]] = defaultdict(
            lambda: ([], [])
        )
        for unanswered in self.pairing.unanswered:
            unpaired[self.turn(unanswered.call)][0].append(unanswered.call)
        for orphan in self.pairing.orphans:
            if orphan.duplicate_of is None:
                unpaired[self.turn(orphan.result)][1].append(orphan.result)
        return unpaired

    @cached_property
    def unpaired_names(self) -> dict[int, tuple[Counter[str | None], Counter[str | None]]]:
        """A turn -> how many of its unpaired calls, and of its unpaired results, name each
        tool."""
        return {
            turn: (Counter(call.name for call in calls), Counter(map(named_tool, results)))
            for turn, (calls, results) in self.unpaired.items()
        }

    def _rivals(self, call: ToolCallPart, name: str | None) -> _Rivals:
        return self.turn(call), call.executed_by, name

    @cached_property
    def _unanswered_names(self) -> set[_Rivals]:
        """Those of each call without a result, with and without its name."""
        calls = [unanswered.call for unanswered in self.pairing.unanswered]
        return {self._rivals(call, name) for call in calls for name in (call.name, None)}

    def has_rivals(self, pair: Pair) -> bool:
        """Whether a result was tied by its order alone, and may as well answer a call that has
        none."""
        by_order = pair.how in (How.BY_POSITION, How.BY_NAME)
        return by_order and self._rivals(pair.call, pair.result.name) in self._unanswered_names

    @cached_property
    def unsure_calls(self) -> frozenset[str]:
        """Keys of calls without a result whose result may have come, and was tied to another
        call."""
        pairs = [pair for pair in self.pairing.pairs if self.has_rivals(pair)]
        taken = {self._rivals(pair.call, pair.result.name) for pair in pairs}
        calls = [unanswered.call for unanswered in self.pairing.unanswered]
        return frozenset(
            call.key
            for call in calls
            if not taken.isdisjoint([self._rivals(call, call.name), self._rivals(call, None)])
            or self.is_half_answered(call)
        )

    @cached_property
    def ambiguous_calls(self) -> frozenset[str]:
        """Keys of the calls that nothing tells apart; see `ambiguous`."""
        return frozenset(call.key for calls, _ in self.ambiguous.values() for call in calls)

    def is_half_answered(self, call: ToolCallPart) -> bool:
        """Whether fewer results than calls came under the id that it shares with others of its
        turn."""
        return (self.turn(call), call.call_id.value) in self._half_answered

    @cached_property
    def _half_answered(self) -> set[tuple[int, str | None]]:
        missing = {
            unanswered.call.key
            for unanswered in self.pairing.unanswered
            if unanswered.fate is not Fate.PENDING
        }
        answered = self.pairing.pair_of.keys()
        return {
            turn_and_id
            for turn_and_id, calls in self.uses_in_turn.items()
            if any(call.key in missing for call in calls)
            and any(call.key in answered for call in calls)
        }

    @cached_property
    def first_turn_of_words(self) -> dict[ResultWords, int]:
        """What a result says -> the first turn in which a result of that id says it."""
        turns: dict[ResultWords, int] = {}
        for result in self.conversation.results():
            if len(self.users.get(result.call_id.value or "", ())) > 1:
                words, turn = words_of(result), self.turn(result)
                turns[words] = min(turn, turns.get(words, turn))
        return turns

    @cached_property
    def positions(self) -> dict[str, int]:
        """Key of a part -> its number in the conversation."""
        return {part.key: i for i, (_, part) in enumerate(self.conversation.parts())}

    @cached_property
    def message_positions(self) -> dict[str, int]:
        """Key of a message -> its number in the conversation."""
        return {message.key: i for i, message in enumerate(self.conversation.messages)}

    @cached_property
    def states_of_calls(self) -> dict[JsonValue, list[int]]:
        """In a log that writes a call anew with each state: the id of these lines -> their
        positions."""
        own, lines = self.working_copy.own_results, self.working_copy.copied.elements
        states: dict[JsonValue, list[int]] = defaultdict(list)
        id_of = None if own is None else own.retold
        for position, line in enumerate(lines if id_of is not None else ()):
            id = id_of(line) if id_of is not None and isinstance(line, dict) else None
            if id is not None:
                states[id].append(position)
        return states

    @cached_property
    def shared_places(self) -> frozenset[Address]:
        """Where a call and its result are one object, or several results are."""
        count = Counter(end.address for end in self.conversation.ends())
        return frozenset(place for place, ends in count.items() if ends > 1)

    @cached_property
    def duplicates_of(self) -> dict[str, list[Orphan]]:
        """Key of a call -> its further results."""
        duplicates: dict[str, list[Orphan]] = defaultdict(list)
        for orphan in self.pairing.orphans:
            if orphan.duplicate_of is not None:
                duplicates[orphan.duplicate_of.call.key].append(orphan)
        return duplicates

    @cached_property
    def _edges(self) -> dict[str, list[tuple[CallOrResult, Address]]]:
        """An id -> the parts that name a call by it in another field, and those fields."""
        edges: dict[str, list[tuple[CallOrResult, Address]]] = defaultdict(list)
        for part in self.conversation.ends():
            for edge in part.edges:
                edges[edge.value].append((part, edge.address))
        return edges

    def is_free(self, value: str, call: ToolCallPart) -> bool:
        """Whether no other call has this id."""
        return not any(
            isinstance(user, ToolCallPart) and user is not call
            for user in self.users.get(value, ())
        )

    def turn(self, part: CallOrResult) -> int:
        """The number of the turn that a call or a result belongs to."""
        return self.pairing.turn_of[part.key]

    def renaming(self, parts: Iterable[CallOrResult], value: str) -> Callable[[], None]:
        """Writes an id into some parts, and into the fields of others that name a call of
        them by it."""
        places: list[Address] = []
        keys: list[tuple[Address, str]] = []
        for part in parts:
            own = part.call_id.address
            if own is not None and own == part.address:
                keys.append((own, part.call_id.text))
            elif own is not None:
                places.append(own)
            places += self._edges_to(part) if isinstance(part, ToolCallPart) else ()
        return partial(self._rename, places, keys, value)

    def _rename(
        self, places: list[Address], keys: list[tuple[Address, str]], value: str
    ) -> None:
        """Write an id, also where it is the key of what has it."""
        self.write_everywhere(places, value)
        for place, before in keys:
            if last_key(place) == before:
                self.working_copy.rename(place, value)

    def _edges_to(self, call: ToolCallPart) -> list[Address]:
        """The fields that name a call by its id; where calls share it, those of its turn."""
        value = call.call_id.value
        edges = () if value is None else self._edges.get(value, ())
        if value is None or self.is_free(value, call):
            return [address for _, address in edges]
        return [address for part, address in edges if self.turn(part) == self.turn(call)]

    def write_everywhere(self, places: Iterable[Address], value: JsonValue) -> None:
        """Write a value to some places."""
        for place in places:
            self.working_copy.write(place, value)

    def place_of_tool_name(self, result: ToolResultPart) -> Address | None:
        """The field for the tool's name of a result, which stands beside that of its id."""
        if result.call_id.address is not None:
            holder = parent(result.call_id.address)
        else:
            holder = result.address if result.wire_type == "function" else None
        return None if holder is None else child(holder, "name")


def named_tool(result: ToolResultPart) -> str | None:
    """The tool that a result names, in the field for it or in the place of its id."""
    return result.name if result.name is not None else result.call_id.value


def words_of(result: ToolResultPart) -> ResultWords:
    """What a result says, word for word."""
    content: JsonValue = [part.raw for part in result.content]
    return result.call_id.value, result.name, result.is_error, json_document.write(content)
