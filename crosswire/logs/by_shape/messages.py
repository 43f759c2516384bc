"""Reads one message by a mapping: who speaks, and its parts in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from crosswire.logs.by_shape.looking import speaker_at
from crosswire.logs.by_shape.mapping import Mapping, MessagesAt, Patterns
from crosswire.logs.by_shape.parts_of_message import PartsOfMessage
from crosswire.logs.by_shape.texts import Place, Texts
from crosswire.logs.by_shape.words import role_of
from crosswire.model import Part, Role, ToolCallPart, ToolResultPart


class Told(Struct):
    """What a mapping finds in one message."""

    place: Place
    role: Role
    parts: list[Part] = field(default_factory=list)
    node: str | None = None
    parent: str | None = None
    thread: str | None = None
    time: Place | None = None

    @property
    def answers(self) -> frozenset[str]:
        """The ids of the calls that it has results for."""
        results = (one for one in self.parts if isinstance(one, ToolResultPart))
        return frozenset(one.call_id.value for one in results if one.call_id.value)


def read_message(mapping: Mapping, given: MessagesAt, place: Place, texts: Texts) -> Told:
    """Read one message; it may turn out to say nothing."""
    place = texts.opened(place)
    parts = PartsOfMessage(mapping, place, texts).read()
    said = _speaker(mapping, place, texts) or given.role
    node, parent, thread = (
        _id(one, place, texts) for one in (mapping.id, mapping.parent, mapping.thread)
    )
    told = Told(place, _role(said, mapping, parts), parts, node, parent, thread)
    for pattern in mapping.time:
        told.time = told.time or pattern.first(place, texts)
    return told


def _speaker(mapping: Mapping, place: Place, texts: Texts) -> str | None:
    """The first word for who speaks that is understood; else the first of all."""
    words = [word for one in mapping.role if (word := speaker_at((one,), place, texts))]
    known = (one for one in words if one in mapping.meanings or role_of(one) != "other")
    return next(known, next(iter(words), None))


def by_thread(messages: Sequence[Told]) -> list[list[Told]]:
    """Messages by the thread that they name; those that name none are of that of the one
    before."""
    first = next((one.thread for one in messages if one.thread), None)
    threads: dict[str | None, list[Told]] = {}
    thread = first
    for one in messages:
        one.thread = thread = one.thread or thread
        threads.setdefault(thread, []).append(one)
    return list(threads.values())


def segments(told: Told) -> Iterator[tuple[Role, list[Part]]]:
    """A message in pieces that one speaker said each: what a model says and calls, then what
    came back."""
    if told.role in ("user", "tool") or not _holds_results(told.parts):
        yield from [(told.role, told.parts)] if told.parts else []
        return
    said: list[Part] = []
    came: list[Part] = []
    for part in told.parts:
        if isinstance(part, ToolResultPart):
            came.append(part)
            continue
        if came and not isinstance(part, ToolCallPart):
            yield from _both(told.role, said, came)
            said, came = [], []
        said.append(part)
    yield from _both(told.role, said, came)


def _holds_results(parts: Sequence[Part]) -> bool:
    return any(isinstance(part, ToolResultPart) for part in parts)


def _both(role: Role, said: list[Part], came: list[Part]) -> Iterator[tuple[Role, list[Part]]]:
    if said:
        yield role, said
    if came:
        yield "tool", came


def _role(said: str, mapping: Mapping, parts: Sequence[Part]) -> Role:
    """Who speaks, by the word that stands there; by what is said where that tells nothing."""
    role = mapping.meanings.get(said) or role_of(said)
    kinds = {type(part) for part in parts}
    if ToolCallPart in kinds:
        return "assistant"
    if ToolResultPart in kinds and (role == "other" or kinds == {ToolResultPart}):
        return role if role == "user" else "tool"
    return role


def _id(patterns: Patterns, place: Place, texts: Texts) -> str | None:
    for pattern in patterns:
        for found in pattern.places(place, texts):
            if isinstance(found.value, (str, int)) and found.value not in ("", True, False):
                return str(found.value)
    return None
