"""A conversation in other words: rendered, read again, and traced back to where each piece
came from."""

from __future__ import annotations

from dataclasses import replace

from crosswire.address import Address, ancestry
from crosswire.conversion import render
from crosswire.errors import NotAConversation
from crosswire.model import Conversation, ToolResultPart
from crosswire.model.loss import Rendering
from crosswire.reading.loading import parse
from crosswire.rendering.id_plan import IdPolicy
from crosswire.repairs.sheet import Trace


def in_words_of(
    conversation: Conversation, format: str, ids: IdPolicy
) -> tuple[Rendering, Conversation | None, Trace]:
    """The rendering, what a reader makes of it (None: nothing is left), and the way back."""
    rendering = render(conversation, format, ids=ids)
    trace = _way_back(conversation, rendering)
    try:
        (sent, *_) = parse(rendering.payload, format)
    except NotAConversation:
        return rendering, None, trace
    elsewhere = sent.calls_may_be_elsewhere or conversation.calls_may_be_elsewhere
    return rendering, replace(sent, calls_may_be_elsewhere=elsewhere), trace


def _way_back(conversation: Conversation, rendering: Rendering) -> Trace:
    """From a place of the payload to the place of the upload that it was written from."""
    stands = {part.key: part.address for part in conversation.settings_and_tools}
    for message in conversation.messages:
        stands[message.key] = message.address
        for part in message.parts:
            stands[part.key] = part.address
            for inner in part.content if isinstance(part, ToolResultPart) else ():
                stands[inner.key] = inner.address
    sources: dict[str, Address] = {}
    for link in rendering.links:
        if link.target is not None and link.node in stands:
            sources.setdefault(link.target, stands[link.node])

    def trace(place: Address) -> Address | None:
        return next((sources[at] for at in ancestry(place) if at in sources), None)

    return trace
