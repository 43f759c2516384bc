"""When things of a conversation happened, as far as the log says it, and where it says so.

A line of a log, a step of a run or a message may have moments of its own. An answer says when
it was made (`created`, `created_at`, `createTime`) and some when they were done
(`completed_at`); what stands in it happened then. A record of a request with its answer may
have them beside the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from msgspec import Struct

from crosswire import address
from crosswire.address import Address, child, parent
from crosswire.containers import read_in_text
from crosswire.errors import CrosswireError
from crosswire.facts.timestamps import (
    BEGAN,
    ENDED,
    LENGTHS,
    Length,
    Moment,
    length,
    moment,
    seconds_of,
)
from crosswire.model import Conversation, JsonValue, Message, SettingPart
from crosswire.model.node_key import message_key

_HALF = re.compile(r"(\d+:(?:[^!@]*?))/(?:request|response)(?=[/!]|\Z)")
_LENGTHS_OF_ANSWERS = LENGTHS | {"latency_sec": 1.0, "total_duration": 1e-9}
"""Those that bodies have beside the usual ones: OpenHands' logs in seconds, Ollama in
billionths."""


class Times(Struct, frozen=True, gc=False):
    """When a message began, or was written, and when it was done; most logs know at most the
    first."""

    began: Moment | None = None
    ended: Moment | None = None

    @property
    def either(self) -> Moment | None:
        return self.began or self.ended


NEVER = Times()


class Answer(Struct, frozen=True):
    """What an answer says of its time, and where it stands."""

    root: Address | None = None
    """In the whole, where it came as a stream."""
    times: Times = NEVER
    took: Length | None = None


class Clock:
    """The times of a conversation: of its messages, of the answer in it, and of all of it."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.answer = _answer(conversation)
        self.own: dict[str, Times] = {}
        """Key of each message that has moments of its own -> these."""
        for message in conversation.messages:
            times = self._own(message)
            if times is not NEVER:
                self.own[message.key] = times
        for one in conversation.earlier:
            self.own.setdefault(message_key(one.message), _of_settings(one.settings))

    def own_of(self, message: Message) -> Times:
        """What the message itself says."""
        return self.own.get(message.key, NEVER)

    def of_answer(self, message: Message) -> Times:
        """What the answer says that the message stands in."""
        root = self.answer.root
        if root is None or not address.is_within(message.in_whole(message.address), root):
            return NEVER
        return self.answer.times

    def moments(self) -> Iterator[Moment]:
        """Every moment that is known."""
        for times in (*self.own.values(), self.answer.times):
            yield from filter(None, (times.began, times.ended))
        for part in self.conversation.settings():
            seconds = seconds_of(part.value) if part.name in _NAMES else None
            if seconds is not None:
                yield Moment(seconds, part.address)

    def of_fields(self, fields: JsonValue, at: Address) -> Times:
        """What the fields of an object at an address say."""
        if not isinstance(fields, dict) or _NAMES.isdisjoint(fields):
            return NEVER
        began, ended = moment(fields, BEGAN, at), moment(fields, ENDED, at)
        if began is None and ended is None:
            return NEVER
        return Times(self._placed(began), self._placed(ended))

    def _own(self, message: Message) -> Times:
        if message.timestamp is not None and message.timestamp_at is not None:
            logged = seconds_of(message.timestamp)
            if logged is not None:
                ended = self._placed(moment(message.raw, ENDED, message.address))
                return Times(Moment(logged, message.timestamp_at), ended)
        return self.of_fields(message.raw, message.address)

    def _placed(self, found: Moment | None) -> Moment | None:
        places = self.conversation.places
        if found is None or places is None:
            return found
        return Moment(found.at, places.corrected(found.address))


_NAMES = frozenset((*BEGAN, *ENDED))


def _answer(conversation: Conversation) -> Answer:
    """By its own fields, else by those of the record that it stands in."""
    settings: dict[str, SettingPart] = {}
    for part in conversation.settings():
        if part.of_response:
            settings.setdefault(part.name, part)
    began, ended = _moment_of(settings, BEGAN), _moment_of(settings, ENDED)
    took = _took(conversation)
    if began is None and ended is None:
        return _record(conversation, took)
    first = next(filter(settings.__contains__, (*BEGAN, *ENDED)))
    root = parent(_whole(conversation, settings[first].address))
    return Answer(root, Times(began, ended), took)


def _of_settings(settings: Iterable[SettingPart]) -> Times:
    named = {part.name: part for part in settings}
    return Times(_moment_of(named, BEGAN), _moment_of(named, ENDED))


def _moment_of(settings: dict[str, SettingPart], names: tuple[str, ...]) -> Moment | None:
    for part in filter(None, map(settings.get, names)):
        seconds = seconds_of(part.value)
        if seconds is not None:
            return Moment(seconds, part.address)
    return None


def _took(conversation: Conversation) -> Length | None:
    """How long the answer took, as its provider or the program that logged it measured it."""
    return next(filter(None, map(_length_of, conversation.settings())), None)


def _length_of(part: SettingPart) -> Length | None:
    if part.name == "metrics":  # Bedrock's
        return length(part.value, part.address)
    above = parent(part.address) or part.address
    return length({part.name: part.value}, above, _LENGTHS_OF_ANSWERS)


def _record(conversation: Conversation, took: Length | None) -> Answer:
    """Of an exchange: what stands beside its request and its response."""
    if conversation.shape != "exchange" or not conversation.messages:
        return Answer(took=took)
    half = _HALF.match(_whole(conversation, conversation.messages[-1].address))
    if half is None:
        return Answer(took=took)
    holder = Address(half[1])
    fields: object = None
    with suppress(CrosswireError):
        fields = address.resolve(holder, conversation.documents, read_in_text)
    if not isinstance(fields, dict):
        return Answer(took=took)
    times = Times(moment(fields, BEGAN, holder), moment(fields, ENDED, holder))
    took = took or length(fields, holder, _LENGTHS_OF_ANSWERS)
    return Answer(child(holder, "response"), times, took)


def _whole(conversation: Conversation, at: Address) -> Address:
    return at if conversation.places is None else conversation.places.in_whole(at)
