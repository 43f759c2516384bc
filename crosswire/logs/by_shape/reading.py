"""Reads the documents of a file by a mapping; nothing else decides what is read."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.counting import counted
from crosswire.logs.by_shape.again import join_written_again
from crosswire.logs.by_shape.branches import read_ways
from crosswire.logs.by_shape.mapping import Mapping
from crosswire.logs.by_shape.messages import Told, by_thread, read_message
from crosswire.logs.by_shape.places import lists_of
from crosswire.logs.by_shape.repeats import join_repeats, repeated
from crosswire.logs.by_shape.texts import Texts
from crosswire.model import JsonValue, Part, Traits
from crosswire.model.builder import ConversationBuilder


def read_by(
    mapping: Mapping,
    documents: Sequence[JsonValue],
    first: int,
    format: str,
    traits: Traits,
) -> list[ConversationBuilder]:
    """The conversations that a mapping finds. Never raises."""
    outside = Texts()
    lists = _told(mapping, documents, first, outside)
    left = [[*join_written_again(each), *join_repeats(each)] for each in lists]
    builders: list[ConversationBuilder] = []
    again: list[list[Told]] = []
    for each, parts, home in zip(lists, left, repeated(lists), strict=True):
        if home is not None:
            again.append(each)
            continue
        read = read_ways(mapping, each, format, traits)
        _tell_parts(read[:1], parts)
        builders += read
    if builders:
        _tell_lists(builders[0], again)
        builders[0].opened += [(value, at, None) for at, value in outside.passed.items()]
    return builders


def _told(
    mapping: Mapping, documents: Sequence[JsonValue], first: int, outside: Texts
) -> list[list[Told]]:
    """What is told in each list, and in each thread of it; lists that tell nothing are left
    out."""
    inside = Texts()
    lists: list[list[Told]] = []
    for found in lists_of(mapping, documents, first, outside):
        told = [read_message(mapping, given, place, inside) for given, place in found]
        lists += by_thread(told)
    said = [[one for one in each if one.parts or one.node] for each in lists]
    return [each for each in said if any(one.parts for one in each)]


def _tell_parts(builders: Sequence[ConversationBuilder], again: Sequence[Part]) -> None:
    for into in builders if again else ():
        into.set_aside += [part.raw for part in again]
        count = len(again)
        which = counted(count, "call or result is", "calls and results are")
        text = f"{which} written more than once; each was counted once."
        into.note("written-again", text, again[0].address)


def _tell_lists(into: ConversationBuilder, again: Sequence[Sequence[Told]]) -> None:
    if again:
        into.set_aside += [told.place.value for each in again for told in each]
        which = "1 list" if len(again) == 1 else f"{len(again)} lists"
        text = f"{which} of messages repeat what stands in a longer one; they were left out."
        into.note("history-repeated", text, again[0][0].place.at)
