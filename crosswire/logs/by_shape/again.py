"""Messages that a log writes again as they grow, or as they were: counted once.

Calls without ids do not tell that themselves. The id of the message does, where it tells
messages apart; and so does a message that begins with all of the one right before it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from crosswire.logs.by_shape.messages import Told
from crosswire.logs.by_shape.repeats import content_of
from crosswire.logs.by_shape.sites import words_of
from crosswire.logs.by_shape.vocabulary import OWN_IDS
from crosswire.model import JsonValue, Part, TextPart, ToolCallPart
from crosswire.model.json_values import object_or_empty, value_at

_AROUND: tuple[tuple[str, ...], ...] = ((), ("message",))
"""Where the id of a message may stand."""
_Path = tuple[str, ...]
_Written = list[Told]
"""One message, as often as it is written."""


def join_written_again(messages: list[Told]) -> list[Part]:
    """Let the first of the messages that are one have all its parts; gives those left out."""
    if not any(isinstance(part, ToolCallPart) for told in messages for part in told.parts):
        return []
    return [*_joined(_by_id(messages)), *_joined(_grown(messages))]


def _joined(groups: Iterable[_Written]) -> Iterator[Part]:
    for first, *others in groups:
        for told in others:
            known = len(first.parts)
            yield from told.parts[:known]
            first.parts, told.parts = [*first.parts, *told.parts[known:]], []


def _by_id(messages: Sequence[Told]) -> list[_Written]:
    """By the first field that names messages: some alike, and none two that differ."""
    named: dict[_Path, dict[str, _Written]] = defaultdict(lambda: defaultdict(list))
    for told in messages:
        for path, id in _ids(told.place.value) if told.parts else ():
            named[path][id].append(told)
    for groups in named.values():
        several = [one for one in groups.values() if len(one) > 1]
        pairs = (two for one in several for two in pairwise(one))
        if several and len(groups) > 1 and all(_goes_on(*two) for two in pairs):
            return several
    return []


def _ids(value: JsonValue) -> Iterator[tuple[_Path, str]]:
    for around in _AROUND:
        held = object_or_empty(value_at(value, *around))
        for name, key in words_of(tuple(held)).items():
            id = held[key] if name in OWN_IDS else None
            if isinstance(id, str) and id:
                yield (*around, key), id


def _grown(messages: Sequence[Told]) -> Iterator[_Written]:
    """Messages of the model one right behind the other, each with more than the last, which
    says something and calls a tool."""
    said = [told for told in messages if told.parts]
    written: _Written = said[:1]
    for one, other in pairwise(said):
        kinds = {type(part) for part in one.parts}
        grows = kinds >= {TextPart, ToolCallPart} and len(other.parts) > len(one.parts)
        if grows and _goes_on(one, other):
            written.append(other)
            continue
        yield written
        written = [other]
    yield written


def _goes_on(one: Told, other: Told) -> bool:
    """Whether a message begins with all that another one of the model says."""
    begins = content_of(other)[: len(one.parts) + 1]
    return one.role == other.role == "assistant" and begins == content_of(one)
