"""A log format that a mapping says all of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from crosswire.formats.protocol import Recognition
from crosswire.lazy_names import module_on_demand
from crosswire.logs.by_shape.looking import speaker_at
from crosswire.logs.by_shape.mapping import Mapping, MessagesAt
from crosswire.logs.by_shape.patterns import Step
from crosswire.logs.by_shape.places import lists_of
from crosswire.logs.by_shape.texts import Place, Texts
from crosswire.logs.by_shape.words import role_of
from crosswire.model import JsonValue, ToolCallPart, ToolResultPart, Traits
from crosswire.model.builder import ConversationBuilder

if TYPE_CHECKING:
    from crosswire.logs.by_shape.messages import Told

SAMPLE = 40
"""Documents, and messages of each list, that are looked at."""
_MOST = 0.5
"""The share of messages that must be of a known speaker, and say something."""
_messages = module_on_demand("crosswire.logs.by_shape.messages")
_reading = module_on_demand("crosswire.logs.by_shape.reading")


class Mapped:
    """A format whose reader is a mapping; it has the names of `LogFormat`."""

    def __init__(self, mapping: Mapping) -> None:
        self.mapping = mapping
        self.NAME = mapping.name
        self.TITLE = mapping.title or mapping.name
        self.WIRE_FORMAT = mapping.name
        self.TRAITS = Traits(results_follow_calls=False)
        self.SIGNS = _first_fields(mapping)

    def recognise_documents(self, documents: Sequence[JsonValue]) -> Recognition | None:
        """Messages stand where the mapping says; of most it knows who speaks, and most say
        something."""
        texts = Texts()
        lists = lists_of(self.mapping, [*map(_beginning, documents[:SAMPLE])], 0, texts)
        known = [
            (given, place)
            for found in lists
            for given, place in found[:SAMPLE]
            if self._knows_role(given, place, texts)
        ]
        if not known:
            return None
        read = _messages().read_message
        told: list[Told] = [read(self.mapping, given, place, texts) for given, place in known]
        looked_at = sum(len(found[:SAMPLE]) for found in lists)
        speaking = sum(bool(one.parts) for one in told)
        if min(len(told), speaking) < _MOST * looked_at:
            return None
        if not self.mapping.roles and not any(map(_acts, told)):
            return None
        why = f"Messages as the mapping of {self.TITLE} has them, the first at "
        return Recognition("messages", 0.8, f"{why}{told[0].place.at}.")

    def read_documents(
        self, documents: Sequence[JsonValue], first: int = 0
    ) -> list[ConversationBuilder]:
        read: list[ConversationBuilder] = _reading().read_by(
            self.mapping, documents, first, self.NAME, self.TRAITS
        )
        return read

    def _knows_role(self, given: MessagesAt, place: Place, texts: Texts) -> bool:
        """Whether who speaks is known, where the mapping has words for it."""
        word = speaker_at(self.mapping.role, place, texts) or given.role
        meanings = self.mapping.meanings
        return not meanings or word in meanings or role_of(word) != "other"


def _first_fields(mapping: Mapping) -> frozenset[str]:
    """The fields with which the ways to its messages begin; none where one may begin with any
    field, or with an element of a list."""
    begin = [mapping.conversation] if mapping.conversation else []
    ways = begin or [one.at for one in mapping.messages]
    first: list[Step] = [step for way in ways for step in way.steps[:1]]
    named = frozenset(step for step in first if isinstance(step, str) and not step.isdecimal())
    return named if len(first) == len(ways) and named >= {*first} else frozenset()


def _beginning(document: JsonValue) -> JsonValue:
    """A document with the first elements of the lists right in it: a request may have
    thousands of messages where a mapping looks for its own."""
    if isinstance(document, list):
        return document[:SAMPLE]
    if isinstance(document, dict):
        lists = {key: one[:SAMPLE] for key, one in document.items() if isinstance(one, list)}
        return document | lists
    return document


def _acts(told: Told) -> bool:
    return any(isinstance(part, (ToolCallPart, ToolResultPart)) for part in told.parts)
