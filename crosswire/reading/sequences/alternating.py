"""Requests and answers that stand one behind the other, each by itself, as a program logs them
in lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from crosswire.model.builder import ConversationBuilder
from crosswire.model.entry import Entry
from crosswire.reading.sequences.exchange import exchange_of
from crosswire.reading.sequences.following import steps

Read = Callable[[Entry], ConversationBuilder]
_FEWEST = 2
"""Exchanges; of a request and an answer alone nothing tells that they belong together."""


def put_together(entries: Sequence[Entry], read: Read) -> list[ConversationBuilder] | None:
    """The exchanges that they make where each request has the answer before it; None where
    nothing proves that."""
    made = _exchanges(entries)
    if made is None:
        return None
    builders = [read(entry) for entry in made]
    answered = [one for one in builders if one.recorded and one.recorded.response]
    exchanges = [found for one in answered if (found := exchange_of(one)) is not None]
    if len(exchanges) < max(_FEWEST, len(answered)):
        return None
    return builders if all(steps(exchanges)[1:]) else None


def _exchanges(entries: Sequence[Entry]) -> list[Entry] | None:
    """Each request with the answer behind it; the last may have none yet."""
    if len(entries) < 2 * _FEWEST:
        return None
    made: list[Entry] = []
    for number, entry in enumerate(entries):
        is_request = number % 2 == 0
        if entry.shape != ("request" if is_request else "response") or entry.errors:
            return None
        if is_request:
            made.append(entry)
            continue
        asked = made[-1]
        if entry.choice or entry.format != asked.format:
            return None
        made[-1] = replace(entry, shape="exchange", request=asked.request, title=asked.title)
    return made
