"""How much of an upload was read, and where something stands that was not.

Every reader keeps, by reference, the JSON of each message, part, setting and tool that it
made. Coverage walks the documents from the outside and asks which of their objects a reader
claimed: text outside of those was not read, and an object there that looks like a call, a
result or a message is told with its address. So a format that does not know a field cannot
pass over it in silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from crosswire.address import Address, child, root
from crosswire.model import (
    JsonObject,
    JsonValue,
    Message,
    OpaquePart,
    Part,
    SettingPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder
from crosswire.model.entry import Entry
from crosswire.reading.call_shapes import Likeness, likeness

MAX_PLACES = 100
"""Places that are listed; the characters of all are counted."""

_SHORT_TEXT = 10
"""Characters; a shorter text that no reader knows is counted and not told."""
_MARKS = frozenset(
    {"id", "uuid", "type", "object", "role", "model", "version", "index", "status", "phase"}
    | {"timestamp", "created", "created_at", "createdAt", "updated_at", "updatedAt", "time"}
    | {"finish_reason", "finishReason", "stop_reason", "stop_sequence", "service_tier"}
    | {"session_id", "sessionId", "sessionID", "request_id", "requestId", "message_id"}
    | {"messageId", "responseId", "modelVersion", "modelID", "provider", "path", "method"}
)
"""Fields that say nothing of a conversation wherever they stand, when they hold one word."""


@dataclass(frozen=True, slots=True)
class UnreadPlace:
    """A place of the upload that no part, setting or named field holds."""

    address: Address
    characters: int
    """Of the text in it."""
    looks_like: Likeness | None
    """None where it is text alone."""


@dataclass(slots=True)
class Coverage:
    """How much of the text of an upload was read."""

    characters: int = 0
    """Of all text in the documents; keys and numbers are none."""
    unread_characters: int = 0
    unread: list[UnreadPlace] = field(default_factory=list)
    """What looks like a call, a result or a message, and texts of more than a word or two."""
    messages: int = 0
    silent_messages: int = 0
    """Of those, the ones that hold unread text and of which nothing else was read."""

    @property
    def share(self) -> float:
        """Of the text that was read, from 0 to 1."""
        return 1 - self.unread_characters / self.characters if self.characters else 1.0

    @property
    def is_of_another_format(self) -> bool:
        """Whether most messages hold nothing that the reader knows."""
        return 2 * self.silent_messages > self.messages


Root: TypeAlias = tuple[JsonValue, Address]
"""A document, or a JSON value that was written in a text, with its address."""
_Path: TypeAlias = "tuple[_Path | Address, str | int]"
"""An address that is only written out for what is told: what is above, and a token."""
_Claim: TypeAlias = Message | Part


def measure(
    documents: Sequence[JsonValue],
    entries: Sequence[Entry],
    builders: Sequence[ConversationBuilder],
) -> Coverage:
    """What the readers of these conversations made of the documents that they stand in."""
    roots = _roots(documents, entries)
    survey = _Survey(roots, builders)
    for value, at in roots:
        survey.document(value, at)
    return survey.coverage


def _roots(documents: Sequence[JsonValue], entries: Sequence[Entry]) -> list[Root]:
    """Where to begin: answers that were put together from events stand for those events."""
    assembled = [entry.response for entry in entries if entry.stream is not None]
    if entries and len(assembled) == len(entries) and _are_bare(entries):
        return [answer for answer in assembled if answer is not None]
    in_texts = [
        half
        for entry in entries
        for half in (entry.request, entry.response)
        if half is not None and half[1].endswith("!")
    ]
    return [*((value, root(i)) for i, value in enumerate(documents)), *in_texts]


def _are_bare(entries: Sequence[Entry]) -> bool:
    """Whether the events stand alone, without the requests that they answer."""
    return all(entry.request is None for entry in entries)


def characters_in(value: JsonValue) -> int:
    """Of all text in a JSON value."""
    count = 0
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            count += len(held)
        elif isinstance(held, dict):
            waiting += held.values()
        elif isinstance(held, list):
            waiting += held
    return count


class _Survey:
    """One walk over an upload."""

    def __init__(self, roots: Sequence[Root], builders: Sequence[ConversationBuilder]) -> None:
        self.coverage = Coverage()
        self.claims: dict[int, _Claim] = {}
        """By the identity of the JSON, which the documents keep alive."""
        self.claimed_texts: set[Address] = set()
        """Where texts stand that are a part by themselves, outside of messages."""
        self.named: set[str] = set()
        """Fields around messages that the reader knows to say nothing of the conversation."""
        self.set_aside: set[int] = set()
        self.nested = {at.rstrip("!") for _, at in roots if at.endswith("!")}
        """Texts that hold JSON, which is a root of its own."""
        self.call_ids: set[str] = set()
        self.told = 0
        """Places that were told, or would be if there were fewer."""
        for builder in builders:
            self._claim(builder)

    def _claim(self, builder: ConversationBuilder) -> None:
        self.named |= builder.bookkeeping
        self.set_aside |= {id(value) for value in builder.set_aside}
        whole = builder.places.in_whole if builder.places is not None else _same
        for part in builder.settings_and_tools:
            self.claims[id(part.raw)] = part
            if isinstance(part.raw, str):
                self.claimed_texts.add(whole(part.address))
        for message in builder.messages:
            self._claim_parts(message.parts)
            self.claims[id(message.raw)] = message
            if isinstance(message.raw, str):
                self.claimed_texts.add(message.in_whole(message.address))

    def _claim_parts(self, parts: Iterable[Part]) -> None:
        for part in parts:
            self.claims[id(part.raw)] = part
            if isinstance(part, ToolCallPart):
                if part.call_id.value:
                    self.call_ids.add(part.call_id.value)
                if part.embedded is not None:
                    self._claim_parts([part.embedded])
            elif isinstance(part, ToolResultPart):
                self._claim_parts(part.content)

    def document(self, value: JsonValue, at: Address) -> None:
        self.coverage.characters += characters_in(value)
        if not self._outside(value, at):
            self._unread(value, at)

    def _outside(self, value: JsonValue, path: _Path | Address) -> bool:
        """Look for claims in what no message holds; whether there are any.

        Where there are, what lies beside them was not read.
        """
        claim = self.claims.get(id(value)) if isinstance(value, (dict, list)) else None
        if claim is not None:
            self._claimed(claim, value, path)
            return True
        if isinstance(value, str):
            at = _address(path)
            return at in self.claimed_texts or at in self.nested
        if not isinstance(value, (dict, list)):
            return False
        if id(value) in self.set_aside:
            return True
        inside = [
            (inner, (path, token), self._outside(inner, (path, token)))
            for token, inner in _items(value)
            if inner
        ]
        if not any(claimed for _, _, claimed in inside):
            return False
        for inner, below, claimed in inside:
            if not claimed and below[1] not in self.named:
                self._unread(inner, below)
        return True

    def _claimed(self, claim: _Claim, value: JsonValue, path: _Path | Address) -> None:
        if isinstance(claim, Message):
            self._message(claim, value, path)
        elif isinstance(claim, OpaquePart):
            self._look_for_calls(value, path)
        elif isinstance(claim, SettingPart):
            if claim.meaning is None:
                self._look_for_calls(value, path)
        elif claim.extras and not isinstance(claim, ToolPart):
            for key, inner in claim.extras.items():
                self._look_for_calls(inner, (path, key))

    def _message(self, message: Message, raw: JsonValue, path: _Path | Address) -> None:
        """A message's own fields: those that the reader knows, and those that it has no word
        for."""
        self.coverage.messages += 1
        if not isinstance(raw, dict):
            return
        extras = message.extras or {}
        unknown = [key for key in raw if key in extras and key not in self.named]
        for key in unknown:
            self._unread(raw[key], (path, key))
        if not any(part.raw is raw for part in message.parts):
            self._known_fields(raw, extras, path)
        if not any(map(_says_something, message.parts)):
            self.coverage.silent_messages += any(_holds_content(raw[key]) for key in unknown)

    def _known_fields(
        self, raw: JsonObject, extras: JsonObject, path: _Path | Address
    ) -> None:
        for key, value in raw.items():
            known = key not in extras and isinstance(value, (dict, list))
            if known and not self._outside(value, (path, key)):
                self._look_for_calls(value, (path, key))

    def _unread(self, value: JsonValue, path: _Path | Address) -> None:
        """Count what was not read, and list what looks like a call in it."""
        if _is_mark(value, path):
            return
        count = characters_in(value)
        self.coverage.unread_characters += count
        if not self._look_for_calls(value, path) and _holds_prose(value):
            self._list(path, count, None)

    def _look_for_calls(self, value: JsonValue, path: _Path | Address) -> bool:
        """List what looks like a call, a result or a message; whether anything does."""
        looks_like = None
        if isinstance(value, dict):
            looks_like = likeness(value, self.call_ids)
        elif not isinstance(value, list):
            return False
        if looks_like is not None:
            self._list(path, characters_in(value), looks_like)
            if looks_like != "message":
                return True
        inside = [
            self._look_for_calls(inner, (path, token))
            for token, inner in _items(value)
            if isinstance(inner, (dict, list))
        ]
        return looks_like is not None or any(inside)

    def _list(
        self, path: _Path | Address, characters: int, looks_like: Likeness | None
    ) -> None:
        self.told += 1
        if self.told <= MAX_PLACES:
            place = UnreadPlace(_address(path), characters, looks_like)
            self.coverage.unread.append(place)


def _same(address: Address) -> Address:
    return address


def _says_something(part: Part) -> bool:
    """Whether a part was made of more than the fact that there is a message."""
    return not isinstance(part, ToolResultPart) or bool(part.content)


def _is_mark(value: JsonValue, path: _Path | Address) -> bool:
    """Whether a value is an id, a time or the like."""
    is_word = isinstance(value, str) and len(value) < 100 and " " not in value
    return is_word and not isinstance(path, str) and path[1] in _MARKS


def _holds_content(value: JsonValue) -> bool:
    """Whether an unknown field may be where a message has what it says."""
    if isinstance(value, (dict, list)):
        return characters_in(value) > 0
    return _holds_prose(value)


def _holds_prose(value: JsonValue) -> bool:
    """Whether a value holds words, and not only signatures and codes."""
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            if len(held) >= _SHORT_TEXT and any(map(str.isspace, held[:1000])):
                return True
        elif isinstance(held, (dict, list)):
            waiting += held.values() if isinstance(held, dict) else held
    return False


def _items(value: JsonObject | list[JsonValue]) -> Iterator[tuple[str | int, JsonValue]]:
    return iter(value.items()) if isinstance(value, dict) else enumerate(value)


def _address(path: _Path | Address) -> Address:
    tokens = []
    while not isinstance(path, str):
        path, token = path
        tokens.append(token)
    return child(path, *reversed(tokens))
