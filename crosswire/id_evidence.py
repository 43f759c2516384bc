"""Why an id is wrong: the one cause behind ids that do not match, found before any rule speaks.

A result whose id is the text of a result leaves three traces: its call has no result, it has no
call, and its id is no id. That is one mistake, so one rule has to speak of it. Here each id is
given at most one fault, the most telling first; every fault has a rule of its own, and the general
rules (missing, orphan, mismatched, duplicate) keep quiet where a fault explains what they see.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from crosswire.address import Address
from crosswire.call_id import IdSource, IdState
from crosswire.id_shapes import (
    halves,
    has_item_prefix,
    is_counter,
    is_item_id,
    is_placeholder,
    is_uuid,
    looks_minted,
)
from crosswire.model import (
    Conversation,
    DataPart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    text_of,
)
from crosswire.pairing import How, Orphan, Pair, Pairing


class IdFault(StrEnum):
    """What an id turned out to be instead of one."""

    ABSENT = "absent"
    EMPTY = "empty"
    ITEM_ID = "item id"
    RESULT_TEXT = "text of a result"
    TOOL_NAME = "name of a tool"
    PLACEHOLDER = "placeholder"
    MADE_UP = "made up"


@dataclass(frozen=True, slots=True)
class End:
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
        return self.part.call_id.value or ""


@dataclass(frozen=True, slots=True)
class FaultyId:
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
        return self.end.part.call_id.address or self.end.part.address

    @property
    def breaks(self) -> bool:
        """Whether it costs the conversation a pair, or may."""
        return self.end.severed or self.sharers > 0

    @property
    def on_call(self) -> bool:
        return self.end.part is self.end.call

    def related(self) -> tuple[tuple[str, Address], ...]:
        """The other places of the evidence, each with a word for what it is."""
        end = self.end
        found: list[tuple[str, Address]] = []
        if end.call is not None and end.call is not end.part:
            found.append(("call", end.call.address))
        if end.result is not None and end.result is not end.part:
            found.append(("result", end.result.address))
        told = {end.part.address, *(address for _, address in found)}
        if self.origin is not None and self.origin not in told:
            found.append(("origin", self.origin))
        return tuple(found)


class Evidence:
    """What a conversation tells about its ids; each index is built when first asked for."""

    def __init__(self, conversation: Conversation, pairing: Pairing) -> None:
        self.conversation = conversation
        self.pairing = pairing

    @cached_property
    def faulty_ids(self) -> dict[str, FaultyId]:
        """Every id that has a fault, by the key of its part."""
        found: dict[str, FaultyId] = {}
        for end in self._ends(found):
            faulty = self._judge(end)
            if faulty is not None:
                found[end.part.key] = faulty
        return found

    def result_named(
        self, name: str, own: ToolResultPart | None, *, strict: bool = False
    ) -> ToolResultPart | None:
        """The result whose text stands as a tool's name; `strict` doubts names that could well be real."""
        plausible = re.fullmatch(r"[A-Za-z_][\w.:-]*", name) is not None
        if not name or name in self.declared or (strict and plausible and not self.declared):
            return None
        if plausible and (own is None or _length(own) > SLACK * (1 + len(name))):
            return None
        texts = list(texts_of(own)) if own is not None else []
        if _says(texts, name, whole=plausible):
            return own
        return None if plausible else self._result_that_says(name)

    def _result_that_says(self, value: str) -> ToolResultPart | None:
        return next((self.texts[text] for text in readings(value) if text in self.texts), None)

    def _ends(self, found: dict[str, FaultyId]) -> Iterator[End]:
        for pair in self.pairing.pairs:
            if pair.how is not How.EMBEDDED:
                yield from self._ends_of_pair(pair)
        for alone in self.pairing.unanswered:
            if alone.likely_result is None:
                yield End(alone.call, alone.call, None)
        for orphan in self.pairing.orphans:
            if orphan.duplicate_of is None:
                yield from self._ends_of_orphan(orphan, found)

    def _ends_of_pair(self, pair: Pair) -> Iterator[End]:
        call, result = pair.call, pair.result
        if pair.how is How.BY_ID or call.call_id.state is result.call_id.state or _both_lack(pair):
            yield End(call, call, result, both=True)
        else:
            yield End(call, call, result)
            yield End(result, call, result)

    def _ends_of_orphan(self, orphan: Orphan, found: dict[str, FaultyId]) -> Iterator[End]:
        call, result = orphan.likely_call, orphan.result
        yield End(result, call, result, severed=not orphan.elsewhere)
        told = found.get(result.key)
        explained = told is not None and told.fault in (IdFault.ITEM_ID, IdFault.MADE_UP)
        if call is not None and not explained:
            yield End(call, call, result, severed=True)

    def _judge(self, end: End) -> FaultyId | None:
        call_id = end.part.call_id
        if call_id.source is IdSource.ITEM_ID:
            return None
        if call_id.state is IdState.EMPTY:
            return FaultyId(IdFault.EMPTY, end, sharers=self._sharers(end))
        if call_id.state is not IdState.PRESENT:
            return FaultyId(IdFault.ABSENT, end) if call_id.required else None
        return (
            self._item_id(end)
            or self._result_text(end)
            or self._tool_name(end)
            or self._placeholder(end)
            or self._made_up(end)
        )

    def _item_id(self, end: End) -> FaultyId | None:
        item = self.items.get(end.value)
        if item is None and end.severed:
            item = self._other_half(end.value)
        if item is not None and (end.severed or has_item_prefix(end.value)):
            if not isinstance(item, ToolCallPart):
                return FaultyId(IdFault.ITEM_ID, end, item)
            if end.part is not end.call and not item.hybrid:
                end = End(end.part, item, end.result, end.both, end.severed)
            return FaultyId(IdFault.ITEM_ID, end, item.address, item)
        if is_item_id(end.value) or (halves(end.value) and not is_placeholder(end.value)):
            return FaultyId(IdFault.ITEM_ID, end, certain=False, sharers=self._sharers(end))
        return None

    def _other_half(self, value: str) -> ToolCallPart | None:
        """The call whose id and item id were glued together, at one end or the other."""
        if value in self.glued:
            return self.glued[value]
        items = (self.items.get(half) for half in halves(value) or ())
        return next((item for item in items if isinstance(item, ToolCallPart)), None)

    def _result_text(self, end: End) -> FaultyId | None:
        origin = self._own_text(end) or self._other_text(end.value)
        if origin is None:
            return None
        return FaultyId(IdFault.RESULT_TEXT, end, origin.address, sharers=self._sharers(end))

    def _own_text(self, end: End) -> ToolResultPart | None:
        """The result, where the id is its text or the beginning of it."""
        trusted = not end.severed or end.part is end.call
        if end.result is None or (trusted and _is_token(end.value)):
            return None
        texts = list(texts_of(end.result))
        return end.result if _says(texts, end.value) else None

    def _other_text(self, value: str) -> ToolResultPart | None:
        """Another result that has this text; a single token may have got into both by chance."""
        if _is_token(value) or value in self.names:
            return None
        return self._result_that_says(value)

    def _tool_name(self, end: End) -> FaultyId | None:
        if end.value not in self.names:
            return None
        if looks_minted(end.value) and end.value not in self.declared:
            return None  # a call that is named by its id has a wrong name, not a wrong id
        return FaultyId(IdFault.TOOL_NAME, end, sharers=self._sharers(end))

    def _placeholder(self, end: End) -> FaultyId | None:
        if not is_placeholder(end.value):
            return None
        return FaultyId(IdFault.PLACEHOLDER, end, sharers=self._sharers(end))

    def _made_up(self, end: End) -> FaultyId | None:
        """Only where the wire need not carry ids: elsewhere a UUID may be the provider's own."""
        if self.conversation.traits.ids_are_natural:
            return None
        if not (is_uuid(end.value) or is_counter(end.value, self.names)):
            return None
        return FaultyId(IdFault.MADE_UP, end, sharers=self._sharers(end))

    def _sharers(self, end: End) -> int:
        if end.part is not end.call:
            return 0
        return self.uses[self.pairing.turn_of[end.call.key], end.part.call_id.value] - 1

    @cached_property
    def uses(self) -> Counter[tuple[int, str | None]]:
        """How many calls of a turn have an id."""
        return Counter(
            (self.pairing.turn_of[call.key], call.call_id.value)
            for call in self.conversation.calls()
            if not call.hybrid and call.call_id.state in (IdState.PRESENT, IdState.EMPTY)
        )

    @cached_property
    def names(self) -> frozenset[str]:
        """Of the declared and of the called tools."""
        return self.declared | {call.name for call in self.conversation.calls() if call.name}

    @cached_property
    def declared(self) -> frozenset[str]:
        return frozenset(tool.name for tool in self.conversation.tools())

    @cached_property
    def items(self) -> dict[str, ToolCallPart | Address]:
        """The id of each item -> the call that it is, or the place of another item."""
        found: dict[str, ToolCallPart | Address] = {}
        for message, part in self.conversation.parts():
            if isinstance(part, ToolCallPart) and part.item_id:
                found[part.item_id] = part
            elif isinstance(part, ReasoningPart) and part.item_id:
                found.setdefault(part.item_id, part.address)
            elif message.item_id:
                found.setdefault(message.item_id, message.address)
        return found

    @cached_property
    def glued(self) -> dict[str, ToolCallPart]:
        """Either half of a call's glued id -> the call."""
        found: dict[str, ToolCallPart] = {}
        for call in self.conversation.calls():
            for half in halves(call.call_id.value or "") or ():
                found[half] = call
        return found

    @cached_property
    def texts(self) -> dict[str, ToolResultPart]:
        """The plain text of each result that an id of this log may be -> the first result that has it."""
        found: dict[str, ToolResultPart] = {}
        longest = SLACK * (1 + max(map(len, self._values()), default=0))
        for result in self.conversation.results():
            if _length(result) <= longest:
                for text in texts_of(result):
                    found.setdefault(text, result)
        return found

    def _values(self) -> Iterator[str]:
        """Everything that stands where an id or a name should."""
        for call in self.conversation.calls():
            yield call.call_id.value or ""
            yield call.name
        for result in self.conversation.results():
            yield result.call_id.value or ""
            yield result.name or ""


