"""The ways through messages that name the one before them, a conversation each."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address
from crosswire.logs.by_shape.mapping import CallsAt, Mapping, ResultsAt, within
from crosswire.logs.by_shape.messages import Told, segments
from crosswire.logs.shared.branching import Step, Way, ways
from crosswire.logs.shared.links import parents_of
from crosswire.model import Message, ThreadEdge, ToolResultPart, Traits
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import object_or_empty


def read_ways(
    mapping: Mapping, messages: Sequence[Told], format: str, traits: Traits
) -> list[ConversationBuilder]:
    """The active way first, then those that somebody left; one where nothing links them."""
    builders: list[ConversationBuilder] = []
    homes: dict[int, ConversationBuilder] = {}
    for way in _ways(messages):
        builder = _read_way(mapping, [messages[number] for number in way.own], format, traits)
        if builder.messages:
            builders.append(builder)
            homes |= dict.fromkeys(way.own, builder)
            _tie(way, builder, messages, homes)
    return builders


def _ways(messages: Sequence[Told]) -> list[Way]:
    if not any(one.parent for one in messages):
        return [Way(own=list(range(len(messages))))]
    ids = [one.node for one in messages]
    before = [one.parent for one in messages]
    links = {one.node: one.parent for one in reversed(messages) if one.node}
    parents = parents_of(ids, before, links)
    return ways([_step(one, parent) for one, parent in zip(messages, parents, strict=True)])


def _step(told: Told, parent: int | None) -> Step:
    return Step(parent, answers=told.answers, hangs_on=not told.parts)


def _tie(
    way: Way,
    builder: ConversationBuilder,
    messages: Sequence[Told],
    homes: dict[int, ConversationBuilder],
) -> None:
    if way.leaves is None:
        return
    first, left = messages[way.own[0]], messages[way.leaves]
    builder.thread = first.node or first.place.at
    builder.calls_may_be_elsewhere = True
    home = homes.get(way.leaves)
    if home is not None:
        here, there = Address(first.place.at), Address(left.place.at)
        builder.started_from = ThreadEdge("branch", home.named_thread(), here, there)
        home.starts.append(ThreadEdge("branch", builder.thread, there, here))


def _read_way(
    mapping: Mapping, messages: Sequence[Told], format: str, traits: Traits
) -> ConversationBuilder:
    into = ConversationBuilder(format, traits)
    into.thread = next((one.thread for one in messages if one.thread), None)
    known = _known(mapping)
    for told in messages:
        for number, (role, parts) in enumerate(segments(told)):
            first = parts[0]
            if number and isinstance(first, ToolResultPart):
                message = into.message(role, first.address, first.raw, parts)
            else:
                message = into.message(role, told.place.at, told.place.value, parts)
            if number == 0:  # told once, however many pieces the message makes
                message.extras = extras_of(object_or_empty(told.place.value), known)
            _set_links(message, told, number)
    return into


def _set_links(message: Message, told: Told, number: int) -> None:
    if number == 0:
        message.node, message.parent = told.node, told.parent
    if told.time is not None and isinstance(told.time.value, str):
        message.timestamp, message.timestamp_at = told.time.value, told.time.at


def _known(mapping: Mapping) -> frozenset[str]:
    """The fields of a message that the mapping has a place for."""
    patterns = [
        *(mapping.role + mapping.text + mapping.reasoning + mapping.id + mapping.parent),
        *(mapping.time + mapping.thread),
    ]
    inside: list[CallsAt | ResultsAt] = [*mapping.calls, *mapping.results]
    for one in inside:
        patterns += [one.at] if one.at.steps else within(one)
    return frozenset(str(one.steps[0]) for one in patterns if one.steps)
