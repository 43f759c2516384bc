"""Each call of a conversation as a record: when it ran and for how long, how large it was, how
often it came.

The times of a call are those of the messages that it and its result stand in, or its own where
the log has some. A duration is one that a program measured, or else the distance between the
two messages, with all that lay between them: a person who was asked, a queue, another tool.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from math import inf

from msgspec import Struct

from crosswire.address import child
from crosswire.cached_property import cached_property
from crosswire.containers import json_document
from crosswire.facts import checksum
from crosswire.facts.checksum import Checksum
from crosswire.facts.repeats import Repeats, batches
from crosswire.facts.times import NEVER, Clock, Times
from crosswire.facts.timestamps import Length, Moment, length
from crosswire.ids import shapes
from crosswire.model import (
    Conversation,
    JsonValue,
    MediaPart,
    Message,
    Part,
    ReasoningPart,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.pairing import How, Pairing


class Waiting(Struct, frozen=True):
    """A time in which no call ran, before a call."""

    seconds: float
    user_spoke: bool
    """A user wrote something in it, so that not only the model was waited for."""


class CallFacts(Struct):
    """What is known of one call."""

    number: int
    """Counts the calls of the conversation from 1."""
    call: ToolCallPart
    how: str
    """How its result was found, or why there is none; the keys of `Pairing.counts`."""
    result: ToolResultPart | None
    started: Moment | None
    ended: Moment | None
    took: Length | None
    argument_bytes: int
    """Of the text on the wire, or of the arguments as compact JSON, in UTF-8."""
    result_bytes: int | None
    """Of all that came back; None where nothing did."""
    failed: bool
    """The result says that it is an error."""
    batch: int
    """Calls of one batch were made at once; counts from 1."""
    batch_size: int = 1
    times: int = 1
    """How many calls with its checksum there are."""
    nth: int = 1
    """Its number among the calls with its checksum; counts from 1."""
    loops: bool = False
    """It was made three times or more, and always for the same result."""
    waiting: Waiting | None = None

    @property
    def checksum(self) -> Checksum | None:
        return checksum.of(self.call)

    @property
    def looks_like(self) -> str | None:
        """Whose ids have this shape: a hint, no proof."""
        value = self.call.call_id.value
        shape = None if value is None else shapes.looks_like(value)
        return None if shape is None else shape.maker


def call_facts(
    conversation: Conversation, pairing: Pairing, clock: Clock | None = None
) -> list[CallFacts]:
    """The calls, in the order of the upload."""
    known = _Known(conversation, pairing, clock or Clock(conversation))
    calls = enumerate(conversation.calls(), start=1)
    facts = [known.facts(number, call) for number, call in calls]
    _note_batches(facts)
    _note_repeats(facts, conversation, pairing)
    _note_waiting(facts, known)
    return facts


class _Known:
    """What all calls are looked up in."""

    def __init__(self, conversation: Conversation, pairing: Pairing, clock: Clock) -> None:
        self.conversation = conversation
        self.pairing = pairing
        self.clock = clock
        self.fates = {alone.call.key: alone.fate.value for alone in pairing.unanswered}
        self.batches: dict[object, int] = {}
        self.batch_of = batches(conversation, pairing)

    @cached_property
    def message_of(self) -> dict[str, tuple[int, Message]]:
        """Key of each part -> its message, and the number of that."""
        return {
            part.key: (number, message)
            for number, message in enumerate(self.conversation.messages)
            for part in message.parts
        }

    def facts(self, number: int, call: ToolCallPart) -> CallFacts:
        pair = self.pairing.pair_of.get(call.key)
        result = call.embedded if pair is None else pair.result
        started, ended = self._started(call), self._ended(call, result)
        return CallFacts(
            number=number,
            call=call,
            how=pair.how.value if pair else self.fates.get(call.key, How.EMBEDDED.value),
            result=result,
            started=started,
            ended=ended,
            took=self._took(call, result, started, ended),
            argument_bytes=_argument_bytes(call),
            result_bytes=None if result is None else sum(map(size_of, result.content)),
            failed=result is not None and result.is_error,
            batch=self.batches.setdefault(self.batch_of(call), len(self.batches) + 1),
        )

    def _started(self, call: ToolCallPart) -> Moment | None:
        message = self.message_of[call.key][1]
        answer = self.clock.of_answer(message)
        # A client can run it once the answer is there, its provider while it is written.
        done = answer.ended if call.is_for_client else None
        own, of_message = self._own(call, message), self.clock.own_of(message)
        return _first(own.either, of_message.either, done, answer.began)

    def _ended(self, call: ToolCallPart, result: ToolResultPart | None) -> Moment | None:
        if result is None:
            return None
        of_call = self.clock.own_of(self.message_of[call.key][1])
        holder = call if result is call.embedded else result
        message = self.message_of[holder.key][1]
        of_message, answer = self.clock.own_of(message), self.clock.of_answer(message)
        own = self._own(result, message).either, self._own(call, message).ended
        if result is call.embedded:
            return _first(*own, of_message.ended, answer.ended)
        return _first(*own, of_message.ended, of_message.began, of_call.ended, answer.either)

    def _own(self, part: ToolCallPart | ToolResultPart, message: Message) -> Times:
        """What the item itself says, where it is not all of its message."""
        return (
            NEVER if part.raw is message.raw else self.clock.of_fields(part.raw, part.address)
        )

    def _took(
        self,
        call: ToolCallPart,
        result: ToolResultPart | None,
        started: Moment | None,
        ended: Moment | None,
    ) -> Length | None:
        if result is None:
            return None
        measured = self._measured(call, result)
        if measured is not None or started is None or ended is None:
            return measured
        if ended.at < started.at or self._is_shared(call, result):
            return None
        return Length(ended.at - started.at, measured=False)

    def _measured(self, call: ToolCallPart, result: ToolResultPart) -> Length | None:
        own = length(result.raw, result.address) or length(call.raw, call.address)
        if own is not None or result.key not in self.message_of:
            return own
        message = self.message_of[result.key][1]
        beside = self.conversation.traits.told_beside_results
        place = (message.extras_at or {}).get(beside)
        if place is None or _number_of(ToolResultPart, message) != 1:
            return None
        return length((message.extras or {}).get(beside), child(place, beside))

    def _is_shared(self, call: ToolCallPart, result: ToolResultPart) -> bool:
        """Both ends lie in one item or answer, whose times are those of all that it does."""
        message = self.message_of[call.key][1]
        own = self._own(call, message)
        if own.began is not None and own.ended is not None:
            return False
        other = message if result is call.embedded else self.message_of[result.key][1]
        if self.clock.own_of(message) is NEVER and self.clock.own_of(other) is NEVER:
            return True
        return message.raw is other.raw and _number_of(ToolCallPart, message) > 1


def _number_of(kind: type[Part], message: Message) -> int:
    return sum(isinstance(part, kind) for part in message.parts)


def _first(*moments: Moment | None) -> Moment | None:
    """The first that is known."""
    return next(filter(None, moments), None)


def _argument_bytes(call: ToolCallPart) -> int:
    given = call.arguments
    if given.text is not None:
        return _utf8(given.text)
    return 0 if given.value is None else len(json_document.write(given.value))


def size_of(part: Part) -> int:
    """Bytes of what a result holds: its text, its media as they stand there, else its compact
    JSON."""
    if isinstance(part, (TextPart, RefusalPart, ReasoningPart)):
        return _utf8(part.text)
    if isinstance(part, MediaPart) and part.data is not None:
        return len(part.data)
    raw: JsonValue = part.raw
    return _utf8(raw) if isinstance(raw, str) else len(json_document.write(raw))


def _utf8(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def _note_batches(facts: list[CallFacts]) -> None:
    sizes = Counter(fact.batch for fact in facts)
    for fact in facts:
        fact.batch_size = sizes[fact.batch]


def _note_repeats(
    facts: list[CallFacts], conversation: Conversation, pairing: Pairing
) -> None:
    repeats = Repeats(conversation, pairing, batches(conversation, pairing))
    by_key = {fact.call.key: fact for fact in facts}
    for calls in repeats.groups.values():
        for nth, call in enumerate(calls, start=1):
            by_key[call.key].times, by_key[call.key].nth = len(calls), nth
    looping = {repeated.checksum for repeated in repeats.repeated() if repeated.loops}
    for value in looping:
        for call in repeats.groups[value]:
            by_key[call.key].loops = True


def _note_waiting(facts: list[CallFacts], known: _Known) -> None:
    """Where the log is in the order of time: how long nothing ran before each call."""
    spoken = [
        number
        for number, message in enumerate(known.conversation.messages)
        if message.role == "user" and _number_of(TextPart, message)
    ]
    busy_until, last_message = -inf, 0
    for fact in facts:
        message = known.message_of[fact.call.key][0]
        started, until = fact.started, fact.ended or fact.started
        if started is not None and -inf < busy_until < started.at:
            user_spoke = bisect_left(spoken, message) > bisect_right(spoken, last_message)
            fact.waiting = Waiting(started.at - busy_until, user_spoke)
        if until is not None:
            busy_until = max(busy_until, until.at)
        last_message = max(last_message, message)
