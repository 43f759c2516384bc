"""Looks up in a conversation the ids and places that a provider's message names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct

from crosswire.address import Address, child, root
from crosswire.cached_property import cached_property
from crosswire.conversion import render
from crosswire.errors import NotAConversation
from crosswire.explanations.naming import NamedPlace
from crosswire.formats import FORMATS
from crosswire.model import Conversation, JsonValue, ToolCallPart, ToolResultPart
from crosswire.model.json_values import field_of
from crosswire.pairing import Pairing
from crosswire.reading.loading import parse
from crosswire.rules.named_servers import format_for, own_target
from crosswire.rules.source_mapper import LogNodes, SourceMapper
from crosswire.rules.target_verdicts import Verdict, verdict
from crosswire.rules.targets import TARGETS

_LETTER = re.compile(r"_([a-z])")


class Place(Struct, frozen=True):
    """Where an id or a place that a message names is."""

    words: str
    """As the message has it: `messages.33.content.1`, or an id."""
    address: Address
    """In the upload."""
    node: str
    """Key of the part or message."""
    payload: Address | None = None
    """In what would be sent to `target`."""
    target: str = ""


class Reach:
    """A conversation, and indexes of it that are built when they are first used."""

    def __init__(self, conversation: Conversation, pairing: Pairing) -> None:
        self.conversation = conversation
        self.pairing = pairing
        self._sent: dict[str, tuple[JsonValue, SourceMapper | None]] = {}
        self._verdicts: dict[str, Verdict] = {}

    def verdict(self, target: str) -> Verdict:
        if target not in self._verdicts:
            self._verdicts[target] = verdict(self.conversation, target, pairing=self.pairing)
        return self._verdicts[target]

    @cached_property
    def ids(self) -> dict[str, list[tuple[str, Address]]]:
        """Each id of the log -> the nodes that have it, and where."""
        # Keys of a dict keep each place once, in order.
        places: dict[str, dict[tuple[str, Address], None]] = defaultdict(dict)
        for value, node, address in self._all_ids():
            if value:
                places[value][node, address] = None
        return {value: list(once) for value, once in places.items()}

    def _all_ids(self) -> Iterator[tuple[str | None, str, Address]]:
        for message in self.conversation.messages:
            yield message.item_id, message.key, message.address
        for _, part in self.conversation.parts():
            if isinstance(part, (ToolCallPart, ToolResultPart)):
                yield part.call_id.value, part.key, part.call_id.address or part.address
                yield from ((edge.value, part.key, edge.address) for edge in part.edges)
            yield getattr(part, "item_id", None), part.key, part.address

    def places_of_id(self, value: str) -> tuple[Place, ...]:
        """Where the log has an id; empty where it lacks it."""
        return tuple(Place(value, address, node) for node, address in self.ids.get(value, ()))

    def at(self, named: NamedPlace, targets: tuple[str, ...]) -> Place | None:
        """Where a place comes from, in the request to the first target that has the place."""
        for target in targets:
            format = format_for(TARGETS[target], self.conversation)
            payload, sources = self._sent_to(format)
            place = _resolved(payload, named)
            if place is not None and sources is not None:
                node, address = sources.source(place)
                return Place(named.words, address, node, place, target)
        return None

    def own_first(self, targets: Iterable[str]) -> tuple[str, ...]:
        """Some targets: that of the server that the log names, then those that take its own
        format."""
        own, format = own_target(self.conversation), self.conversation.wire_format

        def distance(name: str) -> tuple[bool, bool]:
            return name != own, format not in TARGETS[name].formats

        return tuple(sorted(targets, key=distance))

    @property
    def own(self) -> tuple[str, ...]:
        """Whom the log was sent to, where that is known: who words an error that nobody is
        known to word."""
        own = own_target(self.conversation)
        return (own,) if own in TARGETS else ()

    def _sent_to(self, format: str) -> tuple[JsonValue, SourceMapper | None]:
        """The request in a format, and where its places come from; None where it is empty."""
        if format not in self._sent:
            rendering = render(self.conversation, format, ids="keep", pairing=self.pairing)
            try:
                (sent, *_) = parse(rendering.payload, format)
            except NotAConversation:
                self._sent[format] = None, None
            else:
                sources = SourceMapper(LogNodes(self.conversation), rendering, sent)
                self._sent[format] = rendering.payload, sources
        return self._sent[format]


_ROOTS = {
    "messages": ("openai-chat", "anthropic", "bedrock", "mistral", "cohere", "ollama"),
    "input": ("openai-responses", "azure-foundry"),
    "contents": ("gemini",),
    "toolConfig": ("bedrock",),
}
"""Fields of a request that not every format has -> the formats that have them."""


def targets_with(root: str) -> list[str]:
    """The targets whose requests have such a field."""
    formats = _ROOTS.get(root, FORMATS)
    return [name for name, one in TARGETS.items() if not {*one.formats}.isdisjoint(formats)]


def _resolved(payload: JsonValue, named: NamedPlace) -> Address | None:
    """The address of a place, or of as much of it as is there; None where nothing is."""
    value, place = field_of(payload, named.root), child(root(), named.root)
    top = place
    for step in named.steps:
        if isinstance(value, list):
            if not isinstance(step, int) or step >= len(value):
                break
            value, place = value[step], child(place, step)
        elif isinstance(value, dict):
            key = _key(value, str(step))
            # Any other name is that of the block's type, which says nothing of the place.
            if key is not None:
                value, place = value[key], child(place, key)
    return place if place != top else None


def _key(value: dict[str, JsonValue], step: str) -> str | None:
    """The key that a step means: Google writes `function_call` for `functionCall`."""
    camel = _LETTER.sub(lambda match: match[1].upper(), step)
    return next((key for key in (step, camel) if key in value), None)
