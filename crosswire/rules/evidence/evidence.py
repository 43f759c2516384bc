"""Finds the faulty ids of a conversation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import filterfalse
from math import inf

from msgspec.structs import replace

from crosswire.address import Address
from crosswire.cached_property import cached_property
from crosswire.ids.item_ids import OddItemId, items_with_ids, odd_item_ids
from crosswire.ids.lookalikes import skeleton
from crosswire.ids.shapes import (
    halves,
    has_item_prefix,
    is_composite,
    is_counter,
    is_item_id,
    is_ordinary,
    is_placeholder,
    is_uuid,
    looks_minted,
)
from crosswire.model import (
    Conversation,
    Message,
    NodeKey,
    ReasoningPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.call_id import IdSource, IdState
from crosswire.pairing import How, Orphan, Pair, Pairing
from crosswire.rules.evidence.faults import End, FaultyId, IdFault
from crosswire.rules.evidence.texts import (
    SLACK,
    is_token,
    length,
    readings,
    says,
    short_texts,
    texts_of,
)

_OF_BOTH_ENDS = (IdFault.ITEM_ID, IdFault.COMPOSITE, IdFault.LOOKALIKE, IdFault.MADE_UP)
"""Faults of a result's id that say all there is to say of its call's id too."""


_PLAUSIBLE = re.compile(r"[A-Za-z_][\w.:-]*")
"""What the names of tools look like."""


class Evidence:
    """What a conversation tells about its ids; each index is built when first asked for."""

    def __init__(self, conversation: Conversation, pairing: Pairing) -> None:
        self.conversation = conversation
        self.pairing = pairing

    @cached_property
    def faulty_ids(self) -> dict[NodeKey, FaultyId]:
        """Every id that has a fault, by the key of its part."""
        faulty_ids: dict[NodeKey, FaultyId] = {}
        for end in self._ends(faulty_ids):
            faulty = self._fault_of(end)
            if faulty is not None:
                faulty_ids[end.part.key] = faulty
        return faulty_ids

    def result_named(self, name: str, result: ToolResultPart | None) -> ToolResultPart | None:
        """The result whose text stands as a tool's name: the call's, or another one."""
        if not name or name in self.declared:
            return None
        is_plausible = _PLAUSIBLE.fullmatch(name) is not None
        max_length = SLACK * (1 + len(name)) if is_plausible else inf
        if says(short_texts(result, max_length), name, whole=is_plausible):
            return result
        return None if is_plausible else self._result_that_says(name)

    def _result_that_says(self, value: str) -> ToolResultPart | None:
        return next(filter(None, map(self.texts.get, readings(value))), None)

    def is_name_of_tool(self, name: str) -> bool:
        """Whether a name may well be that of a tool, whatever the results say."""
        if not name or name in self.declared:
            return True
        return not self.declared and _PLAUSIBLE.fullmatch(name) is not None

    def _ends(self, faulty_ids: dict[NodeKey, FaultyId]) -> Iterator[End]:
        """All ends that may be faulty; what is known by then of results spares their calls."""
        trusted = self._trusted
        for pair in self.pairing.pairs:
            is_sound = pair.how is How.BY_ID and pair.call.call_id.value in trusted
            if not is_sound and pair.how is not How.EMBEDDED:
                yield from self._ends_of_pair(pair)
        for alone in self.pairing.unanswered:
            if alone.likely_result is None:
                yield End(alone.call, alone.call, None)
        for orphan in self.pairing.orphans:
            if orphan.duplicate_of is None:
                yield from self._ends_of_orphan(orphan, faulty_ids)

    def _ends_of_pair(self, pair: Pair) -> Iterator[End]:
        call, result = pair.call, pair.result
        agree = pair.how is How.BY_ID or call.call_id.state is result.call_id.state
        if agree or (_lacks_id(call) and _lacks_id(result)):
            yield End(call, call, result, both=True)
        else:
            yield End(call, call, result)
            yield End(result, call, result)

    def _ends_of_orphan(
        self, orphan: Orphan, faulty_ids: dict[NodeKey, FaultyId]
    ) -> Iterator[End]:
        call, result = orphan.likely_call, orphan.result
        yield End(result, call, result, severed=not orphan.elsewhere)
        known = faulty_ids.get(result.key)
        if call is not None and (known is None or known.fault not in _OF_BOTH_ENDS):
            yield End(call, call, result, severed=True)

    @cached_property
    def _trusted(self) -> frozenset[str]:
        """Ids in which `_fault_of` finds nothing, where call and result agree on them."""
        pairs = self.pairing.pairs
        values = {pair.call.call_id.text for pair in pairs if pair.how is How.BY_ID}
        ordinary = frozenset(filter(is_ordinary, values)) - self.names
        if self.conversation.traits.ids_are_natural:
            return ordinary
        return frozenset(filterfalse(self._looks_made_up, ordinary))

    def _fault_of(self, end: End) -> FaultyId | None:
        call_id = end.part.call_id
        if call_id.source is IdSource.ITEM_ID:
            return None
        if call_id.state is IdState.EMPTY:
            return self._faulty(IdFault.EMPTY, end)
        if call_id.state is not IdState.PRESENT:
            return FaultyId(IdFault.ABSENT, end) if call_id.required else None
        faults = (find(self, end) for find in _FINDERS)
        return next(filter(None, faults), None)

    def _faulty(
        self, fault: IdFault, end: End, origin: Address | None = None, *, certain: bool = True
    ) -> FaultyId:
        """An id with a fault that other calls of its turn may share."""
        sharers = 0
        if end.part is end.call:
            turn = self.pairing.turn_of[end.call.key]
            sharers = self.uses[turn, end.part.call_id.value] - 1
        return FaultyId(fault, end, origin, certain=certain, sharers=sharers)

    def _composite(self, end: End) -> FaultyId | None:
        item = self._other_half(end.value) if end.severed else None
        if item is not None:
            return FaultyId(IdFault.COMPOSITE, _towards(end, item), item.address, item)
        is_glued = "|" in end.value and is_composite(end.value)
        return self._faulty(IdFault.COMPOSITE, end) if is_glued else None

    def _item_id(self, end: End) -> FaultyId | None:
        item = self.items.get(end.value) if end.severed or has_item_prefix(end.value) else None
        if isinstance(item, ToolCallPart):
            end = end if item.hybrid else _towards(end, item)
            return FaultyId(IdFault.ITEM_ID, end, item.address, item)
        if item is not None:
            return FaultyId(IdFault.ITEM_ID, end, item)
        looks_like_one = is_item_id(end.value)
        return self._faulty(IdFault.ITEM_ID, end, certain=False) if looks_like_one else None

    def _other_half(self, value: str) -> ToolCallPart | None:
        """The call whose id and item id were glued together, at one end or the other."""
        if value in self.glued:
            return self.glued[value]
        items = map(self.items.get, halves(value) or ())
        return next((item for item in items if isinstance(item, ToolCallPart)), None)

    def _result_text(self, end: End) -> FaultyId | None:
        origin = self._own_text(end) or self._other_text(end.value)
        if origin is None:
            return None
        return self._faulty(IdFault.RESULT_TEXT, end, origin.address)

    def _own_text(self, end: End) -> ToolResultPart | None:
        """The result, where the id is its text or the beginning of it."""
        trusted = not end.severed or end.part is end.call
        if end.result is None or (trusted and is_token(end.value)):
            return None
        return end.result if says(list(texts_of(end.result)), end.value) else None

    def _other_text(self, value: str) -> ToolResultPart | None:
        """Another result that has this text; a single token may be in both by chance."""
        if is_token(value) or value in self.names:
            return None
        return self._result_that_says(value)

    def _tool_name(self, end: End) -> FaultyId | None:
        if end.value not in self.names:
            return None
        if looks_minted(end.value) and end.value not in self.declared:
            return None  # a call that is named by its id has a wrong name, not a wrong id
        return self._faulty(IdFault.TOOL_NAME, end)

    def _placeholder(self, end: End) -> FaultyId | None:
        return self._faulty(IdFault.PLACEHOLDER, end) if is_placeholder(end.value) else None

    def _lookalike(self, end: End) -> FaultyId | None:
        """A result whose id only looks like that of a call without one."""
        if not end.severed or end.part is end.call:
            return None
        looks = skeleton(end.value)
        call = end.call
        if call is None or skeleton(call.call_id.text) != looks:
            call = self.unanswered.get(looks)
        if call is None:
            return None
        return FaultyId(IdFault.LOOKALIKE, replace(end, call=call), call.address)

    def _made_up(self, end: End) -> FaultyId | None:
        """Only where the wire need not carry ids: else a UUID may be the provider's own."""
        if self.conversation.traits.ids_are_natural or not self._looks_made_up(end.value):
            return None
        return self._faulty(IdFault.MADE_UP, end)

    def _looks_made_up(self, value: str) -> bool:
        return is_uuid(value) or is_counter(value, self.names)

    @cached_property
    def uses(self) -> Counter[tuple[int, str | None]]:
        """How many calls of a turn have an id."""
        return Counter(
            (self.pairing.turn_of[call.key], call.call_id.value)
            for call in self.conversation.calls()
            if not call.hybrid and call.call_id.state in (IdState.PRESENT, IdState.EMPTY)
        )

    @cached_property
    def unanswered(self) -> dict[str, ToolCallPart]:
        """What the id of a call looks like -> the call, where no result is likely its own."""
        alone = (a.call for a in self.pairing.unanswered if a.likely_result is None)
        return {skeleton(call.call_id.value): call for call in alone if call.call_id.value}

    @cached_property
    def answered_alike(self) -> frozenset[str]:
        """Keys of the calls whose result has an id that only looks like theirs."""
        return frozenset(
            faulty.end.call.key
            for faulty in self.faulty_ids.values()
            if faulty.fault is IdFault.LOOKALIKE and faulty.end.call is not None
        )

    @cached_property
    def first_uses(self) -> dict[str, ToolCallPart | ToolResultPart]:
        """Every id that ties a result to its call -> the first part that has it; item ids are
        none."""
        uses: dict[str, ToolCallPart | ToolResultPart] = {}
        for part in self.conversation.ends():
            call_id = part.call_id
            if call_id.value is not None and call_id.source is not IdSource.ITEM_ID:
                uses.setdefault(call_id.value, part)
        return uses

    @cached_property
    def odd_item_ids(self) -> list[OddItemId]:
        """Ids of items that do not begin as those of their type do."""
        return odd_item_ids(self.items_with_ids, self.first_uses)

    @cached_property
    def items_with_ids(self) -> list[Message]:
        """The items of the Responses API that have an id of their own, even an empty one."""
        return items_with_ids(self.conversation)

    @cached_property
    def names(self) -> frozenset[str]:
        """Of the declared and of the called tools."""
        return self.declared | {call.name for call in self.conversation.calls()} - {""}

    @cached_property
    def declared(self) -> frozenset[str]:
        return frozenset(tool.name for tool in self.conversation.tools())

    @cached_property
    def items(self) -> dict[str, ToolCallPart | Address]:
        """The id of each item -> the call that it is, or the place of another item."""
        items: dict[str, ToolCallPart | Address] = {}
        for message, part in self.conversation.parts():
            if isinstance(part, ToolCallPart) and part.item_id:
                items[part.item_id] = part
            elif isinstance(part, ReasoningPart) and part.item_id:
                items.setdefault(part.item_id, part.address)
            elif message.item_id:
                items.setdefault(message.item_id, message.address)
        return items

    @cached_property
    def glued(self) -> dict[str, ToolCallPart]:
        """Either half of a call's glued id -> the call."""
        return {
            half: call
            for call in self.conversation.calls()
            for half in halves(call.call_id.text) or ()
        }

    @cached_property
    def texts(self) -> dict[str, ToolResultPart]:
        """The plain text of each result that an id of this log may be -> the first result that
        has it."""
        texts: dict[str, ToolResultPart] = {}
        ends = self.conversation.ends()
        values = (value or "" for part in ends for value in (part.call_id.value, part.name))
        max_length = SLACK * (1 + max(map(len, values), default=0))
        for result in self.conversation.results():
            if length(result) <= max_length:
                for text in texts_of(result):
                    texts.setdefault(text, result)
        return texts


_FINDERS: tuple[Callable[[Evidence, End], FaultyId | None], ...] = (
    Evidence._composite,
    Evidence._item_id,
    Evidence._result_text,
    Evidence._tool_name,
    Evidence._placeholder,
    Evidence._lookalike,
    Evidence._made_up,
)
"""The most telling fault first."""


def _towards(end: End, call: ToolCallPart) -> End:
    """An end with the call that its id turned out to be of; a call stays its own."""
    return end if end.part is end.call else replace(end, call=call)


def _lacks_id(part: ToolCallPart | ToolResultPart) -> bool:
    has_one = part.call_id.state in (IdState.PRESENT, IdState.EMPTY)
    return part.call_id.required and not has_one