SLACK = 8
"""How much longer a result may be than the id it was copied into: escapes and white space go on the way."""


def _length(result: ToolResultPart) -> int:
    """The characters of a result's text, not counting structured data."""
    return sum(len(part.text) for part in result.content if isinstance(part, TextPart))


def plain(text: str) -> str:
    """A text without what copying it into another field may change: quotes, escapes, white space."""
    text = "".join(text.split())
    for mark in "\"'`\\":
        text = text.replace(mark, "")
    return text


def texts_of(result: ToolResultPart) -> Iterator[str]:
    """What a result says, plain: its text, structured data as JSON, and the text that it wraps."""
    yield from readings(text_of(result.content))
    for part in result.content:
        if isinstance(part, DataPart):
            yield plain(json.dumps(part.value, ensure_ascii=False))
            if isinstance(part.value, dict) and len(part.value) == 1:
                yield from (r for v in part.value.values() if isinstance(v, str) for r in readings(v))


def readings(text: str) -> Iterator[str]:
    """A text, plain; and once more with the escapes of JSON resolved, where it has some."""
    for reading in (text, _unescaped(text)) if "\\" in text else (text,):
        if found := plain(reading):
            yield found


def _unescaped(text: str) -> str:
    text = re.sub(r"\\+[bfnrt]", " ", text)
    text = re.sub(r"\\+u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    return re.sub("[\ud800-\udbff][\udc00-\udfff]", _joined, text)


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")


_SHORTEST_CUT = 20
"""From how many characters on something counts as the beginning of a longer text."""


def _says(texts: list[str], value: str, *, whole: bool = False) -> bool:
    """Whether one of these texts is this value, or begins with it."""
    return any(
        text == reading or (not whole and len(reading) >= _SHORTEST_CUT and text.startswith(reading))
        for reading in readings(value)
        for text in texts
    )


_TOKEN = re.compile(r"[\w.:|@/-]{1,80}", re.ASCII)


def _is_token(value: str) -> bool:
    """One word with a digit or a known prefix, which ids are and sentences are not."""
    return looks_minted(value) or (bool(_TOKEN.fullmatch(value)) and bool(re.search(r"\d", value)))


def _both_lack(pair: Pair) -> bool:
    return not any(
        part.call_id.state in (IdState.PRESENT, IdState.EMPTY) or not part.call_id.required
        for part in (pair.call, pair.result)
    )
