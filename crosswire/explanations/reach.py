"""What a conversation has of the ids and places that a provider's message names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from crosswire.address import Address, child, root
from crosswire.cached_property import cached_property
from crosswire.conversion import render
from crosswire.errors import NotAConversation
from crosswire.explanations.naming import NamedPlace
from crosswire.formats import FORMATS
from crosswire.model import Conversation, JsonValue, ToolCallPart, ToolResultPart
from crosswire.pairing import Pairing
from crosswire.reading.loading import parse
from crosswire.rules.source_mapper import SourceMapper
from crosswire.rules.target_verdicts import Verdict, verdict
from crosswire.rules.targets import TARGETS

_LETTER = re.compile(r"_([a-z])")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is that a message names."""

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
    """A conversation, with what is looked up in it: built when first used."""

    def __init__(self, conversation: Conversation, pairing: Pairing) -> None:
        self.conversation = conversation
        self.pairing = pairing
        self._sent: dict[str, tuple[JsonValue, SourceMapper] | None] = {}
        self._verdicts: dict[str, Verdict] = {}

    def verdict(self, target: str) -> Verdict:
        if target not in self._verdicts:
            self._verdicts[target] = verdict(self.conversation, target, pairing=self.pairing)
        return self._verdicts[target]

    @cached_property
    def ids(self) -> dict[str, list[tuple[str, Address]]]:
        """Each id of the log -> the nodes that have it, and where."""
        found: dict[str, list[tuple[str, Address]]] = defaultdict(list)
        for value, node, address in self._all_ids():
            if value and (node, address) not in found[value]:
                found[value].append((node, address))
        return dict(found)

    def _all_ids(self) -> Iterator[tuple[str | None, str, Address]]:
        for message in self.conversation.messages:
            yield message.item_id, message.key, message.address
        for _, part in self.conversation.parts():
            if isinstance(part, (ToolCallPart, ToolResultPart)):
                yield part.call_id.value, part.key, part.call_id.address or part.address
                yield from ((edge.value, part.key, edge.address) for edge in part.edges)
            yield getattr(part, "item_id", None), part.key, part.address

    def at(self, named: NamedPlace, targets: tuple[str, ...]) -> Place | None:
        """The place in the upload of one in what would be sent, to the first target that has
        it."""
        for target in targets:
            sent = self._sent_to(TARGETS[target].format)
            payload = _resolved(sent[0], named) if sent is not None else None
            if sent is not None and payload is not None:
                node, address = sent[1].source(payload)
                return Place(named.words, address, node, payload, target)
        return None

    def targets_for(self, named: NamedPlace) -> tuple[str, ...]:
        """Whose request has such a field, those in the log's own words first."""
        own = self.conversation.wire_format
        return tuple(
            sorted(targets_with(named.root), key=lambda name: TARGETS[name].format != own)
        )

    def _sent_to(self, format: str) -> tuple[JsonValue, SourceMapper] | None:
        """What would be sent in a format, and where each of its places comes from; None:
        nothing would."""
        if format not in self._sent:
            rendering = render(self.conversation, format, ids="keep", pairing=self.pairing)
            try:
                (sent, *_) = parse(rendering.payload, format)
            except NotAConversation:
                self._sent[format] = None
            else:
                self._sent[format] = (
                    rendering.payload,
                    SourceMapper(self.conversation, lambda: rendering, sent),
                )
        return self._sent[format]


_ROOTS = {
    "messages": ("openai-chat", "anthropic", "bedrock", "mistral"),
    "input": ("openai-responses", "azure-foundry"),
    "contents": ("gemini",),
    "toolConfig": ("bedrock",),
}
"""The fields of a request that tell its format."""


def targets_with(root: str) -> list[str]:
    """The targets whose requests have such a field."""
    formats = _ROOTS.get(root, tuple(FORMATS))
    return [
        one.name for one in TARGETS.values() if one.format in formats and one.format in FORMATS
    ]


def _resolved(payload: JsonValue, named: NamedPlace) -> Address | None:
    """The address of a place, or of the last step of it that is there; None where the first is
    not."""
    value = payload.get(named.root) if isinstance(payload, dict) else None
    at = child(root(), named.root)
    reached = False
    for step in named.steps:
        if isinstance(value, list):
            if not isinstance(step, int) or step >= len(value):
                break
            value, at, reached = value[step], child(at, step), True
        elif isinstance(value, dict):
            key = _key(value, str(step))
            if (
                key is not None
            ):  # else it is the name of the block's type, which says nothing of the place
                value, at = value[key], child(at, key)
    return at if reached else None


def _key(value: dict[str, JsonValue], step: str) -> str | None:
    """The key that a message means: Google's write `function_call` for `functionCall`."""
    camel = _LETTER.sub(lambda found: found[1].upper(), step)
    return next((key for key in (step, camel) if key in value), None)
