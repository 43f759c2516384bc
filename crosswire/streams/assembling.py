"""Puts together answers that came in events.

One module for each provider's kind of stream. To add one: its module, one line here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from crosswire.model import JsonObject
from crosswire.model.entry import Assembled
from crosswire.streams import (
    anthropic,
    bedrock,
    cohere,
    gemini,
    gemini_interactions,
    ollama,
    openai_chat,
    openai_responses,
)
from crosswire.streams.pieces import END, Event

SAMPLE = 40
"""Events that are looked at to find the kind of a stream."""


class StreamKind(Protocol):
    """A provider's way of sending an answer in events."""

    SPOKEN_BY: tuple[str, ...]
    """The wire formats of answers in such streams."""

    def recognise(self, event: JsonObject) -> bool:
        """Whether this may be an event of such a stream, and is nothing else."""

    def belongs(self, event: JsonObject) -> bool:
        """Whether this may stand among such events."""

    def assemble(
        self, events: Iterable[Event], *, as_one: bool = False
    ) -> Iterator[Assembled]:
        """The answers in a capture; what its events get wrong is told in their notes."""


_TELLING: tuple[StreamKind, ...] = (
    openai_chat,
    openai_responses,
    anthropic,
    cohere,
    bedrock,
    gemini_interactions,
    ollama,
)
"""Streams whose events have no other use, wherever they are."""
KINDS: tuple[StreamKind, ...] = (*_TELLING, gemini)


def assemble(
    events: Sequence[Event], *, as_one: bool = False
) -> tuple[Sequence[str], list[Assembled]] | None:
    """The answers in a capture of a stream, after the formats that it may be of; None where no
    provider's."""
    sample = [event for event, _ in events[:SAMPLE] if isinstance(event, dict)]
    for kind in KINDS:
        if any(map(kind.recognise, sample)):
            return _answers(kind, events, as_one)
    return None


def assemble_values(
    events: Sequence[Event], *, as_one: bool = False
) -> tuple[Sequence[str], list[Assembled]] | None:
    """As `assemble`, of values that no stream brought: a program's list or lines of the events
    it got.

    Each must be an event. A response of Gemini's is a whole one too: several must be pieces of
    the same.
    """
    said = [event for event, _ in events if event != END]
    bodies = [event for event in said[:SAMPLE] if isinstance(event, dict)]
    if len(said) < 2 or len(bodies) < len(said[:SAMPLE]):
        return None
    is_geminis = as_one and all(map(gemini.recognise, bodies))
    if is_geminis or gemini.are_of_one_answer(said):
        return _answers(gemini, events, as_one)
    for kind in _TELLING:
        if any(map(kind.recognise, bodies)) and all(_may_be_of(kind, body) for body in bodies):
            return _answers(kind, events, as_one)
    return None


def _may_be_of(kind: StreamKind, event: JsonObject) -> bool:
    return kind.belongs(event) or event.get("type") in _BESIDE


_BESIDE = ("ping", "error", "keepalive")
"""Events without anything of the answer."""


def _answers(
    kind: StreamKind, events: Sequence[Event], as_one: bool
) -> tuple[Sequence[str], list[Assembled]] | None:
    found = list(kind.assemble(events, as_one=as_one))
    return (kind.SPOKEN_BY, found) if found else None
